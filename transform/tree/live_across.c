#include "transform/reduction/reduce.h"
#include "transform/tree/live_across.h"
#include "transform/tree/query.h"

typedef struct Passing {
    const Candidate *state;
    const Stmt *around, *loop;
    Stmt *rest; // the code around the loop, without the loop
    const char *name;
} Passing;

typedef struct SameStatement {
    int id;
    bool found;
} SameStatement;

static bool find_statement(void *context, const Stmt *stmt)
{
    SameStatement *same = context;
    same->found = same->found || (stmt->id && stmt->id == same->id);
    return !same->found;
}

static bool is_taken_apart(const Passing *passing, const Stmt *assignment)
{
    SameStatement same = {assignment->id, false};
    FOR_EACH(i, &passing->state->facts->reductions) {
        const Reduction *reduction = &passing->state->facts->reductions.items[i];
        for (int u = 0; u < reduction->updates.count && reduction_is_carried_by(reduction, passing->loop->loop); u++)
            stmt_walk(reduction->updates.items[u], find_statement, &same);
    }
    return same.found;
}

static void look_at_place(Passing *passing, const Expr *place)
{
    const Symbol *symbol = place->kind == EX_SYMBOL ? place->symbol : NULL;
    const Array *array = place->kind == EX_ACCESS ? place->array : NULL;
    bool outside = symbol
                       ? symbol->role == SYM_LOCAL && symbol->loc.line && tree_declares(passing->around, symbol) &&
                             !tree_declares(passing->loop, symbol)
                       : array->space == SPACE_REGISTER && array->loc.line &&
                             tree_declares_array(passing->around, array) && !tree_declares_array(passing->loop, array);
    if (!outside)
        return;
    if (!passing->rest)
        passing->rest = tree_replace(passing->state->arena, (Stmt *)passing->around, passing->loop, NULL);
    if (passing->rest && (symbol ? tree_mentions(passing->rest, symbol) : tree_mentions_array(passing->rest, array)))
        passing->name = symbol ? symbol->name : array->name;
}

static void look(Passing *passing, const Stmt *stmt)
{
    if (!stmt || passing->name)
        return;
    if (stmt->kind == ST_ASSIGN && !is_taken_apart(passing, stmt))
        look_at_place(passing, stmt->place);
    for (int i = 0; i < stmt->nitems; i++)
        look(passing, stmt->items[i]);
    look(passing, stmt->body);
    look(passing, stmt->otherwise);
}

const char *loop_passes_on(const Candidate *state, const Stmt *around, const Stmt *loop)
{
    Passing passing = {.state = state, .around = around, .loop = loop};
    look(&passing, loop->body);
    return passing.name;
}
