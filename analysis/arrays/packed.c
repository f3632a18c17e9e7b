// Packed triangles, whose rows follow one another in memory: A[i*(i+1)/2 + j], A[i*n - i*(i-1)/2 + j - i], A[(n*i -
// i*(i+1)/2) + j - i - 1].
//
// Row e of such an array, e >= 0, has e + 1 elements and begins at e*(e+1)/2, counted upwards or downwards from some
// element of the array. Every subscript f that is quadratic in iterators has the form (e*(e+1) + 2*c + start) / 2, or
// the negative of it, with affine e and c. If 0 <= c <= e holds for all accesses with one start, two of them meet
// exactly if they agree in e and in c.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/packed.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

enum { ONE = 0, FIRST_ITERATOR = 1, FIRST_PARAMETER = FIRST_ITERATOR + MAX_DEPTH, MOST_PRODUCTS = 48 };
enum { FURTHEST_SHIFT = 2 }; // between a row number and the iterator: (i + 1) * (i + 2) / 2
static const int64_t LARGEST_COEFFICIENT = 1 << 20;

// A sum of products of two factors: the number one, iterators, parameters; divided by `parts`, 1 or 2.
typedef struct Product {
    int left, right; // left <= right
    int64_t factor;
} Product;

typedef struct Quadratic {
    int count, parts;
    Product items[MOST_PRODUCTS];
} Quadratic;

// ---- arithmetic

static bool is_iterator(int variable)
{
    return variable >= FIRST_ITERATOR && variable < FIRST_PARAMETER;
}

static int64_t factor_of(const Quadratic *sum, int left, int right)
{
    for (int i = 0; i < sum->count; i++)
        if (sum->items[i].left == (left < right ? left : right) && sum->items[i].right == (left < right ? right : left))
            return sum->items[i].factor;
    return 0;
}

static bool add_product(Quadratic *sum, int left, int right, int64_t factor)
{
    Product fresh = {left < right ? left : right, left < right ? right : left, factor};
    int at = 0;
    while (at < sum->count && (sum->items[at].left != fresh.left || sum->items[at].right != fresh.right))
        at++;
    if (at == MOST_PRODUCTS)
        return false;
    if (at == sum->count)
        sum->items[sum->count++] = fresh;
    else
        sum->items[at].factor += factor;
    if (sum->items[at].factor == 0)
        sum->items[at] = sum->items[--sum->count];
    return factor <= LARGEST_COEFFICIENT && factor >= -LARGEST_COEFFICIENT;
}

static bool add(Quadratic *sum, const Quadratic *other, int64_t times)
{
    int parts = sum->parts > other->parts ? sum->parts : other->parts;
    for (int i = 0; i < sum->count; i++)
        sum->items[i].factor *= parts / sum->parts;
    sum->parts = parts;
    for (int i = 0; i < other->count; i++)
        if (!add_product(sum, other->items[i].left, other->items[i].right,
                         other->items[i].factor * times * (parts / other->parts)))
            return false;
    return true;
}

static bool is_linear(const Quadratic *sum)
{
    for (int i = 0; i < sum->count; i++)
        if (sum->items[i].left != ONE)
            return false;
    return sum->parts == 1;
}

static bool is_number(const Quadratic *sum)
{
    return sum->count == 0 || (sum->count == 1 && sum->items[0].right == ONE && sum->parts == 1);
}

// result += left * right
static bool add_multiplied(Quadratic *result, const Quadratic *left, const Quadratic *right)
{
    if (is_number(left))
        return add(result, right, factor_of(left, ONE, ONE));
    if (is_number(right))
        return add(result, left, factor_of(right, ONE, ONE));
    if (!is_linear(left) || !is_linear(right) || result->parts != 1)
        return false;
    for (int l = 0; l < left->count; l++)
        for (int r = 0; r < right->count; r++)
            if (!add_product(result, left->items[l].right, right->items[r].right,
                             left->items[l].factor * right->items[r].factor))
                return false;
    return true;
}

// Whether its value is even for all values of the variables: x * x is as even as x is.
static bool is_even(const Quadratic *sum)
{
    Quadratic flat = {.parts = 1};
    bool fine = sum->parts == 1;
    for (int i = 0; i < sum->count; i++) {
        const Product *item = &sum->items[i];
        fine = fine && add_product(&flat, item->left == item->right ? ONE : item->left, item->right, item->factor);
    }
    for (int i = 0; i < flat.count; i++)
        fine = fine && flat.items[i].factor % 2 == 0;
    return fine;
}

// ---- to isl and back

static int parameter_of_dimension(const Analysis *analysis, __isl_keep isl_aff *aff, int d)
{
    isl_space *space = isl_aff_get_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, (unsigned)d);
    int found = -1;
    FOR_EACH(i, &analysis->parameters)
        found = analysis->parameters.items[i]->id == id ? i : found;
    isl_id_free(id);
    isl_space_free(space);
    return found;
}

static bool add_coefficient(Quadratic *sum, int variable, __isl_take isl_val *value)
{
    bool fine = value && isl_val_is_int(value) == isl_bool_true && isl_val_cmp_si(value, LARGEST_COEFFICIENT) <= 0 &&
                isl_val_cmp_si(value, -LARGEST_COEFFICIENT) >= 0;
    int64_t factor = fine ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    return fine && (!factor || add_product(sum, ONE, variable, factor));
}

// sum += value
static bool add_affine(Analysis *analysis, Quadratic *sum, __isl_take isl_pw_aff *value)
{
    if (!value || isl_pw_aff_isa_aff(value) != isl_bool_true) {
        isl_pw_aff_free(value);
        return false;
    }
    isl_aff *aff = isl_pw_aff_as_aff(value);
    bool fine = aff && isl_aff_dim(aff, isl_dim_div) == 0 && add_coefficient(sum, ONE, isl_aff_get_constant_val(aff));
    for (int d = 0; fine && d < isl_aff_dim(aff, isl_dim_in); d++)
        fine = add_coefficient(sum, FIRST_ITERATOR + d, isl_aff_get_coefficient_val(aff, isl_dim_in, d));
    for (int d = 0; fine && d < isl_aff_dim(aff, isl_dim_param); d++) {
        int parameter = parameter_of_dimension(analysis, aff, d);
        fine = parameter >= 0 &&
               add_coefficient(sum, FIRST_PARAMETER + parameter, isl_aff_get_coefficient_val(aff, isl_dim_param, d));
    }
    isl_aff_free(aff);
    return fine;
}

static isl_pw_aff *to_affine(Analysis *analysis, const Quadratic *linear, int depth)
{
    isl_pw_aff *sum = affine_constant(analysis, depth, 0);
    for (int i = 0; i < linear->count; i++) {
        int variable = linear->items[i].right;
        isl_pw_aff *value =
            variable == ONE ? affine_constant(analysis, depth, 1)
            : is_iterator(variable)
                ? affine_iterator(analysis, depth, variable - FIRST_ITERATOR)
                : affine_parameter(analysis, depth, analysis->parameters.items[variable - FIRST_PARAMETER]);
        sum = isl_pw_aff_add(sum,
                             isl_pw_aff_scale_val(value, isl_val_int_from_si(analysis->ctx, linear->items[i].factor)));
    }
    return sum;
}

// ---- reading a subscript

typedef struct Reader {
    Analysis *analysis;
    Site site;
} Reader;

static bool read_value(const Reader *reader, const Expr *expr, bool modulo, Quadratic *sum);

// Unsigned 64-bit numbers whose factors fit in 31 bits, by proof or by a test of the launcher.
static bool is_small_product(const Reader *reader, const Expr *expr)
{
    bool small = expr->kind == EX_BINARY && expr->op == OP_MUL && expr->type->size == 8;
    for (int side = 0; small && side < 2; side++) {
        int depth = loop_depth(reader->site.loop);
        isl_pw_aff *value = affine_from_expr(reader->analysis, &reader->site, expr->operands[side]);
        if (!value)
            return false;
        isl_set *bad = isl_pw_aff_lt_set(isl_pw_aff_copy(value), affine_constant(reader->analysis, depth, 0));
        bad = isl_set_union(bad, isl_pw_aff_gt_set(value, affine_constant(reader->analysis, depth, INT32_MAX)));
        small = assume_empty(reader->analysis, isl_set_intersect(bad, isl_set_copy(reader->site.domain)),
                             reader->site.domain);
    }
    return small;
}

static bool read_half(const Reader *reader, const Expr *expr, Quadratic *sum)
{
    bool halves = expr_is_int(expr->operands[1], expr->op == OP_SHR ? 1 : 2);
    const Expr *whole = expr->operands[0];
    while (whole->kind == EX_CAST && whole->type == whole->operands[0]->type)
        whole = whole->operands[0];
    Quadratic twice = {.parts = 1};
    bool exact = type_is_signed(whole->type) || is_small_product(reader, whole);
    if (!halves || !exact || !read_value(reader, whole, !type_is_signed(whole->type), &twice) || !is_even(&twice))
        return false;
    twice.parts = 2;
    return add(sum, &twice, 1);
}

static bool read_binary(const Reader *reader, const Expr *expr, bool modulo, Quadratic *sum)
{
    if (expr->op == OP_DIV || expr->op == OP_FLOOR_DIV || expr->op == OP_SHR)
        return read_half(reader, expr, sum);
    Quadratic left = {.parts = 1}, right = {.parts = 1};
    if ((expr->op != OP_ADD && expr->op != OP_SUB && expr->op != OP_MUL) || (!type_is_signed(expr->type) && !modulo) ||
        !read_value(reader, expr->operands[0], modulo, &left) || !read_value(reader, expr->operands[1], modulo, &right))
        return false;
    if (expr->op == OP_MUL)
        return add_multiplied(sum, &left, &right);
    return add(sum, &left, 1) && add(sum, &right, expr->op == OP_ADD ? 1 : -1);
}

static bool read_parts(const Reader *reader, const Expr *expr, bool modulo, Quadratic *sum)
{
    const Expr *definition = expr->kind == EX_SYMBOL ? symbol_definition(reader->analysis, expr->symbol) : NULL;
    if (definition)
        return read_value(reader, definition, modulo, sum);
    if (expr->kind == EX_CAST) {
        const Type *from = expr->operands[0]->type;
        return type_is_integer(from) && (type_widens(from, expr->type) || modulo) &&
               read_value(reader, expr->operands[0], modulo, sum);
    }
    return expr->kind == EX_BINARY && read_binary(reader, expr, modulo, sum);
}

// sum += the value of the expression; `modulo`: only its value modulo 2^64 matters, if it has 64 bits.
static bool read_value(const Reader *reader, const Expr *expr, bool modulo, Quadratic *sum)
{
    if (!type_is_integer(expr->type))
        return false;
    Quadratic parts = {.parts = 1}, whole = {.parts = 1};
    if (read_parts(reader, expr, modulo && expr->type->size == 8, &parts))
        return add(sum, &parts, 1);
    return add_affine(reader->analysis, &whole, affine_from_expr(reader->analysis, &reader->site, expr)) &&
           add(sum, &whole, 1);
}

// ---- rows

// One access: twice its subscript is sign * row^2 and more, where `row` has no constant.
typedef struct Subscript {
    int index; // of the access
    int sign;
    Quadratic twice, row;
} Subscript;

typedef struct Search {
    Analysis *analysis;
    const Array *array;
    VECTOR(Subscript) subscripts;
} Search;

static int variable_count(const Analysis *analysis)
{
    return FIRST_PARAMETER + analysis->parameters.count;
}

static int64_t exact_root(int64_t square)
{
    int64_t root = 0;
    while (root * root < square)
        root++;
    return root * root == square ? root : 0;
}

// The products with iterators together are a square, or the negative of one.
static bool find_square(const Analysis *analysis, Subscript *subscript)
{
    const Quadratic *twice = &subscript->twice;
    int first = FIRST_ITERATOR, all = variable_count(analysis);
    while (first < FIRST_PARAMETER && !factor_of(twice, first, first))
        first++;
    if (first == FIRST_PARAMETER)
        return false;
    int64_t square = factor_of(twice, first, first), root = exact_root(square < 0 ? -square : square);
    subscript->sign = square < 0 ? -1 : 1;
    subscript->row = (Quadratic){.parts = 1};
    for (int v = FIRST_ITERATOR; root && v < all; v++) {
        int64_t cross = factor_of(twice, first, v), factor = v == first ? root : cross / (2 * root * subscript->sign);
        if (factor && !add_product(&subscript->row, ONE, v, factor))
            return false;
    }
    for (int v = FIRST_ITERATOR; v < FIRST_PARAMETER; v++)
        for (int w = FIRST_ITERATOR; w < all; w++) {
            int64_t product = factor_of(&subscript->row, ONE, v) * factor_of(&subscript->row, ONE, w);
            if (factor_of(twice, v, w) != subscript->sign * product * (v == w ? 1 : 2))
                return false;
        }
    return root != 0;
}

static Quadratic row_number(const Subscript *subscript, int direction, int shift)
{
    Quadratic row = {.parts = 1};
    add(&row, &subscript->row, direction);
    if (shift)
        add_product(&row, ONE, ONE, shift);
    return row;
}

// 2 * c + start of an access whose row is `row`.
static bool behind_row(const Subscript *subscript, const Quadratic *row, Quadratic *rest)
{
    Quadratic square = {.parts = 1};
    *rest = (Quadratic){.parts = 1};
    return add_multiplied(&square, row, row) && add(rest, &subscript->twice, subscript->sign) &&
           add(rest, &square, -1) && add(rest, row, -1);
}

static bool take_half(const Quadratic *sum, Quadratic *half)
{
    *half = *sum;
    for (int i = 0; i < sum->count; i++) {
        if (sum->items[i].left != ONE || sum->items[i].factor % 2)
            return false;
        half->items[i].factor /= 2;
    }
    return true;
}

// ---- are the columns within their rows?

static bool is_never(const Search *search, const AccessSite *where, __isl_take isl_set *bad)
{
    bad = isl_set_intersect(bad, isl_set_copy(where->domain));
    bad = isl_set_intersect_params(bad, isl_set_copy(search->analysis->context));
    bad = isl_set_intersect_params(bad, isl_set_copy(search->analysis->type_ranges));
    bool never = isl_set_is_empty(bad) == isl_bool_true;
    isl_set_free(bad);
    return never;
}

static bool is_never_negative(const Search *search, const AccessSite *where, const Quadratic *linear)
{
    query_begin(search->analysis);
    isl_pw_aff *value = to_affine(search->analysis, linear, loop_depth(where->loop));
    return is_never(search, where, isl_set_complement(isl_pw_aff_nonneg_set(value)));
}

static bool stays_in_row(const Search *search, const AccessSite *where, const Quadratic *row, const Quadratic *column)
{
    Quadratic left = *row;
    return add(&left, column, -1) && is_never_negative(search, where, column) &&
           is_never_negative(search, where, &left);
}

static const AccessSite *site_of(const Search *search, const Subscript *subscript)
{
    return &search->analysis->sites.items[subscript->index];
}

typedef struct PackedIndex {
    Quadratic row, column;
} PackedIndex;

static bool find_index(const Search *search, const Subscript *subscript, const Quadratic *start, PackedIndex *index)
{
    for (int direction = -1; direction <= 1; direction += 2)
        for (int shift = -FURTHEST_SHIFT; shift <= FURTHEST_SHIFT; shift++) {
            Quadratic rest;
            index->row = row_number(subscript, direction, shift);
            if (behind_row(subscript, &index->row, &rest) && add(&rest, start, -1) &&
                take_half(&rest, &index->column) &&
                stays_in_row(search, site_of(search, subscript), &index->row, &index->column))
                return true;
        }
    return false;
}

static bool all_fit(const Search *search, const Quadratic *start)
{
    FOR_EACH(i, &search->subscripts) {
        PackedIndex index;
        if (!find_index(search, &search->subscripts.items[i], start, &index))
            return false;
    }
    return true;
}

// ---- where the rows are counted from

// The least (or largest) value over the access's iterations, as a sum of parameters.
static bool find_limit(const Search *search, const AccessSite *where, const Quadratic *value, bool largest,
                       Quadratic *limit)
{
    Analysis *analysis = search->analysis;
    query_begin(analysis);
    isl_map *map = isl_map_from_pw_aff(to_affine(analysis, value, loop_depth(where->loop)));
    map = isl_map_intersect_domain(map, isl_set_copy(where->domain));
    isl_set *range = isl_map_range(isl_map_intersect_params(map, isl_set_copy(analysis->context)));
    isl_pw_aff *end = largest ? isl_set_dim_max(isl_set_copy(range), 0) : isl_set_dim_min(isl_set_copy(range), 0);
    end = isl_pw_aff_coalesce(isl_pw_aff_gist_params(end, isl_set_params(range)));
    *limit = (Quadratic){.parts = 1};
    return add_affine(analysis, limit, end);
}

// The start for which some iteration of the access begins its row (or ends it).
static bool find_start(const Search *search, const Subscript *subscript, const Quadratic *row, bool ends,
                       Quadratic *start)
{
    Quadratic rest, column = {.parts = 1}, limit;
    if (!behind_row(subscript, row, &rest))
        return false;
    *start = (Quadratic){.parts = 1};
    for (int i = 0; i < rest.count; i++) {
        const Product *item = &rest.items[i];
        bool moves = is_iterator(item->left) || is_iterator(item->right);
        if (moves && (item->left != ONE || item->factor % 2))
            return false;
        if (!add_product(moves ? &column : start, item->left, item->right, moves ? item->factor / 2 : item->factor))
            return false;
    }
    return (!ends || add(&column, row, -1)) && find_limit(search, site_of(search, subscript), &column, ends, &limit) &&
           add(start, &limit, 2);
}

static bool search_start(const Search *search, const Subscript *subscript, Quadratic *start)
{
    for (int direction = -1; direction <= 1; direction += 2)
        for (int shift = -FURTHEST_SHIFT; shift <= FURTHEST_SHIFT; shift++) {
            Quadratic row = row_number(subscript, direction, shift);
            if (!is_never_negative(search, site_of(search, subscript), &row))
                continue;
            for (int ends = 0; ends < 2; ends++)
                if (find_start(search, subscript, &row, ends, start) && all_fit(search, start))
                    return true;
        }
    return false;
}

// ---- an array

static bool read_subscripts(Search *search)
{
    Analysis *analysis = search->analysis;
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array != search->array)
            continue;
        Reader reader = {analysis, {.loop = where->loop, .domain = where->domain}};
        Subscript subscript = {.index = i, .twice = {.parts = 2}};
        query_begin(analysis);
        analysis->assumption_loc = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        bool fine =
            where->domain && !where->raw[0] && read_value(&reader, access->expr->operands[0], true, &subscript.twice);
        subscript.twice.parts = 1;
        if (!fine || !find_square(analysis, &subscript))
            return false;
        VECTOR_PUSH(analysis->arena, &search->subscripts, subscript);
        if (subscript.sign != search->subscripts.items[0].sign)
            return false;
    }
    return search->subscripts.count > 0;
}

static Expr *to_expr(Analysis *analysis, const Quadratic *sum)
{
    Arena *arena = analysis->arena;
    Expr *value = NULL;
    for (int i = 0; i < sum->count; i++) {
        Expr *term = expr_index(arena, sum->items[i].factor);
        for (int side = 0; side < 2; side++) {
            int variable = side ? sum->items[i].right : sum->items[i].left;
            if (variable != ONE)
                term = index_mul(arena, term, analysis->parameters.items[variable - FIRST_PARAMETER]->value);
        }
        value = value ? index_add(arena, value, term) : term;
    }
    return value;
}

bool packed_find(Analysis *analysis, const Array *array)
{
    Search search = {.analysis = analysis, .array = array};
    Quadratic start;
    Attempt attempt = begin_attempt(analysis);
    bool found = read_subscripts(&search), fits = false;
    for (int i = 0; found && !fits && i < search.subscripts.count; i++)
        fits = search_start(&search, &search.subscripts.items[i], &start);
    end_attempt(analysis, &attempt, !fits);
    if (!fits)
        return false;
    FOR_EACH(i, &search.subscripts) {
        const Subscript *subscript = &search.subscripts.items[i];
        AccessSite *where = &analysis->sites.items[subscript->index];
        PackedIndex index;
        find_index(&search, subscript, &start, &index);
        where->dims[0] = own_aff(analysis, to_affine(analysis, &index.row, loop_depth(where->loop)));
        where->dims[1] = own_aff(analysis, to_affine(analysis, &index.column, loop_depth(where->loop)));
        where->ndim = where->nelement = 2;
    }
    Packed packed = {.array = array, .falls = search.subscripts.items[0].sign < 0, .start = to_expr(analysis, &start)};
    VECTOR_PUSH(analysis->arena, &analysis->packed, packed);
    return true;
}

const Packed *packed_rows(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->packed)
        if (analysis->packed.items[i].array == array)
            return &analysis->packed.items[i];
    return NULL;
}

// e*(e+1)/2 + c, with the start.
Expr *packed_offset(Analysis *analysis, const Packed *packed, Expr *row, Expr *column)
{
    Arena *arena = analysis->arena;
    Expr *before = index_mul(arena, row, index_add(arena, row, expr_index(arena, 1)));
    Expr *twice = index_add(arena, before, index_mul(arena, column, expr_index(arena, 2)));
    twice = packed->start ? index_add(arena, twice, packed->start) : twice;
    Expr *offset = expr_binary(arena, OP_DIV, twice, expr_index(arena, 2), type_scalar(TY_I64));
    return packed->falls ? index_sub(arena, expr_index(arena, 0), offset) : offset;
}
