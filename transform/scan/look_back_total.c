// look_back: the total of a tile without scans of lanes (contract in look_back_kernel.h). What a lane has since the
// last lane of its warp that set the value is added up over the rounds, and over the lanes at the end.
#include "transform/scan/look_back_kernel.h"
#include "transform/scan/look_back_values.h"

bool total_comes_first(const LookBack *scan)
{
    bool sets = false;
    for (int r = 0; r < scan->divided->count; r++) {
        sets = sets || scan->sets[r];
        if (scan->factors[r] || scan->divided->values[r].update->op == OP_NONE || scan->components[r].narrow)
            return false;
    }
    return sets && scan->width == WARP;
}

// all = what this lane adds to the total of the warp's rounds so far, and whether one of them has set it
static void add_round(LookBack *scan, Symbol *const *own, Symbol *const *all, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *values[MAX_COMPONENTS];
    values_of(scan, own, values);
    for (int r = 0; r < scan->divided->count; r++) {
        StmtList added = {0}, begun = {0};
        int set = scan->sets[r];
        combine_added(scan, r, all, values, &added);
        if (!set) {
            VECTOR_PUSH(arena, out, block_of(scan, &added));
            continue;
        }
        Expr *last = last_set(scan, own[set], expr_index(arena, WARP - 1));
        last =
            index_cast(arena, expr_symbol(arena, declared(scan, intern_printf("%s_last", own[set]->name), last, out)));
        Expr *counts = less(scan, OP_GE, scan->lane, last);
        VECTOR_PUSH(arena, &begun,
                    set_symbol(scan, all[r], expr_select(arena, counts, values[r], scan->components[r].neutral)));
        VECTOR_PUSH(arena, &begun, set_symbol(scan, all[set], expr_int(arena, 1, all[set]->type)));
        VECTOR_PUSH(arena, out,
                    stmt_if(arena, less(scan, OP_GE, last, expr_index(arena, 0)), block_of(scan, &begun),
                            block_of(scan, &added)));
    }
}

void total_of_rounds(LookBack *scan, Symbol **all, StmtList *out)
{
    Arena *arena = scan->arena;
    Symbol *other[MAX_COMPONENTS];
    Expr *later[MAX_COMPONENTS];
    declare_neutral(scan, "sums", all, out);
    for (int shared = 0; shared < 2; shared++) {
        StmtList items = {0};
        if (!has_rounds(scan, shared))
            continue;
        if (shared)
            held_await(scan, out);
        Loop round = rounds_of(scan, "total_round", shared);
        Symbol *own[MAX_COMPONENTS];
        for (int c = 0; c < scan->count; c++) {
            own[c] = scan->components[c].own;
            VECTOR_PUSH(arena, &items, stmt_declare(arena, own[c], scan->components[c].neutral));
        }
        if (shared)
            held_from_shared(scan, &round, &items);
        VECTOR_PUSH(arena, &items, over_items(scan, "total", &round, false, held_uses(scan, scan->slice, shared)));
        add_round(scan, own, all, &items);
        VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
    }
    for (int c = 0; c < scan->count; c++) {
        other[c] = local(scan, all[c]->name, "other", all[c]->type);
        if (scan->components[c].kind != SET)
            VECTOR_PUSH(arena, out, stmt_declare(arena, other[c], NULL));
    }
    values_of(scan, other, later);
    for (int64_t distance = 1; distance < scan->width; distance *= 2) {
        shuffle_added(scan, IN_SHUFFLE_DOWN, all, distance, other, out);
        for (int r = 0; r < scan->divided->count; r++)
            combine_added(scan, r, all, later, out);
    }
}
