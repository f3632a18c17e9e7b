#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "distribute %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// ---- scalars that pass from the first statements to the others: one element for each iteration

typedef struct Expansion {
    Arena *arena;
    const Stmt *declaration;
    const Array *array; // instead of the scalar or the array declared
    const Symbol *iterator;
    Stmt *assignment; // what is left of the declaration, or NULL
} Expansion;

static Expr *use_element(void *context, Expr *expr)
{
    const Expansion *expansion = context;
    const Stmt *declaration = expansion->declaration;
    Expr *subscripts[MAX_DIMS] = {expr_symbol(expansion->arena, expansion->iterator)};
    if (declaration->symbol && expr->kind == EX_SYMBOL && expr->symbol == declaration->symbol)
        return expr_access(expansion->arena, expansion->array, subscripts);
    if (!declaration->array || expr->kind != EX_ACCESS || expr->array != declaration->array)
        return expr;
    for (int d = 0; d < expr->noperands; d++)
        subscripts[d + 1] = expr->operands[d];
    return expr_access_by(expansion->arena, expr, expansion->array, subscripts);
}

static Stmt *use_expanded(Expansion *expansion, Stmt *stmt)
{
    return stmt ? stmt_rewrite(expansion->arena, stmt, NULL, use_element, expansion) : NULL;
}

// The declaration of the array, to be placed before the loops; NULL: the loop has no constant length, or it is too
// large.
static Stmt *expand(Candidate *state, const Stmt *root, const Stmt *loop, Stmt *declaration, Expansion *expansion)
{
    Arena *arena = state->arena;
    const Array *old = declaration->array;
    int64_t extent = loop_constant_extent(arena, root, loop->loop->id);
    if (extent < 1 || extent > 64 || !loop_is_normal(loop->loop) || (old && old->ndim == MAX_DIMS))
        return NULL;
    Expr *extents[MAX_DIMS] = {expr_index(arena, extent)};
    for (int d = 0; old && d < old->ndim; d++)
        extents[d + 1] = old->extent[d];
    const Type *element = old ? old->element : declaration->symbol->type;
    const char *name = old ? old->name : intern_printf("%s_each", declaration->symbol->name);
    Array *array = nest_array(state->nest, name, element, SPACE_REGISTER, extents, old ? old->ndim + 1 : 1);
    *expansion = (Expansion){arena, declaration, array, loop->loop->iterator, NULL};
    if (declaration->value) {
        Expr *at = expr_symbol(arena, declaration->symbol);
        expansion->assignment = stmt_assign(arena, use_element(expansion, at), OP_NONE, declaration->value, NULL);
        expansion->assignment->id = declaration->id;
    }
    return stmt_declare_array(arena, array);
}

typedef struct ForAll {
    const Stmt *declaration;
    bool found;
} ForAll;

static bool mentions_declared(const Stmt *stmt, const Stmt *declaration)
{
    return declaration->symbol ? tree_mentions(stmt, declaration->symbol)
                               : tree_mentions_array(stmt, declaration->array);
}

static bool ask_for_all(void *context, const Stmt *stmt)
{
    ForAll *all = context;
    all->found |= stmt->all_threads && stmt->kind != ST_DECLARE && mentions_declared(stmt, all->declaration);
    return !all->found;
}

// Whether threads without an iteration use it, too: these have no element.
static bool is_used_by_all_threads(const Stmt *body, const Stmt *declaration)
{
    ForAll all = {declaration, false};
    stmt_walk(body, ask_for_all, &all);
    return all.found;
}

// Why the variable of the body cannot become an element for each iteration, or NULL.
static const char *expansion_obstacle(const Stmt *body, const Stmt *declaration)
{
    if (declaration->array && declaration->array->space != SPACE_REGISTER)
        return "is used by both parts, and is not in registers";
    if (is_used_by_all_threads(body, declaration))
        return "passes from its first statements to the others, and is also used by threads that have no iteration";
    return NULL;
}

static Stmt *shared_declaration(const Stmt *first, const Stmt *moved)
{
    int count = stmt_count(first);
    for (int i = 0; i < count; i++) {
        const Stmt *item = stmt_item(first, i);
        if (item->kind == ST_DECLARE && mentions_declared(moved, item))
            return (Stmt *)item;
    }
    return NULL;
}

// ---- the second loop: the same over new ids, under a name of its own

static const char *free_name(const Stmt *root, const char *name)
{
    const char *number = strrchr(name, '#');
    size_t length = number && !strchr(number, '.') ? (size_t)(number - name) : strlen(name);
    for (int n = 2;; n++) {
        const char *numbered = intern_printf("%.*s#%d", (int)length, name, n);
        if (!tree_loop(root, numbered))
            return numbered;
    }
}

Stmt *distribute(Candidate *state, Stmt *root, LoopId id, int first_moved)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id), *body = stmt->body;
    if (body->kind != ST_BLOCK || first_moved < 1 || first_moved >= body->nitems)
        return refuse(state, stmt, intern_printf("its body has no statement %d with others before it", first_moved));
    if (tree_leaves(body, ST_BREAK) || tree_leaves(body, ST_CONTINUE))
        return refuse(state, stmt, "a 'break' or 'continue' connects its statements");
    Stmt *first = stmt_block(arena, body->items, first_moved);
    Stmt *moved = stmt_block(arena, body->items + first_moved, body->nitems - first_moved);
    StmtList items = {0};
    for (Stmt *shared; first && (shared = shared_declaration(first, moved));) {
        Expansion expansion;
        const char *obstacle = expansion_obstacle(body, shared);
        Stmt *declaration = obstacle ? NULL : expand(state, root, stmt, shared, &expansion);
        obstacle = obstacle ? obstacle
                            : "passes from its first statements to the others, and would need an element for each "
                              "iteration";
        if (!declaration)
            return refuse(
                state, stmt,
                intern_printf("'%s' %s", shared->symbol ? shared->symbol->name : shared->array->name, obstacle));
        VECTOR_PUSH(arena, &items, declaration);
        first = use_expanded(&expansion, tree_replace(arena, first, shared, expansion.assignment));
        moved = use_expanded(&expansion, moved);
    }
    Loop second = *stmt->loop;
    second.id = nest_loop_id(state->nest);
    second.name = free_name(root, stmt->loop->name);
    Stmt *loops[] = {first ? stmt_loop(arena, stmt->loop, first) : NULL, stmt_loop(arena, &second, moved)};
    for (int i = 0; i < 2; i++) {
        if (loops[i])
            loops[i]->loc = stmt->loc;
        VECTOR_PUSH(arena, &items, loops[i]);
    }
    return tree_replace(arena, root, stmt, stmt_block(arena, items.items, items.count));
}
