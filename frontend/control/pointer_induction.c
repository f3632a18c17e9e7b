// Pointer induction. A pointer that the nest only changes by `p++`, `p -= n` and the like becomes its value before the
// nest, or at its declaration, plus an offset, which is a variable like any other. One that the nest assigns becomes
// the array that it points into, and a variable for each subscript.
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"

typedef struct Steps {
    Reader *reader;
    DeclFacts *facts;
    bool only;
} Steps;

static enum CXChildVisitResult find_other_write(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Steps *steps = context;
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
    Steps steps = {reader, facts, !facts->address_taken};
    for (int i = frame->nest_site; i < frame->nest_site_end && steps.only; i = reader->sites.items[i].subtree_end) {
        CXCursor statement = reader->details.items[i].cursor; // of a region it may be the assignment itself
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
    Symbol *way = new_way(reader, variable);
    variable->way = way;
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

bool pointer_induction_declare(Reader *reader, CXCursor decl, Variable *variable, Reference *target)
{
    if (reader->frame.function || !is_only_stepped(reader, variable->facts) || target->npath || !target->nsubscripts ||
        target->closed)
        return false;
    Symbol *way = new_way(reader, variable);
    Expr **last = &target->subscripts[target->nsubscripts - 1];
    *last =
        index_add(reader->arena, expr_cast(reader->arena, type_scalar(TY_I64), *last), expr_symbol(reader->arena, way));
    variable->way = way;
    mark_assigned(reader, way);
    add_statement(reader, stmt_declare(reader->arena, way, expr_index(reader->arena, 0)), decl);
    return true;
}

// ---- pointers that are assigned

static bool is_plain(const Reference *value)
{
    return !value->choice && !value->view && !value->npath && !value->closed && value->array && value->nsubscripts;
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
    for (int d = 0; d < place->nsubscripts; d++)
        place->subscripts[d] = expr_symbol(reader->arena, new_number(reader, variable, d, place->nsubscripts));
    VECTOR_PUSH(reader->arena, &variable->places, place);
    return place;
}

// From here on the variable is a name for that element.
static void name_place(Reader *reader, Variable *variable, const Reference *place)
{
    if (!variable->target)
        VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
    variable->target = place;
    variable->nullness = NOT_NULL;
    variable->way = place->subscripts[place->nsubscripts - 1]->symbol;
}

static const Reference *place_in(const Variable *variable, const Reference *value)
{
    FOR_EACH(i, &variable->places) {
        const Reference *place = variable->places.items[i];
        if (place->array == value->array && place->nsubscripts == value->nsubscripts)
            return place;
    }
    return NULL;
}

static bool mentions_number(const Reference *place, const Expr *expr, int before)
{
    bool mentions = false;
    for (int d = 0; d < before; d++)
        mentions |= expr_mentions(expr, place->subscripts[d]->symbol);
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
    for (int d = 0; d < place->nsubscripts; d++)
        add_statement(reader, stmt_declare(reader->arena, (Symbol *)place->subscripts[d]->symbol, NULL), at);
}

bool pointer_induction_assign(Reader *reader, CXCursor decl, const Reference *value, CXCursor at)
{
    Variable *variable = find_declared(reader, decl);
    if (!variable)
        return false;
    bool is_set = variable->target && variable->nullness == NOT_NULL;
    bool known = variable->places.count || (!is_set && !variable->way && !variable->array);
    bool fits = known && !reader->frame.function && is_plain(value) && variable->home != HOME_GLOBAL &&
                !variable->facts->address_taken;
    if (!fits || (variable->home == HOME_FUNCTION && is_live_after(reader, variable))) {
        refuse(reader, at, "it changes the pointer '%s'", variable->name);
        return false;
    }
    const Reference *place = place_in(variable, value), *left = variable->target;
    if (!place) {
        place = new_place(reader, variable, value);
        for (int d = 0; d < place->nsubscripts; d++)
            VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, place->subscripts[d]->symbol);
    }
    Expr *numbers[MAX_DIMS];
    for (int d = 0; d < value->nsubscripts; d++) {
        numbers[d] = expr_cast(reader->arena, type_scalar(TY_I64), value->subscripts[d]);
        if (mentions_number(place, numbers[d], d))
            numbers[d] = saved(reader, variable, numbers[d], at);
    }
    for (int d = 0; d < value->nsubscripts; d++)
        add_statement(reader, stmt_assign(reader->arena, place->subscripts[d], OP_NONE, numbers[d], NULL), at);
    if (left && left != place)
        forget_place(reader, left, at);
    name_place(reader, variable, place);
    return !reader->frame.refused;
}

bool pointer_induction_begin(Reader *reader, CXCursor decl, Variable *variable, const Reference *value)
{
    if (reader->frame.function || !is_plain(value) || variable->facts->address_taken)
        return false;
    const Reference *place = new_place(reader, variable, value);
    for (int d = 0; d < place->nsubscripts; d++) {
        const Symbol *number = place->subscripts[d]->symbol;
        VECTOR_PUSH(reader->arena, &reader->frame.nest->ways, number);
        Expr *begin = expr_cast(reader->arena, type_scalar(TY_I64), value->subscripts[d]);
        add_statement(reader, stmt_assign(reader->arena, place->subscripts[d], OP_NONE, begin, NULL), decl);
    }
    name_place(reader, variable, place);
    return !reader->frame.refused;
}
