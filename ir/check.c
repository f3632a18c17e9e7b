// What must hold between any two passes. A violation is our own bug: it prints the node's text, the rule and the pass
// that broke it, and exits with 70.
#include "ir/ir.h"

#include <setjmp.h>

// One walk over a nest. `scope` holds the symbols and arrays declared around the current statement, `pending` the
// loops around it whose definition may still wait for an iterator further in.
typedef struct Check {
    const Nest *nest;
    Arena *scratch;
    jmp_buf broken; // where the first broken rule leads
    Text report;
    VECTOR(const void *) scope;
    VECTOR(const Loop *) pending;
    VECTOR(bool) seen_loops;    // by LoopId
    VECTOR(bool) seen_stmts;    // by id, of the source
    VECTOR(const Loop *) bound; // around the statement
    bool is_source;             // the nest's own body: a scheduled tree may hold copies of a statement
    int loops;                  // enclosing loops and whiles that a break could leave
    bool in_kernel, in_function;
    const Stmt *stmt; // being checked, for the report
} Check;

static void fail(Check *check, const char *rule, const Expr *expr)
{
    Text *text = &check->report;
    text_add(text, rule);
    if (expr)
        text_printf(text, ": %s", expr_text(check->scratch, expr));
    if (check->stmt) {
        text_add(text, "\nin ");
        print_stmt(text, check->stmt, 0);
    }
    longjmp(check->broken, 1);
}

// ---- scopes

static void enter(Check *check, const void *declared)
{
    VECTOR_PUSH(check->scratch, &check->scope, declared);
}

static bool in_scope(const Check *check, const void *declared)
{
    for (int i = check->scope.count - 1; i >= 0; i--)
        if (check->scope.items[i] == declared)
            return true;
    return false;
}

// A kernel cannot ask the host for an iterator that was declared outside of the nest; all other code can.
static bool has_host_value(const Check *check, const Symbol *symbol)
{
    return symbol->host && !check->in_kernel;
}

static void check_symbol(Check *check, const Expr *expr)
{
    const Symbol *symbol = expr->symbol;
    if (!symbol)
        fail(check, "a symbol expression without its symbol", NULL);
    if (expr->type != symbol->type)
        fail(check, "a symbol expression has another type than its symbol", expr);
    bool needs_scope = symbol->role == SYM_LOCAL || symbol->role == SYM_ARGUMENT ||
                       (symbol->role == SYM_ITERATOR && !has_host_value(check, symbol));
    if (needs_scope && !in_scope(check, symbol))
        fail(check, "a symbol is used outside of its scope", expr);
}

// ---- expressions

static void check_operand_count(Check *check, const Expr *expr, int count)
{
    if (expr->noperands != count)
        fail(check, "an expression with the wrong number of operands", NULL);
    for (int i = 0; i < count; i++)
        if (!expr->operands || !expr->operands[i] || !expr->operands[i]->type)
            fail(check, "an expression with a missing or untyped operand", NULL);
}

static void check_path(Check *check, const Expr *expr)
{
    const Type *type = expr->array->element;
    for (int i = 0; i < expr->npath; i++) {
        const Field *field = expr->path[i].field;
        if (type->kind != TY_STRUCT || field < type->fields || field >= type->fields + type->nfields)
            fail(check, "a member that its struct does not have", NULL);
        for (int d = 0; d < field->ndim; d++)
            if (!type_is_integer(expr->path[i].subscripts[d]->type))
                fail(check, "a subscript that is not an integer", expr);
        type = field->type;
    }
    if (expr->type != type)
        fail(check, "an access has another type than what it names", expr);
}

static void check_access(Check *check, const Expr *expr)
{
    const Array *array = expr->array;
    if (!array)
        fail(check, "an access without its array", NULL);
    check_operand_count(check, expr, array->ndim);
    for (int d = 0; d < array->ndim; d++)
        if (!type_is_integer(expr->operands[d]->type))
            fail(check, "a subscript that is not an integer", expr);
    check_path(check, expr);
    bool needs_scope = array->space == SPACE_SHARED || (array->space == SPACE_REGISTER && array->held == HOST_NONE);
    if (needs_scope && !in_scope(check, array))
        fail(check, "an array is used outside of its scope", expr);
}

static bool is_integer_only(Operator op)
{
    return op == OP_REM || (op >= OP_AND && op <= OP_SHR) || (op >= OP_FLOOR_DIV && op <= OP_FLOOR_MOD);
}

static void check_binary(Check *check, const Expr *expr)
{
    check_operand_count(check, expr, 2);
    const Type *left = expr->operands[0]->type, *right = expr->operands[1]->type;
    bool is_shift = op_is_shift(expr->op);
    bool gives_int = op_is_comparison(expr->op) || op_is_logical(expr->op);
    if (expr->op == OP_NONE || expr->op >= OP_NEG)
        fail(check, "a binary expression without a binary operator", expr);
    if (!type_is_arithmetic(left) || !type_is_arithmetic(right))
        fail(check, "an operator on operands that are not numbers", expr);
    if (left != right && !is_shift && !op_is_logical(expr->op))
        fail(check, "an operator on operands of different types", expr);
    if (is_integer_only(expr->op) && (!type_is_integer(left) || !type_is_integer(right)))
        fail(check, "an integer operator on floating-point operands", expr);
    if (expr->type != (gives_int ? type_scalar(TY_I32) : left))
        fail(check, "an operator has another type than its operands", expr);
    if (!gives_int && expr->op < OP_MIN && type_promoted(left) != left)
        fail(check, "arithmetic in a type narrower than int", expr);
}

static void check_unary(Check *check, const Expr *expr)
{
    check_operand_count(check, expr, 1);
    const Type *operand = expr->operands[0]->type;
    if (expr->op < OP_NEG)
        fail(check, "a unary expression without a unary operator", expr);
    if (!type_is_arithmetic(operand) || (expr->op == OP_COMPLEMENT && !type_is_integer(operand)))
        fail(check, "a unary operator on an operand that it cannot have", expr);
    if (expr->type != (expr->op == OP_NOT ? type_scalar(TY_I32) : operand))
        fail(check, "a unary operator has another type than its operand", expr);
}

static void check_select(Check *check, const Expr *expr)
{
    check_operand_count(check, expr, 3);
    if (!type_is_arithmetic(expr->operands[0]->type))
        fail(check, "a condition that is not a number", expr);
    if (expr->operands[1]->type != expr->type || expr->operands[2]->type != expr->type)
        fail(check, "a selection between different types", expr);
}

static void check_cast(Check *check, const Expr *expr)
{
    check_operand_count(check, expr, 1);
    const Type *from = expr->operands[0]->type, *to = expr->type;
    bool pointers = from->kind == TY_POINTER && to->kind == TY_POINTER;
    if (!pointers && to->kind != TY_VOID && (!type_is_arithmetic(from) || !type_is_arithmetic(to)))
        fail(check, "a conversion that C does not have", expr);
}

static bool nest_has_function(const Nest *nest, const Function *function)
{
    FOR_EACH(i, &nest->functions)
        if (nest->functions.items[i] == function)
            return true;
    return false;
}

static void check_call(Check *check, const Expr *expr)
{
    if (!expr->function && !expr->text)
        fail(check, "a call of nothing", NULL);
    check_operand_count(check, expr, expr->noperands);
    if (!expr->function)
        return;
    if (!nest_has_function(check->nest, expr->function))
        fail(check, "a call of a helper that the nest does not list", expr);
    if (expr->noperands != expr->function->nparameters)
        fail(check, "a call with the wrong number of arguments", expr);
    for (int i = 0; i < expr->noperands; i++)
        if (expr->operands[i]->type != expr->function->parameters[i]->type)
            fail(check, "an argument of another type than its parameter", expr);
}

static bool check_expr(void *context, const Expr *expr)
{
    Check *check = context;
    if (!expr->type)
        fail(check, "an expression without a type", NULL);
    switch (expr->kind) {
    case EX_INT:
        if (!type_is_integer(expr->type))
            fail(check, "an integer constant of a type that is not an integer", NULL);
        break;
    case EX_FLOAT:
        if (!type_is_float(expr->type) || !expr->text)
            fail(check, "a floating-point constant without text or type", NULL);
        break;
    case EX_SYMBOL: check_symbol(check, expr); break;
    case EX_ACCESS: check_access(check, expr); break;
    case EX_UNARY: check_unary(check, expr); break;
    case EX_BINARY: check_binary(check, expr); break;
    case EX_SELECT: check_select(check, expr); break;
    case EX_CAST: check_cast(check, expr); break;
    case EX_CALL: check_call(check, expr); break;
    case EX_INTRINSIC: check_operand_count(check, expr, expr->noperands); break;
    case EX_ADDRESS:
        check_operand_count(check, expr, 1);
        if (expr->operands[0]->kind != EX_ACCESS || expr->type != type_pointer(expr->operands[0]->type))
            fail(check, "an address of something that is not an array element", NULL);
        break;
    }
    return true;
}

// ---- statements

static void check_stmt(Check *check, const Stmt *stmt);

static void need(Check *check, const void *part, const char *rule)
{
    if (!part)
        fail(check, rule, NULL);
}

static void check_whole(Check *check, const Expr *expr)
{
    expr_walk(expr, check_expr, check);
}

static void check_stmt_id(Check *check, const Stmt *stmt)
{
    if (!check->in_function && (stmt->id < 0 || stmt->id > check->nest->next_stmt))
        fail(check, "a statement that is a copy of none of its nest", NULL);
    if (!stmt->id || !check->is_source || check->in_function)
        return;
    while (check->seen_stmts.count <= stmt->id)
        VECTOR_PUSH(check->scratch, &check->seen_stmts, false);
    need(check, check->seen_stmts.items[stmt->id] ? NULL : stmt, "two statements of the source with one id");
    check->seen_stmts.items[stmt->id] = true;
}

static void check_loop_id(Check *check, const Loop *loop)
{
    if (loop->id < 1 || loop->id >= check->nest->next_loop)
        fail(check, "a loop without an id of its nest", NULL);
    while (check->seen_loops.count <= loop->id)
        VECTOR_PUSH(check->scratch, &check->seen_loops, false);
    if (check->seen_loops.items[loop->id])
        fail(check, "two loops with one id", NULL);
    check->seen_loops.items[loop->id] = true;
}

// What only loops of some bindings have.
static void check_tags(Check *check, const Loop *loop)
{
    bool is_block = loop->binding >= BIND_BLOCK_X && loop->binding <= BIND_BLOCK_Z;
    if (loop->limit < 0 || loop->multiple < 0 || loop->copies < 0 || loop->min_blocks < 0 || loop->tested < 0)
        fail(check, "a loop with a negative number", NULL);
    if (loop->min_blocks && !is_block)
        fail(check, "a number of blocks on an SM of a loop that is not bound to blocks", NULL);
    if (loop->swizzled && loop->binding != BIND_THREAD_X && loop->binding != BIND_THREAD_Y)
        fail(check, "a swizzled loop that is not bound to threads", NULL);
    if ((loop->copies || loop->ahead || loop->opaque) && loop->binding != BIND_SERIAL)
        fail(check, "a concurrent loop that is unrolled in part, loads ahead, or is opaque", NULL);
    if (loop->carries && loop->binding != BIND_SERIAL && loop->binding != BIND_UNROLL)
        fail(check, "a concurrent loop whose registers pass elements on", NULL);
    if (loop->slides < 0 || (loop->slides && loop->binding != BIND_UNROLL && loop->binding != BIND_SERIAL))
        fail(check, "windows that move along a concurrent loop", NULL);
    if (loop->tensor && loop->binding != (loop->tensor == TENSOR_SUM ? BIND_SERIAL : BIND_UNROLL))
        fail(check, "a product of tensor cores along a loop of another binding", NULL);
    if (loop->origin < 0 || loop->origin >= check->nest->next_loop)
        fail(check, "a loop without an origin of its nest", NULL);
    if (loop->defines && loop->defines->role != SYM_ITERATOR)
        fail(check, "a loop that defines something other than an iterator", NULL);
}

static bool is_hardware(const Loop *loop)
{
    return loop->binding >= BIND_THREAD_X && loop->binding <= BIND_LANE;
}

static void enter_bound(Check *check, const Loop *loop)
{
    if (!is_hardware(loop))
        return;
    if (check->in_kernel)
        fail(check, "a bound loop in a kernel, where it is an index already", NULL);
    FOR_EACH(i, &check->bound)
        if (check->bound.items[i]->binding == loop->binding)
            fail(check, "a loop inside of another one with the same binding", NULL);
    VECTOR_PUSH(check->scratch, &check->bound, loop);
}

static void check_step(Check *check, const Loop *loop)
{
    const Expr *step = expr_strip_casts(loop->step);
    if (loop->step_sign != 1 && loop->step_sign != -1)
        fail(check, "a loop whose step has no sign", NULL);
    if (step->kind == EX_INT && (step->integer == 0 || (step->integer > 0) != (loop->step_sign > 0)))
        fail(check, "a loop whose step contradicts its sign", loop->step);
    if (loop->factor && (loop->factor < 2 || (loop->binding != BIND_SERIAL && loop->binding != BIND_HOST)))
        fail(check, "a geometric loop that runs concurrently, or with an impossible factor", NULL);
}

typedef struct Search {
    Check *check;
    bool lacks;
} Search;

static bool lacks_iterator(void *context, const Expr *expr)
{
    Search *search = context;
    bool iterator = expr->kind == EX_SYMBOL && expr->symbol && expr->symbol->role == SYM_ITERATOR;
    search->lacks = search->lacks || (iterator && !in_scope(search->check, expr->symbol));
    return true;
}

// Adds the variable of a definition to the scope as soon as every iterator in the definition is in scope.
static void enter_definitions(Check *check)
{
    for (int i = 0; i < check->pending.count; i++) {
        const Loop *loop = check->pending.items[i];
        Search search = {check, false};
        if (in_scope(check, loop->defines))
            continue;
        expr_walk(loop->definition, lacks_iterator, &search);
        if (search.lacks)
            continue;
        check_whole(check, loop->definition);
        if (loop->definition->type != loop->defines->type)
            fail(check, "a definition of another type than its symbol", loop->definition);
        enter(check, loop->defines);
        i = -1; // another definition may have waited for this one
    }
}

static void check_loop(Check *check, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    need(check, loop, "a loop statement without its loop");
    need(check, loop->iterator && loop->lower && loop->upper && loop->step ? loop : NULL,
         "a loop without iterator, bounds or step");
    if (loop->iterator->role != SYM_ITERATOR || !type_is_integer(loop->iterator->type))
        fail(check, "a loop over something that is not an integer iterator", NULL);
    if (!loop->defines != !loop->definition)
        fail(check, "a loop that defines without a definition", NULL);
    if (check->in_kernel && loop->binding == BIND_HOST)
        fail(check, "a loop of the host inside a kernel", NULL);
    if (!check->in_function)
        check_loop_id(check, loop);
    check_whole(check, loop->lower);
    check_whole(check, loop->upper);
    if (!loop->factor)
        check_whole(check, loop->step);
    check_step(check, loop);
    check_tags(check, loop);
    if (loop->serpentine && !check->in_kernel &&
        !in_scope(check, loop->serpentine)) // a kernel's loops have it in their text
        fail(check, "a loop that alternates with an iterator that is not in scope", NULL);
    int pending = check->pending.count, bound = check->bound.count;
    enter_bound(check, loop);
    enter(check, loop->iterator);
    if (loop->factor)
        check_whole(check, loop->step);
    if (loop->definition)
        VECTOR_PUSH(check->scratch, &check->pending, loop);
    enter_definitions(check);
    check->loops++;
    check_stmt(check, stmt->body);
    check->loops--;
    check->pending.count = pending;
    check->bound.count = bound;
}

static void check_place(Check *check, const Expr *place)
{
    check_whole(check, place);
    if (place->kind == EX_ACCESS)
        return;
    if (place->kind != EX_SYMBOL)
        fail(check, "an assignment to something that is not a place", place);
    if (place->symbol->role == SYM_PARAM || place->symbol->role == SYM_ITERATOR)
        fail(check, "an assignment to a parameter or an iterator", place);
}

// An element or several of global memory to shared memory, by the hardware.
static void check_copy(Check *check, const Stmt *stmt)
{
    if (stmt->condition && !stmt->asynchronous)
        fail(check, "a condition of an assignment that is not asynchronous", NULL);
    if (stmt->lines && (stmt->neighbours || stmt->asynchronous))
        fail(check, "a hint for a copy of neighbours, or an asynchronous one", NULL);
    if (!stmt->neighbours && !stmt->asynchronous && !stmt->lines)
        return;
    check_whole(check, stmt->condition);
    if (stmt->op != OP_NONE || stmt->neighbours < 0 || stmt->place->kind != EX_ACCESS ||
        stmt->value->kind != EX_ACCESS || stmt->place->array->space != SPACE_SHARED)
        fail(check, "a copy of neighbours, or an asynchronous one, that does not copy to shared memory", NULL);
}

static void check_assign(Check *check, const Stmt *stmt)
{
    need(check, stmt->place, "an assignment without a place");
    need(check, stmt->value, "an assignment without a value");
    check_place(check, stmt->place);
    check_whole(check, stmt->value);
    check_copy(check, stmt);
    if (stmt->op == OP_NONE) {
        if (stmt->value->type != stmt->place->type)
            fail(check, "an assignment of another type than its place", stmt->value);
        return;
    }
    need(check, stmt->compute, "a compound assignment that computes in no type");
    bool is_shift = op_is_shift(stmt->op);
    if (!is_shift && stmt->value->type != stmt->compute)
        fail(check, "a compound assignment of a value not of the type it computes in", stmt->value);
    if (!type_is_arithmetic(stmt->place->type))
        fail(check, "a compound assignment to something that is not a number", stmt->place);
}

static void check_declare(Check *check, const Stmt *stmt)
{
    if (stmt->array) {
        enter(check, stmt->array);
        return;
    }
    need(check, stmt->symbol, "a declaration of nothing");
    bool is_index = check->in_kernel && stmt->symbol->role == SYM_ITERATOR;
    if (stmt->symbol->role != SYM_LOCAL && !is_index)
        fail(check, "a declaration of a symbol that is not local", NULL);
    if (stmt->value) {
        check_whole(check, stmt->value);
        if (stmt->value->type != stmt->symbol->type)
            fail(check, "an initial value of another type than its symbol", stmt->value);
    }
    enter(check, stmt->symbol);
}

static void check_condition(Check *check, const Stmt *stmt)
{
    need(check, stmt->condition, "a branch without a condition");
    check_whole(check, stmt->condition);
    if (!type_is_arithmetic(stmt->condition->type))
        fail(check, "a condition that is not a number", stmt->condition);
}

// Names declared in `body` end with it.
static void check_scoped(Check *check, const Stmt *body)
{
    int outside = check->scope.count;
    check_stmt(check, body);
    check->scope.count = outside;
}

static void check_kernel(Check *check, const Stmt *stmt)
{
    if (check->in_kernel || check->in_function)
        fail(check, "a kernel inside a kernel", NULL);
    need(check, stmt->name, "a kernel without a name");
    for (int d = 0; d < 3; d++) {
        check_whole(check, stmt->grid[d]);
        check_whole(check, stmt->block[d]);
    }
    int loops = check->loops;
    check->loops = 0;
    check->in_kernel = true;
    check_scoped(check, stmt->body);
    check->in_kernel = false;
    check->loops = loops;
}

static void check_rotation(Check *check, const Stmt *stmt)
{
    need(check, check->in_kernel || check->in_function ? NULL : stmt, "pointers that change places on the device");
    for (int i = 0; i < stmt->nrotated; i++) {
        int taken = 0, rotated = 0;
        for (int k = 0; k < stmt->nrotated; k++) {
            taken += stmt->taken[k] == stmt->rotated[i];
            rotated += stmt->rotated[k] == stmt->rotated[i];
        }
        need(check, taken == 1 && rotated == 1 ? stmt : NULL, "pointers that change places, but not among themselves");
        need(check, stmt->rotated[i]->rotates ? stmt : NULL, "a pointer that changes places and is not marked so");
    }
}

static void check_stmt(Check *check, const Stmt *stmt)
{
    need(check, stmt, "a statement without its body");
    const Stmt *around = check->stmt;
    if (stmt->kind != ST_BLOCK)
        check->stmt = stmt;
    check_stmt_id(check, stmt);
    int outside = check->scope.count;
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++)
            check_stmt(check, stmt->items[i]);
        break;
    case ST_LOOP: check_loop(check, stmt); break;
    case ST_ASSIGN: check_assign(check, stmt); break;
    case ST_DECLARE: check_declare(check, stmt); break;
    case ST_IF:
        check_condition(check, stmt);
        check_scoped(check, stmt->body);
        if (stmt->otherwise)
            check_scoped(check, stmt->otherwise);
        break;
    case ST_WHILE:
        check_condition(check, stmt);
        check->loops++;
        check_scoped(check, stmt->body);
        check->loops--;
        break;
    case ST_BREAK:
    case ST_CONTINUE: need(check, check->loops ? stmt : NULL, "a break or continue outside of any loop"); break;
    case ST_RETURN:
        need(check, check->in_function ? stmt : NULL, "a return outside of a helper function");
        check_whole(check, stmt->value);
        break;
    case ST_EVALUATE:
        need(check, stmt->value, "an evaluation of nothing");
        check_whole(check, stmt->value);
        break;
    case ST_BARRIER: break;
    case ST_KERNEL: check_kernel(check, stmt); break;
    case ST_ROTATE: check_rotation(check, stmt); break;
    }
    if (stmt->kind != ST_DECLARE)
        check->scope.count = outside;
    check->stmt = around;
}

static void check_function(Check *check, const Function *function)
{
    if (!function->body)
        return;
    int outside = check->scope.count;
    for (int i = 0; i < function->nparameters; i++)
        enter(check, function->parameters[i]);
    check->in_function = true;
    check_scoped(check, function->body);
    check->in_function = false;
    check->scope.count = outside;
}

const char *nest_broken_rule(Arena *arena, const Nest *nest, const Stmt *body)
{
    Check *check = ARENA_NEW(arena, Check); // not on the stack: longjmp forgets what changes there
    *check = (Check){.nest = nest, .scratch = arena, .report = {.arena = arena}, .is_source = body == nest->body};
    if (setjmp(check->broken))
        return text_string(&check->report);
    FOR_EACH(i, &nest->functions)
        check_function(check, nest->functions.items[i]);
    FOR_EACH(i, &nest->ways)
        enter(check, nest->ways.items[i]);
    if (body)
        check_scoped(check, body);
    return NULL;
}

void check_nest(const Nest *nest, const Stmt *body, const char *after_pass)
{
    Arena *scratch = arena_new();
    const char *rule = nest_broken_rule(scratch, nest, body);
    const char *message = rule ? intern_printf("after %s: %s", after_pass, rule) : NULL;
    arena_release(scratch);
    if (message)
        unreachable_bug(message);
}
