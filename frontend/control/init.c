// Declarations inside of a nest, with their initializers.
#include "frontend/clang/bits.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/inline.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/clang/words.h"
#include "frontend/control/branch_pointers.h"
#include "frontend/control/init.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

enum { MAX_ZEROED_ELEMENTS = 64 }; // one by one; more in a loop

static bool refuse_declaration(Reader *reader, CXCursor decl, const char *what)
{
    refuse(reader, decl, "'%s' is %s", cursor_name(decl), what);
    return false;
}

// ---- initializer lists

static bool zero_array(Reader *reader, const Reference *place, CXCursor at);

static bool set_zero(Reader *reader, const Reference *place, CXCursor at)
{
    if (place->type.kind == CXType_ConstantArray) {
        long long count = clang_getArraySize(place->type);
        if (count > MAX_ZEROED_ELEMENTS)
            return zero_array(reader, place, at);
        for (long long i = 0; i < count; i++) {
            Reference element;
            if (!element_of(reader, place, i, &element) || !set_zero(reader, &element, at))
                return false;
        }
        return true;
    }
    if (place->type.kind == CXType_Record) {
        Fields fields = fields_of(reader, place->type);
        FOR_EACH(i, &fields.items) {
            Reference member;
            if (!member_of(reader, place, fields.items.items[i], &member) || !set_zero(reader, &member, at))
                return false;
        }
        return true;
    }
    if (is_complex(place->type))
        return set_complex(reader, place, (Complex){.re = expr_zero(reader->arena, complex_element(place->type))}, at);
    Expr *target = place_of_reference(reader, place, at);
    if (target)
        store_value(reader, target, expr_zero(reader->arena, target->type), at);
    return target != NULL;
}

// A loop of zero stores over the rest of an array.
static bool zero_array(Reader *reader, const Reference *place, CXCursor at)
{
    Reference element;
    if (reader->frame.function)
        return refuse_helper(reader);
    if (!element_of(reader, place, 0, &element))
        return false;
    Symbol *iterator = new_symbol(reader, "zero", type_scalar(TY_I64), SYM_ITERATOR, cursor_loc(reader, at));
    Expr *index = expr_symbol(reader->arena, iterator);
    if (element.npath)
        element.field_subscripts[element.npath - 1][element.nfield_subscripts[element.npath - 1] - 1] = index;
    else
        element.subscripts[element.nsubscripts - 1] = index;
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    bool good = set_zero(reader, &element, at);
    reader->frame.before = outer;
    if (!good)
        return false;
    Loop loop = {.id = nest_loop_id(reader->frame.nest), .name = iterator->name, .iterator = iterator, .step_sign = 1};
    loop.origin = loop.id;
    loop.lower = expr_index(reader->arena, 0);
    loop.upper = expr_index(reader->arena, clang_getArraySize(place->type));
    loop.step = expr_index(reader->arena, 1);
    add_statement(reader, stmt_loop(reader->arena, &loop, stmt_block(reader->arena, items.items, items.count)), at);
    return true;
}

// The value of `.name = value` or `[index] = value`, and the part that it names.
static bool designated(Reader *reader, CXCursor entry, CXCursor *value, CXCursor *field, int64_t *index)
{
    Children parts = children_of(reader, entry);
    if (parts.count != 2)
        return false;
    *value = parts.items[1];
    if (clang_getCursorKind(parts.items[0]) == CXCursor_MemberRef) {
        *field = clang_getCursorReferenced(parts.items[0]);
        return true;
    }
    Expr *constant = read_integer_constant(reader, parts.items[0], type_scalar(TY_I64));
    if (constant)
        *index = constant->integer;
    return constant != NULL;
}

bool is_designated(CXCursor entry)
{
    return clang_getCursorKind(entry) == CXCursor_UnexposedExpr && cursor_type(entry).kind == CXType_Void;
}

static bool refuse_list(Reader *reader, CXCursor list)
{
    refuse(reader, list, "it uses an initializer list of a kind that is not understood");
    return false;
}

// Whether the entry initializes the whole part: it has braces, or the part is not an aggregate, or the value has its
// type.
static bool fits(const Reference *part, CXCursor entry)
{
    bool aggregate = part->type.kind == CXType_ConstantArray || part->type.kind == CXType_Record;
    if (!aggregate || clang_getCursorKind(entry) == CXCursor_InitListExpr)
        return true;
    return part->type.kind == CXType_Record &&
           clang_equalTypes(canonical(part->type), canonical(clang_getCursorType(entry)));
}

static int find_cursor(const Fields *fields, CXCursor field)
{
    FOR_EACH(i, &fields->items)
        if (clang_equalCursors(fields->items.items[i], field))
            return i;
    return -1;
}

static bool initialize_list(Reader *reader, const Reference *place, CXCursor list, bool zeroed)
{
    Children entries = expression_children(reader, list);
    bool is_record = place->type.kind == CXType_Record;
    if (!is_record && place->type.kind != CXType_ConstantArray) // int x = {3};
        return entries.count == 1 ? initialize(reader, place, entries.items[0], zeroed) : refuse_list(reader, list);
    Fields fields = is_record ? fields_of(reader, place->type) : (Fields){0};
    int64_t count = is_record ? fields.items.count : clang_getArraySize(place->type), next = 0;
    bool designates = false;
    for (int i = 0; i < entries.count; i++)
        designates |= is_designated(entries.items[i]);
    bool all_given = entries.count >= count && !designates;
    if (!all_given && !zeroed && !set_zero(reader, place, list))
        return false;
    // A later entry of a list with designators may be for an element that an earlier entry has set.
    zeroed = (zeroed || !all_given) && !designates;
    for (int i = 0; i < entries.count; i++) {
        CXCursor value = entries.items[i], field = clang_getNullCursor();
        if (is_designated(entries.items[i]) && !designated(reader, entries.items[i], &value, &field, &next))
            return refuse_list(reader, list);
        if (!is_null_cursor(field))
            next = find_cursor(&fields, field);
        Reference part;
        if (next < 0 || next >= count)
            return refuse_list(reader, list);
        if (!(is_record ? member_of(reader, place, fields.items.items[next], &part)
                        : element_of(reader, place, next, &part)))
            return false;
        if (!fits(&part, value) || !initialize(reader, &part, value, zeroed))
            return refuse_list(reader, list);
        next++;
    }
    return true;
}

bool initialize(Reader *reader, const Reference *place, CXCursor value, bool zeroed)
{
    CXCursor inner = strip_parens(reader, value);
    if (clang_getCursorKind(inner) == CXCursor_InitListExpr)
        return initialize_list(reader, place, inner, zeroed);
    if (place->type.kind == CXType_Record)
        return assign_record(reader, place, value, value);
    if (place->type.kind == CXType_ConstantArray)
        return refuse_list(reader, value);
    Complex number;
    if (is_complex(place->type))
        return read_complex(reader, value, &number) && set_complex(reader, place, number, value);
    Expr *read = read_value(reader, value);
    if (zeroed && read && read->kind == EX_INT && read->integer == 0)
        return true;
    Expr *target = read ? place_of_reference(reader, place, value) : NULL;
    if (target && !type_is_half(target->type)) // a variable; memory rounds by itself
        read = half_rounded(reader, place->type, read);
    if (target)
        store_value(reader, target, read, value);
    return target != NULL;
}

// ---- declarations

static bool declare_array(Reader *reader, CXCursor decl, CXCursor initializer)
{
    Variable *variable = declare_variable(reader, decl);
    Array *array = variable_array(reader, variable, decl);
    if (!array)
        return false;
    add_statement(reader, stmt_declare_array(reader->arena, array), decl);
    if (is_null_cursor(initializer))
        return true;
    Reference place = {.variable = variable, .type = variable->type};
    CXCursor list = strip_parens(reader, initializer);
    if (clang_getCursorKind(list) != CXCursor_InitListExpr) {
        refuse(reader, list, "it uses %s", construct_name(reader, list));
        return false;
    }
    return initialize_list(reader, &place, list, false);
}

static bool declare_pointer(Reader *reader, CXCursor decl, CXCursor initializer)
{
    DeclFacts *facts = facts_of(reader, decl);
    if (is_null_cursor(initializer)) {
        branch_pointers_declare(reader, declare_variable(reader, decl), false);
        return true; // its assignments are still to come
    }
    if (facts->address_taken)
        return refuse_declaration(reader, decl, "a pointer whose address is taken");
    if (is_null_value(reader, initializer))
        return null_pointers_assign(reader, declare_variable(reader, decl), decl);
    Reference *target = ARENA_NEW(reader->arena, Reference);
    if (!read_pointer(reader, initializer, target))
        return false;
    bool frozen = freeze_reference(reader, target, cursor_name(decl));
    Variable *variable = declare_variable(reader, decl);
    branch_pointers_declare(reader, variable, true);
    bool assigned = frozen && facts->writes.count && !pointer_induction_declare(reader, decl, variable, target);
    if (assigned && pointer_induction_begin(reader, decl, variable, target))
        return true;
    if (!frozen || assigned)
        return refuse_declaration(reader, decl, "a pointer that is changed other than by fixed amounts");
    variable->target = target;
    VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
    return true;
}

static bool declare_number(Reader *reader, CXCursor decl, CXCursor initializer)
{
    Variable *variable = declare_variable(reader, decl);
    const Symbol *symbol = variable_symbol(reader, variable, decl);
    if (!symbol)
        return false;
    Expr *value = NULL;
    if (!is_null_cursor(initializer)) {
        CXCursor inner = strip_parens(reader, initializer);
        if (clang_getCursorKind(inner) == CXCursor_InitListExpr) {
            Children entries = expression_children(reader, inner);
            if (entries.count != 1)
                return refuse_list(reader, inner);
            inner = entries.items[0];
        }
        value = read_value(reader, inner);
        if (!value)
            return false;
        value = expr_cast(reader->arena, symbol->type, half_rounded(reader, variable->type, value));
    }
    add_statement(reader, stmt_declare(reader->arena, variable->symbol, value), decl);
    return true;
}

static enum CXChildVisitResult find_string(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    *(bool *)context |= clang_getCursorKind(cursor) == CXCursor_StringLiteral;
    return CXChildVisit_Recurse;
}

static bool has_string(CXCursor decl)
{
    bool found = false;
    clang_visitChildren(decl, find_string, &found);
    return found;
}

static bool is_constant_array(CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl)); // it has the element's `const`
    return type.kind == CXType_ConstantArray && clang_isConstQualifiedType(type);
}

enum { MOST_CONSTANTS = 32 }; // that are stored again in each iteration

// A static variable that never changes is the same as one of each iteration.
static bool is_small_constant(CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl)); // of an array, it has the element's `const`
    bool constant = clang_isConstQualifiedType(type) && type.kind != CXType_Pointer;
    long long count = 1;
    for (; type.kind == CXType_ConstantArray && count <= MOST_CONSTANTS; type = clang_getArrayElementType(type))
        count *= clang_getArraySize(type);
    return constant && count <= MOST_CONSTANTS && !is_null_cursor(clang_Cursor_getVarDeclInitializer(decl));
}

bool read_one_declaration(Reader *reader, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind == CXCursor_TypedefDecl || kind == CXCursor_StructDecl || kind == CXCursor_EnumDecl ||
        kind == CXCursor_UnionDecl || kind == CXCursor_StaticAssert)
        return true;
    if (kind != CXCursor_VarDecl) {
        refuse(reader, decl, "it contains %s", construct_name(reader, decl));
        return false;
    }
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    bool is_text = has_string(decl) && is_constant_array(decl);
    if ((is_text || (storage == CX_SC_Static && !is_small_constant(decl))) && declare_table(reader, decl))
        return true;
    if ((storage == CX_SC_Static && !is_small_constant(decl)) || storage == CX_SC_Extern)
        return refuse_declaration(
            reader, decl, storage == CX_SC_Static ? "a static variable declared in it" : "declared extern in it");
    CXType type = cursor_type(decl);
    if (clang_isVolatileQualifiedType(type))
        return refuse_declaration(reader, decl, "volatile");
    CXType plain = type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(decl);
    if (type.kind == CXType_Pointer && !is_null_cursor(initializer) &&
        declare_function_pointer(reader, decl, initializer))
        return true;
    if (type_obstacle(reader, type) && !is_union(plain))
        return refuse_declaration(reader, decl, type_obstacle(reader, type));
    if (!is_null_cursor(initializer) && cursor_mentions(initializer, decl))
        return refuse_declaration(reader, decl, "mentioned in its own initializer");
    switch (type.kind) {
    case CXType_VariableArray: return variable_array(reader, declare_variable(reader, decl), decl) != NULL;
    case CXType_ConstantArray: return declare_array(reader, decl, initializer);
    case CXType_Record:
        return is_union(type) ? declare_union(reader, decl, initializer)
                              : declare_record(reader, decl, initializer) != NULL;
    case CXType_Pointer: return declare_pointer(reader, decl, initializer);
    case CXType_Complex: return declare_complex(reader, decl, initializer);
    default: return declare_number(reader, decl, initializer);
    }
}

bool read_declaration(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    for (int i = 0; i < parts.count; i++)
        if (!read_one_declaration(reader, parts.items[i]))
            return false;
    return true;
}
