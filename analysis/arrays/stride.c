// By how many elements an access moves from one iteration of a loop to the next.
#include "analysis/arrays/stride.h"

bool stride_slope(__isl_keep isl_pw_aff *subscript, int dim, int64_t *change)
{
    if (isl_pw_aff_isa_aff(subscript) != isl_bool_true)
        return isl_pw_aff_involves_dims(subscript, isl_dim_in, (unsigned)dim, 1) == isl_bool_false &&
               (*change = 0, true);
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(subscript));
    bool divides = isl_aff_dim(aff, isl_dim_div) > 0;
    bool involved = isl_aff_involves_dims(aff, isl_dim_in, (unsigned)dim, 1) != isl_bool_false;
    isl_val *coefficient = isl_aff_get_coefficient_val(aff, isl_dim_in, dim);
    bool fine = coefficient && isl_val_is_int(coefficient) == isl_bool_true && !(divides && involved);
    *change = fine ? isl_val_get_num_si(coefficient) : 0;
    isl_val_free(coefficient);
    isl_aff_free(aff);
    return fine || (!involved && (*change = 0, true));
}

static bool constant_of(const Expr *expr, int64_t *number)
{
    const Expr *value = expr ? expr_strip_casts(expr) : NULL;
    *number = value && value->kind == EX_INT ? value->integer : 0;
    return *number > 0;
}

StrideKind stride_of_access(Analysis *analysis, const Access *access, const LoopNode *loop, int64_t *constant)
{
    const AccessSite *where = &analysis->sites.items[access->index];
    const Expr *step = expr_strip_casts(loop->loop->step);
    bool moves_far = false; // in a dimension whose rows have symbolic length
    int64_t sum = 0, row = 1;
    bool row_known = true;
    if (step->kind != EX_INT)
        return STRIDE_SYMBOLIC;
    for (int d = where->nelement - 1; d >= 0; d--) {
        int64_t change, extent;
        if (access->pitches[d])
            row_known = constant_of(access->pitches[d], &row);
        if (!where->dims[d] || !stride_slope(where->dims[d], loop->depth, &change))
            return STRIDE_UNKNOWN;
        if (change && !row_known)
            moves_far = true;
        else
            sum += change * row;
        row_known = row_known && constant_of(access->extents[d], &extent);
        row = row_known ? row * extent : 0;
    }
    *constant = sum * step->integer;
    if (moves_far)
        return STRIDE_SYMBOLIC;
    return *constant ? STRIDE_CONSTANT : STRIDE_ZERO;
}

bool access_stays(const Facts *facts, const Access *access, LoopId origin)
{
    int64_t distance;
    return access_stride(facts, access, origin, &distance) == STRIDE_ZERO;
}

bool access_walks(const Facts *facts, const Access *access, LoopId origin)
{
    int64_t distance;
    StrideKind kind = access_stride(facts, access, origin, &distance);
    return stride_is_one(kind, distance);
}

typedef struct Around {
    const Facts *facts;
    const Access *access;
    bool taken[MAX_DIMS];
    bool walks, streams;
} Around;

// Each loop around moves a dimension of its own: different iterations touch different elements.
static bool has_dimension(Around *around, const Symbol *iterator)
{
    for (int d = 0; d < around->access->ndim; d++)
        if (expr_mentions(around->access->dims[d], iterator)) {
            bool own = !around->taken[d];
            around->taken[d] = true;
            return own;
        }
    return false;
}

static bool ask_loop(void *context, const Stmt *stmt)
{
    Around *around = context;
    if (!stmt_contains(stmt, around->access->stmt))
        return false;
    if (stmt->kind == ST_LOOP && stmt != around->access->stmt) {
        around->streams = around->streams && has_dimension(around, stmt->loop->iterator);
        around->walks |= around->streams && facts_loop(around->facts, stmt->loop->id)->verdict == LOOP_PARALLEL &&
                         access_walks(around->facts, around->access, stmt->loop->id);
    }
    return true;
}

static bool same_element(const Access *one, const Access *other)
{
    bool same = one->affine && other->affine && one->ndim == other->ndim && one->view == other->view;
    for (int d = 0; same && d < one->ndim; d++)
        same = expr_equal(one->dims[d], other->dims[d]);
    return same;
}

bool stride_streams(const Facts *facts, const Array *array)
{
    const Access *first = NULL;
    Around around = {.facts = facts};
    bool loaded = false, stored = false; // in each iteration
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array != array)
            continue;
        first = first ? first : access;
        if (!access->affine || !same_element(first, access))
            return false;
        loaded |= !access->is_write && !access->conditional;
        stored |= access->is_write && !access->conditional;
    }
    if (loaded && stored && array->element->kind != TY_STRUCT) {
        around.access = first;
        around.streams = true;
        stmt_walk(facts->nest->body, ask_loop, &around);
    }
    return around.streams && around.walks;
}
