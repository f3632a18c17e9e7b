// Programs that are not worth a device: all that is parallel in them is a sum over a window of few elements, which
// loops of the host start for each element of the data. A blur in place: each pixel needs the one before, so that a
// kernel is launched for each pixel and adds its neighbours. The host does that faster than it launches the kernel.
//
// The size of the window need not be known. What tells it from a sum of a row, as in the factorization of a matrix, is
// that it may stay small at sizes at which the loops around it are long.
#include "analysis/words.h"
#include "transform/plan/finish.h"

#include <string.h>

enum {
    LAUNCHED_LOOPS = 2,    // around each launch, to an end that is not constant: fewer start fewer kernels
    FEW = 10,              // iterations of a loop over a window of small size
    LAUNCH_AS_WORK = 10000 // iterations that the host runs while it launches a kernel
};

typedef struct Search {
    const Facts *facts;
    LoopId path[MAX_DEPTH]; // loops of the host around a kernel
    int depth;
    const LoopFact *innermost; // of those around the last kernel that is too small
    bool worth;                // some kernel is not
} Search;

static bool is_inside(const Facts *facts, const LoopFact *fact, LoopId outer)
{
    while (fact && fact->id != outer)
        fact = facts_loop(facts, fact->parent);
    return fact != NULL;
}

static bool mentions_path(const Search *search, const Expr *expr)
{
    for (int i = 0; i < search->depth; i++)
        if (expr_mentions(expr, facts_loop(search->facts, search->path[i])->loop->iterator))
            return true;
    return false;
}

// Whether the loop runs over neighbours of the element that the loops of the host are at, in an array that they write.
static bool runs_over_window(const Search *search, const LoopFact *loop)
{
    const Facts *facts = search->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        if (!array || !array->written || !access->affine || !facts_inside_all(facts, access->stmt, &loop->id, 1))
            continue;
        for (int d = 0; d < access->ndim; d++)
            if (expr_mentions(access->dims[d], loop->loop->iterator) && mentions_path(search, access->dims[d]))
                return true;
    }
    return false;
}

// Whether what one iteration of the innermost loop of the path does may be less than its launch costs, however long the
// loops of the path are.
static bool is_small(const Search *search)
{
    const Facts *facts = search->facts;
    LoopId windows[MAX_DEPTH];
    int nwindows = 0;
    int64_t work = 1;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *fact = &facts->loops.items[i];
        LoopId outer = search->path[search->depth - 1];
        if (fact->id == outer || !is_inside(facts, fact, outer))
            continue;
        bool sums = fact->verdict == LOOP_REDUCTION || fact->verdict == LOOP_SEQUENTIAL;
        if (fact->constant_trip < 0 && (!sums || nwindows == MAX_DEPTH || !runs_over_window(search, fact)))
            return false;
        if (fact->constant_trip < 0)
            windows[nwindows++] = fact->id;
        if (__builtin_mul_overflow(work, fact->constant_trip < 0 ? FEW : fact->constant_trip, &work) ||
            work > LAUNCH_AS_WORK)
            return false;
    }
    return loops_may_stay_short(facts, search->path, search->depth, windows, nwindows, FEW);
}

static bool starts_many(const Search *search)
{
    int symbolic = 0;
    for (int i = 0; i < search->depth; i++)
        symbolic += facts_loop(search->facts, search->path[i])->constant_trip < 0;
    return symbolic >= LAUNCHED_LOOPS;
}

// A loop of the source, as a whole, whose iterations cannot run in parallel.
static const LoopFact *sequential_loop(const Facts *facts, const Stmt *stmt)
{
    bool whole = stmt->kind == ST_LOOP && stmt->loc.file && !strchr(stmt->loop->name, '.');
    const LoopFact *fact = whole ? facts_loop(facts, stmt->loop->origin) : NULL;
    return fact && fact->verdict != LOOP_PARALLEL ? fact : NULL;
}

static void walk(Search *search, const Stmt *stmt)
{
    if (!stmt || search->worth)
        return;
    const Facts *facts = search->facts;
    if (stmt->kind == ST_KERNEL) {
        search->worth = !starts_many(search) || !is_small(search);
        search->innermost = search->worth ? NULL : facts_loop(facts, search->path[search->depth - 1]);
        return;
    }
    const LoopFact *fact = sequential_loop(facts, stmt);
    bool enters = fact && search->depth < MAX_DEPTH;
    if (enters)
        search->path[search->depth++] = fact->id;
    for (int i = 0; i < stmt->nitems; i++)
        walk(search, stmt->items[i]);
    walk(search, stmt->body);
    walk(search, stmt->otherwise);
    search->depth -= enters;
}

bool refuse_small_launches(const Program *program, const Facts *facts, Diag *diag)
{
    Search search = {.facts = facts};
    walk(&search, program->host);
    if (search.worth || !search.innermost)
        return false;
    const char *name = search.innermost->loop->name;
    diag_refuse(diag, program->nest->loc,
                "loop '%s' stays serial, and a kernel for each of its iterations is not worth its launch%s",
                intern_n(name, strcspn(name, "#")), sequential_reason(facts, search.innermost));
    note_sequential(facts, search.innermost, diag);
    return true;
}
