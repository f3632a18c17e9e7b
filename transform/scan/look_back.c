// look_back: the three loops of a divided scan become one kernel, whose blocks pass on what comes before them (contract
// in look_back.h). Here is what it requires of them; look_back_kernel.c makes the kernel.
#include "transform/scan/look_back.h"
#include "ir/fold.h"
#include "transform/scan/look_back_kernel.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { MOST_THREADS = 1024, MOST_LANES = 16 };

static Stmt *refuse(const LookBack *scan, const char *reason)
{
    diag_refuse(scan->state->diag, scan->stmt->loc, "%s %s refused: %s", scan->word, scan->stmt->loop->name, reason);
    return NULL;
}

// ---- the three loops

static bool reads_array(const Expr *value, const Array *array)
{
    return value && value->kind == EX_ACCESS && value->array == array;
}

// The loop's statement that stores to an element of the array, or declares a variable with its value; NULL: there is
// none.
static const Stmt *statement_about(const Stmt *loop, const Array *array)
{
    for (int i = 0; i < stmt_count(loop->body); i++) {
        const Stmt *item = stmt_item(loop->body, i);
        bool stores = item->kind == ST_ASSIGN && item->op == OP_NONE && item->place->kind == EX_ACCESS &&
                      item->place->array == array;
        if (stores || (item->kind == ST_DECLARE && reads_array(item->value, array)))
            return item;
    }
    return NULL;
}

typedef struct Finding {
    const DividedScan *divided;
    const Stmt *loop;
} Finding;

static bool look_at_loop(void *context, const Stmt *stmt)
{
    Finding *finding = context;
    const Stmt *about = stmt->kind == ST_LOOP ? statement_about(stmt, finding->divided->values[0].before) : NULL;
    if (about && about->kind == ST_DECLARE)
        finding->loop = stmt;
    return !finding->loop;
}

const Stmt *look_back_loop(const Stmt *root, const DividedScan *divided)
{
    Finding finding = {.divided = divided};
    stmt_walk(root, look_at_loop, &finding);
    return finding.loop;
}

static bool find_divided(LookBack *scan)
{
    for (const DividedScan *divided = scan->state->divided; divided && !scan->divided; divided = divided->next)
        if (statement_about(scan->stmt, divided->values[0].before))
            scan->divided = divided;
    if (!scan->divided)
        return refuse(scan, "it is not the last loop of a divided scan: 'scan' makes it");
    return scan->divided->size == 1 ||
           refuse(scan, "parts of the scan have several iterations: 'scan' with parts of 1");
}

// It sets scalars alone: the value before the first iteration.
static bool is_between(const Stmt *item)
{
    if (item->kind == ST_IF)
        return !item->otherwise && stmt_count(item->body) == 1 && is_between(stmt_item(item->body, 0));
    return item->kind == ST_DECLARE || (item->kind == ST_ASSIGN && item->place->kind == EX_SYMBOL);
}

typedef struct Search {
    LookBack *scan;
    const Stmt *block;
} Search;

static bool look_at_block(void *context, const Stmt *stmt)
{
    Search *search = context;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        if (stmt->items[i] == search->scan->stmt)
            search->block = stmt;
    return !search->block;
}

static bool find_loops(LookBack *scan, const Stmt *root)
{
    Search search = {.scan = scan};
    stmt_walk(root, look_at_block, &search);
    const DividedValue *value = &scan->divided->values[0];
    const char *apart = "something else is between the loops of the scan";
    int first = -1;
    for (int i = 0; search.block && i < search.block->nitems && search.block->items[i] != scan->stmt; i++) {
        const Stmt *item = search.block->items[i];
        bool loop = item->kind == ST_LOOP;
        if (loop && statement_about(item, value->totals)) {
            scan->sums = item;
            first = i;
        } else if (loop && first >= 0 && !scan->middle && statement_about(item, value->before)) {
            scan->middle = item;
        } else if (first >= 0 && !is_between(item)) {
            return refuse(scan, apart);
        }
    }
    if (!scan->sums || !scan->middle)
        return refuse(scan, apart);
    const Stmt *all[] = {scan->sums, scan->middle, scan->stmt};
    for (int i = 0; i < 3; i++)
        if (loop_obstacle(all[i]->loop) || !loop_is_normal(all[i]->loop) || tree_has_concurrent(all[i]->body))
            return refuse(scan, "its loops are bound already");
    Path path;
    tree_path(root, scan->stmt, &path);
    for (int i = 0; i + 1 < path.count; i++)
        if (binding_is_concurrent(path.loops[i]->loop->binding) || path.loops[i]->loop->persists)
            return refuse(scan, "it is inside of a concurrent loop, or of one that runs in a kernel");
    return true;
}

// ---- what an iteration does

// A loop of one iteration, without the loop.
static Stmt *once(const LookBack *scan, const Stmt *loop)
{
    const Loop *only = loop->loop;
    Stmt *body = loop->body;
    if (only->defines)
        body = stmt_substitute(scan->arena, body, only->defines, only->definition);
    return stmt_substitute(scan->arena, body, only->iterator,
                           expr_cast(scan->arena, only->iterator->type, only->lower));
}

// The statements of a part that belong neither to `known` nor are the loop of its one iteration; false: there are any.
static bool only_loop_left(const Stmt *part, const Stmt *const *known, int count, const Stmt **loop)
{
    *loop = NULL;
    for (int i = 0; i < stmt_count(part->body); i++) {
        const Stmt *item = stmt_item(part->body, i);
        bool is_known = false;
        for (int k = 0; k < count; k++)
            is_known = is_known || item == known[k];
        if (is_known)
            continue;
        if (item->kind != ST_LOOP || *loop)
            return false;
        *loop = item;
    }
    return *loop;
}

static Component component_of(const Stmt *sums, const Array *array, int value, int kind, const Stmt **known, int *count)
{
    const Stmt *store = statement_about(sums, array);
    if (!store || store->kind != ST_ASSIGN || store->value->kind != EX_SYMBOL)
        return (Component){0};
    const Symbol *own = store->value->symbol;
    known[(*count)++] = store;
    for (int i = 0; i < stmt_count(sums->body); i++) {
        const Stmt *item = stmt_item(sums->body, i);
        if (item->kind != ST_DECLARE || item->symbol != own || !item->value)
            continue;
        known[(*count)++] = item;
        return (Component){
            .kind = kind, .value = value, .type = own->type, .neutral = item->value, .own = (Symbol *)own};
    }
    return (Component){0};
}

static bool add_component(LookBack *scan, const Array *array, int value, int kind, const Stmt **known, int *count)
{
    scan->components[scan->count] = component_of(scan->sums, array, value, kind, known, count);
    return scan->components[scan->count++].own;
}

static bool find_components(LookBack *scan)
{
    const DividedScan *divided = scan->divided;
    const Stmt *known[2 * MAX_COMPONENTS], *loop;
    int count = 0;
    for (int r = 0; r < divided->count; r++)
        if (!add_component(scan, divided->values[r].totals, r, TOTAL, known, &count))
            return false;
    for (int r = 0; r < divided->count; r++) {
        const DividedValue *value = &divided->values[r];
        scan->factors[r] = value->factors ? scan->count : 0;
        if (value->factors && !add_component(scan, value->factors, r, FACTOR, known, &count))
            return false;
        scan->sets[r] = value->sets ? scan->count : 0;
        if (value->sets && !add_component(scan, value->sets, r, SET, known, &count))
            return false;
    }
    if (!only_loop_left(scan->sums, known, count, &loop))
        return false;
    scan->slice = stmt_substitute(scan->arena, once(scan, loop), scan->sums->loop->iterator,
                                  expr_symbol(scan->arena, scan->stmt->loop->iterator));
    return true;
}

// ---- counters

enum { MOST_ADDED = 16 };

typedef struct Counter {
    const LookBack *scan;
    const Symbol *symbol, *narrow;
    int64_t added; // by an iteration, at most
    int mentions;
} Counter;

static bool count_mention(void *context, const Expr *expr)
{
    Counter *counter = context;
    counter->mentions += expr->kind == EX_SYMBOL && expr->symbol == counter->symbol;
    return true;
}

static bool look_at_count(void *context, const Stmt *stmt)
{
    Counter *counter = context;
    const Expr *value = stmt->kind == ST_ASSIGN && stmt->op == OP_ADD ? expr_strip_casts(stmt->value) : NULL;
    if (value && value->kind == EX_INT && value->integer >= 0 && value->integer <= MOST_ADDED &&
        stmt->place->kind == EX_SYMBOL && stmt->place->symbol == counter->symbol) {
        counter->added += value->integer;
        counter->mentions--;
    }
    return true;
}

static Stmt *count_narrowly(void *context, Stmt *stmt)
{
    const Counter *counter = context;
    Arena *arena = counter->scan->arena;
    if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_SYMBOL || stmt->place->symbol != counter->symbol)
        return stmt;
    const Type *type = counter->narrow->type;
    int64_t added = expr_strip_casts(stmt->value)->integer;
    return stmt_assign(arena, expr_symbol(arena, counter->narrow), OP_ADD, expr_int(arena, added, type), type);
}

// What adds small constants is counted in an int within a tile: shuffles of 8 bytes are two.
static void narrow_counter(LookBack *scan, Component *component)
{
    Arena *arena = scan->arena;
    const Reduction *update = scan->divided->values[component->value].update;
    Counter counter = {.scan = scan, .symbol = component->own};
    if (component->kind != TOTAL || update->op != OP_ADD || !type_is_integer(component->type) ||
        component->type->size < 4 || scan->factors[component->value] || scan->sets[component->value] ||
        tree_has_kind(scan->slice, ST_LOOP) || tree_has_kind(scan->slice, ST_WHILE))
        return;
    stmt_walk_expressions(scan->slice, count_mention, &counter);
    stmt_walk(scan->slice, look_at_count, &counter);
    if (counter.mentions || counter.added * scan->threads * scan->lanes * scan->rounds > INT32_MAX)
        return;
    const Type *type = type_scalar(TY_I32);
    Symbol *narrow = nest_symbol(scan->state->nest, component->own->name, type, SYM_LOCAL);
    counter.narrow = narrow;
    scan->slice = stmt_rewrite(arena, scan->slice, count_narrowly, NULL, &counter);
    component->narrow = true;
    component->own = narrow;
    component->type = type;
    component->neutral = expr_int(arena, 0, type);
}

static bool find_iteration(LookBack *scan)
{
    const DividedScan *divided = scan->divided;
    const Stmt *known[MAX_RUNNING], *loop;
    for (int r = 0; r < divided->count; r++) {
        const Stmt *stored = statement_about(scan->middle, divided->values[r].before);
        known[r] = statement_about(scan->stmt, divided->values[r].before);
        if (!stored || stored->kind != ST_ASSIGN || stored->value->kind != EX_SYMBOL || !known[r] ||
            known[r]->kind != ST_DECLARE)
            return false;
        scan->symbols[r] = stored->value->symbol;
        scan->held[r] = known[r]->symbol;
    }
    if (!only_loop_left(scan->stmt, known, divided->count, &loop))
        return false;
    scan->body = once(scan, loop);
    return true;
}

// ---- steady factors

typedef struct Without {
    const Symbol *symbol;
    Arena *arena;
} Without;

static Stmt *without_updates(void *context, Stmt *stmt)
{
    const Without *without = context;
    bool updates = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == without->symbol;
    return updates ? stmt_block(without->arena, NULL, 0) : stmt;
}

typedef struct Reads {
    const LookBack *scan;
    const Symbol *symbol;
    bool found;
} Reads;

static bool look_for_symbol(void *context, const Expr *expr)
{
    Reads *reads = context;
    reads->found = reads->found || (expr->kind == EX_SYMBOL && expr->symbol == reads->symbol);
    return !reads->found;
}

static bool look_for_read(void *context, const Stmt *stmt)
{
    Reads *reads = context;
    const LookBack *scan = reads->scan;
    if (stmt == scan->sums || stmt == scan->middle || stmt == scan->stmt)
        return false;
    bool sets = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->op == OP_NONE;
    if (sets)
        expr_walk(stmt->value, look_for_symbol, reads);
    else
        stmt_expressions(stmt, look_for_symbol, reads);
    return !reads->found;
}

// Whether the value after the loop may be used. The loop itself reads one from outside again if it runs once more.
static bool is_used_after(const LookBack *scan, const Stmt *root, const Symbol *symbol)
{
    Reads reads = {.scan = scan, .symbol = symbol};
    Path path;
    stmt_walk(root, look_for_read, &reads);
    tree_path(root, scan->stmt, &path);
    bool outside = symbol->role != SYM_LOCAL, dies = symbol->role == SYM_LIVE && !symbol->live_after;
    return reads.found || (outside && (!dies || path.count > 1));
}

// If each iteration has the same factor, then the factor of some iterations depends on their number alone: there is
// nothing to shuffle, to hold or to pass on. The end of the last tile has fewer iterations than it counts as, so the
// value after the loop comes from the last iteration itself; where all threads have to know it (`broadcast`), and it is
// used, the factors are variables.
static void find_steady(LookBack *scan, const Stmt *root, bool broadcast)
{
    for (int r = 0; r < scan->divided->count; r++) {
        bool used = scan->used[r] = is_used_after(scan, root, scan->symbols[r]);
        Component *component = &scan->components[scan->factors[r]];
        if (!scan->divided->values[r].steady || !scan->factors[r] || (used && broadcast))
            continue;
        Without without = {component->own, scan->arena};
        component->steady = true;
        scan->ends[r] = used;
        scan->slice = stmt_rewrite(scan->arena, scan->slice, without_updates, NULL, &without);
    }
}

// ---- the step

// Bytes of shared memory that are left beside what is held, and a few values of each warp.
static int64_t shared_left(const LookBack *scan)
{
    int64_t bytes = (int64_t)2 * scan->count * (scan->threads / WARP) * 16;
    FOR_EACH(i, &scan->loads)
        bytes += scan->shared * scan->threads * scan->lanes * scan->loads.items[i].access->type->size;
    return scan->state->device->shared_per_block_optin - bytes;
}

static bool has_shape(const LookBack *scan)
{
    return is_power_of_two(scan->lanes) && scan->lanes <= MOST_LANES && scan->shared <= scan->rounds &&
           scan->lanes * (scan->rounds - scan->shared) <= MOST_HELD && scan->threads % scan->width == 0 &&
           scan->threads <= MOST_THREADS && scan->threads <= scan->state->device->max_threads_per_block;
}

static bool find_scan(LookBack *scan, const Stmt *root, bool broadcast)
{
    if (!has_shape(scan))
        return refuse(scan, "lanes are a power of 2 up to 16, 64 iterations of a thread at most, of whole warps");
    if (!find_divided(scan) || !find_loops(scan, root))
        return false;
    if (!find_components(scan) || !find_iteration(scan))
        return refuse(scan, "other steps have changed the loops of the scan");
    for (int c = 0; c < scan->count; c++)
        narrow_counter(scan, &scan->components[c]);
    find_steady(scan, root, broadcast);
    held_find(scan);
    return true;
}

static bool is_of_scan(const DividedScan *divided, const Array *array)
{
    for (int r = 0; array && r < divided->count; r++) {
        const DividedValue *value = &divided->values[r];
        if (array == value->totals || array == value->before || array == value->factors || array == value->sets)
            return true;
    }
    return false;
}

// What the arrays of the divided scan held is in registers now, of one run of the loops: there are no dependences
// through them.
static void forget_arrays(const LookBack *scan)
{
    const Facts *facts = scan->state->facts;
    Facts *made = arena_copy(scan->arena, facts, sizeof *facts);
    made->original = (Facts *)facts;
    made->dependences.items = NULL;
    made->dependences.count = made->dependences.capacity = 0;
    FOR_EACH(i, &facts->dependences)
        if (!is_of_scan(scan->divided, facts->dependences.items[i].source->array))
            VECTOR_PUSH(scan->arena, &made->dependences, facts->dependences.items[i]);
    scan->state->facts = made;
}

static Stmt *replace_loops(const LookBack *scan, Stmt *root, Stmt *made)
{
    forget_arrays(scan);
    root = tree_replace(scan->arena, root, scan->stmt, made);
    root = tree_replace(scan->arena, root, scan->middle, NULL);
    return tree_replace(scan->arena, root, scan->sums, NULL);
}

Stmt *look_back(Candidate *state, Stmt *root, LoopId loop, const Step *step)
{
    LookBack scan = {.word = "look_back",
                     .state = state,
                     .arena = state->arena,
                     .root = root,
                     .stmt = stmt_find_loop(root, loop),
                     .lanes = step->lanes,
                     .rounds = step->rounds,
                     .shared = step->held,
                     .blocks = step->blocks,
                     .ahead = step->ahead,
                     .threads = step->threads,
                     .width = WARP};
    if (!find_scan(&scan, root, false))
        return NULL;
    if (scan.shared && !held_fits_shared(&scan))
        return refuse(&scan, "its loads are not neighbours of 4, 8 or 16 bytes, as 'shared' has to have");
    if (shared_left(&scan) < 0)
        return refuse(&scan, "a block does not have so much shared memory");
    kept_find(&scan, shared_left(&scan));
    return replace_loops(&scan, root, look_back_kernel(&scan));
}

// The loop's iterations have teams of their own; the bind step finds that they do not share anything.
static Stmt *with_columns(const LookBack *scan, Stmt *root)
{
    const Stmt *columns = stmt_find_loop(root, scan->columns->loop->id);
    Loop *loop = arena_copy(scan->arena, columns->loop, sizeof *loop);
    loop->has_teams = true;
    return tree_replace(scan->arena, root, columns, stmt_loop_for(scan->arena, columns, loop, columns->body));
}

static bool find_columns(LookBack *scan, const Stmt *root, LoopId columns)
{
    Path path;
    tree_path(root, scan->stmt, &path);
    for (int i = 0; i + 1 < path.count; i++)
        if (path.loops[i]->loop->id == columns)
            scan->columns = path.loops[i];
    scan->ncolumns = scan->columns ? loop_constant_extent(scan->arena, root, columns) : 0;
    if (scan->ncolumns < 1 || !loop_is_normal(scan->columns->loop))
        return refuse(scan, "the loop of teams is not around it, or does not count 0, 1, 2, .. up to a constant");
    Varying around = path_varying(&path, 0), one = {.loops = {scan->columns->loop}, .count = 1};
    Expr *count = expand_definitions(scan->arena, &around, loop_raw_count(scan->arena, scan->stmt->loop));
    bool direct = false;
    for (int i = 0; i < stmt_count(scan->columns->body); i++)
        direct = direct || stmt_item(scan->columns->body, i) == scan->stmt;
    if (!direct || varying_mentions(&one, count) || tree_leaves(scan->columns->body, ST_CONTINUE))
        return refuse(scan, "teams would run it different numbers of times");
    int64_t most = scan->state->device->max_threads_per_block;
    return (scan->threads > 1 && scan->threads * scan->ncolumns <= most) ||
           refuse(scan, "teams have two threads at least, and a block does not have so many threads");
}

Stmt *team_scan(Candidate *state, Stmt *root, LoopId loop, int64_t lanes, int64_t rounds, int64_t threads,
                LoopId columns)
{
    LookBack scan = {.word = "team_scan",
                     .state = state,
                     .arena = state->arena,
                     .root = root,
                     .stmt = stmt_find_loop(root, loop),
                     .lanes = lanes,
                     .rounds = rounds,
                     .threads = threads,
                     .width = columns ? 1 : WARP};
    if ((columns && !find_columns(&scan, root, columns)) || !find_scan(&scan, root, true))
        return NULL;
    root = replace_loops(&scan, root, team_scan_loops(&scan));
    return scan.columns ? with_columns(&scan, root) : root;
}
