#include "tests/tree/read.h"

#include "frontend/directives/directive.h"
#include "ir/parse.h"
#include "transform/source/rename_scalars.h"

typedef struct Reading {
    Arena *arena;
    Diag *diag;
} Reading;

static Directive *read_words(void *context, Loc at, const char *text)
{
    Reading *reading = context;
    at.begin++; // the quote
    return directive_parse(reading->arena, reading->diag, at, text, NULL);
}

Unit *read_trees(Arena *arena, Diag *diag, const SourceFile *source)
{
    Reading reading = {arena, diag};
    return parse_trees(arena, diag, source, read_words, &reading);
}

static bool look_for_exact(void *context, const Stmt *stmt)
{
    bool *exact = context;
    *exact = *exact || (stmt->directive && directive_clause(stmt->directive, CLAUSE_EXACT));
    return !*exact;
}

static const Device *device_of(const Nest *nest)
{
    const Clause *clause = directive_clause(nest->directive, CLAUSE_DEVICE);
    const char *why;
    return clause ? device_named(nest->unit->arena, clause->word, &why) : device_default();
}

Facts *analyze_tree(Arena *arena, Diag *diag, Nest *nest, Candidate *first)
{
    check_nest(nest, nest->body, "reading");
    separate_lifetimes(arena, nest);
    Facts *facts = analyze_nest(arena, diag, nest);
    if (!facts)
        return NULL;
    facts_allow_equal(facts);
    bool exact = directive_clause(nest->directive, CLAUSE_EXACT);
    stmt_walk(nest->body, look_for_exact, &exact);
    *first = (Candidate){.arena = arena, .nest = nest, .facts = facts, .device = device_of(nest), .exact = exact};
    return facts;
}
