#include "transform/source/source.h"

#include "analysis/analyze_as.h"

#include "analysis/operations.h"
#include "transform/apply.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- copies

typedef struct Copy {
    Candidate *state;
    VECTOR(const Symbol *) symbols;
    VECTOR(const Symbol *) new_symbols;
    VECTOR(const Array *) arrays;
    VECTOR(Array *) new_arrays;
} Copy;

static void copy_symbol(Copy *copy, const Symbol *symbol)
{
    Symbol *fresh = nest_symbol(copy->state->nest, symbol->name, symbol->type, symbol->role);
    fresh->loc = symbol->loc;
    VECTOR_PUSH(copy->state->arena, &copy->symbols, symbol);
    VECTOR_PUSH(copy->state->arena, &copy->new_symbols, fresh);
}

static void copy_array(Copy *copy, const Array *array)
{
    Array *fresh = nest_array(copy->state->nest, array->name, array->element, array->space, array->extent, array->ndim);
    const char *name = fresh->name;
    *fresh = *array;
    fresh->name = name;
    VECTOR_PUSH(copy->state->arena, &copy->arrays, array);
    VECTOR_PUSH(copy->state->arena, &copy->new_arrays, fresh);
}

static const Symbol *copied_symbol(const Copy *copy, const Symbol *symbol)
{
    FOR_EACH(i, &copy->symbols)
        if (copy->symbols.items[i] == symbol)
            return copy->new_symbols.items[i];
    return NULL;
}

static Array *copied_array(const Copy *copy, const Array *array)
{
    FOR_EACH(i, &copy->arrays)
        if (copy->arrays.items[i] == array)
            return copy->new_arrays.items[i];
    return NULL;
}

static bool find_declared(void *context, const Stmt *stmt)
{
    Copy *copy = context;
    if (stmt->kind == ST_LOOP && !copied_symbol(copy, stmt->loop->iterator))
        copy_symbol(copy, stmt->loop->iterator);
    if (stmt->kind == ST_DECLARE && stmt->symbol && !copied_symbol(copy, stmt->symbol))
        copy_symbol(copy, stmt->symbol);
    if (stmt->kind == ST_DECLARE && stmt->array && !copied_array(copy, stmt->array))
        copy_array(copy, stmt->array);
    return true;
}

static Expr *copy_expr(void *context, Expr *expr)
{
    const Copy *copy = context;
    const Symbol *symbol = expr->kind == EX_SYMBOL ? copied_symbol(copy, expr->symbol) : NULL;
    const Array *array = expr->kind == EX_ACCESS ? copied_array(copy, expr->array) : NULL;
    if (!symbol && !array)
        return expr;
    Expr *made = arena_copy(copy->state->arena, expr, sizeof *expr);
    if (symbol)
        made->symbol = symbol;
    else
        made->array = array;
    return made;
}

static Stmt *copy_stmt(void *context, Stmt *stmt)
{
    const Copy *copy = context;
    Candidate *state = copy->state;
    Stmt *made = arena_copy(state->arena, stmt, sizeof *stmt);
    if (stmt->id)
        made->id = ++state->nest->next_stmt;
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        made->symbol = (Symbol *)copied_symbol(copy, stmt->symbol);
    if (stmt->kind == ST_DECLARE && stmt->array)
        made->array = copied_array(copy, stmt->array);
    if (stmt->kind != ST_LOOP)
        return made;
    Loop *loop = arena_copy(state->arena, stmt->loop, sizeof *stmt->loop);
    loop->id = loop->origin = nest_loop_id(state->nest);
    loop->iterator = copied_symbol(copy, stmt->loop->iterator);
    made->loop = loop;
    return made;
}

Stmt *source_copy(Candidate *state, Stmt *stmt)
{
    Copy copy = {.state = state};
    stmt_walk(stmt, find_declared, &copy);
    return stmt_rewrite(state->arena, stmt, copy_stmt, copy_expr, &copy);
}

Stmt *source_statement(Candidate *state, Stmt *stmt, Loc loc)
{
    stmt->id = ++state->nest->next_stmt;
    stmt->loc = loc;
    return stmt;
}

Loop source_parts(Candidate *state, const char *name, const char *iterator, Expr *count, Loc loc)
{
    Symbol *symbol = nest_symbol(state->nest, iterator, type_scalar(TY_I64), SYM_ITERATOR);
    symbol->loc = loc;
    LoopId id = nest_loop_id(state->nest);
    return (Loop){.id = id,
                  .origin = id,
                  .name = name,
                  .iterator = symbol,
                  .lower = expr_index(state->arena, 0),
                  .upper = count,
                  .step = expr_index(state->arena, 1),
                  .step_sign = 1};
}

// ---- what cannot be divided

static const char calls_or_jumps[] = "it contains a call, a jump or a 'while'";

const char *source_jump(const Stmt *stmt)
{
    bool jumps = stmt->kind == ST_EVALUATE || stmt->kind == ST_WHILE || stmt->kind == ST_BREAK ||
                 stmt->kind == ST_CONTINUE || stmt->kind == ST_ROTATE;
    return jumps ? calls_or_jumps : NULL;
}

const char *source_call(const Expr *expr)
{
    bool calls = expr->kind == EX_ADDRESS || (expr->kind == EX_CALL && expr->function && !expr->function->pure);
    return calls ? calls_or_jumps : NULL;
}

static bool find_jump(void *context, const Stmt *stmt)
{
    const char **reason = context;
    *reason = *reason ? *reason : source_jump(stmt);
    return !*reason;
}

static bool find_call(void *context, const Expr *expr)
{
    const char **reason = context;
    *reason = *reason ? *reason : source_call(expr);
    return !*reason;
}

const char *source_jump_or_call(const Stmt *root)
{
    const char *reason = NULL;
    stmt_walk(root, find_jump, &reason);
    stmt_walk_expressions(root, find_call, &reason);
    return reason;
}

// ---- what changes

typedef struct Change {
    const Stmt *root;
    const Expr *read;
    bool found;
} Change;

static bool find_write(void *context, const Stmt *stmt)
{
    Change *change = context;
    const Expr *read = change->read;
    const Symbol *written = stmt->kind == ST_DECLARE                                    ? stmt->symbol
                            : stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL ? stmt->place->symbol
                                                                                        : NULL;
    const Array *array = stmt->kind == ST_DECLARE                                    ? stmt->array
                         : stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS ? stmt->place->array
                                                                                     : NULL;
    change->found = change->found || (read->kind == EX_SYMBOL && read->symbol == written) ||
                    (read->kind == EX_ACCESS && (read->array == array || stmt->kind == ST_EVALUATE));
    return !change->found;
}

static bool find_change(void *context, const Expr *expr)
{
    Change *change = context;
    change->read = expr;
    if (expr->kind == EX_SYMBOL || expr->kind == EX_ACCESS)
        stmt_walk(change->root, find_write, change);
    return !change->found;
}

bool source_changes(const Stmt *root, const Expr *expr)
{
    Change change = {.root = root};
    expr_walk(expr, find_change, &change);
    return change.found;
}

int source_item_of(const Stmt *block, const Stmt *item)
{
    for (int i = 0; i < block->nitems; i++)
        if (block->items[i] == item)
            return i;
    return -1;
}

typedef struct Search {
    const Stmt *first, *second, *block;
} Search;

static bool find_block(void *context, const Stmt *stmt)
{
    Search *search = context;
    int first = stmt->kind == ST_BLOCK ? source_item_of(stmt, search->first) : -1;
    if (first >= 0 && source_item_of(stmt, search->second) > first)
        search->block = stmt;
    return !search->block;
}

const Stmt *source_block_of(const Stmt *root, const Stmt *first, const Stmt *second)
{
    Search search = {first, second, NULL};
    stmt_walk(root, find_block, &search);
    return search.block;
}

const char *source_indivisible(const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    if (!expr_is_int(loop->step, 1) || loop->factor || loop->endless || loop->may_wrap || loop->from_zero)
        return "it does not count up one by one";
    if (stmt_rotates(stmt))
        return "pointers change places in it";
    if (tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return "a 'break' or 'continue' leaves its iterations";
    if (source_changes(stmt->body, loop->lower) || source_changes(stmt->body, loop->upper))
        return "its range changes inside it";
    return NULL;
}

LoopId source_declared_in(const Stmt *loop, const Symbol *symbol)
{
    if (!tree_declares(loop, symbol))
        return 0;
    Varying inner = varying_below(loop->body);
    for (int i = inner.count - 1; i >= 0; i--) {
        const Stmt *stmt = stmt_find_loop(loop->body, inner.loops[i]->id);
        if (stmt && tree_declares(stmt->body, symbol))
            return inner.loops[i]->id;
    }
    return loop->loop->id;
}

// ---- names: the second loop called i, in the order of the text, is i#2

typedef struct Names {
    Arena *arena;
    VECTOR(const char *) bases;
    VECTOR(LoopId) loops;
    VECTOR(const char *) names;
} Names;

static bool name_loop(void *context, const Stmt *stmt)
{
    Names *names = context;
    if (stmt->kind != ST_LOOP)
        return true;
    const char *base = intern_n(stmt->loop->name, strcspn(stmt->loop->name, "#"));
    int number = 1;
    FOR_EACH(i, &names->bases)
        number += names->bases.items[i] == base;
    VECTOR_PUSH(names->arena, &names->bases, base);
    VECTOR_PUSH(names->arena, &names->loops, stmt->loop->id);
    VECTOR_PUSH(names->arena, &names->names, number == 1 ? base : intern_printf("%s#%d", base, number));
    return true;
}

static Stmt *rename_loop(void *context, Stmt *stmt)
{
    const Names *names = context;
    if (stmt->kind != ST_LOOP)
        return stmt;
    Stmt *made = arena_copy(names->arena, stmt, sizeof *stmt);
    made->loop = arena_copy(names->arena, stmt->loop, sizeof *stmt->loop);
    FOR_EACH(i, &names->loops)
        if (names->loops.items[i] == stmt->loop->id)
            made->loop->name = names->names.items[i];
    return made;
}

static Stmt *number_loops(Arena *arena, Stmt *body)
{
    Names names = {.arena = arena};
    stmt_walk(body, name_loop, &names);
    return stmt_rewrite(arena, body, rename_loop, NULL, &names);
}

// ---- steps

static bool is_measured(const Facts *facts, const Symbol *symbol)
{
    FOR_EACH(i, &facts->measures)
        if (facts->measures.items[i].first == symbol || facts->measures.items[i].last == symbol)
            return true;
    return false;
}

// Whether the source was analyzed before the step must not show: what the launcher measures is found again.
static void forget_measured(Candidate *state)
{
    Nest *nest = state->nest, before = *nest;
    nest->symbols.items = NULL;
    nest->symbols.count = nest->symbols.capacity = 0;
    FOR_EACH(i, &before.symbols)
        if (!is_measured(state->facts, before.symbols.items[i]))
            VECTOR_PUSH(state->arena, &nest->symbols, before.symbols.items[i]);
}

bool source_apply(Candidate *state, const Step *step)
{
    Nest *nest = state->nest;
    if (!state->facts->changeable) {
        diag_refuse(state->diag, nest->loc,
                    "the loops cannot be changed: the values of their iterators after the nest are not known");
        return false;
    }
    Stmt *body = step_carry_out(state, nest->body, step);
    if (!body || !step_judged(state, nest->body, body, step))
        return false;
    state->tree = nest->body = number_loops(state->arena, source_plain(state, body));
    check_nest(nest, nest->body, "a change of the source");
    return true;
}

bool source_analyze(Candidate *state)
{
    Nest *nest = state->nest;
    StepKind kind = state->step->kind;
    forget_measured(state);
    Facts *facts = analyze_nest_as(state->arena, state->diag, nest, state->facts);
    if (facts && facts->unknown && kind != STEP_UNCOLLAPSE) {
        refuse_no_parallel_loop(state->diag, facts);
        state->analyses->refused += facts_operations(facts);
        facts_release(facts);
        facts = NULL;
    }
    if (!facts)
        return false;
    VECTOR_PUSH(state->arena, &state->analyses->facts, facts);
    facts_inherit(facts, (Facts *)state->facts);
    facts->changeable = true;
    state->facts = facts;
    if ((kind == STEP_RFACTOR || kind == STEP_SCAN || kind == STEP_ACCUMULATE) && !state->unsplit)
        state->unsplit = state->before;
    return true;
}
