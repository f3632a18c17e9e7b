// Pointer induction. A pointer that the nest only changes by `p++`, `p -= n` and the like becomes its value before the
// nest, or at its declaration, plus an offset, which is a variable like any other. One that the nest assigns becomes
// the array that it points into, and a variable for each subscript.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/control/unswitch.h"
#include "frontend/dataflow/scan.h"

typedef struct Steps {
    Reader *reader;
    DeclFacts *facts;
    bool only;
} Steps;

// ---- a pointer of which something outside of the nest has the address

// A pointer, or bytes that may be a part of one.
static bool may_be_pointer(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || type.kind == CXType_Char_S || type.kind == CXType_Char_U ||
           type.kind == CXType_SChar || type.kind == CXType_UChar || type.kind == CXType_Void;
}

// sqrt(x): knows no pointer.
static bool is_call_of_numbers(CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    bool fine = clang_getCursorKind(callee) == CXCursor_FunctionDecl && !clang_Cursor_isVariadic(callee) &&
                is_null_cursor(clang_getCursorDefinition(callee));
    for (int i = 0; fine && i < clang_Cursor_getNumArguments(call); i++) {
        CXType type = clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(call, (unsigned)i)));
        fine = type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin;
    }
    return fine;
}

// Whether the expression may be the pointer by another name than its own.
static bool is_other_name(CXCursor expr)
{
    enum CXCursorKind kind = clang_getCursorKind(expr);
    enum CXUnaryOperatorKind unary =
        kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind(expr) : CXUnaryOperator_Invalid;
    CXType type = clang_getCanonicalType(clang_getCursorType(expr));
    if (kind == CXCursor_CallExpr)
        return !is_call_of_numbers(expr);
    if (unary == CXUnaryOperator_AddrOf)
        return may_be_pointer(clang_getPointeeType(type));
    bool is_memory = kind == CXCursor_ArraySubscriptExpr || unary == CXUnaryOperator_Deref;
    return is_memory && (may_be_pointer(type) || type.kind == CXType_Record);
}

static enum CXChildVisitResult find_other_name(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Steps *steps = context;
    steps->only &= !is_other_name(cursor);
    return steps->only ? CXChildVisit_Recurse : CXChildVisit_Break;
}

// ---- steps

static enum CXChildVisitResult find_other_write(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Steps *steps = context;
    CXCursor taken;
    (void)parent;
    if (unswitch_branch(steps->reader, cursor, &taken)) {
        if (!is_null_cursor(taken) && find_other_write(taken, cursor, steps) == CXChildVisit_Recurse)
            clang_visitChildren(taken, find_other_write, steps);
        return steps->only ? CXChildVisit_Continue : CXChildVisit_Break;
    }
    bool assigns = clang_getCursorKind(cursor) == CXCursor_BinaryOperator &&
                   clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    if (!assigns)
        return CXChildVisit_Recurse;
    Children parts = expression_children(steps->reader, cursor);
    CXCursor target = parts.count ? written_variable(steps->reader, parts.items[0]) : clang_getNullCursor();
    steps->only &= is_null_cursor(target) || facts_of(steps->reader, clang_getCursorReferenced(target)) != steps->facts;
    return steps->only ? CXChildVisit_Recurse : CXChildVisit_Break;
}

static bool is_only_stepped(Reader *reader, DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    Steps steps = {reader, facts, true};
    for (int i = frame->nest_site; i < frame->nest_site_end && steps.only; i = reader->sites.items[i].subtree_end) {
        CXCursor statement = reader->details.items[i].cursor; // of a region it may be the assignment itself
        if (facts->address_taken)
            clang_visitChildren(statement, find_other_name, &steps);
        if (find_other_write(statement, statement, &steps) == CXChildVisit_Recurse)
            clang_visitChildren(statement, find_other_write, &steps);
    }
    return steps.only;
}

static Symbol *new_way(Reader *reader, const Variable *variable)
{
    return new_symbol(reader, intern_printf("%s_way", variable->name), type_scalar(TY_I64), SYM_LOCAL,
                      cursor_loc(reader, variable->cursor));
}

const Symbol *pointer_induction_way(Reader *reader, Variable *variable)
{
    bool outside = variable->home == HOME_FUNCTION && !variable->parent && !variable->target && !variable->value;
    if (variable->way || !outside || reader->frame.function || variable->type.kind != CXType_Pointer ||
        clang_isVolatileQualifiedType(variable->type) || !is_written_in_nest(reader, variable) ||
        !is_only_stepped(reader, variable->facts))
        return variable->way;
    if (reader->frame.nversion && is_live_after(reader, variable))
        return NULL;
    Symbol *way = new_way(reader, variable);
    variable->way = way;
    if (unswitch_own_way(reader, variable, way)) {
        mark_assigned(reader, way);
        return way;
    }
    FinalValue entry = {way, expr_index(reader->arena, 0)};
    VECTOR_PUSH(reader->arena, &reader->frame.nest->entries, entry);
    if (is_live_after(reader, variable)) {
        way->role = SYM_LIVE;
        way->host = "0";
        way->live_after = true;
        way->pointer_after = variable->host;
    } else {
        VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, way);
    }
    mark_assigned(reader, way);
    return variable->way;
}

static bool is_element(Reference *place)
{
    if (!place->choice)
        return place->nsubscripts && last_subscript(place);
    Choice choice = *place->choice;
    return is_element(&choice.yes) && is_element(&choice.no);
}

static void add_way(Reader *reader, Reference *place, const Symbol *way)
{
    if (place->choice) {
        Choice *choice = reference_change_choice(reader, place);
        add_way(reader, &choice->yes, way);
        add_way(reader, &choice->no, way);
        return;
    }
    Arena *arena = reader->arena;
    Expr **last = last_subscript(place);
    *last = index_add(arena, expr_cast(arena, type_scalar(TY_I64), *last), expr_symbol(arena, way));
}

bool pointer_induction_declare(Reader *reader, CXCursor decl, Variable *variable, Reference *target)
{
    if (reader->frame.function || !is_only_stepped(reader, variable->facts) || !is_element(target))
        return false;
    Symbol *way = new_way(reader, variable);
    add_way(reader, target, way);
    variable->way = way;
    mark_assigned(reader, way);
    add_statement(reader, stmt_declare(reader->arena, way, expr_index(reader->arena, 0)), decl);
    return true;
}

// ---- pointers that are assigned

static bool is_plain(const Reference *value)
{
    return !value->choice && !value->npath && !value->closed && value->array && value->nsubscripts;
}

enum { MAX_NUMBERS = MAX_DIMS + 2 };

// The numbers that say which element it is; the last one is what pointer arithmetic changes.
static int numbers_of(Reference *place, Expr **numbers[MAX_NUMBERS])
{
    int count = 0;
    for (int d = 0; d < place->nsubscripts; d++)
        numbers[count++] = &place->subscripts[d];
    if (place->view_bytes && place->view_bytes->kind != EX_INT)
        numbers[count++] = &place->view_bytes;
    if (place->view_index)
        numbers[count++] = &place->view_index;
    return count;
}

static Symbol *new_number(Reader *reader, const Variable *variable, int d, int count)
{
    const char *name = d + 1 < count ? intern_printf("%s_at%d", variable->name, d) : NULL;
    Symbol *number =
        name ? new_symbol(reader, name, type_scalar(TY_I64), SYM_LOCAL, cursor_loc(reader, variable->cursor))
             : new_way(reader, variable);
    mark_assigned(reader, number);
    return number;
}

// An element of the array that `value` is one of, with numbers of its own.
static const Reference *new_place(Reader *reader, Variable *variable, const Reference *value)
{
    Reference *place = arena_copy(reader->arena, value, sizeof *value);
    Expr **numbers[MAX_NUMBERS];
    int count = numbers_of(place, numbers);
    for (int i = 0; i < count; i++)
        *numbers[i] = expr_symbol(reader->arena, new_number(reader, variable, i, count));
    VECTOR_PUSH(reader->arena, &variable->places, place);
    return place;
}

// From here on the variable is a name for that element.
static void name_place(Reader *reader, Variable *variable, const Reference *place)
{
    if (!variable->target)
        VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
    Expr **numbers[MAX_NUMBERS];
    variable->target = place;
    variable->nullness = NOT_NULL;
    variable->way = (*numbers[numbers_of((Reference *)place, numbers) - 1])->symbol;
}

// Whether both count what `numbers_of` has from the same byte.
static bool same_kind(const Reference *place, const Reference *value)
{
    const Expr *one = place->view_bytes, *other = value->view_bytes;
    bool fixed = one && one->kind == EX_INT, fixed_too = other && other->kind == EX_INT;
    return place->array == value->array && place->nsubscripts == value->nsubscripts && place->view == value->view &&
           !one == !other && fixed == fixed_too && (!fixed || one->integer == other->integer);
}

static const Reference *place_in(const Variable *variable, const Reference *value)
{
    FOR_EACH(i, &variable->places)
        if (same_kind(variable->places.items[i], value))
            return variable->places.items[i];
    return NULL;
}

static bool mentions_number(const Reference *place, const Expr *expr, int before)
{
    bool mentions = false;
    Expr **numbers[MAX_NUMBERS];
    numbers_of((Reference *)place, numbers);
    for (int i = 0; i < before; i++)
        mentions |= expr_mentions(expr, (*numbers[i])->symbol);
    return mentions;
}

static Expr *saved(Reader *reader, const Variable *variable, Expr *value, CXCursor at)
{
    Symbol *symbol =
        new_symbol(reader, intern_printf("%s_next", variable->name), value->type, SYM_LOCAL, cursor_loc(reader, at));
    add_statement(reader, stmt_declare(reader->arena, symbol, value), at);
    return expr_symbol(reader->arena, symbol);
}

// The pointer leaves the array: its numbers there have no values any more.
static void forget_place(Reader *reader, const Reference *place, CXCursor at)
{
    Expr **numbers[MAX_NUMBERS];
    int count = numbers_of((Reference *)place, numbers);
    for (int i = 0; i < count; i++)
        add_statement(reader, stmt_declare(reader->arena, (Symbol *)(*numbers[i])->symbol, NULL), at);
}

static void give_ways(Reader *reader, const Reference *place)
{
    Expr **numbers[MAX_NUMBERS];
    int count = numbers_of((Reference *)place, numbers);
    for (int i = 0; i < count; i++)
        VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, (*numbers[i])->symbol);
}

// place = value
static void set_numbers(Reader *reader, const Variable *variable, const Reference *place, const Reference *value,
                        CXCursor at)
{
    Expr **numbers[MAX_NUMBERS], **given[MAX_NUMBERS], *values[MAX_NUMBERS];
    Reference from = *value;
    int count = numbers_of((Reference *)place, numbers);
    numbers_of(&from, given);
    for (int i = 0; i < count; i++) {
        values[i] = expr_cast(reader->arena, type_scalar(TY_I64), *given[i]);
        if (mentions_number(place, values[i], i))
            values[i] = saved(reader, variable, values[i], at);
    }
    for (int i = 0; i < count; i++)
        add_statement(reader, stmt_assign(reader->arena, *numbers[i], OP_NONE, values[i], NULL), at);
}

bool pointer_induction_assign(Reader *reader, CXCursor decl, const Reference *value, CXCursor at)
{
    Variable *variable = find_declared(reader, decl);
    if (!variable)
        return false;
    unswitch_note(reader);
    bool is_set = variable->target && variable->nullness == NOT_NULL;
    bool known = variable->places.count || (!is_set && !variable->way && !variable->array);
    bool fits = known && !reader->frame.function && is_plain(value) && variable->home != HOME_GLOBAL &&
                !variable->facts->address_taken;
    if (!fits || (variable->home == HOME_FUNCTION && is_live_after(reader, variable))) {
        refuse(reader, at, "it changes the pointer '%s'", variable->name);
        return false;
    }
    const Reference *place = place_in(variable, value);
    if (!place) {
        place = new_place(reader, variable, value);
        give_ways(reader, place);
    }
    set_numbers(reader, variable, place, value, at);
    FOR_EACH(i, &variable->places) // one path may come from another place than the text before does
        if (variable->places.items[i] != place)
            forget_place(reader, variable->places.items[i], at);
    name_place(reader, variable, place);
    return !reader->frame.refused;
}

bool pointer_induction_begin(Reader *reader, CXCursor decl, Variable *variable, const Reference *value)
{
    if (reader->frame.function || !is_plain(value) || variable->facts->address_taken)
        return false;
    const Reference *place = new_place(reader, variable, value);
    give_ways(reader, place);
    set_numbers(reader, variable, place, value, decl);
    name_place(reader, variable, place);
    return !reader->frame.refused;
}
