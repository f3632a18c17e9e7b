// Directives of OpenMP and OpenACC: their text to data (contract in from.h). The tokens are those of directive.l; what
// each word means is said by from_table.c.
#include "frontend/directives/constant.h"
#include "frontend/directives/directive_parser.h"
#include "frontend/directives/from_argument.h"
#include "frontend/options/suggest.h"

#include <string.h>

#include "directive.tab.h"
#define YYSTYPE CRS_DIRECTIVE_STYPE
#include "directive.lex.h"

// ---- tokens

static void scan(Parse *parse)
{
    DirectiveParser *text = &parse->text;
    if (crs_scan_lex_init_extra(text, &text->scanner) != 0)
        unreachable_bug("the scanner cannot be set up");
    crs_scan__scan_bytes(text->text, (int)text->length, text->scanner);
    for (int kind; (kind = crs_scan_lex(text->scanner));)
        VECTOR_PUSH(text->arena, &parse->tokens, ((Token){kind, text->last}));
    TextRange end = {text->length, text->length};
    VECTOR_PUSH(text->arena, &parse->tokens, ((Token){0, end}));
    crs_scan_lex_destroy(text->scanner);
}

const Token *from_peek(const Parse *parse)
{
    return &parse->tokens.items[parse->at];
}

bool from_accept(Parse *parse, int kind)
{
    if (from_peek(parse)->kind != kind)
        return false;
    parse->at += kind != 0;
    return true;
}

bool from_is_at(const Parse *parse, int kind, int ahead)
{
    return parse->at + ahead < parse->tokens.count && parse->tokens.items[parse->at + ahead].kind == kind;
}

const char *from_words_of(const Parse *parse, TextRange range)
{
    return directive_text(&parse->text, range);
}

size_t from_file_place(const Parse *parse, size_t offset)
{
    const DirectiveParser *text = &parse->text;
    return text->offset_in_file ? text->offset_in_file[offset] : text->at.begin + offset;
}

Loc from_loc_of(const Parse *parse, TextRange range)
{
    size_t begin = from_file_place(parse, range.begin);
    size_t end = range.end > range.begin ? from_file_place(parse, range.end - 1) + 1 : begin;
    return loc_in_file(parse->text.at.file, begin, end > begin ? end : begin);
}

// Past the parenthesis that closes the one just taken. The range is what is inside; false: it is not closed.
bool from_skip_balanced(Parse *parse, TextRange *inside)
{
    int depth = 1;
    inside->begin = inside->end = from_peek(parse)->range.begin;
    for (; from_peek(parse)->kind; parse->at++) {
        int kind = from_peek(parse)->kind;
        depth +=
            (kind == TOKEN_OPEN || kind == TOKEN_OPEN_BRACKET) - (kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_BRACKET);
        if (depth == 0) {
            parse->at++;
            return true;
        }
        inside->end = from_peek(parse)->range.end;
    }
    return false;
}

// ---- the directive's own words

// How many tokens from here are the row's words; 0: they are not.
static int match(const Parse *parse, const FromRow *row)
{
    const char *words = row->words;
    for (int i = 0;; i++) {
        size_t length = strcspn(words, " ");
        if (!from_is_at(parse, TOKEN_IDENTIFIER, i))
            return 0;
        TextRange range = parse->tokens.items[parse->at + i].range;
        if (range.end - range.begin != length || strncmp(parse->text.text + range.begin, words, length) != 0)
            return 0;
        if (!words[length])
            return i + 1;
        words += length + 1;
    }
}

// The row with the most words that begins here; NULL: none.
static const FromRow *find_directive(const Parse *parse, int *length)
{
    const FromRow *found = NULL;
    *length = 0;
    for (int i = 0; i < from_directive_count; i++) {
        int words = from_directives[i].languages & (int)parse->from->language ? match(parse, &from_directives[i]) : 0;
        if (words > *length) {
            *length = words;
            found = &from_directives[i];
        }
    }
    return found;
}

static void report_unknown(Parse *parse)
{
    const FromDirective *from = parse->from;
    const char *language = from_language_name(from->language);
    if (from_peek(parse)->kind != TOKEN_IDENTIFIER) {
        directive_error(&parse->text, from_peek(parse)->range, "expected a directive of %s", language);
        return;
    }
    const char **words = ARENA_ARRAY(parse->text.arena, const char *, from_directive_count + 1);
    int count = 0;
    for (int i = 0; i < from_directive_count; i++)
        if (from_directives[i].languages & (int)from->language)
            words[count++] = from_directives[i].words;
    const char *text = from_words_of(parse, from_peek(parse)->range), *near = suggest(text, words);
    directive_error(&parse->text, from_peek(parse)->range, "'%s' is not a directive of %s%s%s%s", text, language,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool may_follow(const FromRow *before, const FromRow *row)
{
    if (!before->rank || row->rank <= before->rank)
        return false;
    bool shares = !strcmp(row->words, "for") || !strcmp(row->words, "sections");
    return !shares || !strcmp(before->words, "parallel");
}

// The words of the directive, up to its first clause.
static void parse_words(Parse *parse)
{
    FromDirective *from = parse->from;
    int length;
    const FromRow *row = find_directive(parse, &length);
    if (!row) {
        report_unknown(parse);
        return;
    }
    TextRange all = from_peek(parse)->range;
    while (row && from->nparts < MAX_PARTS) {
        TextRange word = from_peek(parse)->range;
        if (from->nparts && !row->rank)
            break; // a clause of that name: parallel loop wait
        if (from->nparts && !may_follow(from->parts[from->nparts - 1], row)) {
            directive_error(&parse->text, word, "'%s' cannot follow '%s'", row->words,
                            from->parts[from->nparts - 1]->words);
            return;
        }
        from->parts[from->nparts++] = row;
        parse->at += length;
        all.end = parse->tokens.items[parse->at - 1].range.end;
        row = row->rank ? find_directive(parse, &length) : NULL;
    }
    from->words = intern(from_words_of(parse, all));
    from->words_begin = from_file_place(parse, all.begin);
    from->words_end = from_file_place(parse, all.end - 1) + 1;
}

// What the directive stands before, and what it asserts, as far as its words tell.
static void judge_words(FromDirective *from)
{
    int places = 0;
    bool asserts = false;
    for (int i = 0; i < from->nparts; i++) {
        places |= from->parts[i]->places;
        asserts |= from->parts[i]->meaning == FROM_INDEPENDENT;
    }
    static const FromPlace order[] = {FROM_LOOP, FROM_INSIDE, FROM_DATA, FROM_TEAM};
    from->place = from->parts[0]->places;
    for (size_t i = sizeof order / sizeof *order; i-- > 0;)
        if (places & (int)order[i])
            from->place = order[i];
    bool own_loop = from->language == FROM_ACC && from->nparts == 1 && from->place == FROM_LOOP;
    from->claim = own_loop ? CLAIM_BY_CONTEXT : asserts && from->place == FROM_LOOP ? CLAIM_INDEPENDENT : CLAIM_NONE;
    from->nloops = 1;
}

// ---- clauses

static const FromRow *find_clause(const Parse *parse, const char *word, bool anywhere)
{
    for (int i = 0; i < from_clause_count; i++) {
        const FromRow *row = &from_clauses[i];
        bool fits = anywhere || row->places & (int)parse->from->place;
        if ((row->languages & (int)parse->from->language) && fits && !strcmp(row->words, word))
            return row;
    }
    return NULL;
}

static void report_clause(Parse *parse, const char *word, TextRange at)
{
    const char *language = from_language_name(parse->from->language);
    if (find_clause(parse, word, true)) {
        directive_error(&parse->text, at, "'%s' is not a clause of '%s'", word, parse->from->words);
        return;
    }
    const char **words = ARENA_ARRAY(parse->text.arena, const char *, from_clause_count + 1);
    int count = 0;
    for (int i = 0; i < from_clause_count; i++)
        if (from_clauses[i].languages & (int)parse->from->language)
            words[count++] = from_clauses[i].words;
    const char *near = suggest(word, words);
    directive_error(&parse->text, at, "'%s' is not a clause of %s%s%s%s", word, language,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

// Whether what the directive says counts where the argument holds: it moves data, and computes nothing.
static bool is_condition(const FromDirective *from, const FromRow *row)
{
    return row->meaning == FROM_CONDITION ||
           (from->place == FROM_DATA && !from_computes(from) && !strcmp(row->words, "if"));
}

// What the clause says, apart from its argument.
static void take_meaning(Parse *parse, const FromRow *row, TextRange at)
{
    FromDirective *from = parse->from;
    if ((row->meaning == FROM_HINT && !is_condition(from, row)) || row->meaning == FROM_UNREAD)
        from_argument_remark(parse, row, at);
    if (row->meaning == FROM_IN_ORDER)
        from->claim = CLAIM_NONE;
    if (row->meaning == FROM_INDEPENDENT && !from->sequential)
        from->claim = CLAIM_INDEPENDENT;
    parse->from->finally |= row->meaning == FROM_FINALLY;
    if (row->meaning == FROM_IN_ORDER && !strcmp(row->words, "seq"))
        from->sequential = true;
}

static DirectiveKind kind_alone(const FromDirective *from)
{
    const char *ours = from->place == FROM_ALONE ? from->parts[0]->ours : NULL;
    return !ours                    ? DIRECTIVE_NEST
           : !strcmp(ours, "enter") ? DIRECTIVE_ENTER
           : !strcmp(ours, "exit")  ? DIRECTIVE_EXIT
                                    : DIRECTIVE_UPDATE;
}

// if(target enter data: n > 10)
static const char *condition_of(const Parse *parse, TextRange inside)
{
    const char *text = from_words_of(parse, inside), *words = parse->from->words;
    size_t length = strlen(words);
    if (strncmp(text, words, length) != 0)
        return text;
    const char *after = text + length + strspn(text + length, " ");
    return *after == ':' ? after + 1 + strspn(after + 1, " ") : text;
}

// After the `(` of the clause.
static bool parse_argument(Parse *parse, const FromRow *row, TextRange at)
{
    bool is_ours = row->meaning == FROM_OURS || row->meaning == FROM_FIRST;
    bool alone = parse->from->place == FROM_ALONE;
    const char *ours = is_ours ? row->ours : NULL;
    TextRange inside;
    parse->kind = kind_alone(parse->from);
    static const char *const modifiers[] = {"readonly", "zero", "conditional", NULL};
    switch (row->shape) {
    case SHAPE_MAP: return from_argument_map(parse, row, at);
    case SHAPE_REDUCTION: return from_argument_reduction(parse, row, at);
    case SHAPE_SIZES: return from_argument_sizes(parse, row, at);
    case SHAPE_NAMES:
        from_argument_skip_modifier(parse, TOKEN_COLON, modifiers);
        return from_argument_list(parse, row, ours, at, false);
    case SHAPE_SECTIONS:
        from_argument_skip_modifier(parse, TOKEN_COLON, modifiers);
        ours = ours && !alone && parse->updates && !strcmp(ours, "create") ? "copy" : ours;
        return from_argument_list(parse, row, ours, at, true);
    default: break;
    }
    if (row->meaning == FROM_COLLAPSE)
        return from_argument_collapse(parse, row);
    int first = parse->at;
    if (!from_skip_balanced(parse, &inside)) {
        from_argument_report_end(parse, row);
        return false;
    }
    if (row->shape == SHAPE_TEXT && parse->at == first + 1) {
        directive_error(&parse->text, parse->tokens.items[first].range, "expected an argument in '%s'", row->words);
        return false;
    }
    if (is_condition(parse->from, row))
        parse->from->condition = condition_of(parse, inside);
    return true;
}

static bool parse_clause(Parse *parse)
{
    TextRange at = from_peek(parse)->range;
    if (!from_accept(parse, TOKEN_IDENTIFIER)) {
        directive_error(&parse->text, at, "expected a clause");
        return false;
    }
    const char *word = from_words_of(parse, at);
    const FromRow *row = find_clause(parse, word, false);
    if (!row) {
        report_clause(parse, word, at);
        TextRange skipped;
        return !from_accept(parse, TOKEN_OPEN) || from_skip_balanced(parse, &skipped); // and go on with the next one
    }
    take_meaning(parse, row, at);
    TextRange open = from_peek(parse)->range;
    if (row->shape == SHAPE_NONE) {
        if (!from_is_at(parse, TOKEN_OPEN, 0))
            return true;
        directive_error(&parse->text, open, "'%s' takes no argument", word);
        return false;
    }
    if (from_accept(parse, TOKEN_OPEN))
        return parse_argument(parse, row, at);
    if (row->shape == SHAPE_MAYBE)
        return true;
    directive_error(&parse->text, open, "expected '(' after '%s'", word);
    return false;
}

// Whether the clauses are read: of other directives they are the business of the compiler of the host, or nobody's.
static bool has_clauses(const FromDirective *from)
{
    if (from->place != FROM_ALONE)
        return from->place & (FROM_LOOP | FROM_DATA | FROM_TEAM);
    return from_moves(from);
}

// ---- the entries

FromDirective *from_parse(Arena *arena, Diag *diag, FromLanguage language, bool updates, Loc at, const char *text,
                          const size_t *offset_in_file)
{
    FromDirective *from = ARENA_NEW(arena, FromDirective);
    from->language = language;
    from->loc = at;
    Parse parse = {.text = {.arena = arena,
                            .diag = diag,
                            .at = at,
                            .text = text,
                            .length = strlen(text),
                            .offset_in_file = offset_in_file,
                            .here = at},
                   .from = from,
                   .updates = updates};
    scan(&parse);
    parse_words(&parse);
    if (parse.text.errors)
        return NULL;
    judge_words(from);
    bool good = true;
    while (good && has_clauses(from) && from_peek(&parse)->kind) {
        good = parse_clause(&parse);
        if (good && from_accept(&parse, TOKEN_COMMA) && !from_peek(&parse)->kind)
            directive_error(&parse.text, from_peek(&parse)->range, "expected a clause");
    }
    for (int i = 0; i < from->nparts; i++)
        if (from->parts[i]->meaning == FROM_HINT)
            VECTOR_PUSH(arena, &from->remarks,
                        ((FromRemark){from->parts[i], loc_in_file(at.file, from->words_begin, from->words_end)}));
    return parse.text.errors ? NULL : from;
}

bool from_moves(const FromDirective *from)
{
    return from->place == FROM_ALONE && from->parts[0]->meaning == FROM_OURS;
}

bool from_computes(const FromDirective *from)
{
    return from->language == FROM_OMP
               ? from_has(from, "target")
               : from_has(from, "parallel") || from_has(from, "kernels") || from_has(from, "serial");
}

bool from_always(const FromDirective *from)
{
    FOR_EACH(i, &from->pieces)
        if (from->pieces.items[i].always)
            return true;
    return false;
}

bool from_has(const FromDirective *from, const char *words)
{
    for (int i = 0; i < from->nparts; i++)
        if (!strcmp(from->parts[i]->words, words))
            return true;
    return false;
}

const FromName *from_name(const FromDirective *from, const char *name)
{
    FOR_EACH(i, &from->names)
        if (!strcmp(from->names.items[i].name, name))
            return &from->names.items[i];
    return NULL;
}
