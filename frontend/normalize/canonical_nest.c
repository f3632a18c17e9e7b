// One loop, or the block of a region; otherwise the nest is refused.
#include "frontend/normalize/canonical_nest.h"
#include "ir/diag.h"

static void refuse(const Nest *nest, Loc loc, const char *note, const char *because)
{
    diag_refuse(nest->unit->diag, nest->loc, "%s stays serial: %s", nest->words, because);
    diag_note(nest->unit->diag, loc, "%s", note);
}

// How far a pointer has moved where that is still a variable, or NULL.
static const Symbol *way_left(const Nest *nest, const Stmt *body)
{
    FOR_EACH(i, &nest->ways)
        if (stmt_mentions(body, nest->ways.items[i]))
            return nest->ways.items[i];
    return NULL;
}

// What stands around the loop could not be put in terms of values from before it.
static const char *rest_words(const Nest *nest, const Stmt *block)
{
    for (int i = 0; i < block->nitems; i++) {
        const Stmt *item = block->items[i];
        const Symbol *symbol = item->kind == ST_DECLARE  ? item->symbol
                               : item->kind == ST_ASSIGN ? item->place->symbol
                                                         : NULL;
        if (symbol)
            return arena_printf(nest->unit->arena, "it sets '%s' to a value that is not known before the nest",
                                symbol->name);
    }
    return "its first part declares more than numbers";
}

Stmt *canonical_nest(Nest *nest, Stmt *body)
{
    const Symbol *way = way_left(nest, body);
    if (way) {
        refuse(nest, way->loc, "declared here",
               "it changes a pointer by amounts that are not known before the nest; use a pointer that stays, and an "
               "index");
        return NULL;
    }
    if (nest->is_region)
        return body;
    if (body->nitems == 1 && body->items[0]->kind == ST_LOOP)
        return body->items[0];
    refuse(nest, nest->stmt_loc, "here", rest_words(nest, body));
    return NULL;
}
