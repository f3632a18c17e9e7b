// Directives of OpenMP and OpenACC: their text to data (contract in from.h). The tokens are those of directive.l; what
// each word means is said by from_table.c.
#include "frontend/directives/constant.h"
#include "frontend/directives/directive_parser.h"
#include "frontend/directives/from.h"
#include "frontend/options/suggest.h"

#include <string.h>

#include "directive.tab.h"
#define YYSTYPE CRS_DIRECTIVE_STYPE
#include "directive.lex.h"

typedef struct Token {
    int kind; // 0: the end
    TextRange range;
} Token;

typedef struct Parse {
    DirectiveParser text; // for errors and the text of ranges
    FromDirective *from;
    VECTOR(Token) tokens;
    int at; // of the next token
    bool updates;
} Parse;

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

static const Token *peek(const Parse *parse)
{
    return &parse->tokens.items[parse->at];
}

static bool accept(Parse *parse, int kind)
{
    if (peek(parse)->kind != kind)
        return false;
    parse->at += kind != 0;
    return true;
}

static bool is_at(const Parse *parse, int kind, int ahead)
{
    return parse->at + ahead < parse->tokens.count && parse->tokens.items[parse->at + ahead].kind == kind;
}

static const char *words_of(const Parse *parse, TextRange range)
{
    return directive_text(&parse->text, range);
}

static size_t file_place(const Parse *parse, size_t offset)
{
    const DirectiveParser *text = &parse->text;
    return text->offset_in_file ? text->offset_in_file[offset] : text->at.begin + offset;
}

static Loc loc_of(const Parse *parse, TextRange range)
{
    size_t begin = file_place(parse, range.begin);
    size_t end = range.end > range.begin ? file_place(parse, range.end - 1) + 1 : begin;
    return loc_in_file(parse->text.at.file, begin, end > begin ? end : begin);
}

// Past the parenthesis that closes the one just taken. The range is what is inside; false: it is not closed.
static bool skip_balanced(Parse *parse, TextRange *inside)
{
    int depth = 1;
    inside->begin = inside->end = peek(parse)->range.begin;
    for (; peek(parse)->kind; parse->at++) {
        int kind = peek(parse)->kind;
        depth +=
            (kind == TOKEN_OPEN || kind == TOKEN_OPEN_BRACKET) - (kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_BRACKET);
        if (depth == 0) {
            parse->at++;
            return true;
        }
        inside->end = peek(parse)->range.end;
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
        if (!is_at(parse, TOKEN_IDENTIFIER, i))
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
    if (peek(parse)->kind != TOKEN_IDENTIFIER) {
        directive_error(&parse->text, peek(parse)->range, "expected a directive of %s", language);
        return;
    }
    const char **words = ARENA_ARRAY(parse->text.arena, const char *, from_directive_count + 1);
    int count = 0;
    for (int i = 0; i < from_directive_count; i++)
        if (from_directives[i].languages & (int)from->language)
            words[count++] = from_directives[i].words;
    const char *text = words_of(parse, peek(parse)->range), *near = suggest(text, words);
    directive_error(&parse->text, peek(parse)->range, "'%s' is not a directive of %s%s%s%s", text, language,
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
    TextRange all = peek(parse)->range;
    while (row && from->nparts < MAX_PARTS) {
        TextRange word = peek(parse)->range;
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
    from->words = intern(words_of(parse, all));
    from->words_begin = file_place(parse, all.begin);
    from->words_end = file_place(parse, all.end - 1) + 1;
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

// ---- pieces of our language

static FromPiece *new_piece(Parse *parse, const FromRow *row)
{
    FromPiece piece = {.row = row};
    VECTOR_PUSH(parse->text.arena, &parse->from->pieces, piece);
    return &parse->from->pieces.items[parse->from->pieces.count - 1];
}

// A word of ours for the range: its bytes are spread over it.
static void piece_word(Parse *parse, FromPiece *piece, const char *word, TextRange range)
{
    for (size_t i = 0; word[i]; i++) {
        size_t offset = range.begin + i < range.end ? range.begin + i : range.end - (range.end > range.begin);
        if (!word[i + 1] && range.end > range.begin)
            offset = range.end - 1;
        VECTOR_PUSH(parse->text.arena, &piece->bytes, word[i]);
        VECTOR_PUSH(parse->text.arena, &piece->places, file_place(parse, offset));
    }
}

static void piece_text(Parse *parse, FromPiece *piece, TextRange range)
{
    for (size_t i = range.begin; i < range.end; i++) {
        VECTOR_PUSH(parse->text.arena, &piece->bytes, parse->text.text[i]);
        VECTOR_PUSH(parse->text.arena, &piece->places, file_place(parse, i));
    }
}

static void remark(Parse *parse, const FromRow *row, TextRange range)
{
    FromRemark said = {row, loc_of(parse, range)};
    VECTOR_PUSH(parse->text.arena, &parse->from->remarks, said);
}

// ---- arguments

static void report_end(Parse *parse, const FromRow *row)
{
    directive_error(&parse->text, peek(parse)->range, "expected ')' to close '%s'", row->words);
}

// x, dst->data; false: reported.
static bool parse_path(Parse *parse, const FromRow *row, TextRange *path)
{
    *path = peek(parse)->range;
    if (!accept(parse, TOKEN_IDENTIFIER)) {
        directive_error(&parse->text, *path, "expected a name in '%s'", row->words);
        return false;
    }
    while ((is_at(parse, TOKEN_DOT, 0) || is_at(parse, TOKEN_ARROW, 0)) && is_at(parse, TOKEN_IDENTIFIER, 1))
        parse->at += 2;
    path->end = parse->tokens.items[parse->at - 1].range.end;
    return true;
}

static void note_name(Parse *parse, const FromRow *row, TextRange path)
{
    char *joined = arena_strndup(parse->text.arena, parse->text.text + path.begin, path.end - path.begin),
         *end = joined;
    for (const char *at = joined; *at; at++)
        if (!strchr(" \t\r\n", *at))
            *end++ = *at;
    *end = '\0';
    FromName name = {intern(joined), row, loc_of(parse, path)};
    VECTOR_PUSH(parse->text.arena, &parse->from->names, name);
}

// One dimension of a section after its `[`, as ours: [lo:n], [i:1]. *open: it has no count.
static bool parse_range(Parse *parse, const FromRow *row, FromPiece *piece, bool *open)
{
    int from = parse->at, depth = 0, colon = -1;
    for (;; parse->at++) {
        int kind = peek(parse)->kind;
        if (kind == 0 || (kind == TOKEN_CLOSE && depth == 0)) {
            directive_error(&parse->text, peek(parse)->range, "expected ']' in '%s'", row->words);
            return false;
        }
        if (depth == 0 && kind == TOKEN_CLOSE_BRACKET)
            break;
        if (depth == 0 && kind == TOKEN_COLON && colon >= 0) {
            directive_error(&parse->text, peek(parse)->range, "sections with a stride are not read");
            return false;
        }
        if (depth == 0 && kind == TOKEN_COLON)
            colon = parse->at;
        depth +=
            (kind == TOKEN_OPEN || kind == TOKEN_OPEN_BRACKET) - (kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_BRACKET);
    }
    const Token *tokens = parse->tokens.items;
    TextRange whole = {tokens[from - 1].range.begin, peek(parse)->range.end};
    *open = colon >= 0 && colon + 1 == parse->at;
    if (from == parse->at) {
        directive_error(&parse->text, peek(parse)->range, "expected a section [first:count] in '%s'", row->words);
        return false;
    }
    if (colon >= 0) {
        piece_text(parse, piece, whole);
    } else {
        piece_text(parse, piece, (TextRange){whole.begin, tokens[parse->at - 1].range.end});
        piece_word(parse, piece, ":1]", peek(parse)->range);
    }
    parse->at++;
    return true;
}

// A variable with its sections, added to the piece (which may be NULL).
static bool parse_section(Parse *parse, const FromRow *row, FromPiece *piece)
{
    TextRange path;
    FromPiece scratch = {0};
    bool any_open = false, open = false;
    if (!parse_path(parse, row, &path))
        return false;
    note_name(parse, row, path);
    while (accept(parse, TOKEN_OPEN_BRACKET)) {
        if (!parse_range(parse, row, &scratch, &open))
            return false;
        any_open |= open;
    }
    if (!piece)
        return true;
    piece_text(parse, piece, path);
    for (int i = 0; i < scratch.bytes.count && !any_open; i++) {
        VECTOR_PUSH(parse->text.arena, &piece->bytes, scratch.bytes.items[i]);
        VECTOR_PUSH(parse->text.arena, &piece->places, scratch.places.items[i]);
    }
    return true;
}

// The list up to `)`; `word`: our clause, at the place of the row's word, or NULL.
static bool parse_list(Parse *parse, const FromRow *row, const char *word, TextRange at, bool sections)
{
    FromPiece *piece = word ? new_piece(parse, row) : NULL;
    if (piece) {
        piece_word(parse, piece, word, at);
        piece_word(parse, piece, "(", (TextRange){at.end - 1, at.end});
    }
    do {
        TextRange comma = parse->tokens.items[parse->at - 1].range;
        if (piece && piece->bytes.items[piece->bytes.count - 1] != '(')
            piece_word(parse, piece, ",", comma);
        TextRange path;
        if (sections ? !parse_section(parse, row, piece) : !parse_path(parse, row, &path))
            return false;
        if (sections)
            continue;
        note_name(parse, row, path);
        if (piece)
            piece_text(parse, piece, path);
        TextRange skipped;
        if (accept(parse, TOKEN_OPEN_BRACKET) && !skip_balanced(parse, &skipped)) // of an array that is reduced
            break;
    } while (accept(parse, TOKEN_COMMA));
    TextRange close = peek(parse)->range;
    if (!accept(parse, TOKEN_CLOSE)) {
        if (peek(parse)->kind == 0)
            report_end(parse, row);
        else
            directive_error(&parse->text, close, "expected ',' or ')' in '%s'", row->words);
        return false;
    }
    if (piece)
        piece_word(parse, piece, ") ", close);
    return true;
}

// Past `word :` or `word ,` if the list begins with one of them.
static bool skip_modifier(Parse *parse, int after, const char *const *words)
{
    if (!is_at(parse, TOKEN_IDENTIFIER, 0) || !is_at(parse, after, 1))
        return false;
    const char *text = words_of(parse, peek(parse)->range);
    for (; *words; words++)
        if (!strcmp(text, *words)) {
            parse->at += 2;
            return true;
        }
    return false;
}

static bool parse_map(Parse *parse, const FromRow *row, TextRange at)
{
    static const struct {
        const char *type, *ours;
    } types[] = {{"to", "copyin"},    {"from", "copyout"}, {"tofrom", "copy"},
                 {"alloc", "create"}, {"release", NULL},   {"delete", NULL}};
    static const char *const modifiers[] = {"always", "close", "present", NULL};
    while (skip_modifier(parse, TOKEN_COMMA, modifiers) ||
           (is_at(parse, TOKEN_IDENTIFIER, 1) && is_at(parse, TOKEN_COLON, 2) &&
            skip_modifier(parse, TOKEN_IDENTIFIER, modifiers)))
        ;
    if (!is_at(parse, TOKEN_IDENTIFIER, 0) || !is_at(parse, TOKEN_COLON, 1))
        return parse_list(parse, row, "copy", at, true);
    TextRange range = peek(parse)->range;
    const char *type = words_of(parse, range);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, type) != 0)
            continue;
        parse->at += 2;
        const char *ours = parse->updates && !strcmp(type, "alloc") ? "copy" : types[i].ours;
        return parse_list(parse, row, parse->from->place == FROM_ALONE ? NULL : ours, at, true);
    }
    directive_error(&parse->text, range,
                    "'%s' is not a map type; it must be one of to, from, tofrom, alloc, release, delete", type);
    return false;
}

static bool parse_reduction(Parse *parse, const FromRow *row, TextRange at)
{
    static const char *const modifiers[] = {"default", "task", "inscan", NULL};
    static const char *const operators[] = {"+", "-", "*", "min", "max", "&", "|", "^", "&&", "||", NULL};
    skip_modifier(parse, TOKEN_COMMA, modifiers);
    TextRange range = peek(parse)->range;
    const char *text = words_of(parse, range);
    int known = 0;
    while (operators[known] && strcmp(operators[known], text) != 0)
        known++;
    if (!operators[known] && peek(parse)->kind != TOKEN_IDENTIFIER) {
        directive_error(&parse->text, range, "expected an operator in 'reduction': one of + * min max & | ^ && ||");
        return false;
    }
    parse->at++;
    if (!accept(parse, TOKEN_COLON)) {
        directive_error(&parse->text, peek(parse)->range, "expected ':' after the operator in 'reduction'");
        return false;
    }
    if (!operators[known]) { // of declare reduction: the nest computes as the serial loop does
        parse->from->claim = CLAIM_NONE;
        diag_warning(parse->text.diag, loc_of(parse, range), WARN_IGNORED_CLAUSE,
                     "'reduction(%s: ..)' has no effect: the operator is not one of + * min max & | ^ && ||", text);
        return parse_list(parse, row, NULL, at, false);
    }
    // s -= x is a sum
    const char *word = arena_printf(parse->text.arena, "reduction(%s:", strcmp(text, "-") ? text : "+");
    bool good = parse_list(parse, row, word, at, false);
    if (good) { // the list has put its own `(` after the operator
        FromPiece *piece = &parse->from->pieces.items[parse->from->pieces.count - 1];
        piece->bytes.items[strlen(word)] = ' ';
    }
    return good;
}

// tile(32, *): sizes that are constants, or nothing.
static bool parse_sizes(Parse *parse, const FromRow *row, TextRange at)
{
    TextRange inside;
    int from = parse->at, sizes = 1;
    if (!skip_balanced(parse, &inside)) {
        report_end(parse, row);
        return false;
    }
    bool open = false;
    for (int i = from; i < parse->at - 1; i++) {
        int kind = parse->tokens.items[i].kind;
        open |= kind == TOKEN_STAR && (i == from || parse->tokens.items[i - 1].kind == TOKEN_COMMA);
        sizes += kind == TOKEN_COMMA;
    }
    parse->from->nloops = sizes;
    if (open) {
        remark(parse, row, at);
        return true;
    }
    FromPiece *piece = new_piece(parse, row);
    piece_word(parse, piece, row->ours, at);
    piece_word(parse, piece, "(", (TextRange){at.end - 1, at.end});
    piece_text(parse, piece, inside);
    piece_word(parse, piece, ") ", parse->tokens.items[parse->at - 1].range);
    return true;
}

static bool parse_collapse(Parse *parse, const FromRow *row)
{
    static const char *const modifiers[] = {"force", NULL};
    skip_modifier(parse, TOKEN_COLON, modifiers);
    TextRange inside;
    int64_t loops = 0;
    if (!skip_balanced(parse, &inside)) {
        report_end(parse, row);
        return false;
    }
    if (!constant_value(words_of(parse, inside), &loops) || loops < 1 || loops > MAX_DEPTH) {
        directive_error(&parse->text, inside, "'collapse' needs an integer constant from 1 to %d", MAX_DEPTH);
        return false;
    }
    parse->from->nloops = (int)loops;
    return true;
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

// What the clause says, apart from its argument.
static void take_meaning(Parse *parse, const FromRow *row, TextRange at)
{
    FromDirective *from = parse->from;
    if (row->meaning == FROM_HINT || row->meaning == FROM_UNREAD)
        remark(parse, row, at);
    if (row->meaning == FROM_IN_ORDER)
        from->claim = CLAIM_NONE;
    if (row->meaning == FROM_INDEPENDENT && !from->sequential)
        from->claim = CLAIM_INDEPENDENT;
    if (row->meaning == FROM_IN_ORDER && !strcmp(row->words, "seq"))
        from->sequential = true;
}

// After the `(` of the clause.
static bool parse_argument(Parse *parse, const FromRow *row, TextRange at)
{
    bool is_ours = row->meaning == FROM_OURS || row->meaning == FROM_FIRST;
    bool alone = parse->from->place == FROM_ALONE;
    const char *ours = is_ours && !alone ? row->ours : NULL;
    TextRange inside;
    static const char *const modifiers[] = {"readonly", "zero", "conditional", NULL};
    switch (row->shape) {
    case SHAPE_MAP: return parse_map(parse, row, at);
    case SHAPE_REDUCTION: return parse_reduction(parse, row, at);
    case SHAPE_SIZES: return parse_sizes(parse, row, at);
    case SHAPE_NAMES: skip_modifier(parse, TOKEN_COLON, modifiers); return parse_list(parse, row, ours, at, false);
    case SHAPE_SECTIONS:
        skip_modifier(parse, TOKEN_COLON, modifiers);
        ours = ours && parse->updates && !strcmp(ours, "create") ? "copy" : ours;
        return parse_list(parse, row, ours, at, true);
    default: break;
    }
    if (row->meaning == FROM_COLLAPSE)
        return parse_collapse(parse, row);
    int first = parse->at;
    if (!skip_balanced(parse, &inside)) {
        report_end(parse, row);
        return false;
    }
    if (row->shape == SHAPE_TEXT && parse->at == first + 1) {
        directive_error(&parse->text, parse->tokens.items[first].range, "expected an argument in '%s'", row->words);
        return false;
    }
    return true;
}

static bool parse_clause(Parse *parse)
{
    TextRange at = peek(parse)->range;
    if (!accept(parse, TOKEN_IDENTIFIER)) {
        directive_error(&parse->text, at, "expected a clause");
        return false;
    }
    const char *word = words_of(parse, at);
    const FromRow *row = find_clause(parse, word, false);
    if (!row) {
        report_clause(parse, word, at);
        TextRange skipped;
        return !accept(parse, TOKEN_OPEN) || skip_balanced(parse, &skipped); // and go on with the next one
    }
    take_meaning(parse, row, at);
    TextRange open = peek(parse)->range;
    if (row->shape == SHAPE_NONE) {
        if (!is_at(parse, TOKEN_OPEN, 0))
            return true;
        directive_error(&parse->text, open, "'%s' takes no argument", word);
        return false;
    }
    if (accept(parse, TOKEN_OPEN))
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
    const char *words = from->words;
    return strstr(words, "data") || strstr(words, "update");
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
    while (good && has_clauses(from) && peek(&parse)->kind) {
        good = parse_clause(&parse);
        if (good && accept(&parse, TOKEN_COMMA) && !peek(&parse)->kind)
            directive_error(&parse.text, peek(&parse)->range, "expected a clause");
    }
    for (int i = 0; i < from->nparts; i++)
        if (from->parts[i]->meaning == FROM_HINT)
            VECTOR_PUSH(arena, &from->remarks,
                        ((FromRemark){from->parts[i], loc_in_file(at.file, from->words_begin, from->words_end)}));
    return parse.text.errors ? NULL : from;
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
