// The eight mappings of the paper's Table 2, and the behaviour of a full warp in each access under an assignment.
#include "analysis/model/mapping.h"

#include "analysis/model/address.h"
#include "analysis/model/device.h"

#include <stdlib.h>
#include <strings.h>

// ---- the table

// What a pair of the paper's table is made of, outer part first.
typedef enum Pair { WHOLE, B_T, B_LOCAL, LOCAL_T, BX_TX, BY_TY, BY_TX, BX_TY } Pair;

static const struct {
    const char *name, *form;
    Pair rows, columns;
} mappings[MAPPING_COUNT] = {
    [MAPPING_1D_1] = {"1D-1", "((b,t), c')", B_T, WHOLE},
    [MAPPING_1D_2] = {"1D-2", "(r', (b,t))", WHOLE, B_T},
    [MAPPING_1D_3] = {"1D-3", "((b,t'), (b',t))", B_LOCAL, LOCAL_T},
    [MAPPING_1D_4] = {"1D-4", "((b',t), (b,t'))", LOCAL_T, B_LOCAL},
    [MAPPING_2D_1] = {"2D-1", "((bx,tx), (by,ty))", BX_TX, BY_TY},
    [MAPPING_2D_2] = {"2D-2", "((by,ty), (bx,tx))", BY_TY, BX_TX},
    [MAPPING_2D_3] = {"2D-3", "((by,tx), (bx,ty))", BY_TX, BX_TY},
    [MAPPING_2D_4] = {"2D-4", "((bx,ty), (by,tx))", BX_TY, BY_TX},
};

const char *mapping_name(Mapping mapping)
{
    return mappings[mapping].name;
}

const char *mapping_form(Mapping mapping)
{
    return mappings[mapping].form;
}

bool mapping_find(const char *name, Mapping *mapping)
{
    for (int i = 0; i < MAPPING_COUNT; i++) {
        if (strcasecmp(name, mappings[i].name) != 0)
            continue;
        *mapping = (Mapping)i;
        return true;
    }
    return false;
}

static LoopShare share_of(LoopId loop, Binding outer, Binding inner, int64_t extent)
{
    return (LoopShare){.loop = loop, .nparts = 2, .part = {{outer, 0}, {inner, extent}}};
}

static LoopShare share_by_pair(LoopId loop, Pair pair, const MappingShape *shape)
{
    switch (pair) {
    case WHOLE: return (LoopShare){.loop = loop, .nparts = 1, .part = {{BIND_SERIAL, 0}}};
    case B_T: return share_of(loop, BIND_BLOCK_X, BIND_THREAD_X, shape->threads);
    case B_LOCAL: return share_of(loop, BIND_BLOCK_X, BIND_SERIAL, shape->local);
    case LOCAL_T: return share_of(loop, BIND_SERIAL, BIND_THREAD_X, shape->threads);
    case BX_TX: return share_of(loop, BIND_BLOCK_X, BIND_THREAD_X, shape->x);
    case BY_TY: return share_of(loop, BIND_BLOCK_Y, BIND_THREAD_Y, shape->y);
    case BY_TX: return share_of(loop, BIND_BLOCK_Y, BIND_THREAD_X, shape->x);
    case BX_TY: return share_of(loop, BIND_BLOCK_X, BIND_THREAD_Y, shape->y);
    }
    unreachable_bug("unknown pair");
}

// A block has no threads in a direction that no loop is distributed to.
static void keep_used_threads(Assignment *assignment)
{
    bool used[3] = {false};
    for (int i = 0; i < assignment->count; i++)
        for (int p = 0; p < assignment->loops[i].nparts; p++) {
            Binding binding = assignment->loops[i].part[p].binding;
            if (binding >= BIND_THREAD_X && binding <= BIND_THREAD_Z)
                used[binding - BIND_THREAD_X] = true;
        }
    for (int d = 0; d < 3; d++)
        assignment->block[d] = used[d] ? assignment->block[d] : 1;
}

bool mapping_assign(Mapping mapping, const LoopId *loops, int count, const MappingShape *shape, Assignment *assignment)
{
    bool is_plane = mapping >= MAPPING_2D_1;
    if (count < 1 || count > MAX_DEPTH)
        return false;
    *assignment =
        (Assignment){.count = count, .block = {is_plane ? shape->x : shape->threads, is_plane ? shape->y : 1, 1}};
    // The distributed loops come first, then the loops that are whole inside the thread.
    int dealt = count < 2 ? count : count > 2 && is_plane ? 3 : 2, inside = count - dealt;
    for (int i = 0; i < count; i++)
        assignment->loops[i] = share_by_pair(loops[(i + inside) % count], WHOLE, shape);
    if (dealt == 3)
        assignment->loops[0].part[0].binding = BIND_BLOCK_Z;
    if (dealt > 1)
        assignment->loops[dealt - 2] = share_by_pair(loops[count - 2], mappings[mapping].rows, shape);
    bool is_line = count == 1 && mapping == MAPPING_1D_1;
    assignment->loops[dealt - 1] = share_by_pair(loops[count - 1], is_line ? B_T : mappings[mapping].columns, shape);
    if (count == 1)
        keep_used_threads(assignment);
    return true;
}

// ---- sizes

// The first copied element of the array's own memory on the device.
static bool first_element(const Facts *facts, const ArrayFact *fact, const MappingSizes *sizes, int64_t *first)
{
    if (fact->array->held != HOST_ROWS)
        return fact->first && address_evaluate(fact->first, sizes, first);
    if (!fact->first_row || !fact->first_column || !fact->last_column)
        return false;
    Expr *last = index_sub(facts->arena, fact->last_column, fact->first_column), *row = fact->first_row;
    if (fact->first_middle && fact->last_middle) {
        Expr *rows = index_add(facts->arena, index_sub(facts->arena, fact->last_middle, fact->first_middle),
                               expr_index(facts->arena, 1));
        row = index_add(facts->arena, index_mul(facts->arena, row, rows), fact->first_middle);
    }
    Expr *rows = index_mul(facts->arena, row, index_add(facts->arena, last, expr_index(facts->arena, 1)));
    return address_evaluate(index_add(facts->arena, rows, fact->first_column), sizes, first);
}

void mapping_place_copies(const Facts *facts, MappingSizes *sizes)
{
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        int64_t first;
        if (!first_element(facts, fact, sizes, &first))
            continue;
        BaseAddress base = {fact->array,
                            SECTOR_BYTES - first % SECTOR_BYTES * fact->array->element->size % SECTOR_BYTES};
        VECTOR_PUSH(facts->arena, &sizes->bases, base);
    }
}

int64_t mapping_trip(const Facts *facts, LoopId loop, const MappingSizes *sizes)
{
    const Stmt *stmt = stmt_find_loop(facts->nest->body, loop);
    int64_t trip;
    return stmt && address_evaluate(loop_trip_count(facts->arena, stmt->loop), sizes, &trip) ? trip : -1;
}

int64_t mapping_results_per_thread(const Facts *facts, const Assignment *assignment, const MappingSizes *sizes)
{
    int64_t results = 1;
    for (int i = 0; i < assignment->count; i++) {
        const LoopShare *share = &assignment->loops[i];
        int64_t trip = mapping_trip(facts, share->loop, sizes), inner = 1;
        for (int p = share->nparts - 1; p >= 0; p--) {
            if (trip < 0 && !share->part[p].extent && share->part[p].binding == BIND_SERIAL)
                return -1;
            int64_t needed = trip < 0 ? INT64_MAX : trip / inner + (trip % inner != 0);
            int64_t extent = share->part[p].extent && share->part[p].extent < needed ? share->part[p].extent : needed;
            if (share->part[p].binding == BIND_SERIAL && __builtin_mul_overflow(results, extent, &results))
                return -1;
            inner = share->part[p].extent ? inner * share->part[p].extent : inner;
        }
    }
    return results;
}

// ---- what a warp does

const LoopShare *assignment_share(const Assignment *assignment, LoopId loop)
{
    for (int i = 0; i < assignment->count; i++)
        if (assignment->loops[i].loop == loop)
            return &assignment->loops[i];
    return NULL;
}

// By how many iterations of the loop a thread follows its neighbour along a direction of the block; 0: none.
static int64_t weight_along(const LoopShare *share, int direction)
{
    int64_t weight = 1, sum = 0;
    for (int p = share ? share->nparts - 1 : -1; p >= 0; p--) {
        if (share->part[p].binding == (Binding)(BIND_THREAD_X + direction))
            sum += weight;
        weight *= share->part[p].extent;
    }
    return sum;
}

typedef struct Step {
    Expr *elements, *member; // from a thread to its neighbour: elements, and bytes inside of an element
} Step;

static Step step_along(const Facts *facts, const Assignment *assignment, const Address *address, int direction)
{
    Step step = {expr_index(facts->arena, 0), expr_index(facts->arena, 0)};
    for (int i = 0; i < address->nloops; i++) {
        int64_t weight = weight_along(assignment_share(assignment, address->loops[i]->id), direction);
        if (!weight)
            continue;
        Expr *factor = expr_index(facts->arena, weight);
        step.elements = index_add(facts->arena, step.elements, index_mul(facts->arena, address->stride[i], factor));
        step.member = index_add(facts->arena, step.member, index_mul(facts->arena, address->member[i], factor));
    }
    return step;
}

typedef struct FarSizes {
    Arena *arena;
    MappingSizes sizes;
} FarSizes;

// A multiple of a sector for all element sizes. It is large, and neither a sum nor a small multiple of the others.
static bool give_far_size(void *context, const Expr *expr)
{
    FarSizes *far = context;
    int64_t value;
    if (expr->kind != EX_SYMBOL || address_evaluate(expr, &far->sizes, &value))
        return true;
    SizeValue size = {expr->symbol, 4096 + 32 * (far->sizes.values.count + 1)};
    VECTOR_PUSH(far->arena, &far->sizes.values, size);
    return true;
}

// Bytes from a thread to its neighbour, with a large value for each parameter.
static bool far_bytes(FarSizes *far, const Step *step, int64_t element, int64_t *bytes)
{
    int64_t elements, member;
    expr_walk(step->elements, give_far_size, far);
    expr_walk(step->member, give_far_size, far);
    return address_evaluate(step->elements, &far->sizes, &elements) &&
           address_evaluate(step->member, &far->sizes, &member) && !__builtin_mul_overflow(elements, element, bytes) &&
           !__builtin_add_overflow(*bytes, member, bytes);
}

static int full_warp_sectors(const Facts *facts, const Assignment *assignment, const Address *address)
{
    int64_t distance[3], offset[WARP_SIZE];
    int lanes = 0;
    FarSizes far = {.arena = facts->arena};
    for (int d = 0; d < 3; d++) {
        Step step = step_along(facts, assignment, address, d);
        if (!far_bytes(&far, &step, address->element, &distance[d]) || llabs(distance[d]) > INT64_MAX / 4096)
            return 0;
    }
    int64_t x = assignment->block[0], y = assignment->block[1], threads = x * y * assignment->block[2],
            lowest = INT64_MAX;
    for (; lanes < WARP_SIZE && lanes < threads; lanes++) {
        offset[lanes] = lanes % x * distance[0] + lanes / x % y * distance[1] + lanes / x / y * distance[2];
        lowest = offset[lanes] < lowest ? offset[lanes] : lowest;
    }
    return lanes ? address_sectors(offset, lanes, -lowest, address->width) : 0;
}

// For an access that is a vector: bytes of one request of a thread; otherwise 0.
int64_t vector_bytes(const Assignment *assignment, const Address *address, int *loop)
{
    for (int l = 0; l < address->nloops; l++) {
        const LoopShare *share = assignment_share(assignment, address->loops[l]->id);
        int64_t lanes = share ? share->vectors.width : 0, bytes = lanes * address->element;
        if (lanes < 2 || address->width != address->element || !expr_is_int(address->stride[l], 1) ||
            !expr_is_int(address->member[l], 0))
            continue;
        *loop = l;
        return bytes < VECTOR_BYTES ? bytes : VECTOR_BYTES;
    }
    return 0;
}

MappedAccess mapping_access(const Facts *facts, const Assignment *assignment, const Access *access)
{
    Address address = address_of(facts, access);
    int64_t x = assignment->block[0];
    MappedAccess result = {.access = access,
                           .pattern = PATTERN_UNKNOWN,
                           .element = address.element,
                           .width = address.width,
                           .lanes = (int)(x < WARP_SIZE ? x : WARP_SIZE),
                           .reason = address.reason};
    if (address.reason)
        return result;
    Step step = step_along(facts, assignment, &address, 0);
    int loop;
    int64_t vector = vector_bytes(assignment, &address, &loop);
    if (vector)
        result.width = address.width = vector;
    int64_t near = vector ? vector / address.element : 1;
    bool whole = expr_is_int(step.member, 0);
    result.stride = whole ? step.elements : NULL;
    result.pattern = whole && expr_is_int(step.elements, 0) ? PATTERN_BROADCAST
                     : whole && (expr_is_int(step.elements, near) || expr_is_int(step.elements, -near))
                         ? PATTERN_COALESCED
                         : PATTERN_STRIDED;
    result.sectors = full_warp_sectors(facts, assignment, &address);
    return result;
}

// ---- words

const char *mapping_words(Arena *arena, const MappedAccess *mapped)
{
    const char *vector =
        mapped->width > mapped->element ? arena_printf(arena, ", %lld bytes a lane", (long long)mapped->width) : "";
    switch (mapped->pattern) {
    case PATTERN_COALESCED: return arena_printf(arena, "coalesced%s", vector);
    case PATTERN_BROADCAST: return "broadcast";
    case PATTERN_UNKNOWN: return arena_printf(arena, "unknown: %s", mapped->reason);
    case PATTERN_STRIDED: break;
    }
    Text text = {.arena = arena};
    text_add(&text, "strided");
    if (mapped->stride) {
        text_add(&text, " by ");
        print_expr(&text, mapped->stride);
    }
    text_add(&text, vector);
    return text_string(&text);
}
