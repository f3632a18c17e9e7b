// Copies of a loop's body in one tree: which variable each of them writes and reads.
#include "analysis/depend/order.h"

typedef struct Declaration {
    const Place *block; // NULL: none
    int index;
} Declaration;

// The symbol or array that the statement writes: in the tree it may be another one than in the source.
static const void *variable_of(const Stmt *write)
{
    if (write->kind == ST_DECLARE)
        return write->symbol ? (const void *)write->symbol : write->array;
    if (write->kind != ST_ASSIGN)
        return NULL;
    return write->place->kind == EX_SYMBOL   ? (const void *)write->place->symbol
           : write->place->kind == EX_ACCESS ? write->place->array
                                             : NULL;
}

// The declaration of the variable that is in scope at the place, or is the place itself.
static Declaration declaration_at(const Place *place, const void *variable)
{
    for (const Place *at = place; at->parent; at = at->parent) {
        const Stmt *around = at->parent->stmt;
        for (int i = at->index; around->kind == ST_BLOCK && i >= 0; i--)
            if (around->items[i]->kind == ST_DECLARE && variable_of(around->items[i]) == variable)
                return (Declaration){at->parent, i};
    }
    return (Declaration){0};
}

static bool same_declaration(const Declaration *left, const Declaration *right)
{
    return left->block == right->block && left->index == right->index;
}

// Not of memory that other copies see: registers in its place are written back to it.
static bool is_own(const Facts *facts, const Access *access)
{
    FOR_EACH(i, &facts->privates) {
        const Private *private = &facts->privates.items[i];
        if (access->scalar ? private->symbol == access->scalar : private->array == access->array)
            return true;
    }
    return access->scalar ? access->scalar->role == SYM_LOCAL : access->array && access->array->space == SPACE_REGISTER;
}

bool are_two_variables(const Facts *facts, const Dependence *dependence, const Place *const *sources, int nsources,
                       const Place *source, const Place *sink)
{
    if (!is_own(facts, dependence->source))
        return false;
    const void *variable = variable_of(dependence->kind == DEPEND_FLOW ? source->stmt : sink->stmt);
    if (!variable)
        return false;
    Declaration one = declaration_at(source, variable), other = declaration_at(sink, variable);
    if (!one.block || !other.block || same_declaration(&one, &other))
        return false;
    bool written = dependence->kind != DEPEND_FLOW;
    for (int i = 0; i < nsources && !written; i++) {
        Declaration copy = declaration_at(sources[i], variable);
        written = same_declaration(&copy, &other);
    }
    return written;
}
