#include "transform/plan/host/strips.h"

#include "transform/plan/preparation.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// ---- which loops

typedef struct Names {
    const char **items;
    int count, most;
} Names;

static void find_loops(const Preparation *preparation, const Stmt *stmt, Names *names)
{
    if (!stmt)
        return;
    if (stmt->kind == ST_LOOP) {
        bool carries = preparation_verdict(preparation, stmt) == LOOP_SEQUENTIAL;
        if (carries && preparation_parallel_below(preparation, stmt->body) && names->count < names->most)
            names->items[names->count++] = stmt->loop->name;
        return;
    }
    for (int i = 0; i < stmt->nitems; i++)
        find_loops(preparation, stmt->items[i], names);
    find_loops(preparation, stmt->body, names);
    find_loops(preparation, stmt->otherwise, names);
}

int strips_loops(const Candidate *source, const char **names, int most)
{
    Preparation preparation = {.nest = source, .state = source};
    Names found = {.items = names, .most = most};
    if (!facts_asserts_independent(source->facts) && source->facts->changeable)
        find_loops(&preparation, source->nest->body, &found);
    return found.count;
}

// ---- statements beyond a strip

// Statements in a dependence cycle stay together, and so do those that stand in the same loops.
static bool separate(Preparation *preparation, const Stmt *loop)
{
    Pieces pieces;
    if (!loop || pieces_of(preparation->state, loop, &pieces))
        return false;
    Groups groups = {.pieces = &pieces, .apart = true};
    groups_find(&groups);
    return groups.count > 1 && preparation_separate(preparation, &groups);
}

static const Stmt *found(const Preparation *preparation, LoopId id)
{
    return stmt_find_loop(preparation->state->nest->body, id);
}

static bool step_on(Preparation *preparation, StepKind kind, const Stmt *loop, const Stmt *other)
{
    return preparation_step(preparation, (Step){.kind = kind, .loop = loop->loop->name, .other = other->loop->name});
}

// The loops directly in the body of the loop as one; false: they cannot be.
static bool fuse_inside(Preparation *preparation, LoopId id)
{
    for (const Stmt *loop; (loop = found(preparation, id)) && !only_loop(loop->body);) {
        const Stmt *first = stmt_item(loop->body, 0), *second = stmt_item(loop->body, 1);
        if (first->kind != ST_LOOP || second->kind != ST_LOOP || !step_on(preparation, STEP_FUSE, first, second))
            return false;
    }
    return found(preparation, id);
}

// Brings the loop, around which there are so many others in the nest, to its outside, where it is parallel.
static bool bring_out(Preparation *preparation, const LoopId *nest, int depth)
{
    for (int l = depth - 1; l >= 0; l--) {
        const Stmt *outer = found(preparation, nest[l]), *parallel = found(preparation, nest[depth]);
        if (!outer || !parallel || !step_on(preparation, STEP_PERMUTE, outer, parallel))
            return false;
    }
    const Stmt *outermost = found(preparation, nest[depth]);
    return outermost && preparation_verdict(preparation, outermost) == LOOP_PARALLEL;
}

static int level_of(const Dependence *dependence, LoopId loop)
{
    int level = 0;
    while (level < dependence->nloops && dependence->loops[level] != loop)
        level++;
    return level;
}

// Whether the inner loop would carry a dependence if it were in the outer one's place: one that no loop around them
// carries, and whose two iterations may differ.
static bool would_carry(const Preparation *preparation, LoopId outer, LoopId inner)
{
    const Facts *facts = preparation->state->facts;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        int at = level_of(dependence, outer), moved = level_of(dependence, inner);
        bool counts = moved < dependence->nloops && !dependence->privatized && dependence->reduction < 0;
        for (int l = 0; l < at && counts; l++)
            counts = dependence->direction[l] & DIRECTION_EQ;
        if (counts && dependence->direction[moved] != DIRECTION_EQ)
            return true;
    }
    return false;
}

// Some loop inside that is parallel around all others of the nest.
static bool turn(Preparation *preparation, LoopId id)
{
    const Candidate *mark = preparation->state;
    LoopId nest[MAX_DEPTH];
    int count = 0;
    for (const Stmt *loop = found(preparation, id); loop && count < MAX_DEPTH; loop = only_loop(loop->body))
        nest[count++] = loop->loop->id;
    for (int depth = 1; depth < count; depth++) {
        const Stmt *loop = found(preparation, nest[depth]);
        if (preparation_verdict(preparation, loop) == LOOP_PARALLEL &&
            !would_carry(preparation, nest[0], nest[depth]) && bring_out(preparation, nest, depth))
            return true;
        preparation->state = mark;
    }
    return false;
}

static bool is_spread(const Preparation *preparation, const Stmt *loop)
{
    LoopVerdict verdict = preparation_verdict(preparation, loop);
    return (verdict == LOOP_PARALLEL || verdict == LOOP_REDUCTION) &&
           preparation_parallel_below(preparation, loop->body);
}

// Whether some loop beyond the strip needs no barrier in each iteration; loops are turned for that.
static bool spread(Preparation *preparation, const Stmt *strips)
{
    LoopId loops[MAX_PIECES];
    int count = 0;
    bool any = false;
    for (int i = 0; i < stmt_count(strips->body) && count < MAX_PIECES; i++)
        if (stmt_item(strips->body, i)->kind == ST_LOOP)
            loops[count++] = stmt_item(strips->body, i)->loop->id;
    for (int i = 1; i < count; i++) {
        const Candidate *mark = preparation->state;
        const Stmt *loop = found(preparation, loops[i]);
        bool is = loop && is_spread(preparation, loop);
        if (!is && loop && fuse_inside(preparation, loops[i]) && turn(preparation, loops[i]))
            is = true;
        else
            preparation->state = mark;
        any = any || is;
    }
    return any;
}

// The analysis of a source grows with the square of its accesses, and each step is followed by one.
enum { MOST_ACCESSES = 64 };

static bool is_small(void *context, const Candidate *changed)
{
    (void)context;
    return tree_count_accesses(changed->nest->body, NULL) <= MOST_ACCESSES;
}

const Candidate *strips_of(const Candidate *source, const char *name, int64_t size)
{
    Preparation preparation = {.nest = source, .state = source};
    preparation.before = preparation_operations(&preparation);
    Step step = {.kind = STEP_STRIP_MINE, .loop = name, .size = size};
    if (!preparation_step_if(&preparation, step, is_small, NULL))
        return NULL;
    const Stmt *strip = tree_loop(preparation.state->nest->body, name);
    Path path;
    if (!strip || !tree_path(preparation.state->nest->body, strip, &path) || path.count < 2)
        return NULL;
    LoopId strips = path.loops[path.count - 2]->loop->id;
    if (!separate(&preparation, strip) || !found(&preparation, strips) ||
        !spread(&preparation, found(&preparation, strips)))
        return NULL;
    return preparation.state;
}
