// A directive of OpenMP or OpenACC as one of ours (contract in from.h).
#include "frontend/directives/from.h"

#include <string.h>

typedef struct Translation {
    Text text;
    VECTOR(size_t) places;
} Translation;

// A word of ours that stands for the directive's own words.
static void add_words(Translation *made, const FromDirective *from, const char *words)
{
    size_t last = from->words_end - (from->words_end > from->words_begin);
    for (size_t i = 0; words[i]; i++) {
        size_t place = from->words_begin + i < last && words[i + 1] ? from->words_begin + i : last;
        VECTOR_PUSH(made->text.arena, &made->places, place);
    }
    text_add(&made->text, words);
}

static bool is_data(const FromPiece *piece)
{
    return piece->row->shape == SHAPE_MAP || piece->row->shape == SHAPE_SECTIONS;
}

// The clauses know what they were made of.
static void mark(Arena *arena, Directive *directive, const FromDirective *from, const FromPiece **pieces)
{
    directive->from = from->words;
    FOR_EACH(c, &directive->clauses) {
        Clause *clause = &directive->clauses.items[c];
        // What one nest leaves in an array, another one may want: only a region creates.
        if (clause->kind == CLAUSE_CREATE && directive->kind == DIRECTIVE_NEST)
            clause->kind = CLAUSE_COPY;
        if (clause->kind == CLAUSE_INDEPENDENT) {
            clause->belief = ARENA_NEW(arena, Belief);
            clause->belief->nloops = from->nloops;
            clause->belief->words = from->words;
            continue;
        }
        FOR_EACH(i, &clause->items) {
            clause->items.items[i].belief = ARENA_NEW(arena, Belief);
            clause->items.items[i].initialized = pieces[c]->row->meaning == FROM_FIRST;
        }
    }
}

static void add_piece(Translation *made, const FromPiece *piece)
{
    text_add_n(&made->text, piece->bytes.items, (size_t)piece->bytes.count);
    FOR_EACH(k, &piece->places)
        VECTOR_PUSH(made->text.arena, &made->places, piece->places.items[k]);
}

Directive *from_translate(Arena *arena, Diag *diag, const FromDirective *from, DirectiveKind kind, bool independent)
{
    Translation made = {.text = {.arena = arena}};
    const FromPiece **pieces = ARENA_ARRAY(arena, const FromPiece *, from->pieces.count + 1);
    int count = 0;
    if (kind == DIRECTIVE_BEGIN)
        add_words(&made, from, "begin ");
    FOR_EACH(i, &from->pieces) {
        const FromPiece *piece = &from->pieces.items[i];
        if (kind == DIRECTIVE_BEGIN && !is_data(piece))
            continue;
        pieces[count++] = piece;
        add_piece(&made, piece);
    }
    if (independent && kind == DIRECTIVE_NEST)
        add_words(&made, from, "independent");
    VECTOR_PUSH(arena, &made.places, from->words_end);
    Directive *directive = directive_parse(arena, diag, from->loc, text_string(&made.text), made.places.items);
    if (directive)
        mark(arena, directive, from, pieces);
    return directive;
}

// The clause of enter, exit or update for one of a block: copy(a) enters as copyin(a) and leaves as copyout(a), and is
// always copied by device(a) at the begin and host(a) at the end.
static const FromPiece *piece_of_block(Arena *arena, const FromPiece *piece, DirectiveKind kind, bool at_end)
{
    static const struct {
        const char *word, *enter, *exit, *before, *after;
    } words[] = {{"copyin(", "copyin(", "delete(", "device(", NULL},
                 {"copyout(", "create(", "copyout(", NULL, "host("},
                 {"copy(", "copyin(", "copyout(", "device(", "host("},
                 {"create(", "create(", "delete(", NULL, NULL}};
    if (kind == DIRECTIVE_UPDATE && !piece->always)
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)piece->bytes.count < length || strncmp(piece->bytes.items, words[i].word, length) != 0)
            continue;
        const char *word = kind == DIRECTIVE_ENTER  ? words[i].enter
                           : kind == DIRECTIVE_EXIT ? words[i].exit
                           : at_end                 ? words[i].after
                                                    : words[i].before;
        if (!word)
            return NULL;
        FromPiece *made = ARENA_NEW(arena, FromPiece);
        made->row = piece->row;
        for (const char *at = word; *at; at++) {
            VECTOR_PUSH(arena, &made->bytes, *at);
            VECTOR_PUSH(arena, &made->places, piece->places.items[at[1] ? 0 : length - 1]);
        }
        for (int k = (int)length; k < piece->bytes.count; k++) {
            VECTOR_PUSH(arena, &made->bytes, piece->bytes.items[k]);
            VECTOR_PUSH(arena, &made->places, piece->places.items[k]);
        }
        return made;
    }
    return NULL;
}

Directive *from_translate_moves(Arena *arena, Diag *diag, const FromDirective *from, DirectiveKind kind, bool finally)
{
    Translation made = {.text = {.arena = arena}};
    const FromPiece **pieces = ARENA_ARRAY(arena, const FromPiece *, from->pieces.count + 1);
    int count = 0;
    bool alone = from->place == FROM_ALONE;
    add_words(&made, from, arena_printf(arena, "%s ", directive_word(kind)));
    FOR_EACH(i, &from->pieces) {
        const FromPiece *piece = &from->pieces.items[i];
        bool fits =
            alone ? piece->kind == kind && (kind != DIRECTIVE_EXIT || (piece->finally || from->finally) == finally)
                  : is_data(piece);
        piece = fits && !alone ? piece_of_block(arena, piece, kind, finally) : piece;
        if (!fits || !piece)
            continue;
        pieces[count++] = piece;
        add_piece(&made, piece);
    }
    if (!count)
        return NULL;
    if (finally && alone)
        add_words(&made, from, "finalize");
    VECTOR_PUSH(arena, &made.places, from->words_end);
    Directive *directive = directive_parse(arena, diag, from->loc, text_string(&made.text), made.places.items);
    if (!directive)
        return NULL;
    mark(arena, directive, from, pieces);
    directive->condition = from->condition;
    return directive;
}

// ---- data of the region around

static bool is_data_clause(const Clause *clause)
{
    return clause->kind >= CLAUSE_COPYIN && clause->kind <= CLAUSE_PRESENT;
}

static bool has_data(const Directive *directive, const char *name)
{
    FOR_EACH(c, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[c];
        for (int i = 0; is_data_clause(clause) && i < clause->items.count; i++)
            if (clause->items.items[i].name == name)
                return true;
    }
    return false;
}

// Adds the clause, without data that `other` has.
static void add_clause(Arena *arena, Directive *made, const Clause *clause, const Directive *other)
{
    Clause left = *clause;
    left.kind = clause->kind == CLAUSE_CREATE ? CLAUSE_COPY : clause->kind; // of a nest
    left.items.count = left.items.capacity = 0;
    FOR_EACH(i, &clause->items)
        if (!is_data_clause(clause) || !has_data(other, clause->items.items[i].name))
            VECTOR_PUSH(arena, &left.items, clause->items.items[i]);
    if (!is_data_clause(clause) || left.items.count)
        VECTOR_PUSH(arena, &made->clauses, left);
}

const Directive *from_without_data(Arena *arena, const Directive *directive, const Directive *region)
{
    Directive *made = arena_copy(arena, directive, sizeof *directive);
    made->clauses.count = made->clauses.capacity = 0;
    FOR_EACH(c, &directive->clauses)
        add_clause(arena, made, &directive->clauses.items[c], region);
    return made;
}

const Directive *from_with_data(Arena *arena, const Directive *directive, const Directive *region)
{
    Directive *made = arena_copy(arena, directive, sizeof *directive);
    made->clauses.capacity = made->clauses.count; // the next push copies the items
    FOR_EACH(c, &region->clauses)
        if (is_data_clause(&region->clauses.items[c]))
            add_clause(arena, made, &region->clauses.items[c], directive);
    return made;
}

// ---- a loop with a directive of each language

static bool names(const Directive *directive, const char *name)
{
    FOR_EACH(c, &directive->clauses)
        if (!is_data_clause(&directive->clauses.items[c]) && clause_names(&directive->clauses.items[c], name))
            return true;
    return false;
}

const Directive *from_with_assertions(Arena *arena, const Directive *own, const Directive *other, bool *partly)
{
    Directive *made = arena_copy(arena, own, sizeof *own);
    made->clauses.capacity = made->clauses.count; // the next push copies the items
    FOR_EACH(c, &other->clauses) {
        Clause left = other->clauses.items[c];
        bool of_variables = left.kind == CLAUSE_PRIVATE || left.kind == CLAUSE_REDUCTION;
        left.items.count = left.items.capacity = 0;
        for (int i = 0; of_variables && i < other->clauses.items[c].items.count; i++)
            if (!names(own, other->clauses.items[c].items.items[i].name))
                VECTOR_PUSH(arena, &left.items, other->clauses.items[c].items.items[i]);
        if (left.items.count || (left.kind == CLAUSE_INDEPENDENT && !directive_clause(own, CLAUSE_INDEPENDENT)))
            VECTOR_PUSH(arena, &made->clauses, left);
        *partly = *partly || (!of_variables && left.kind != CLAUSE_INDEPENDENT);
    }
    return made;
}
