// Scalar replacement: a local struct becomes one symbol or array per member, an assignment one for each member, and a
// parameter of a helper one for each number in it.
#include "frontend/clang/bits.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/assertion.h"
#include "frontend/control/init.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

enum { MAX_COPIED_ELEMENTS = 64 };

void store_value(Reader *reader, Expr *place, Expr *value, CXCursor at)
{
    if (place->kind == EX_SYMBOL)
        mark_assigned(reader, place->symbol);
    value = expr_cast(reader->arena, place->type, half_store(reader, value, place->type));
    add_statement(reader, stmt_assign(reader->arena, place, OP_NONE, value, NULL), at);
}

// ---- places inside of an array or a struct

bool element_of(Reader *reader, const Reference *whole, int64_t index, Reference *element)
{
    *element = *whole;
    CXType type = clang_getCanonicalType(clang_getArrayElementType(whole->type));
    if (whole->choice) {
        Choice *choice = reference_change_choice(reader, element);
        element->type = type;
        return element_of(reader, &whole->choice->yes, index, &choice->yes) &&
               element_of(reader, &whole->choice->no, index, &choice->no);
    }
    if (element->variable) {
        element->array = variable_array(reader, element->variable, element->variable->cursor);
        element->variable = NULL;
        if (!element->array)
            return false;
    }
    Expr *subscript = expr_index(reader->arena, index);
    if (element->npath) {
        int last = element->npath - 1;
        element->field_subscripts[last][element->nfield_subscripts[last]++] = subscript;
    } else {
        element->subscripts[element->nsubscripts++] = subscript;
    }
    element->type = type;
    return true;
}

bool member_of(Reader *reader, const Reference *whole, CXCursor field, Reference *member)
{
    CXType type = cursor_type(field);
    if (whole->variable) {
        *member = (Reference){.variable = member_variable(reader, whole->variable, field, false), .type = type};
        return true;
    }
    const Type *record = read_type(reader, whole->type);
    const Field *found = record ? find_field(record, cursor_name(field)) : NULL;
    if (!found || !reference_member(reader, whole, found, member)) {
        refuse(reader, field, "it copies a struct whose member '%s' is not a number", cursor_name(field));
        return false;
    }
    reference_set_type(reader, member, type);
    return true;
}

static enum CXVisitorResult gather_field(CXCursor field, CXClientData context)
{
    Fields *fields = context;
    VECTOR_PUSH(fields->reader->arena, &fields->items, field);
    return CXVisit_Continue;
}

Fields fields_of(Reader *reader, CXType type)
{
    Fields fields = {.reader = reader};
    clang_Type_visitFields(type, gather_field, &fields);
    return fields;
}

// ---- copying structs, member by member

static bool copy_parts(Reader *reader, const Reference *to, const Reference *from, CXCursor at);

static bool copy_array(Reader *reader, const Reference *to, const Reference *from, CXCursor at)
{
    long long count = clang_getArraySize(to->type);
    if (count < 0 || count > MAX_COPIED_ELEMENTS) {
        refuse(reader, at, "it copies a struct that holds a large array");
        return false;
    }
    for (long long i = 0; i < count; i++) {
        Reference target, source;
        if (!element_of(reader, to, i, &target) || !element_of(reader, from, i, &source) ||
            !copy_parts(reader, &target, &source, at))
            return false;
    }
    return true;
}

// Structs of the nest have no such members: what mentions one is refused.
static bool is_pointer_member(CXCursor field)
{
    return cursor_type(field).kind == CXType_Pointer;
}

static bool copy_parts(Reader *reader, const Reference *to, const Reference *from, CXCursor at)
{
    if (is_union(to->type) && to->variable && from->variable && to->variable->symbol && from->variable->symbol) {
        store_value(reader, expr_symbol(reader->arena, to->variable->symbol),
                    expr_symbol(reader->arena, from->variable->symbol), at);
        return true;
    }
    if (to->type.kind == CXType_ConstantArray)
        return copy_array(reader, to, from, at);
    if (is_complex(to->type)) {
        Complex value;
        return load_complex_parts(reader, from, at, &value) && set_complex(reader, to, value, at);
    }
    if (to->type.kind != CXType_Record) {
        Expr *value = load_reference(reader, from, at);
        Expr *place = value ? place_of_reference(reader, to, at) : NULL;
        if (place)
            store_value(reader, place, value, at);
        return place != NULL;
    }
    Fields fields = fields_of(reader, to->type);
    FOR_EACH(i, &fields.items) {
        Reference target, source;
        if (to->variable && is_pointer_member(fields.items.items[i]))
            continue;
        if (!member_of(reader, to, fields.items.items[i], &target) ||
            !member_of(reader, from, fields.items.items[i], &source) || !copy_parts(reader, &target, &source, at))
            return false;
    }
    return true;
}

// ---- structs

bool declare_parts(Reader *reader, Variable *variable, CXCursor at)
{
    if (variable->type.kind == CXType_ConstantArray) {
        Array *array = variable_array(reader, variable, at);
        if (array)
            add_statement(reader, stmt_declare_array(reader->arena, array), at);
        return array != NULL;
    }
    if (is_complex(variable->type)) {
        Reference whole = {.variable = variable, .type = variable->type}, re, im;
        return complex_part(reader, &whole, false, &re) && complex_part(reader, &whole, true, &im) &&
               declare_parts(reader, re.variable, at) && declare_parts(reader, im.variable, at);
    }
    if (variable->type.kind != CXType_Record) {
        const Symbol *symbol = variable_symbol(reader, variable, at);
        if (symbol)
            add_statement(reader, stmt_declare(reader->arena, variable->symbol, NULL), at);
        return symbol != NULL;
    }
    if (type_obstacle(reader, variable->type)) {
        refuse(reader, at, "'%s' is %s", variable_words(variable), type_obstacle(reader, variable->type));
        return false;
    }
    Fields fields = fields_of(reader, variable->type);
    FOR_EACH(i, &fields.items)
        if (!is_pointer_member(fields.items.items[i]) &&
            !declare_parts(reader, member_variable(reader, variable, fields.items.items[i], false), at))
            return false;
    return true;
}

Reference unnamed_record(Reader *reader, CXType type, const char *name, CXCursor at)
{
    Variable *variable = ARENA_NEW(reader->arena, Variable);
    variable->facts = ARENA_NEW(reader->arena, DeclFacts);
    variable->cursor = at;
    variable->type = type;
    variable->home = HOME_NEST;
    variable->name = name;
    return (Reference){.variable = variable, .type = type};
}

static bool assign_in_branch(Reader *reader, const Reference *place, CXCursor value, Stmt **branch)
{
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    bool good = assign_record(reader, place, value, value);
    reader->frame.before = outer;
    *branch = stmt_block(reader->arena, items.items, items.count);
    return good;
}

bool choose_record(Reader *reader, CXType type, CXCursor choice, Reference *made)
{
    Children parts = expression_children(reader, choice);
    if (parts.count != 3)
        unreachable_bug("a conditional expression without its three parts");
    *made = unnamed_record(reader, type, "value", choice);
    Expr *condition = declare_parts(reader, made->variable, choice) ? read_condition(reader, parts.items[0]) : NULL;
    Stmt *yes, *no;
    if (!condition || !assign_in_branch(reader, made, parts.items[1], &yes) ||
        !assign_in_branch(reader, made, parts.items[2], &no))
        return false;
    add_statement(reader, stmt_if(reader->arena, condition, yes, no), choice);
    return true;
}

// An unnamed struct of the nest with the value, so that `z = (cplx){z.im, z.re}` reads before it writes.
bool make_record(Reader *reader, CXType type, CXCursor value, CXCursor at, Reference *made)
{
    *made = unnamed_record(reader, type, "value", at);
    CXCursor inner = strip_conversions(reader, value);
    Children parts = expression_children(reader, inner);
    if (clang_getCursorKind(inner) == CXCursor_CompoundLiteralExpr && parts.count)
        value = parts.items[parts.count - 1];
    return declare_parts(reader, made->variable, at) && initialize(reader, made, value, false);
}

// ---- literals that list a number for each member

// The expressions for the members in order; none: it is of another form.
static Children listed_numbers(Reader *reader, CXType type, CXCursor literal)
{
    const Children none = {0};
    Children parts = expression_children(reader, literal);
    CXCursor list = parts.count ? parts.items[parts.count - 1] : literal;
    if (clang_getCursorKind(literal) != CXCursor_CompoundLiteralExpr || is_union(type) ||
        clang_getCursorKind(list) != CXCursor_InitListExpr)
        return none;
    Fields fields = fields_of(reader, type);
    Children values = expression_children(reader, list);
    bool plain = values.count == fields.items.count;
    for (int i = 0; plain && i < values.count; i++) {
        const Type *number = read_type(reader, cursor_type(fields.items.items[i]));
        plain = number && type_is_arithmetic(number) && !type_is_half(number) && !is_designated(values.items[i]) &&
                clang_getCursorKind(values.items[i]) != CXCursor_InitListExpr;
    }
    return plain ? values : none;
}

CXCursor literal_member(Reader *reader, CXCursor member)
{
    Children parts = expression_children(reader, member);
    CXCursor literal = parts.count == 1 ? strip_parens(reader, parts.items[0]) : clang_getNullCursor();
    if (is_null_cursor(literal) || expression_has_effects(literal))
        return clang_getNullCursor();
    Children values = listed_numbers(reader, cursor_type(literal), literal);
    Fields fields = fields_of(reader, cursor_type(literal));
    for (int i = 0; i < values.count; i++)
        if (clang_equalCursors(fields.items.items[i], clang_getCursorReferenced(member)))
            return values.items[i];
    return clang_getNullCursor();
}

// z = (cplx){z.re + a, z.im + b}: what a member before holds now, and a later value reads, is kept in a variable.
static bool assign_numbers(Reader *reader, const Reference *place, const Children *numbers, CXCursor at)
{
    Fields fields = fields_of(reader, place->type);
    Values values = {0}, places = {0};
    for (int i = 0; i < numbers->count; i++) {
        Reference member;
        const Type *type = read_type(reader, cursor_type(fields.items.items[i]));
        Expr *value = read_converted(reader, numbers->items[i], type);
        Expr *target = value && member_of(reader, place, fields.items.items[i], &member)
                           ? place_of_reference(reader, &member, at)
                           : NULL;
        if (!target)
            return false;
        VECTOR_PUSH(reader->arena, &values, value);
        VECTOR_PUSH(reader->arena, &places, target);
    }
    for (int i = 1; i < values.count; i++)
        for (int k = 0; k < i; k++)
            if (expr_mentions(values.items[i], places.items[k]->symbol)) {
                Symbol *kept = new_symbol(reader, "value", places.items[i]->type, SYM_LOCAL, cursor_loc(reader, at));
                add_statement(reader, stmt_declare(reader->arena, kept, values.items[i]), at);
                values.items[i] = expr_symbol(reader->arena, kept);
            }
    FOR_EACH(i, &values)
        store_value(reader, places.items[i], values.items[i], at);
    return true;
}

// The location of the struct that the expression yields.
static bool record_value(Reader *reader, CXType type, CXCursor value, Reference *place)
{
    CXCursor inner = strip_conversions(reader, value);
    switch (clang_getCursorKind(inner)) {
    case CXCursor_CallExpr: return inline_record_call(reader, inner, place);
    case CXCursor_CompoundLiteralExpr: return make_record(reader, type, inner, inner, place);
    default: return read_reference(reader, inner, place);
    }
}

bool assign_record(Reader *reader, const Reference *place, CXCursor value, CXCursor at)
{
    Reference source;
    CXType type = canonical(place->type);
    Children numbers = listed_numbers(reader, type, strip_conversions(reader, value));
    if (place->variable && numbers.count)
        return assign_numbers(reader, place, &numbers, at);
    return record_value(reader, type, value, &source) && copy_parts(reader, place, &source, at);
}

bool read_record_assignment(Reader *reader, CXCursor expr, CXCursor target, CXCursor value)
{
    Reference place;
    if (!reader->frame.before || reader->frame.conditional) {
        refuse(reader, expr, "it assigns inside of an expression");
        return false;
    }
    return read_reference(reader, target, &place) && assign_record(reader, &place, value, expr);
}

Variable *declare_record(Reader *reader, CXCursor decl, CXCursor initializer)
{
    Variable *variable = declare_variable(reader, decl);
    Reference place = {.variable = variable, .type = variable->type};
    bool good = declare_parts(reader, variable, decl) &&
                (is_null_cursor(initializer) || initialize(reader, &place, initializer, false));
    return good ? variable : NULL;
}

// ---- parameters

bool flatten_parameter(Reader *reader, Variable *variable, CXCursor at, Symbols *symbols)
{
    if (variable->type.kind == CXType_Record && !type_obstacle(reader, variable->type)) {
        Fields fields = fields_of(reader, variable->type);
        FOR_EACH(i, &fields.items)
            if (!flatten_parameter(reader, member_variable(reader, variable, fields.items.items[i], false), at,
                                   symbols))
                return false;
        return true;
    }
    if (is_half(variable->type))
        return refuse_helper(reader);
    if (variable->type.kind == CXType_Pointer || is_address(variable->cursor))
        return refuse_helper(reader);
    if (!variable_symbol(reader, variable, at))
        return false;
    variable->symbol->role = SYM_ARGUMENT;
    VECTOR_PUSH(reader->arena, symbols, variable->symbol);
    return true;
}

static bool load_parts(Reader *reader, const Reference *place, CXCursor at, Values *values)
{
    if (place->type.kind != CXType_Record) {
        Expr *value = load_reference(reader, place, at);
        if (value)
            VECTOR_PUSH(reader->arena, values, value);
        return value != NULL;
    }
    Fields fields = fields_of(reader, place->type);
    FOR_EACH(i, &fields.items) {
        Reference member;
        if (!member_of(reader, place, fields.items.items[i], &member) || !load_parts(reader, &member, at, values))
            return false;
    }
    return true;
}

bool flatten_argument(Reader *reader, CXCursor argument, Values *values)
{
    CXType type = canonical(clang_getCursorType(argument));
    if (type.kind != CXType_Record) {
        Expr *value = read_value(reader, argument);
        if (value)
            VECTOR_PUSH(reader->arena, values, value);
        return value != NULL;
    }
    Reference place;
    return record_value(reader, type, argument, &place) && load_parts(reader, &place, argument, values);
}
