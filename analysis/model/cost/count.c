#include "analysis/model/cost/count.h"

#include "analysis/model/cost/busy.h"
#include "analysis/model/cost/count_batches.h"
#include "analysis/model/cost/count_index.h"
#include "analysis/model/cost/unrolled.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- loops

enum { MOST_STEPS = 64 }; // of a loop whose iterator is multiplied or divided

// A value that is the same in all lanes, as it is now.
static bool is_uniform(const Counter *counter, const Form *form, int64_t *value)
{
    int64_t lane[WARP_SIZE];
    bool same = form->known;
    int first = __builtin_ctz(counter->active);
    if (!same)
        return false;
    if (form_is_uniform(counter->variables, form, value))
        return true;
    form_lanes(counter->variables, form, lane);
    for (int i = 0; i < WARP_SIZE; i++)
        same = same && (!(counter->active >> i & 1) || lane[i] == lane[first]);
    *value = lane[first];
    return same;
}

Trips counter_trips(Counter *counter, const Loop *loop)
{
    Form lower = counter_value(counter, loop->lower), upper = counter_value(counter, loop->upper);
    Form step = counter_value(counter, loop->step), length = form_add(&upper, &lower, -1);
    Trips trips = {.lower = lower, .step = 1};
    trips.known = length.known && is_uniform(counter, &step, &trips.step) && trips.step && !loop->factor;
    if (length.known)
        form_lanes(counter->variables, &length, trips.lane);
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t distance = trips.step < 0 ? -trips.lane[i] : trips.lane[i], step_size = llabs(trips.step);
        int64_t count = trips.known ? (distance > 0 ? (distance + step_size - 1) / step_size : 0) : UNKNOWN_TRIPS;
        trips.lane[i] = count;
        if ((counter->active >> i & 1) && count > trips.most)
            trips.most = count;
    }
    return trips;
}

// Iteration number k, `number`: its variable, or -1 where iterations are side by side.
static void iterate(Counter *counter, const Stmt *stmt, const Trips *trips, int64_t k, int number, double weight)
{
    uint32_t active = counter->active;
    double before = counter->weight;
    Form index = number < 0 ? form_constant(k) : form_variable(number);
    Form value = form_add(&trips->lower, &index, trips->step);
    if (number >= 0)
        counter->variables->items[number].at = k;
    counter_set(counter, stmt->loop->iterator, &value);
    for (int i = 0; i < WARP_SIZE; i++)
        if (trips->lane[i] <= k)
            counter->active &= ~((uint32_t)1 << i);
    counter->weight *= weight;
    if (counter->active)
        counter_walk(counter, stmt->body);
    counter->weight = before;
    counter->active = active;
}

static int64_t largest(int64_t left, int64_t right)
{
    return left > right ? left : right;
}

// How often a warp waits for the loads of iterations that are under way together. What they leave over runs one by one;
// after a loop that nvcc has unrolled twice, eight and four of it run together first (seen in machine code of nvcc 13).
// Lanes that have none of them wait for those that have.
static double rounds_of(const Counter *counter, const Trips *trips, const Loop *loop, int64_t together)
{
    int64_t whole = 0, halves = 0, quarters = 0, ones = 0;
    bool twice = together == 16 && !loop->copies;
    if (!trips->known || loop->upper->kind == EX_INT)
        return ceil((double)trips->most / (double)together);
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t left = trips->lane[i] % together;
        if (!(counter->active >> i & 1))
            continue;
        whole = largest(whole, trips->lane[i] / together);
        halves = largest(halves, twice ? left / 8 : 0);
        quarters = largest(quarters, twice ? left % 8 / 4 : 0);
        ones = largest(ones, twice ? left % 4 : left);
    }
    return (double)(whole + halves + quarters + ones);
}

static void walk_serial(Counter *counter, const Stmt *stmt, const Trips *trips)
{
    double together = unrolled_iterations(stmt), before = counter->weight, each = (double)trips->most;
    double batched = each / rounds_of(counter, trips, stmt->loop, (int64_t)together);
    int number = variable_of(counter->arena, counter->variables, VARIABLE_LOOP, stmt->loop);
    int merged = merged_iterations(stmt);
    Variable *variable = &counter->variables->items[number];
    variable->depth = counter->nloops;
    variable->extent = trips->most > variable->extent ? trips->most : variable->extent;
    counter_end_round(counter, 1);
    counter_wait(counter);
    Results results = counter->results;
    counter->loops[counter->nloops++] = number;
    counter->counts.alu += before * each * 2 / together;
    counter->counts.control += before * each / together;
    int samples = trips->most < 3 ? (int)trips->most : 3;
    for (int s = 0; s < samples; s++) {
        int64_t k = s == 0 ? 0 : s == samples - 1 ? trips->most - 1 : trips->most / 2;
        double weight = s == 1 && samples == 3 ? each - 2 : 1;
        counter->ntouches = 0;
        counter_next_iteration(counter, before * weight);
        int64_t splits = counter->splits;
        iterate(counter, stmt, trips, k, number, weight);
        counter_wait(counter);
        counter->weight = before * weight;
        bool carried = counter_forward(counter, number, merged, floor(each / merged) * merged / each);
        double apart = counter->splits > splits ? 1 : carried && merged < batched ? merged : batched;
        counter_end_iteration(counter, counter_is_chained(counter, stmt, number, batched, false) ? 1 : apart,
                              counter_is_chained(counter, stmt, number, batched, true) ? 1 : apart);
        if (s < samples - 1)
            counter_sink_stores(counter, counter->branches);
        counter->weight = before;
    }
    counter->ntouches = 0;
    counter->nloops--;
    counter_leave_loop(counter);
    counter_forget_computed(counter);
    counter->results = results;
}

// The iterator is multiplied or divided; false: by how much, or how often, is not known.
static bool walk_geometric(Counter *counter, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Form lower = counter_value(counter, loop->lower), upper = counter_value(counter, loop->upper);
    int64_t at = 0, end = 0;
    if (!loop->factor || counter->geometric || !is_uniform(counter, &lower, &at) || !is_uniform(counter, &upper, &end))
        return false;
    for (int k = 0; k < MOST_STEPS && (loop->step_sign > 0 ? at < end : at > end); k++) {
        Form value = form_constant(at);
        counter_set(counter, loop->iterator, &value);
        counter->geometric = true;
        counter_walk(counter, stmt->body);
        counter->geometric = false;
        counter->counts.control += counter->weight;
        at = loop->step_sign > 0 ? at * loop->factor : at / loop->factor;
    }
    return true;
}

static void walk_loop(Counter *counter, const Stmt *stmt)
{
    enum { MOST_UNROLLED = 64 };
    const Loop *loop = stmt->loop;
    if (walk_geometric(counter, stmt))
        return;
    Trips trips = counter_trips(counter, loop);
    bool together = loop->binding == BIND_UNROLL || loop->binding == BIND_VECTOR || is_written_out(stmt);
    if (!trips.most)
        return;
    if (counter->nloops + 1 >= MAX_DEPTH * 2 || (together && trips.most <= MOST_UNROLLED)) {
        bool apart = loop->binding == BIND_SERIAL && is_written_apart(stmt);
        for (int64_t k = 0; k < trips.most && k < MOST_UNROLLED; k++) {
            iterate(counter, stmt, &trips, k, -1, 1);
            if (apart)
                counter_split(counter);
        }
        return;
    }
    walk_serial(counter, stmt, &trips);
}

// ---- other statements

static bool is_product(const Expr *value)
{
    value = expr_strip_casts(value);
    return value->kind == EX_BINARY && value->op == OP_MUL;
}

static void walk_assignment(Counter *counter, const Stmt *stmt)
{
    bool global = stmt->value->kind == EX_ACCESS && stmt->value->array->space <= SPACE_SCRATCH;
    int64_t elements = stmt->neighbours ? stmt->neighbours / stmt->place->type->size : 1;
    Form value = form_unknown();
    elements = elements > 1 ? elements : 1;
    if (global && (elements > 1 || stmt->asynchronous))
        counter_access(counter, stmt->value, elements, false, stmt->asynchronous);
    else
        value = counter_value(counter, stmt->value);
    if (stmt->op != OP_NONE) {
        Form old = counter_value(counter, stmt->place);
        bool fused = (stmt->op == OP_ADD || stmt->op == OP_SUB) && is_product(stmt->value);
        if (old.known && value.known)
            value = counter_known(counter, stmt->value, stmt->op, &old, &value);
        else
            counter_operation(counter, stmt->op, stmt->compute ? stmt->compute : stmt->place->type, fused);
        value.known = value.known && old.known;
    }
    if (stmt->place->kind == EX_SYMBOL) {
        counter_set(counter, stmt->place->symbol, &value);
    } else {
        Form place;
        counter_store(counter, stmt->place, elements, &place);
        counter_result(counter, stmt->place->array, &place);
    }
}

static void walk_declaration(Counter *counter, const Stmt *stmt)
{
    if (stmt->array) {
        int64_t bytes = stmt->array->space == SPACE_REGISTER ? array_bytes(stmt->array) : 0;
        counter->counts.registers += (int)((bytes + 3) / 4);
        return;
    }
    Form value = form_unknown();
    if (stmt->value)
        value = counter_value(counter, stmt->value);
    counter_set(counter, stmt->symbol, &value);
    if (stmt->value && (op_is_logical(stmt->value->op) || op_is_comparison(stmt->value->op)))
        counter_define(counter, stmt->symbol, stmt->value);
}

// A loop whose condition is known, as that of a halved distance is: all iterations. false: it depends on data.
static bool walk_known_while(Counter *counter, const Stmt *stmt)
{
    uint32_t active = counter->active;
    for (int k = 0; k < MOST_STEPS && counter_is_choice(stmt->body); k++) {
        Form condition = counter_value(counter, stmt->condition);
        if (!condition.known)
            break;
        counter->active = counter_lanes(counter, &condition);
        if (!counter->active) {
            counter->active = active;
            return true;
        }
        counter_walk(counter, stmt->body);
        counter->counts.control += counter->weight;
    }
    counter->active = active;
    return false;
}

static void walk_while(Counter *counter, const Stmt *stmt)
{
    double before = counter->weight;
    if (walk_known_while(counter, stmt))
        return;
    counter_end_round(counter, 1);
    counter->weight *= UNKNOWN_TRIPS;
    counter_value(counter, stmt->condition);
    counter_walk(counter, stmt->body);
    counter_end_round(counter, 1);
    counter->counts.control += counter->weight;
    counter->weight = before;
}

static void walk_barrier(Counter *counter, const Stmt *stmt)
{
    counter->counts.control += counter->weight;
    counter->counts.barriers += stmt->warp ? 0 : counter->weight;
    counter->counts.grid_barriers += stmt->blocks ? counter->weight : 0;
    counter_forget(counter);
    counter_end_round(counter, 1);
}

void counter_walk(Counter *counter, const Stmt *stmt)
{
    counter->counts.walked++;
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++)
            counter_walk(counter, stmt->items[i]);
        break;
    case ST_LOOP: walk_loop(counter, stmt); break;
    case ST_ASSIGN: walk_assignment(counter, stmt); break;
    case ST_DECLARE: walk_declaration(counter, stmt); break;
    case ST_IF: counter_walk_branch(counter, stmt); break;
    case ST_WHILE: walk_while(counter, stmt); break;
    case ST_EVALUATE:
    case ST_RETURN:
        if (stmt->value)
            counter_value(counter, stmt->value);
        break;
    case ST_BARRIER: walk_barrier(counter, stmt); break;
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_KERNEL:
    case ST_ROTATE: break;
    }
}

double count_instructions(const WarpCounts *counts)
{
    return counts->fma + counts->alu + counts->index + counts->special + counts->fp64 + counts->convert +
           counts->tensor64 / PRODUCTS_OF_LANE + counts->memory + counts->control;
}

// ---- the warps

static void make_variables(Counter *counter, const KernelShape *shape)
{
    for (int d = 0; d < 3; d++) {
        Variable block = {.kind = VARIABLE_BLOCK, .extent = shape->grid[d], .at = shape->grid[d] / 2};
        VECTOR_PUSH(counter->arena, counter->variables, block);
    }
    for (int d = 0; d < 3; d++) {
        Variable thread = {.kind = VARIABLE_THREAD, .extent = shape->block[d], .by_lane = true};
        VECTOR_PUSH(counter->arena, counter->variables, thread);
    }
}

// Blocks of the samples lie around the middle of the grid, on both sides of its diagonals, so that of a triangle about
// as much is counted as it has.
enum { FIRST_OF_ALL = WARP_SAMPLES }; // sample: block 0

static void set_block(const Counter *counter, int sample, int64_t *block)
{
    static const int eighths[FIRST_OF_ALL + 1][3] = {{3, 3, 3}, {2, 6, 4}, {6, 2, 4}, {5, 5, 5}, {0, 0, 0}};
    for (int d = 0; d < 3; d++)
        block[d] = counter->shape->grid[d] * eighths[sample][d] / 8;
}

Counter *counter_new(Arena *arena, const KernelShape *shape, const MappingSizes *sizes, Variables *variables)
{
    Counter *counter = ARENA_NEW(arena, Counter);
    counter->arena = arena;
    counter->sizes = sizes;
    counter->shape = shape;
    counter->variables = variables;
    counter->weight = 1;
    return counter;
}

static void set_warp(Counter *counter, int64_t warp)
{
    const int64_t *block = counter->shape->block;
    counter->active = 0;
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t number = warp * WARP_SIZE + i;
        Variable *threads = &counter->variables->items[FIRST_THREAD];
        threads[0].lane[i] = number % block[0];
        threads[1].lane[i] = number / block[0] % block[1];
        threads[2].lane[i] = number / block[0] / block[1];
        counter->active |= number < block[0] * block[1] * block[2] ? (uint32_t)1 << i : 0;
    }
    counter->nloaded = counter->next_loaded = counter->ntouches = 0;
    counter->lives.count = 0;
    counter->computed.count = 0;
    counter->results.count = 0;
    counter->held = counter->most_held = 0;
    counter->most_pending = 0;
    counter->inside[0] = counter->weight;
}

void counter_stand(Counter *counter, const int64_t *block, int64_t warp)
{
    if (!counter->variables->count)
        make_variables(counter, counter->shape);
    for (int d = 0; d < 3; d++)
        counter->variables->items[FIRST_BLOCK + d].at = block[d];
    set_warp(counter, warp);
}

// Instructions of every kernel: they read numbers of blocks and threads and what the kernel gets, and end it (nvcc 13
// for sm_90).
static const int START = 8;

static void count_sample(Counter *counter, const Stmt *kernel, int sample, int64_t warp)
{
    int64_t block[3];
    set_block(counter, sample, block);
    counter_stand(counter, block, warp);
    counter->counts.registers = 0;
    counter->counts.control += START * counter->weight;
    counter_walk(counter, kernel->body);
    counter_end_round(counter, 1);
    counter_wait(counter);
}

// Rounds of the first warp. Blocks that take every so manieth iteration have as many, or the first ones have one more.
static double rounds_of_first(const Counter *counter, const Stmt *kernel)
{
    Variables variables = {0};
    FOR_EACH(i, counter->variables)
        VECTOR_PUSH(counter->arena, &variables, counter->variables->items[i]);
    Counter *first = counter_new(counter->arena, counter->shape, counter->sizes, &variables);
    count_sample(first, kernel, FIRST_OF_ALL, 0);
    return first->counts.rounds;
}

static bool find_stored(void *context, const Stmt *stmt)
{
    Counter *counter = context;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : stmt->kind == ST_EVALUATE ? stmt->value : NULL;
    if (place && place->kind == EX_INTRINSIC && place->noperands && place->operands[0]->kind == EX_ADDRESS)
        place = place->operands[0]->operands[0];
    if (place && place->kind == EX_ACCESS && place->array->space <= SPACE_SCRATCH)
        VECTOR_PUSH(counter->arena, &counter->stored, place->array);
    return true;
}

// Warps of the block of a sample, of which `busy` have work; all, if that is not known. The samples are of these, and
// of the others one counts as often as there are such warps.
typedef struct Warps {
    int64_t count, busy_count;
    uint32_t busy; // 0: all
} Warps;

static Warps warps_of(const Counter *counter, const Stmt *kernel, int sample)
{
    const KernelShape *shape = counter->shape;
    int64_t count = (shape->block[0] * shape->block[1] * shape->block[2] + WARP_SIZE - 1) / WARP_SIZE, block[3];
    Warps warps = {count, count, 0};
    set_block(counter, sample, block);
    uint32_t busy = count > 1 && count <= 32 ? busy_warps(counter->arena, kernel, shape, counter->sizes, block) : 0;
    if (busy && __builtin_popcount(busy) < count) {
        warps.busy = busy;
        warps.busy_count = __builtin_popcount(busy);
    }
    return warps;
}

// The number of the busy warp, or of the first idle one.
static int64_t busy_number(const Warps *warps, int64_t which)
{
    int64_t number = 0;
    while (warps->busy && (!(warps->busy >> number & 1) || which--))
        number++;
    return warps->busy ? number : which;
}

static int64_t idle_number(const Warps *warps)
{
    return __builtin_ctz(~warps->busy);
}

// *busy: the part of the warps that have work. Returns the rounds of the busy one.
static double count_block(Counter *counter, const Stmt *kernel, int sample, double *busy)
{
    const Warps all = warps_of(counter, kernel, sample);
    int64_t warps = all.busy_count, part = warps < WARP_SAMPLES ? 1 : warps / WARP_SAMPLES;
    int64_t which = warps < WARP_SAMPLES ? sample % warps : sample * warps / WARP_SAMPLES + sample * 7 / 4 % part;
    *busy = (double)all.busy_count / (double)all.count;
    if (all.busy) {
        counter->weight = (1 - *busy) / WARP_SAMPLES;
        count_sample(counter, kernel, sample, idle_number(&all));
    }
    double before = counter->counts.rounds;
    counter->weight = *busy / WARP_SAMPLES;
    count_sample(counter, kernel, sample, busy_number(&all, which));
    return (counter->counts.rounds - before) / counter->weight;
}

WarpCounts count_warp(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                      Variables *variables)
{
    enum { BASE_REGISTERS = 18, FOR_GROUP = 2, MOST_FOR_GROUPS = 40, FEW_BLOCKS = 1024 };
    Counter *counter = counter_new(arena, shape, sizes, variables);
    make_variables(counter, shape);
    stmt_walk(kernel->body, find_stored, counter);
    double slowest = 0, busy = 0;
    int registers = 0, kept = 0, held = 0;
    for (int s = 0; s < WARP_SAMPLES; s++) {
        double part, own = count_block(counter, kernel, s, &part);
        int own_kept = counter->counts.registers + counter_held(counter) + counter->most_held;
        int own_all = own_kept + (int)counter->most_pending;
        registers = own_all > registers ? own_all : registers;
        kept = own_kept > kept ? own_kept : kept;
        held = counter->most_held > held ? counter->most_held : held;
        slowest = own > slowest ? own : slowest;
        busy += part / WARP_SAMPLES;
    }
    double blocks = (double)shape->grid[0] * (double)shape->grid[1] * (double)shape->grid[2];
    double first = blocks < FEW_BLOCKS && slowest > 0 ? rounds_of_first(counter, kernel) : 0;
    slowest = first > slowest ? first : slowest;
    counter->counts.slowest = slowest > 0 ? slowest / counter->counts.rounds : 1;
    int addresses = FOR_GROUP * counter->counts.groups.count;
    counter->counts.busy = busy;
    counter->counts.kept = kept + BASE_REGISTERS;
    counter->counts.held = held;
    counter->counts.registers =
        registers + BASE_REGISTERS + (addresses < MOST_FOR_GROUPS ? addresses : MOST_FOR_GROUPS);
    return counter->counts;
}

void count_first_warp(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                      void (*observe)(void *context, const WarpRequest *request), void *context)
{
    Variables variables = {0};
    Counter *counter = counter_new(arena, shape, sizes, &variables);
    counter->observe = observe;
    counter->observer = context;
    make_variables(counter, shape);
    set_warp(counter, 0);
    counter_walk(counter, kernel->body);
}

bool count_evaluate(Arena *arena, const Expr *expr, const MappingSizes *sizes, int64_t *value)
{
    static const KernelShape one = {{1, 1, 1}, {1, 1, 1}};
    Variables variables = {0};
    Counter counter;
    memset(&counter, 0, offsetof(Counter, loaded)); // sizes are looked for with many evaluations
    counter.arena = arena;
    counter.sizes = sizes;
    counter.shape = &one;
    counter.variables = &variables;
    make_variables(&counter, &one);
    counter.active = 1;
    Form form = counter_value(&counter, expr);
    *value = form.constant;
    return form_is_constant(&form);
}
