// Renames the live ranges of scalars: when a scalar is set anew, the earlier range gets a variable of its own.
//
//   for j { s = 0; .. q[j] = s }          double s_1;  for j { s_1 = 0; .. q[j] = s_1 }
//   s = 0;                           ->   s = 0;
//   for j { s += q[j] }                   for j { s += q[j] }
//
// A loop that sets a scalar anew in each iteration, when nothing reads it afterwards, has a variable of its own, too:
//
//   s = 0; for k { s += a[j][k] }                    s = 0; for k { s += a[j][k] }
//   b[j] = s;                                        b[j] = s;
//   for i { s = 0; for k { s += .. } c[i] = s }  ->  for i { double s_1; s_1 = 0; for k { s_1 += .. } c[i] = s_1 }
//
// So a name that C89 declares once for all loops of a function does not connect them.
#include "frontend/directives/directive.h"
#include "transform/source/rename_scalars.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/tree/upward_exposed.h"

#include <string.h>

typedef struct Renaming {
    Nest *nest;
    Arena *arena;
    const Symbol *from;
    const Symbol *to;
    Arena *scratch;           // of `mentions`
    const Mentions *mentions; // of the nest's body as it is
} Renaming;

static Expr *use_other(void *context, Expr *expr)
{
    const Renaming *renaming = context;
    bool found = expr->kind == EX_SYMBOL && expr->symbol == renaming->from;
    return found ? expr_symbol(renaming->arena, renaming->to) : expr;
}

static bool sets_anew(const Stmt *item, const Symbol *symbol)
{
    return item->kind == ST_ASSIGN && tree_assigns_first(item, symbol);
}

// If control may leave the items [first, last) other than by their end, the value may still be needed.
static bool leaves(const Stmt *block, int first, int last)
{
    for (int i = first; i < last; i++)
        if (tree_leaves(block->items[i], ST_BREAK) || tree_leaves(block->items[i], ST_CONTINUE) ||
            tree_has_kind(block->items[i], ST_RETURN))
            return true;
    return false;
}

// A live range in the items [first, last) that no value enters and that has a loop: only there does the name matter.
static bool has_own_life(const Stmt *block, int first, int last, const Symbol *symbol)
{
    bool in_loop = false;
    FirstUse use = FIRST_NONE;
    for (int i = first; i < last && use != FIRST_ASSIGNED && use != FIRST_USED; i++) {
        FirstUse next = tree_first_use(NULL, block->items[i], symbol);
        use = next == FIRST_NONE ? use : next;
    }
    for (int i = first; i < last; i++) {
        const Stmt *item = block->items[i];
        if (item->kind == ST_DECLARE && item->symbol == symbol)
            return false;
        in_loop = in_loop || (item->kind == ST_LOOP && tree_mentions(item, symbol));
    }
    return in_loop && use != FIRST_USED && !leaves(block, first, last);
}

// The symbol that replaces `from` where renaming goes on.
static Symbol *copy_of_symbol(Renaming *renaming)
{
    Symbol *other = nest_symbol(renaming->nest, renaming->from->name, renaming->from->type, SYM_LOCAL);
    other->loc = renaming->from->loc;
    renaming->to = other;
    return other;
}

static Stmt *separate_symbol(Renaming *renaming, Stmt *block)
{
    StmtList items = {0};
    int first = 0;
    bool changed = false;
    for (int i = 1; i < block->nitems; i++) {
        if (!sets_anew(block->items[i], renaming->from))
            continue;
        if (has_own_life(block, first, i, renaming->from)) {
            Symbol *other = copy_of_symbol(renaming);
            VECTOR_PUSH(renaming->arena, &items, stmt_declare(renaming->arena, other, NULL));
            for (int k = first; k < i; k++)
                VECTOR_PUSH(renaming->arena, &items,
                            stmt_rewrite(renaming->arena, block->items[k], NULL, use_other, renaming));
            changed = true;
        } else {
            for (int k = first; k < i; k++)
                VECTOR_PUSH(renaming->arena, &items, block->items[k]);
        }
        first = i;
    }
    for (int k = first; k < block->nitems; k++)
        VECTOR_PUSH(renaming->arena, &items, block->items[k]);
    return changed ? stmt_block(renaming->arena, items.items, items.count) : block;
}

static bool is_claimed(const Directive *directive, const char *name)
{
    for (int c = 0; directive && c < directive->clauses.count; c++)
        if (clause_names(&directive->clauses.items[c], name))
            return true;
    return false;
}

typedef struct Naming {
    const char *name;
    bool found;
} Naming;

static bool look_for_name(void *context, const Stmt *stmt)
{
    Naming *naming = context;
    naming->found = naming->found || is_claimed(stmt->directive, naming->name);
    return !naming->found;
}

static bool may_be_renamed(const Nest *nest, const Symbol *symbol)
{
    bool plain =
        (symbol->role == SYM_LIVE || symbol->role == SYM_LOCAL) && !symbol->address_taken && !symbol->is_volatile;
    Naming naming = {symbol->name, is_claimed(nest->directive, symbol->name)};
    if (plain && !naming.found)
        stmt_walk(nest->body, look_for_name, &naming);
    return plain && !naming.found;
}

typedef struct Assigned {
    VECTOR(const Symbol *) symbols;
    bool beside_loop;
} Assigned;

// What items of a block assign, where lives may end: in others nothing is renamed, for want of assignments or of loops.
static Assigned assigned_in(Arena *arena, const Stmt *block)
{
    Assigned assigned = {0};
    for (int i = 0; i < block->nitems; i++) {
        const Stmt *item = block->items[i];
        assigned.beside_loop = assigned.beside_loop || item->kind == ST_LOOP;
        if (i > 0 && item->kind == ST_ASSIGN && item->place->kind == EX_SYMBOL)
            VECTOR_PUSH(arena, &assigned.symbols, item->place->symbol);
    }
    return assigned;
}

static bool is_assigned(const Assigned *assigned, const Symbol *symbol)
{
    FOR_EACH(i, &assigned->symbols)
        if (assigned->symbols.items[i] == symbol)
            return true;
    return false;
}

static Stmt *separate_block(void *context, Stmt *stmt)
{
    Renaming *renaming = context;
    int count = renaming->nest->symbols.count; // not those made meanwhile
    Arena *scratch = arena_new();
    Assigned assigned = {0};
    if (stmt->kind == ST_BLOCK)
        assigned = assigned_in(scratch, stmt);
    for (int i = 0; assigned.beside_loop && i < count; i++) {
        renaming->from = renaming->nest->symbols.items[i];
        if (is_assigned(&assigned, renaming->from) && may_be_renamed(renaming->nest, renaming->from))
            stmt = separate_symbol(renaming, stmt);
    }
    arena_release(scratch);
    return stmt;
}

// ---- loops

// Whether the items of the block from `first` on read what the symbol holds before them; dead: nothing after them does.
static bool is_dead_before(const Mentions *mentions, const Stmt *block, int first, const Symbol *symbol, bool dead)
{
    for (int i = first; i < block->nitems; i++) {
        FirstUse use = tree_first_use(mentions, block->items[i], symbol);
        if (use == FIRST_ASSIGNED || use == FIRST_USED)
            return use == FIRST_ASSIGNED;
    }
    return dead;
}

static bool declares(const Stmt *stmt, const Symbol *symbol)
{
    return stmt->kind == ST_DECLARE && stmt->symbol == symbol;
}

static bool may_hold_loop(const Stmt *item)
{
    return item->kind == ST_BLOCK || item->kind == ST_IF || item->kind == ST_LOOP || item->kind == ST_WHILE;
}

static bool sets_in_each_iteration(const Mentions *mentions, const Stmt *loop, const Symbol *symbol)
{
    FirstUse use = tree_first_use(mentions, loop, symbol);
    return use == FIRST_ASSIGNED || use == FIRST_MAYBE;
}

// The outermost loop of `stmt` with a life of the symbol of its own, or NULL. dead: nothing reads the symbol after the
// statement.
static const Stmt *loop_with_own_life(const Mentions *mentions, const Stmt *stmt, const Symbol *symbol, bool dead)
{
    const Stmt *found = NULL;
    if (!stmt || !mentions_have(mentions, stmt, symbol))
        return NULL;
    switch (stmt->kind) {
    case ST_BLOCK: {
        for (int i = 0; i < stmt->nitems; i++)
            dead = dead || declares(stmt->items[i], symbol);
        for (int i = 0; !found && i < stmt->nitems; i++)
            if (may_hold_loop(stmt->items[i]) && mentions_have(mentions, stmt->items[i], symbol))
                found = loop_with_own_life(mentions, stmt->items[i], symbol,
                                           !leaves(stmt, i, stmt->nitems) &&
                                               is_dead_before(mentions, stmt, i + 1, symbol, dead));
        return found;
    }
    case ST_IF:
        found = loop_with_own_life(mentions, stmt->body, symbol, dead);
        return found ? found : loop_with_own_life(mentions, stmt->otherwise, symbol, dead);
    case ST_LOOP: {
        bool fresh = dead && sets_in_each_iteration(mentions, stmt, symbol);
        return fresh ? stmt : loop_with_own_life(mentions, stmt->body, symbol, fresh);
    }
    case ST_WHILE: return loop_with_own_life(mentions, stmt->body, symbol, false);
    default: return NULL;
    }
}

static bool is_dead_after_nest(const Symbol *symbol)
{
    return symbol->role == SYM_LIVE && !symbol->live_after;
}

typedef struct SetInLoops {
    Arena *arena;
    VECTOR(const Symbol *) symbols;
} SetInLoops;

static bool note_set(void *context, const Stmt *stmt)
{
    SetInLoops *set = context;
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || stmt->place->kind != EX_SYMBOL)
        return true;
    FOR_EACH(i, &set->symbols)
        if (set->symbols.items[i] == stmt->place->symbol)
            return true;
    VECTOR_PUSH(set->arena, &set->symbols, stmt->place->symbol);
    return true;
}

// The body of a loop with a declaration of the symbol: the assignment before which nothing mentions it, if the body has
// that, or one without a value.
static Stmt *with_declaration(Arena *arena, Stmt *body, Symbol *symbol)
{
    int first = 0, count = stmt_count(body);
    while (first < count && !tree_mentions(stmt_item(body, first), symbol))
        first++;
    const Stmt *set = first < count ? stmt_item(body, first) : NULL;
    if (!set || !sets_anew(set, symbol) || set->op != OP_NONE || set->place->kind != EX_SYMBOL)
        return stmt_block(arena, (Stmt *[]){stmt_declare(arena, symbol, NULL), body}, 2);
    Stmt *declared = stmt_declare(arena, symbol, expr_cast(arena, symbol->type, set->value));
    declared->id = set->id;
    declared->loc = set->loc;
    return tree_replace(arena, body, set, declared);
}

// Of the symbol, and of those that are made meanwhile.
static void separate_loops_of(Renaming *renaming, const Symbol *symbol)
{
    Nest *nest = renaming->nest;
    Arena *arena = renaming->arena;
    const Stmt *loop;
    while ((loop = loop_with_own_life(renaming->mentions, nest->body, symbol, is_dead_after_nest(symbol)))) {
        renaming->from = symbol;
        Symbol *other = copy_of_symbol(renaming);
        Stmt *body = stmt_rewrite(arena, loop->body, NULL, use_other, renaming);
        Stmt *made = arena_copy(arena, loop, sizeof *loop);
        made->body = with_declaration(arena, body, other);
        nest->body = tree_replace(arena, nest->body, loop, made);
        renaming->mentions = mentions_of(renaming->scratch, nest->body);
        if (!mentions_have(renaming->mentions, nest->body, symbol))
            other->name = symbol->name; // the only life has the user's name
        separate_loops_of(renaming, other);
    }
}

static void separate_loops(Renaming *renaming)
{
    renaming->scratch = arena_new();
    SetInLoops set = {.arena = renaming->scratch};
    stmt_walk(renaming->nest->body, note_set, &set);
    renaming->mentions = mentions_of(renaming->scratch, renaming->nest->body);
    FOR_EACH(i, &set.symbols)
        if (may_be_renamed(renaming->nest, set.symbols.items[i]))
            separate_loops_of(renaming, set.symbols.items[i]);
    arena_release(renaming->scratch);
}

void separate_lifetimes(Arena *arena, Nest *nest)
{
    Renaming renaming = {.nest = nest, .arena = arena};
    nest->body = stmt_rewrite(arena, nest->body, separate_block, NULL, &renaming);
    separate_loops(&renaming);
}
