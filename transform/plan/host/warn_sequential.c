// Warns about slow parts of a finished program [-Wsequential]: a loop that stays on the host around small kernels, a
// long loop that one thread of the device runs, and nested loops that each of few threads runs alone.
#include "analysis/words.h"
#include "transform/plan/finish.h"
#include "transform/tree/linear.h"
#include "transform/tree/query.h"

#include <string.h>

enum {
    SHORT_LOOP = 32,      // iterations that are soon done
    SHORT_OF_MANY = 256,  // of a loop that kernels run: fewer do not fill a device
    MANY_LAUNCHES = 1000, // of a number that does not depend on the data
};

typedef struct Loops {
    const LoopFact *items[MAX_DEPTH];
    int count;
} Loops;

// A loop of the host with kernels in it.
typedef struct HostLoop {
    Loops path; // from the outermost loop of the host to this one
    const Stmt *stmt;
    int launches; // of one iteration
    int symbolic; // loops of the path whose trip counts are not constants
} HostLoop;

typedef struct Search {
    Arena *arena;
    const Nest *nest;
    const Facts *facts;
    Diag *diag;
    Loops path;
    HostLoop slowest;   // stmt NULL: none
    const Stmt *kernel; // whose loops are looked at
    bool said;
} Search;

static Loc place_of(const Search *search, const Stmt *stmt)
{
    return stmt->loc.file ? stmt->loc : search->nest->loc;
}

static const char *name_of(const LoopFact *fact)
{
    return intern_n(fact->loop->name, strcspn(fact->loop->name, "#"));
}

// "loop 'i'", "loops 'i' and 'j'"
static const char *names_of(Arena *arena, const Loops *loops)
{
    Text text = {.arena = arena};
    text_add(&text, loops->count > 1 ? "loops " : "loop ");
    for (int i = 0; i < loops->count; i++)
        text_printf(&text, "%s'%s'", !i ? "" : i + 1 == loops->count ? " and " : ", ", name_of(loops->items[i]));
    return text_string(&text);
}

static bool is_long(const LoopFact *fact, int64_t iterations)
{
    return fact->constant_trip < 0 || fact->constant_trip > iterations;
}

// A loop of the source, not a part of it that was cut, and not one that stays on the host because a grid has too few
// blocks.
static bool is_whole(const Stmt *loop)
{
    return loop->loc.file && !strchr(loop->loop->name, '.');
}

// ---- why it is so

static const char *place_words(const Facts *facts, const Reduction *reduction)
{
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->stmt == reduction->updates.items[0])
            return access_words(facts->arena, access);
    }
    return user_words(facts->arena, (Expr *)reduction->place);
}

const char *sequential_reason(const Facts *facts, const LoopFact *fact)
{
    if (fact->witness)
        return arena_printf(facts->arena, ": %s", dependence_words(facts, fact->witness));
    if (fact->reason)
        return arena_printf(facts->arena, ": %s", fact->reason);
    if (fact->reductions.count)
        return arena_printf(facts->arena, ": '%s' combines the iterations of '%s'",
                            place_words(facts, &facts->reductions.items[fact->reductions.items[0]]), name_of(fact));
    return "";
}

void note_sequential(const Facts *facts, const LoopFact *fact, Diag *diag)
{
    if (fact->witness) {
        note_dependence(diag, facts, fact->witness);
    } else if (!fact->reason && fact->reductions.count) {
        const Stmt *update = facts->reductions.items[fact->reductions.items[0]].updates.items[0];
        if (update->loc.file)
            diag_note(diag, update->loc, "combined here");
    }
}

// ---- kernels of one thread

static bool has_one_thread(const Stmt *kernel)
{
    bool alone = true;
    for (int d = 0; d < 3; d++)
        alone = alone && !kernel->grid[d] && !kernel->block[d];
    return alone;
}

// A long loop of a kernel with one thread: it may be slower there than on the host.
static bool say_long_loop(void *context, const Stmt *stmt)
{
    Search *search = context;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(search->facts, stmt->loop->origin) : NULL;
    if (!fact)
        return true;
    if (is_long(fact, SHORT_LOOP) && stmt->loc.file) { // others, which the compiler made, end early
        diag_warning(search->diag, place_of(search, stmt), WARN_SEQUENTIAL,
                     "loop '%s' runs in one thread of the device%s", name_of(fact),
                     fact->witness ? sequential_reason(search->facts, fact) : "");
        if (fact->witness)
            note_dependence(search->diag, search->facts, fact->witness);
        search->said = true;
    }
    return false;
}

static bool find_one_thread(void *context, const Stmt *stmt)
{
    if (stmt->kind == ST_KERNEL && has_one_thread(stmt))
        stmt_walk(stmt->body, say_long_loop, context);
    return stmt->kind != ST_KERNEL;
}

// ---- loops of the host

// Whether iterations of the loop touch different elements: rows, points, pixels; not so a loop over time steps.
static bool runs_over_data(const Facts *facts, const LoopFact *loop)
{
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t constant;
        if (!access->array || access->array->space != SPACE_GLOBAL)
            continue;
        bool moves = access->affine ? access_stride(facts, access, loop->id, &constant) != STRIDE_ZERO
                                    : expr_mentions(access->expr, loop->loop->iterator);
        if (moves && facts_inside_all(facts, access->stmt, &loop->id, 1))
            return true;
    }
    return false;
}

static bool is_on_path(const Loops *path, LoopId loop)
{
    for (int i = 0; i < path->count; i++)
        if (path->items[i]->id == loop)
            return true;
    return false;
}

// The largest number of nested long loops inside of the innermost loop of the path: the possible work of one iteration.
static int depth_inside(const Facts *facts, const Loops *path)
{
    LoopId outer = path->items[path->count - 1]->id;
    int deepest = 0;
    FOR_EACH(i, &facts->loops) {
        int depth = 0;
        const LoopFact *fact = &facts->loops.items[i];
        for (; fact && fact->id != outer; fact = facts_loop(facts, fact->parent))
            depth += is_long(fact, SHORT_OF_MANY);
        if (fact && depth > deepest)
            deepest = depth;
    }
    return deepest;
}

// Kernels that one run of the statement starts, without those in further loops of the host.
static int launches_of(const Stmt *stmt)
{
    if (!stmt || stmt->kind == ST_LOOP)
        return 0;
    if (stmt->kind == ST_KERNEL)
        return 1;
    int sum = 0;
    for (int i = 0; i < stmt->nitems; i++)
        sum += launches_of(stmt->items[i]);
    int yes = launches_of(stmt->body), no = launches_of(stmt->otherwise);
    return sum + (yes > no ? yes : no);
}

static void consider(Search *search, const Stmt *stmt)
{
    const Facts *facts = search->facts;
    HostLoop loop = {.path = search->path, .stmt = stmt, .launches = launches_of(stmt->body)};
    int64_t product = loop.launches;
    for (int i = 0; i < loop.path.count; i++) {
        int64_t trips = loop.path.items[i]->constant_trip;
        loop.symbolic += trips < 0;
        // Above `many` the exact number does not matter: the product stays there, so that it cannot overflow.
        product = trips < 0                                      ? product
                  : trips > 0 && product > MANY_LAUNCHES / trips ? MANY_LAUNCHES + 1
                                                                 : product * trips;
    }
    const LoopFact *innermost = loop.path.items[loop.path.count - 1];
    bool many = loop.launches && (loop.symbolic || product > MANY_LAUNCHES);
    if (many && !innermost->loop->factor && (!search->slowest.stmt || loop.symbolic > search->slowest.symbolic) &&
        depth_inside(facts, &loop.path) < 2 && runs_over_data(facts, innermost))
        search->slowest = loop;
}

static void walk_host(Search *search, const Stmt *stmt)
{
    if (!stmt || stmt->kind == ST_KERNEL)
        return;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(search->facts, stmt->loop->origin) : NULL;
    bool enters = fact && is_whole(stmt) && search->path.count < MAX_DEPTH;
    if (enters) {
        search->path.items[search->path.count++] = fact;
        consider(search, stmt);
    }
    for (int i = 0; i < stmt->nitems; i++)
        walk_host(search, stmt->items[i]);
    walk_host(search, stmt->body);
    walk_host(search, stmt->otherwise);
    search->path.count -= enters;
}

// ---- how many launches

static bool find_choice(void *context, const Expr *expr)
{
    bool *found = context;
    *found =
        *found || expr->kind == EX_SELECT || (expr->kind == EX_BINARY && (expr->op == OP_MIN || expr->op == OP_MAX));
    return !*found;
}

// Without the constant term: n of n - 2. NULL: not known.
static Expr *about_trips(const Search *search, const LoopFact *fact)
{
    Arena *arena = search->arena;
    Expr *lower, *upper;
    if (fact->constant_trip >= 0)
        return expr_index(arena, fact->constant_trip);
    if (!domain_range(search->facts, fact->id, NULL, 0, &lower, &upper))
        return NULL;
    Linear first = linear_of(arena, lower), last = linear_of(arena, upper);
    Linear trips = linear_combine(arena, &last, &first, -1);
    if (trips.overflow || linear_is_constant(&trips))
        return NULL;
    trips.constant = 0;
    const Expr *step = expr_strip_casts(fact->loop->step);
    Expr *count = linear_expr(arena, &trips);
    bool chooses = false;
    expr_walk(count, find_choice, &chooses);
    if (chooses)
        return NULL;
    int64_t by = step->kind == EX_INT ? step->integer : 1;
    return by == 1 || by == -1
               ? count
               : expr_binary(arena, OP_DIV, count, expr_index(arena, by < 0 ? -by : by), type_scalar(TY_I64));
}

// ", about 3 * n" or nothing; for a triangle the square around it.
static const char *total_words(const Search *search, const HostLoop *loop)
{
    Arena *arena = search->arena;
    Expr *total = loop->launches > 1 ? expr_index(arena, loop->launches) : NULL;
    bool varies = false;
    for (int i = 0; i < loop->path.count; i++) {
        Expr *trips = about_trips(search, loop->path.items[i]);
        if (!trips)
            return "";
        total = total ? index_mul(arena, total, trips) : trips;
        const Loop *source = loop->path.items[i]->loop;
        varies = varies || expr_mentions_iterator(source->lower) || expr_mentions_iterator(source->upper);
    }
    return arena_printf(arena, ", %s %s", varies ? "at most about" : "about", user_words(arena, total));
}

static const Stmt *kernel_of_one_thread(const Stmt *stmt)
{
    if (!stmt || stmt->kind == ST_LOOP)
        return NULL;
    if (stmt->kind == ST_KERNEL)
        return has_one_thread(stmt) ? stmt : NULL;
    const Stmt *found = NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = kernel_of_one_thread(stmt->items[i]);
    found = found ? found : kernel_of_one_thread(stmt->body);
    return found ? found : kernel_of_one_thread(stmt->otherwise);
}

static bool find_assignment(void *context, const Stmt *stmt)
{
    const Stmt **found = context;
    if (!*found && stmt->kind == ST_ASSIGN && stmt->loc.file)
        *found = stmt;
    return !*found;
}

static void say_host_loop(Search *search)
{
    const HostLoop *loop = &search->slowest;
    const LoopFact *innermost = loop->path.items[loop->path.count - 1];
    bool one = loop->path.count == 1;
    const char *of = one ? "" : arena_printf(search->arena, " of '%s'", name_of(innermost));
    diag_warning(search->diag, place_of(search, loop->stmt), WARN_SEQUENTIAL,
                 "%s %s on the host around small kernels, %d launch%s for each iteration%s%s%s",
                 names_of(search->arena, &loop->path), one ? "stays" : "stay", loop->launches,
                 loop->launches == 1 ? "" : "es", of, total_words(search, loop),
                 sequential_reason(search->facts, innermost));
    note_sequential(search->facts, innermost, search->diag);
    const Stmt *kernel = kernel_of_one_thread(loop->stmt->body), *assignment = NULL;
    if (kernel)
        stmt_walk(kernel->body, find_assignment, &assignment);
    if (assignment)
        diag_note(search->diag, assignment->loc, "one thread runs this in a kernel of its own");
    search->said = true;
}

// ---- loops of each thread

// Whether each iteration of the loop writes elements of its own, so that it is more than a long sum.
static bool writes_elements(const Facts *facts, const LoopFact *loop)
{
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t constant;
        bool written = access->is_write && access->array && access->array->space == SPACE_GLOBAL && access->affine;
        if (written && facts_inside_all(facts, access->stmt, &loop->id, 1) &&
            access_stride(facts, access, loop->id, &constant) != STRIDE_ZERO)
            return true;
    }
    return false;
}

// The long loops around the innermost one that are not among `serial` and not on the host: one thread for each of their
// iterations.
static Loops bound_loops(const Search *search, const Loops *serial)
{
    Loops bound = {.count = 0};
    const Facts *facts = search->facts;
    for (const LoopFact *fact = serial->items[serial->count - 1]; fact && bound.count < MAX_DEPTH;
         fact = facts_loop(facts, fact->parent))
        if (!is_on_path(serial, fact->id) && !is_on_path(&search->path, fact->id))
            bound.items[bound.count++] = fact;
    return bound;
}

typedef struct Origin {
    LoopId id;
    bool found;
} Origin;

static bool find_origin(void *context, const Stmt *stmt)
{
    Origin *origin = context;
    origin->found = origin->found || (stmt->kind == ST_LOOP && stmt->loop->origin == origin->id);
    return !origin->found;
}

// Whether a long loop of the source inside of the serial ones has become threads: im2col has one for each pixel.
static bool has_threads_inside(const Search *search, const Loops *serial)
{
    const Facts *facts = search->facts;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *inner = &facts->loops.items[i], *around = facts_loop(facts, inner->parent);
        while (around && around != serial->items[serial->count - 1])
            around = facts_loop(facts, around->parent);
        Origin origin = {inner->id, !around || !is_long(inner, SHORT_LOOP)};
        if (!origin.found)
            stmt_walk(search->kernel, find_origin, &origin);
        if (!origin.found)
            return true;
    }
    return false;
}

static void say_thread(Search *search, const Loops *serial)
{
    Loops bound = bound_loops(search, serial);
    const Stmt *outer = stmt_find_loop(search->nest->body, serial->items[0]->id);
    if (bound.count != 1 || has_threads_inside(search, serial))
        return;
    diag_warning(search->diag, outer ? place_of(search, outer) : search->nest->loc, WARN_SEQUENTIAL,
                 "%s run in one thread for each iteration of '%s'%s", names_of(search->arena, serial),
                 name_of(bound.items[0]), sequential_reason(search->facts, serial->items[0]));
    note_sequential(search->facts, serial->items[0], search->diag);
    search->said = true;
}

static void walk_thread(Search *search, const Stmt *stmt, Loops *serial)
{
    if (!stmt || search->said)
        return;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(search->facts, stmt->loop->origin) : NULL;
    bool whole = fact && is_long(fact, SHORT_LOOP) && is_whole(stmt) && serial->count < MAX_DEPTH &&
                 !tree_has_kind(stmt->body, ST_BARRIER); // the threads of a block run such a loop together
    if (whole)
        serial->items[serial->count++] = fact;
    if (whole && serial->count == 2 && writes_elements(search->facts, fact))
        say_thread(search, serial);
    for (int i = 0; i < stmt->nitems; i++)
        walk_thread(search, stmt->items[i], serial);
    walk_thread(search, stmt->body, serial);
    walk_thread(search, stmt->otherwise, serial);
    serial->count -= whole;
}

static void walk_kernels(Search *search, const Stmt *stmt)
{
    if (!stmt)
        return;
    Loops serial = {.count = 0};
    if (stmt->kind == ST_KERNEL) {
        search->kernel = stmt->body;
        walk_thread(search, stmt->body, &serial);
        return;
    }
    for (int i = 0; i < stmt->nitems; i++)
        walk_kernels(search, stmt->items[i]);
    walk_kernels(search, stmt->body);
    walk_kernels(search, stmt->otherwise);
}

bool warn_sequential(const Program *program, bool planned, Diag *diag)
{
    const Facts *facts = program->facts;
    const Stmt *host = program->host;
    Search search = {.arena = facts->arena, .nest = program->nest, .facts = facts, .diag = diag};
    stmt_walk(host, find_one_thread, &search);
    if (!planned || search.said)
        return search.said;
    walk_host(&search, host);
    if (search.slowest.stmt)
        say_host_loop(&search);
    else
        walk_kernels(&search, host);
    return search.said || search.slowest.stmt;
}
