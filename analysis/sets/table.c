// Elements of constant tables as quasi-affine values: x - dx[k] is x if dx[k] is 0, x - 1 if it is 1, and so on.
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/table.h"

enum { LARGEST_TABLE = 64, MOST_VALUES = 32 }; // elements, and of them the different ones

typedef struct Pieces {
    Analysis *analysis;
    const Array *array;
    int depth;
    isl_pw_aff *subscripts[MAX_DIMS];
    struct {
        int64_t value;
        isl_set *where;
    } pieces[MOST_VALUES];
    int count;
} Pieces;

static int64_t extent_of(const Array *array, int d)
{
    return array->extent[d]->integer;
}

// Where the subscripts are those of element `number`.
static isl_set *where_element(const Pieces *pieces, int64_t number)
{
    isl_set *where = isl_set_universe(isl_pw_aff_get_domain_space(pieces->subscripts[0]));
    for (int d = pieces->array->ndim - 1; d >= 0; d--) {
        isl_pw_aff *subscript = affine_constant(pieces->analysis, pieces->depth, number % extent_of(pieces->array, d));
        where = isl_set_intersect(where, isl_pw_aff_eq_set(isl_pw_aff_copy(pieces->subscripts[d]), subscript));
        number /= extent_of(pieces->array, d);
    }
    return where;
}

static bool add_element(Pieces *pieces, int64_t value, __isl_take isl_set *where)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->pieces[i].value == value) {
            pieces->pieces[i].where = coalesce_set(isl_set_union(pieces->pieces[i].where, where));
            return true;
        }
    if (pieces->count == MOST_VALUES) {
        isl_set_free(where);
        return false;
    }
    pieces->pieces[pieces->count].value = value;
    pieces->pieces[pieces->count++].where = where;
    return true;
}

// 0, 1, 2 .. or 3, 1, -1 ..: not a piece for each element, but one function.
static bool is_arithmetic(const Array *array, int64_t *step)
{
    int64_t count = extent_of(array, 0);
    *step = count > 1 ? array->constants[1] - array->constants[0] : 0;
    for (int64_t i = 1; i < count; i++)
        if (array->constants[i] - array->constants[i - 1] != *step)
            return false;
    return array->ndim == 1;
}

static isl_pw_aff *joined(Pieces *pieces)
{
    isl_pw_aff *sum = NULL;
    for (int i = 0; i < pieces->count; i++) {
        isl_pw_aff *piece = affine_constant(pieces->analysis, pieces->depth, pieces->pieces[i].value);
        piece = isl_pw_aff_intersect_domain(piece, pieces->pieces[i].where);
        sum = sum ? isl_pw_aff_union_add(sum, piece) : piece;
    }
    return sum;
}

static isl_pw_aff *by_elements(Pieces *pieces, __isl_keep isl_set *domain)
{
    int64_t elements = 1;
    bool fine = true;
    for (int d = 0; d < pieces->array->ndim; d++)
        elements *= extent_of(pieces->array, d);
    for (int64_t i = 0; i < elements && fine; i++) {
        isl_set *where = where_element(pieces, i);
        isl_bool empty = isl_set_is_disjoint(where, domain);
        if (empty == isl_bool_false)
            fine = add_element(pieces, pieces->array->constants[i], where);
        else
            isl_set_free(where);
        fine = fine && empty != isl_bool_error;
    }
    if (fine)
        return joined(pieces);
    for (int i = 0; i < pieces->count; i++)
        isl_set_free(pieces->pieces[i].where);
    return NULL;
}

static isl_pw_aff *element(Pieces *pieces, const Site *site)
{
    int64_t step, count = 1;
    if (is_arithmetic(pieces->array, &step)) {
        isl_pw_aff *value = isl_pw_aff_scale_val(isl_pw_aff_copy(pieces->subscripts[0]),
                                                 isl_val_int_from_si(pieces->analysis->ctx, step));
        return isl_pw_aff_add_constant_val(value,
                                           isl_val_int_from_si(pieces->analysis->ctx, pieces->array->constants[0]));
    }
    for (int d = 0; d < pieces->array->ndim; d++)
        count *= extent_of(pieces->array, d);
    return count <= LARGEST_TABLE ? by_elements(pieces, site->domain) : NULL;
}

isl_pw_aff *table_value(Analysis *analysis, const Site *site, const Expr *access)
{
    if (!access->array->constants || access->npath)
        return NULL;
    Pieces pieces = {.analysis = analysis, .array = access->array, .depth = loop_depth(site->loop)};
    bool affine = true;
    for (int d = 0; d < access->array->ndim; d++) {
        pieces.subscripts[d] = affine_from_expr(analysis, site, access->operands[d]);
        affine = affine && pieces.subscripts[d];
    }
    isl_pw_aff *value = affine ? element(&pieces, site) : NULL;
    for (int d = 0; d < access->array->ndim; d++)
        isl_pw_aff_free(pieces.subscripts[d]);
    return value;
}
