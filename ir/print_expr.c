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

const char *intrinsic_text(Intrinsic intrinsic)
{
    static const char *const texts[] = {
        [IN_THREAD_X] = "threadIdx.x",
        [IN_THREAD_Y] = "threadIdx.y",
        [IN_THREAD_Z] = "threadIdx.z",
        [IN_BLOCK_X] = "blockIdx.x",
        [IN_BLOCK_Y] = "blockIdx.y",
        [IN_BLOCK_Z] = "blockIdx.z",
        [IN_BLOCK_DIM_X] = "blockDim.x",
        [IN_BLOCK_DIM_Y] = "blockDim.y",
        [IN_BLOCK_DIM_Z] = "blockDim.z",
        [IN_GRID_DIM_X] = "gridDim.x",
        [IN_GRID_DIM_Y] = "gridDim.y",
        [IN_GRID_DIM_Z] = "gridDim.z",
        [IN_SHUFFLE_XOR] = "__shfl_xor_sync",
        [IN_SHUFFLE_DOWN] = "__shfl_down_sync",
        [IN_SHUFFLE_FIRST] = "shuffle_first",
        [IN_ATOMIC_ADD] = "atomicAdd",
        [IN_ATOMIC_MIN] = "atomicMin",
        [IN_ATOMIC_MAX] = "atomicMax",
        [IN_ATOMIC_AND] = "atomicAnd",
        [IN_ATOMIC_OR] = "atomicOr",
        [IN_ATOMIC_XOR] = "atomicXor",
        [IN_ADD_WORDS] = "add_words",
        [IN_THREADFENCE] = "__threadfence",
        [IN_LOAD_LANES] = "load_lanes",
        [IN_STORE_LANES] = "store_lanes",
        [IN_LOAD_ANY] = "load_any",
        [IN_LOAD_WORDS] = "load_words",
        [IN_STORE_WORDS] = "store_words",
        [IN_LOAD_ANY_WORDS] = "load_any_words",
        [IN_STORE_ANY] = "store_any",
        [IN_LOAD_INSIDE] = "load_inside",
        [IN_STORE_SOME] = "store_some",
        [IN_TO_ALIGNED] = "to_aligned",
        [IN_ALIGNED] = "aligned",
        [IN_LAST_BLOCK] = "last_block",
        [IN_COPIES_CLOSE] = "close_copies",
        [IN_COPIES_WAIT] = "wait_copies",
        [IN_SHUFFLE_UP] = "__shfl_up_sync",
        [IN_SHUFFLE_FROM] = "__shfl_sync",
        [IN_LAST_SET] = "last_set",
        [IN_NEXT_TURN] = "next_turn",
        [IN_PASS_ON] = "pass_on",
        [IN_AWAIT] = "await",
        [IN_AWAIT_SETS] = "await_sets",
        [IN_PREFETCH] = "prefetch",
        [IN_OFFER] = "offer",
        [IN_OFFERED] = "offered",
        [IN_ADD_PRODUCTS] = "add_products",
    };
    size_t count = sizeof texts / sizeof *texts;
    return (size_t)intrinsic < count && texts[intrinsic] ? texts[intrinsic] : "__intrinsic";
}

const Type *intrinsic_type(Intrinsic intrinsic, Expr *const *operands, int count)
{
    const Type *first = count ? operands[0]->type : NULL;
    switch (intrinsic) {
    case IN_SHUFFLE_XOR:
    case IN_SHUFFLE_DOWN:
    case IN_SHUFFLE_UP:
    case IN_SHUFFLE_FROM:
    case IN_SHUFFLE_FIRST: return first;
    case IN_AWAIT: return count > 2 ? operands[2]->type : NULL;
    case IN_NEXT_TURN: return type_scalar(TY_U64);
    case IN_ATOMIC_ADD:
    case IN_ATOMIC_MIN:
    case IN_ATOMIC_MAX:
    case IN_ATOMIC_AND:
    case IN_ATOMIC_OR:
    case IN_ATOMIC_XOR: return first ? first->pointee : NULL;
    case IN_OFFERED:
    case IN_TO_ALIGNED: return type_scalar(TY_I64);
    case IN_ALIGNED:
    case IN_LAST_SET:
    case IN_AWAIT_SETS:
    case IN_LAST_BLOCK: return type_scalar(TY_I32);
    default: return type_scalar(intrinsic <= IN_GRID_DIM_Z ? TY_U32 : TY_VOID);
    }
}

// Math functions have the type of their first argument but for a few.
const Type *call_type(const char *name, Expr *const *operands, int count)
{
    static const struct {
        const char *name, *result;
        TypeKind kind;
    } others[] = {
        {"ilogb", "int", TY_I32},
        {"ilogbf", "int", TY_I32},
        {"isfinite", "int", TY_I32},
        {"isinf", "int", TY_I32},
        {"isnan", "int", TY_I32},
        {"signbit", "int", TY_I32},
        {"lrint", "long", TY_I64},
        {"lrintf", "long", TY_I64},
        {"lround", "long", TY_I64},
        {"lroundf", "long", TY_I64},
        {"llrint", "long long", TY_I64},
        {"llrintf", "long long", TY_I64},
        {"llround", "long long", TY_I64},
        {"llroundf", "long long", TY_I64},
        {"crs_float_as_uint", "unsigned int", TY_U32},
        {"crs_uint_as_float", "float", TY_F32},
        {"crs_double_as_ulong", "unsigned long long", TY_U64},
        {"crs_ulong_as_double", "double", TY_F64},
        {"crs_half_to_float", "float", TY_F32},
        {"crs_bfloat_to_float", "float", TY_F32},
        {"crs_float_to_half", "crs_half", TY_U16},
        {"crs_double_to_half", "crs_half", TY_U16},
        {"crs_float_to_bfloat", "crs_bfloat", TY_U16},
        {"crs_double_to_bfloat", "crs_bfloat", TY_U16},
        {"crs_popcount", "int", TY_I32},
        {"crs_popcountll", "int", TY_I32},
        {"crs_ffs", "int", TY_I32},
        {"crs_ffsll", "int", TY_I32},
        {"crs_clz", "int", TY_I32},
        {"crs_clzll", "int", TY_I32},
        {"crs_bswap16", "unsigned short", TY_U16},
        {"crs_bswap32", "unsigned int", TY_U32},
        {"crs_bswap64", "unsigned long", TY_U64},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, name) == 0)
            return type_named(others[i].kind, others[i].result);
    bool computes = strncmp(name, "crs_complex_", strlen("crs_complex_")) == 0;
    if (strncmp(name, "crs_", strlen("crs_")) == 0 && !computes)
        return type_scalar(TY_VOID);
    return count ? operands[0]->type : type_scalar(TY_I32);
}

bool is_reserved_call(const char *name)
{
    for (Operator op = OP_MIN; op <= OP_FLOOR_MOD; op++)
        if (strcmp(operators[op].text, name) == 0)
            return true;
    for (int i = 0; i < INTRINSIC_COUNT; i++)
        if (strcmp(intrinsic_text(i), name) == 0)
            return true;
    return false;
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

// A whole subscript, bound or message: how often it is widened does not matter to the reader.
static Shown show_root(const Expr *expr)
{
    Shown shown = expr->kind == EX_INT ? implicit(expr) : whole(expr);
    while (shown.expr->kind == EX_CAST && type_widens(shown.expr->operands[0]->type, shown.expr->type))
        shown = implicit(shown.expr);
    return shown;
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

// `usual`: the type that a reader takes it to have. Another one is shown: lrint[long](x).
static void print_list(Text *out, const char *name, const Expr *expr, const Type *usual)
{
    Expr *const *operands = expr->operands;
    int count = expr->noperands;
    text_printf(out, "%s", name);
    if (expr->type != usual)
        text_printf(out, "[%s]", expr->type->name);
    text_add(out, "(");
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

static void print_pair(Text *out, const char *name, const Shown shown[2], const Type *narrow)
{
    text_printf(out, "%s", name);
    if (narrow)
        text_printf(out, "[%s]", narrow->name);
    text_add(out, "(");
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
        print_pair(out, name, shown, type_promoted(expr->type) == expr->type ? NULL : expr->type);
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
    bool is_number = operand.expr->kind == EX_INT || operand.expr->kind == EX_FLOAT; // -5 is a number, -(5) is not
    bool clashes = expr->op == OP_NEG && (is_number || starts_with_minus(operand.expr));
    text_add(out, operators[expr->op].text);
    print_shown(out, operand, clashes ? PRECEDENCE_PRIMARY : PRECEDENCE_UNARY);
}

static void print_select(Text *out, const Expr *expr)
{
    Shown arms[2] = {whole(expr->operands[1]), whole(expr->operands[2])};
    bool is_narrow = type_promoted(expr->type) != expr->type;
    if (type_is_arithmetic(expr->type) && !is_narrow)
        show_operands(expr->operands[1], expr->operands[2], expr->type, arms);
    print_shown(out, whole(expr->operands[0]), PRECEDENCE_SELECT + 1);
    text_add(out, " ?");
    if (is_narrow)
        text_printf(out, "[%s]", expr->type->name);
    text_add(out, " ");
    print_shown(out, arms[0], PRECEDENCE_ANY);
    text_add(out, " : ");
    print_shown(out, arms[1], PRECEDENCE_SELECT);
}

static void print_intrinsic(Text *out, const Expr *expr)
{
    if (expr->intrinsic <= IN_GRID_DIM_Z)
        text_add(out, intrinsic_text(expr->intrinsic));
    else
        print_list(out, intrinsic_text(expr->intrinsic), expr,
                   intrinsic_type(expr->intrinsic, expr->operands, expr->noperands));
}

static void print_call(Text *out, const Expr *expr)
{
    const char *name = expr->function ? expr->function->name : expr->text;
    text_add(out, is_reserved_call(name) ? "::" : "");
    print_list(out, name, expr,
               expr->function ? expr->function->result : call_type(name, expr->operands, expr->noperands));
}

// INFINITY and NAN are float constants in C; a double that is one shows its type.
static bool is_wide_macro(const Expr *expr)
{
    return expr->kind == EX_FLOAT && expr->type->kind == TY_F64 && expr->text && strpbrk(expr->text, "IN");
}

static void print_float(Text *out, const Expr *expr)
{
    text_add(out, is_wide_macro(expr) ? "(double)" : "");
    text_add(out, expr->text ? expr->text : "?");
}

static bool is_identifier(const char *text)
{
    size_t length = 0;
    while (is_identifier_byte(text[length]))
        length++;
    return length && !text[length];
}

// A struct without a name that could be read back is quoted; one that goes by a word of the text form, or by a
// typedef's name in a cast, is said to be a type: (type point *)p.
const char *type_text(const Type *type, bool in_cast)
{
    if (type->kind == TY_POINTER)
        return intern_printf("%s%s*", type_text(type->pointee, in_cast), type->pointee->kind == TY_POINTER ? "" : " ");
    bool is_tagged = strncmp(type->name, "struct ", strlen("struct ")) == 0;
    const char *name = type->name + (is_tagged ? strlen("struct ") : 0);
    if (type->kind != TY_STRUCT || (is_tagged && is_identifier(name)))
        return type->name;
    if (!is_identifier(name))
        return intern_printf("\"%s\"", type->name);
    return in_cast || parse_is_word(name) ? intern_printf("type %s", name) : name;
}

static int precedence_of(const Expr *expr)
{
    switch (expr->kind) {
    case EX_UNARY:
    case EX_CAST:
    case EX_ADDRESS: return PRECEDENCE_UNARY;
    case EX_BINARY: return operators[expr->op].precedence ? operators[expr->op].precedence : PRECEDENCE_PRIMARY;
    case EX_SELECT: return PRECEDENCE_SELECT;
    default: return starts_with_minus(expr) || is_wide_macro(expr) ? PRECEDENCE_UNARY : PRECEDENCE_PRIMARY;
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
    case EX_FLOAT: print_float(out, expr); break;
    case EX_SYMBOL: text_add(out, expr->symbol->name); break;
    case EX_ACCESS: print_access(out, expr); break;
    case EX_UNARY: print_unary(out, expr); break;
    case EX_BINARY: print_binary(out, expr); break;
    case EX_SELECT: print_select(out, expr); break;
    case EX_CALL: print_call(out, expr); break;
    case EX_INTRINSIC: print_intrinsic(out, expr); break;
    case EX_CAST:
        text_printf(out, "(%s)", type_text(expr->type, true));
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
