// IR to text, the only dump. An expression reads as C: parentheses and casts stand where C would need them, so a
// conversion that C makes by itself (the usual arithmetic conversions, an assignment to the type of its target, a
// widening of a whole subscript or bound) is not shown, and every other one is. `(long)i * n` is computed in long,
// `(long)(i * n)` is not. Constants carry a suffix only where their type would not follow otherwise.
#include "ir/ir.h"

#include <inttypes.h>
#include <string.h>

// ---- words

static const struct {
    const char *text;
    int precedence; // 0: printed as a call
} operators[] = {
    [OP_NONE] = {"", 0},
    [OP_ADD] = {"+", 12}, [OP_SUB] = {"-", 12}, [OP_MUL] = {"*", 13}, [OP_DIV] = {"/", 13}, [OP_REM] = {"%", 13},
    [OP_AND] = {"&", 8}, [OP_OR] = {"|", 6}, [OP_XOR] = {"^", 7}, [OP_SHL] = {"<<", 11}, [OP_SHR] = {">>", 11},
    [OP_LOGICAL_AND] = {"&&", 5}, [OP_LOGICAL_OR] = {"||", 4},
    [OP_EQ] = {"==", 9}, [OP_NE] = {"!=", 9},
    [OP_LT] = {"<", 10}, [OP_LE] = {"<=", 10}, [OP_GT] = {">", 10}, [OP_GE] = {">=", 10},
    [OP_MIN] = {"min", 0}, [OP_MAX] = {"max", 0},
    [OP_FLOOR_DIV] = {"floordiv", 0}, [OP_CEIL_DIV] = {"ceildiv", 0}, [OP_FLOOR_MOD] = {"floormod", 0},
    [OP_NEG] = {"-", 14}, [OP_NOT] = {"!", 14}, [OP_COMPLEMENT] = {"~", 14},
};

enum { PRECEDENCE_ANY = 0, PRECEDENCE_SELECT = 3, PRECEDENCE_UNARY = 14, PRECEDENCE_PRIMARY = 16 };

const char *operator_text(Operator op)
{
    return operators[op].text;
}

const char *binding_text(Binding binding)
{
    static const char *const texts[] = {
        [BIND_SERIAL] = "", [BIND_UNROLL] = "unroll", [BIND_VECTOR] = "vector",
        [BIND_THREAD_X] = "thread.x", [BIND_THREAD_Y] = "thread.y", [BIND_THREAD_Z] = "thread.z",
        [BIND_BLOCK_X] = "block.x", [BIND_BLOCK_Y] = "block.y", [BIND_BLOCK_Z] = "block.z",
        [BIND_LANE] = "lane", [BIND_HOST] = "host",
    };
    return texts[binding];
}

static const char *intrinsic_text(Intrinsic intrinsic)
{
    static const char *const texts[] = {
        [IN_THREAD_X] = "threadIdx.x", [IN_THREAD_Y] = "threadIdx.y", [IN_THREAD_Z] = "threadIdx.z",
        [IN_BLOCK_X] = "blockIdx.x", [IN_BLOCK_Y] = "blockIdx.y", [IN_BLOCK_Z] = "blockIdx.z",
        [IN_BLOCK_DIM_X] = "blockDim.x", [IN_BLOCK_DIM_Y] = "blockDim.y", [IN_BLOCK_DIM_Z] = "blockDim.z",
        [IN_GRID_DIM_X] = "gridDim.x", [IN_GRID_DIM_Y] = "gridDim.y", [IN_GRID_DIM_Z] = "gridDim.z",
        [IN_SHUFFLE_XOR] = "__shfl_xor_sync", [IN_SHUFFLE_DOWN] = "__shfl_down_sync", [IN_SHUFFLE_FIRST] = "shuffle_first",
        [IN_ATOMIC_ADD] = "atomicAdd", [IN_ATOMIC_MIN] = "atomicMin", [IN_ATOMIC_MAX] = "atomicMax",
        [IN_ATOMIC_AND] = "atomicAnd", [IN_ATOMIC_OR] = "atomicOr", [IN_ATOMIC_XOR] = "atomicXor",
        [IN_THREADFENCE] = "__threadfence", [IN_LOAD_LANES] = "load_lanes", [IN_STORE_LANES] = "store_lanes",
        [IN_LOAD_ANY] = "load_any", [IN_STORE_ANY] = "store_any", [IN_TO_ALIGNED] = "to_aligned", [IN_ALIGNED] = "aligned",
        [IN_LAST_BLOCK] = "last_block", [IN_COPIES_CLOSE] = "close_copies", [IN_COPIES_WAIT] = "wait_copies",
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

// The type that a bare integer constant has in C, or NULL when it cannot do without a suffix.
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
    if (expr->op == OP_SHL || expr->op == OP_SHR)
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
    case EX_UNARY: case EX_CAST: case EX_ADDRESS:
        return PRECEDENCE_UNARY;
    case EX_BINARY:
        return operators[expr->op].precedence ? operators[expr->op].precedence : PRECEDENCE_PRIMARY;
    case EX_SELECT:
        return PRECEDENCE_SELECT;
    default:
        return starts_with_minus(expr) ? PRECEDENCE_UNARY : PRECEDENCE_PRIMARY;
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
    case EX_CALL: print_list(out, expr->function ? expr->function->name : expr->text, expr->operands, expr->noperands); break;
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

// ---- statements

static void print_indent(Text *out, int indent)
{
    for (int i = 0; i < indent; i++)
        text_add(out, "  ");
}

static void print_children(Text *out, const Stmt *body, int indent)
{
    if (body && body->kind == ST_BLOCK)
        for (int i = 0; i < body->nitems; i++)
            print_stmt(out, body->items[i], indent);
    else if (body)
        print_stmt(out, body, indent);
}

static void print_body(Text *out, const Stmt *body, int indent)
{
    text_add(out, " {\n");
    print_children(out, body, indent + 1);
    print_indent(out, indent);
    text_add(out, "}");
}

static void print_bounds(Text *out, const Loop *loop)
{
    bool simple = precedence_of(show_root(loop->lower).expr) >= PRECEDENCE_UNARY &&
                  precedence_of(show_root(loop->upper).expr) >= PRECEDENCE_UNARY;
    print_root(out, loop->lower);
    text_add(out, simple ? ".." : " .. ");
    print_root(out, loop->upper);
    if (expr_is_int(loop->step, 1))
        return;
    if (loop->factor) {
        text_printf(out, " step %s %lld", loop->step_sign > 0 ? "*" : "/", (long long)loop->factor);
        return;
    }
    text_add(out, " step ");
    print_root(out, loop->step);
    if (expr_strip_casts(loop->step)->kind != EX_INT)
        text_add(out, loop->step_sign > 0 ? " > 0" : " < 0");
}

// The name by which schedules know the loop, where it is not its iterator's, and the binding.
static void print_loop_tags(Text *out, const Loop *loop)
{
    bool named = loop->name && strcmp(loop->name, loop->iterator->name) != 0;
    const char *binding = binding_text(loop->binding);
    if (named || *binding)
        text_printf(out, " [%s%s%s]", named ? loop->name : "", named && *binding ? " " : "", binding);
}

static void print_loop(Text *out, const Stmt *stmt, int indent)
{
    const Loop *loop = stmt->loop;
    text_printf(out, "for %s in ", loop->iterator->name);
    if (loop->endless)
        text_add(out, "0..");
    else
        print_bounds(out, loop);
    print_loop_tags(out, loop);
    if (loop->defines) {
        text_printf(out, " defines %s = ", loop->defines->name);
        print_expr(out, loop->definition);
    }
    print_body(out, stmt->body, indent);
}

// The value of an assignment to `type`, which C converts by itself.
static void print_value(Text *out, const Expr *value, const Type *type)
{
    print_shown(out, value->type == type ? implicit(value) : whole(value), PRECEDENCE_ANY);
}

static void print_assign(Text *out, const Stmt *stmt)
{
    print_root(out, stmt->place);
    if (stmt->op == OP_NONE) {
        if (stmt->lanes)
            text_printf(out, " .. %d", stmt->lanes);
        text_add(out, stmt->condition ? " = later if " : stmt->asynchronous ? " = later " : " = ");
        if (stmt->condition) {
            print_expr(out, stmt->condition);
            text_add(out, ": ");
        }
        print_value(out, stmt->value, stmt->place->type);
        return;
    }
    bool is_shift = stmt->op == OP_SHL || stmt->op == OP_SHR;
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

static void print_extents(Text *out, const Array *array)
{
    for (int d = 0; d < array->ndim; d++) {
        text_add(out, "[");
        print_expr(out, array->extent[d]);
        text_add(out, "]");
    }
}

static const char *space_text(Space space)
{
    static const char *const texts[] = {
        [SPACE_GLOBAL] = "", [SPACE_SCRATCH] = "scratch ", [SPACE_SHARED] = "shared ", [SPACE_REGISTER] = "register "};
    return texts[space];
}

static void print_array_shape(Text *out, const Array *array)
{
    text_printf(out, "%s%s %s", space_text(array->space), array->element->name, array->name);
    print_extents(out, array);
    if (array->counts_blocks)
        text_add(out, " counts blocks");
    if (array->pad)
        text_printf(out, " pad %d", array->pad);
    if (array->staged)
        text_printf(out, " stages %s", array->staged->name);
}

static void print_declare(Text *out, const Stmt *stmt)
{
    if (stmt->array) {
        print_array_shape(out, stmt->array);
        return;
    }
    text_printf(out, "%s%s %s", stmt->symbol->is_volatile ? "volatile " : "", stmt->symbol->type->name, stmt->symbol->name);
    if (stmt->value) {
        text_add(out, " = ");
        print_value(out, stmt->value, stmt->symbol->type);
    }
}

static void print_condition(Text *out, const char *word, const Expr *condition)
{
    text_printf(out, "%s (", word);
    print_expr(out, condition);
    text_add(out, ")");
}

static void print_if(Text *out, const Stmt *stmt, int indent)
{
    print_condition(out, stmt->name ? intern_printf("if version %s", stmt->name) : "if", stmt->condition);
    print_body(out, stmt->body, indent);
    if (!stmt->otherwise)
        return;
    text_add(out, " else");
    if (stmt->otherwise->kind == ST_IF) {
        text_add(out, " ");
        print_if(out, stmt->otherwise, indent);
    } else {
        print_body(out, stmt->otherwise, indent);
    }
}

static void print_while(Text *out, const Stmt *stmt, int indent)
{
    if (stmt->test_after) {
        text_add(out, "do");
        print_body(out, stmt->body, indent);
        print_condition(out, " while", stmt->condition);
    } else {
        print_condition(out, "while", stmt->condition);
        print_body(out, stmt->body, indent);
    }
}

static void print_launch(Text *out, const char *word, Expr *const *extent)
{
    int count = extent[2] ? 3 : extent[1] ? 2 : extent[0] ? 1 : 0;
    for (int d = 0; d < count; d++) {
        text_printf(out, d ? ", " : " %s(", word);
        if (extent[d])
            print_expr(out, extent[d]);
        else
            text_add(out, "1");
    }
    text_add(out, count ? ")" : "");
}

static void print_kernel(Text *out, const Stmt *stmt, int indent)
{
    text_printf(out, "kernel %s", stmt->name);
    print_launch(out, "grid", stmt->grid);
    print_launch(out, "block", stmt->block);
    if (stmt->min_blocks)
        text_printf(out, " min_blocks %d", stmt->min_blocks);
    print_body(out, stmt->body, indent);
}

static void print_return(Text *out, const Stmt *stmt)
{
    text_add(out, "return");
    if (!stmt->value)
        return;
    text_add(out, " ");
    print_shown(out, whole(stmt->value), PRECEDENCE_ANY);
}

static void print_rotation(Text *out, const Stmt *stmt)
{
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(out, "%s%s", i ? ", " : "", stmt->rotated[i]->name);
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(out, "%s%s", i ? ", " : " = ", stmt->taken[i]->name);
}

void print_stmt(Text *out, const Stmt *stmt, int indent)
{
    print_indent(out, indent);
    switch (stmt->kind) {
    case ST_BLOCK:
        text_add(out, "{\n");
        print_children(out, stmt, indent + 1);
        print_indent(out, indent);
        text_add(out, "}");
        break;
    case ST_LOOP: print_loop(out, stmt, indent); break;
    case ST_ASSIGN: print_assign(out, stmt); break;
    case ST_DECLARE: print_declare(out, stmt); break;
    case ST_IF: print_if(out, stmt, indent); break;
    case ST_WHILE: print_while(out, stmt, indent); break;
    case ST_BREAK: text_add(out, "break"); break;
    case ST_CONTINUE: text_add(out, "continue"); break;
    case ST_RETURN: print_return(out, stmt); break;
    case ST_EVALUATE: print_expr(out, stmt->value); break;
    case ST_BARRIER: text_add(out, stmt->warp ? "__syncwarp()" : "__syncthreads()"); break;
    case ST_KERNEL: print_kernel(out, stmt, indent); break;
    case ST_ROTATE: print_rotation(out, stmt); break;
    }
    text_add(out, "\n");
}

// ---- nests

static void print_flag(Text *out, bool set, const char *word)
{
    if (set)
        text_printf(out, " %s", word);
}

static void print_array(Text *out, const Array *array)
{
    text_add(out, "  array ");
    print_array_shape(out, array);
    if (array->held != HOST_NONE)
        text_printf(out, " host%s \"%s\"", array->held == HOST_ROWS ? " rows" : "", array->host ? array->host : "?");
    print_flag(out, array->is_const, "const");
    print_flag(out, array->is_restrict, "restrict");
    print_flag(out, array->is_object, "object");
    print_flag(out, array->is_volatile, "volatile");
    print_flag(out, array->live_after, "live");
    print_flag(out, array->rotates, array->pointer_after ? "rotates live" : "rotates");
    text_add(out, "\n");
}

static void print_symbol(Text *out, const Symbol *symbol)
{
    static const char *const roles[] = {[SYM_PARAM] = "param", [SYM_LIVE] = "scalar", [SYM_ITERATOR] = "iterator",
                                        [SYM_LOCAL] = "local", [SYM_ARGUMENT] = "argument"};
    text_printf(out, "  %s %s %s", roles[symbol->role], symbol->type->name, symbol->name);
    if (symbol->host)
        text_printf(out, " host \"%s\"", symbol->host);
    print_flag(out, symbol->live_after, "live");
    print_flag(out, symbol->address_taken, "address_taken");
    print_flag(out, symbol->is_volatile, "volatile");
    text_add(out, "\n");
}

static void print_function(Text *out, const Function *function)
{
    text_printf(out, "  function %s %s(", function->result->name, function->name);
    for (int i = 0; i < function->nparameters; i++)
        text_printf(out, "%s%s %s", i ? ", " : "", function->parameters[i]->type->name, function->parameters[i]->name);
    text_printf(out, ")%s", function->pure ? " pure" : "");
    if (function->body)
        print_body(out, function->body, 1);
    text_add(out, "\n");
}

void print_nest(Text *out, const Nest *nest)
{
    text_printf(out, "%s %s in %s%s\n", nest->is_region ? "region" : "nest", nest->kernel_name ? nest->kernel_name : "?",
                nest->function_name ? nest->function_name : "?", nest->refused ? " refused" : "");
    FOR_EACH(i, &nest->arrays)
        print_array(out, nest->arrays.items[i]);
    FOR_EACH(i, &nest->symbols)
        print_symbol(out, nest->symbols.items[i]);
    FOR_EACH(i, &nest->functions)
        print_function(out, nest->functions.items[i]);
    text_add(out, "{\n");
    print_children(out, nest->body, 1);
    text_add(out, "}\n");
}
