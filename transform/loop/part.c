// Loops that are made from another one and run through its iterations (contract in part.h).
#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

bool part_may_replace(Candidate *state, const Stmt *stmt, const char *word)
{
    const Loop *loop = stmt->loop;
    if (loop_obstacle(loop)) {
        diag_refuse(state->diag, stmt->loc, "%s %s refused: %s", word, loop->name, loop_obstacle(loop));
        return false;
    }
    if (loop->factor) {
        diag_refuse(state->diag, stmt->loc, "%s %s refused: its steps are not equal", word, loop->name);
        return false;
    }
    if (tree_leaves(stmt->body, ST_BREAK)) {
        diag_refuse(state->diag, stmt->loc, "%s %s refused: a 'break' leaves the loop", word, loop->name);
        return false;
    }
    return true;
}

bool part_name_is_free(Candidate *state, const Stmt *root, const Stmt *stmt, const char *word, const char *name)
{
    if (!tree_loop(root, name))
        return true;
    diag_refuse(state->diag, stmt->loc, "%s %s refused: a loop called %s exists already", word, stmt->loop->name, name);
    return false;
}

bool part_may_split(Candidate *state, const Stmt *root, const Stmt *stmt, const char *word, int64_t size,
                    const char *outer, const char *inner)
{
    if (size < 1 || size > INT32_MAX)
        unreachable_bug("a size that no schedule can give");
    if (strcmp(outer, inner) == 0) {
        diag_refuse(state->diag, stmt->loc, "%s %s refused: both parts would be called %s", word, stmt->loop->name,
                    outer);
        return false;
    }
    return part_may_replace(state, stmt, word) && part_name_is_free(state, root, stmt, word, outer) &&
           part_name_is_free(state, root, stmt, word, inner);
}

Stmt *part_nest(Arena *arena, Loop *outer, Loop *inner, Stmt *body, Loc loc)
{
    Stmt *inside = stmt_loop(arena, inner, body);
    inside->loc = loc;
    Stmt *made = stmt_loop(arena, outer, inside);
    made->loc = loc;
    return made;
}

bool part_is_readable(Candidate *state, const Stmt *stmt, const char *word)
{
    if (facts_loop(state->facts, stmt->loop->origin))
        return true;
    diag_refuse(state->diag, stmt->loc, "%s %s refused: a step made the loop, for copies of data or for parts of a sum",
                word, stmt->loop->name);
    return false;
}

Loop part_of(Candidate *state, const Loop *loop, const char *name)
{
    const Type *index = type_scalar(TY_I64);
    return (Loop){
        .id = nest_loop_id(state->nest),
        .origin = loop->origin,
        .name = intern(name),
        .iterator = nest_symbol(state->nest, name, index, SYM_ITERATOR),
        .lower = expr_index(state->arena, 0),
        .step = expr_index(state->arena, 1),
        .step_sign = 1,
        .cyclic = loop->cyclic,
        .carries = loop->carries,
    };
}

Stmt *part_define(Arena *arena, const Loop *split, Loop *inner, Expr *value, Stmt *body)
{
    if (!iterator_is_made(split->iterator)) {
        inner->defines = split->iterator;
        inner->definition = expr_cast(arena, split->iterator->type, value);
        return body;
    }
    if (split->defines) {
        inner->defines = split->defines;
        Expr *definition = expr_substitute(arena, split->definition, split->iterator, value);
        inner->definition = expr_cast(arena, split->defines->type, linear_simplify(arena, definition));
    }
    return stmt_substitute(arena, body, split->iterator, value);
}

typedef struct Around {
    Arena *arena;
    const Path *path;
    const Symbol *iterator;
    Expr *value;
} Around;

static Stmt *define_from_parts(void *context, Stmt *stmt)
{
    const Around *around = context;
    bool is_around = false;
    for (int i = 0; stmt->kind == ST_LOOP && i + 1 < around->path->count; i++)
        is_around = is_around || around->path->loops[i]->loop->id == stmt->loop->id;
    if (!is_around || !stmt->loop->defines || !expr_mentions(stmt->loop->definition, around->iterator))
        return stmt;
    Loop loop = *stmt->loop;
    Expr *definition = expr_substitute(around->arena, loop.definition, around->iterator, around->value);
    loop.definition = expr_cast(around->arena, loop.defines->type, linear_simplify(around->arena, definition));
    return tree_loop_again(around->arena, stmt, &loop, stmt->body);
}

Stmt *part_replace(Candidate *state, Stmt *root, const Stmt *stmt, Stmt *made, Expr *value)
{
    Path path;
    tree_path(root, stmt, &path);
    Around around = {state->arena, &path, stmt->loop->iterator, value};
    root = tree_replace(state->arena, root, stmt, made);
    return iterator_is_made(stmt->loop->iterator) ? stmt_rewrite(state->arena, root, define_from_parts, NULL, &around)
                                                  : root;
}

Expr *part_value(Arena *arena, const Loop *loop, Expr *iteration)
{
    Expr *step = expr_cast(arena, type_scalar(TY_I64), loop->step);
    return linear_simplify(arena, index_add(arena, loop->lower, index_mul(arena, step, iteration)));
}

// ---- copies

typedef struct Copy {
    Candidate *state;
    const Stmt *root;
    VECTOR(const char *) taken;
} Copy;

static bool is_taken(const Copy *copy, const char *name)
{
    FOR_EACH(i, &copy->taken)
        if (copy->taken.items[i] == name)
            return true;
    return tree_loop(copy->root, name);
}

static Stmt *rename_loop(void *context, Stmt *stmt)
{
    Copy *copy = context;
    Candidate *state = copy->state;
    if (stmt->kind != ST_LOOP)
        return stmt;
    Loop loop = *stmt->loop;
    const char *number = strrchr(loop.name, '#');
    size_t length = number && !strchr(number, '.') ? (size_t)(number - loop.name) : strlen(loop.name);
    const char *name = loop.name;
    for (int n = 2; is_taken(copy, name); n++)
        name = intern_printf("%.*s#%d", (int)length, loop.name, n);
    VECTOR_PUSH(state->arena, &copy->taken, name);
    loop.id = nest_loop_id(state->nest);
    loop.name = name;
    return stmt_loop_for(state->arena, stmt, &loop, stmt->body);
}

Stmt *part_copy(Candidate *state, const Stmt *root, Stmt *body)
{
    Copy copy = {.state = state, .root = root};
    return stmt_rewrite(state->arena, body, rename_loop, NULL, &copy);
}
