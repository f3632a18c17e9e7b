// Scalars that kernels write live in cells: scratch arrays of one element. Scalars that the host can compute from its
// own values stay on the host (contracts in lower.h and ScalarCell).
#include "transform/lower/lower.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/upward_exposed.h"

#include <string.h>

// ---- which scalar lives where

typedef struct Survey {
    Lowering *lowering;
    VECTOR(const Symbol *) written;       // outside of every kernel's own declarations
    VECTOR(const Symbol *) declared;      // on the host part
    VECTOR(const Stmt *) host_statements; // ASSIGN and DECLARE of scalars on the host part
    VECTOR(const Symbol *) own;           // declared inside the kernel under survey
    const Stmt *shared;                   // sets a scalar from outside its kernel in several threads; NULL: none does
} Survey;

static bool has(const Symbol *const *items, int count, const Symbol *symbol)
{
    for (int i = 0; i < count; i++)
        if (items[i] == symbol)
            return true;
    return false;
}

static bool note_declaration(void *context, const Stmt *stmt)
{
    Survey *survey = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        VECTOR_PUSH(survey->lowering->state->arena, &survey->own, stmt->symbol);
    return true;
}

static void note_written(Survey *survey, const Symbol *symbol)
{
    if (!has(survey->written.items, survey->written.count, symbol) &&
        !has(survey->own.items, survey->own.count, symbol))
        VECTOR_PUSH(survey->lowering->state->arena, &survey->written, symbol);
}

static bool note_write(void *context, const Stmt *stmt)
{
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        note_written(context, stmt->place->symbol);
    return true;
}

// The first assignment to a scalar from outside the kernel that all threads of a bound loop make; or NULL. Under a
// condition, one of them makes it. A statement of the source is not made by all: iterations that run at the same time
// do not depend on each other, so that at most one of them stores the scalar.
static const Stmt *made_by_all(const Survey *survey, const Stmt *stmt, bool bound)
{
    const Stmt *found = NULL;
    if (!stmt || stmt->kind == ST_IF)
        return NULL;
    if (stmt->kind == ST_ASSIGN)
        return bound && !stmt->id && stmt->place->kind == EX_SYMBOL &&
                       !has(survey->own.items, survey->own.count, stmt->place->symbol)
                   ? stmt
                   : NULL;
    bound = bound || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding));
    for (int i = 0; !found && i < stmt->nitems; i++)
        found = made_by_all(survey, stmt->items[i], bound);
    return found ? found : made_by_all(survey, stmt->body, bound);
}

static void survey_kernel(Survey *survey, const Stmt *stmt)
{
    survey->own.count = 0;
    stmt_walk(stmt, note_declaration, survey);
    stmt_walk(stmt, note_write, survey);
    survey->shared = survey->shared ? survey->shared : made_by_all(survey, stmt, false);
    survey->own.count = 0;
}

static void survey_host(Survey *survey, const Stmt *stmt)
{
    Arena *arena = survey->lowering->state->arena;
    bool scalar =
        (stmt->kind == ST_DECLARE && stmt->symbol) || (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL);
    if (scalar) {
        VECTOR_PUSH(arena, &survey->host_statements, stmt);
        if (stmt->kind == ST_DECLARE)
            VECTOR_PUSH(arena, &survey->declared, stmt->symbol);
        return;
    }
    bool holds_kernels =
        stmt->kind == ST_BLOCK ||
        (belongs_to_host(stmt) && !(stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)));
    if (!holds_kernels) {
        survey_kernel(survey, stmt);
        return;
    }
    for (int i = 0; i < stmt->nitems; i++)
        survey_host(survey, stmt->items[i]);
    if (stmt->body)
        survey_host(survey, stmt->body);
    if (stmt->otherwise)
        survey_host(survey, stmt->otherwise);
}

bool is_host_scalar(const Lowering *lowering, const Symbol *symbol)
{
    return has(lowering->host_scalars.items, lowering->host_scalars.count, symbol);
}

typedef struct HostQuestion {
    const Lowering *lowering;
    bool answer;
} HostQuestion;

static bool is_intrinsic(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_INTRINSIC;
    return !*found;
}

// The address of an array in the device's memory decides where aligned tiles begin.
static bool needs_device(const Lowering *lowering, const Expr *iterator)
{
    bool found = false;
    expr_walk(expand_definitions(lowering->state->arena, &lowering->host_loops, (Expr *)iterator), is_intrinsic,
              &found);
    return found;
}

static bool ask_host(void *context, const Expr *expr)
{
    HostQuestion *question = context;
    bool iterator = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_ITERATOR;
    bool device_scalar = expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM &&
                         expr->symbol->role != SYM_ITERATOR && !is_host_scalar(question->lowering, expr->symbol);
    bool device_function = expr->kind == EX_CALL && expr->function;
    if (device_scalar || device_function || expr->kind == EX_ACCESS || expr->kind == EX_INTRINSIC ||
        (iterator && needs_device(question->lowering, expr)))
        question->answer = false;
    return question->answer;
}

bool is_host_value(const Lowering *lowering, const Expr *expr)
{
    HostQuestion question = {lowering, true};
    expr_walk(expr, ask_host, &question);
    return question.answer;
}

static void offer_to_host(Survey *survey, const Symbol *symbol)
{
    Lowering *lowering = survey->lowering;
    if (!has(survey->written.items, survey->written.count, symbol) && !is_host_scalar(lowering, symbol))
        VECTOR_PUSH(lowering->state->arena, &lowering->host_scalars, symbol);
}

// Starts with all scalars that the host part declares or sets. Drops those that need a value from the device, until
// none does.
static void find_host_scalars(Survey *survey)
{
    Lowering *lowering = survey->lowering;
    FOR_EACH(i, &survey->declared)
        offer_to_host(survey, survey->declared.items[i]);
    FOR_EACH(i, &survey->host_statements)
        if (survey->host_statements.items[i]->kind == ST_ASSIGN)
            offer_to_host(survey, survey->host_statements.items[i]->place->symbol);
    for (bool changed = true; changed;) {
        changed = false;
        FOR_EACH(i, &survey->host_statements) {
            const Stmt *stmt = survey->host_statements.items[i];
            const Symbol *symbol = stmt->kind == ST_DECLARE ? stmt->symbol : stmt->place->symbol;
            if (!is_host_scalar(lowering, symbol) || !stmt->value || is_host_value(lowering, stmt->value))
                continue;
            int kept = 0;
            FOR_EACH(k, &lowering->host_scalars)
                if (lowering->host_scalars.items[k] != symbol)
                    lowering->host_scalars.items[kept++] = lowering->host_scalars.items[k];
            lowering->host_scalars.count = kept;
            changed = true;
        }
    }
}

static void add_cell(Lowering *lowering, const Symbol *symbol)
{
    Arena *arena = lowering->state->arena;
    Expr *one = expr_index(arena, 1);
    Array *array =
        nest_array(lowering->state->nest, intern_printf("%s_cell", symbol->name), symbol->type, SPACE_SCRATCH, &one, 1);
    bool outside = symbol->role == SYM_LIVE;
    ScalarCell cell = {symbol, array, outside, outside && symbol->live_after};
    VECTOR_PUSH(arena, &lowering->program->cells, cell);
    VECTOR_PUSH(arena, &lowering->program->scratch, array);
}

static const Array *cell_of(const Lowering *lowering, const Symbol *symbol)
{
    FOR_EACH(i, &lowering->program->cells)
        if (lowering->program->cells.items[i].symbol == symbol)
            return lowering->program->cells.items[i].cell;
    return NULL;
}

static Expr *cell_access(Arena *arena, const Array *cell)
{
    Expr *zero = expr_index(arena, 0);
    return expr_access(arena, cell, &zero);
}

bool plan_cells(Lowering *lowering, const Stmt *root)
{
    Survey survey = {.lowering = lowering};
    survey_host(&survey, root);
    find_host_scalars(&survey);
    if (survey.shared) {
        diag_refuse(
            lowering->state->diag, lowering->state->nest->loc,
            "the schedule is refused: all threads of a kernel would store '%s', as no loop around them runs in blocks",
            survey.shared->place->symbol->name);
        return false;
    }
    FOR_EACH(i, &survey.host_statements) {
        const Stmt *stmt = survey.host_statements.items[i];
        if (stmt->kind == ST_ASSIGN)
            note_written(&survey, stmt->place->symbol);
        else if (!is_host_scalar(lowering, stmt->symbol))
            note_written(&survey, stmt->symbol);
    }
    FOR_EACH(i, &survey.written)
        if (!is_host_scalar(lowering, survey.written.items[i]))
            add_cell(lowering, survey.written.items[i]);
    return true;
}

// ---- their use on the host

typedef struct Bringing {
    Lowering *lowering;
    StmtList *before;
    VECTOR(const Symbol *) known; // brought already, as `local` of the same index
    VECTOR(Symbol *) local;
    bool impossible;
} Bringing;

static Symbol *declare_brought(Bringing *bringing, const char *name, Expr *value)
{
    Lowering *lowering = bringing->lowering;
    Symbol *local = nest_symbol(lowering->state->nest, intern_printf("%s_now", name), value->type, SYM_LOCAL);
    VECTOR_PUSH(lowering->state->arena, bringing->before, stmt_declare(lowering->state->arena, local, value));
    VECTOR_PUSH(lowering->state->arena, &lowering->host_scalars, local);
    return local;
}

static Expr *bring_cell(Bringing *bringing, const Symbol *symbol)
{
    Lowering *lowering = bringing->lowering;
    Arena *arena = lowering->state->arena;
    FOR_EACH(i, &bringing->known)
        if (bringing->known.items[i] == symbol)
            return expr_symbol(arena, bringing->local.items[i]);
    Symbol *local = declare_brought(bringing, symbol->name, cell_access(arena, cell_of(lowering, symbol)));
    VECTOR_PUSH(arena, &bringing->known, symbol);
    VECTOR_PUSH(arena, &bringing->local, local);
    return expr_symbol(arena, local);
}

static bool note_branching(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr_branches(expr);
    return !*found;
}

static Expr *bring(void *context, Expr *expr)
{
    Bringing *bringing = context;
    Lowering *lowering = bringing->lowering;
    if (expr->kind == EX_ACCESS) {
        // Elements that a branch may not read are left alone.
        bool plain = expr->array->space == SPACE_GLOBAL && expr->array->held == HOST_POINTER;
        for (int d = 0; d < expr->noperands; d++)
            plain = plain && is_host_value(lowering, expr->operands[d]);
        bringing->impossible |= !plain || expr->npath > 0;
        return bringing->impossible
                   ? expr
                   : expr_symbol(lowering->state->arena, declare_brought(bringing, expr->array->name, expr));
    }
    if (expr->kind != EX_SYMBOL)
        return expr;
    return cell_of(lowering, expr->symbol)      ? bring_cell(bringing, expr->symbol)
           : expr->symbol->role == SYM_ITERATOR ? on_host(lowering, expr)
                                                : expr;
}

static bool note_access(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_ACCESS;
    return !*found;
}

// A kernel of one thread computes the value, in a cell of its own.
static Expr *computed_by_kernel(Lowering *lowering, Expr *expr, const char *name, StmtList *before)
{
    Arena *arena = lowering->state->arena;
    Symbol *symbol = nest_symbol(lowering->state->nest, name, expr->type, SYM_LOCAL);
    add_cell(lowering, symbol);
    Stmt *kernel = lower_kernel(lowering, stmt_assign(arena, expr_symbol(arena, symbol), OP_NONE, expr, NULL));
    if (!kernel)
        return NULL;
    VECTOR_PUSH(arena, before, kernel);
    Bringing bringing = {.lowering = lowering, .before = before};
    return bring_cell(&bringing, symbol);
}

// What the host computes from values that it reads from the device; NULL: it cannot.
static Expr *computed_on_host(Lowering *lowering, Expr *expr, StmtList *before)
{
    StmtList reads = {0};
    Bringing bringing = {.lowering = lowering, .before = &reads};
    bool branches = false, accesses = false;
    expr_walk(expr, note_branching, &branches);
    expr_walk(expr, note_access, &accesses);
    if (branches && accesses)
        return NULL;
    Expr *brought = expr_rewrite(lowering->state->arena, expr, bring, &bringing);
    if (bringing.impossible || !is_host_value(lowering, brought))
        return NULL;
    FOR_EACH(i, &reads)
        VECTOR_PUSH(lowering->state->arena, before, reads.items[i]);
    return brought;
}

Expr *brought_to_host(Lowering *lowering, Expr *expr, const char *name, StmtList *before)
{
    if (is_host_value(lowering, expr))
        return on_host(lowering, expr);
    Expr *brought = computed_on_host(lowering, expr, before);
    return brought ? brought : computed_by_kernel(lowering, expr, name, before);
}

// ---- their use in a kernel

typedef struct Cells {
    Lowering *lowering;
    const Stmt *body;
    bool one_thread;
    VECTOR(const Symbol *) from; // read through a local: `with` of the same index
    VECTOR(Symbol *) with;
} Cells;

static Expr *use_cell(void *context, Expr *expr)
{
    Cells *cells = context;
    if (expr->kind != EX_SYMBOL)
        return expr;
    FOR_EACH(i, &cells->from)
        if (cells->from.items[i] == expr->symbol)
            return expr_symbol(cells->lowering->state->arena, cells->with.items[i]);
    const Array *cell = cell_of(cells->lowering, expr->symbol);
    return cell ? cell_access(cells->lowering->state->arena, cell) : expr;
}

// A local of the same name: nothing mentions the scalar itself after all kernels use its cell.
static Symbol *local_of(Lowering *lowering, const Symbol *symbol)
{
    Symbol *local = ARENA_NEW(lowering->state->nest->unit->arena, Symbol);
    *local = (Symbol){.name = symbol->name, .type = symbol->type, .role = SYM_LOCAL, .loc = symbol->loc};
    return local;
}

typedef struct Own {
    Lowering *lowering;
    const Symbol *symbol; // the scalar of which a scope has one of its own
    Symbol *local;
} Own;

static Stmt *declare_own(void *context, Stmt *stmt)
{
    const Own *own = context;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == own->symbol;
    return declares ? stmt_declare(own->lowering->state->arena, own->local, stmt->value) : stmt;
}

static Expr *mention_own(void *context, Expr *expr)
{
    const Own *own = context;
    bool mentions = expr->kind == EX_SYMBOL && expr->symbol == own->symbol;
    return mentions ? expr_symbol(own->lowering->state->arena, own->local) : expr;
}

// A scalar that the kernel declares is another one in each scope, and has no cell, although a copy of the loop, whose
// iterations are kernels, needs one. (host_block has turned the declarations of the host part into assignments.)
static Stmt *keep_own(void *context, Stmt *stmt)
{
    Lowering *lowering = context;
    Arena *arena = lowering->state->arena;
    StmtList items = {0};
    bool any = false;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        VECTOR_PUSH(arena, &items, stmt->items[i]);
    FOR_EACH(i, &items) {
        const Stmt *item = items.items[i];
        if (item->kind != ST_DECLARE || !item->symbol || !cell_of(lowering, item->symbol))
            continue;
        Own own = {lowering, item->symbol, local_of(lowering, item->symbol)};
        for (int k = i; k < items.count; k++)
            items.items[k] = stmt_rewrite(arena, items.items[k], declare_own, mention_own, &own);
        any = true;
    }
    return any ? stmt_block(arena, items.items, items.count) : stmt;
}

Stmt *use_cells(Lowering *lowering, Stmt *body, bool one_thread)
{
    Arena *arena = lowering->state->arena;
    body = stmt_rewrite(arena, body, keep_own, NULL, lowering);
    Cells cells = {.lowering = lowering, .body = body, .one_thread = one_thread};
    StmtList items = {0};
    StmtList stores = {0};
    FOR_EACH(i, &lowering->program->cells) {
        const ScalarCell *cell = &lowering->program->cells.items[i];
        bool writes = tree_writes_symbol(body, cell->symbol);
        if (!tree_mentions(body, cell->symbol) || (writes && !one_thread))
            continue;
        Symbol *local = local_of(lowering, cell->symbol);
        VECTOR_PUSH(arena, &cells.from, cell->symbol);
        VECTOR_PUSH(arena, &cells.with, local);
        Expr *before = tree_assigns_first(body, cell->symbol) ? NULL : cell_access(arena, cell->cell);
        Stmt *store = stmt_assign(arena, cell_access(arena, cell->cell), OP_NONE, expr_symbol(arena, local), NULL);
        VECTOR_PUSH(arena, &items, stmt_declare(arena, local, before));
        if (writes)
            VECTOR_PUSH(arena, &stores, store);
    }
    VECTOR_PUSH(arena, &items, stmt_rewrite(arena, body, NULL, use_cell, &cells));
    FOR_EACH(i, &stores)
        VECTOR_PUSH(arena, &items, stores.items[i]);
    return stmt_block(arena, items.items, items.count);
}
