// Removes barriers that order nothing (contract in lower.h). A barrier orders what threads do between the barrier
// before it and the barrier after it: it is needed if both sides touch one array, and one of them writes. Only barriers
// that run once are looked at; in a loop, what follows also comes before.
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

// ---- what a part of the kernel touches

typedef struct Touched {
    const Array *array; // NULL: any array of the user's; two of them may overlap
    bool writes;
} Touched;

typedef struct Segment {
    Arena *arena;
    VECTOR(Touched) touched;
    bool anything; // calls that are not known here
} Segment;

static void touch(Segment *segment, const Array *array, bool writes)
{
    if (array->space == SPACE_REGISTER)
        return;
    Touched touched = {array->space == SPACE_GLOBAL ? NULL : array, writes};
    VECTOR_PUSH(segment->arena, &segment->touched, touched);
}

static bool look_at_expr(void *context, const Expr *expr)
{
    Segment *segment = context;
    if (expr->kind == EX_ACCESS)
        touch(segment, expr->array, false);
    if (expr->kind == EX_ADDRESS && expr->operands[0]->kind == EX_ACCESS)
        touch(segment, expr->operands[0]->array, true);
    segment->anything |= expr->kind == EX_INTRINSIC && expr->intrinsic >= IN_COPIES_CLOSE;
    return true;
}

static bool look_at_stmt(void *context, const Stmt *stmt)
{
    Segment *segment = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        touch(segment, stmt->place->array, true);
    segment->anything |= stmt->kind == ST_ASSIGN && stmt->asynchronous;
    stmt_expressions(stmt, look_at_expr, segment);
    return true;
}

static void add_statement(Segment *segment, const Stmt *stmt)
{
    stmt_walk(stmt, look_at_stmt, segment);
}

static bool conflict(const Segment *before, const Segment *after)
{
    FOR_EACH(i, &before->touched)
        FOR_EACH(k, &after->touched) {
            const Touched *left = &before->touched.items[i], *right = &after->touched.items[k];
            if (left->array == right->array && (left->writes || right->writes))
                return true;
        }
    return before->anything || after->anything;
}

// ---- the walk

typedef struct Enclosing { // a list of statements around, and the position in it
    const Stmt *block;
    int at;
    const struct Enclosing *outer;
} Enclosing;

static bool is_barrier(const Stmt *stmt)
{
    return stmt->kind == ST_BARRIER && !stmt->warp;
}

// From the barrier before: in this list, otherwise everything from the kernel's beginning.
static Segment segment_before(Arena *arena, const Enclosing *place)
{
    Segment segment = {.arena = arena};
    for (; place; place = place->outer)
        for (int i = place->at - 1; i >= 0; i--) {
            if (is_barrier(place->block->items[i]))
                return segment;
            add_statement(&segment, place->block->items[i]);
        }
    return segment;
}

static Segment segment_after(Arena *arena, const Enclosing *place)
{
    Segment segment = {.arena = arena};
    for (; place; place = place->outer)
        for (int i = place->at + 1; i < place->block->nitems; i++) {
            if (is_barrier(place->block->items[i]))
                return segment;
            add_statement(&segment, place->block->items[i]);
        }
    return segment;
}

static bool is_needless(Arena *arena, const Enclosing *place)
{
    if (!is_barrier(place->block->items[place->at]))
        return false;
    Segment before = segment_before(arena, place), after = segment_after(arena, place);
    return !conflict(&before, &after);
}

static Stmt *needed(Arena *arena, Stmt *stmt, const Enclosing *outer);

static Stmt *needed_in_block(Arena *arena, const Stmt *block, const Enclosing *outer)
{
    Stmt made = *block;
    made.items = arena_copy(arena, block->items, sizeof(Stmt *) * (size_t)block->nitems);
    Enclosing place = {&made, 0, outer};
    while (place.at < made.nitems) {
        if (is_needless(arena, &place)) {
            for (int i = place.at; i + 1 < made.nitems; i++)
                made.items[i] = made.items[i + 1];
            made.nitems--;
        } else {
            made.items[place.at] = needed(arena, made.items[place.at], &place);
            place.at++;
        }
    }
    return stmt_block(arena, made.items, made.nitems);
}

static Stmt *needed(Arena *arena, Stmt *stmt, const Enclosing *outer)
{
    if (stmt->kind == ST_BLOCK)
        return needed_in_block(arena, stmt, outer);
    if (stmt->kind != ST_IF || !tree_has_kind(stmt, ST_BARRIER))
        return stmt;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->body = needed(arena, stmt->body, outer);
    made->otherwise = stmt->otherwise ? needed(arena, stmt->otherwise, outer) : NULL;
    return made;
}

Stmt *without_needless_barriers(Arena *arena, Stmt *body)
{
    return needed(arena, body, NULL);
}
