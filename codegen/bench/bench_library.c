// Which call of a vendor's library computes the same as a nest, by the shape of its one statement.
#include "codegen/bench/bench_parts.h"
#include "codegen/cuda/c_expr.h"

#include <string.h>

// An element that the nest touches: which loop each subscript counts.
typedef struct Operand {
    const Array *array;
    LoopId loops[MAX_DIMS];
    int ndim;
    const char *row, *rows; // the length of its rows, if it has several dimensions; their number, if it has three
} Operand;

typedef struct Shape {
    const Bench *bench;
    const Facts *facts;
    const char *set;
    const Stmt *stmt;
    const Expr *place, *value;
    Operator op; // OP_NONE: assigned
    const Reduction *reduction;
    const char *cleared; // the number of elements of the results that an earlier nest sets to 0; NULL: none
} Shape;

bool bench_is_library(const char *rival)
{
    return strcmp(rival, "cublas") == 0 || strcmp(rival, "cub") == 0;
}

// ---- the statement

typedef struct Assignments {
    const Stmt *only;
    int count;
} Assignments;

static bool note_assignment(void *context, const Stmt *stmt)
{
    Assignments *found = context;
    if (stmt->kind == ST_ASSIGN) {
        found->only = stmt;
        found->count++;
    }
    return true;
}

typedef struct Destination {
    const Symbol *sum;
    const Expr *place;
} Destination;

static bool note_destination(void *context, const Stmt *stmt)
{
    Destination *found = context;
    const Expr *value = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE ? expr_strip_casts(stmt->value) : NULL;
    if (value && value->kind == EX_SYMBOL && value->symbol == found->sum && stmt->place->kind == EX_ACCESS)
        found->place = stmt->place;
    return true;
}

// C[i][j] where a sum in a local variable ends as C[i][j] = s.
static const Expr *destination_of(const Shape *shape)
{
    Destination found = {.sum = shape->place->kind == EX_SYMBOL ? shape->place->symbol : NULL};
    if (found.sum)
        stmt_walk(shape->facts->nest->body, note_destination, &found);
    return found.place ? found.place : shape->place;
}

static bool find_statement(Shape *shape)
{
    const Facts *facts = shape->facts;
    if (facts->reductions.count == 1) {
        const Reduction *reduction = shape->reduction = &facts->reductions.items[0];
        if (reduction->updates.count != 1 || reduction->form == FORM_CHOICE)
            return false;
        shape->stmt = reduction->updates.items[0];
        shape->place = reduction->place;
        shape->place = destination_of(shape);
        shape->value = expr_strip_casts(reduction->values.items[0]);
        shape->op = reduction->op;
        return true;
    }
    Assignments found = {0};
    stmt_walk(facts->nest->body, note_assignment, &found);
    if (found.count != 1 || facts->reductions.count)
        return false;
    shape->stmt = found.only;
    shape->place = found.only->place;
    shape->value = expr_strip_casts(found.only->value);
    shape->op = found.only->op;
    return true;
}

// ---- its operands

static bool operand_of(const Shape *shape, const Expr *expr, Operand *operand)
{
    const Access *access = NULL;
    expr = expr_strip_casts(expr);
    FOR_EACH(i, &shape->facts->accesses)
        if (shape->facts->accesses.items[i].array && expr_equal(shape->facts->accesses.items[i].expr, expr))
            access = &shape->facts->accesses.items[i];
    if (!access || !access->affine || access->pitches[0])
        return false;
    *operand = (Operand){.array = access->array, .ndim = access->ndim};
    for (int d = 0; d < access->ndim; d++) {
        const Expr *subscript = expr_strip_casts(access->dims[d]);
        FOR_EACH(l, &shape->facts->loops) {
            const Loop *loop = shape->facts->loops.items[l].loop;
            if (subscript->kind == EX_SYMBOL && loop->iterator == subscript->symbol && expr_is_int(loop->lower, 0) &&
                expr_is_int(loop->step, 1))
                operand->loops[d] = loop->id;
        }
        if (!operand->loops[d])
            return false;
    }
    if (access->ndim > 1 && access->extents[access->ndim - 1])
        operand->row = bench_value(shape->bench, access->extents[access->ndim - 1]);
    if (access->ndim > 2 && access->extents[1])
        operand->rows = bench_value(shape->bench, access->extents[1]);
    return access->ndim < 2 || operand->row;
}

static const char *trips(const Shape *shape, LoopId id)
{
    return bench_value(shape->bench, loop_trip_count(shape->bench->arena, facts_loop(shape->facts, id)->loop));
}

// The buffer that the array is in: "set[1]"; NULL: no parameter's.
static const char *buffer_of(const Shape *shape, const Array *array)
{
    int buffer = 0;
    for (int p = 0; p < shape->bench->function->nparams; p++) {
        const HostParam *param = &shape->bench->function->params[p];
        if (!param->is_pointer)
            continue;
        if (array->host && bench_is_place_of(array->host, param->name))
            return arena_printf(shape->bench->arena, "%s[%d]", shape->set, buffer);
        buffer++;
    }
    return NULL;
}

// The destination of a single result: the return value of the function, or the target of one of its pointers.
static const char *result_of(const Shape *shape)
{
    int buffers = 0;
    for (int p = 0; p < shape->bench->function->nparams; p++)
        buffers += shape->bench->function->params[p].is_pointer;
    if (shape->place->kind == EX_SYMBOL)
        return bench_returns_number(shape->bench) ? arena_printf(shape->bench->arena, "%s[%d]", shape->set, buffers)
                                                  : NULL;
    return buffer_of(shape, shape->place->array);
}

static const Expr *factor(const Expr *value, int side)
{
    return value->kind == EX_BINARY && value->op == OP_MUL ? expr_strip_casts(value->operands[side]) : NULL;
}

// a in a * x[i], a value that the host knows; `other` is x[i].
static const Expr *scalar_factor(const Expr *value, const Expr **other)
{
    for (int side = 0; side < 2 && factor(value, 0); side++) {
        const Expr *scalar = factor(value, side);
        *other = factor(value, 1 - side);
        bool constant = scalar->kind == EX_INT || scalar->kind == EX_FLOAT ||
                        (scalar->kind == EX_SYMBOL && scalar->symbol->role == SYM_PARAM);
        if (constant && (*other)->kind == EX_ACCESS)
            return scalar;
    }
    return NULL;
}

static const char *type_of(const Shape *shape)
{
    return emit_type(shape->place->type, LANGUAGE_CUDA);
}

static bool accumulates(const Shape *shape, const Array *array)
{
    const ArrayFact *fact = facts_array(shape->facts, array);
    return fact && fact->read && fact->copy_in;
}

static const char *number(const Shape *shape, const Expr *scalar)
{
    Text text = {.arena = shape->bench->arena};
    Emitter emitter = {.out = &text, .source = true};
    if (scalar->kind == EX_SYMBOL)
        return scalar->symbol->host ? scalar->symbol->host : scalar->symbol->name;
    return expr_string(&emitter, scalar);
}

// ---- cuBLAS

// The operand without its first subscript, if that subscript is the iterator of `loop`, and the distance of its
// matrices; false: it is not.
static bool one_of_batch(const Shape *shape, LoopId loop, Operand *operand, const char **apart)
{
    if (operand->ndim != 3 || operand->loops[0] != loop || !operand->rows)
        return false;
    *apart = arena_printf(shape->bench->arena, "%s * %s", operand->rows, operand->row);
    operand->loops[0] = operand->loops[1];
    operand->loops[1] = operand->loops[2];
    operand->ndim = 2;
    return true;
}

static const char *product(const Shape *shape)
{
    Operand C, A, B;
    const Expr *left = factor(shape->value, 0), *right = factor(shape->value, 1);
    const char *count = "1", *apart_a = "0", *apart_b = "0", *apart_c = "0";
    if (!left || shape->op != OP_ADD || !operand_of(shape, shape->place, &C) || !operand_of(shape, left, &A) ||
        !operand_of(shape, right, &B))
        return NULL;
    if (C.ndim == 3) {
        LoopId batch = C.loops[0];
        count = trips(shape, batch);
        if (!one_of_batch(shape, batch, &A, &apart_a) || !one_of_batch(shape, batch, &B, &apart_b) ||
            !one_of_batch(shape, batch, &C, &apart_c))
            return NULL;
    }
    if (C.ndim != 2 || A.ndim != 2 || B.ndim != 2)
        return NULL;
    if (A.loops[0] != C.loops[0] && A.loops[1] != C.loops[0]) {
        Operand other = A;
        const char *apart = apart_a;
        A = B;
        B = other;
        apart_a = apart_b;
        apart_b = apart;
    }
    LoopId k = A.loops[0] == C.loops[0] ? A.loops[1] : A.loops[0];
    bool plain_a = A.loops[0] == C.loops[0], plain_b = B.loops[1] == C.loops[1];
    if (A.loops[plain_a ? 0 : 1] != C.loops[0] || B.loops[plain_b ? 0 : 1] != k ||
        B.loops[plain_b ? 1 : 0] != C.loops[1])
        return NULL;
    const char *a = buffer_of(shape, A.array), *b = buffer_of(shape, B.array), *c = buffer_of(shape, C.array);
    if (!a || !b || !c)
        return NULL;
    return arena_printf(shape->bench->arena,
                        "crs_bench::product<%s>(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, {%s, %s, %s, %s})",
                        type_of(shape), plain_a ? "false" : "true", plain_b ? "false" : "true",
                        trips(shape, C.loops[0]), trips(shape, C.loops[1]), trips(shape, k), a, A.row, b, B.row,
                        accumulates(shape, C.array) ? "true" : "false", c, C.row, count, apart_a, apart_b, apart_c);
}

static const char *vector_product(const Shape *shape)
{
    Operand x, y;
    const Expr *left = factor(shape->value, 0), *right = factor(shape->value, 1);
    const char *result = result_of(shape);
    if (!left || shape->op != OP_ADD || !result || !operand_of(shape, left, &x) || !operand_of(shape, right, &y) ||
        x.ndim != 1 || y.ndim != 1)
        return NULL;
    if (shape->reduction->kind != REDUCTION_SCALAR && shape->place->kind == EX_ACCESS &&
        operand_of(shape, shape->place, &(Operand){0}))
        return NULL;
    return arena_printf(shape->bench->arena, "crs_bench::dot<%s>(%s, %s, %s, %s)", type_of(shape),
                        trips(shape, x.loops[0]), buffer_of(shape, x.array), buffer_of(shape, y.array), result);
}

// Sums of rows or columns of a matrix, times a vector if `x` is given.
static const char *matrix_vector(const Shape *shape)
{
    Operand y, A, x = {0};
    const Expr *left = factor(shape->value, 0), *matrix = shape->value;
    bool weighted = left && operand_of(shape, left, &A);
    if (weighted)
        matrix = A.ndim == 2 ? left : factor(shape->value, 1);
    if (weighted && !operand_of(shape, A.ndim == 2 ? factor(shape->value, 1) : left, &x))
        return NULL;
    if (shape->op != OP_ADD || !operand_of(shape, shape->place, &y) || y.ndim != 1 || !operand_of(shape, matrix, &A) ||
        A.ndim != 2)
        return NULL;
    bool rows = A.loops[0] == y.loops[0];
    LoopId along = A.loops[rows ? 1 : 0];
    if (A.loops[rows ? 0 : 1] != y.loops[0] || along == y.loops[0] ||
        (weighted && (x.ndim != 1 || x.loops[0] != along)))
        return NULL;
    return arena_printf(shape->bench->arena, "crs_bench::matrix_vector<%s>(%s, %s, %s, %s, %s, %s, %s, %s)",
                        type_of(shape), rows ? "true" : "false", trips(shape, A.loops[0]), trips(shape, A.loops[1]),
                        buffer_of(shape, A.array), A.row, weighted ? buffer_of(shape, x.array) : "nullptr",
                        accumulates(shape, y.array) ? "true" : "false", buffer_of(shape, y.array));
}

// Sums along the middle of three axes.
static const char *middle_sums(const Shape *shape)
{
    Operand y, A;
    if (shape->op != OP_ADD || !operand_of(shape, shape->place, &y) || y.ndim != 2 ||
        !operand_of(shape, shape->value, &A) || A.ndim != 3)
        return NULL;
    if (A.loops[0] != y.loops[0] || A.loops[2] != y.loops[1] || A.loops[1] == A.loops[0] || A.loops[1] == A.loops[2] ||
        !A.rows)
        return NULL;
    return arena_printf(shape->bench->arena, "crs_bench::middle_sums<%s>(%s, %s, %s, %s, %s, %s, %s, %s, %s)",
                        type_of(shape), trips(shape, A.loops[0]), trips(shape, A.loops[1]), trips(shape, A.loops[2]),
                        buffer_of(shape, A.array), A.rows, A.row, accumulates(shape, y.array) ? "true" : "false",
                        buffer_of(shape, y.array), y.row);
}

// B = a * A, B = A^T, A *= a
static const char *matrix_copy(const Shape *shape)
{
    Operand to, from;
    const Expr *other = shape->value, *scalar = scalar_factor(shape->value, &other);
    if (shape->op == OP_MUL) {
        scalar = shape->value;
        other = shape->place;
        if (scalar->kind != EX_SYMBOL && scalar->kind != EX_FLOAT && scalar->kind != EX_INT)
            return NULL;
    } else if (shape->op != OP_NONE) {
        return NULL;
    }
    if (!operand_of(shape, shape->place, &to) || !operand_of(shape, other ? other : shape->value, &from) ||
        to.ndim != 2 || from.ndim != 2)
        return NULL;
    bool same = to.loops[0] == from.loops[0] && to.loops[1] == from.loops[1];
    bool transposed = to.loops[0] == from.loops[1] && to.loops[1] == from.loops[0] && to.loops[0] != to.loops[1];
    if (!same && !transposed)
        return NULL;
    return arena_printf(shape->bench->arena, "crs_bench::matrix_copy<%s>(%s, %s, %s, %s, %s, %s, %s, %s)",
                        type_of(shape), transposed ? "true" : "false", trips(shape, to.loops[0]),
                        trips(shape, to.loops[1]), scalar ? number(shape, scalar) : "1", buffer_of(shape, from.array),
                        from.row, buffer_of(shape, to.array), to.row);
}

// y += a * x, y = a * x + y
static const char *axpy(const Shape *shape)
{
    Operand y, x;
    const Expr *sum = shape->value, *other = NULL, *scalar = NULL;
    if (shape->op == OP_ADD)
        scalar = scalar_factor(sum, &other);
    for (int side = 0; shape->op == OP_NONE && sum->kind == EX_BINARY && sum->op == OP_ADD && side < 2 && !scalar;
         side++)
        if (expr_equal(expr_strip_casts(sum->operands[1 - side]), shape->place))
            scalar = scalar_factor(expr_strip_casts(sum->operands[side]), &other);
    if (!scalar || !operand_of(shape, shape->place, &y) || !operand_of(shape, other, &x) || y.ndim != 1 ||
        x.ndim != 1 || x.loops[0] != y.loops[0])
        return NULL;
    return arena_printf(shape->bench->arena, "crs_bench::axpy<%s>(%s, %s, %s, %s)", type_of(shape),
                        trips(shape, y.loops[0]), number(shape, scalar), buffer_of(shape, x.array),
                        buffer_of(shape, y.array));
}

// ---- CUB

static const char *cub_reduction(const Shape *shape)
{
    Operand x, y;
    const char *name = shape->op == OP_ADD   ? "sum"
                       : shape->op == OP_MIN ? "minimum"
                       : shape->op == OP_MAX ? "maximum"
                                             : NULL;
    const Expr *left = factor(shape->value, 0);
    if (left && shape->op == OP_ADD && operand_of(shape, left, &x) && operand_of(shape, factor(shape->value, 1), &y) &&
        x.ndim == 1 && y.ndim == 1 && x.loops[0] == y.loops[0] && shape->place->kind == EX_SYMBOL && result_of(shape))
        return arena_printf(shape->bench->arena, "crs_bench::sum_of_products<%s>(%s, %s, %s, %s)", type_of(shape),
                            trips(shape, x.loops[0]), buffer_of(shape, x.array), buffer_of(shape, y.array),
                            result_of(shape));
    if (!name || !operand_of(shape, shape->value, &x))
        return NULL;
    if (x.ndim == 1 && result_of(shape))
        return arena_printf(shape->bench->arena, "crs_bench::%s<%s>(%s, %s, %s)", name, type_of(shape),
                            trips(shape, x.loops[0]), buffer_of(shape, x.array), result_of(shape));
    if (x.ndim == 2 && operand_of(shape, shape->place, &y) && y.ndim == 1 && y.loops[0] == x.loops[0] &&
        x.loops[1] != x.loops[0] && shape->op == OP_ADD && !accumulates(shape, y.array))
        return arena_printf(shape->bench->arena, "crs_bench::row_sums<%s>(%s, %s, %s, %s, %s)", type_of(shape),
                            trips(shape, x.loops[0]), trips(shape, x.loops[1]), buffer_of(shape, x.array), x.row,
                            buffer_of(shape, y.array));
    return NULL;
}

// y[i] = x[offsets[i]] + .. up to offsets[i + 1]
static const char *segment_sums(const Shape *shape)
{
    Operand y, begin;
    const Expr *from = shape->value->kind == EX_ACCESS && shape->value->noperands == 1
                           ? expr_strip_casts(shape->value->operands[0])
                           : NULL;
    if (!from || from->kind != EX_SYMBOL || shape->op != OP_ADD || !operand_of(shape, shape->place, &y) ||
        y.ndim != 1 || accumulates(shape, y.array))
        return NULL;
    FOR_EACH(l, &shape->facts->loops) {
        const Loop *loop = shape->facts->loops.items[l].loop;
        const Expr *lower = expr_strip_casts(loop->lower), *upper = expr_strip_casts(loop->upper);
        if (loop->iterator != from->symbol || !expr_is_int(loop->step, 1) || lower->kind != EX_ACCESS ||
            upper->kind != EX_ACCESS || lower->array != upper->array)
            continue;
        const Expr *next = upper->noperands == 1 ? expr_strip_casts(upper->operands[0]) : NULL;
        bool follows = next && next->kind == EX_BINARY && next->op == OP_ADD &&
                       expr_is_int(expr_strip_casts(next->operands[1]), 1) &&
                       expr_equal(expr_strip_casts(next->operands[0]), expr_strip_casts(lower->operands[0]));
        if (follows && operand_of(shape, lower, &begin) && begin.ndim == 1 && begin.loops[0] == y.loops[0])
            return arena_printf(shape->bench->arena, "crs_bench::segment_sums<%s, %s>(%s, %s, %s, %s)", type_of(shape),
                                emit_type(lower->array->element, LANGUAGE_CUDA), trips(shape, y.loops[0]),
                                buffer_of(shape, lower->array), buffer_of(shape, shape->value->array),
                                buffer_of(shape, y.array));
    }
    return NULL;
}

// out[key[i]] += x[i]: sorted by the keys beforehand. counts[key[i]]++
static const char *by_key(const Shape *shape, const char **before)
{
    Operand key, x;
    Arena *arena = shape->bench->arena;
    const Expr *place = shape->place, *value = shape->value;
    const char *out = place->kind == EX_ACCESS && place->noperands == 1 ? buffer_of(shape, place->array) : NULL;
    const char *cleared = shape->cleared ? shape->cleared : "0";
    const ArrayFact *fact = out ? facts_array(shape->facts, place->array) : NULL;
    if (!fact || !fact->last || fact->measured || shape->op != OP_ADD || !operand_of(shape, place->operands[0], &key) ||
        key.ndim != 1 || !type_is_integer(key.array->element))
        return NULL;
    const char *keys = buffer_of(shape, key.array), *count = trips(shape, key.loops[0]),
               *type = emit_type(key.array->element, LANGUAGE_CUDA);
    if (expr_is_int(value, 1) && type_is_integer(place->type) && place->type->size == 4)
        return arena_printf(arena, "crs_bench::histogram<%s, %s>(%s, %s, %s + 1, %s, %s)", type_of(shape), type, count,
                            keys, bench_value(shape->bench, fact->last), cleared, out);
    if (!operand_of(shape, value, &x) || x.ndim != 1 || x.loops[0] != key.loops[0])
        return NULL;
    *before = arena_printf(arena, "crs_bench::sort_by_key<%s, %s>(%s, %s, %s)", type_of(shape), type, count, keys,
                           buffer_of(shape, x.array));
    return arena_printf(arena, "crs_bench::sums_by_key<%s, %s>(%s, %s, %s, %s)", type_of(shape), type, count, keys,
                        cleared, out);
}

// ---- the nests

// A nest that only sets all elements of an array of the function to 0.
static const char *clears(const Bench *bench, const Facts *facts, const char *array)
{
    Assignments found = {0};
    stmt_walk(facts->nest->body, note_assignment, &found);
    const Stmt *only = found.only;
    const Expr *value = found.count == 1 && only->op == OP_NONE ? expr_strip_casts(only->value) : NULL;
    while (value && value->kind == EX_CAST)
        value = value->operands[0];
    bool zero = value && (expr_is_int(value, 0) || (value->kind == EX_FLOAT && value->real == 0));
    const ArrayFact *fact = zero && only->place->kind == EX_ACCESS ? facts_array(facts, only->place->array) : NULL;
    if (!fact || !fact->last || fact->measured || !array || !only->place->array->host ||
        strcmp(only->place->array->host, array) != 0)
        return NULL;
    return arena_printf(bench->arena, "%s + 1", bench_value(bench, fact->last));
}

// The one nest that does the work, and what one before it clears.
static bool find_nest(Shape *shape)
{
    const Bench *bench = shape->bench;
    int count = bench->nests.count;
    if (count < 1 || count > 2)
        return false;
    shape->facts = bench->harness.programs[bench->nests.items[count - 1]]->facts;
    if (!find_statement(shape))
        return false;
    if (count == 1)
        return true;
    if (shape->place->kind == EX_ACCESS)
        shape->cleared =
            clears(bench, bench->harness.programs[bench->nests.items[0]]->facts, shape->place->array->host);
    return shape->cleared && shape->reduction && shape->reduction->kind == REDUCTION_BY_KEY;
}

const char *bench_library_call(const Bench *bench, const char *library, const char *set, const char **before,
                               const char **reason)
{
    Shape shape = {.bench = bench, .set = set};
    const char *call = NULL;
    *before = NULL;
    *reason = "the library has nothing for it";
    if (!find_nest(&shape)) {
        *reason = "its nest has not one statement alone";
        return NULL;
    }
    if (shape.reduction && shape.reduction->kind == REDUCTION_BY_KEY)
        return strcmp(library, "cub") == 0 ? by_key(&shape, before) : NULL;
    if (strcmp(library, "cub") == 0) {
        call = shape.reduction ? cub_reduction(&shape) : NULL;
        return call || !shape.reduction ? call : segment_sums(&shape);
    }
    if (!type_is_float(shape.place->type) || (shape.place->type->kind != TY_F32 && shape.place->type->kind != TY_F64))
        return NULL;
    const char *(*const with_sum[])(const Shape *) = {product, matrix_vector, vector_product, middle_sums};
    const char *(*const without[])(const Shape *) = {matrix_copy, axpy};
    for (int i = 0; i < 4 && shape.reduction && !call; i++)
        call = with_sum[i](&shape);
    for (int i = 0; i < 2 && !shape.reduction && !call; i++)
        call = without[i](&shape);
    return call;
}
