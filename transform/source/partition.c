// The body of a loop in pieces, and the dependences that tie them together (contract in source.h).
#include "ir/mentions.h"
#include "transform/source/source.h"
#include "transform/source/split_node.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// ---- the pieces

static const char *collect(Pieces *pieces, const Stmt *stmt);

static const char *add_piece(Pieces *pieces, const Stmt *stmt)
{
    if (pieces->count == MAX_PIECES)
        return "it holds too many statements";
    pieces->items[pieces->count++] = stmt;
    return NULL;
}

// A branch or loop that does not depend on the other statements can be duplicated for each of them.
static bool stands_apart(const Pieces *pieces, const Stmt *stmt)
{
    const Stmt *body = pieces->loop->body;
    if (stmt->kind == ST_IF)
        return !source_changes(body, stmt->condition) && !tree_leaves(stmt, ST_BREAK) &&
               !tree_leaves(stmt, ST_CONTINUE);
    const Loop *loop = stmt->loop;
    return !source_changes(body, loop->lower) && !source_changes(body, loop->upper) &&
           !source_changes(body, loop->step) && !tree_leaves(stmt->body, ST_BREAK) &&
           !tree_leaves(stmt->body, ST_CONTINUE);
}

static const char *collect_branches(Pieces *pieces, const Stmt *stmt)
{
    const char *obstacle = collect(pieces, stmt->body);
    return obstacle ? obstacle : collect(pieces, stmt->otherwise);
}

static const char *collect_all(Pieces *pieces, const Stmt *block)
{
    const char *obstacle = NULL;
    for (int i = 0; i < block->nitems && !obstacle; i++)
        obstacle = collect(pieces, block->items[i]);
    return obstacle;
}

static const char *collect(Pieces *pieces, const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    switch (stmt->kind) {
    case ST_BLOCK: return collect_all(pieces, stmt);
    case ST_DECLARE: return stmt->value ? add_piece(pieces, stmt) : NULL;
    case ST_LOOP:
    case ST_IF: return stands_apart(pieces, stmt) ? collect_branches(pieces, stmt) : add_piece(pieces, stmt);
    default: return add_piece(pieces, stmt);
    }
}

static int piece_of(const Pieces *pieces, const Stmt *stmt)
{
    for (int p = 0; p < pieces->count; p++)
        if (stmt_contains(pieces->items[p], stmt))
            return p;
    return -1;
}

// ---- definitions that are as good when computed again

const Symbol *source_defined_by(const Stmt *stmt)
{
    if (stmt->kind == ST_DECLARE)
        return stmt->symbol;
    bool sets = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_SYMBOL;
    return sets ? stmt->place->symbol : NULL;
}

typedef struct Writers {
    const Symbol *symbol;
    int count;
} Writers;

static bool count_writers(void *context, const Stmt *stmt)
{
    Writers *writers = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == writers->symbol;
    writers->count += assigns || (stmt->kind == ST_DECLARE && stmt->symbol == writers->symbol && stmt->value);
    return true;
}

typedef struct Reads {
    const Pieces *pieces;
    bool fixed;
} Reads;

static int definition_of(const Pieces *pieces, const Symbol *symbol)
{
    for (int p = 0; p < pieces->count; p++)
        if ((pieces->copied >> p & 1) && source_defined_by(pieces->items[p]) == symbol)
            return p;
    return -1;
}

static bool read_is_fixed(void *context, const Expr *expr)
{
    Reads *reads = context;
    bool defined = expr->kind == EX_SYMBOL && definition_of(reads->pieces, expr->symbol) >= 0;
    bool reading = expr->kind == EX_SYMBOL || expr->kind == EX_ACCESS;
    if (reading && !defined) {
        Expr alone = *expr;
        alone.noperands = alone.npath = 0; // subscripts are walked on their own
        reads->fixed = reads->fixed && !source_changes(reads->pieces->loop->body, &alone);
    }
    return reads->fixed;
}

// Directly in the loop's body, or in a loop of it: not under a condition, under which it would not always run.
static bool stands_openly(const Stmt *body, const Stmt *piece)
{
    if (body == piece)
        return true;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (stands_openly(body->items[i], piece))
            return true;
    return body->kind == ST_LOOP && stands_openly(body->body, piece);
}

// Whether the piece defines a local of the loop's body: it declares it, or sets a variable of which each iteration of
// this loop alone has its own, and whose last value nobody wants.
static bool defines_local(const Candidate *state, const Pieces *pieces, const Stmt *piece)
{
    const Symbol *symbol = source_defined_by(piece);
    if (!symbol || !stands_openly(pieces->loop->body, piece))
        return false;
    int owners = 0;
    bool own = false;
    FOR_EACH(i, &state->facts->privates) {
        const Private *found = &state->facts->privates.items[i];
        owners += found->symbol == symbol;
        own = own || (found->symbol == symbol && found->loop == pieces->loop->loop->id && !found->last_value);
    }
    Path path;
    return piece->kind == ST_DECLARE || (own && owners == 1 && !symbol->address_taken && !symbol->is_volatile &&
                                         tree_path(pieces->loop, piece, &path) && path.count == 1);
}

static void find_copied(const Candidate *state, Pieces *pieces)
{
    for (int p = 0; p < pieces->count; p++) {
        const Stmt *piece = pieces->items[p];
        Writers writers = {.symbol = source_defined_by(piece)};
        if (!defines_local(state, pieces, piece))
            continue;
        stmt_walk(pieces->loop->body, count_writers, &writers);
        Reads reads = {pieces, true};
        expr_walk(piece->value, read_is_fixed, &reads);
        if (writers.count == 1 && reads.fixed)
            pieces->copied |= UINT64_C(1) << p;
    }
}

// ---- what depends on what

// Whether the dependence holds within one iteration of the outer loops; *carried: whether the loop itself carries it to
// another iteration.
static bool stays_inside(const Dependence *dependence, LoopId loop, bool *carried)
{
    for (int l = 0; l < dependence->nloops; l++) {
        *carried = dependence->direction[l] != DIRECTION_EQ;
        if (dependence->loops[l] == loop)
            return true;
        if (*carried)
            return false;
    }
    return false;
}

static void find_dependent(const Facts *facts, Pieces *pieces, bool preloaded)
{
    LoopId loop = pieces->loop->loop->id;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        bool carried = false;
        if (dependence->privatized || !stays_inside(dependence, loop, &carried))
            continue;
        int source = piece_of(pieces, dependence->source->stmt), sink = piece_of(pieces, dependence->sink->stmt);
        if (source < 0 || sink < 0 || (pieces->copied >> source & 1) || (pieces->copied >> sink & 1))
            continue;
        if (preloaded && carried && pieces->items[source] == dependence->source->stmt &&
            split_node_takes(pieces->loop, dependence))
            continue;
        pieces->dependents[source] |= UINT64_C(1) << sink;
        if (carried && !dependence_is_reduced(facts, dependence, loop))
            pieces->carried[source] |= UINT64_C(1) << sink;
    }
}

// ---- locals

typedef struct Find {
    Pieces *pieces;
    const Candidate *state;
    const Mentions *mentions; // of the loop's body
} Find;

static uint64_t users_of(const Find *find, const Symbol *symbol, const Array *array)
{
    uint64_t users = 0;
    const Pieces *pieces = find->pieces;
    for (int p = 0; p < pieces->count; p++) {
        const Stmt *piece = pieces->items[p];
        bool declares = piece->kind == ST_DECLARE && symbol && piece->symbol == symbol;
        if (declares || (symbol ? mentions_have(find->mentions, piece, symbol) : tree_mentions_array(piece, array)))
            users |= UINT64_C(1) << p;
    }
    return users;
}

static void keep_together(Pieces *pieces, uint64_t users)
{
    for (int p = 0; p < pieces->count; p++)
        if (users >> p & 1)
            pieces->with[p] |= users;
}

static bool find_local(void *context, const Stmt *stmt)
{
    Find *find = context;
    Pieces *pieces = find->pieces;
    if (stmt->kind != ST_DECLARE || (stmt->symbol && definition_of(pieces, stmt->symbol) >= 0))
        return true;
    uint64_t users = users_of(find, stmt->symbol, stmt->array);
    bool shared = (users & (users - 1)) != 0;
    if (shared && !(stmt->symbol && source_can_expand(find->state, pieces->loop, stmt->symbol)))
        keep_together(pieces, users);
    return true;
}

static void find_privates(const Find *find)
{
    const Candidate *state = find->state;
    Pieces *pieces = find->pieces;
    FOR_EACH(i, &state->facts->privates) {
        const Private *found = &state->facts->privates.items[i];
        if (!stmt_find_loop(pieces->loop, found->loop) || (found->symbol && definition_of(pieces, found->symbol) >= 0))
            continue;
        uint64_t users = users_of(find, found->symbol, found->array);
        bool shared = (users & (users - 1)) != 0, may_expand = found->symbol && !found->last_value;
        if (shared && !(may_expand && source_can_expand(state, pieces->loop, found->symbol)))
            keep_together(pieces, users);
    }
}

const char *pieces_of(const Candidate *state, const Stmt *loop, Pieces *pieces)
{
    *pieces = (Pieces){.loop = loop};
    if (stmt_rotates(loop))
        return "pointers change places in it";
    if (tree_leaves(loop->body, ST_BREAK) || tree_leaves(loop->body, ST_CONTINUE))
        return "a 'break' or 'continue' connects its statements";
    if (source_changes(loop->body, loop->loop->lower) || source_changes(loop->body, loop->loop->upper) ||
        source_changes(loop->body, loop->loop->step))
        return "its range changes inside it";
    const char *obstacle = collect(pieces, loop->body);
    if (obstacle)
        return obstacle;
    find_copied(state, pieces);
    find_dependent(state->facts, pieces, false);
    Arena *scratch = arena_new();
    Find find = {.pieces = pieces, .state = state, .mentions = mentions_of(scratch, loop->body)};
    stmt_walk(loop->body, find_local, &find);
    find_privates(&find);
    arena_release(scratch);
    return NULL;
}

void pieces_split_node(const Facts *facts, Pieces *pieces)
{
    for (int p = 0; p < pieces->count; p++)
        pieces->dependents[p] = pieces->carried[p] = 0;
    find_dependent(facts, pieces, true);
}
