#include "transform/plan/resources/assignment.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_find.h"

#include <stdlib.h>

// ---- the loops around the statement

typedef struct Search {
    int id;
    const Stmt *found;
} Search;

static bool look_for(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (!search->found && stmt->id == search->id && stmt->kind != ST_BLOCK && stmt->kind != ST_LOOP)
        search->found = stmt;
    return !search->found;
}

// ---- the parts of one loop

typedef struct Digit {
    const Loop *loop;
    int64_t factor, extent; // by how many iterations of the origin it moves; the number of its values, -1: not constant
    int64_t value; // by how much the iterator's value moves, which is the loop's step from one iteration to the next
} Digit;

static int slowest_first(const void *left, const void *right)
{
    int64_t a = llabs(((const Digit *)left)->factor), b = llabs(((const Digit *)right)->factor);
    return a > b ? -1 : a < b;
}

// The source's iterator as a function of its parts' iterators, and the step by which it advances.
static const Loop *defining_loop(const Path *path, LoopId origin)
{
    for (int i = path->count - 1; i >= 0; i--)
        if (path->loops[i]->loop->origin == origin && path->loops[i]->loop->defines)
            return path->loops[i]->loop;
    return NULL;
}

// The contribution of the first values of the inner parts to an iterator: a cyclic loop begins at its worker's number.
static int64_t factor_by_lower(Arena *arena, const Varying *varying, const Symbol *iterator, const Digit *inner,
                               int count)
{
    int64_t factor = 0;
    for (int i = 0; i < count; i++) {
        Linear lower = linear_of(arena, expand_definitions(arena, varying, inner[i].loop->lower));
        factor += inner[i].value * linear_factor(&lower, iterator);
    }
    return factor;
}

static bool find_digits(Arena *arena, const Stmt *root, const Path *path, LoopId origin, Digit *digits, int *count)
{
    *count = 0;
    const Loop *defining = defining_loop(path, origin);
    Varying varying = path_varying(path, 0);
    Linear form = {0};
    if (defining)
        form = linear_of(arena, expand_definitions(arena, &varying, defining->definition));
    for (int i = path->count - 1; i >= 0; i--) {
        const Loop *loop = path->loops[i]->loop;
        if (loop->origin != origin)
            continue;
        if (*count == MAX_PARTS || (defining && loop->step->kind != EX_INT))
            return false;
        Digit digit = {.loop = loop, .factor = 1, .extent = loop_constant_extent(arena, root, loop->id)};
        if (defining) {
            digit.value =
                linear_factor(&form, loop->iterator) + factor_by_lower(arena, &varying, loop->iterator, digits, *count);
            digit.factor = digit.value * loop->step->integer;
        }
        digits[(*count)++] = digit;
    }
    qsort(digits, (size_t)*count, sizeof *digits, slowest_first);
    return true;
}

static bool share_of(const Digit *digits, int count, LoopShare *share)
{
    int64_t unit = count ? llabs(digits[count - 1].factor) : 1, expected = unit;
    for (int i = count - 1; i >= 0; i--) {
        if (unit == 0 || llabs(digits[i].factor) != expected)
            return false;
        if (i > 0 && digits[i].extent < 1)
            return false;
        Binding binding = digits[i].loop->binding;
        bool inside = binding == BIND_UNROLL || binding == BIND_VECTOR;
        share->part[i] = (LoopPart){inside ? BIND_SERIAL : binding, i > 0 ? digits[i].extent : 0};
        expected *= i > 0 ? digits[i].extent : 1;
    }
    share->nparts = count;
    return true;
}

static void find_block(Arena *arena, const Stmt *root, const Path *path, int64_t *block)
{
    for (int d = 0; d < 3; d++)
        block[d] = 1;
    int kernel = 0;
    while (kernel < path->count && !binding_is_concurrent(path->loops[kernel]->loop->binding))
        kernel++;
    Varying loops = kernel < path->count ? varying_below(path->loops[kernel]) : (Varying){0};
    for (int i = 0; i < loops.count; i++) {
        const Loop *loop = loops.loops[i];
        int64_t extent = binding_is_thread(loop->binding) ? loop_constant_extent(arena, root, loop->id) : 0;
        if (extent > 0 && extent > block[binding_dimension(loop->binding)])
            block[binding_dimension(loop->binding)] = extent;
    }
}

// ---- vectors

typedef struct VectorTest {
    Arena *arena;
    const Stmt *loop;
    const VectorGroups *groups;
    bool plain;
} VectorTest;

static bool is_group(const VectorGroups *groups, const Expr *access)
{
    FOR_EACH(i, &groups->list)
        if (expr_equal(groups->list.items[i].access, access))
            return true;
    return false;
}

static bool test_access(void *context, const Expr *expr)
{
    VectorTest *test = context;
    if (expr->kind == EX_ACCESS && vector_fits(test->arena, test->loop, expr, test->loop->loop->limit) &&
        !is_group(test->groups, expr))
        test->plain = false;
    return test->plain;
}

// Of the innermost loop around the statement, if its iterations are vector elements.
static void find_vectors(Arena *arena, const Path *path, Assignment *assignment)
{
    const Stmt *stmt = path->count ? path->loops[path->count - 1] : NULL;
    if (!stmt || stmt->loop->binding != BIND_VECTOR)
        return;
    VectorGroups groups = vector_find(arena, stmt, stmt->loop->limit);
    VectorTest test = {arena, stmt, &groups, true};
    stmt_walk_expressions(stmt->body, test_access, &test);
    Vectors vectors = {.width = stmt->loop->limit, .rows = stmt->loop->unordered, .plain = test.plain};
    if (path->count > 1 && path->loops[path->count - 2]->loop->binding == BIND_UNROLL)
        vectors.iterations = loop_constant_extent(arena, path->loops[0], path->loops[path->count - 2]->loop->id);
    for (int i = 0; i < assignment->count; i++)
        if (assignment->loops[i].loop == stmt->loop->origin)
            assignment->loops[i].vectors = vectors;
    FOR_EACH(i, &groups.list)
        if (!groups.list.items[i].read && assignment->nheld < MAX_DEPTH)
            assignment->held[assignment->nheld++] = groups.list.items[i].access->array;
}

const Stmt *assignment_loop(const Stmt *scheduled, int stmt_id)
{
    Search search = {.id = stmt_id};
    stmt_walk(scheduled, look_for, &search);
    Path path;
    bool found = stmt_id != 0 && search.found && tree_path(scheduled, search.found, &path);
    return found && path.count ? path.loops[path.count - 1] : NULL;
}

bool assignment_of(Arena *arena, const Stmt *scheduled, int stmt_id, Assignment *assignment)
{
    Search search = {.id = stmt_id};
    stmt_walk(scheduled, look_for, &search);
    Path path;
    *assignment = (Assignment){0};
    if (stmt_id == 0 || !search.found || !tree_path(scheduled, search.found, &path))
        return false;
    for (int i = 0; i < path.count; i++) {
        LoopId origin = path.loops[i]->loop->origin;
        bool known = false;
        for (int k = 0; k < assignment->count; k++)
            known = known || assignment->loops[k].loop == origin;
        Digit digits[MAX_PARTS];
        int count;
        if (known)
            continue;
        if (assignment->count == MAX_DEPTH || !find_digits(arena, scheduled, &path, origin, digits, &count))
            return false;
        LoopShare *share = &assignment->loops[assignment->count++];
        share->loop = origin;
        if (!share_of(digits, count, share))
            return false;
    }
    find_block(arena, scheduled, &path, assignment->block);
    find_vectors(arena, &path, assignment);
    return true;
}

// ---- which mapping it is

static const LoopShare *share_for(const Assignment *assignment, LoopId loop)
{
    for (int i = 0; i < assignment->count; i++)
        if (assignment->loops[i].loop == loop)
            return &assignment->loops[i];
    return NULL;
}

static bool same_parts(const LoopShare *left, const LoopShare *right)
{
    if (!left || !right || left->nparts != right->nparts)
        return false;
    for (int i = 0; i < left->nparts; i++)
        if (left->part[i].binding != right->part[i].binding)
            return false;
    return true;
}

bool assignment_mapping(const Assignment *assignment, const LoopId *loops, int count, Mapping *mapping)
{
    MappingShape shape = {.threads = 32, .local = 2, .x = 32, .y = 2};
    for (int m = 0; m < MAPPING_COUNT; m++) {
        Assignment model = {0};
        if (!mapping_assign((Mapping)m, loops, count, &shape, &model))
            continue;
        bool same = true;
        for (int i = count < 2 ? 0 : count - 2; i < count; i++)
            same = same && same_parts(share_for(assignment, loops[i]), share_for(&model, loops[i]));
        if (same) {
            *mapping = (Mapping)m;
            return true;
        }
    }
    return false;
}
