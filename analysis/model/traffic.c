// The exact number of requests and sectors of an access in a launch, without a walk over its iterations.
//
// What a warp touches depends on two things: which of its lanes are active, and the position of its lowest address in a
// sector. Iterations that are not distributed to threads only shift all lanes by the same distance. So the shifts of
// each loop are counted, by the lanes that they leave active (a class) and by their bytes modulo 32. For all
// combinations of classes of the loops their shifts are convolved, and each warp of a block is considered once for each
// shift that occurs.
#include "analysis/model/address.h"
#include "analysis/model/device.h"

#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 3, MOST_SHIFTS = 1 << 18 };
#define MOST_BYTES ((int64_t)1 << 56)

// How often a shift of so many bytes modulo a sector occurs.
typedef int64_t Shifts[SECTOR_BYTES];

// Shifts of a loop that leave the same lanes active: those whose own iterations are before `end`.
typedef struct ShiftClass {
    int64_t end;
    Shifts count;
} ShiftClass;

typedef struct LoopTraffic {
    int64_t trip, bytes;        // iterations; bytes from one to the next
    int64_t weight[DIRECTIONS]; // iterations from a thread to its neighbour
    int64_t reach;              // one more than the largest iteration of a thread in its block
    VECTOR(ShiftClass) classes;
} LoopTraffic;

typedef struct Counting {
    const Assignment *assignment;
    Arena *arena;
    LoopTraffic loops[MAX_DEPTH];
    int nloops;
    bool dealt[DIRECTIONS]; // some loop is distributed to threads along it; otherwise there is only the first one
    int64_t base, width;    // of iteration 0, modulo a sector; bytes that a lane moves
    AccessTraffic result;
} Counting;

static int modulo_sector(int64_t bytes)
{
    return (int)((bytes % SECTOR_BYTES + SECTOR_BYTES) % SECTOR_BYTES);
}

// ---- the shifts of a loop

static ShiftClass *class_for(Counting *counting, LoopTraffic *loop, int64_t end)
{
    FOR_EACH(i, &loop->classes)
        if (loop->classes.items[i].end == end)
            return &loop->classes.items[i];
    VECTOR_PUSH(counting->arena, &loop->classes, (ShiftClass){.end = end});
    return &loop->classes.items[loop->classes.count - 1];
}

// `times` shifts by `iterations` each, which leave the threads before the loop's end active.
static void add_shift(Counting *counting, LoopTraffic *loop, int64_t iterations, int64_t times)
{
    int64_t left = loop->trip - iterations;
    if (left > 0 && times > 0)
        class_for(counting, loop, left < loop->reach ? left : loop->reach)
            ->count[modulo_sector(iterations % SECTOR_BYTES * (loop->bytes % SECTOR_BYTES))] += times;
}

static bool is_thread_part(const LoopPart *part)
{
    return part->binding >= BIND_THREAD_X && part->binding <= BIND_THREAD_Z;
}

// All shifts of the parts from `part` on, which are added to `iterations`; the caller handles the first part's.
static void add_inner_shifts(Counting *counting, LoopTraffic *loop, const LoopShare *share, int part, int64_t weight,
                             int64_t iterations, int64_t times)
{
    if (part < 1) {
        add_shift(counting, loop, iterations, times);
        return;
    }
    const LoopPart *here = &share->part[part];
    for (int64_t i = 0; i < (is_thread_part(here) ? 1 : here->extent); i++)
        add_inner_shifts(counting, loop, share, part - 1, weight * here->extent, iterations + i * weight, times);
}

static const char *measure_share(LoopTraffic *loop, const LoopShare *share, int64_t *inner)
{
    int64_t shifts = 1;
    *inner = 1;
    loop->reach = 1;
    for (int p = share->nparts - 1; p >= 0; p--) {
        const LoopPart *part = &share->part[p];
        if (is_thread_part(part)) {
            loop->weight[part->binding - BIND_THREAD_X] += *inner;
            loop->reach += (part->extent - 1) * *inner;
        } else if (p > 0) {
            shifts *= part->extent;
        }
        if (p > 0 && (part->extent < 1 || part->extent > MOST_SHIFTS || (*inner *= part->extent) > MOST_SHIFTS))
            return "a part of a loop has no extent, or a very large one";
    }
    const LoopPart *first = &share->part[0];
    bool covers = !first->extent || first->extent >= loop->trip / *inner + (loop->trip % *inner != 0);
    if (!covers || (is_thread_part(first) && !first->extent))
        return "the parts of a loop do not cover all of its iterations";
    return shifts > MOST_SHIFTS ? "a thread has too many iterations" : NULL;
}

// Whole iterations of the first part leave all threads active, and their shifts repeat after 32 of them at the latest.
static const char *find_shifts(Counting *counting, LoopTraffic *loop, const LoopShare *share)
{
    int64_t inner;
    const char *reason = measure_share(loop, share, &inner);
    if (reason)
        return reason;
    int last = share->nparts - 1;
    if (is_thread_part(&share->part[0])) {
        add_inner_shifts(counting, loop, share, last, 1, 0, 1);
        return NULL;
    }
    int64_t whole = loop->trip / inner;
    for (int64_t i = 0; i < SECTOR_BYTES && i < whole; i++)
        add_inner_shifts(counting, loop, share, last, 1, i * inner, whole / SECTOR_BYTES + (i < whole % SECTOR_BYTES));
    if (loop->trip % inner)
        add_inner_shifts(counting, loop, share, last, 1, whole * inner, 1);
    return NULL;
}

// ---- warps

typedef struct Warp {
    int lanes;
    int64_t offset[WARP_SIZE];
} Warp;

// The active lanes of a warp of the block, if loop l is active up to end[l].
static Warp active_lanes(const Counting *counting, int64_t first, const int64_t *end)
{
    const int64_t *block = counting->assignment->block;
    Warp warp = {0};
    for (int64_t thread = first; thread < first + WARP_SIZE && thread < block[0] * block[1] * block[2]; thread++) {
        int64_t index[DIRECTIONS] = {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]},
                offset = 0;
        bool active = true;
        for (int d = 0; d < DIRECTIONS; d++)
            active = active && (counting->dealt[d] || index[d] == 0);
        for (int l = 0; l < counting->nloops; l++) {
            const LoopTraffic *loop = &counting->loops[l];
            int64_t iteration = 0;
            for (int d = 0; d < DIRECTIONS; d++)
                iteration += index[d] * loop->weight[d];
            active = active && iteration < end[l];
            offset += iteration * loop->bytes;
        }
        if (active)
            warp.offset[warp.lanes++] = offset;
    }
    return warp;
}

static bool add_times(int64_t *sum, int64_t times, int64_t each)
{
    int64_t product;
    return !__builtin_mul_overflow(times, each, &product) && !__builtin_add_overflow(*sum, product, sum);
}

static bool add_warp(Counting *counting, const Warp *warp, const Shifts shifts)
{
    AccessTraffic *result = &counting->result;
    bool fits = true;
    for (int s = 0; s < SECTOR_BYTES; s++) {
        if (!shifts[s])
            continue;
        fits = fits && add_times(&result->requests, shifts[s], 1) &&
               add_times(&result->lanes, shifts[s], warp->lanes) &&
               add_times(&result->sectors, shifts[s],
                         address_sectors(warp->offset, warp->lanes, counting->base + s, counting->width));
    }
    return fits;
}

// ---- all combinations of classes

static bool convolve(const Shifts left, const Shifts right, Shifts result)
{
    bool fits = true;
    memset(result, 0, sizeof(Shifts));
    for (int a = 0; a < SECTOR_BYTES; a++)
        for (int b = 0; b < SECTOR_BYTES; b++)
            fits = fits && add_times(&result[(a + b) % SECTOR_BYTES], left[a], right[b]);
    return fits;
}

// Loops from `l` on, with the classes of the earlier ones chosen: their ends and the sum of their shifts. false: too
// large.
static bool count_from(Counting *counting, int l, int64_t *end, const Shifts shifts)
{
    const int64_t *block = counting->assignment->block;
    bool fits = true;
    if (l < counting->nloops) {
        FOR_EACH(i, &counting->loops[l].classes) {
            Shifts together;
            end[l] = counting->loops[l].classes.items[i].end;
            fits = fits && convolve(shifts, counting->loops[l].classes.items[i].count, together) &&
                   count_from(counting, l + 1, end, together);
        }
        return fits;
    }
    for (int64_t first = 0; first < block[0] * block[1] * block[2]; first += WARP_SIZE) {
        Warp warp = active_lanes(counting, first, end);
        fits = fits && (!warp.lanes || add_warp(counting, &warp, shifts));
    }
    return fits;
}

// ---- the access

static bool stays_in_thread(const LoopShare *share)
{
    bool serial = true;
    for (int p = 0; share && p < share->nparts; p++)
        serial = serial && share->part[p].binding == BIND_SERIAL;
    return serial;
}

static bool in_bytes(const Address *address, const Expr *elements, const Expr *member, const MappingSizes *sizes,
                     int64_t *bytes)
{
    int64_t first, second;
    return address_evaluate(elements, sizes, &first) && address_evaluate(member, sizes, &second) &&
           !__builtin_mul_overflow(first, address->element, bytes) && !__builtin_add_overflow(*bytes, second, bytes) &&
           llabs(*bytes) < MOST_BYTES;
}

static int64_t base_of(const Array *array, const MappingSizes *sizes)
{
    FOR_EACH(i, &sizes->bases)
        if (sizes->bases.items[i].array == array)
            return sizes->bases.items[i].bytes;
    return 0;
}

static const char *read_loop(Counting *counting, const Address *address, int l, const MappingSizes *sizes)
{
    const Loop *loop = address->loops[l];
    LoopTraffic *traffic = &counting->loops[l];
    const LoopShare whole = {.loop = loop->id, .nparts = 1, .part = {{BIND_SERIAL, 0}}};
    const LoopShare *share = assignment_share(counting->assignment, loop->id);
    if (!address_evaluate(loop_trip_count(counting->arena, loop), sizes, &traffic->trip))
        return arena_printf(counting->arena, "how often loop '%s' runs is not known from sizes alone", loop->name);
    if (!in_bytes(address, address->stride[l], address->member[l], sizes, &traffic->bytes))
        return "a size is missing, or too large";
    const char *reason = find_shifts(counting, traffic, share ? share : &whole);
    int64_t span;
    if (!reason && (__builtin_mul_overflow(traffic->reach, llabs(traffic->bytes), &span) || span > MOST_BYTES))
        reason = "a size is too large";
    return reason;
}

static bool is_around(const Address *address, LoopId loop)
{
    for (int l = 0; l < address->nloops; l++)
        if (address->loops[l]->id == loop)
            return true;
    return false;
}

// Threads of the block in a direction without a loop would all do the same; one of them stores.
static bool fills_block(const Assignment *assignment, const Access *access)
{
    int64_t extent[DIRECTIONS] = {1, 1, 1};
    for (int i = 0; i < assignment->count; i++)
        for (int p = 0; p < assignment->loops[i].nparts; p++)
            if (is_thread_part(&assignment->loops[i].part[p]))
                extent[assignment->loops[i].part[p].binding - BIND_THREAD_X] *= assignment->loops[i].part[p].extent;
    bool fills = true;
    for (int d = 0; d < DIRECTIONS; d++)
        fills = fills && (extent[d] == assignment->block[d] || (extent[d] == 1 && access->is_write));
    return fills;
}

static const char *obstacle(const Assignment *assignment, const Access *access, const Address *address)
{
    if (address->reason)
        return address->reason;
    if (access->conditional)
        return "it depends on a condition";
    if (access->stmt->kind == ST_LOOP)
        return "it is read for a loop's bound";
    for (int i = 0; i < assignment->count; i++)
        if (!is_around(address, assignment->loops[i].loop))
            return "it is not inside of all loops that are dealt to threads";
    return fills_block(assignment, access) ? NULL : "some threads of the block have no iterations of their own";
}

// Loops in the order of the assignment; loops that it does not list are inside of these, in the source's order.
static int loops_in_order(const Counting *counting, const Address *address, int *order)
{
    int count = 0;
    for (int i = 0; i < counting->assignment->count; i++)
        for (int l = 0; l < address->nloops; l++)
            if (address->loops[l]->id == counting->assignment->loops[i].loop)
                order[count++] = l;
    for (int l = 0; l < address->nloops; l++)
        if (!assignment_share(counting->assignment, address->loops[l]->id))
            order[count++] = l;
    return count;
}

static int64_t repeats_of(const Counting *counting, const Address *address)
{
    int64_t repeats = 1;
    int order[MAX_DEPTH];
    for (int i = loops_in_order(counting, address, order) - 1; i >= 0; i--) {
        int l = order[i];
        if (counting->loops[l].bytes ||
            !stays_in_thread(assignment_share(counting->assignment, address->loops[l]->id)) ||
            __builtin_mul_overflow(repeats, counting->loops[l].trip, &repeats))
            break;
    }
    return repeats > 0 ? repeats : 1;
}

// ---- vectors: groups of iterations in requests of their own, and the iterations that are left one by one

static const LoopShare *vector_share(const Counting *counting, const Address *address, int l)
{
    return assignment_share(counting->assignment, address->loops[l]->id);
}

static bool is_multiple(int64_t bytes, int64_t of)
{
    return bytes % of == 0;
}

// Whether every vector of the loop begins at a multiple of its requests' bytes.
static bool all_aligned(const Counting *counting, const Facts *facts, LoopId loop, const MappingSizes *sizes)
{
    const Stmt *body = stmt_find_loop(facts->nest->body, loop)->body;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !stmt_contains(body, access->stmt))
            continue;
        Address address = address_of(facts, access);
        int along;
        int64_t start, bytes, request = address.reason ? 0 : vector_bytes(counting->assignment, &address, &along);
        if (!request)
            continue;
        if (!in_bytes(&address, address.start, address.member_start, sizes, &start) ||
            !is_multiple(start + base_of(access->array, sizes), request))
            return false;
        for (int l = 0; l < address.nloops; l++)
            if (l != along && (!in_bytes(&address, address.stride[l], address.member[l], sizes, &bytes) ||
                               !is_multiple(bytes, request)))
                return false;
    }
    return true;
}

static const LoopPart *thread_part(const LoopShare *share)
{
    for (int p = 0; p < share->nparts; p++)
        if (is_thread_part(&share->part[p]))
            return &share->part[p];
    return NULL;
}

// The instructions for groups that a thread loads at once differ from those for single groups. Whether lanes of one
// warp diverge there: if some have one iteration more than others, or the last group is not whole.
static bool lanes_part(const LoopShare *share, int64_t trip)
{
    int64_t lanes = share->vectors.width, iterations = share->vectors.iterations, groups = (trip + lanes - 1) / lanes,
            workers = 1, together = 1;
    for (int p = share->nparts - 2; p > 0 && share->part[p].binding != BIND_SERIAL; p--) {
        workers *= share->part[p].extent;
        together = is_thread_part(&share->part[p]) && p == share->nparts - 2 ? share->part[p].extent : together;
    }
    together = together < WARP_SIZE ? together : WARP_SIZE;
    int64_t more = groups % workers, last = (groups + workers - 1) / workers;
    return last % iterations == 0 && (trip % lanes || more % together);
}

static const char *vector_obstacle(const Counting *counting, const Facts *facts, const LoopShare *share, int64_t trip,
                                   const MappingSizes *sizes)
{
    const Vectors *vectors = &share->vectors;
    if (!vectors->plain || (vectors->iterations && vectors->rows))
        return "neighbouring lanes share elements";
    if (!all_aligned(counting, facts, share->loop, sizes))
        return "some vectors are not aligned";
    if (vectors->iterations && lanes_part(share, trip))
        return "the lanes of a warp diverge in their last iterations";
    return NULL;
}

// The loop as `share` distributes `trip` iterations of it, the first at so many bytes after the loop's own first.
static const char *count_share(Counting *counting, int l, const LoopShare *share, int64_t trip, int64_t bytes,
                               int64_t first)
{
    int64_t end[MAX_DEPTH], base = counting->base;
    counting->loops[l] = (LoopTraffic){.trip = trip, .bytes = bytes};
    const char *reason = find_shifts(counting, &counting->loops[l], share);
    counting->base = modulo_sector(base + first % SECTOR_BYTES);
    if (!reason && !count_from(counting, 0, end, (Shifts){1}))
        reason = "the numbers are too large";
    counting->base = base;
    return reason;
}

static const char *count_vectors(Counting *counting, const Facts *facts, const Address *address, int l, int64_t request,
                                 const MappingSizes *sizes)
{
    const LoopShare *share = vector_share(counting, address, l);
    int64_t trip = counting->loops[l].trip, lanes = share->vectors.width, element = address->element,
            left = trip % lanes;
    LoopShare groups = *share, rest = {.loop = share->loop, .nparts = 1, .part = {{BIND_SERIAL, 0}}};
    const LoopPart *threads = thread_part(share);
    const char *reason = vector_obstacle(counting, facts, share, trip, sizes);
    groups.nparts -= groups.nparts > 1;
    if (share->nparts == 1)
        groups.part[0] = (LoopPart){BIND_SERIAL, 0};
    counting->width = request;
    for (int64_t piece = 0; piece < lanes * element && !reason; piece += request)
        reason = count_share(counting, l, &groups, trip / lanes, lanes * element, piece);
    counting->width = element;
    int64_t first = trip - left,
            busy = threads ? (first / lanes + (left > 0) - 1) % threads->extent + 1 : 1; // threads of the last row
    if (threads)
        rest = (LoopShare){.loop = share->loop, .nparts = 2, .part = {{BIND_SERIAL, 0}, {threads->binding, busy}}};
    if (share->vectors.rows && left && !reason)
        return count_share(counting, l, &rest, left, element, first * element);
    for (int64_t k = first; k < trip && !reason; k++)
        reason = count_share(counting, l, &rest, 1, element, k * element);
    return reason;
}

static bool is_held(const Assignment *assignment, const Access *access)
{
    bool held = false;
    for (int i = 0; i < assignment->nheld; i++)
        held = held || (assignment->held[i] == access->array && !access->is_write);
    return held;
}

static void find_dealt(Counting *counting)
{
    for (int i = 0; i < counting->assignment->count; i++)
        for (int p = 0; p < counting->assignment->loops[i].nparts; p++)
            if (is_thread_part(&counting->assignment->loops[i].part[p]))
                counting->dealt[counting->assignment->loops[i].part[p].binding - BIND_THREAD_X] = true;
}

AccessTraffic mapping_traffic(const Facts *facts, const Assignment *assignment, const Access *access,
                              const MappingSizes *sizes)
{
    Address address = address_of(facts, access);
    Counting counting = {
        .assignment = assignment, .arena = facts->arena, .nloops = address.nloops, .width = address.width};
    int64_t start = 0, end[MAX_DEPTH];
    const char *reason = obstacle(assignment, access, &address);
    if (!reason && !in_bytes(&address, address.start, address.member_start, sizes, &start))
        reason = "a size is missing, or too large";
    for (int l = 0; l < address.nloops && !reason; l++)
        reason = read_loop(&counting, &address, l, sizes);
    counting.base = modulo_sector(modulo_sector(start) + modulo_sector(base_of(access->array, sizes)));
    find_dealt(&counting);
    int along = 0;
    int64_t request = reason ? 0 : vector_bytes(assignment, &address, &along);
    if (request && is_held(assignment, access))
        return (AccessTraffic){.exact = true, .repeats = 1};
    if (request)
        reason = count_vectors(&counting, facts, &address, along, request, sizes);
    else if (!reason && !count_from(&counting, 0, end, (Shifts){1}))
        reason = "the numbers are too large";
    if (reason)
        return (AccessTraffic){.reason = reason};
    counting.result.exact = true;
    counting.result.repeats = request ? 1 : repeats_of(&counting, &address);
    return counting.result;
}
