// Checks clauses against each other, and against the form of their directive.
#include "frontend/directives/directive_check.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_LISTED = 16 }; // of a block on every device; loops in a tile clause
enum { MANY_ERRORS = 20 };                    // of one kind are enough

// Clauses that may be given several times: their lists are joined.
static bool is_list(ClauseKind kind)
{
    return kind == CLAUSE_REDUCTION || kind == CLAUSE_PRIVATE || (kind >= CLAUSE_COPYIN && kind <= CLAUSE_PRESENT);
}

// Whether the clause belongs to this kind of directive. Those about the loops of one nest are a question of their own.
static bool is_taken(DirectiveKind kind, ClauseKind clause)
{
    switch (kind) {
    case DIRECTIVE_ENTER: return clause == CLAUSE_COPYIN || clause == CLAUSE_CREATE;
    case DIRECTIVE_EXIT: return clause == CLAUSE_COPYOUT || clause == CLAUSE_DELETE || clause == CLAUSE_FINALIZE;
    case DIRECTIVE_UPDATE: return clause == CLAUSE_HOST || clause == CLAUSE_TO_DEVICE;
    case DIRECTIVE_WAIT: return clause == CLAUSE_ASYNC;
    default: return !(clause >= CLAUSE_DELETE && clause <= CLAUSE_TO_DEVICE) && clause != CLAUSE_FINALIZE;
    }
}

static int report_not_taken(Diag *diag, const Directive *directive, const Clause *clause)
{
    static const char *const taken[] = {[DIRECTIVE_ENTER] = "'copyin' and 'create'",
                                        [DIRECTIVE_EXIT] = "'copyout', 'delete' and 'finalize'",
                                        [DIRECTIVE_UPDATE] = "'host' and 'device'",
                                        [DIRECTIVE_WAIT] = "a stream in parentheses"};
    const char *word = clause_word(clause->kind);
    if (directive_is_data(directive))
        diag_error(diag, clause->loc, "'%s' does not belong to '%s', which takes %s", word,
                   directive_word(directive->kind), taken[directive->kind]);
    else
        diag_error(diag, clause->loc, "'%s' belongs to '#pragma curestruct %s'", word,
                   clause->kind == CLAUSE_HOST ? "update" : "exit");
    return 1;
}

// A directive about data without any.
static int check_data(Diag *diag, const Directive *directive)
{
    FOR_EACH(i, &directive->clauses)
        if (directive->clauses.items[i].items.count)
            return 0;
    static const char *const wanted[] = {[DIRECTIVE_ENTER] = "copyin(..) or create(..)",
                                         [DIRECTIVE_EXIT] = "copyout(..) or delete(..)",
                                         [DIRECTIVE_UPDATE] = "host(..) or device(..)"};
    diag_error(diag, directive->loc, "'%s' names no data; add %s", directive_word(directive->kind),
               wanted[directive->kind]);
    return 1;
}

// Clauses about the loops of one nest, which a region does not have.
static bool is_of_nest(ClauseKind kind)
{
    return kind == CLAUSE_REDUCTION || kind == CLAUSE_INDEPENDENT || kind == CLAUSE_PRIVATE ||
           (kind >= CLAUSE_MAPPING && kind <= CLAUSE_REDUCE);
}

static int check_form(Diag *diag, const Directive *directive)
{
    int errors = 0;
    for (int i = 0; i < directive->clauses.count && errors < MANY_ERRORS; i++) {
        const Clause *clause = &directive->clauses.items[i];
        if (directive->kind == DIRECTIVE_END) {
            diag_error(diag, clause->loc, "'end' takes no clauses");
            return 1;
        }
        if (!is_taken(directive->kind, clause->kind)) {
            errors += report_not_taken(diag, directive, clause);
        } else if (directive->kind == DIRECTIVE_BEGIN && is_of_nest(clause->kind)) {
            diag_error(diag, clause->loc, "'%s' is about one nest, not a region; put it before a loop of the region",
                       clause_word(clause->kind));
            errors++;
        }
    }
    return errors;
}

static int check_repeated(Diag *diag, const Directive *directive)
{
    const Clause *first[CLAUSE_DEVICE + 1] = {0};
    int errors = 0;
    for (int i = 0; i < directive->clauses.count && errors < MANY_ERRORS; i++) {
        const Clause *clause = &directive->clauses.items[i];
        if (!first[clause->kind]) {
            first[clause->kind] = clause;
        } else if (!is_list(clause->kind)) {
            diag_error(diag, clause->loc, "'%s' given twice", clause_word(clause->kind));
            diag_note(diag, first[clause->kind]->loc, "it was given here");
            errors++;
        }
    }
    return errors;
}

static int check_exact(Diag *diag, const Directive *directive)
{
    const Clause *exact = directive_clause(directive, CLAUSE_EXACT);
    const Clause *precision = directive_clause(directive, CLAUSE_PRECISION);
    if (!exact || !precision || !precision->word || !strcmp(precision->word, "ieee"))
        return 0;
    diag_error(diag, exact->loc, "'exact' contradicts 'precision(%s)'", precision->word);
    diag_note(diag, precision->loc, "precision is asked for here");
    return 1;
}

static int check_schedule(Diag *diag, const Directive *directive)
{
    static const ClauseKind parts[] = {CLAUSE_MAPPING, CLAUSE_TILE, CLAUSE_BLOCK, CLAUSE_REDUCE};
    const Clause *schedule = directive_clause(directive, CLAUSE_SCHEDULE);
    int errors = 0;
    for (size_t i = 0; schedule && i < sizeof parts / sizeof *parts; i++) {
        const Clause *part = directive_clause(directive, parts[i]);
        if (!part)
            continue;
        diag_error(diag, part->loc, "'%s' contradicts 'schedule', which says all of it", clause_word(part->kind));
        diag_note(diag, schedule->loc, "the schedule is given here");
        errors++;
    }
    return errors;
}

static int check_tile(Diag *diag, const Clause *tile)
{
    if (tile->items.count > MAX_LISTED) {
        diag_error(diag, tile->items.items[MAX_LISTED].loc, "'tile' has more than %d sizes", MAX_LISTED);
        return 1;
    }
    FOR_EACH(i, &tile->items) {
        const ClauseItem *item = &tile->items.items[i];
        if (!item->name != !tile->items.items[0].name) {
            diag_error(diag, item->loc, "'tile' names either every loop or none");
            return 1;
        }
    }
    return 0;
}

static int check_block(Diag *diag, const Directive *directive, const Clause *block)
{
    const Clause *mapping = directive_clause(directive, CLAUSE_MAPPING);
    int64_t threads = 1;
    if (block->items.count > 3) {
        diag_error(diag, block->items.items[3].loc, "a block has at most three dimensions");
        return 1;
    }
    FOR_EACH(i, &block->items) {
        int64_t size = block->items.items[i].size;
        threads *= size < 1 ? 1 : size;
        if (threads > MAX_THREADS || (i == 2 && size > 64)) {
            diag_error(diag, block->items.items[i].loc,
                       threads > MAX_THREADS ? "a block has at most %d threads"
                                             : "the third dimension of a block has at most %d threads",
                       threads > MAX_THREADS ? MAX_THREADS : 64);
            return 1;
        }
    }
    if (block->items.count > 1 && mapping && mapping->word && mapping->word[0] == '1') {
        diag_error(diag, block->items.items[1].loc, "'mapping(%s)' has blocks of one dimension", mapping->word);
        return 1;
    }
    return 0;
}

// ---- names. One sorted pass, so that a directive with thousands of names is read in no time.

// Two lists that may not share a name have one group.
typedef enum Group { GROUP_SCALARS, GROUP_DATA, GROUP_LOOPS } Group;

typedef struct Listed {
    const char *name; // interned
    Group group;
    int order;
    const Clause *clause;
    const ClauseItem *item;
} Listed;

static Group group_of(ClauseKind kind)
{
    if (kind == CLAUSE_REDUCTION || kind == CLAUSE_PRIVATE)
        return GROUP_SCALARS;
    return kind == CLAUSE_TILE ? GROUP_LOOPS : GROUP_DATA;
}

static int compare_listed(const void *left, const void *right)
{
    const Listed *a = left, *b = right;
    int names = strcmp(a->name, b->name);
    if (names)
        return names;
    return a->group != b->group ? (int)a->group - (int)b->group : a->order - b->order;
}

static int report_twice(Diag *diag, const Listed *first, const Listed *second)
{
    const char *word = clause_word(second->clause->kind);
    if (first->clause->kind == second->clause->kind)
        diag_error(diag, second->item->loc, "'%s' given twice in '%s'", second->name, word);
    else
        diag_error(diag, second->item->loc, "'%s' given in '%s' and in '%s'", second->name,
                   clause_word(first->clause->kind), word);
    diag_note(diag, first->item->loc, "it was given here");
    return 1;
}

// An item of a data clause that is also private: its elements cannot be both the iteration's and the caller's.
static int check_private(Diag *diag, const Listed *scalar, const Listed *data)
{
    if (scalar->clause->kind != CLAUSE_PRIVATE)
        return 0;
    bool in_order = scalar->order < data->order;
    return report_twice(diag, in_order ? scalar : data, in_order ? data : scalar);
}

static int check_names(Diag *diag, const Directive *directive)
{
    Arena *scratch = arena_new();
    VECTOR(Listed) all = {0};
    FOR_EACH(i, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[i];
        FOR_EACH(k, &clause->items) {
            const ClauseItem *item = &clause->items.items[k];
            if (item->name)
                VECTOR_PUSH(scratch, &all, ((Listed){item->name, group_of(clause->kind), all.count, clause, item}));
        }
    }
    int errors = 0;
    if (all.count)
        qsort(all.items, (size_t)all.count, sizeof *all.items, compare_listed);
    for (int i = 1; i < all.count && errors < MANY_ERRORS; i++) {
        const Listed *first = &all.items[i - 1], *second = &all.items[i];
        bool parts = directive->kind == DIRECTIVE_UPDATE && first->clause->kind == second->clause->kind;
        if (first->name == second->name && first->group == second->group && !parts) // two rows of one array
            errors += report_twice(diag, first, second);
        else if (first->name == second->name && first->group == GROUP_SCALARS && second->group == GROUP_DATA)
            errors += check_private(diag, first, second);
    }
    arena_release(scratch);
    return errors;
}

int directive_check(Diag *diag, const Directive *directive)
{
    int errors = check_form(diag, directive);
    if (directive->kind == DIRECTIVE_END)
        return errors;
    if (directive_is_data(directive) && directive->kind != DIRECTIVE_WAIT && !errors)
        errors += check_data(diag, directive);
    errors += check_repeated(diag, directive);
    errors += check_exact(diag, directive);
    errors += check_schedule(diag, directive);
    for (int i = 0; i < directive->clauses.count && errors < MANY_ERRORS; i++) {
        const Clause *clause = &directive->clauses.items[i];
        if (clause->kind == CLAUSE_TILE)
            errors += check_tile(diag, clause);
        if (clause->kind == CLAUSE_BLOCK)
            errors += check_block(diag, directive, clause);
    }
    return errors + check_names(diag, directive);
}
