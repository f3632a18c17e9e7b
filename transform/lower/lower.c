// Divides the scheduled tree into host code and kernels.
#include "analysis/words.h"
#include "transform/lower/lower.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static Stmt *host_part(Lowering *lowering, Stmt *stmt);

bool belongs_to_host(const Stmt *stmt)
{
    return tree_has_concurrent(stmt) || stmt_rotates(stmt) || tree_leaves(stmt, ST_BREAK) ||
           tree_leaves(stmt, ST_CONTINUE);
}

Expr *on_host(Lowering *lowering, Expr *expr)
{
    return expr_cast(lowering->state->arena, expr->type,
                     expand_definitions(lowering->state->arena, &lowering->host_loops, expr));
}

static Expr *to_host(void *context, Expr *expr)
{
    Lowering *lowering = context;
    if (expr->kind != EX_SYMBOL || expr->symbol->role != SYM_ITERATOR)
        return expr;
    return on_host(lowering, expr);
}

Stmt *after_those(Lowering *lowering, StmtList *before, Stmt *stmt)
{
    VECTOR_PUSH(lowering->state->arena, before, stmt);
    return stmt_block(lowering->state->arena, before->items, before->count);
}

static Stmt *host_loop(Lowering *lowering, Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    StmtList before = {0};
    Loop host = *loop;
    host.binding = BIND_HOST;
    host.persists = PERSISTS_NOT;
    host.limit = 0;
    host.copies = host.slides = 0; // kernels are launched one after the other
    host.lower = brought_to_host(lowering, loop->lower, intern_printf("%s_first", loop->name), &before);
    host.upper = brought_to_host(lowering, loop->upper, intern_printf("%s_end", loop->name), &before);
    host.step = brought_to_host(lowering, loop->step, intern_printf("%s_step", loop->name), &before);
    if (!host.lower || !host.upper || !host.step)
        return NULL;
    host.defines = NULL; // kernels define it themselves
    host.definition = NULL;
    if (lowering->host_loops.count == 2 * MAX_DEPTH)
        unreachable_bug("more loops inside of one another than a step leaves");
    lowering->host_loops.loops[lowering->host_loops.count++] = loop;
    int kernels = lowering->kernels;
    Stmt *body = host_part(lowering, stmt->body);
    lowering->host_loops.count--;
    if (!body)
        return NULL;
    Stmt *made = stmt_loop_for(lowering->state->arena, stmt, &host, body);
    if (loop->persists) {
        lowering->kernels = kernels; // those inside are parts of one
        made = persistent_kernel(lowering, stmt, made);
    }
    if (!made)
        return NULL;
    return after_those(lowering, &before, made);
}

static Stmt *host_branch(Lowering *lowering, Stmt *stmt)
{
    StmtList before = {0};
    Expr *condition = brought_to_host(lowering, stmt->condition, "condition", &before);
    if (!condition)
        return NULL;
    Stmt *body = host_part(lowering, stmt->body);
    Stmt *otherwise = stmt->otherwise ? host_part(lowering, stmt->otherwise) : NULL;
    if (!body || (stmt->otherwise && !otherwise))
        return NULL;
    return after_those(lowering, &before, stmt_if(lowering->state->arena, condition, body, otherwise));
}

// Whether the statement stays on the host unchanged: a jump, an exchange of pointers, or a host scalar that is declared
// or assigned.
static bool is_host_statement(const Lowering *lowering, const Stmt *stmt)
{
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        return is_host_scalar(lowering, stmt->symbol);
    if (stmt->kind == ST_ROTATE || stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE)
        return true;
    return stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && is_host_scalar(lowering, stmt->place->symbol);
}

static bool runs_in_one_thread(const Lowering *lowering, const Stmt *stmt)
{
    return !belongs_to_host(stmt) && !is_host_statement(lowering, stmt);
}

// The declaration of a scalar that lives in a cell: only its value remains.
static Stmt *declaration_to_assignment(Arena *arena, Stmt *stmt)
{
    if (stmt->kind != ST_DECLARE || !stmt->symbol)
        return stmt;
    return stmt->value ? stmt_assign(arena, expr_symbol(arena, stmt->symbol), OP_NONE, stmt->value, NULL) : NULL;
}

static Stmt *host_block(Lowering *lowering, Stmt *stmt)
{
    Arena *arena = lowering->state->arena;
    StmtList items = {0};
    for (int i = 0; i < stmt->nitems; i++) {
        StmtList alone = {0};
        for (; i < stmt->nitems && runs_in_one_thread(lowering, stmt->items[i]); i++) {
            Stmt *item = declaration_to_assignment(arena, stmt->items[i]);
            if (item)
                VECTOR_PUSH(arena, &alone, item);
        }
        if (alone.count) {
            Stmt *kernel = lower_kernel(lowering, stmt_block(arena, alone.items, alone.count));
            if (!kernel)
                return NULL;
            VECTOR_PUSH(arena, &items, kernel);
        }
        if (i == stmt->nitems)
            break;
        Stmt *item = host_part(lowering, stmt->items[i]);
        if (!item)
            return NULL;
        VECTOR_PUSH(arena, &items, item);
    }
    return stmt_block(arena, items.items, items.count);
}

static Stmt *host_part(Lowering *lowering, Stmt *stmt)
{
    if (is_host_statement(lowering, stmt))
        return stmt_rewrite(lowering->state->arena, stmt, NULL, to_host, lowering);
    if (stmt->kind == ST_BLOCK)
        return host_block(lowering, stmt);
    if (!belongs_to_host(stmt)) {
        Stmt *item = declaration_to_assignment(lowering->state->arena, stmt);
        return item ? lower_kernel(lowering, item) : stmt_block(lowering->state->arena, NULL, 0);
    }
    switch (stmt->kind) {
    case ST_LOOP:
        return binding_is_concurrent(stmt->loop->binding) ? lower_kernel(lowering, stmt) : host_loop(lowering, stmt);
    case ST_IF: return host_branch(lowering, stmt);
    default:
        diag_refuse(lowering->state->diag, stmt->loc, "a 'while' around parallel loops would have to run on the host");
        return NULL;
    }
}

// ---- arrays between kernels

// The first local array that is declared on the host part, or NULL.
static const Stmt *array_on_host(const Stmt *stmt)
{
    if (!stmt || (stmt->kind != ST_BLOCK && stmt->kind != ST_DECLARE && !tree_has_concurrent(stmt)))
        return NULL;
    if (stmt->kind == ST_DECLARE)
        return stmt->array ? stmt : NULL;
    if (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding))
        return NULL;
    const Stmt *found = NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = array_on_host(stmt->items[i]);
    found = found ? found : array_on_host(stmt->body);
    return found ? found : array_on_host(stmt->otherwise);
}

// A kernel may write values to it that another one reads: a local array that is declared around kernels becomes device
// memory.
static Stmt *arrays_to_scratch(Lowering *lowering, Stmt *root)
{
    const Candidate *state = lowering->state;
    for (const Stmt *declaration; tree_has_concurrent(root) && (declaration = array_on_host(root));) {
        const Array *local = declaration->array;
        const Array *scratch =
            nest_array(state->nest, local->name, local->element, SPACE_SCRATCH, local->extent, local->ndim);
        root = stmt_use_array(state->arena, tree_replace(state->arena, root, declaration, NULL), local, scratch);
    }
    return root;
}

// Every concurrent loop was bound on the condition that its reductions are taken apart later: were they?
static bool is_complete(Candidate *state, const Stmt *root)
{
    const Dependence *violation = order_violation(state, root, 0, state->relaxed);
    if (!violation)
        return true;
    diag_refuse(state->diag, state->nest->loc,
                "the schedule runs iterations that depend on each other concurrently or in another order");
    note_dependence(state->diag, state->facts, violation);
    if (violation->reduction >= 0)
        diag_note(state->diag, state->nest->loc, "a 'reduce' step would take this reduction apart");
    return false;
}

static bool reassociates(const Candidate *state)
{
    FOR_EACH(i, &state->facts->reductions)
        if (numbers_have(state->relaxed, i) && state->facts->reductions.items[i].reassociates)
            return true;
    return false;
}

// NULL: refused, and said to state->diag.
static Program *make_program(Candidate *state)
{
    if (!is_complete(state, state->tree))
        return NULL;
    Program *program = ARENA_NEW(state->arena, Program);
    program->nest = state->nest;
    program->facts = state->facts;
    program->fast = state->fast;
    program->plain = state->plain;
    program->reassociates = state->reassociates || reassociates(state);
    program->fuses = state->fuses;
    Lowering lowering = {.state = state, .program = program};
    Stmt *root = arrays_to_scratch(&lowering, state->tree);
    FOR_EACH(i, &state->nest->arrays)
        if (state->nest->arrays.items[i]->space == SPACE_SCRATCH &&
            tree_mentions_array(root, state->nest->arrays.items[i]))
            VECTOR_PUSH(state->arena, &program->scratch, state->nest->arrays.items[i]);
    if (!plan_cells(&lowering, root))
        return NULL;
    program->host = host_part(&lowering, root);
    if (!program->host)
        return NULL;
    check_nest(state->nest, program->host, "lower");
    return program;
}

LowerResult lower(const Candidate *candidate)
{
    Candidate *state = candidate_copy(candidate);
    Program *program = make_program(state);
    return (LowerResult){program, program ? NULL : diag_refusal(state->diag)};
}

const Program *lower_tried(const Candidate *candidate)
{
    Candidate *tried = candidate_copy(candidate);
    tried->observer = NULL;
    tried->unread = true;
    return lower(tried).program;
}
