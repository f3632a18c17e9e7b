// Names for index terms that a kernel's text says several times: &x[2 * (4 * i_tile + i_elem)] in two accesses
// becomes  const long i_offset = 2 * (4 * i_tile + i_elem);  before them. A term is named where the first
// statement computes it in any case, so nothing is computed that was not, and loads stay where they are: terms have no
// memory accesses, and their symbols never change. nvcc finds these values anyway; a reader sees them once. A name is
// not used in the bodies of serial loops below, nor after a barrier: nvcc would keep its register for so long, while it
// computes the term again where that is cheaper. Kernels with asynchronous copies stay as they are: nvcc would order
// the instructions of their loops differently.
#include "codegen/cuda/common_terms.h"
#include "transform/tree/query.h"

#include <string.h>

enum {
    LEAST_SAVING = 4,   // operators that become names
    MOST_NAMES = 12,    // in one list of statements
    MOST_TERMS = 200,   // that are looked at in one list
    MOST_NODES = 20000, // in a kernel
};

typedef struct Naming {
    Arena *arena;
    const Nest *nest;
    const Stmt *root;
    VECTOR(const char *) names; // visible here
} Naming;

typedef VECTOR(const Expr *) Terms;

// ---- which expressions are terms

static bool is_call(Operator op)
{
    return op >= OP_MIN && op <= OP_FLOOR_MOD;
}

static bool is_arithmetic(Operator op)
{
    return (op >= OP_ADD && op <= OP_REM) || is_call(op);
}

typedef struct Look {
    const Naming *naming;
    int weight;
    bool fixed;
} Look;

static bool look_at_part(void *context, const Expr *expr)
{
    Look *look = context;
    bool binary = expr->kind == EX_BINARY && is_arithmetic(expr->op);
    bool other = expr->kind == EX_INT || expr->kind == EX_CAST || (expr->kind == EX_UNARY && expr->op == OP_NEG);
    look->fixed =
        look->fixed && type_is_integer(expr->type) && (binary || other || tree_keeps_operand(look->naming->root, expr));
    look->weight += binary ? 1 + is_call(expr->op) : 0;
    return look->fixed;
}

// How many operators it has, calls twice; 0: it is not a term.
static int weight_of(const Naming *naming, const Expr *expr)
{
    Look look = {naming, 0, true};
    const Expr *plain = expr_strip_casts(expr);
    if (plain->kind != EX_BINARY || !is_arithmetic(plain->op) || expr->type->size < 4)
        return 0;
    expr_walk(expr, look_at_part, &look);
    return look.fixed ? look.weight : 0;
}

// ---- what a statement computes in any case

typedef struct Certain {
    const Naming *naming;
    Terms terms;
} Certain;

// 64 * j_tile + j_elem + 1 is called by the name of what comes before the last sign.
static bool is_neighbour(const Expr *expr)
{
    expr = expr_strip_casts(expr);
    return (expr->op == OP_ADD || expr->op == OP_SUB) && expr_strip_casts(expr->operands[1])->kind == EX_INT;
}

static bool is_known(const Terms *terms, const Expr *term)
{
    FOR_EACH(i, terms)
        if (expr_equal(terms->items[i], term))
            return true;
    return false;
}

static bool add_term(void *context, const Expr *expr)
{
    Certain *certain = context;
    if (weight_of(certain->naming, expr) >= 2 && !is_neighbour(expr) && certain->terms.count < MOST_TERMS &&
        !is_known(&certain->terms, expr))
        VECTOR_PUSH(certain->naming->arena, &certain->terms, expr);
    if (!expr_branches(expr))
        return true;
    expr_walk(expr->operands[0], add_term, certain);
    return false;
}

static void add_certain(Certain *certain, const Expr *expr)
{
    if (expr)
        expr_walk(expr, add_term, certain);
}

static bool runs(const Loop *loop)
{
    return loop->lower->kind == EX_INT && loop->upper->kind == EX_INT && !loop->endless && !loop->not_equal &&
           !loop->factor && loop->step_sign > 0 && loop->lower->integer < loop->upper->integer;
}

static bool leaves(const Stmt *stmt)
{
    return tree_has_kind(stmt, ST_BREAK) || tree_has_kind(stmt, ST_CONTINUE) || tree_has_kind(stmt, ST_RETURN);
}

static void find_certain(Certain *certain, const Stmt *stmt)
{
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++) {
            find_certain(certain, stmt->items[i]);
            if (leaves(stmt->items[i]))
                return;
        }
        return;
    case ST_ASSIGN:
        if (stmt->asynchronous) // its address may be a pointer that is incremented
            return;
        add_certain(certain, stmt->place);
        add_certain(certain, stmt->value);
        return;
    case ST_DECLARE:
    case ST_EVALUATE: add_certain(certain, stmt->value); return;
    case ST_IF: add_certain(certain, stmt->condition); return;
    case ST_WHILE:
        if (stmt->test_after)
            find_certain(certain, stmt->body);
        else
            add_certain(certain, stmt->condition);
        return;
    case ST_LOOP:
        add_certain(certain, stmt->loop->lower);
        if (!stmt->loop->endless)
            add_certain(certain, stmt->loop->upper);
        if (runs(stmt->loop))
            find_certain(certain, stmt->body);
        return;
    default: return;
    }
}

// ---- where a term stands

static bool look_for_last_block(void *context, const Expr *expr)
{
    *(bool *)context |=
        expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_LAST_BLOCK || expr->intrinsic >= IN_NEXT_TURN);
    return true;
}

static bool waits(const Stmt *stmt)
{
    bool found = tree_has_kind(stmt, ST_BARRIER);
    stmt_walk_expressions(stmt, look_for_last_block, &found);
    return found;
}

// Counts a term in statements, or (`by`) puts its name there. Where one of its symbols is declared anew, it is another
// term.
typedef struct Replacing {
    const Naming *naming;
    const Expr *term;
    Expr *by;
    int count;
} Replacing;

static bool count_part(void *context, const Expr *expr)
{
    Replacing *replacing = context;
    bool equal = expr_equal(expr, replacing->term);
    replacing->count += equal;
    return !equal;
}

static Expr *replaced_in(Replacing *replacing, Expr *expr)
{
    if (expr && replacing->by)
        return expr_replace_equal(replacing->naming->arena, expr, replacing->term, replacing->by);
    if (expr)
        expr_walk(expr, count_part, replacing);
    return expr;
}

static Stmt *replaced_below(Replacing *replacing, Stmt *stmt);

static Stmt *replaced_block(Replacing *replacing, Stmt *block)
{
    Arena *arena = replacing->naming->arena;
    StmtList items = {0};
    bool hidden = false;
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        hidden = hidden || (item->kind == ST_DECLARE && item->symbol && expr_mentions(replacing->term, item->symbol));
        Stmt *made = hidden ? item : replaced_below(replacing, item);
        if (replacing->by)
            VECTOR_PUSH(arena, &items, made);
        hidden = hidden || waits(item);
    }
    if (!replacing->by)
        return block;
    return stmt_block(arena, items.items, items.count);
}

static Stmt *replaced_loop(Replacing *replacing, Stmt *stmt)
{
    Loop loop = *stmt->loop;
    bool hidden = expr_mentions(replacing->term, loop.iterator);
    bool apart = hidden || (loop.binding != BIND_UNROLL && loop.binding != BIND_VECTOR);
    loop.lower = replaced_in(replacing, loop.lower);
    loop.upper = hidden ? loop.upper : replaced_in(replacing, loop.upper);
    loop.step = hidden ? loop.step : replaced_in(replacing, loop.step);
    Stmt *body = apart ? stmt->body : replaced_below(replacing, stmt->body);
    return replacing->by ? stmt_loop_for(replacing->naming->arena, stmt, &loop, body) : stmt;
}

// const int i = term; names it already.
static bool declares_term(const Replacing *replacing, const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE && stmt->value &&
           expr_equal(expr_strip_casts(stmt->value), expr_strip_casts(replacing->term));
}

static Stmt *replaced_below(Replacing *replacing, Stmt *stmt)
{
    if (!stmt || (stmt->kind == ST_ASSIGN && stmt->asynchronous))
        return stmt;
    if (stmt->kind == ST_BLOCK)
        return replaced_block(replacing, stmt);
    if (stmt->kind == ST_LOOP)
        return replaced_loop(replacing, stmt);
    Stmt made = *stmt;
    if (!replacing->by && declares_term(replacing, stmt))
        return stmt;
    made.place = replaced_in(replacing, stmt->place);
    made.value = replaced_in(replacing, stmt->value);
    made.condition = replaced_in(replacing, stmt->condition);
    made.body = replaced_below(replacing, stmt->body);
    made.otherwise = replaced_below(replacing, stmt->otherwise);
    return replacing->by ? arena_copy(replacing->naming->arena, &made, sizeof made) : stmt;
}

// ---- names that say what a term is

typedef struct Lead {
    const Symbol *parameter, *index;
} Lead;

static bool look_for_lead(void *context, const Expr *expr)
{
    Lead *lead = context;
    if (expr->kind != EX_SYMBOL)
        return true;
    bool index = expr->symbol->role == SYM_ITERATOR || expr->symbol->role == SYM_LOCAL;
    const Symbol **slot = index ? &lead->index : &lead->parameter;
    *slot = *slot ? *slot : expr->symbol;
    return true;
}

static const char *kind_of_term(const Expr *term)
{
    switch (term->op) {
    case OP_SUB: return "left";
    case OP_DIV:
    case OP_FLOOR_DIV:
    case OP_CEIL_DIV: return "count";
    case OP_REM:
    case OP_FLOOR_MOD: return "rest";
    case OP_MIN:
    case OP_MAX: return "limit";
    default: return "offset";
    }
}

// n_left of n - 4 * i_tile, i_offset of 4 * i_tile + i_elem.
static const char *describe(const Expr *term)
{
    Lead lead = {0};
    term = expr_strip_casts(term);
    expr_walk(term, look_for_lead, &lead);
    bool of_index = lead.index && (!lead.parameter || term->op == OP_ADD || term->op == OP_MUL);
    const Symbol *symbol = of_index ? lead.index : lead.parameter;
    const char *name = symbol ? symbol->name : "thread";
    size_t length = of_index ? strcspn(name, "_") : strlen(name);
    return intern_printf("%.*s_%s", (int)(length ? length : strlen(name)), name, kind_of_term(term));
}

typedef struct Role {
    const Expr *term;
    const char *name;
} Role;

// The end of a loop is called so.
static bool look_for_role(void *context, const Stmt *stmt)
{
    Role *role = context;
    if (stmt->kind == ST_LOOP && !role->name &&
        expr_equal(expr_strip_casts(stmt->loop->upper), expr_strip_casts(role->term)))
        role->name = intern_printf("%s_end", stmt->loop->iterator->name);
    return true;
}

static bool is_taken(const Naming *naming, const char *name)
{
    FOR_EACH(i, &naming->names)
        if (naming->names.items[i] == name)
            return true;
    FOR_EACH(i, &naming->nest->symbols)
        if (naming->nest->symbols.items[i]->name == name)
            return true;
    FOR_EACH(i, &naming->nest->arrays)
        if (naming->nest->arrays.items[i]->name == name)
            return true;
    return false;
}

static Symbol *name_term(Naming *naming, const Expr *term, const Stmt *users)
{
    Role role = {term, NULL};
    stmt_walk(users, look_for_role, &role);
    const char *base = role.name ? role.name : describe(term), *name = base;
    for (int i = 1; is_taken(naming, name); i++)
        name = intern_printf("%s_%d", base, i);
    VECTOR_PUSH(naming->arena, &naming->names, name);
    Symbol *symbol = ARENA_NEW(naming->arena, Symbol);
    *symbol = (Symbol){.name = name, .type = term->type, .role = SYM_ITERATOR};
    return symbol;
}

// ---- one list of statements

typedef struct Choice {
    const Expr *term;
    int at; // before this statement
    int saving;
} Choice;

static int count_from(const Naming *naming, const Stmt *block, int from, const Expr *term)
{
    Replacing replacing = {naming, term, NULL, 0};
    Stmt rest = *block;
    rest.items += from;
    rest.nitems -= from;
    replaced_block(&replacing, &rest);
    return replacing.count;
}

static void consider(const Naming *naming, const Stmt *block, int at, const Expr *term, Choice *best)
{
    int weight = weight_of(naming, term), count = count_from(naming, block, at, term);
    Choice choice = {term, at, (count - 1) * weight};
    if (choice.saving >= (weight > 2 ? LEAST_SAVING : LEAST_SAVING + 2) && choice.saving > best->saving)
        *best = choice;
}

static Choice choose(const Naming *naming, const Stmt *block)
{
    Choice best = {0};
    Certain certain = {naming, {0}};
    for (int i = 0; i < block->nitems; i++) {
        int known = certain.terms.count;
        find_certain(&certain, block->items[i]);
        for (int k = known; k < certain.terms.count; k++)
            consider(naming, block, i, certain.terms.items[k], &best);
    }
    return best;
}

// `float x;` and `x = value;` stay together.
static bool belongs_to_next(const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE && stmt->symbol && !stmt->value;
}

static Stmt *with_name(Naming *naming, const Stmt *block, const Choice *choice)
{
    Arena *arena = naming->arena;
    int at = choice->at;
    while (at > 0 && belongs_to_next(block->items[at - 1]))
        at--;
    Stmt rest = *block;
    rest.items += choice->at;
    rest.nitems -= choice->at;
    Symbol *symbol = name_term(naming, choice->term, &rest);
    Replacing replacing = {naming, choice->term, expr_symbol(arena, symbol), 0};
    StmtList items = {0};
    for (int i = 0; i < at; i++)
        VECTOR_PUSH(arena, &items, block->items[i]);
    VECTOR_PUSH(arena, &items, stmt_declare(arena, symbol, (Expr *)choice->term));
    for (int i = at; i < choice->at; i++)
        VECTOR_PUSH(arena, &items, block->items[i]);
    VECTOR_PUSH(arena, &items, replaced_block(&replacing, &rest));
    return stmt_block(arena, items.items, items.count);
}

static Stmt *named_below(Naming *naming, Stmt *stmt);

static Stmt *named_list(Naming *naming, Stmt *list)
{
    Stmt alone = {.kind = ST_BLOCK, .items = &list, .nitems = 1};
    int visible = naming->names.count;
    Stmt *block = list->kind == ST_BLOCK ? list : arena_copy(naming->arena, &alone, sizeof alone);
    if (list->kind != ST_BLOCK)
        block->items = arena_copy(naming->arena, &list, sizeof(Stmt *));
    for (int i = 0; i < MOST_NAMES; i++) {
        Choice best = choose(naming, block);
        if (!best.term)
            break;
        block = with_name(naming, block, &best);
    }
    StmtList items = {0};
    for (int i = 0; i < block->nitems; i++)
        VECTOR_PUSH(naming->arena, &items, named_below(naming, block->items[i]));
    naming->names.count = visible;
    return stmt_block(naming->arena, items.items, items.count);
}

static Stmt *named_below(Naming *naming, Stmt *stmt)
{
    if (!stmt->body)
        return stmt;
    Stmt *made = arena_copy(naming->arena, stmt, sizeof *stmt);
    made->body = named_list(naming, stmt->body);
    made->otherwise = stmt->otherwise ? named_list(naming, stmt->otherwise) : NULL;
    return made;
}

static bool count_nodes(void *context, const Expr *expr)
{
    (void)expr;
    ++*(int *)context;
    return true;
}

Stmt *name_common_terms(Arena *arena, const Nest *nest, Stmt *body)
{
    int nodes = 0;
    Naming naming = {.arena = arena, .nest = nest, .root = body};
    stmt_walk_expressions(body, count_nodes, &nodes);
    return nodes > MOST_NODES || tree_copies_later(body) ? body : named_list(&naming, body);
}
