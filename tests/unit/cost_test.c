// Catches counts of the cost model that are not what a person counts: distinct bytes of a window (a halo that counts
// twice, rows that are parts of granules), sectors and lines of a request, banks of shared memory, instructions of an
// unrolled loop, launches of a host loop, iterations that wait for one another's loads, loads that are used again
// though a branch may have skipped them, or though another loop has loaded them; loops that the compiler unrolls, and
// what is left over by that; halves of sectors; a warp that waits for the nearest load of a batch; the last block's
// sum, and steps of a sum by shuffles, that nobody counts; a branch for equal values that counts as often as any; loads
// of several branches that come at once, or before the data that decides about them; launches that the host takes no
// time for; index arithmetic, elements of arrays that are in no register, and results that do not wait for one another,
// which count as nothing, or as everything; stores in a loop, which the compiler moves after it, that count for each
// iteration, or those of three iterations that count once; what a skipped branch computes, and constants; elements that
// one iteration leaves in a register for the next one and that count as loaded, and others that count as if they were
// there; stores of whole sectors in two pieces, loads whose addresses are loaded, and maxima that count as two of each;
// launches that are all taken for the last one; blocks that do most and are not the ones looked at; kernels that are
// taken for others that were counted; warps without work that count as the others, and choices between loads that wait
// for nothing; subscripts that make a branch of what predicates are for, and stores of a few lines that count as those
// of many, though others fill the same sectors; loops that are taken for less unrolled than they
// are, and sums whose constants are taken for a part of the address; a kernel whose bound is another one than its
// counts say; and quotients and nested choices that loads are moved over, though the compiler makes branches of them,
// and stores that fill sectors together though branches are between them.
#include "analysis/model/cost/cost.h"

#include "frontend/directives/directive.h"
#include "frontend/reader.h"
#include "transform/plan/plan.h"
#include "transform/schedule/schedule.h"
#include "test.h"

enum { LONG = 1 << 26, SIDE = 8192, NESTS = 72 };

static Arena *arena;
static Diag *diag;

// ---- footprints

static bool near(double value, double wanted)
{
    return value > 0.98 * wanted && value < 1.02 * wanted;
}

// Variable 0 with stride 4, variable 1 with stride 4096, variable 2 does not move it.
static double bytes_in(const Interval *places, int count, int64_t x, int64_t y, int64_t granule)
{
    AccessGroup group = {.form = {.known = true, .count = 2, .terms = {{0, 4}, {1, 4096}}}};
    const int64_t extent[] = {x, y, 100};
    const Window window = {extent, granule};
    for (int i = 0; i < count; i++)
        VECTOR_PUSH(arena, &group.constants, places[i]);
    return group_footprint(&group, &window);
}

static void test_footprints(void)
{
    const Interval one[] = {{0, 4}};
    const Interval star[] = {{-4, 0}, {0, 4}, {4, 8}, {-4096, -4092}, {4096, 4100}};
    EXPECT(bytes_in(one, 1, 1, 1, 32) == 32);
    EXPECT(bytes_in(one, 1, 32, 1, 32) == 128);
    EXPECT(bytes_in(one, 1, 33, 1, 32) == 160);
    EXPECT(bytes_in(one, 1, 32, 10, 32) == 1280);
    EXPECT(bytes_in(one, 1, 1, 10, 32) == 320);
    EXPECT(bytes_in(star, 5, 128, 1, 4) == 4 * (128 + 130 + 128));
    EXPECT(bytes_in(star, 5, 128, 8, 4) == 4 * (128 * 10 + 2 * 8)); // rows that are used again count once
    EXPECT(near(bytes_in(star, 5, 128, 1000, 4), 4 * (128. * 1002 + 2 * 1000)));
    EXPECT(bytes_in(one, 1, 2048, 4, 32) == 5 * 4096); // rows that overlap: each is two strides long
}

// ---- kernels

static const Symbol *parameter(const Nest *nest, const char *name)
{
    FOR_EACH(i, &nest->symbols)
        if (strcmp(nest->symbols.items[i]->name, name) == 0)
            return nest->symbols.items[i];
    return NULL;
}

static bool same_cost(const ProgramCost *cost, const ProgramCost *other)
{
    return cost->time == other->time && cost->least == other->least && cost->walked == other->walked &&
           cost->kernels.count == other->kernels.count;
}

// What was counted before costs the same, and a kernel at other sizes is not taken for it.
static void test_known(const Stmt *host, const MappingSizes *sizes, const ProgramCost *cost)
{
    KnownCosts known = {.arena = arena};
    MappingSizes other = {0};
    FOR_EACH(i, &sizes->values)
        VECTOR_PUSH(arena, &other.values,
                    ((SizeValue){sizes->values.items[i].symbol, sizes->values.items[i].value / 2}));
    for (int turn = 0; turn < 2; turn++) {
        ProgramCost here = cost_beside(arena, device_default(), host, sizes, &known);
        ProgramCost there = cost_beside(arena, device_default(), host, &other, &known);
        ProgramCost plain = cost_of(arena, device_default(), host, &other);
        EXPECT(same_cost(&here, cost) && same_cost(&there, &plain));
    }
    EXPECT(known.items.count >= cost->kernels.count);
}

static ProgramCost cost_of_nest(Nest *nest, int64_t n)
{
    Facts *facts = analyze_nest(arena, diag, nest);
    Candidate first = {.arena = arena, .nest = nest, .facts = facts, .device = device_default(), .one_version = true};
    const Clause *clause = directive_clause(nest->directive, CLAUSE_SCHEDULE);
    const Schedule *schedule = schedule_parse(arena, diag, (Loc){0}, clause->word);
    const Program *program = restructure(&first, diag, schedule, NULL);
    MappingSizes sizes = {0};
    SizeValue values[] = {{parameter(nest, "n"), n}, {parameter(nest, "t"), 10}};
    for (int i = 0; i < 2; i++)
        if (values[i].symbol)
            VECTOR_PUSH(arena, &sizes.values, values[i]);
    ProgramCost cost = cost_of(arena, device_default(), program->host, &sizes);
    test_known(program->host, &sizes, &cost);
    facts_release(facts);
    return cost;
}

static const AccessGroup *group_of(const KernelCost *cost, const char *array, bool writes)
{
    FOR_EACH(i, &cost->counts.groups)
        if (strcmp(cost->counts.groups.items[i].array->name, array) == 0 &&
            cost->counts.groups.items[i].writes == writes)
            return &cost->counts.groups.items[i];
    return NULL;
}

static void test_copy(const KernelCost *cost, int64_t n)
{
    const AccessGroup *a = group_of(cost, "a", false), *b = group_of(cost, "b", true);
    EXPECT(a && a->requests == 1 && a->sectors == 4 && a->units == 2);
    EXPECT(b && b->requests == 1 && b->sectors == 4 && b->units == 2);
    EXPECT(cost->counts.l1_wavefronts == 2 && cost->counts.memory == 2 && cost->counts.rounds == 1);
    EXPECT(near(cost->read, 4. * (double)n) && near(cost->written, 4. * (double)n));
    EXPECT(near(cost->share[COST_DRAM], 8. * (double)n / 4280));
    EXPECT(cost->bound == COST_BLOCKS); // of one element a thread
}

static void test_turn(const KernelCost *plain, const KernelCost *padded)
{
    EXPECT(plain->counts.shared_wavefronts == 33 && padded->counts.shared_wavefronts == 2);
    EXPECT(plain->shared == 4096 && padded->shared == 32 * 33 * 4);
    EXPECT(plain->bound == COST_L1 && padded->bound != COST_L1 && padded->time < plain->time);
    EXPECT(group_of(plain, "a", false)->sectors == 4 && group_of(plain, "b", true)->sectors == 4);
}

static void test_across(const KernelCost *cost)
{
    EXPECT(group_of(cost, "a", false)->sectors == 4);
    EXPECT(group_of(cost, "b", true)->sectors == 32 && near(group_of(cost, "b", true)->units, 32 * 1.7));
    EXPECT(cost->share[COST_L2] > 8 * cost->share[COST_DRAM]);
}

// Lanes of 16 bytes go by quarters of a warp; loads of two quarters go together where lanes share what they load.
static void test_wide_requests(void)
{
    int64_t apart[32], pairs[32];
    for (int i = 0; i < 32; i++) {
        apart[i] = 16 * i;
        pairs[i] = 16 * (i / 2);
    }
    EXPECT(count_wavefronts(~0u, apart, 16, false, NULL) == 4 && count_wavefronts(~0u, apart, 16, true, NULL) == 4);
    EXPECT(count_wavefronts(~0u, pairs, 16, false, NULL) == 2 && count_wavefronts(~0u, pairs, 16, true, NULL) == 4);
    EXPECT(count_wavefronts(~0u, apart, 8, false, NULL) == 4 && count_wavefronts(~0u, apart, 4, false, NULL) == 4);
}

// A load cannot move over the store of another element of the same array, unless their distance is a constant.
static void test_chains(const KernelCost *cost)
{
    enum { ALIAS, OTHER, CARRIED, SAME, UNROLLED, TRIANGLE, T = 10, N = SIDE };
    EXPECT(near(cost[ALIAS].counts.rounds, N - T - 1));
    EXPECT(near(cost[OTHER].counts.rounds, (N - T - 1) / 8.)); // 16 loads together
    EXPECT(near(cost[CARRIED].counts.rounds, (N - 1) / 4.) && near(cost[SAME].counts.rounds, (N - 1) / 16.));
    EXPECT(cost[UNROLLED].counts.rounds == 4);
    EXPECT(cost[ALIAS].share[COST_LATENCY] > 1.1 * cost[OTHER].share[COST_LATENCY]);
    EXPECT(cost[ALIAS].counts.slowest == 1 && near(cost[TRIANGLE].counts.slowest, 1.5));
}

// Of four elements, the first is loaded whatever happens, with its two neighbours. The others have a condition each, so
// that what they load is not there for the next one.
static void test_branches(const KernelCost *cost)
{
    EXPECT(group_of(cost, "a", false)->requests == 3 + 1 + 2 + 3);
    EXPECT(cost->counts.registers >= 18 + 2 + 2);
}

static void test_loops(const ProgramCost *cost)
{
    enum { SUMS, ROWS, TAPS, TOTAL, APART, DOTS, SELDOM };
    const KernelCost *of[SELDOM + 1];
    for (int i = 0; i <= SELDOM; i++)
        of[i] = &cost[i].kernels.items[0];
    DeviceRates rates = device_rates(device_default());
    EXPECT(near(group_of(of[SUMS], "a", false)->requests, 2 * SIDE)); // no register holds a column
    EXPECT(near(of[ROWS]->counts.rounds, SIDE / 16.));
    EXPECT(of[ROWS]->waiting > SIDE / 16. * rates.dram_latency); // two sectors a batch, of which none is in a cache
    EXPECT(of[TAPS]->counts.rounds == 1 && of[TAPS]->counts.memory == 6);
    EXPECT(of[TOTAL]->counts.tickets == 1 && of[TOTAL]->counts.last_rounds > 100);
    EXPECT(group_of(of[APART], "b", true)->sectors == 8 && near(group_of(of[APART], "b", true)->units, 7.6));
    EXPECT(of[DOTS]->counts.special == 0);
    EXPECT(near(group_of(of[SELDOM], "b", false)->requests, SIDE / 8.)); // two values are seldom the same
}

// Four copies with a condition each. One that loads and computes much is a branch, whose loads come before the next one
// begins; one that does little is not. Where data decides about a load, that data comes first.
static void test_decisions(const ProgramCost *cost)
{
    enum { MIXED, COPIED, DECIDED, EITHER };
    const double rounds[] = {4, 1, 2 * SIDE, 2 * SIDE};
    for (int i = MIXED; i <= EITHER; i++)
        EXPECT(near(cost[i].kernels.items[0].counts.rounds, rounds[i]));
}

// The host takes longer for launches of little work than the device does, and not for those of much work.
static void test_host(ProgramCost little, double much)
{
    double host = 10 * device_rates(device_default()).host_launch;
    EXPECT(little.time < host && little.host == host && much > host);
}

// What the compiler makes of indices and elements: a row's address that moves with the loop is computed in each
// iteration; an array of a thread with an index is in memory; a store before another one of the same element is left
// out, and nothing is loaded that was just stored; addresses that the registers cannot hold are loaded again; of four
// results, instructions do not wait for one another; a loop of at most eight iterations is written out with branches.
// Where some lanes of a warp have the four iterations that a loop does at once, the others do three one by one. Lanes
// that are neighbours in a row at a place that data tells load whole sectors of it.
static void test_code(const ProgramCost *cost)
{
    enum { ROWS_OF_PLANES, REMAINDERS, KEPT, TWICE, CROWDED, FOUR, BOUNDED, LEFT, PICK, ROWS = 64, FREE = 64 };
    const WarpCounts *of[PICK + 1];
    for (int i = 0; i <= PICK; i++)
        of[i] = &cost[i].kernels.items[0].counts;
    const WarpCounts *rows = of[ROWS_OF_PLANES], *crowded = of[CROWDED];
    EXPECT(near(rows->index, 8 * SIDE) && near(rows->clocks, 4 * count_instructions(rows)));
    EXPECT(of[REMAINDERS]->index > 3 + 5 + 5 && of[KEPT]->memory == 16 * 4);
    EXPECT(of[TWICE]->memory == 2 && of[TWICE]->l1_wavefronts == 2);
    EXPECT(crowded->held == 2 * ROWS);
    EXPECT(near(crowded->memory, ROWS * SIDE * (1 + 2. * (crowded->kept - FREE) / crowded->held)));
    EXPECT(of[FOUR]->clocks == count_instructions(of[FOUR]) && of[BOUNDED]->rounds == 8);
    EXPECT(of[LEFT]->rounds == 4);
    EXPECT(of[PICK]->scattered.count == 1 && of[PICK]->scattered.items[0].sectors == 4);
}

// A sum in memory is stored once, after the loop; three iterations store three elements; a quotient of constants costs
// nothing; what is computed where a row may be skipped is computed again for the next row; and L2 answers less often
// than blocks ask that want the same at nearly the same time.
static void test_again(const ProgramCost *cost)
{
    enum { SUNK, FEW, PART, GUARDED, BESIDE };
    const KernelCost *of[BESIDE + 1];
    for (int i = 0; i <= BESIDE; i++)
        of[i] = &cost[i].kernels.items[0];
    EXPECT(group_of(of[SUNK], "b", true)->requests == 1 && group_of(of[SUNK], "b", false)->requests == 1);
    EXPECT(group_of(of[FEW], "b", true)->requests == 3);
    EXPECT(of[PART]->counts.special == 0 && of[PART]->counts.fma == 1);
    EXPECT(of[GUARDED]->counts.index > 80);
    EXPECT(of[BESIDE]->share[COST_L2] < 0.6 * of[BESIDE]->l2 / device_rates(device_default()).l2);
}

// What the iteration before has stored is in a register, so that four of them load it once, and wait once; it is not if
// a branch is around the store, which each load waits for then. A store of 32 bytes costs less than two of 16. The
// larger one of two values is one instruction. What data tells where to load comes after that data, which can be loaded
// ahead even if each iteration waits for the last one's store. And each of few launches has its own grid.
static void test_carried(const ProgramCost *cost)
{
    enum { DECAY, IN_TURN, WIDE, MOST, LOOKED_UP, COUNTED, TALL, SOME_TWICE, ROWS = 10 * SIDE };
    const KernelCost *of[SOME_TWICE + 1];
    for (int i = 0; i <= SOME_TWICE; i++)
        of[i] = &cost[i].kernels.items[0];
    EXPECT(near(group_of(of[DECAY], "b", false)->requests, SIDE / 4.) && near(of[DECAY]->counts.rounds, SIDE / 4.));
    EXPECT(of[IN_TURN]->counts.rounds == 3); // what the first one stores, no branch is around
    EXPECT(group_of(of[WIDE], "b", true)->sectors == 64 && near(group_of(of[WIDE], "b", true)->units, 29.44));
    EXPECT(of[MOST]->counts.alu == 1 && of[LOOKED_UP]->counts.rounds == 2);
    EXPECT(near(of[COUNTED]->counts.rounds, SIDE + SIDE / 16.));
    EXPECT(near(of[SOME_TWICE]->counts.slowest, 2)); // the first 4 of 28 blocks
    EXPECT(of[TALL]->launches == 2 && of[TALL]->shape.grid[1] == 65535);
    EXPECT(near(of[TALL]->share[COST_BLOCKS] * ROWS / 65535, ROWS * device_rates(device_default()).block_start));
}

// An update of an array waits for the one before where the compiler cannot tell their addresses apart: rows whose
// length is not a constant, another array that is updated, and elements with a condition each. Data at random places is
// within its array, gaps that are shorter than a sector are read with it, and L1 finds lines four at a time. Elements
// beside one another in shared memory are loaded together.
static void test_waits(const ProgramCost *cost)
{
    enum { UPDATED, BOTH, SOME, IN_TABLE, SECOND, OWN_LINES, QUADS, LOGARITHMS };
    const KernelCost *of[LOGARITHMS + 1];
    for (int i = 0; i <= LOGARITHMS; i++)
        of[i] = &cost[i].kernels.items[0];
    EXPECT(near(of[UPDATED]->counts.rounds, SIDE) && of[BOTH]->counts.rounds == 2 && of[SOME]->counts.rounds == 4);
    EXPECT(of[IN_TABLE]->counts.scattered.items[0].bytes == 4096 && of[IN_TABLE]->read < 12 * SIDE);
    EXPECT(near(of[SECOND]->read, 8 * SIDE));
    EXPECT(group_of(of[OWN_LINES], "a", false)->lines == 28 && of[OWN_LINES]->counts.l1_wavefronts == 8 + 1);
    EXPECT(of[QUADS]->counts.memory == 4 + 4 + 1 + 1 && of[LOGARITHMS]->counts.fma == 32);
}

// Warps beyond the columns end at once, and others have their registers; loads of a choice by data come after what
// decides, side by side only if they are so few that the compiler makes no branch of it.
static void test_idle(const ProgramCost *costs)
{
    enum { FEW_COLUMNS, EITHER, ONE };
    const KernelCost *few = &costs[FEW_COLUMNS].kernels.items[0];
    EXPECT(few->counts.busy == 0.5 && near(group_of(few, "a", false)->requests, 0.5));
    EXPECT(group_of(few, "a", false)->sectors == 1 && near(few->written, 4. * 10 * SIDE));
    EXPECT(few->occupancy.active_blocks == 4); // of 16 warps each, 8 of which stay: a seventh one fits
    double waves = SIDE / 8 / (7. * device_default()->sms);
    EXPECT(
        near(few->share[COST_LATENCY], 2 * waves * few->waiting + waves * device_rates(device_default()).l1_latency));
    EXPECT(costs[EITHER].kernels.items[0].counts.busy == 1);
    EXPECT(costs[EITHER].kernels.items[0].counts.rounds == 3 && costs[ONE].kernels.items[0].counts.rounds == 1);
}

// Loads where data says so wait for it once, as no branch is around them; and of stores one after the other to the same
// sectors L2 takes some for one where a warp's lanes are few.
static void test_pieces(const ProgramCost *costs)
{
    enum { GATHERED, MANY, FEW };
    EXPECT(costs[GATHERED].kernels.items[0].counts.rounds == 2);
    const AccessGroup *many = group_of(&costs[MANY].kernels.items[0], "b", true),
                      *few = group_of(&costs[FEW].kernels.items[0], "b", true);
    EXPECT(near(many->units, 9 * 9 + 0.7 * 9 * 32)); // 9 lines each
    EXPECT(few->units / few->sectors < 0.5);
}

// A loop with at most three loads is unrolled 16 times, however far apart they are, and one with four loads 4 times. A
// sum of 32 bits is extended for itself, with a sum and an address of its own: two in each of four iterations.
static void test_unrolled(const ProgramCost *costs)
{
    enum { DOWN, FOUR, AHEAD, BESIDE };
    EXPECT(near(costs[DOWN].kernels.items[0].counts.rounds, SIDE / 16.));
    EXPECT(near(costs[FOUR].kernels.items[0].counts.rounds, SIDE / 4.));
    double ahead = costs[AHEAD].kernels.items[0].counts.index, beside = costs[BESIDE].kernels.items[0].counts.index;
    EXPECT(ahead - beside >= 2 * 4 * 4);
}

// A quotient has a branch, unless it is by a power of 2, and so has a choice in a choice: all loads after it wait for
// it, and stores on both sides of it are apart.
static void test_paths(const ProgramCost *costs)
{
    enum { GUARDED, QUOTIENTS, SUMS, NESTED, HALVES, THIRDS };
    const double rounds[] = {1, 4, SIDE, 4, 1, 4};
    for (int i = GUARDED; i <= THIRDS; i++)
        EXPECT(near(costs[i].kernels.items[0].counts.rounds, rounds[i]));
    const AccessGroup *halves = group_of(&costs[HALVES].kernels.items[0], "b", true),
                      *thirds = group_of(&costs[THIRDS].kernels.items[0], "b", true);
    EXPECT(costs[HALVES].kernels.items[0].counts.special == 0 && costs[THIRDS].kernels.items[0].counts.special == 4);
    EXPECT(near(thirds->units, 4 * 4 * (1 + 0.7 * 4)) && halves->units < 0.75 * thirds->units);
}

// Each guarded step loads one element of a tile in shared memory: where it has more than four instructions, it has a
// branch, and waits for its load alone.
static void test_guarded(const ProgramCost *costs)
{
    enum { SUMS, POLYNOMIALS, APART = 36, ARITHMETIC = 8 };
    const KernelCost *sums = &costs[SUMS].kernels.items[0], *polynomials = &costs[POLYNOMIALS].kernels.items[0];
    double more = polynomials->counts.clocks - sums->counts.clocks;
    EXPECT(more > APART * SIDE && more < (APART + ARITHMETIC) * SIDE);
}

int main(void)
{
    enum { BRANCHES = 12 };
    arena = arena_new();
    diag = diag_new(arena, (DiagOptions){0});
    test_footprints();
    test_wide_requests();
    Unit *unit = read_unit(arena, diag, COST_INPUT, NULL, 0);
    EXPECT(unit != NULL && unit->nests.count == NESTS);
    ProgramCost costs[NESTS];
    KernelCost chains[BRANCHES - 6];
    for (int i = 0; i < NESTS; i++) {
        costs[i] = cost_of_nest(unit->nests.items[i], i == 0 || i == 5 || i == 16 ? LONG : SIDE);
        EXPECT(!costs[i].unknown && costs[i].kernels.count == 1);
    }
    test_copy(&costs[0].kernels.items[0], LONG);
    test_turn(&costs[1].kernels.items[0], &costs[2].kernels.items[0]);
    test_across(&costs[3].kernels.items[0]);
    const KernelCost *smooth = &costs[4].kernels.items[0], *steps = &costs[5].kernels.items[0];
    EXPECT(group_of(smooth, "a", false)->requests == 5 && smooth->counts.fma == 4);
    EXPECT(smooth->read > 4. * SIDE * SIDE * 0.98 && smooth->read < 4. * SIDE * SIDE * 1.05);
    EXPECT(steps->launches == 10 && steps->counts.fma == 1);
    test_host(cost_of_nest(unit->nests.items[5], 1024), steps->time);
    for (int i = 6; i < BRANCHES; i++)
        chains[i - 6] = costs[i].kernels.items[0];
    test_chains(chains);
    test_branches(&costs[BRANCHES].kernels.items[0]);
    test_loops(&costs[BRANCHES + 1]);
    test_decisions(&costs[BRANCHES + 8]);
    test_code(&costs[BRANCHES + 12]);
    test_again(&costs[BRANCHES + 21]);
    test_carried(&costs[BRANCHES + 26]);
    test_waits(&costs[BRANCHES + 34]);
    test_idle(&costs[BRANCHES + 42]);
    test_pieces(&costs[BRANCHES + 45]);
    test_unrolled(&costs[BRANCHES + 48]);
    test_paths(&costs[BRANCHES + 52]);
    test_guarded(&costs[BRANCHES + 58]);
    arena_release(arena);
    type_release();
    intern_release();
    return test_status();
}
