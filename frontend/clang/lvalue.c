// Lvalues and pointers: an expression such as `*(p + i)`, `s->grid[i][j].pos.x` or `&A[i][0]` becomes a variable or an
// array element. A pointer is held as the element that it points to, so `p + k` adds k to that element's last
// subscript, and `*` does nothing.
#include "frontend/clang/assign.h"
#include "frontend/clang/bits.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/memory.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/clang/words.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/row_induction.h"
#include "frontend/dataflow/element_rows.h"
#include "frontend/dataflow/host_pointer.h"
#include "frontend/dataflow/pointer_conversion.h"
#include "frontend/dataflow/pointer_tables.h"
#include "frontend/dataflow/void_pointer.h"
#include "frontend/numbers/half.h"

bool refuse_construct(Reader *reader, CXCursor expr)
{
    reader->frame.refused_call |= !reader->frame.refused && clang_getCursorKind(expr) == CXCursor_StringLiteral;
    refuse(reader, expr, "it uses %s", construct_name(reader, expr));
    return false;
}

// ---- from arrays to their elements

Choice *reference_change_choice(Reader *reader, Reference *reference)
{
    Choice *choice = arena_copy(reader->arena, reference->choice, sizeof *reference->choice);
    reference->choice = choice;
    return choice;
}

void reference_set_type(Reader *reader, Reference *reference, CXType type)
{
    reference->type = type;
    if (!reference->choice)
        return;
    Choice *choice = reference_change_choice(reader, reference);
    reference_set_type(reader, &choice->yes, type);
    reference_set_type(reader, &choice->no, type);
}

static bool push_subscript(Reader *reader, Reference *reference, Expr *subscript, CXCursor at)
{
    if (reference->npath) {
        int last = reference->npath - 1;
        if (reference->nfield_subscripts[last] == reference->fields[last]->ndim)
            return refuse_construct(reader, at);
        reference->field_subscripts[last][reference->nfield_subscripts[last]++] = subscript;
    } else {
        if (reference->nsubscripts == reference->array->ndim)
            return refuse_construct(reader, at);
        reference->subscripts[reference->nsubscripts++] = subscript;
    }
    return true;
}

// An array lvalue becomes its element 0.
bool reference_decay(Reader *reader, Reference *reference, CXCursor at)
{
    CXType element = clang_getCanonicalType(clang_getArrayElementType(reference->type));
    if (reference->choice) {
        Choice *choice = reference_change_choice(reader, reference);
        reference->type = element;
        return reference_decay(reader, &choice->yes, at) && reference_decay(reader, &choice->no, at);
    }
    if (reference->view) { // an array in a union
        reference->type = element;
        return true;
    }
    if (reference->variable && reference->variable->target) { // a parameter of a function that is read in place
        if (null_pointers_refuse(reader, reference->variable, at))
            return false;
        *reference = *reference->variable->target;
        return true;
    }
    if (reference->variable) {
        Array *array = variable_array(reader, reference->variable, at);
        if (!array)
            return false;
        reference->variable = NULL;
        reference->array = array;
    }
    if (!push_subscript(reader, reference, expr_index(reader->arena, 0), at))
        return false;
    reference->closed = false;
    reference->type = element;
    return true;
}

// The pointer that the lvalue holds, as what it points to.
static bool load_pointer(Reader *reader, Reference *reference, CXCursor at)
{
    if (reference->choice) {
        Choice *choice = reference_change_choice(reader, reference);
        bool loaded = load_pointer(reader, &choice->yes, at) && load_pointer(reader, &choice->no, at);
        reference->type = choice->yes.type;
        return loaded;
    }
    Variable *variable = reference->variable;
    bool given = variable && variable->pointee.kind == CXType_Pointer;
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(given ? variable->pointee : reference->type));
    if (variable && variable->target) {
        if (null_pointers_refuse(reader, variable, at))
            return false;
        *reference = *variable->target;
        return true;
    }
    if (variable) {
        Array *array = variable_array(reader, variable, at);
        if (!array)
            return false;
        const Symbol *way = pointer_induction_way(reader, variable);
        *reference = (Reference){.array = array, .nsubscripts = 1};
        reference->subscripts[0] = way ? expr_symbol(reader->arena, way) : expr_index(reader->arena, variable->zero);
    } else if (reference->array->held == HOST_ROWS && reference->nsubscripts < reference->array->ndim &&
               !reference->npath) {
        reference->subscripts[reference->nsubscripts] = row_induction_offset(reader, reference, at);
        reference->nsubscripts++;
    } else {
        refuse(reader, at, "it follows a pointer that is stored in an array");
        return false;
    }
    reference->closed = false;
    reference->type = pointee;
    return true;
}

// ---- pointer arithmetic

Expr **last_subscript(Reference *reference)
{
    if (reference->view_index)
        return &reference->view_index;
    if (reference->closed || reference->variable)
        return NULL;
    if (reference->npath == 0)
        return reference->nsubscripts ? &reference->subscripts[reference->nsubscripts - 1] : NULL;
    int last = reference->npath - 1;
    int count = reference->nfield_subscripts[last];
    return count ? &reference->field_subscripts[last][count - 1] : NULL;
}

static bool add_index(Reader *reader, Reference *reference, Expr *index, bool subtract, CXCursor at)
{
    if (expr_is_int(index, 0))
        return true;
    if (reference->choice) {
        Choice *choice = reference_change_choice(reader, reference);
        return add_index(reader, &choice->yes, index, subtract, at) &&
               add_index(reader, &choice->no, index, subtract, at);
    }
    Expr **last = last_subscript(reference);
    if (!last) {
        refuse(reader, at, "it does arithmetic on a pointer to something that is not an array element");
        return false;
    }
    if (expr_is_int(*last, 0) && !subtract)
        *last = index;
    else
        *last = (subtract ? index_sub : index_add)(reader->arena, *last, index);
    return true;
}

bool reference_add(Reader *reader, Reference *reference, Expr *index, CXCursor at)
{
    return add_index(reader, reference, index, false, at);
}

// p[i] of a pointer to one number: i is 0, as the program may read nothing else through it.
static bool is_of_one_number(CXCursor expr, const Reference *reference)
{
    enum CXTypeKind kind = reference->variable ? reference->variable->type.kind : CXType_Invalid;
    bool is_number = kind >= CXType_Bool && kind <= CXType_Double && !reference->choice && !reference->view;
    return clang_getCursorKind(expr) == CXCursor_ArraySubscriptExpr && is_number;
}

static bool read_offset(Reader *reader, CXCursor pointer, CXCursor index, bool subtract, CXCursor at,
                        Reference *reference)
{
    if (!read_pointer(reader, pointer, reference))
        return false;
    CXType type = cursor_type(pointer);
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    bool is_void = type.kind == CXType_Pointer && pointee.kind == CXType_Void;
    if (is_void && clang_Type_getSizeOf(reference->type) != 1) {
        refuse(reader, at, "it computes with a pointer to void");
        return false;
    }
    Expr *value = read_value(reader, index);
    if (value && is_of_one_number(at, reference))
        return true;
    return value && add_index(reader, reference, value, subtract, at);
}

// ---- members

bool reference_member(Reader *reader, const Reference *base, const Field *field, Reference *member)
{
    if (base->choice) {
        *member = *base;
        Choice *choice = reference_change_choice(reader, member);
        return reference_member(reader, &base->choice->yes, field, &choice->yes) &&
               reference_member(reader, &base->choice->no, field, &choice->no);
    }
    if (base->npath == MAX_PATH)
        return false;
    *member = *base;
    member->fields[member->npath] = field;
    member->nfield_subscripts[member->npath++] = 0;
    member->closed = true;
    return true;
}

static bool read_member_base(Reader *reader, CXCursor base, bool arrow, Reference *reference, bool *single)
{
    *single = false;
    if (!arrow) {
        CXCursor inner = strip_parens(reader, base);
        bool deref = clang_getCursorKind(inner) == CXCursor_UnaryOperator &&
                     clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_Deref;
        if (!deref)
            return read_reference(reader, base, reference);
        Children parts = expression_children(reader, inner);
        base = parts.count ? parts.items[0] : base;
    }
    CXCursor pointer = strip_conversions(reader, base);
    *single = void_pointer_base(reader, pointer, reference);
    if (*single || reader->frame.refused)
        return *single;
    enum CXCursorKind kind = clang_getCursorKind(pointer);
    if ((kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) &&
        cursor_type(pointer).kind == CXType_Pointer && !pointer_is_deep(reader, pointer)) {
        if (!read_reference(reader, pointer, reference))
            return false;
        // A pointer that the nest moves points to elements of an array.
        if (reference->variable && is_single_struct(reference->variable) &&
            !is_written_in_nest(reader, reference->variable)) {
            *single = true;
            reference->type = clang_getCanonicalType(clang_getPointeeType(reference->type));
            return true;
        }
    }
    return read_pointer(reader, base, reference);
}

static bool read_member(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts = expression_children(reader, expr);
    CXCursor field = clang_getCursorReferenced(expr);
    if (parts.count != 1 || clang_getCursorKind(field) != CXCursor_FieldDecl)
        return refuse_construct(reader, expr);
    bool arrow = is_address(parts.items[0]), single;
    Reference base;
    if (!read_member_base(reader, parts.items[0], arrow, &base, &single))
        return false;
    if (is_union(base.type) && base.variable && base.variable->symbol)
        return union_member(reader, base.variable, field, expr, reference);
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    *reference = base;
    if (!base.variable && is_unnamed_record(type)) // its members are those of the struct around it
        return true;
    if (refuse_in_union(reader, field, !base.variable, expr))
        return false;
    if (base.variable) {
        *reference = (Reference){.variable = member_variable(reader, base.variable, field, single), .type = type};
        return true;
    }
    const Type *record = read_type(reader, base.type);
    const Field *found = record ? find_field(record, cursor_name(field)) : NULL;
    if (!found)
        return read_element_row(reader, &base, field, expr, reference);
    if (!reference_member(reader, &base, found, reference)) {
        refuse(reader, expr, "structs in it are nested more than %d deep", MAX_PATH);
        return false;
    }
    reference_set_type(reader, reference, type);
    return true;
}

// ---- lvalues

static bool read_subscript(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts = expression_children(reader, expr);
    if (parts.count != 2)
        return refuse_construct(reader, expr);
    int pointer = is_address(parts.items[0]) ? 0 : 1;
    if (!is_address(parts.items[pointer]))
        return refuse_construct(reader, expr); // of a vector
    return read_offset(reader, parts.items[pointer], parts.items[1 - pointer], false, expr, reference);
}

// The struct that a compound literal, a choice or a call yields.
static bool read_unnamed(Reader *reader, CXCursor expr, Reference *reference)
{
    CXType type = cursor_type(expr);
    if (type.kind != CXType_Record || is_union(type) || !reader->frame.before || reader->frame.conditional)
        return refuse_construct(reader, expr);
    if (clang_getCursorKind(expr) == CXCursor_CallExpr)
        return inline_record_call(reader, expr, reference);
    if (clang_getCursorKind(expr) == CXCursor_ConditionalOperator)
        return choose_record(reader, type, expr, reference);
    return make_record(reader, type, expr, expr, reference);
}

bool read_reference(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts;
    expr = strip_parens(reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_DeclRefExpr: {
        Variable *variable = find_variable(reader, expr);
        if (!variable)
            return false;
        CXType type = cursor_type(expr); // a struct may be passed as *p: its variable is p then
        *reference = (Reference){.variable = variable, .type = type.kind == CXType_Record ? type : variable->type};
        return true;
    }
    case CXCursor_MemberRefExpr: return read_member(reader, expr, reference);
    case CXCursor_ArraySubscriptExpr: return read_subscript(reader, expr, reference);
    case CXCursor_UnaryOperator:
        parts = expression_children(reader, expr);
        if (clang_getCursorUnaryOperatorKind(expr) != CXUnaryOperator_Deref || parts.count != 1)
            return refuse_construct(reader, expr);
        return read_pointer(reader, parts.items[0], reference);
    case CXCursor_UnexposedExpr:
        parts = expression_children(reader, expr);
        if (parts.count != 1)
            return refuse_construct(reader, expr);
        return read_reference(reader, parts.items[0], reference);
    case CXCursor_CompoundLiteralExpr:
        if (!is_union(cursor_type(expr)))
            return read_unnamed(reader, expr, reference);
        *reference = (Reference){.type = cursor_type(expr)};
        return read_union_literal(reader, expr, &reference->variable);
    case CXCursor_ConditionalOperator:
    case CXCursor_CallExpr: return read_unnamed(reader, expr, reference);
    default: return refuse_construct(reader, expr);
    }
}

// ---- pointers

static bool read_pointer_sum(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts = expression_children(reader, expr);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
    if (op == CXBinaryOperator_Assign)
        return read_assigned_pointer(reader, expr, reference);
    if (parts.count != 2 || (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub))
        return refuse_construct(reader, expr);
    int pointer = is_address(parts.items[0]) ? 0 : 1;
    return read_offset(reader, parts.items[pointer], parts.items[1 - pointer], op == CXBinaryOperator_Sub, expr,
                       reference);
}

// The place with another value of what says how far the pointer is.
static void put_way(Reader *reader, Reference *place, const Symbol *way, Expr *value)
{
    if (place->choice) {
        Choice *choice = reference_change_choice(reader, place);
        put_way(reader, &choice->yes, way, value);
        put_way(reader, &choice->no, way, value);
        return;
    }
    Expr **last = last_subscript(place);
    *last = expr_substitute(reader->arena, *last, way, value);
}

// *p++, *--p
static bool read_stepped_pointer(Reader *reader, CXCursor expr, CXCursor operand, Reference *reference)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expr);
    bool post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
    bool pre = kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
    Reference pointer;
    Expr *place;
    if ((!post && !pre) || !read_reference(reader, operand, &pointer))
        return refuse_construct(reader, expr);
    const Symbol *way = moved_pointer_way(reader, &pointer, expr);
    if (!way)
        return false;
    Expr *old = post ? read_post_increment(reader, expr, operand) : NULL;
    if ((post ? !old : !read_assignment(reader, expr, &place)) || !load_pointer(reader, &pointer, expr))
        return false;
    if (post)
        put_way(reader, &pointer, way, old);
    *reference = pointer;
    return true;
}

bool pointer_is_deep(Reader *reader, CXCursor expr)
{
    CXType type = cursor_type(expr);
    if (type.kind != CXType_Pointer)
        return false;
    bool member = clang_getCursorKind(expr) == CXCursor_MemberRefExpr;
    bool element = clang_getCursorKind(expr) == CXCursor_ArraySubscriptExpr;
    bool to_pointers = clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Pointer;
    Children parts = expression_children(reader, expr);
    for (int level = 0; parts.count; level++) {
        CXCursor base = strip_conversions(reader, parts.items[0]);
        enum CXCursorKind kind = clang_getCursorKind(base);
        if (kind == CXCursor_ArraySubscriptExpr && (member || is_array_type(cursor_type(base))))
            return true;
        if (kind == CXCursor_UnaryOperator && member && to_pointers) // (*p)->rows
            return true;
        if (element && level == 0 && to_pointers)
            return true;
        if (kind != CXCursor_MemberRefExpr)
            return false;
        parts = expression_children(reader, base);
    }
    return false;
}

static bool read_host_pointer(Reader *reader, CXCursor expr, Reference *reference)
{
    Variable *variable = host_pointer_variable(reader, expr);
    if (!variable)
        return false;
    *reference = (Reference){.variable = variable, .type = variable->type};
    return load_pointer(reader, reference, expr);
}

// c ? p : q: the host's choice, if it knows the condition before the nest. Otherwise every load and every store of the
// nest makes it.
static bool read_chosen_pointer(Reader *reader, CXCursor expr, Reference *reference)
{
    if (read_host_pointer(reader, expr, reference))
        return true;
    Children parts = expression_children(reader, expr);
    if (reader->frame.refused || parts.count != 3)
        return false;
    Choice *choice = ARENA_NEW(reader->arena, Choice);
    choice->condition = read_condition(reader, parts.items[0]);
    reader->frame.conditional++;
    bool good = choice->condition && read_pointer(reader, parts.items[1], &choice->yes) &&
                read_pointer(reader, parts.items[2], &choice->no);
    reader->frame.conditional--;
    *reference = (Reference){.choice = choice, .type = choice->yes.type};
    return good;
}

bool read_pointer(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts;
    expr = strip_parens(reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_ConditionalOperator: return read_chosen_pointer(reader, expr, reference);
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        if (((pointer_is_deep(reader, expr) && !pointer_table_varies(reader, expr)) ||
             rows_have_numbers(reader, expr)) &&
            read_host_pointer(reader, expr, reference))
            return true;
        if (reader->frame.refused || !read_reference(reader, expr, reference))
            return false;
        return is_array_type(reference->type) ? reference_decay(reader, reference, expr)
                                              : load_pointer(reader, reference, expr);
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr: return read_converted_pointer(reader, expr, reference);
    case CXCursor_BinaryOperator: return read_pointer_sum(reader, expr, reference);
    case CXCursor_UnaryOperator:
        parts = expression_children(reader, expr);
        if (parts.count == 1 && clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_AddrOf)
            return read_reference(reader, parts.items[0], reference);
        if (parts.count == 1 && clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Deref)
            return read_host_pointer(reader, expr, reference) ||
                   (read_reference(reader, expr, reference) && load_pointer(reader, reference, expr));
        return parts.count == 1 && read_stepped_pointer(reader, expr, parts.items[0], reference);
    case CXCursor_CallExpr: {
        CXCursor aligned = aligned_pointer(reader, expr);
        return is_null_cursor(aligned) ? inline_pointer_call(reader, expr, cursor_type(expr), reference)
                                       : read_pointer(reader, aligned, reference);
    }
    default: return refuse_construct(reader, expr);
    }
}

// ---- their values

static bool is_complete(const Reference *reference)
{
    if (reference->nsubscripts != reference->array->ndim)
        return false;
    for (int i = 0; i < reference->npath; i++)
        if (reference->nfield_subscripts[i] != reference->fields[i]->ndim)
            return false;
    return true;
}

Expr *place_of_reference(Reader *reader, const Reference *reference, CXCursor at)
{
    Variable *variable = reference->variable;
    if (variable && variable->value)
        return variable->value;
    if (reference->choice) {
        refuse(reader, at, "it writes a part of what a chosen pointer points to");
        return NULL;
    }
    if (variable) {
        const Symbol *symbol = variable_symbol(reader, variable, at);
        return symbol ? located(reader, expr_symbol(reader->arena, symbol), at) : NULL;
    }
    bool whole = is_complete(reference) && !is_in_parts(reference);
    Expr *access = whole ? expr_access(reader->arena, reference->array, reference->subscripts) : NULL;
    for (int i = 0; access && i < reference->npath; i++)
        access = expr_member(reader->arena, access, reference->fields[i], reference->field_subscripts[i]);
    if (!access || !type_is_arithmetic(access->type)) {
        refuse(reader, at, "it uses a part of '%s' that is not a single number", reference->array->name);
        return NULL;
    }
    access->loc = cursor_loc(reader, at);
    return access;
}

Expr *load_reference(Reader *reader, const Reference *reference, CXCursor at)
{
    if (reference->choice) {
        const Choice *choice = reference->choice;
        Expr *yes = load_reference(reader, &choice->yes, at);
        Expr *no = yes ? load_reference(reader, &choice->no, at) : NULL;
        return no ? located(reader,
                            expr_select(reader->arena, choice->condition, yes, expr_cast(reader->arena, yes->type, no)),
                            at)
                  : NULL;
    }
    if (is_in_parts(reference)) {
        Expr *value = load_parts(reader, reference, at);
        return value ? located(reader, half_load(reader, value), at) : NULL;
    }
    Expr *stored = place_of_reference(reader, reference, at);
    return stored ? located(reader, half_load(reader, bits_load(reader, reference, stored)), at) : NULL;
}

// ---- subscripts that must not change later

typedef struct Change {
    Reader *reader;
    bool may_change;
} Change;

static bool may_change(void *context, const Expr *expr)
{
    Change *change = context;
    change->may_change |= expr->kind == EX_ACCESS;
    if (expr->kind == EX_SYMBOL) {
        change->may_change |= expr->symbol->role == SYM_LIVE;
        FOR_EACH(i, &change->reader->frame.changing)
            change->may_change |= change->reader->frame.changing.items[i] == expr->symbol;
    }
    return !change->may_change;
}

static bool assume(void *context, const Expr *expr)
{
    Reader *reader = context;
    if (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_ITERATOR)
        VECTOR_PUSH(reader->arena, &reader->frame.assumed, expr->symbol);
    return true;
}

bool is_stable(Reader *reader, Expr *expr)
{
    Change change = {.reader = reader};
    expr_walk(expr, may_change, &change);
    if (!change.may_change)
        expr_walk(expr, assume, reader);
    return !change.may_change;
}

// `when` the value is needed; NULL: always.
static bool freeze(Reader *reader, Expr **subscript, const char *name, Expr *when)
{
    if (is_stable(reader, *subscript))
        return true;
    if (!reader->frame.before || reader->frame.conditional)
        return false;
    Expr *value = expr_cast(reader->arena, type_scalar(TY_I64), *subscript);
    if (when)
        value = expr_select(reader->arena, when, value, expr_index(reader->arena, 0));
    Symbol *symbol =
        new_symbol(reader, intern_printf("%s_at", name), type_scalar(TY_I64), SYM_LOCAL, (*subscript)->loc);
    VECTOR_PUSH(reader->arena, reader->frame.before, stmt_declare(reader->arena, symbol, value));
    *subscript = expr_symbol(reader->arena, symbol);
    return true;
}

static bool freeze_when(Reader *reader, Reference *reference, const char *name, Expr *when);

static bool freeze_choice(Reader *reader, Choice *choice, const char *name, Expr *when)
{
    Arena *arena = reader->arena;
    const Type *truth = type_scalar(TY_I32);
    if (!is_stable(reader, choice->condition)) {
        const Type *type = choice->condition->type;
        Expr *holds = expr_binary(arena, OP_NE, choice->condition, expr_zero(arena, type), type);
        if (!freeze(reader, &holds, name, when))
            return false;
        choice->condition = expr_binary(arena, OP_NE, holds, expr_index(arena, 0), type_scalar(TY_I64));
    }
    Expr *yes = choice->condition, *no = expr_unary(arena, OP_NOT, yes);
    if (when) {
        yes = expr_binary(arena, OP_LOGICAL_AND, when, yes, truth);
        no = expr_binary(arena, OP_LOGICAL_AND, when, no, truth);
    }
    return freeze_when(reader, &choice->yes, name, yes) && freeze_when(reader, &choice->no, name, no);
}

static bool freeze_when(Reader *reader, Reference *reference, const char *name, Expr *when)
{
    if (reference->choice)
        return freeze_choice(reader, reference_change_choice(reader, reference), name, when);
    for (int i = 0; i < reference->nsubscripts; i++)
        if (!freeze(reader, &reference->subscripts[i], name, when))
            return false;
    if (reference->view_index && !freeze(reader, &reference->view_index, name, when))
        return false;
    if (reference->view_bytes && !freeze(reader, &reference->view_bytes, name, when))
        return false;
    for (int i = 0; i < reference->npath; i++)
        for (int k = 0; k < reference->nfield_subscripts[i]; k++)
            if (!freeze(reader, &reference->field_subscripts[i][k], name, when))
                return false;
    return true;
}

bool freeze_reference(Reader *reader, Reference *reference, const char *name)
{
    return freeze_when(reader, reference, name, NULL);
}
