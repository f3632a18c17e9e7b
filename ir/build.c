// Constructors of expressions, statements and the contents of a nest. Integer constants are folded as they are built.
// Apart from neutral elements nothing else is simplified here, and floating-point arithmetic never is.
#include "ir/fold.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- leaves

static Expr *new_expr(Arena *arena, ExprKind kind, const Type *type)
{
    Expr *expr = ARENA_NEW(arena, Expr);
    expr->kind = kind;
    expr->type = type;
    return expr;
}

static Expr **copy_operands(Arena *arena, Expr *const *operands, int count)
{
    return count ? arena_copy(arena, operands, sizeof *operands * (size_t)count) : NULL;
}

static Expr *new_operator(Arena *arena, ExprKind kind, const Type *type, Expr *const *operands, int count)
{
    Expr *expr = new_expr(arena, kind, type);
    expr->operands = copy_operands(arena, operands, count);
    expr->noperands = count;
    return expr;
}

Expr *expr_int(Arena *arena, int64_t value, const Type *type)
{
    Expr *expr = new_expr(arena, EX_INT, type);
    expr->integer = fold_convert(type, value);
    return expr;
}

Expr *expr_index(Arena *arena, int64_t value)
{
    return expr_int(arena, value, type_scalar(TY_I64));
}

// The shortest decimal text that reads back as `value`.
static const char *float_text(Arena *arena, double value, bool single)
{
    if (isnan(value))
        return "NAN";
    if (isinf(value))
        return value < 0 ? "-INFINITY" : "INFINITY";
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    return arena_printf(arena, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", single ? "f" : "");
}

Expr *expr_float(Arena *arena, double value, const Type *type)
{
    bool single = type->kind == TY_F32;
    Expr *expr = new_expr(arena, EX_FLOAT, type);
    expr->real = single ? (float)value : value;
    expr->text = float_text(arena, expr->real, single);
    return expr;
}

Expr *expr_zero(Arena *arena, const Type *type)
{
    return type_is_float(type) ? expr_float(arena, 0, type) : expr_int(arena, 0, type);
}

Expr *expr_symbol(Arena *arena, const Symbol *symbol)
{
    Expr *expr = new_expr(arena, EX_SYMBOL, symbol->type);
    expr->symbol = symbol;
    return expr;
}

Expr *expr_without_widening(Expr *expr)
{
    while (expr->kind == EX_CAST && expr->operands[0]->kind != EX_INTRINSIC &&
           type_widens(expr->operands[0]->type, expr->type))
        expr = expr->operands[0];
    return expr;
}

Expr *expr_access(Arena *arena, const Array *array, Expr *const *subscripts)
{
    Expr *expr = new_operator(arena, EX_ACCESS, array->element, subscripts, array->ndim);
    expr->array = array;
    for (int d = 0; d < array->ndim; d++)
        expr->operands[d] = expr_without_widening(expr->operands[d]);
    return expr;
}

Expr *expr_access_by(Arena *arena, const Expr *access, const Array *array, Expr *const *subscripts)
{
    Expr *expr = expr_access(arena, array, subscripts);
    expr->type = access->type;
    expr->loc = access->loc;
    expr->path = access->path;
    expr->npath = access->npath;
    return expr;
}

Expr *expr_member(Arena *arena, const Expr *access, const Field *field, Expr *const *subscripts)
{
    Expr *expr = arena_copy(arena, access, sizeof *access);
    expr->path = ARENA_ARRAY(arena, Member, access->npath + 1);
    if (access->npath)
        memcpy(expr->path, access->path, sizeof(Member) * (size_t)access->npath);
    expr->path[expr->npath++] = (Member){field, copy_operands(arena, subscripts, field->ndim)};
    expr->type = field->type;
    return expr;
}

// ---- operators

static bool is_constant(const Expr *expr)
{
    return expr->kind == EX_INT;
}

static bool is_constant_of(const Expr *expr, int64_t value)
{
    return expr->kind == EX_INT && expr->integer == value;
}

Expr *expr_cast(Arena *arena, const Type *type, Expr *operand)
{
    if (operand->type == type)
        return operand;
    Expr *cast = is_constant(operand) && type_is_integer(type) ? expr_int(arena, operand->integer, type)
                                                               : new_operator(arena, EX_CAST, type, &operand, 1);
    cast->loc = operand->loc;
    return cast;
}

Expr *expr_unary(Arena *arena, Operator op, Expr *operand)
{
    const Type *type = op == OP_NOT ? type_scalar(TY_I32) : operand->type;
    int64_t value;
    if (is_constant(operand) && op == OP_NOT)
        return expr_int(arena, operand->integer == 0, type);
    if (is_constant(operand) && op == OP_COMPLEMENT && type->size >= 4)
        return expr_int(arena, ~operand->integer, type);
    if (is_constant(operand) && op == OP_NEG && fold_binary(OP_SUB, type, 0, operand->integer, &value))
        return expr_int(arena, value, type);
    Expr *expr = new_operator(arena, EX_UNARY, type, &operand, 1);
    expr->op = op;
    return expr;
}

static bool gives_int(Operator op)
{
    return op_is_logical(op) || op_is_comparison(op);
}

// The operand or constant that `left op right` always equals, or NULL. `type` is an integer type that C computes in.
static Expr *drop_neutral(Arena *arena, Operator op, Expr *left, Expr *right, const Type *type)
{
    switch (op) {
    case OP_ADD:
    case OP_OR:
    case OP_XOR:
        if (is_constant_of(left, 0))
            return right;
        return is_constant_of(right, 0) ? left : NULL;
    case OP_SUB:
    case OP_SHL:
    case OP_SHR: return is_constant_of(right, 0) ? left : NULL;
    case OP_MUL:
        if (is_constant_of(left, 0) || is_constant_of(right, 0))
            return expr_int(arena, 0, type);
        if (is_constant_of(left, 1))
            return right;
        return is_constant_of(right, 1) ? left : NULL;
    case OP_AND: return is_constant_of(left, 0) || is_constant_of(right, 0) ? expr_int(arena, 0, type) : NULL;
    case OP_DIV:
    case OP_FLOOR_DIV:
    case OP_CEIL_DIV: return is_constant_of(right, 1) ? left : NULL;
    case OP_REM:
    case OP_FLOOR_MOD: return is_constant_of(right, 1) ? expr_int(arena, 0, type) : NULL;
    default: return NULL;
    }
}

// `0 && x` and `1 || x`: the right operand is never evaluated.
static bool short_circuits(Operator op, const Expr *left)
{
    return is_constant(left) && (op == OP_LOGICAL_AND ? left->integer == 0 : op == OP_LOGICAL_OR && left->integer != 0);
}

Expr *expr_binary(Arena *arena, Operator op, Expr *left, Expr *right, const Type *type)
{
    if (!op_is_logical(op)) {
        left = expr_cast(arena, type, left);
        right = op_is_shift(op) ? right : expr_cast(arena, type, right);
    }
    const Type *result = gives_int(op) ? type_scalar(TY_I32) : type;
    int64_t value;
    if (is_constant(left) && is_constant(right) && fold_binary(op, left->type, left->integer, right->integer, &value))
        return expr_int(arena, value, result);
    if (short_circuits(op, left))
        return expr_int(arena, op == OP_LOGICAL_OR, result);
    Expr *same = type_is_integer(type) && !gives_int(op) ? drop_neutral(arena, op, left, right, type) : NULL;
    if (same)
        return same;
    Expr *expr = new_operator(arena, EX_BINARY, result, (Expr *[]){left, right}, 2);
    expr->op = op;
    return expr;
}

Expr *expr_both(Arena *arena, Expr *left, Expr *right)
{
    if (!left || !right)
        return left ? left : right;
    return expr_binary(arena, OP_LOGICAL_AND, left, right, type_scalar(TY_I32));
}

Expr *expr_truth(Arena *arena, Expr *expr)
{
    if (expr->kind == EX_BINARY && (op_is_comparison(expr->op) || op_is_logical(expr->op)))
        return expr;
    const Type *type = type_promoted(expr->type);
    return expr_binary(arena, OP_NE, expr, expr_zero(arena, type), type);
}

Expr *expr_select(Arena *arena, Expr *condition, Expr *yes, Expr *no)
{
    if (is_constant(condition))
        return condition->integer ? yes : no;
    return new_operator(arena, EX_SELECT, yes->type, (Expr *[]){condition, yes, no}, 3);
}

Expr *expr_call(Arena *arena, const Type *type, const char *name, const Function *function, Expr *const *arguments,
                int count)
{
    Expr *expr = new_operator(arena, EX_CALL, type, arguments, count);
    expr->text = name ? name : function->name;
    expr->function = function;
    return expr;
}

Expr *expr_intrinsic(Arena *arena, Intrinsic intrinsic, const Type *type, Expr *const *operands, int count)
{
    Expr *expr = new_operator(arena, EX_INTRINSIC, type, operands, count);
    expr->intrinsic = intrinsic;
    return expr;
}

Expr *expr_address(Arena *arena, Expr *access)
{
    return new_operator(arena, EX_ADDRESS, type_pointer(access->type), &access, 1);
}

// ---- index arithmetic. `x + 1 - 1` becomes `x`, so that bounds stay readable.

// Splits `base + constant` or `base - constant`; the constant is 0 for anything else.
static Expr *split_constant(Expr *expr, int64_t *constant)
{
    *constant = 0;
    bool sums = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB);
    if (!sums || !is_constant(expr->operands[1]) || expr->operands[1]->integer == INT64_MIN)
        return expr;
    *constant = expr->op == OP_ADD ? expr->operands[1]->integer : -expr->operands[1]->integer;
    return expr->operands[0];
}

static Expr *index_binary(Arena *arena, Operator op, Expr *left, Expr *right)
{
    return expr_binary(arena, op, left, right, type_scalar(TY_I64));
}

static Expr *index_offset(Arena *arena, Expr *base, int64_t constant)
{
    int64_t inner, sum;
    Expr *core = split_constant(base, &inner);
    if (!__builtin_add_overflow(inner, constant, &sum)) {
        base = core;
        constant = sum;
    }
    if (constant < 0 && constant != INT64_MIN)
        return index_binary(arena, OP_SUB, base, expr_index(arena, -constant));
    return index_binary(arena, OP_ADD, base, expr_index(arena, constant));
}

Expr *index_cast(Arena *arena, Expr *expr)
{
    return expr_cast(arena, type_scalar(TY_I64), expr);
}

Expr *index_add(Arena *arena, Expr *left, Expr *right)
{
    left = index_cast(arena, left);
    right = index_cast(arena, right);
    if (is_constant(right) && !is_constant(left))
        return index_offset(arena, left, right->integer);
    if (is_constant(left) && !is_constant(right))
        return index_offset(arena, right, left->integer);
    return index_binary(arena, OP_ADD, left, right);
}

Expr *index_sub(Arena *arena, Expr *left, Expr *right)
{
    left = index_cast(arena, left);
    right = index_cast(arena, right);
    if (is_constant(right) && !is_constant(left) && right->integer != INT64_MIN)
        return index_offset(arena, left, -right->integer);
    return index_binary(arena, OP_SUB, left, right);
}

Expr *index_mul(Arena *arena, Expr *left, Expr *right)
{
    return index_binary(arena, OP_MUL, left, right);
}

Expr *index_min(Arena *arena, Expr *left, Expr *right)
{
    return index_binary(arena, OP_MIN, left, right);
}

Expr *index_max(Arena *arena, Expr *left, Expr *right)
{
    return index_binary(arena, OP_MAX, left, right);
}

Expr *index_ceil_div(Arena *arena, Expr *left, int64_t divisor)
{
    return index_binary(arena, OP_CEIL_DIV, left, expr_index(arena, divisor));
}

bool loop_ends_as_written(const Loop *loop)
{
    return !loop->factor && !loop->endless && !loop->may_wrap && !loop->tested && !loop->from_zero && !loop->not_equal;
}

Expr *loop_trip_count(Arena *arena, const Loop *loop)
{
    bool up = loop->step_sign > 0;
    Expr *distance = up ? index_sub(arena, loop->upper, loop->lower) : index_sub(arena, loop->lower, loop->upper);
    Expr *step = loop->factor ? expr_index(arena, loop->step_sign) : expr_cast(arena, type_scalar(TY_I64), loop->step);
    Expr *count = index_binary(arena, OP_CEIL_DIV, distance, up ? step : expr_unary(arena, OP_NEG, step));
    return index_max(arena, count, expr_index(arena, 0));
}

// ---- statements

bool stmt_is_numbered(const Stmt *stmt)
{
    return stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE || stmt->kind == ST_EVALUATE || stmt->kind == ST_BREAK ||
           stmt->kind == ST_CONTINUE;
}

Stmt *stmt_simple(Arena *arena, StmtKind kind)
{
    Stmt *stmt = ARENA_NEW(arena, Stmt);
    stmt->kind = kind;
    return stmt;
}

Stmt *stmt_block(Arena *arena, Stmt *const *items, int count)
{
    StmtList flat = {0};
    for (int i = 0; i < count; i++) {
        if (!items[i])
            continue;
        if (items[i]->kind != ST_BLOCK) {
            VECTOR_PUSH(arena, &flat, items[i]);
            continue;
        }
        for (int k = 0; k < items[i]->nitems; k++)
            VECTOR_PUSH(arena, &flat, items[i]->items[k]);
    }
    if (flat.count == 1)
        return flat.items[0];
    Stmt *stmt = stmt_simple(arena, ST_BLOCK);
    stmt->items = flat.items;
    stmt->nitems = flat.count;
    return stmt;
}

Stmt *stmt_loop(Arena *arena, const Loop *loop, Stmt *body)
{
    Stmt *stmt = stmt_simple(arena, ST_LOOP);
    stmt->loop = arena_copy(arena, loop, sizeof *loop);
    stmt->body = body;
    return stmt;
}

Stmt *stmt_loop_for(Arena *arena, const Stmt *old, const Loop *loop, Stmt *body)
{
    Stmt *stmt = stmt_loop(arena, loop, body);
    stmt->loc = old->loc;
    return stmt;
}

bool array_is_temporary(const Array *array)
{
    return array->space == SPACE_SCRATCH && !array->counts_blocks && !array->passes && !array->fresh_in;
}

bool array_is(const Array *array, const Array *other)
{
    return array == other || strcmp(array->name, other->name) == 0;
}

bool arrays_are_apart(const Array *a, const Array *b)
{
    return (a->is_object && b->is_object) || (a->is_restrict && !b->is_derived) || (b->is_restrict && !a->is_derived);
}

int64_t array_bytes(const Array *array)
{
    int64_t size = array->element->size;
    for (int d = 0; d < array->ndim; d++) {
        const Expr *extent = array->extent[d] ? expr_strip_casts(array->extent[d]) : NULL;
        size *= (extent && extent->kind == EX_INT ? extent->integer : 0) + (d == array->ndim - 1 ? array->pad : 0);
    }
    return size;
}

int stmt_count(const Stmt *body)
{
    if (!body)
        return 0;
    return body->kind == ST_BLOCK ? body->nitems : 1;
}

Stmt *stmt_item(const Stmt *body, int index)
{
    return body->kind == ST_BLOCK ? body->items[index] : (Stmt *)body;
}

Stmt *stmt_assign(Arena *arena, Expr *place, Operator op, Expr *value, const Type *compute)
{
    Stmt *stmt = stmt_simple(arena, ST_ASSIGN);
    stmt->place = place;
    stmt->op = op;
    stmt->value = value;
    stmt->compute = op == OP_NONE ? NULL : compute;
    return stmt;
}

Stmt *stmt_declare(Arena *arena, Symbol *symbol, Expr *value)
{
    Stmt *stmt = stmt_simple(arena, ST_DECLARE);
    stmt->symbol = symbol;
    stmt->value = value;
    return stmt;
}

Stmt *stmt_declare_array(Arena *arena, Array *array)
{
    Stmt *stmt = stmt_simple(arena, ST_DECLARE);
    stmt->array = array;
    return stmt;
}

Stmt *stmt_if(Arena *arena, Expr *condition, Stmt *body, Stmt *otherwise)
{
    Stmt *stmt = stmt_simple(arena, ST_IF);
    stmt->condition = condition;
    stmt->body = body;
    stmt->otherwise = otherwise;
    return stmt;
}

Stmt *stmt_while(Arena *arena, Expr *condition, Stmt *body, bool test_after)
{
    Stmt *stmt = stmt_simple(arena, ST_WHILE);
    stmt->condition = condition;
    stmt->body = body;
    stmt->test_after = test_after;
    return stmt;
}

Stmt *stmt_evaluate(Arena *arena, Expr *value)
{
    Stmt *stmt = stmt_simple(arena, ST_EVALUATE);
    stmt->value = value;
    return stmt;
}

Stmt *stmt_rotate(Arena *arena, const Array *const *rotated, const Array *const *taken, int count)
{
    Stmt *stmt = stmt_simple(arena, ST_ROTATE);
    stmt->rotated = ARENA_ARRAY(arena, const Array *, count);
    stmt->taken = ARENA_ARRAY(arena, const Array *, count);
    stmt->nrotated = count;
    for (int i = 0; i < count; i++) {
        stmt->rotated[i] = rotated[i];
        stmt->taken[i] = taken[i];
    }
    return stmt;
}

Stmt *stmt_kernel(Arena *arena, const char *name, Stmt *body)
{
    Stmt *stmt = stmt_simple(arena, ST_KERNEL);
    stmt->name = name;
    stmt->body = body;
    return stmt;
}

// ---- names of a nest

static bool is_reserved(const char *name)
{
    static const char *const words[] = {
        // of C and C++, and what a kernel finds predefined
        "alignas",  "alignof",       "and",         "and_eq",    "asm",       "auto",
        "bitand",   "bitor",         "blockDim",    "blockIdx",  "bool",      "break",
        "case",     "catch",         "char",        "char16_t",  "char32_t",  "char8_t",
        "class",    "co_await",      "co_return",   "co_yield",  "compl",     "concept",
        "const",    "const_cast",    "consteval",   "constexpr", "constinit", "continue",
        "decltype", "default",       "delete",      "do",        "double",    "dynamic_cast",
        "else",     "enum",          "explicit",    "export",    "extern",    "false",
        "float",    "for",           "friend",      "goto",      "gridDim",   "if",
        "inline",   "int",           "long",        "mutable",   "namespace", "new",
        "noexcept", "not",           "not_eq",      "nullptr",   "operator",  "or",
        "or_eq",    "private",       "protected",   "public",    "register",  "reinterpret_cast",
        "requires", "restrict",      "return",      "short",     "signed",    "sizeof",
        "static",   "static_assert", "static_cast", "struct",    "switch",    "template",
        "this",     "thread_local",  "threadIdx",   "throw",     "true",      "try",
        "typedef",  "typeid",        "typename",    "union",     "unsigned",  "using",
        "virtual",  "void",          "volatile",    "warpSize",  "wchar_t",   "while",
        "xor",      "xor_eq"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

// Which of the numbers 1.. make "stem_number" the name of something.
typedef struct TakenNumbers {
    const char *name, *stem;
    bool is_taken; // the name itself
    bool *numbers;
    int most;
} TakenNumbers;

static void note_name(TakenNumbers *taken, const char *name)
{
    size_t length = strlen(taken->stem);
    taken->is_taken = taken->is_taken || !strcmp(name, taken->name);
    if (strncmp(name, taken->stem, length) != 0 || name[length] != '_' || name[length + 1] == '0')
        return;
    char *end;
    long number = strtol(name + length + 1, &end, 10);
    if (!*end && number > 0 && number <= taken->most)
        taken->numbers[number] = true;
}

// Without the number that made it unique: sum_1 gives sum.
static const char *unnumbered(Arena *arena, const char *name)
{
    size_t length = strlen(name), stem = length;
    while (stem > 0 && isdigit((unsigned char)name[stem - 1]))
        stem--;
    bool numbered = stem < length && stem > 1 && name[stem - 1] == '_';
    return arena_strndup(arena, name, numbered ? stem - 1 : length);
}

// `wanted` as an identifier ("i.tile" gives i_tile) that the nest does not have yet.
static const char *fresh_name(const Nest *nest, const char *wanted)
{
    Arena *arena = nest->unit->arena;
    bool needs_letter = !isalpha((unsigned char)wanted[0]) && wanted[0] != '_';
    char *base = arena_printf(arena, "%s%s", needs_letter ? "v" : "", wanted);
    for (char *at = base; *at; at++)
        if (!is_identifier_byte(*at))
            *at = '_';
    Arena *scratch = arena_new();
    TakenNumbers taken = {.name = base, .stem = unnumbered(arena, base), .is_taken = is_reserved(base)};
    taken.most = nest->symbols.count + nest->arrays.count + nest->functions.count;
    taken.numbers = ARENA_ARRAY(scratch, bool, taken.most + 1);
    FOR_EACH(i, &nest->symbols)
        note_name(&taken, nest->symbols.items[i]->name);
    FOR_EACH(i, &nest->arrays)
        note_name(&taken, nest->arrays.items[i]->name);
    FOR_EACH(i, &nest->functions)
        note_name(&taken, nest->functions.items[i]->name);
    int number = 1;
    while (number <= taken.most && taken.numbers[number])
        number++;
    arena_release(scratch);
    return taken.is_taken ? arena_printf(arena, "%s_%d", taken.stem, number) : base;
}

Symbol *nest_symbol(Nest *nest, const char *name, const Type *type, SymbolRole role)
{
    Arena *arena = nest->unit->arena;
    Symbol *symbol = ARENA_NEW(arena, Symbol);
    *symbol = (Symbol){.name = fresh_name(nest, name), .type = type, .role = role};
    VECTOR_PUSH(arena, &nest->symbols, symbol);
    return symbol;
}

Array *nest_array(Nest *nest, const char *name, const Type *element, Space space, Expr *const *extent, int ndim)
{
    Arena *arena = nest->unit->arena;
    Array *array = ARENA_NEW(arena, Array);
    *array = (Array){.name = fresh_name(nest, name), .element = element, .space = space, .ndim = ndim};
    for (int d = 0; d < ndim; d++)
        array->extent[d] = extent[d];
    VECTOR_PUSH(arena, &nest->arrays, array);
    return array;
}

LoopId nest_loop_id(Nest *nest)
{
    if (nest->next_loop < 1)
        nest->next_loop = 1;
    return nest->next_loop++;
}
