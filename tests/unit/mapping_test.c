// Catches a mapping whose parts are exchanged, a stride or a coalesced access that is taken for another, and sectors
// counted wrong at a partial block, an unaligned row or a misaligned array. Golden values are derived by hand beside
// them; then random assignments are compared with a walk through every thread and iteration.
#include "analysis/model/address.h"
#include "analysis/model/device.h"
#include "test.h"

#include <stdlib.h>

enum { MOST_LOOPS = 3 };

// A nest of rectangular loops around one assignment, whose accesses are the facts.
typedef struct Case {
    Arena *arena;
    Nest nest;
    Facts facts;
    Symbol *size[MOST_LOOPS];
    Loop loop[MOST_LOOPS];
    int count;
    MappingSizes sizes;
    LoopId ids[MOST_LOOPS];
} Case;

static Expr *iterator(const Case *test, int l)
{
    return expr_symbol(test->arena, test->loop[l].iterator);
}

static Expr *size(const Case *test, int l)
{
    return expr_symbol(test->arena, test->size[l]);
}

static void start(Case *test, Arena *arena, int count, const int64_t *values)
{
    static const char *const names[] = {"i", "j", "k"}, *const sizes[] = {"n", "m", "l"};
    *test = (Case){.arena = arena, .count = count};
    test->facts = (Facts){.nest = &test->nest, .arena = arena};
    test->nest.unit = ARENA_NEW(arena, Unit);
    test->nest.unit->arena = arena;
    for (int l = 0; l < count; l++) {
        const Type *integer = type_scalar(TY_I32);
        test->size[l] = nest_symbol(&test->nest, sizes[l], integer, SYM_PARAM);
        test->ids[l] = l + 1;
        test->loop[l] = (Loop){.id = l + 1, .origin = l + 1, .name = names[l], .step_sign = 1};
        test->loop[l].iterator = nest_symbol(&test->nest, names[l], integer, SYM_ITERATOR);
        test->loop[l].lower = expr_int(arena, 0, integer);
        test->loop[l].upper = size(test, l);
        test->loop[l].step = expr_int(arena, 1, integer);
        VECTOR_PUSH(arena, &test->sizes.values, ((SizeValue){test->size[l], values[l]}));
    }
}

static Expr *element(Case *test, const char *name, const Type *type, Expr *const *subscripts, Expr *const *extents,
                     int ndim)
{
    return expr_access(test->arena, nest_array(&test->nest, name, type, SPACE_GLOBAL, extents, ndim), subscripts);
}

static void finish(Case *test, Expr *place, Expr *value)
{
    Stmt *stmt = stmt_assign(test->arena, place, OP_NONE, value, NULL), *body = stmt;
    for (int l = test->count - 1; l >= 0; l--)
        body = stmt_loop(test->arena, &test->loop[l], body);
    test->nest.body = body;
    VECTOR_PUSH(test->arena, &test->facts.accesses, ((Access){.stmt = stmt, .expr = value, .array = value->array}));
    VECTOR_PUSH(test->arena, &test->facts.accesses,
                ((Access){.index = 1, .stmt = stmt, .expr = place, .array = place->array, .is_write = true}));
}

static const Access *read_of(const Case *test)
{
    return &test->facts.accesses.items[0];
}

static const Access *write_of(const Case *test)
{
    return &test->facts.accesses.items[1];
}

static const MappingShape shape = {.threads = 32, .local = 4, .x = 32, .y = 8};

typedef struct Expected {
    AccessPattern pattern;
    const char *stride;
    int sectors;                    // of a full warp
    int64_t requests, total, lanes; // of the launch
} Expected;

static void expect_access(const Case *test, const Assignment *assignment, const Access *access, Expected expected,
                          const char *where)
{
    MappedAccess mapped = mapping_access(&test->facts, assignment, access);
    AccessTraffic traffic = mapping_traffic(&test->facts, assignment, access, &test->sizes);
    bool holds = mapped.pattern == expected.pattern && mapped.sectors == expected.sectors && traffic.exact &&
                 traffic.requests == expected.requests && traffic.sectors == expected.total &&
                 traffic.lanes == expected.lanes;
    EXPECT(holds);
    if (!holds)
        fprintf(stderr, "%s: pattern %d, %d sectors; %lld requests, %lld sectors, %lld lanes %s\n", where,
                mapped.pattern, mapped.sectors, (long long)traffic.requests, (long long)traffic.sectors,
                (long long)traffic.lanes, traffic.reason ? traffic.reason : "");
    EXPECT_TEXT(mapped.stride ? expr_text(test->arena, mapped.stride) : "?", expected.stride);
}

// b[i][j] = a[i][j] of 100 x 70 floats. Rows are 280 bytes apart, which is 24 modulo 32: row r begins 0, 24, 16 or 8
// bytes into a sector. By columns a warp covers 32, 32 and 6 elements of a row: 4 + 4 + 1 sectors in rows 0, 4, .., 5 +
// 5 + 2, 5 + 5 + 2 and 5 + 5 + 1 in the next three; 25 * 44 in all. By rows every element is a sector of its own; warps
// cover 32, 32, 32 and 4 rows.
static void scaling(Arena *arena)
{
    const Expected columns = {PATTERN_COALESCED, "1", 4, 300, 1100, 7000},
                   rows = {PATTERN_STRIDED, "m", 32, 280, 7000, 7000};
    static const int64_t per_thread[] = {70, 100, 12, 16, 1, 1, 1, 1};
    static const bool coalesced[] = {false, true, true, false, false, true, false, true};
    Case test;
    start(&test, arena, 2, (int64_t[]){100, 70});
    Expr *subscripts[] = {iterator(&test, 0), iterator(&test, 1)}, *extents[] = {NULL, size(&test, 1)};
    Expr *a = element(&test, "a", type_scalar(TY_F32), subscripts, extents, 2);
    Expr *b = element(&test, "b", type_scalar(TY_F32), subscripts, extents, 2);
    finish(&test, b, a);
    for (Mapping mapping = 0; mapping < MAPPING_COUNT; mapping++) {
        Assignment assignment;
        Mapping found;
        EXPECT(mapping_assign(mapping, test.ids, 2, &shape, &assignment));
        EXPECT(mapping_find(mapping_name(mapping), &found) && found == mapping);
        expect_access(&test, &assignment, read_of(&test), coalesced[mapping] ? columns : rows, mapping_name(mapping));
        expect_access(&test, &assignment, write_of(&test), coalesced[mapping] ? columns : rows, mapping_name(mapping));
        EXPECT(mapping_results_per_thread(&test.facts, &assignment, &test.sizes) == per_thread[mapping]);
    }
}

// b[j*n + i] = a[i*m + j]: what is coalesced in one is strided in the other, by the other's row.
static void transpose(Arena *arena)
{
    Case test;
    Assignment assignment;
    start(&test, arena, 2, (int64_t[]){64, 96});
    const Type *integer = type_scalar(TY_I32);
    Expr *at = expr_binary(arena, OP_MUL, iterator(&test, 0), size(&test, 1), integer);
    Expr *across = expr_binary(arena, OP_MUL, iterator(&test, 1), size(&test, 0), integer);
    Expr *from[] = {expr_binary(arena, OP_ADD, at, iterator(&test, 1), integer)};
    Expr *to[] = {expr_binary(arena, OP_ADD, across, iterator(&test, 0), integer)};
    Expr *a = element(&test, "a", type_scalar(TY_F64), from, (Expr *[]){NULL}, 1);
    Expr *b = element(&test, "b", type_scalar(TY_F64), to, (Expr *[]){NULL}, 1);
    finish(&test, b, a);
    mapping_assign(MAPPING_2D_2, test.ids, 2, &shape, &assignment);
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_COALESCED, "1", 8, 192, 192 * 8, 6144},
                  "transpose, read");
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_STRIDED, "n", 32, 192, 6144, 6144},
                  "transpose, write");
    mapping_assign(MAPPING_1D_1, test.ids, 2, &shape, &assignment);
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_STRIDED, "m", 32, 192, 6144, 6144},
                  "transpose 1D-1, read");
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_COALESCED, "1", 8, 192, 192 * 8, 6144},
                  "transpose 1D-1, write");
}

// s[i] = a[i][j] over j: one thread a row. s: three warps of 4 sectors and one of 4 lanes, in each of 70 iterations.
static void row_sums(Arena *arena)
{
    Case test;
    Assignment assignment;
    start(&test, arena, 2, (int64_t[]){100, 70});
    Expr *subscripts[] = {iterator(&test, 0), iterator(&test, 1)}, *extents[] = {NULL, size(&test, 1)};
    Expr *a = element(&test, "a", type_scalar(TY_F32), subscripts, extents, 2);
    Expr *s = element(&test, "s", type_scalar(TY_F32), subscripts, extents, 1);
    finish(&test, s, a);
    // One dimension is one row, dealt out as columns are: here to (by,ty), with one thread along x.
    EXPECT(mapping_assign(MAPPING_2D_1, test.ids, 1, &shape, &assignment));
    EXPECT(assignment.loops[0].part[1].binding == BIND_THREAD_Y && assignment.block[0] == 1 &&
           assignment.block[1] == shape.y);
    EXPECT(mapping_assign(MAPPING_1D_1, test.ids, 1, &shape, &assignment));
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_STRIDED, "m", 32, 280, 7000, 7000},
                  "row sums, read");
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_COALESCED, "1", 4, 280, 910, 7000},
                  "row sums, write");
    EXPECT(mapping_traffic(&test.facts, &assignment, write_of(&test), &test.sizes).repeats == 70);
    EXPECT(mapping_traffic(&test.facts, &assignment, read_of(&test), &test.sizes).repeats == 1);
    EXPECT(mapping_results_per_thread(&test.facts, &assignment, &test.sizes) == 1);
    // The columns dealt to threads: the row's place is one element for all of them. Two warps and six lanes a row.
    mapping_assign(MAPPING_2D_2, test.ids, 2, &shape, &assignment);
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_BROADCAST, "0", 1, 300, 300, 7000},
                  "row sums, broadcast");
}

// c[i][j][k] of 3 x 5 x 70: 15 rows of 280 bytes, as in scaling. Four rows begin at a sector: 4 * 8 + 11 * 10 sectors
// in full warps, 4 * 1 + 4 * 2 + 4 * 2 + 3 * 1 in the warps of six lanes.
static void volume(Arena *arena)
{
    Case test;
    Assignment assignment;
    start(&test, arena, 3, (int64_t[]){3, 5, 70});
    Expr *subscripts[] = {iterator(&test, 0), iterator(&test, 1), iterator(&test, 2)};
    Expr *extents[] = {NULL, size(&test, 1), size(&test, 2)};
    finish(&test, element(&test, "c", type_scalar(TY_F32), subscripts, extents, 3),
           element(&test, "d", type_scalar(TY_F32), subscripts, extents, 3));
    mapping_assign(MAPPING_2D_2, test.ids, 3, &shape, &assignment);
    EXPECT(assignment.loops[0].part[0].binding == BIND_BLOCK_Z);
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_COALESCED, "1", 4, 45, 165, 1050},
                  "3-D, 2D-2");
    EXPECT(mapping_results_per_thread(&test.facts, &assignment, &test.sizes) == 1);
    mapping_assign(MAPPING_1D_3, test.ids, 3, &shape, &assignment);
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_COALESCED, "1", 4, 45, 165, 1050},
                  "3-D, 1D-3");
    EXPECT(mapping_results_per_thread(&test.facts, &assignment, &test.sizes) == 3 * 4 * 3);
    // tx walks over rows j: five lanes, each a sector.
    mapping_assign(MAPPING_2D_3, test.ids, 3, &shape, &assignment);
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_STRIDED, "l", 32, 210, 1050, 1050},
                  "3-D, 2D-3");
}

// p[i].y of {float x, y, z}: elements side by side, 12 bytes apart: 32 * 12 / 32 sectors.
static void members(Arena *arena)
{
    Field fields[] = {{"x", type_scalar(TY_F32), 0, 0, {0}},
                      {"y", type_scalar(TY_F32), 4, 0, {0}},
                      {"z", type_scalar(TY_F32), 8, 0, {0}}};
    Type point = {.kind = TY_STRUCT, .name = "struct point", .size = 12, .align = 4, .fields = fields, .nfields = 3};
    Case test;
    Assignment assignment;
    start(&test, arena, 1, (int64_t[]){64});
    Expr *subscripts[] = {iterator(&test, 0)};
    Expr *p = element(&test, "p", &point, subscripts, (Expr *[]){NULL}, 1);
    finish(&test, element(&test, "s", type_scalar(TY_F32), subscripts, (Expr *[]){NULL}, 1),
           expr_member(arena, p, &fields[1], NULL));
    mapping_assign(MAPPING_1D_2, test.ids, 1, &shape, &assignment);
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_COALESCED, "1", 12, 2, 24, 64}, "member");
    EXPECT(mapping_access(&test.facts, &assignment, read_of(&test)).element == 12);
    EXPECT(mapping_access(&test.facts, &assignment, read_of(&test)).width == 4);
}

// s[i + 3]: a copy begins at its third element, and so at a sector; in place it is 12 bytes into one.
static void copies(Arena *arena)
{
    Case test;
    Assignment assignment;
    start(&test, arena, 1, (int64_t[]){64});
    Expr *subscripts[] = {
        expr_binary(arena, OP_ADD, iterator(&test, 0), expr_int(arena, 3, type_scalar(TY_I32)), type_scalar(TY_I32))};
    Expr *s = element(&test, "s", type_scalar(TY_F32), subscripts, (Expr *[]){NULL}, 1);
    finish(&test, s, s);
    VECTOR_PUSH(arena, &test.facts.arrays, ((ArrayFact){.array = s->array, .first = expr_index(arena, 3)}));
    mapping_assign(MAPPING_1D_2, test.ids, 1, &shape, &assignment);
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_COALESCED, "1", 4, 2, 10, 64}, "in place");
    mapping_place_copies(&test.facts, &test.sizes);
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_COALESCED, "1", 4, 2, 8, 64}, "copied");
}

static void is_unknown(Case *test, const char *reason)
{
    Assignment assignment;
    mapping_assign(MAPPING_1D_2, test->ids, test->count, &shape, &assignment);
    AccessTraffic traffic = mapping_traffic(&test->facts, &assignment, read_of(test), &test->sizes);
    EXPECT(!traffic.exact && traffic.sectors == 0);
    EXPECT_TEXT(traffic.reason ? traffic.reason : "", reason);
}

static void unknowns(Arena *arena)
{
    Case test;
    start(&test, arena, 1, (int64_t[]){64});
    Expr *subscripts[] = {iterator(&test, 0)};
    Expr *gathered[] = {element(&test, "index", type_scalar(TY_I32), subscripts, (Expr *[]){NULL}, 1)};
    finish(&test, element(&test, "s", type_scalar(TY_F32), subscripts, (Expr *[]){NULL}, 1),
           element(&test, "x", type_scalar(TY_F32), gathered, (Expr *[]){NULL}, 1));
    is_unknown(&test, "its subscript 'index[i]' is not an affine function of the iterators");
    Assignment assignment;
    mapping_assign(MAPPING_1D_2, test.ids, 1, &shape, &assignment);
    EXPECT(mapping_access(&test.facts, &assignment, read_of(&test)).pattern == PATTERN_UNKNOWN);

    start(&test, arena, 2, (int64_t[]){64, 64});
    test.loop[1].upper = iterator(&test, 0); // a triangle
    Expr *corner[] = {iterator(&test, 1)};
    finish(&test, element(&test, "s", type_scalar(TY_F32), corner, (Expr *[]){NULL}, 1),
           element(&test, "x", type_scalar(TY_F32), corner, (Expr *[]){NULL}, 1));
    is_unknown(&test, "how often loop 'j' runs is not known from sizes alone");

    test.facts.accesses.items[0].conditional = true;
    is_unknown(&test, "it depends on a condition");
}

// ---- random assignments against a walk

static uint64_t state = 88172645463325252u;

static int64_t draw(int64_t low, int64_t high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (int64_t)(state % (uint64_t)(high - low + 1));
}

typedef struct Walk {
    const Case *test;
    const Assignment *assignment;
    const Access *access;
    MappingSizes sizes; // and the iterators' values
    int64_t base, trip[MOST_LOOPS];
    int64_t outer[MOST_LOOPS]; // iterations by which all threads are shifted
    AccessTraffic sum;
} Walk;

static int64_t iteration_of(const LoopShare *share, const int64_t *index)
{
    int64_t weight = 1, iteration = 0;
    for (int p = share->nparts - 1; p >= 0; p--) {
        Binding binding = share->part[p].binding;
        if (binding >= BIND_THREAD_X && binding <= BIND_THREAD_Z)
            iteration += index[binding - BIND_THREAD_X] * weight;
        weight *= share->part[p].extent;
    }
    return iteration;
}

static bool lane_address(Walk *walk, int64_t thread, int64_t *bytes)
{
    const int64_t *block = walk->assignment->block;
    int64_t index[3] = {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]}, flat = 0;
    for (int l = 0; l < walk->test->count; l++) {
        const Loop *loop = &walk->test->loop[l];
        int64_t iteration = walk->outer[l] + iteration_of(&walk->assignment->loops[l], index);
        if (iteration >= walk->trip[l])
            return false;
        int64_t lower = loop->lower->integer, step = loop->step->integer;
        walk->sizes.values.items[walk->test->count + l] = (SizeValue){loop->iterator, lower + step * iteration};
    }
    for (int d = 0; d < walk->access->array->ndim; d++) {
        int64_t subscript, extent = 0;
        EXPECT(address_evaluate(walk->access->expr->operands[d], &walk->sizes, &subscript));
        EXPECT(d == 0 || address_evaluate(walk->access->array->extent[d], &walk->sizes, &extent));
        flat = flat * extent + subscript;
    }
    *bytes = walk->base + flat * walk->access->array->element->size;
    return true;
}

static void walk_block(Walk *walk)
{
    const int64_t *block = walk->assignment->block;
    for (int64_t first = 0; first < block[0] * block[1] * block[2]; first += WARP_SIZE) {
        int64_t seen[2 * WARP_SIZE], bytes;
        int count = 0, lanes = 0;
        for (int64_t thread = first; thread < first + WARP_SIZE && thread < block[0] * block[1] * block[2]; thread++) {
            if (!lane_address(walk, thread, &bytes))
                continue;
            lanes++;
            for (int64_t byte = bytes; byte < bytes + walk->access->expr->type->size; byte++) {
                int64_t sector = (byte + (1 << 20)) / SECTOR_BYTES;
                bool known = false;
                for (int i = 0; i < count; i++)
                    known = known || seen[i] == sector;
                if (!known)
                    seen[count++] = sector;
            }
        }
        walk->sum.requests += lanes > 0;
        walk->sum.lanes += lanes;
        walk->sum.sectors += count;
    }
}

// All iterations of the parts that are not threads, of the loops from `l` on.
static void walk_parts(Walk *walk, int l, int part, int64_t weight, int64_t iteration)
{
    if (l == walk->test->count) {
        walk_block(walk);
        return;
    }
    const LoopShare *share = &walk->assignment->loops[l];
    if (part < 0) {
        walk->outer[l] = iteration;
        walk_parts(walk, l + 1, l + 1 < walk->test->count ? walk->assignment->loops[l + 1].nparts - 1 : 0, 1, 0);
        return;
    }
    const LoopPart *here = &share->part[part];
    bool is_thread = here->binding >= BIND_THREAD_X && here->binding <= BIND_THREAD_Z;
    int64_t extent = is_thread ? 1 : here->extent ? here->extent : 40 / weight + 1;
    for (int64_t i = 0; i < extent; i++)
        walk_parts(walk, l, part - 1, weight * (here->extent ? here->extent : 1), iteration + i * weight);
}

// Each direction of the block is dealt out from one of the loops, and parts of the thread stand before and after it.
static Assignment draw_assignment(const Case *test)
{
    Assignment assignment = {.count = test->count, .block = {1, 1, 1}};
    for (int l = 0; l < test->count; l++)
        assignment.loops[l] =
            (LoopShare){.loop = test->ids[l], .nparts = 1, .part = {{draw(0, 1) ? BIND_SERIAL : BIND_BLOCK_X, 0}}};
    for (int d = 0; d < 3; d++) {
        LoopShare *share = &assignment.loops[draw(0, test->count - 1)];
        if (share->nparts == MAX_PARTS)
            continue;
        assignment.block[d] = d == 0 ? draw(1, 40) : draw(1, 4);
        share->part[share->nparts++] = (LoopPart){(Binding)(BIND_THREAD_X + d), assignment.block[d]};
        if (share->nparts < MAX_PARTS && draw(0, 2) == 0)
            share->part[share->nparts++] = (LoopPart){BIND_SERIAL, draw(1, 3)};
    }
    return assignment;
}

static Expr *draw_subscript(const Case *test)
{
    const Type *integer = type_scalar(TY_I32);
    Expr *sum = expr_int(test->arena, draw(-3, 3), integer);
    for (int l = 0; l < test->count; l++) {
        Expr *factor =
            draw(0, 2) ? expr_int(test->arena, draw(-2, 3), integer) : size(test, (int)draw(0, test->count - 1));
        sum = expr_binary(test->arena, OP_ADD, sum,
                          expr_binary(test->arena, OP_MUL, iterator(test, l), factor, integer), integer);
    }
    return sum;
}

static void random_case(Arena *arena, int number)
{
    static const TypeKind kinds[] = {TY_F32, TY_F64, TY_I8, TY_I16};
    int64_t values[] = {draw(0, 40), draw(1, 20), draw(1, 9)};
    Case test;
    start(&test, arena, (int)draw(1, 3), values);
    for (int l = 0; l < test.count; l++) {
        test.loop[l].lower = expr_int(arena, draw(-2, 2), type_scalar(TY_I32));
        test.loop[l].step = expr_int(arena, draw(1, 3), type_scalar(TY_I32));
    }
    Expr *subscripts[] = {draw_subscript(&test), draw_subscript(&test)}, *extents[] = {NULL, size(&test, 0)};
    Expr *x = element(&test, "x", type_scalar(kinds[draw(0, 3)]), subscripts, extents, (int)draw(1, 2));
    finish(&test, x, x);
    VECTOR_PUSH(arena, &test.sizes.bases, ((BaseAddress){x->array, draw(0, 7) * x->type->size}));
    Assignment assignment = draw_assignment(&test);
    AccessTraffic ours = mapping_traffic(&test.facts, &assignment, read_of(&test), &test.sizes);
    Walk walk = {
        .test = &test, .assignment = &assignment, .access = read_of(&test), .base = test.sizes.bases.items[0].bytes};
    for (int l = 0; l < test.count; l++) {
        walk.trip[l] = mapping_trip(&test.facts, test.ids[l], &test.sizes);
        VECTOR_PUSH(arena, &walk.sizes.values, test.sizes.values.items[l]);
    }
    for (int l = 0; l < test.count; l++)
        VECTOR_PUSH(arena, &walk.sizes.values, ((SizeValue){test.loop[l].iterator, 0}));
    walk_parts(&walk, 0, assignment.loops[0].nparts - 1, 1, 0);
    bool holds = ours.exact && ours.requests == walk.sum.requests && ours.lanes == walk.sum.lanes &&
                 ours.sectors == walk.sum.sectors;
    EXPECT(holds);
    if (!holds)
        fprintf(stderr, "case %d: %lld requests, %lld lanes, %lld sectors %s; a walk counts %lld, %lld, %lld\n", number,
                (long long)ours.requests, (long long)ours.lanes, (long long)ours.sectors,
                ours.reason ? ours.reason : "", (long long)walk.sum.requests, (long long)walk.sum.lanes,
                (long long)walk.sum.sectors);
}

// Sizes that no one could walk through: a product of matrices of 16384 in 2D-2, A[i][k] and B[k][j] over k.
static void large(Arena *arena)
{
    Case test;
    Assignment assignment;
    start(&test, arena, 3, (int64_t[]){16384, 16384, 16384});
    Expr *from[] = {iterator(&test, 0), iterator(&test, 2)}, *to[] = {iterator(&test, 2), iterator(&test, 1)};
    Expr *extents[] = {NULL, size(&test, 0)};
    finish(&test, element(&test, "B", type_scalar(TY_F32), to, extents, 2),
           element(&test, "A", type_scalar(TY_F32), from, extents, 2));
    mapping_assign(MAPPING_2D_2, test.ids, 2, &shape, &assignment);
    int64_t cube = (int64_t)1 << 42;
    expect_access(&test, &assignment, read_of(&test), (Expected){PATTERN_BROADCAST, "0", 1, cube / 32, cube / 32, cube},
                  "A of a product");
    expect_access(&test, &assignment, write_of(&test), (Expected){PATTERN_COALESCED, "1", 4, cube / 32, cube / 8, cube},
                  "B of a product");
}

int main(void)
{
    Arena *arena = arena_new();
    scaling(arena);
    transpose(arena);
    row_sums(arena);
    volume(arena);
    members(arena);
    copies(arena);
    unknowns(arena);
    large(arena);
    for (int i = 0; i < 150 && test_failures < 10; i++) {
        Arena *scratch = arena_new();
        random_case(scratch, i);
        arena_release(scratch);
    }
    arena_release(arena);
    type_release();
    intern_release();
    return test_status();
}
