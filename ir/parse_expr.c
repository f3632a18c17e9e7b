// Reading expressions: types follow C's rules, so that each conversion which print_expr.c leaves out is there again.
// Nodes are made as they are written: nothing is folded.
#include "ir/fold.h"
#include "ir/print.h"
#include "ir/parse_expr.h"
#include "ir/parse_head.h"
#include "ir/parse_statement.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 500 };

static ParseExpr node(TreeParser *parser, ExprKind kind, const Type *type, const ParseExpr *operands, int count,
                      ParseRange range)
{
    Expr *expr = ARENA_NEW(parser->arena, Expr);
    *expr = (Expr){.kind = kind, .type = type, .noperands = count, .loc = parse_loc(parser, range)};
    expr->operands = count ? ARENA_ARRAY(parser->arena, Expr *, count) : NULL;
    int depth = 0;
    for (int i = 0; i < count; i++) {
        expr->operands[i] = operands[i].expr;
        depth = operands[i].depth > depth ? operands[i].depth : depth;
    }
    if (depth > DEEPEST)
        parse_error(parser, range, "the expression is nested too deep");
    return (ParseExpr){.expr = expr, .depth = depth + 1};
}

static ParseExpr constant(TreeParser *parser, int64_t value, const Type *type, bool bare, ParseRange range)
{
    ParseExpr made = node(parser, EX_INT, type, NULL, 0, range);
    made.expr->integer = value;
    made.bare = bare;
    made.literal = true;
    return made;
}

static const Type *int_type(void)
{
    return type_scalar(TY_I32);
}

static const Type *bare_type(int64_t value)
{
    return type_scalar(value >= INT32_MIN && value <= INT32_MAX ? TY_I32 : TY_I64);
}

static ParseExpr wrong(TreeParser *parser, ParseRange range, const char *what)
{
    parse_error(parser, range, "%s", what);
    return constant(parser, 0, int_type(), true, range);
}

// ---- conversions

static ParseRange range_of(const Expr *expr)
{
    return (ParseRange){expr->loc.begin, expr->loc.end, expr->loc.line, expr->loc.column};
}

// The constant in that type, where it is written there in the same digits.
static bool takes_type(ParseExpr value, const Type *type)
{
    int64_t number = value.expr->integer;
    return value.bare && type_is_integer(type) && fold_convert(type, number) == number &&
           (type->kind != TY_U64 || number >= 0);
}

static ParseExpr converted(TreeParser *parser, ParseExpr value, const Type *type)
{
    if (value.expr->type == type)
        return value;
    if (takes_type(value, type))
        return constant(parser, value.expr->integer, type, false, range_of(value.expr));
    if (!type_is_arithmetic(type) || !type_is_arithmetic(value.expr->type))
        return value;
    return node(parser, EX_CAST, type, &value, 1, range_of(value.expr));
}

Expr *parse_converted(TreeParser *parser, ParseExpr value, const Type *type)
{
    if (value.expr->type != type && (!type_is_arithmetic(type) || !type_is_arithmetic(value.expr->type)))
        parse_error(parser, range_of(value.expr), "a value of type '%s' cannot become one of type '%s'",
                    value.expr->type->name, type->name);
    return converted(parser, value, type).expr;
}

Expr *parse_root(TreeParser *parser, ParseExpr value)
{
    const Type *index = type_scalar(TY_I64);
    if (!type_is_integer(value.expr->type))
        parse_error(parser, range_of(value.expr), "an integer is needed here");
    bool widens = value.bare || type_widens(value.expr->type, index);
    return widens ? converted(parser, value, index).expr : value.expr;
}

// ---- leaves

ParseExpr parse_integer(TreeParser *parser, const char *text, ParseRange range)
{
    char *suffix;
    errno = 0;
    uint64_t value = strtoull(text, &suffix, 10);
    bool is_unsigned = *suffix == 'u' || *suffix == 'U';
    size_t longs = strlen(suffix + is_unsigned);
    bool fits = errno == 0 && (*suffix ? longs || value <= UINT32_MAX : value <= (uint64_t)INT64_MAX + 1);
    if (!fits)
        return wrong(parser, range, "the number is too large");
    if (!*suffix)
        return constant(parser, (int64_t)value, bare_type((int64_t)value), true, range);
    static const char *const names[] = {"unsigned int", "unsigned long", "unsigned long long"};
    const Type *type = is_unsigned ? type_named(longs ? TY_U64 : TY_U32, names[longs])
                                   : type_named(TY_I64, longs == 2 ? "long long" : "long");
    return constant(parser, (int64_t)value, type, false, range);
}

static ParseExpr real_constant(TreeParser *parser, const char *text, double value, TypeKind kind, ParseRange range)
{
    ParseExpr made = node(parser, EX_FLOAT, type_scalar(kind), NULL, 0, range);
    made.expr->text = text;
    made.expr->real = value;
    made.literal = true;
    return made;
}

ParseExpr parse_float(TreeParser *parser, const char *text, ParseRange range)
{
    char last = text[strlen(text) - 1];
    bool single = last == 'f' || last == 'F';
    return real_constant(parser, text, single ? strtof(text, NULL) : strtod(text, NULL), single ? TY_F32 : TY_F64,
                         range);
}

ParseExpr parse_index(TreeParser *parser, const char *text, ParseRange range)
{
    ParseExpr made = node(parser, EX_INTRINSIC, type_scalar(TY_U32), NULL, 0, range);
    for (Intrinsic i = IN_THREAD_X; i <= IN_GRID_DIM_Z; i++)
        if (strcmp(intrinsic_text(i), text) == 0)
            made.expr->intrinsic = i;
    return made;
}

// ---- names

static Expr **parse_subscripts(TreeParser *parser, const ParseExprs *subscripts, ParseExpr *deepest)
{
    int count = subscripts ? subscripts->count : 0;
    Expr **made = ARENA_ARRAY(parser->arena, Expr *, count);
    for (int d = 0; d < count; d++) {
        made[d] = parse_root(parser, subscripts->items[d]);
        deepest->depth = subscripts->items[d].depth >= deepest->depth ? subscripts->items[d].depth + 1 : deepest->depth;
    }
    if (deepest->depth > DEEPEST)
        parse_error(parser, range_of(deepest->expr), "the expression is nested too deep");
    return made;
}

static const Field *field_named(const Type *type, const char *name)
{
    for (int i = 0; type->kind == TY_STRUCT && i < type->nfields; i++)
        if (strcmp(type->fields[i].name, name) == 0)
            return &type->fields[i];
    return NULL;
}

static void parse_member(TreeParser *parser, ParseExpr *access, const ParseMember *member)
{
    Expr *expr = access->expr;
    const Field *field = field_named(expr->type, member->name);
    int count = member->subscripts ? member->subscripts->count : 0;
    if (!field || field->ndim != count) {
        parse_error(parser, member->range, "the type '%s' has no member '%s' with %d subscripts", expr->type->name,
                    member->name, count);
        return;
    }
    Member made = {field, parse_subscripts(parser, member->subscripts, access)};
    expr->path[expr->npath++] = made;
    expr->type = field->type;
}

static ParseExpr parse_symbol_use(TreeParser *parser, const char *name, ParseRange range)
{
    const Symbol *symbol = find_parsed_symbol(parser, name);
    bool is_infinity = strcmp(name, "INFINITY") == 0;
    if (!symbol && (is_infinity || strcmp(name, "NAN") == 0))
        return real_constant(parser, name, is_infinity ? (double)INFINITY : (double)NAN, TY_F32, range);
    if (!symbol)
        return wrong(parser, range, intern_printf("'%s' is not declared", name));
    ParseExpr made = node(parser, EX_SYMBOL, symbol->type, NULL, 0, range);
    made.expr->symbol = symbol;
    return made;
}

ParseExpr parse_name(TreeParser *parser, const char *name, const ParseExprs *subscripts, const ParsePath *path,
                     ParseRange range)
{
    bool plain = !subscripts && !path;
    const Array *array = plain && find_parsed_local(parser, name) ? NULL : find_parsed_array(parser, name);
    if (!array && plain)
        return parse_symbol_use(parser, name, range);
    if (!array)
        return wrong(parser, range, intern_printf("'%s' is not an array of the nest", name));
    if ((subscripts ? subscripts->count : 0) != array->ndim)
        return wrong(parser, range, intern_printf("'%s' has %d dimensions", name, array->ndim));
    ParseExpr made = node(parser, EX_ACCESS, array->element, NULL, 0, range);
    made.expr->array = array;
    made.expr->operands = parse_subscripts(parser, subscripts, &made);
    made.expr->noperands = array->ndim;
    made.expr->path = ARENA_ARRAY(parser->arena, Member, path ? path->count : 0);
    for (int i = 0; path && i < path->count && !parser->failed; i++)
        parse_member(parser, &made, &path->items[i]);
    return made;
}

// ---- calls

static Operator operator_named(const char *name)
{
    for (Operator op = OP_MIN; op <= OP_FLOOR_MOD; op++)
        if (strcmp(operator_text(op), name) == 0)
            return op;
    return OP_NONE;
}

static int intrinsic_named(const char *name)
{
    for (int i = IN_GRID_DIM_Z + 1; i < INTRINSIC_COUNT; i++)
        if (strcmp(intrinsic_text((Intrinsic)i), name) == 0)
            return i;
    return -1;
}

static const Function *function_named(const TreeParser *parser, const char *name)
{
    FOR_EACH(i, &parser->nest->functions)
        if (strcmp(parser->nest->functions.items[i]->name, name) == 0)
            return parser->nest->functions.items[i];
    return NULL;
}

static ParseExpr parse_operator_call(TreeParser *parser, Operator op, const Type *type, const ParseExprs *arguments,
                                     ParseRange range)
{
    if (arguments->count != 2)
        return wrong(parser, range, "two operands are needed");
    if (!type)
        return parse_binary(parser, op, arguments->items[0], arguments->items[1], range);
    ParseExpr operands[2] = {converted(parser, arguments->items[0], type),
                             converted(parser, arguments->items[1], type)};
    ParseExpr made = node(parser, EX_BINARY, type, operands, 2, range);
    made.expr->op = op;
    return made;
}

static ParseExpr parse_function_call(TreeParser *parser, const Function *function, const ParseExprs *arguments,
                                     ParseRange range)
{
    if (function == parser->function)
        return wrong(parser, range, "a function may not call itself");
    if (arguments->count != function->nparameters)
        return wrong(parser, range, "the function has another number of parameters");
    ParseExpr *operands = ARENA_ARRAY(parser->arena, ParseExpr, arguments->count);
    FOR_EACH(i, arguments)
        operands[i] = converted(parser, arguments->items[i], function->parameters[i]->type);
    ParseExpr made = node(parser, EX_CALL, function->result, operands, arguments->count, range);
    made.expr->text = function->name;
    made.expr->function = function;
    return made;
}

ParseExpr parse_call(TreeParser *parser, const char *name, bool is_users, const Type *type, const ParseExprs *arguments,
                     ParseRange range)
{
    Operator op = is_users ? OP_NONE : operator_named(name);
    if (op != OP_NONE)
        return parse_operator_call(parser, op, type, arguments, range);
    int intrinsic = is_users ? -1 : intrinsic_named(name);
    const Function *function = function_named(parser, name);
    if (intrinsic < 0 && function)
        return parse_function_call(parser, function, arguments, range);
    ParseExpr made =
        node(parser, intrinsic < 0 ? EX_CALL : EX_INTRINSIC, type, arguments->items, arguments->count, range);
    Expr *expr = made.expr;
    expr->text = intrinsic < 0 ? name : NULL;
    expr->intrinsic = intrinsic < 0 ? IN_THREAD_X : (Intrinsic)intrinsic;
    if (!type)
        expr->type = intrinsic < 0 ? call_type(name, expr->operands, expr->noperands)
                                   : intrinsic_type((Intrinsic)intrinsic, expr->operands, expr->noperands);
    return expr->type ? made : wrong(parser, range, "the first operand has no type that this could have");
}

// ---- operators

static bool are_numbers(ParseExpr left, ParseExpr right)
{
    return type_is_arithmetic(left.expr->type) && type_is_arithmetic(right.expr->type);
}

static ParseExpr negative(TreeParser *parser, ParseExpr number, ParseRange range)
{
    if (number.expr->kind == EX_FLOAT)
        return real_constant(parser, intern_printf("-%s", number.expr->text), -number.expr->real,
                             number.expr->type->kind, range);
    int64_t value = (int64_t)(0 - (uint64_t)number.expr->integer);
    return constant(parser, value, number.bare ? bare_type(value) : number.expr->type, number.bare, range);
}

ParseExpr parse_unary(TreeParser *parser, Operator op, ParseExpr operand, ParseRange range)
{
    if (!type_is_arithmetic(operand.expr->type))
        return wrong(parser, range, "an arithmetic operator has an operand that is not a number");
    bool is_signed = type_is_signed(operand.expr->type);
    if (op == OP_NEG && operand.literal && is_signed && operand.expr->kind != EX_CAST)
        return negative(parser, operand, range);
    if (op != OP_NOT)
        operand = converted(parser, operand, type_promoted(operand.expr->type));
    ParseExpr made = node(parser, EX_UNARY, op == OP_NOT ? int_type() : operand.expr->type, &operand, 1, range);
    made.expr->op = op;
    return made;
}

ParseExpr parse_binary(TreeParser *parser, Operator op, ParseExpr left, ParseExpr right, ParseRange range)
{
    if (!are_numbers(left, right))
        return wrong(parser, range, "an arithmetic operator has an operand that is not a number");
    const Type *type =
        op_is_shift(op) ? type_promoted(left.expr->type) : type_common(left.expr->type, right.expr->type);
    if (!op_is_logical(op))
        left = converted(parser, left, type);
    if (!op_is_logical(op) && !op_is_shift(op))
        right = converted(parser, right, type);
    ParseExpr operands[2] = {left, right};
    bool gives_int = op_is_comparison(op) || op_is_logical(op);
    ParseExpr made = node(parser, EX_BINARY, gives_int ? int_type() : type, operands, 2, range);
    made.expr->op = op;
    return made;
}

ParseExpr parse_select(TreeParser *parser, ParseExpr condition, const Type *narrow, ParseExpr yes, ParseExpr no,
                       ParseRange range)
{
    const Type *type = narrow                 ? narrow
                       : are_numbers(yes, no) ? type_common(yes.expr->type, no.expr->type)
                                              : yes.expr->type;
    ParseExpr operands[3] = {condition, converted(parser, yes, type), converted(parser, no, type)};
    return node(parser, EX_SELECT, type, operands, 3, range);
}

ParseExpr parse_cast(TreeParser *parser, const Type *type, ParseExpr operand, ParseRange range)
{
    if (type->size < 4 && takes_type(operand, type))
        return constant(parser, operand.expr->integer, type, false, range);
    const Expr *number = operand.expr;
    if (number->kind == EX_FLOAT && type->kind == TY_F64 && strpbrk(number->text, "IN"))
        return real_constant(parser, number->text, number->real, TY_F64, range);
    return node(parser, EX_CAST, type, &operand, 1, range);
}

ParseExpr parse_address(TreeParser *parser, ParseExpr place, ParseRange range)
{
    if (place.expr->kind != EX_ACCESS)
        return wrong(parser, range, "an address is one of an array's elements");
    return node(parser, EX_ADDRESS, type_pointer(place.expr->type), &place, 1, range);
}
