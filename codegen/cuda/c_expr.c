// Expressions as text that means the same in C, C++ and CUDA.
//
// The tree has every implicit conversion as a cast. A cast is printed only if the language would not convert the same
// way by itself. So each piece of text carries its `natural` type, the one that a C++ compiler gives it. An operator
// drops the casts of its operands if the usual arithmetic conversions of their natural types lead to the type in which
// it computes.
#include "codegen/cuda/c_expr.h"

#include <limits.h>
#include <string.h>

static Piece exact_again(const Emitter *emitter, const Expr *expr, Piece loose_piece);

static Arena *arena_of(const Emitter *emitter)
{
    return emitter->out->arena;
}

Piece piece_atom(const char *text, const Type *natural)
{
    return (Piece){text, PREC_POSTFIX, natural, false, OP_NONE};
}

static const char *wrap(const Emitter *emitter, Piece piece, Precedence at_least)
{
    return piece.precedence >= at_least ? piece.text : arena_printf(arena_of(emitter), "(%s)", piece.text);
}

bool same_type(const Type *left, const Type *right)
{
    return left == right || (left->kind == right->kind && type_is_arithmetic(left));
}

// Conversions that need no cast in the text, because the language makes them: to a wider integer, to floating point, to
// double.
static bool is_implicit(const Type *from, const Type *to)
{
    if (same_type(from, to))
        return true;
    if (type_is_float(to))
        return type_is_integer(from) || (from->kind == TY_F32 && to->kind == TY_F64);
    return type_widens(from, to);
}

// The conversions among them that keep every value, so that an intermediate one may be left out.
static bool keeps_value(const Type *from, const Type *to)
{
    bool rounds = type_is_float(to) && type_is_integer(from) && from->size * 2 > to->size;
    return is_implicit(from, to) && !rounds;
}

Piece piece_convert(const Emitter *emitter, const Type *type, Piece piece)
{
    if (type->kind == TY_BOOL) {
        if (piece.boolean)
            return piece;
        return (Piece){arena_printf(arena_of(emitter), "%s != 0", wrap(emitter, piece, PREC_SUM)), PREC_EQUALITY, type,
                       true, OP_NE};
    }
    const char *text =
        arena_printf(arena_of(emitter), "(%s)%s", emit_type(type, LANGUAGE_CUDA), wrap(emitter, piece, PREC_UNARY));
    return (Piece){text, PREC_UNARY, type, false, OP_NONE};
}

// ---- literals

static Piece integer_literal(const Emitter *emitter, int64_t value, const Type *type)
{
    bool is_long_long = strstr(type->name, "long long");
    const char *suffix = "";
    const Type *natural = type_scalar(TY_I32);
    if (type->kind == TY_U32) {
        suffix = "u";
        natural = type;
    } else if (type->kind == TY_I64 || type->kind == TY_U64) {
        suffix = type->kind == TY_I64 ? (is_long_long ? "LL" : "L") : (is_long_long ? "ULL" : "UL");
        natural = type;
    }
    Arena *arena = arena_of(emitter);
    if (type->kind == TY_U64)
        return piece_atom(arena_printf(arena, "%llu%s", (unsigned long long)value, suffix), natural);
    bool lowest = type->kind == TY_I64 ? value == INT64_MIN : type->kind == TY_I32 && value == INT32_MIN;
    if (lowest)
        return piece_atom(arena_printf(arena, "(-%lld%s - 1)", (long long)-(value + 1), suffix), natural);
    Piece piece = piece_atom(arena_printf(arena, "%lld%s", (long long)value, suffix), natural);
    piece.precedence = value < 0 ? PREC_UNARY : PREC_POSTFIX;
    return piece;
}

// The digits alone: an int, where the value is one.
static bool plain_integer(const Expr *expr)
{
    return expr->kind == EX_INT && !expr->text && expr->integer >= -INT_MAX && expr->integer <= INT_MAX;
}

static Piece float_literal(const Emitter *emitter, const Expr *expr)
{
    const char *text = expr->text ? expr->text : expr_float(arena_of(emitter), expr->real, expr->type)->text;
    size_t length = strlen(text);
    bool is_hex = strchr(text, 'x') || strchr(text, 'X');
    bool names_macro = strstr(text, "INF") || strstr(text, "NAN");
    bool is_single = names_macro || (length && strchr("fF", text[length - 1]) && (!is_hex || strpbrk(text, "pP")));
    Piece piece = piece_atom(text, type_scalar(is_single ? TY_F32 : TY_F64));
    piece.precedence = text[0] == '-' ? PREC_UNARY : PREC_POSTFIX;
    return piece;
}

// (double)2 is 2.0 and (float)2 is 2.0f, if the number is exact in the type.
static bool integer_as_float(const Emitter *emitter, const Expr *expr, Piece *piece)
{
    const Expr *operand = expr->operands[0];
    int64_t bound = expr->type->kind == TY_F32 ? 1 << 24 : (int64_t)1 << 53;
    if (!type_is_float(expr->type) || operand->kind != EX_INT || operand->integer > bound || operand->integer < -bound)
        return false;
    *piece = piece_atom(
        arena_printf(arena_of(emitter), "%lld.0%s", (long long)operand->integer, expr->type->kind == TY_F32 ? "f" : ""),
        expr->type);
    if (operand->integer < 0)
        piece->precedence = PREC_UNARY;
    return true;
}

// ---- accesses

Expr *access_offset(Arena *arena, const Expr *access)
{
    const Array *array = access->array;
    if (array->ndim == 0)
        return expr_index(arena, 0);
    Expr *offset = access->operands[0];
    for (int d = 1; d < array->ndim; d++) {
        Expr *extent = array->extent[d];
        if (array->held == HOST_ROWS) {
            Symbol *pitch = ARENA_NEW(arena, Symbol);
            *pitch = (Symbol){.name = d == array->ndim - 1 ? emit_pitch_name(array) : emit_rows_name(array),
                              .type = type_scalar(TY_I64),
                              .role = SYM_PARAM};
            extent = expr_symbol(arena, pitch);
        }
        if (access->fits_int && extent->kind == EX_CAST && extent->operands[0]->type->kind == TY_I32)
            extent = extent->operands[0];
        const Type *type = type_scalar(access->fits_int ? TY_I32 : TY_I64);
        offset =
            expr_binary(arena, OP_ADD, expr_binary(arena, OP_MUL, offset, extent, type), access->operands[d], type);
    }
    return offset;
}

static Piece access_text(const Emitter *emitter, const Expr *expr)
{
    const Array *array = expr->array;
    Text text = {.arena = arena_of(emitter)};
    text_add(&text, emit_name(array->name));
    bool flat = !emitter->source && (array->space == SPACE_GLOBAL || array->space == SPACE_SCRATCH);
    if (flat)
        text_printf(&text, "[%s]", piece_loose(emitter, access_offset(text.arena, expr)).text);
    for (int d = 0; !flat && d < array->ndim; d++)
        text_printf(&text, "[%s]", piece_loose(emitter, expr->operands[d]).text);
    for (int i = 0; i < expr->npath; i++) {
        const Member *member = &expr->path[i];
        text_printf(&text, ".%s", emit_member_name(member->field->name));
        for (int d = 0; d < member->field->ndim; d++)
            text_printf(&text, "[%s]", piece_loose(emitter, member->subscripts[d]).text);
    }
    return piece_atom(text_string(&text), expr->type);
}

// ---- addresses

// An element with the address of the row, or of the array, that it begins.
static bool is_first(const Emitter *emitter, const Expr *access)
{
    if (access->kind != EX_ACCESS || access->npath || !access->array->ndim || emitter->source)
        return false;
    if (access->array->space == SPACE_GLOBAL || access->array->space == SPACE_SCRATCH)
        return expr_is_int(access_offset(arena_of(emitter), access), 0);
    return expr_is_int(access->operands[access->array->ndim - 1], 0);
}

static Piece first_text(const Emitter *emitter, const Expr *address)
{
    const Expr *access = address->operands[0];
    Text text = {.arena = arena_of(emitter)};
    text_add(&text, emit_name(access->array->name));
    if (access->array->space != SPACE_GLOBAL && access->array->space != SPACE_SCRATCH)
        for (int d = 0; d + 1 < access->array->ndim; d++)
            text_printf(&text, "[%s]", piece_loose(emitter, access->operands[d]).text);
    return piece_atom(text_string(&text), address->type);
}

// ---- conditions

static bool negates(const Expr *expr)
{
    return expr->kind == EX_UNARY && expr->op == OP_NOT;
}

// gcc warns about a product, a shift or a choice as a truth value: it is compared with 0 explicitly.
static Piece condition(const Emitter *emitter, const Expr *expr)
{
    for (;;) {
        if (expr->kind == EX_CAST && (expr->type->kind == TY_BOOL || is_implicit(expr->operands[0]->type, expr->type)))
            expr = expr->operands[0];
        else if (negates(expr) && negates(expr->operands[0]))
            expr = expr->operands[0]->operands[0];
        else
            break;
    }
    Piece piece = piece_loose(emitter, expr);
    bool surprising =
        expr->kind == EX_SELECT || (expr->kind == EX_BINARY && (expr->op == OP_MUL || op_is_shift(expr->op)));
    return surprising ? piece_convert(emitter, type_scalar(TY_BOOL), piece) : piece;
}

// ---- operators

static const struct {
    const char *text;
    Precedence precedence;
} operators[] = {
    [OP_ADD] = {"+", PREC_SUM},
    [OP_SUB] = {"-", PREC_SUM},
    [OP_MUL] = {"*", PREC_PRODUCT},
    [OP_DIV] = {"/", PREC_PRODUCT},
    [OP_REM] = {"%", PREC_PRODUCT},
    [OP_AND] = {"&", PREC_AND},
    [OP_OR] = {"|", PREC_OR},
    [OP_XOR] = {"^", PREC_XOR},
    [OP_SHL] = {"<<", PREC_SHIFT},
    [OP_SHR] = {">>", PREC_SHIFT},
    [OP_LOGICAL_AND] = {"&&", PREC_LOGICAL_AND},
    [OP_LOGICAL_OR] = {"||", PREC_LOGICAL_OR},
    [OP_EQ] = {"==", PREC_EQUALITY},
    [OP_NE] = {"!=", PREC_EQUALITY},
    [OP_LT] = {"<", PREC_RELATION},
    [OP_LE] = {"<=", PREC_RELATION},
    [OP_GT] = {">", PREC_RELATION},
    [OP_GE] = {">=", PREC_RELATION},
};

static bool compares(Operator op)
{
    return op_is_comparison(op);
}

// The operand of a binary operator, in parentheses unless a reader does not need them: products in sums, sums in
// comparisons, comparisons in && and ||, and a chain of one operator.
static const char *operand_text(const Emitter *emitter, Operator op, Piece piece, bool is_right)
{
    Precedence own = operators[op].precedence;
    bool doubtful = piece.op == OP_NOT && own != PREC_LOGICAL_AND && own != PREC_LOGICAL_OR; // !a & b
    if (piece.precedence >= PREC_UNARY && !doubtful)
        return piece.text;
    bool arithmetic = own >= PREC_SUM || own == PREC_RELATION || own == PREC_EQUALITY;
    bool tighter =
        !doubtful && piece.precedence > own &&
        (arithmetic ? piece.precedence >= PREC_SUM
                    : piece.precedence >= PREC_EQUALITY && (own == PREC_LOGICAL_AND || own == PREC_LOGICAL_OR));
    bool chain = !is_right && piece.precedence == own && !compares(op) && (own >= PREC_SUM || piece.op == op);
    return tighter || chain ? piece.text : wrap(emitter, piece, doubtful ? PREC_POSTFIX : PREC_UNARY);
}

static Piece join(const Emitter *emitter, Operator op, Piece left, Piece right, const Type *natural)
{
    const char *text = arena_printf(arena_of(emitter), "%s %s %s", operand_text(emitter, op, left, false),
                                    operators[op].text, operand_text(emitter, op, right, true));
    bool boolean = compares(op) || op_is_logical(op);
    return (Piece){text, operators[op].precedence, natural, boolean, op};
}

static const Type *common(const Type *left, const Type *right)
{
    return type_is_arithmetic(left) && type_is_arithmetic(right) ? type_common(left, right) : left;
}

// Both operands of something that converts them by the usual arithmetic conversions to `type`, with as few casts as
// possible. A literal keeps its suffix in preference to a cast of the other operand.
static void balance(const Emitter *emitter, const Expr *left, const Expr *right, const Type *type, Piece *left_piece,
                    Piece *right_piece)
{
    Piece lefts[2] = {piece_loose(emitter, left)}, rights[2] = {piece_loose(emitter, right)};
    bool cast_left = left->kind == EX_INT || right->kind != EX_INT;
    const int order[4][2] = {{0, 0}, {cast_left, !cast_left}, {!cast_left, cast_left}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        if (i == 1) { // only now: to write operands twice at every level would take exponential time
            lefts[1] = exact_again(emitter, left, lefts[0]);
            rights[1] = exact_again(emitter, right, rights[0]);
        }
        *left_piece = lefts[order[i][0]];
        *right_piece = rights[order[i][1]];
        if (same_type(common(left_piece->natural, right_piece->natural), type))
            return;
    }
}

// The operands of a comparison, which may also take place in a narrower type that holds both.
static void balance_comparison(const Emitter *emitter, const Expr *left, const Expr *right, Piece *left_piece,
                               Piece *right_piece)
{
    *left_piece = piece_loose(emitter, left);
    *right_piece = piece_loose(emitter, right);
    const Type *type = common(left_piece->natural, right_piece->natural);
    bool same_left = keeps_value(left_piece->natural, type) && keeps_value(left_piece->natural, left->type);
    bool same_right = keeps_value(right_piece->natural, type) && keeps_value(right_piece->natural, right->type);
    if (!same_left || !same_right)
        balance(emitter, left, right, type_promoted(left->type), left_piece, right_piece);
}

static const char *function_suffix(const Type *type)
{
    switch (type->kind) {
    case TY_U32: return "uint";
    case TY_I64: return "long";
    case TY_U64: return "ulong";
    case TY_F32: return "float";
    case TY_F64: return "double";
    default: return "int";
    }
}

static Piece call_text(const Emitter *emitter, const char *name, Piece left, Piece right, const Type *natural)
{
    return piece_atom(arena_printf(arena_of(emitter), "%s(%s, %s)", name, left.text, right.text), natural);
}

// Operators that C does not have: functions of the prelude, one for each type.
static Piece made_operator(const Emitter *emitter, const Expr *expr)
{
    const Type *type = type_promoted(expr->type);
    Piece left = piece_loose(emitter, expr->operands[0]), right = piece_loose(emitter, expr->operands[1]);
    bool is_unsigned = !type_is_signed(type);
    if (is_unsigned && (expr->op == OP_FLOOR_DIV || expr->op == OP_FLOOR_MOD)) {
        balance(emitter, expr->operands[0], expr->operands[1], type, &left, &right);
        return join(emitter, expr->op == OP_FLOOR_DIV ? OP_DIV : OP_REM, left, right, type);
    }
    static const char *const names[] = {[OP_MIN] = "min",
                                        [OP_MAX] = "max",
                                        [OP_FLOOR_DIV] = "floor_div",
                                        [OP_CEIL_DIV] = "ceil_div",
                                        [OP_FLOOR_MOD] = "floor_mod"};
    const char *name = names[expr->op];
    if (!emitter->source)
        name = arena_printf(arena_of(emitter), "crs_%s_%s", name, function_suffix(type));
    return call_text(emitter, name, left, right, type);
}

static Piece shift(const Emitter *emitter, const Expr *expr)
{
    Piece left = piece_loose(emitter, expr->operands[0]);
    if (!same_type(type_promoted(left.natural), expr->type))
        left = exact_again(emitter, expr->operands[0], left);
    return join(emitter, expr->op, left, piece_loose(emitter, expr->operands[1]), type_promoted(left.natural));
}

static bool is_number(const Expr *expr)
{
    return expr_strip_casts(expr)->kind == EX_INT;
}

static Piece binary(const Emitter *emitter, const Expr *expr)
{
    const Expr *left = expr->operands[0], *right = expr->operands[1];
    Piece left_piece, right_piece;
    switch (expr->op) {
    case OP_LOGICAL_AND:
    case OP_LOGICAL_OR: return join(emitter, expr->op, condition(emitter, left), condition(emitter, right), expr->type);
    case OP_SHL:
    case OP_SHR: return shift(emitter, expr);
    case OP_MIN:
    case OP_MAX:
    case OP_FLOOR_DIV:
    case OP_CEIL_DIV:
    case OP_FLOOR_MOD: return made_operator(emitter, expr);
    default: break;
    }
    if (compares(expr->op)) {
        balance_comparison(emitter, left, right, &left_piece, &right_piece);
        if (!expr->loc.file && is_number(left) && !is_number(right)) // x > 0, not 0 < x
            return join(emitter, op_mirrored(expr->op), right_piece, left_piece, expr->type);
        return join(emitter, expr->op, left_piece, right_piece, expr->type);
    }
    balance(emitter, left, right, type_promoted(left->type), &left_piece, &right_piece);
    const Type *natural = type_promoted(common(left_piece.natural, right_piece.natural));
    if (emitter->exact && expr->op == OP_MUL && type_is_float(natural))
        return call_text(emitter, natural->kind == TY_F32 ? "__fmul_rn" : "__dmul_rn", left_piece, right_piece,
                         natural);
    return join(emitter, expr->op, left_piece, right_piece, natural);
}

static Piece unary(const Emitter *emitter, const Expr *expr)
{
    Arena *arena = arena_of(emitter);
    const Expr *operand = expr->operands[0];
    if (expr->op == OP_NOT) {
        Piece piece = condition(emitter, operand);
        return (Piece){arena_printf(arena, "!%s", wrap(emitter, piece, PREC_UNARY)), PREC_UNARY, expr->type, true,
                       OP_NOT};
    }
    Piece piece = piece_loose(emitter, operand);
    if (piece.boolean || !same_type(type_promoted(piece.natural), type_promoted(expr->type)))
        piece = piece_convert(emitter, type_promoted(expr->type), piece);
    const char *sign = expr->op == OP_NEG ? "-" : "~", *value = wrap(emitter, piece, PREC_UNARY);
    bool runs_together = value[0] == sign[0]; // - -x
    const char *text = arena_printf(arena, runs_together ? "%s(%s)" : "%s%s", sign, value);
    return (Piece){text, PREC_UNARY, type_promoted(piece.natural), false, expr->op};
}

static Piece choose(const Emitter *emitter, const Expr *expr)
{
    Piece yes, no;
    const Expr *first = expr->operands[1], *second = expr->operands[2];
    if (type_is_arithmetic(expr->type))
        balance(emitter, first, second, expr->type, &yes, &no);
    else {
        yes = piece_exact(emitter, first);
        no = piece_exact(emitter, second);
    }
    const char *text = arena_printf(arena_of(emitter), "%s ? %s : %s",
                                    wrap(emitter, condition(emitter, expr->operands[0]), PREC_LOGICAL_OR),
                                    wrap(emitter, yes, PREC_LOGICAL_OR), wrap(emitter, no, PREC_LOGICAL_OR));
    bool boolean = yes.boolean && no.boolean;
    return (Piece){text, PREC_CONDITIONAL, common(yes.natural, no.natural), boolean, OP_NONE};
}

// ---- the whole

static Piece cast(const Emitter *emitter, const Expr *expr)
{
    Piece piece;
    if (integer_as_float(emitter, expr, &piece))
        return piece;
    const Expr *operand = expr->operands[0];
    // (long)(int)x of a short x: the inner step changes nothing.
    while (operand->kind == EX_CAST && keeps_value(operand->operands[0]->type, operand->type) &&
           type_is_arithmetic(operand->operands[0]->type) && operand->type->kind != TY_BOOL)
        operand = operand->operands[0];
    if (expr->type->kind == TY_VOID || expr->type->kind == TY_POINTER)
        return piece_convert(emitter, expr->type, piece_exact(emitter, operand));
    return piece_convert(emitter, expr->type,
                         expr->type->kind == TY_BOOL ? condition(emitter, operand) : piece_exact(emitter, operand));
}

// The text as its node reads; casts are printed.
static Piece plain(const Emitter *emitter, const Expr *expr)
{
    switch (expr->kind) {
    case EX_INT:
        return expr->text ? piece_atom(expr->text, expr->type) : integer_literal(emitter, expr->integer, expr->type);
    case EX_FLOAT: return float_literal(emitter, expr);
    case EX_SYMBOL: return piece_atom(emit_name(expr->symbol->name), expr->type);
    case EX_ACCESS: return access_text(emitter, expr);
    case EX_UNARY: return unary(emitter, expr);
    case EX_BINARY: return binary(emitter, expr);
    case EX_SELECT: return choose(emitter, expr);
    case EX_CAST: return cast(emitter, expr);
    case EX_CALL: return piece_call(emitter, expr);
    case EX_INTRINSIC: return piece_intrinsic(emitter, expr);
    case EX_ADDRESS: {
        if (is_first(emitter, expr->operands[0]))
            return first_text(emitter, expr);
        Piece place = piece_loose(emitter, expr->operands[0]);
        return (Piece){arena_printf(arena_of(emitter), "&%s", wrap(emitter, place, PREC_POSTFIX)), PREC_UNARY,
                       expr->type, false, OP_NONE};
    }
    }
    unreachable_bug("an expression of no kind");
}

// Arithmetic of our own in a type narrower than int: C computes it in int, so it has to be converted back.
static bool leaves_type(const Expr *expr)
{
    if (expr->type->size >= 4 || (expr->kind != EX_BINARY && expr->kind != EX_UNARY))
        return false;
    return (expr->op >= OP_ADD && expr->op <= OP_REM) || expr->op == OP_SHL || expr->op == OP_NEG ||
           expr->op == OP_COMPLEMENT;
}

static Piece in_type(const Emitter *emitter, const Expr *expr)
{
    Piece piece = plain(emitter, expr);
    return leaves_type(expr) ? piece_convert(emitter, expr->type, piece) : piece;
}

// Text that has expr's value after a conversion to expr's type: casts that the language makes by itself are left out.
Piece piece_loose(const Emitter *emitter, const Expr *expr)
{
    if (plain_integer(expr) && (expr->integer >= 0 || type_is_signed(expr->type)))
        return integer_literal(emitter, expr->integer, type_scalar(TY_I32));
    const Expr *operand = expr->kind == EX_CAST ? expr->operands[0] : NULL;
    if (!operand || !type_is_arithmetic(expr->type) || expr->type->kind == TY_BOOL ||
        !is_implicit(operand->type, expr->type))
        return in_type(emitter, expr);
    if (type_is_float(expr->type) && operand->kind == EX_INT)
        return cast(emitter, expr);
    Piece piece = piece_loose(emitter, operand);
    return keeps_value(piece.natural, operand->type) ? piece : piece_exact(emitter, operand);
}

static Piece made_exact(const Emitter *emitter, const Expr *expr, Piece piece)
{
    bool is_int = expr->type->kind == TY_I32;
    if (piece.boolean ? is_int || expr->type->kind == TY_BOOL
                      : piece.natural == expr->type || same_type(piece.natural, expr->type))
        return piece;
    return piece_convert(emitter, expr->type, piece);
}

// Text whose type in C++ is expr's own.
Piece piece_exact(const Emitter *emitter, const Expr *expr)
{
    return made_exact(emitter, expr, in_type(emitter, expr));
}

// The same, where what `loose` makes of it is there already.
static Piece exact_again(const Emitter *emitter, const Expr *expr, Piece loose_piece)
{
    return expr->kind == EX_CAST || plain_integer(expr) ? piece_exact(emitter, expr)
                                                        : made_exact(emitter, expr, loose_piece);
}

const char *expr_string(const Emitter *emitter, const Expr *expr)
{
    return piece_loose(emitter, expr).text;
}

const char *expr_condition(const Emitter *emitter, const Expr *expr)
{
    return condition(emitter, expr).text;
}

// An assignment converts by itself; from floating point to an integer the cast stays, for the reader.
const char *expr_assigned(const Emitter *emitter, const Expr *expr)
{
    if (expr->kind == EX_CAST && type_is_arithmetic(expr->type) && expr->type->kind != TY_BOOL) {
        const Type *from = expr->operands[0]->type;
        if (type_is_float(from) ? type_is_float(expr->type) : type_is_integer(from)) {
            // The operand must be exact unless widening: a dropped conversion would otherwise be dropped in another
            // order.
            return is_implicit(from, expr->type) ? piece_loose(emitter, expr).text
                                                 : piece_exact(emitter, expr->operands[0]).text;
        }
    }
    return piece_loose(emitter, expr).text;
}

bool expr_compound(const Emitter *emitter, const Stmt *assignment, const char **value_text)
{
    const Type *place = assignment->place->type;
    if (op_is_logical(assignment->op) || !operators[assignment->op].text)
        return false;
    if (emitter->exact && assignment->op == OP_MUL && type_is_float(assignment->compute))
        return false;
    Piece value = piece_loose(emitter, assignment->value);
    if (op_is_shift(assignment->op)) {
        *value_text = value.text;
        return same_type(type_promoted(place), assignment->compute);
    }
    if (!same_type(common(place, value.natural), assignment->compute))
        value = piece_exact(emitter, assignment->value);
    *value_text = value.text;
    return same_type(type_promoted(common(place, value.natural)), type_promoted(assignment->compute));
}
