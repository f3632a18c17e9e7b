// Expressions to text, to be read as C: parentheses and casts are printed where C would need them. A conversion that C
// makes by itself (the usual arithmetic conversions, an assignment to the type of its target, a widening of a whole
// subscript or bound) is not printed. Every other one is: `(long)i * n` is computed in long, `(long)(i * n)` is not.
// Constants have a suffix only if their type would not follow otherwise.
#include "ir/print.h"

#include <inttypes.h>
#include <string.h>

// ---- words

static const struct {
    const char *text;
    int precedence; // 0: printed as a call
} operators[] = {
    [OP_NONE] = {"", 0},
    [OP_ADD] = {"+", 12},
    [OP_SUB] = {"-", 12},
    [OP_MUL] = {"*", 13},
    [OP_DIV] = {"/", 13},
    [OP_REM] = {"%", 13},
    [OP_AND] = {"&", 8},
    [OP_OR] = {"|", 6},
    [OP_XOR] = {"^", 7},
    [OP_SHL] = {"<<", 11},
    [OP_SHR] = {">>", 11},
    [OP_LOGICAL_AND] = {"&&", 5},
    [OP_LOGICAL_OR] = {"||", 4},
    [OP_EQ] = {"==", 9},
    [OP_NE] = {"!=", 9},
    [OP_LT] = {"<", 10},
    [OP_LE] = {"<=", 10},
    [OP_GT] = {">", 10},
    [OP_GE] = {">=", 10},
    [OP_MIN] = {"min", 0},
    [OP_MAX] = {"max", 0},
    [OP_FLOOR_DIV] = {"floordiv", 0},
    [OP_CEIL_DIV] = {"ceildiv", 0},
    [OP_FLOOR_MOD] = {"floormod", 0},
    [OP_NEG] = {"-", 14},
    [OP_NOT] = {"!", 14},
    [OP_COMPLEMENT] = {"~", 14},
};

enum { PRECEDENCE_ANY = 0, PRECEDENCE_SELECT = 3, PRECEDENCE_UNARY = 14, PRECEDENCE_PRIMARY = 16 };

const char *operator_text(Operator op)
{
    return operators[op].text;
}

const char *binding_text(Binding binding)
{
    static const char *const texts[] = {
        [BIND_SERIAL] = "",           [BIND_UNROLL] = "unroll",     [BIND_VECTOR] = "vector",
        [BIND_THREAD_X] = "thread.x", [BIND_THREAD_Y] = "thread.y", [BIND_THREAD_Z] = "thread.z",
        [BIND_BLOCK_X] = "block.x",   [BIND_BLOCK_Y] = "block.y",   [BIND_BLOCK_Z] = "block.z",
        [BIND_LANE] = "lane",         [BIND_HOST] = "host",
    };
    return texts[binding];
}

static const char *intrinsic_text(Intrinsic intrinsic)
{
    static const char *const texts[] = {
        [IN_THREAD_X] = "threadIdx.x",        [IN_THREAD_Y] = "threadIdx.y",
        [IN_THREAD_Z] = "threadIdx.z",        [IN_BLOCK_X] = "blockIdx.x",
        [IN_BLOCK_Y] = "blockIdx.y",          [IN_BLOCK_Z] = "blockIdx.z",
        [IN_BLOCK_DIM_X] = "blockDim.x",      [IN_BLOCK_DIM_Y] = "blockDim.y",
        [IN_BLOCK_DIM_Z] = "blockDim.z",      [IN_GRID_DIM_X] = "gridDim.x",
        [IN_GRID_DIM_Y] = "gridDim.y",        [IN_GRID_DIM_Z] = "gridDim.z",
        [IN_SHUFFLE_XOR] = "__shfl_xor_sync", [IN_SHUFFLE_DOWN] = "__shfl_down_sync",
        [IN_SHUFFLE_FIRST] = "shuffle_first", [IN_ATOMIC_ADD] = "atomicAdd",
        [IN_ATOMIC_MIN] = "atomicMin",        [IN_ATOMIC_MAX] = "atomicMax",
        [IN_ATOMIC_AND] = "atomicAnd",        [IN_ATOMIC_OR] = "atomicOr",
        [IN_ATOMIC_XOR] = "atomicXor",        [IN_THREADFENCE] = "__threadfence",
        [IN_LOAD_LANES] = "load_lanes",       [IN_STORE_LANES] = "store_lanes",
        [IN_LOAD_ANY] = "load_any",           [IN_STORE_ANY] = "store_any",
        [IN_TO_ALIGNED] = "to_aligned",       [IN_ALIGNED] = "aligned",
        [IN_LAST_BLOCK] = "last_block",       [IN_COPIES_CLOSE] = "close_copies",
        [IN_COPIES_WAIT] = "wait_copies",
    };
    size_t count = sizeof texts / sizeof *texts;
    return (size_t)intrinsic < count && texts[intrinsic] ? texts[intrinsic] : "__intrinsic";
}

// ---- what C converts by itself

// An expression as it is going to be written: a constant without its suffix (`bare`), a conversion left out.
typedef struct Shown {
    const Expr *expr;
    bool bare;
} Shown;

static Shown whole(const Expr *expr)
{
    return (Shown){expr, false};
}

// The type of a bare integer constant in C, or NULL if it needs a suffix.
static const Type *bare_type(const Expr *constant)
{
    if (constant->type->kind == TY_U64 && constant->integer < 0)
        return NULL;
    bool is_int = constant->integer >= INT32_MIN && constant->integer <= INT32_MAX;
    return type_scalar(is_int ? TY_I32 : TY_I64);
}

// What remains of `expr` when its outermost conversion is left to C.
static Shown implicit(const Expr *expr)
{
    if (expr->kind == EX_INT && bare_type(expr))
        return (Shown){expr, true};
    if (expr->kind != EX_CAST || !type_is_arithmetic(expr->type) || !type_is_arithmetic(expr->operands[0]->type))
        return whole(expr);
    const Expr *operand = expr->operands[0];
    return (Shown){operand, operand->kind == EX_INT && bare_type(operand) == operand->type};
}

static const Type *shown_type(Shown shown)
{
    return shown.bare ? bare_type(shown.expr) : shown.expr->type;
}

static bool computes_in(Shown left, Shown right, const Type *type)
{
    const Type *a = shown_type(left), *b = shown_type(right);
    return type_is_arithmetic(a) && type_is_arithmetic(b) && type_common(a, b) == type;
}

// The operands of an operator that computes in `type`, as C's usual arithmetic conversions let them be written.
static void show_operands(const Expr *left, const Expr *right, const Type *type, Shown shown[2])
{
    const Shown tries[][2] = {
        {implicit(left), implicit(right)}, {whole(left), implicit(right)}, {implicit(left), whole(right)}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        if (computes_in(tries[i][0], tries[i][1], type)) {
            shown[0] = tries[i][0];
            shown[1] = tries[i][1];
            return;
        }
    }
    shown[0] = whole(left);
    shown[1] = whole(right);
}

// The operand of a unary operator or the left one of a shift: C only promotes it.
static Shown show_promoted(const Expr *operand)
{
    Shown shown = implicit(operand);
    const Type *type = shown_type(shown);
    return type_is_arithmetic(type) && type_promoted(type) == operand->type ? shown : whole(operand);
}

// A whole subscript, bound or message: a widening of it does not matter to the reader.
static Shown show_root(const Expr *expr)
{
    if (expr->kind == EX_INT)
        return implicit(expr);
    bool widens = expr->kind == EX_CAST && type_widens(expr->operands[0]->type, expr->type);
    return widens ? implicit(expr) : whole(expr);
}

// ---- expressions

static void print_shown(Text *out, Shown shown, int precedence);

static void print_root(Text *out, const Expr *expr)
{
    print_shown(out, show_root(expr), PRECEDENCE_ANY);
}

static const char *int_suffix(const Type *type)
{
    bool longer = strstr(type->name, "long long") != NULL;
    switch (type->kind) {
    case TY_U32: return "u";
    case TY_I64: return longer ? "LL" : "L";
    case TY_U64: return longer ? "uLL" : "uL";
    default: return "";
    }
}

static void print_int(Text *out, Shown shown)
{
    const Expr *expr = shown.expr;
    if (!shown.bare && expr->type->size < 4)
        text_printf(out, "(%s)", expr->type->name);
    if (expr->type->kind == TY_U64)
        text_printf(out, "%" PRIu64, (uint64_t)expr->integer);
    else
        text_printf(out, "%" PRId64, expr->integer);
    text_add(out, shown.bare ? "" : int_suffix(expr->type));
}

static void print_list(Text *out, const char *name, Expr *const *operands, int count)
{
    text_printf(out, "%s(", name);
    for (int i = 0; i < count; i++) {
        text_add(out, i ? ", " : "");
        print_shown(out, whole(operands[i]), PRECEDENCE_ANY);
    }
    text_add(out, ")");
}

static void print_subscripts(Text *out, Expr *const *subscripts, int count)
{
    for (int d = 0; d < count; d++) {
        text_add(out, "[");
        print_root(out, subscripts[d]);
        text_add(out, "]");
    }
}

static void print_access(Text *out, const Expr *expr)
{
    text_add(out, expr->array->name);
    print_subscripts(out, expr->operands, expr->noperands);
    for (int i = 0; i < expr->npath; i++) {
        text_printf(out, ".%s", expr->path[i].field->name);
        print_subscripts(out, expr->path[i].subscripts, expr->path[i].field->ndim);
    }
}

static void print_pair(Text *out, const char *name, const Shown shown[2])
{
    text_printf(out, "%s(", name);
    print_shown(out, shown[0], PRECEDENCE_ANY);
    text_add(out, ", ");
    print_shown(out, shown[1], PRECEDENCE_ANY);
    text_add(out, ")");
}

static void print_binary(Text *out, const Expr *expr)
{
    const Expr *left = expr->operands[0], *right = expr->operands[1];
    const char *name = operators[expr->op].text;
    int precedence = operators[expr->op].precedence;
    Shown shown[2] = {whole(left), whole(right)};
    if (op_is_shift(expr->op))
        shown[0] = show_promoted(left), shown[1] = show_root(right);
    else if (expr->op != OP_LOGICAL_AND && expr->op != OP_LOGICAL_OR)
        show_operands(left, right, left->type, shown);
    if (!precedence) {
        print_pair(out, name, shown);
        return;
    }
    print_shown(out, shown[0], precedence);
    text_printf(out, " %s ", name);
    print_shown(out, shown[1], precedence + 1);
}

static bool starts_with_minus(const Expr *expr)
{
    return (expr->kind == EX_INT && expr->integer < 0 && expr->type->kind != TY_U64) ||
           (expr->kind == EX_FLOAT && expr->text && expr->text[0] == '-') ||
           (expr->kind == EX_UNARY && expr->op == OP_NEG);
}

static void print_unary(Text *out, const Expr *expr)
{
    Shown operand = expr->op == OP_NOT ? whole(expr->operands[0]) : show_promoted(expr->operands[0]);
    bool clashes = expr->op == OP_NEG && starts_with_minus(operand.expr);
    text_add(out, operators[expr->op].text);
    print_shown(out, operand, clashes ? PRECEDENCE_PRIMARY : PRECEDENCE_UNARY);
}

static void print_select(Text *out, const Expr *expr)
{
    Shown arms[2] = {whole(expr->operands[1]), whole(expr->operands[2])};
    if (type_is_arithmetic(expr->type))
        show_operands(expr->operands[1], expr->operands[2], expr->type, arms);
    print_shown(out, whole(expr->operands[0]), PRECEDENCE_SELECT + 1);
    text_add(out, " ? ");
    print_shown(out, arms[0], PRECEDENCE_ANY);
    text_add(out, " : ");
    print_shown(out, arms[1], PRECEDENCE_SELECT);
}

static void print_intrinsic(Text *out, const Expr *expr)
{
    if (expr->intrinsic <= IN_GRID_DIM_Z)
        text_add(out, intrinsic_text(expr->intrinsic));
    else
        print_list(out, intrinsic_text(expr->intrinsic), expr->operands, expr->noperands);
}

static int precedence_of(const Expr *expr)
{
    switch (expr->kind) {
    case EX_UNARY:
    case EX_CAST:
    case EX_ADDRESS: return PRECEDENCE_UNARY;
    case EX_BINARY: return operators[expr->op].precedence ? operators[expr->op].precedence : PRECEDENCE_PRIMARY;
    case EX_SELECT: return PRECEDENCE_SELECT;
    default: return starts_with_minus(expr) ? PRECEDENCE_UNARY : PRECEDENCE_PRIMARY;
    }
}

// Prints in parentheses when it binds less tightly than `precedence`.
static void print_shown(Text *out, Shown shown, int precedence)
{
    const Expr *expr = shown.expr;
    bool parenthesized = precedence_of(expr) < precedence;
    text_add(out, parenthesized ? "(" : "");
    switch (expr->kind) {
    case EX_INT: print_int(out, shown); break;
    case EX_FLOAT: text_add(out, expr->text ? expr->text : "?"); break;
    case EX_SYMBOL: text_add(out, expr->symbol->name); break;
    case EX_ACCESS: print_access(out, expr); break;
    case EX_UNARY: print_unary(out, expr); break;
    case EX_BINARY: print_binary(out, expr); break;
    case EX_SELECT: print_select(out, expr); break;
    case EX_CALL:
        print_list(out, expr->function ? expr->function->name : expr->text, expr->operands, expr->noperands);
        break;
    case EX_INTRINSIC: print_intrinsic(out, expr); break;
    case EX_CAST:
        text_printf(out, "(%s)", expr->type->name);
        print_shown(out, whole(expr->operands[0]), PRECEDENCE_UNARY);
        break;
    case EX_ADDRESS:
        text_add(out, "&");
        print_shown(out, whole(expr->operands[0]), PRECEDENCE_UNARY);
        break;
    }
    text_add(out, parenthesized ? ")" : "");
}

void print_expr(Text *out, const Expr *expr)
{
    if (expr)
        print_root(out, expr);
    else
        text_add(out, "?");
}

const char *expr_text(Arena *arena, const Expr *expr)
{
    Text out = {.arena = arena};
    print_expr(&out, expr);
    return text_string(&out);
}

// ---- expressions in statements

void print_value(Text *out, const Expr *value, const Type *type)
{
    print_shown(out, value->type == type ? implicit(value) : whole(value), PRECEDENCE_ANY);
}

void print_update(Text *out, const Stmt *stmt)
{
    bool is_shift = op_is_shift(stmt->op);
    Shown value = is_shift ? show_root(stmt->value) : implicit(stmt->value), place = whole(stmt->place);
    if (!is_shift && !computes_in(place, value, stmt->compute))
        value = whole(stmt->value);
    bool named = operators[stmt->op].precedence == 0; // s min= x
    text_printf(out, " %s%s= ", operators[stmt->op].text, named ? " " : "");
    bool plain = is_shift ? type_promoted(place.expr->type) == stmt->compute : computes_in(place, value, stmt->compute);
    if (!plain)
        text_printf(out, "[%s] ", stmt->compute->name);
    print_shown(out, value, PRECEDENCE_ANY);
}

bool prints_as_operand(const Expr *expr)
{
    return precedence_of(show_root(expr).expr) >= PRECEDENCE_UNARY;
}
