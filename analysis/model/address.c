// Subscripts as linear functions of the iterations, with coefficients over parameters.
#include "ir/fold.h"
#include "analysis/model/address.h"

#include "analysis/model/device.h"

#include <stdlib.h>

typedef struct Form {
    Expr *constant, *factor[MAX_DEPTH]; // NULL: 0
} Form;

typedef struct Reading {
    Arena *arena;
    Address *address;
} Reading;

// ---- arithmetic of coefficients

static Expr *sum(Arena *arena, Expr *left, Expr *right)
{
    return !left ? right : !right ? left : index_add(arena, left, right);
}

static Expr *product(Arena *arena, Expr *left, Expr *right)
{
    if (!left || !right || expr_is_int(left, 0) || expr_is_int(right, 0))
        return NULL;
    return index_mul(arena, left, right);
}

static void add_form(const Reading *reading, Form *form, const Form *other, Expr *scale)
{
    form->constant = sum(reading->arena, form->constant, product(reading->arena, other->constant, scale));
    for (int i = 0; i < reading->address->nloops; i++)
        form->factor[i] = sum(reading->arena, form->factor[i], product(reading->arena, other->factor[i], scale));
}

static bool is_constant(const Reading *reading, const Form *form)
{
    for (int i = 0; i < reading->address->nloops; i++)
        if (form->factor[i])
            return false;
    return true;
}

// ---- expressions

static bool read_form(const Reading *reading, const Expr *expr, Form *form);

static bool look_for_other(void *context, const Expr *expr)
{
    bool *other = context;
    bool plain = expr->kind == EX_INT || expr->kind == EX_UNARY || expr->kind == EX_BINARY || expr->kind == EX_CAST ||
                 (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM);
    *other = *other || !plain || !type_is_integer(expr->type);
    return !*other;
}

static bool is_over_parameters(const Expr *expr)
{
    bool other = false;
    expr_walk(expr, look_for_other, &other);
    return !other;
}

static bool read_iterator(const Reading *reading, const Expr *expr, Form *form)
{
    for (int i = 0; i < reading->address->nloops; i++) {
        const Loop *loop = reading->address->loops[i];
        if (loop->iterator != expr->symbol)
            continue;
        if (!is_over_parameters(loop->step) || !read_form(reading, loop->lower, form))
            return false;
        form->factor[i] =
            sum(reading->arena, form->factor[i], expr_cast(reading->arena, type_scalar(TY_I64), loop->step));
        return true;
    }
    return false;
}

static bool read_product(const Reading *reading, const Form *left, const Form *right, Form *form)
{
    bool left_constant = is_constant(reading, left);
    if (!left_constant && !is_constant(reading, right))
        return false;
    Expr *scale = left_constant ? left->constant : right->constant;
    add_form(reading, form, left_constant ? right : left, scale);
    return true;
}

static bool read_binary(const Reading *reading, const Expr *expr, Form *form)
{
    Form left = {0}, right = {0};
    Expr *one = expr_index(reading->arena, 1), *minus_one = expr_index(reading->arena, -1);
    if (expr->op != OP_ADD && expr->op != OP_SUB && expr->op != OP_MUL)
        return false;
    if (!read_form(reading, expr->operands[0], &left) || !read_form(reading, expr->operands[1], &right))
        return false;
    if (expr->op == OP_MUL)
        return read_product(reading, &left, &right, form);
    add_form(reading, form, &left, one);
    add_form(reading, form, &right, expr->op == OP_SUB ? minus_one : one);
    return true;
}

// A conversion that keeps the value of an index that is in bounds.
static bool keeps_value(const Expr *cast)
{
    const Type *from = cast->operands[0]->type;
    return type_is_integer(from) && type_is_integer(cast->type) &&
           (cast->type->size >= 4 || type_widens(from, cast->type));
}

// Adds the linear function that `expr` is to the form.
static bool read_form(const Reading *reading, const Expr *expr, Form *form)
{
    Form operand = {0};
    if (is_over_parameters(expr)) {
        Expr *value = expr_cast(reading->arena, type_scalar(TY_I64), (Expr *)expr_strip_casts(expr));
        form->constant = sum(reading->arena, form->constant, expr_is_int(value, 0) ? NULL : value);
        return true;
    }
    switch (expr->kind) {
    case EX_SYMBOL: return read_iterator(reading, expr, form);
    case EX_CAST: return keeps_value(expr) && read_form(reading, expr->operands[0], form);
    case EX_BINARY: return read_binary(reading, expr, form);
    case EX_UNARY:
        if (expr->op != OP_NEG || !read_form(reading, expr->operands[0], &operand))
            return false;
        add_form(reading, form, &operand, expr_index(reading->arena, -1));
        return true;
    default: return false;
    }
}

// ---- accesses

static bool find_loops(const Stmt *root, const Stmt *wanted, Address *address)
{
    if (!root)
        return false;
    if (root == wanted)
        return true;
    bool is_loop = root->kind == ST_LOOP && address->nloops < MAX_DEPTH;
    if (is_loop)
        address->loops[address->nloops++] = root->loop;
    bool found = find_loops(root->body, wanted, address) || find_loops(root->otherwise, wanted, address);
    for (int i = 0; i < root->nitems && !found; i++)
        found = find_loops(root->items[i], wanted, address);
    if (is_loop && !found)
        address->nloops--;
    return found;
}

static Expr *count_between(const Facts *facts, Expr *first, Expr *last)
{
    return first && last ? index_add(facts->arena, index_sub(facts->arena, last, first), expr_index(facts->arena, 1))
                         : NULL;
}

// Elements in a row of the innermost dimension but `d`: the factor of an index of dimension d - 1. NULL: not known.
static Expr *row_length(const Facts *facts, const Access *access, Expr *const *extents, int d)
{
    if (access->array->held != HOST_ROWS || d >= access->array->ndim)
        return extents[d];
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        if (fact->array == access->array && d == access->array->ndim - 1)
            return count_between(facts, fact->first_column, fact->last_column);
        if (fact->array == access->array)
            return count_between(facts, fact->first_middle, fact->last_middle);
    }
    return NULL;
}

static bool read_elements(const Reading *reading, const Facts *facts, const Access *access, Expr *const *dims,
                          Expr *const *extents, int ndim, Form *form)
{
    Expr *row = expr_index(reading->arena, 1);
    for (int d = ndim - 1; d >= 0; d--) {
        Form subscript = {0};
        if (dims == access->dims && access->pitches[d])
            row = is_over_parameters(access->pitches[d]) ? access->pitches[d] : NULL;
        if (!row || !read_form(reading, dims[d], &subscript))
            return false;
        add_form(reading, form, &subscript, row);
        Expr *length = d > 0 ? row_length(facts, access, extents, d) : NULL;
        if (access->array->held == HOST_ROWS && d == access->array->ndim - 1) // columns that are copied
            row = expr_index(reading->arena, 1);
        row = length && is_over_parameters(length) ? index_mul(reading->arena, row, length) : NULL;
    }
    return true;
}

static bool read_members(const Reading *reading, const Expr *expr, Form *form)
{
    for (int step = 0; step < expr->npath; step++) {
        const Member *member = &expr->path[step];
        int64_t stride = member->field->type->size;
        Form offset = {.constant = member->field->offset ? expr_index(reading->arena, member->field->offset) : NULL};
        add_form(reading, form, &offset, expr_index(reading->arena, 1));
        for (int d = member->field->ndim - 1; d >= 0; d--) {
            Form subscript = {0};
            if (!read_form(reading, member->subscripts[d], &subscript))
                return false;
            add_form(reading, form, &subscript, expr_index(reading->arena, stride));
            stride *= member->field->extent[d];
        }
    }
    return true;
}

// Dimensions that analysis found after those of the element, for the path into a struct.
static int member_dims(const Expr *expr)
{
    int count = 0;
    for (int step = 0; step < expr->npath; step++)
        count += 1 + expr->path[step].field->ndim;
    return count;
}

static const Expr *first_unread(const Reading *reading, const Expr *expr)
{
    for (int d = 0; d < expr->noperands; d++)
        if (!read_form(reading, expr->operands[d], &(Form){0}))
            return expr->operands[d];
    return NULL;
}

Address address_of(const Facts *facts, const Access *access)
{
    Address address = {.element = access->array->element->size, .width = access->expr->type->size};
    Reading reading = {facts->arena, &address};
    Form elements = {0}, members = {0};
    find_loops(facts->nest->body, access->stmt, &address);
    if (access->expr->type->kind == TY_STRUCT) {
        address.reason = "a whole struct moves in several requests";
        return address;
    }
    // As analysis sees it, with local scalars replaced; otherwise as it is written.
    int seen = access->affine ? access->ndim - member_dims(access->expr) : 0;
    bool read = seen > 0 && read_elements(&reading, facts, access, access->dims, access->extents, seen, &elements);
    if (!read) {
        elements = (Form){0};
        read = read_elements(&reading, facts, access, access->expr->operands, access->array->extent,
                             access->array->ndim, &elements);
    }
    if (!read || !read_members(&reading, access->expr, &members)) {
        const Expr *subscript = first_unread(&reading, access->expr);
        address.reason =
            subscript ? arena_printf(facts->arena, "its subscript '%s' is not an affine function of the iterators",
                                     expr_text(facts->arena, expr_strip_casts(subscript)))
                      : "the distance between its rows is not known";
        return address;
    }
    Expr *zero = expr_index(facts->arena, 0);
    address.start = elements.constant ? elements.constant : zero;
    address.member_start = members.constant ? members.constant : zero;
    for (int i = 0; i < address.nloops; i++) {
        address.stride[i] = elements.factor[i] ? elements.factor[i] : zero;
        address.member[i] = members.factor[i] ? members.factor[i] : zero;
    }
    return address;
}

// ---- values

static bool value_of(const Symbol *symbol, const MappingSizes *sizes, int64_t *value)
{
    FOR_EACH(i, &sizes->values) {
        if (sizes->values.items[i].symbol != symbol)
            continue;
        *value = sizes->values.items[i].value;
        return true;
    }
    return false;
}

static bool evaluate_binary(Operator op, int64_t left, int64_t right, int64_t *value)
{
    bool divides = right != 0 && !(left == INT64_MIN && right == -1);
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(left, right, value);
    case OP_SUB: return !__builtin_sub_overflow(left, right, value);
    case OP_MUL: return !__builtin_mul_overflow(left, right, value);
    case OP_DIV: return divides && (*value = left / right, true);
    case OP_REM: return divides && (*value = left % right, true);
    case OP_FLOOR_DIV: return divides && (*value = fold_floor_div(left, right), true);
    case OP_CEIL_DIV: return divides && left > INT64_MIN && (*value = fold_ceil_div(left, right), true);
    case OP_FLOOR_MOD: return divides && (*value = fold_floor_mod(left, right), true);
    case OP_MIN: return *value = left < right ? left : right, true;
    case OP_MAX: return *value = left > right ? left : right, true;
    case OP_LT: return *value = left < right, true;
    case OP_LE: return *value = left <= right, true;
    case OP_GT: return *value = left > right, true;
    case OP_GE: return *value = left >= right, true;
    case OP_EQ: return *value = left == right, true;
    case OP_NE: return *value = left != right, true;
    case OP_SHL:
        return left >= 0 && right >= 0 && right < 63 && !__builtin_mul_overflow(left, (int64_t)1 << right, value);
    case OP_SHR: return left >= 0 && right >= 0 && right < 64 && (*value = left >> right, true);
    case OP_AND: return *value = left & right, true;
    case OP_OR: return *value = left | right, true;
    default: return false;
    }
}

bool address_evaluate(const Expr *expr, const MappingSizes *sizes, int64_t *value)
{
    int64_t left, right;
    switch (expr->kind) {
    case EX_INT: *value = expr->integer; return true;
    case EX_SYMBOL: return value_of(expr->symbol, sizes, value);
    case EX_CAST: return keeps_value(expr) && address_evaluate(expr->operands[0], sizes, value);
    case EX_UNARY:
        return expr->op == OP_NEG && address_evaluate(expr->operands[0], sizes, &left) &&
               !__builtin_sub_overflow(0, left, value);
    case EX_BINARY:
        return address_evaluate(expr->operands[0], sizes, &left) &&
               address_evaluate(expr->operands[1], sizes, &right) && evaluate_binary(expr->op, left, right, value);
    case EX_SELECT:
        return address_evaluate(expr->operands[0], sizes, &left) &&
               address_evaluate(expr->operands[left ? 1 : 2], sizes, value);
    default: return false;
    }
}

// ---- sectors

static int compare_numbers(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

int address_sectors(const int64_t *offset, int lanes, int64_t shift, int64_t width)
{
    int64_t touched[2 * WARP_SIZE];
    int sectors = 0;
    for (int i = 0; i < lanes; i++) {
        int64_t *ends = touched + 2 * (int64_t)i;
        ends[0] = fold_floor_div(offset[i] + shift, SECTOR_BYTES);
        ends[1] = fold_floor_div(offset[i] + shift + width - 1, SECTOR_BYTES);
    }
    qsort(touched, (size_t)lanes * 2, sizeof *touched, compare_numbers);
    for (int i = 0; i < 2 * lanes; i++)
        sectors += i == 0 || touched[i] != touched[i - 1];
    return sectors;
}
