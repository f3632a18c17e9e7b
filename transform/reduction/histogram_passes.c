// The kernels of sums in fixed point (histogram_fixed.h), and the loop over the elements after them: contract in
// histogram_passes.h.
#include "transform/reduction/histogram_passes.h"

#include "transform/reduction/histogram_fixed.h"
#include "transform/reduction/histogram_shared.h"
#include "transform/tree/tree.h"

typedef struct Totals {
    const Array *exponents, *terms; // in scratch memory
} Totals;

static const Array *scratch_row(ByKey *by_key, const KeyLayout *layout, const char *suffix, TypeKind type)
{
    Arena *arena = by_key->arena;
    Expr *count = layout->global ? by_key->count : index_min(arena, by_key->count, expr_index(arena, layout->limit));
    Expr *extents[] = {by_key->rows, count};
    const char *name = intern_printf("%s_%s", by_key->array->name, suffix);
    return nest_array(by_key->state->nest, name, type_scalar(type), SPACE_SCRATCH, extents, 2);
}

static Stmt *in_global_memory(ByKey *by_key, const KeyLayout *layout, const Totals *totals, Expr *blocks, Expr *bits)
{
    FixedTerms first = {0}, second = {.exponents = totals->exponents, .bits = bits};
    by_key->copies[0] = totals->exponents;
    Stmt *kernels[] = {by_key_share_global(by_key, layout, blocks, &first), NULL};
    by_key->copies[0] = totals->terms;
    kernels[1] = kernels[0] ? by_key_share_global(by_key, layout, blocks, &second) : NULL;
    return kernels[1] ? stmt_block(by_key->arena, kernels, 2) : NULL;
}

Stmt *by_key_add_fixed(const KeySums *sums, Expr *key)
{
    const ByKey *by_key = &sums->by_key;
    Arena *arena = by_key->arena;
    Expr *subscripts[] = {expr_index(arena, 0), key};
    Expr *value = fixed_sum(arena, expr_access(arena, sums->copies.arrays[0], subscripts),
                            expr_access(arena, sums->exponents, subscripts), sums->bits);
    Stmt *items[] = {stmt_declare(arena, by_key->parts.symbols[0], value), by_key_finish((ByKey *)by_key, key)};
    return stmt_block(arena, items, 2);
}

Stmt *by_key_in_fixed(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums)
{
    Arena *arena = by_key->arena;
    Expr *exact = by_key_blocks(by_key, layout), *one = expr_index(arena, 1), *zero = expr_index(arena, 0);
    if (!by_key_known(by_key, root, exact))
        return by_key_refuse(by_key, by_key_unknown);
    by_key->threads = layout->threads;
    by_key->workers = one;
    by_key->rows = by_key->beyond ? expr_cast(arena, type_scalar(TY_I64), by_key->beyond) : one;
    Totals totals = {scratch_row(by_key, layout, "exponents", TY_I32), scratch_row(by_key, layout, "terms", TY_I64)};
    Symbol *number = nest_symbol(by_key->state->nest, "blocks", type_scalar(TY_I64), SYM_LOCAL);
    Symbol *shift = nest_symbol(by_key->state->nest, "bits", type_scalar(TY_I32), SYM_LOCAL);
    Expr *blocks = expr_symbol(arena, number), *bits = expr_symbol(arena, shift);
    Expr *zeros[] = {expr_int(arena, 0, totals.exponents->element), expr_int(arena, 0, totals.terms->element)};
    Stmt *passes = layout->global ? in_global_memory(by_key, layout, &totals, blocks, bits)
                                  : by_key_share_fixed(by_key, layout, totals.exponents, totals.terms, blocks, bits);
    if (!passes)
        return NULL;
    by_key->parts = parts_again(by_key->state, &by_key->parts);
    const char *name = intern_printf("%s.key", by_key->array->name);
    KeySums *made = ARENA_NEW(arena, KeySums);
    *made = (KeySums){.by_key = *by_key,
                      .copies = {.arrays = {totals.terms}, .worker = zero},
                      .key = by_key_loop(by_key, name, zero, by_key->count, one),
                      .exponents = totals.exponents,
                      .bits = bits};
    made->key.name = name;
    *sums = made;
    Stmt *add = by_key_add_fixed(made, expr_symbol(arena, made->key.iterator));
    Stmt *kernels[] = {
        stmt_declare(arena, number, exact),
        stmt_declare(arena, shift, by_key_fixed_bits(by_key, root)),
        by_key_set_up(by_key, (const Array *[]){totals.exponents, totals.terms}, zeros, 2),
        passes,
        where_touched(by_key->state, by_key->array, stmt_loop(arena, &made->key, add)),
    };
    return stmt_block(arena, kernels, 5);
}
