#include "transform/search/sizes.h"

#include "analysis/model/cost/cost.h"
#include "analysis/model/cost/count.h"

enum { OUTERMOST = 1, INNER = 2, EXTENT = 4 };

typedef struct Size {
    const Symbol *symbol;
    int64_t most;  // as far as extents that are constants tell
    unsigned uses; // in bounds of outermost loops, in those of others, in extents of arrays; none: it is no size
} Size;

typedef struct Sizing {
    Arena *arena;
    const Facts *facts;
    VECTOR(Size) list;
    unsigned use; // of what is looked at
    int64_t most; // that it allows
} Sizing;

// ---- which parameters are sizes

static bool note_size(void *context, const Expr *expr)
{
    Sizing *sizing = context;
    FOR_EACH(i, &sizing->list)
        if (expr->kind == EX_SYMBOL && sizing->list.items[i].symbol == expr->symbol) {
            Size *size = &sizing->list.items[i];
            size->uses |= sizing->use;
            size->most = sizing->most < size->most ? sizing->most : size->most;
        }
    return true;
}

static void note_sizes(Sizing *sizing, const Expr *expr, unsigned use)
{
    sizing->use = use;
    if (expr)
        expr_walk(expr, note_size, sizing);
}

// The loop of an iterator in a subscript has no more iterations than the dimension has elements.
static bool note_iterator(void *context, const Expr *expr)
{
    Sizing *sizing = context;
    FOR_EACH(i, &sizing->facts->loops) {
        const Loop *loop = sizing->facts->loops.items[i].loop;
        if (expr->kind == EX_SYMBOL && expr->symbol == loop->iterator)
            expr_walk(loop->upper, note_size, sizing);
    }
    return true;
}

static void find_limits(Sizing *sizing)
{
    sizing->use = 0;
    FOR_EACH(i, &sizing->facts->accesses) {
        const Access *access = &sizing->facts->accesses.items[i];
        for (int d = 0; access->affine && d < access->ndim; d++) {
            const Expr *extent = access->extents[d] ? expr_strip_casts(access->extents[d]) : NULL;
            if (!extent || extent->kind != EX_INT)
                continue;
            sizing->most = extent->integer;
            expr_walk(access->dims[d], note_iterator, sizing);
        }
    }
}

static bool find_product(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_BINARY && expr->op == OP_MUL && expr->operands[0]->kind != EX_INT &&
                        expr->operands[1]->kind != EX_INT);
    return !*found;
}

// `row` of A[i * row + j]. Of A[i * row + j * part + k] it would have to be as long as all parts.
static void note_row_lengths(Sizing *sizing, const Access *access)
{
    for (int d = 1; access->affine && d < access->ndim; d++) {
        bool product = false;
        expr_walk(access->dims[d], find_product, &product);
        if (!product)
            note_sizes(sizing, access->extents[d], EXTENT);
    }
}

static void find_sizes(Sizing *sizing)
{
    const Nest *nest = sizing->facts->nest;
    FOR_EACH(i, &nest->symbols) {
        Size size = {.symbol = nest->symbols.items[i], .most = INT64_MAX};
        if (size.symbol->role == SYM_PARAM && type_is_integer(size.symbol->type))
            VECTOR_PUSH(sizing->arena, &sizing->list, size);
    }
    FOR_EACH(i, &sizing->facts->loops) {
        const LoopFact *fact = &sizing->facts->loops.items[i];
        note_sizes(sizing, fact->loop->lower, fact->parent ? INNER : OUTERMOST);
        note_sizes(sizing, fact->loop->upper, fact->parent ? INNER : OUTERMOST);
    }
    FOR_EACH(i, &nest->arrays)
        for (int d = 0; d < nest->arrays.items[i]->ndim; d++)
            note_sizes(sizing, nest->arrays.items[i]->extent[d], EXTENT);
    FOR_EACH(i, &sizing->facts->accesses)
        note_row_lengths(sizing, &sizing->facts->accesses.items[i]);
}

// ---- bytes

static double count_from(Sizing *sizing, const Expr *first, const Expr *last, const MappingSizes *sizes)
{
    int64_t from, to;
    if (!first || !last || !count_evaluate(sizing->arena, first, sizes, &from) ||
        !count_evaluate(sizing->arena, last, sizes, &to) || to < from)
        return 0;
    return (double)(to - from) + 1;
}

// Of the loops with which the access moves.
static double iterations_of(Sizing *sizing, const Access *access, const MappingSizes *sizes)
{
    double product = 1;
    FOR_EACH(i, &sizing->facts->loops) {
        const Loop *loop = sizing->facts->loops.items[i].loop;
        int64_t from, to;
        if (access_stays(sizing->facts, access, loop->id) || product == 0)
            continue;
        bool known = count_evaluate(sizing->arena, loop->lower, sizes, &from) &&
                     count_evaluate(sizing->arena, loop->upper, sizes, &to) && to > from;
        product = known ? product * (double)(to - from) : 0;
    }
    return product;
}

// Of what data choose, no number is known; 0: of no access, either.
static double known_elements(Sizing *sizing, const Array *array, const MappingSizes *sizes)
{
    double most = 0;
    FOR_EACH(i, &sizing->facts->accesses) {
        const Access *access = &sizing->facts->accesses.items[i];
        double elements = access->array == array && access->affine ? iterations_of(sizing, access, sizes) : 0;
        most = elements > most ? elements : most;
    }
    return most;
}

static double elements_of(Sizing *sizing, const ArrayFact *fact, const MappingSizes *sizes)
{
    if (fact->measured)
        return known_elements(sizing, fact->array, sizes);
    if (fact->array->held == HOST_ROWS)
        return count_from(sizing, fact->first_row, fact->last_row, sizes) *
               (fact->first_middle ? count_from(sizing, fact->first_middle, fact->last_middle, sizes) : 1) *
               count_from(sizing, fact->first_column, fact->last_column, sizes);
    return count_from(sizing, fact->first, fact->last, sizes);
}

// *moved: each array as often as it is read and written.
static double bytes_of(Sizing *sizing, const MappingSizes *sizes, double *moved)
{
    double bytes = 0;
    *moved = 0;
    FOR_EACH(i, &sizing->facts->arrays) {
        const ArrayFact *fact = &sizing->facts->arrays.items[i];
        double own = elements_of(sizing, fact, sizes) * fact->array->element->size;
        bytes += own;
        *moved += own * ((fact->read && fact->copy_in) + fact->written);
    }
    return bytes;
}

// ---- points

static MappingSizes values_at(Sizing *sizing, int64_t outermost, int64_t inner)
{
    MappingSizes sizes = {0};
    FOR_EACH(i, &sizing->list) {
        const Size *size = &sizing->list.items[i];
        bool around = (size->uses & (OUTERMOST | INNER)) == OUTERMOST;
        int64_t wanted = !size->uses ? 1 : around ? outermost : inner;
        SizeValue value = {size->symbol, wanted < size->most ? wanted : size->most};
        VECTOR_PUSH(sizing->arena, &sizes.values, value);
    }
    return sizes;
}

static bool differ(const SizePoint *left, const SizePoint *right)
{
    FOR_EACH(i, &left->sizes.values)
        if (left->sizes.values.items[i].value != right->sizes.values.items[i].value)
            return true;
    return false;
}

static void add_point(Sizing *sizing, SizePoints *points, const char *name, int64_t outermost, int64_t inner)
{
    SizePoint point = {.name = name, .size = outermost > inner ? outermost : inner};
    point.sizes = values_at(sizing, outermost, inner);
    bytes_of(sizing, &point.sizes, &point.bytes);
    for (int i = 0; i < points->count; i++)
        if (!differ(&points->items[i], &point))
            return;
    points->items[points->count++] = point;
}

// A size that does not grow with the others.
typedef struct Fixed {
    const Symbol *symbol; // NULL: there is none
    int64_t value;
    bool all; // and all others of inner loops
} Fixed;

static MappingSizes values_with(Sizing *sizing, int64_t others, const Fixed *fixed)
{
    MappingSizes sizes = values_at(sizing, others, others);
    FOR_EACH(i, &sizing->list) {
        const Size *size = &sizing->list.items[i];
        if (fixed->symbol && (size->symbol == fixed->symbol || (fixed->all && size->uses & INNER)))
            sizes.values.items[i].value = fixed->value < size->most ? fixed->value : size->most;
    }
    return sizes;
}

// Beyond the largest size some number of bytes is too large to be computed: it is 0 then.
static int64_t largest_within(Sizing *sizing, double most, const Fixed *fixed)
{
    int64_t size = LEAST_SIZE;
    for (double before = 0, moved; size < MOST_SIZE; size *= 2) {
        MappingSizes sizes = values_with(sizing, 2 * size, fixed);
        double bytes = bytes_of(sizing, &sizes, &moved);
        if (bytes > most || bytes < before)
            break;
        before = bytes;
    }
    return size;
}

SizePoints size_points(Arena *arena, const Facts *facts)
{
    SizePoints points = {0};
    Sizing sizing = {.arena = arena, .facts = facts, .most = INT64_MAX};
    find_sizes(&sizing);
    find_limits(&sizing);
    int64_t large = largest_within(&sizing, LARGE_BYTES, &(Fixed){0}),
            small = largest_within(&sizing, SMALL_BYTES, &(Fixed){0});
    add_point(&sizing, &points, "large", large, large);
    add_point(&sizing, &points, "small", small, small);
    add_point(&sizing, &points, "long", large, SHORT_SIZE);
    add_point(&sizing, &points, "short", SHORT_SIZE, large);
    return points;
}

double least_bytes(Arena *arena, const Facts *facts, const MappingSizes *sizes)
{
    Sizing sizing = {.arena = arena, .facts = facts};
    double moved;
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        if ((fact->read || fact->written) && elements_of(&sizing, fact, sizes) == 0)
            return 0;
    }
    bytes_of(&sizing, sizes, &moved);
    return moved;
}

double time_at_large(const Candidate *candidate, const Program *program)
{
    Arena *scratch = arena_new();
    SizePoints points = size_points(scratch, program->facts);
    const MappingSizes *sizes = &points.items[0].sizes;
    ProgramCost cost = cost_beside(scratch, candidate->device, program->host, sizes, candidate_costs(candidate));
    double time = cost.unknown || !cost.kernels.count ? 0 : cost.time;
    arena_release(scratch);
    return time;
}

MappingSizes sizes_with(Arena *arena, const Facts *facts, const Symbol *symbol, int64_t value, bool all)
{
    Fixed fixed = {symbol, value, all};
    Sizing sizing = {.arena = arena, .facts = facts, .most = INT64_MAX};
    find_sizes(&sizing);
    find_limits(&sizing);
    return values_with(&sizing, largest_within(&sizing, LARGE_BYTES, &fixed), &fixed);
}

int inner_sizes(Arena *arena, const Facts *facts, const Symbol **symbols, int most)
{
    Sizing sizing = {.arena = arena, .facts = facts, .most = INT64_MAX};
    int count = 0;
    find_sizes(&sizing);
    find_limits(&sizing);
    FOR_EACH(i, &sizing.list)
        if (sizing.list.items[i].uses & INNER && count < most)
            symbols[count++] = sizing.list.items[i].symbol;
    return count;
}

MappingSizes sizes_at(Arena *arena, const Facts *facts, int64_t outermost, int64_t inner)
{
    Sizing sizing = {.arena = arena, .facts = facts, .most = INT64_MAX};
    find_sizes(&sizing);
    find_limits(&sizing);
    return values_at(&sizing, outermost, inner);
}
