// The accesses of an array in a loop whose elements move along in registers: which of them are at a constant distance,
// which an iteration is certain to come to, and whether any other one may write what is in a register.
#include "transform/memory/rotate.h"
#include "transform/memory/stage.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// ---- what the body accesses

typedef struct Changing {
    const Stmt *body;
    bool found;
} Changing;

static bool defines_inside(const Stmt *body, const Symbol *symbol)
{
    Varying below = varying_below(body);
    for (int i = 0; i < below.count; i++)
        if (below.loops[i]->iterator == symbol || below.loops[i]->defines == symbol)
            return true;
    return below.count == 2 * MAX_DEPTH;
}

static bool look_for_changing(void *context, const Expr *expr)
{
    Changing *changing = context;
    bool simple = expr->kind == EX_INT || expr->kind == EX_BINARY || expr->kind == EX_UNARY || expr->kind == EX_CAST;
    if (expr->kind == EX_SYMBOL)
        changing->found = changing->found || tree_writes_symbol(changing->body, expr->symbol) ||
                          tree_declares(changing->body, expr->symbol) || defines_inside(changing->body, expr->symbol);
    else
        changing->found = changing->found || !simple;
    return !changing->found;
}

static int places_of(const Expr *access)
{
    int count = access->array->ndim;
    for (int p = 0; p < access->npath; p++)
        count += access->path[p].field->ndim;
    return count;
}

static Expr *place_number(const Expr *access, int number)
{
    if (number < access->array->ndim)
        return access->operands[number];
    number -= access->array->ndim;
    for (int p = 0; p < access->npath; p++) {
        if (number < access->path[p].field->ndim)
            return access->path[p].subscripts[number];
        number -= access->path[p].field->ndim;
    }
    unreachable_bug("a subscript that the access does not have");
}

static bool same_fields(const Expr *access, const Expr *other)
{
    bool same = access->npath == other->npath && access->type == other->type;
    for (int p = 0; p < access->npath && same; p++)
        same = access->path[p].field == other->path[p].field;
    return same;
}

static bool polynomial_mentions(const Polynomial *polynomial, const Symbol *symbol)
{
    FOR_EACH(t, &polynomial->terms)
        for (int a = 0; a < polynomial->terms.items[t].count; a++)
            if (expr_mentions(polynomial->terms.items[t].atoms[a], symbol))
                return true;
    return false;
}

static void find_places(const Rotation *rotation, Reference *reference)
{
    Arena *arena = rotation->state->arena;
    const Symbol *iterator = rotation->stmt->loop->iterator;
    int count = places_of(reference->access);
    Changing changing = {.body = rotation->stmt->body, .found = count > MAX_DIMS};
    for (int d = 0; d < count && !changing.found; d++)
        expr_walk(place_number(reference->access, d), look_for_changing, &changing);
    if (changing.found)
        return;
    bool moves = false, even = true;
    for (int d = 0; d < count; d++) {
        Expr *place = expand_definitions(arena, &rotation->around, place_number(reference->access, d));
        Expr *next = expr_substitute(arena, place, iterator,
                                     index_add(arena, expr_symbol(arena, iterator), expr_index(arena, rotation->step)));
        Polynomial later = polynomial_of(arena, next);
        reference->place[d] = polynomial_of(arena, place);
        reference->move[d] = polynomial_combine(arena, &later, &reference->place[d], -1);
        even = even && !reference->move[d].overflow && !polynomial_mentions(&reference->move[d], iterator);
        moves = moves || reference->move[d].terms.count;
    }
    reference->moves = moves && even;
}

static int reference_of(Rotation *rotation, const Stmt *stmt, const Expr *access)
{
    for (int i = 0; i < rotation->count; i++)
        if (expr_equal(rotation->references[i].access, access))
            return i;
    if (rotation->count == MOST_REFERENCES) {
        rotation->reason = "it has more than 64 different accesses";
        return -1;
    }
    Reference *made = &rotation->references[rotation->count];
    *made = (Reference){.access = (Expr *)access, .stmt = stmt, .window = -1};
    find_places(rotation, made);
    return rotation->count++;
}

static void note(Rotation *rotation, const Stmt *stmt, const Expr *access, bool writes, bool sure)
{
    int number = reference_of(rotation, stmt, access);
    if (number < 0)
        return;
    Reference *reference = &rotation->references[number];
    Event event = {number, writes, sure};
    *(writes ? &reference->writes : &reference->reads) = true;
    reference->sure = reference->sure || sure;
    VECTOR_PUSH(rotation->state->arena, &rotation->events, event);
}

static bool may_lift(const Rotation *rotation, const Expr *condition)
{
    Staging staging = {.state = rotation->state, .array = rotation->array};
    return rotation->lifts && stage_asks_data(&staging, condition);
}

static void note_reads(Rotation *rotation, const Stmt *stmt, const Expr *expr, bool sure)
{
    if (!expr)
        return;
    bool branches = expr_branches(expr), rest = sure && (!branches || may_lift(rotation, expr->operands[0]));
    for (int i = 0; i < expr->noperands; i++)
        note_reads(rotation, stmt, expr->operands[i], i ? rest : sure);
    for (int p = 0; p < expr->npath; p++)
        for (int d = 0; d < expr->path[p].field->ndim; d++)
            note_reads(rotation, stmt, expr->path[p].subscripts[d], sure);
    if (expr->kind == EX_ACCESS && expr->array == rotation->array)
        note(rotation, stmt, expr, false, sure);
}

// Of the place that is assigned.
static void note_subscripts(Rotation *rotation, const Stmt *stmt, const Expr *place, bool sure)
{
    for (int i = 0; place->kind == EX_ACCESS && i < place->noperands; i++)
        note_reads(rotation, stmt, place->operands[i], sure);
    for (int p = 0; p < place->npath; p++)
        for (int d = 0; d < place->path[p].field->ndim; d++)
            note_reads(rotation, stmt, place->path[p].subscripts[d], sure);
}

static void note_all(Rotation *rotation, const Stmt *stmt, bool sure)
{
    if (!stmt)
        return;
    bool repeats = stmt->kind == ST_LOOP || stmt->kind == ST_WHILE;
    if (stmt->loop) {
        note_reads(rotation, stmt, stmt->loop->lower, false);
        note_reads(rotation, stmt, stmt->loop->upper, false);
        note_reads(rotation, stmt, stmt->loop->step, false);
    }
    note_reads(rotation, stmt, stmt->condition, sure && !repeats);
    note_reads(rotation, stmt, stmt->value, sure);
    if (stmt->place) {
        bool mine = stmt->place->kind == EX_ACCESS && stmt->place->array == rotation->array;
        note_subscripts(rotation, stmt, stmt->place, sure);
        if (mine && stmt->op != OP_NONE)
            note(rotation, stmt, stmt->place, false, sure);
        if (mine)
            note(rotation, stmt, stmt->place, true, sure);
    }
    for (int i = 0; i < stmt->nitems; i++)
        note_all(rotation, stmt->items[i], sure);
    bool inside = sure && !repeats && (stmt->kind != ST_IF || may_lift(rotation, stmt->condition));
    note_all(rotation, stmt->body, inside);
    note_all(rotation, stmt->otherwise, inside);
}

// ---- windows

// Whether the second is where the first is so many iterations later.
static bool is_later(const Rotation *rotation, const Reference *reference, const Reference *other, int64_t *iterations)
{
    Arena *arena = rotation->state->arena;
    int count = places_of(reference->access);
    if (!reference->moves || !other->moves || !same_fields(reference->access, other->access))
        return false;
    for (int64_t at = -FARTHEST; at <= FARTHEST; at++) {
        bool same = true;
        for (int d = 0; d < count && same; d++) {
            Polynomial apart = polynomial_combine(arena, &other->place[d], &reference->place[d], -1);
            apart = polynomial_combine(arena, &apart, &reference->move[d], -at);
            same = !apart.overflow && !apart.terms.count;
        }
        if (same) {
            *iterations = at;
            return true;
        }
    }
    return false;
}

static void find_windows(Rotation *rotation)
{
    for (int i = 0; i < rotation->count; i++) {
        Reference *reference = &rotation->references[i];
        for (int k = 0; k < i && reference->window < 0; k++) {
            const Reference *other = &rotation->references[k];
            int64_t at;
            if (other->window < 0 || !is_later(rotation, other, reference, &at))
                continue;
            reference->window = other->window;
            reference->at = other->at + at;
        }
        if (reference->window < 0 && reference->moves && rotation->nwindows < MOST_WINDOWS)
            reference->window = rotation->nwindows++;
    }
}

const Event *rotation_first(const Rotation *rotation, int window, int64_t at)
{
    FOR_EACH(i, &rotation->events) {
        const Event *event = &rotation->events.items[i];
        const Reference *reference = &rotation->references[event->reference];
        if (reference->window == window && reference->at == at)
            return event;
    }
    return NULL;
}

static void lay_out(Rotation *rotation, int number)
{
    Window *window = &rotation->windows[number];
    bool any = false, reads = false;
    for (int i = 0; i < rotation->count; i++) {
        const Reference *reference = &rotation->references[i];
        if (reference->window != number || !reference->sure)
            continue;
        window->first = !any || reference->at < window->first ? reference->at : window->first;
        window->newest = !any || reference->at > window->newest ? reference->at : window->newest;
        reads = reads || reference->reads;
        any = true;
    }
    const Event *event = any ? rotation_first(rotation, number, window->newest) : NULL;
    window->loads = event && !(event->writes && event->sure);
    window->last = window->newest;
    window->used = any && reads && window->last - window->first <= FARTHEST;
}

bool rotation_holds(const Rotation *rotation, const Reference *reference)
{
    const Window *window = reference->window >= 0 ? &rotation->windows[reference->window] : NULL;
    return window && window->used && reference->at >= window->first && reference->at <= window->last;
}

bool rotation_surely_holds(const Rotation *rotation, const Reference *reference)
{
    return rotation_holds(rotation, reference) && reference->at <= rotation->windows[reference->window].newest;
}

// With several elements in use only windows of several are meant; otherwise what iterations load ahead.
static bool choose_windows(Rotation *rotation)
{
    bool several = false;
    int64_t registers = 0;
    for (int w = 0; w < rotation->nwindows; w++) {
        lay_out(rotation, w);
        several = several || (rotation->windows[w].used && rotation->windows[w].last > rotation->windows[w].first);
    }
    for (int w = 0; w < rotation->nwindows; w++) {
        Window *window = &rotation->windows[w];
        bool wide = window->last > window->first;
        window->used = window->used && (several ? wide : rotation->ahead && window->loads);
        window->last += window->loads ? rotation->ahead : 0;
        registers += window->used ? window->last - window->first + 1 : 0;
    }
    if (!registers)
        rotation->reason = rotation->ahead ? "no iteration loads an element for certain that moves along the loop"
                                           : "no two iterations are certain to use one element";
    else if (registers > MOST_REGISTERS)
        rotation->reason = "it would need more than 64 registers a thread";
    return !rotation->reason;
}

// ---- does any other access write what is in a register?

// Subscripts that do not change along the loop and differ by a number.
static bool differ_for_certain(const Rotation *rotation, const Reference *left, const Reference *right)
{
    const Candidate *state = rotation->state;
    Expr *one[MAX_DIMS], *other[MAX_DIMS], *extents[MAX_DIMS];
    if (expr_members_apart(left->access, right->access))
        return true;
    int count = access_subscripts(state, left->access, one, extents);
    if (count != access_subscripts(state, right->access, other, extents))
        return false;
    for (int d = 0; d < count; d++) {
        Changing changing = {.body = rotation->stmt->body};
        expr_walk(one[d], look_for_changing, &changing);
        expr_walk(other[d], look_for_changing, &changing);
        if (changing.found)
            continue;
        Expr *first = expand_definitions(state->arena, &rotation->around, one[d]);
        Expr *second = expand_definitions(state->arena, &rotation->around, other[d]);
        Linear a = linear_of(state->arena, first), b = linear_of(state->arena, second);
        Linear apart = linear_combine(state->arena, &a, &b, -1);
        bool moves = expr_mentions(first, rotation->stmt->loop->iterator) ||
                     expr_mentions(second, rotation->stmt->loop->iterator);
        if (!moves && linear_is_constant(&apart) && apart.constant)
            return true;
    }
    return false;
}

// Whether the loop of the source, and every part of it, is outside of L: there is one iteration of it.
static bool is_outside(const Rotation *rotation, LoopId origin)
{
    Varying below = varying_below(rotation->stmt);
    bool outside = false;
    for (int i = 0; i < below.count; i++)
        if (below.loops[i]->origin == origin)
            return false;
    for (int i = 0; i < rotation->around.count; i++)
        outside = outside || rotation->around.loops[i]->origin == origin;
    return outside && below.count < 2 * MAX_DEPTH;
}

static bool is_access(const Access *access, const Reference *reference)
{
    return access->array && array_is(access->array, reference->access->array) &&
           access->stmt->id == reference->stmt->id && expr_equal(access->expr, reference->access);
}

static bool is_listed(const Rotation *rotation, const Reference *reference)
{
    const Facts *facts = rotation->state->facts;
    FOR_EACH(i, &facts->accesses)
        if (is_access(&facts->accesses.items[i], reference))
            return true;
    return false;
}

static bool concerns(const Dependence *dependence, const Reference *left, const Reference *right)
{
    return (is_access(dependence->source, left) && is_access(dependence->sink, right)) ||
           (is_access(dependence->source, right) && is_access(dependence->sink, left));
}

// Whether the dependences say that an iteration of what is around L has no element of both.
static bool never_meet(const Rotation *rotation, const Reference *left, const Reference *right)
{
    const Facts *facts = rotation->state->facts;
    if (!is_listed(rotation, left) || !is_listed(rotation, right))
        return false;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        bool meets = concerns(dependence, left, right);
        for (int k = 0; k < dependence->nloops && meets; k++)
            meets = (dependence->direction[k] & DIRECTION_EQ) || !is_outside(rotation, dependence->loops[k]);
        if (meets)
            return false;
    }
    return true;
}

static bool others_write_elsewhere(const Rotation *rotation)
{
    for (int i = 0; i < rotation->count; i++) {
        const Reference *write = &rotation->references[i];
        for (int k = 0; write->writes && k < rotation->count; k++) {
            const Reference *held = &rotation->references[k];
            if (!rotation_holds(rotation, held) || (write->window >= 0 && write->window == held->window))
                continue;
            if (!differ_for_certain(rotation, write, held) && !never_meet(rotation, write, held))
                return false;
        }
    }
    return true;
}

// ---- the entry

bool rotation_find(Rotation *rotation)
{
    note_all(rotation, rotation->stmt->body, true);
    find_windows(rotation);
    if (rotation->reason || !choose_windows(rotation))
        return false;
    if (!others_write_elsewhere(rotation))
        rotation->reason = "another statement of the loop may write an element that is in a register";
    return !rotation->reason;
}
