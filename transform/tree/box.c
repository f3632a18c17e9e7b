#include "transform/tree/box.h"
#include "transform/tree/loops.h"

#include <stdlib.h>

static bool same_subscripts(const Access *left, const Access *right)
{
    bool same = left->ndim == right->ndim;
    for (int d = 0; same && d < left->ndim; d++)
        same = expr_equal(left->dims[d], right->dims[d]);
    return same;
}

// What analysis knows of it. Its subscripts hold where it is read: below `if (j == 3)`, j is 3. So accesses of one text
// whose subscripts differ have none that holds for each of them.
static const Access *fact_of(const Candidate *state, const Expr *access)
{
    const Access *found = NULL;
    FOR_EACH(i, &state->facts->accesses) {
        const Access *fact = &state->facts->accesses.items[i];
        if (!fact->affine || access->npath || fact->array != access->array || !expr_equal(fact->expr, access))
            continue;
        if (found && !same_subscripts(found, fact))
            return NULL;
        found = found ? found : fact;
    }
    return found;
}

int access_subscripts(const Candidate *state, const Expr *access, Expr **subscripts, Expr **extents)
{
    const Access *fact = fact_of(state, access);
    for (int d = 0; fact && d < fact->ndim; d++) {
        subscripts[d] = fact->dims[d];
        extents[d] = fact->extents[d];
    }
    if (fact)
        return fact->ndim;
    for (int d = 0; d < access->noperands; d++) {
        subscripts[d] = access->operands[d];
        extents[d] = access->array->extent[d];
    }
    return access->noperands;
}

// ---- gathering accesses

typedef struct Gather {
    const Array *array;
    const Expr *only;
    Arena *arena;
    VECTOR(const Expr *) accesses;
} Gather;

static bool gather(void *context, const Expr *expr)
{
    Gather *all = context;
    if (expr->kind == EX_ACCESS && expr->array == all->array && (!all->only || expr_equal(all->only, expr)))
        VECTOR_PUSH(all->arena, &all->accesses, expr);
    return true;
}

// ---- one subscript: what moves, and what does not

typedef struct Split {
    Linear moving, fixed;
    Linear
        shift; // between 0 and the number of elements in a sector, by the position of something in memory (align_tiles)
    bool known;
} Split;

static bool is_shift(const LinearTerm *term)
{
    const Expr *atom = expr_strip_casts(term->atom);
    return atom->kind == EX_INTRINSIC && atom->intrinsic == IN_TO_ALIGNED && atom->operands[1]->kind == EX_INT &&
           term->factor == 1;
}

static bool holds_shift(const Linear *linear)
{
    FOR_EACH(i, &linear->terms) {
        const Expr *atom = expr_strip_casts(linear->terms.items[i].atom);
        if (atom->kind == EX_INTRINSIC && atom->intrinsic == IN_TO_ALIGNED)
            return true;
    }
    return false;
}

static int64_t shift_limit(const LinearTerm *term)
{
    const Expr *atom = expr_strip_casts(term->atom);
    return atom->operands[1]->integer / atom->operands[0]->operands[0]->type->size;
}

static const Loop *loop_of_atom(const Varying *moving, const Expr *atom)
{
    atom = expr_strip_casts(atom);
    for (int i = 0; i < moving->count; i++)
        if (atom->kind == EX_SYMBOL && moving->loops[i]->iterator == atom->symbol)
            return moving->loops[i];
    return NULL;
}

static Split split_subscript(Arena *arena, const Varying *all, const Varying *moving, Expr *subscript)
{
    Split split = {.known = true};
    Linear linear = linear_of(arena, expand_definitions(arena, all, subscript));
    split.known = !linear.overflow;
    split.fixed.constant = linear.constant;
    FOR_EACH(i, &linear.terms) {
        LinearTerm term = linear.terms.items[i];
        if (!varying_mentions(moving, term.atom))
            VECTOR_PUSH(arena, &split.fixed.terms, term);
        else if (loop_of_atom(moving, term.atom))
            VECTOR_PUSH(arena, &split.moving.terms, term);
        else if (is_shift(&term))
            VECTOR_PUSH(arena, &split.shift.terms, term);
        else
            split.known = false;
    }
    return split;
}

static Varying join(const Varying *around, const Varying *moving)
{
    Varying all = *around;
    for (int i = 0; i < moving->count; i++) {
        bool there = false;
        for (int k = 0; k < around->count; k++)
            there = there || around->loops[k] == moving->loops[i];
        if (!there && all.count < 2 * MAX_DEPTH)
            all.loops[all.count++] = moving->loops[i];
    }
    return all;
}

// The range of the moving part and its beginning: base is the smallest value of the whole subscript.
static bool reach(Arena *arena, const Varying *all, const Varying *moving, const Split *split, Expr **base,
                  int64_t *extent)
{
    Linear lowest = split->fixed;
    *extent = 1;
    FOR_EACH(i, &split->moving.terms) {
        LinearTerm term = split->moving.terms.items[i];
        const Loop *loop = loop_of_atom(moving, term.atom);
        int64_t trips, width;
        const Expr *step = expr_strip_casts(loop->step);
        if (step->kind != EX_INT || !expr_constant_limit(all, loop_raw_count(arena, loop), &trips) ||
            varying_mentions(moving, loop->lower))
            return false;
        int64_t stride = term.factor * step->integer;
        width = trips > 0 ? (trips - 1) * (stride < 0 ? -stride : stride) : 0;
        Linear lower = linear_of(arena, loop->lower);
        lowest = linear_combine(arena, &lowest, &lower, term.factor);
        lowest.constant -= stride < 0 ? width : 0;
        if (width > INT32_MAX || (*extent += width) > INT32_MAX)
            return false;
    }
    FOR_EACH(i, &split->shift.terms)
        *extent += shift_limit(&split->shift.terms.items[i]);
    *base = linear_expr(arena, &lowest);
    return !lowest.overflow;
}

// One loop with a stride over the elements: those between are not in the box.
static void compress(const Varying *moving, const Split *split, int64_t *scale, int64_t *extent)
{
    if (split->moving.terms.count != 1 || split->shift.terms.count)
        return;
    const LinearTerm *term = &split->moving.terms.items[0];
    int64_t factor = term->factor < 0 ? -term->factor : term->factor;
    if (factor == 1 || !expr_is_int(loop_of_atom(moving, term->atom)->step, 1))
        return;
    *scale = factor;
    *extent = (*extent - 1) / factor + 1;
}

static bool fail(Box *box, const char *reason)
{
    box->reason = reason;
    return false;
}

static bool same_but_constant(Arena *arena, const Linear *left, const Linear *right, int64_t *difference)
{
    Linear rest = linear_combine(arena, left, right, -1);
    *difference = rest.constant;
    return linear_is_constant(&rest);
}

static bool box_dimension(Arena *arena, const Gather *all, const Candidate *state, const Varying *around,
                          const Varying *moving, int d, Box *box)
{
    Varying loops = join(around, moving);
    Split first = {0};
    int64_t least = 0, most = 0;
    FOR_EACH(i, &all->accesses) {
        Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
        int64_t fixed, moved, shifted;
        if (access_subscripts(state, all->accesses.items[i], subscripts, extents) != box->ndim)
            return fail(box, "its accesses have different numbers of dimensions");
        Split split = split_subscript(arena, &loops, moving, subscripts[d]);
        if (!split.known)
            return fail(box, "a subscript is not affine in the loops");
        if (i == 0)
            first = split;
        if (!same_but_constant(arena, &split.fixed, &first.fixed, &fixed) ||
            !same_but_constant(arena, &split.moving, &first.moving, &moved) ||
            !same_but_constant(arena, &split.shift, &first.shift, &shifted))
            return fail(box, "its accesses walk differently");
        least = fixed < least ? fixed : least;
        most = fixed > most ? fixed : most;
    }
    first.fixed.constant += least;
    if (!reach(arena, &loops, moving, &first, &box->base[d], &box->extent[d]))
        return fail(box, "a subscript has no constant range");
    box->scale[d] = 1;
    box->shifted[d] = first.shift.terms.count > 0 || holds_shift(&first.fixed);
    if (most > least)
        box->extent[d] += most - least;
    else
        compress(moving, &first, &box->scale[d], &box->extent[d]);
    return box->extent[d] > 0 && box->extent[d] <= INT32_MAX ? true : fail(box, "a subscript has no constant range");
}

bool box_of(Candidate *state, const Stmt *body, const Array *array, const Expr *only, const Varying *around,
            const Varying *moving, Box *box)
{
    Gather all = {.array = array, .only = only, .arena = state->arena};
    stmt_walk_expressions(body, gather, &all);
    *box = (Box){.array = array};
    if (!all.accesses.count)
        return fail(box, "the loop does not use it");
    Expr *subscripts[MAX_DIMS];
    box->ndim = access_subscripts(state, all.accesses.items[0], subscripts, box->array_extent);
    box->flat = box->ndim != array->ndim;
    if (box->flat && array->ndim != 1)
        return fail(box, "its subscripts are seen in another number of dimensions");
    FOR_EACH(i, &all.accesses) {
        const Access *fact = fact_of(state, all.accesses.items[i]);
        if (all.accesses.items[i]->npath)
            return fail(box, "its elements are structs of which members are used");
        if (fact && fact->view)
            return fail(box, "its accesses are not seen in one way");
        for (int d = 0; d < box->ndim && i == 0; d++)
            box->pitch[d] = fact ? fact->pitches[d] : NULL;
    }
    for (int d = 0; d < box->ndim; d++)
        if (!box_dimension(state->arena, &all, state, around, moving, d, box))
            return false;
    return true;
}

// A multiple of `scale`, divided.
static Expr *divided(Arena *arena, Expr *offset, int64_t scale)
{
    Linear linear = linear_of(arena, offset);
    if (scale == 1)
        return offset;
    FOR_EACH(i, &linear.terms)
        linear.terms.items[i].factor /= scale;
    linear.constant /= scale;
    return linear_expr(arena, &linear);
}

void box_subscripts(Candidate *state, const Box *box, const Expr *access, const Varying *around, const Varying *moving,
                    Expr **subscripts)
{
    Varying all = join(around, moving);
    Expr *own[MAX_DIMS], *extents[MAX_DIMS];
    int ndim = access_subscripts(state, access, own, extents);
    for (int d = 0; d < ndim; d++) {
        Expr *expanded = expand_definitions(state->arena, &all, own[d]);
        Expr *offset = index_minus(state->arena, linear_simplify(state->arena, expanded), box->base[d]);
        subscripts[d] = divided(state->arena, offset, box->scale[d]);
    }
}

// Digits of one number: each factor exceeds the joint range of all smaller ones.
static bool are_digits(const Varying *moving, const Split *split, const int64_t *counts)
{
    FOR_EACH(i, &split->moving.terms) {
        int64_t factor = llabs(split->moving.terms.items[i].factor), reached = 0;
        FOR_EACH(k, &split->moving.terms) {
            const LinearTerm *other = &split->moving.terms.items[k];
            int64_t smaller = llabs(other->factor);
            for (int at = 0; at < moving->count && k != i && smaller <= factor; at++)
                if (moving->loops[at] == loop_of_atom(moving, other->atom))
                    reached += smaller * (counts[at] - 1);
        }
        if (factor <= reached)
            return false;
    }
    return true;
}

bool box_tells_apart(Candidate *state, const Expr *access, const Varying *around, const Varying *moving,
                     int64_t *counts)
{
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    Varying loops = join(around, moving);
    bool told[2 * MAX_DEPTH] = {false};
    for (int i = 0; i < moving->count; i++) {
        const Loop *loop = moving->loops[i];
        for (int k = 0; k < i; k++)
            if (moving->loops[k]->iterator == loop->iterator)
                return false;
        if (!loop_is_normal(loop) || !expr_constant_limit(&loops, loop_raw_count(state->arena, loop), &counts[i]) ||
            counts[i] < 1 || counts[i] > INT16_MAX)
            return false;
    }
    int ndim = access_subscripts(state, access, subscripts, extents);
    for (int d = 0; d < ndim; d++) {
        Split split = split_subscript(state->arena, &loops, moving, subscripts[d]);
        if (!split.known || split.shift.terms.count || !are_digits(moving, &split, counts))
            continue;
        FOR_EACH(i, &split.moving.terms)
            for (int at = 0; at < moving->count; at++)
                told[at] = told[at] || moving->loops[at] == loop_of_atom(moving, split.moving.terms.items[i].atom);
    }
    bool all = true;
    for (int i = 0; i < moving->count; i++)
        all = all && told[i];
    return all;
}

Expr *box_array_element(Arena *arena, const Box *box, Expr *const *subscripts)
{
    if (!box->flat)
        return expr_access(arena, box->array, subscripts);
    Expr *flat = box->pitch[0] ? index_mul(arena, subscripts[0], box->pitch[0]) : subscripts[0];
    for (int d = 1; d < box->ndim && box->pitch[0]; d++)
        flat = index_add(arena, flat, index_mul(arena, subscripts[d], box->pitch[d]));
    for (int d = 1; d < box->ndim && !box->pitch[0]; d++)
        flat = index_add(arena, index_mul(arena, flat, expr_cast(arena, type_scalar(TY_I64), box->array_extent[d])),
                         subscripts[d]);
    return expr_access(arena, box->array, &flat);
}

Expr *box_element(Arena *arena, const Box *box, Expr *const *offsets)
{
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < box->ndim; d++) {
        Expr *offset = index_mul(arena, expr_index(arena, box->scale[d]), offsets[d]);
        subscripts[d] = linear_simplify(arena, index_add(arena, box->base[d], offset));
    }
    return box_array_element(arena, box, subscripts);
}
