// The arguments of clauses of OpenMP and OpenACC (contract in from_argument.h).
#include "frontend/directives/from_argument.h"
#include "frontend/directives/constant.h"

#include <string.h>

#include "directive.tab.h"

// ---- pieces of our language

static FromPiece *new_piece(Parse *parse, const FromRow *row)
{
    FromPiece piece = {.row = row, .kind = parse->kind, .finally = parse->finally};
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
        VECTOR_PUSH(parse->text.arena, &piece->places, from_file_place(parse, offset));
    }
}

static void piece_text(Parse *parse, FromPiece *piece, TextRange range)
{
    for (size_t i = range.begin; i < range.end; i++) {
        VECTOR_PUSH(parse->text.arena, &piece->bytes, parse->text.text[i]);
        VECTOR_PUSH(parse->text.arena, &piece->places, from_file_place(parse, i));
    }
}

void from_argument_remark(Parse *parse, const FromRow *row, TextRange range)
{
    FromRemark said = {row, from_loc_of(parse, range)};
    VECTOR_PUSH(parse->text.arena, &parse->from->remarks, said);
}

// ---- arguments

void from_argument_report_end(Parse *parse, const FromRow *row)
{
    directive_error(&parse->text, from_peek(parse)->range, "expected ')' to close '%s'", row->words);
}

// x, dst->data; false: reported.
static bool parse_path(Parse *parse, const FromRow *row, TextRange *path)
{
    *path = from_peek(parse)->range;
    if (!from_accept(parse, TOKEN_IDENTIFIER)) {
        directive_error(&parse->text, *path, "expected a name in '%s'", row->words);
        return false;
    }
    while ((from_is_at(parse, TOKEN_DOT, 0) || from_is_at(parse, TOKEN_ARROW, 0)) &&
           from_is_at(parse, TOKEN_IDENTIFIER, 1))
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
    FromName name = {intern(joined), row, from_loc_of(parse, path)};
    VECTOR_PUSH(parse->text.arena, &parse->from->names, name);
}

// One dimension of a section after its `[`, as ours: [lo:n], [i:1]. *open: it has no count.
static bool parse_range(Parse *parse, const FromRow *row, FromPiece *piece, bool *open)
{
    int from = parse->at, depth = 0, colon = -1;
    for (;; parse->at++) {
        int kind = from_peek(parse)->kind;
        if (kind == 0 || (kind == TOKEN_CLOSE && depth == 0)) {
            directive_error(&parse->text, from_peek(parse)->range, "expected ']' in '%s'", row->words);
            return false;
        }
        if (depth == 0 && kind == TOKEN_CLOSE_BRACKET)
            break;
        if (depth == 0 && kind == TOKEN_COLON && colon >= 0) {
            directive_error(&parse->text, from_peek(parse)->range, "sections with a stride are not read");
            return false;
        }
        if (depth == 0 && kind == TOKEN_COLON)
            colon = parse->at;
        depth +=
            (kind == TOKEN_OPEN || kind == TOKEN_OPEN_BRACKET) - (kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_BRACKET);
    }
    const Token *tokens = parse->tokens.items;
    TextRange whole = {tokens[from - 1].range.begin, from_peek(parse)->range.end};
    *open = colon >= 0 && colon + 1 == parse->at;
    if (from == parse->at) {
        directive_error(&parse->text, from_peek(parse)->range, "expected a section [first:count] in '%s'", row->words);
        return false;
    }
    if (colon >= 0) {
        piece_text(parse, piece, whole);
    } else {
        piece_text(parse, piece, (TextRange){whole.begin, tokens[parse->at - 1].range.end});
        piece_word(parse, piece, ":1]", from_peek(parse)->range);
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
    while (from_accept(parse, TOKEN_OPEN_BRACKET)) {
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
bool from_argument_list(Parse *parse, const FromRow *row, const char *word, TextRange at, bool sections)
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
        if (from_accept(parse, TOKEN_OPEN_BRACKET) &&
            !from_skip_balanced(parse, &skipped)) // of an array that is reduced
            break;
    } while (from_accept(parse, TOKEN_COMMA));
    TextRange close = from_peek(parse)->range;
    if (!from_accept(parse, TOKEN_CLOSE)) {
        if (from_peek(parse)->kind == 0)
            from_argument_report_end(parse, row);
        else
            directive_error(&parse->text, close, "expected ',' or ')' in '%s'", row->words);
        return false;
    }
    if (piece)
        piece_word(parse, piece, ") ", close);
    return true;
}

// Past `word :` or `word ,` if the list begins with one of them.
bool from_argument_skip_modifier(Parse *parse, int after, const char *const *words)
{
    if (!from_is_at(parse, TOKEN_IDENTIFIER, 0) || !from_is_at(parse, after, 1))
        return false;
    const char *text = from_words_of(parse, from_peek(parse)->range);
    for (; *words; words++)
        if (!strcmp(text, *words)) {
            parse->at += 2;
            return true;
        }
    return false;
}

// Past `always,` and the like; whether that was one of them.
static bool skip_map_modifiers(Parse *parse)
{
    static const char *const always[] = {"always", NULL}, *const others[] = {"close", "present", NULL};
    bool found = false;
    while (true) {
        int after = from_is_at(parse, TOKEN_COMMA, 1)                                             ? TOKEN_COMMA
                    : from_is_at(parse, TOKEN_IDENTIFIER, 1) && from_is_at(parse, TOKEN_COLON, 2) ? TOKEN_IDENTIFIER
                                                                                                  : 0;
        int from = parse->at;
        bool is_always = after && from_argument_skip_modifier(parse, after, always);
        if (!is_always && !(after && from_argument_skip_modifier(parse, after, others)))
            return found;
        found |= is_always;
        parse->at = after == TOKEN_IDENTIFIER ? from + 1 : parse->at;
    }
}

// The list as a clause of our directive of that kind.
static bool parse_moved(Parse *parse, const FromRow *row, TextRange at, DirectiveKind kind, const char *word)
{
    parse->kind = kind;
    return from_argument_list(parse, row, word, at, true);
}

// Of `target enter data` and `target exit data`. `always` copies, also where the data only counts.
static bool parse_map_alone(Parse *parse, const FromRow *row, TextRange at, bool always)
{
    bool enters = from_has(parse->from, "target enter data");
    static const struct {
        const char *type;
        bool enters;
        const char *ours, *update;
        bool finally;
    } types[] = {{"to", true, "copyin", "device", false},     {"tofrom", true, "copyin", "device", false},
                 {"alloc", true, "create", NULL, false},      {"from", false, "copyout", "host", false},
                 {"tofrom", false, "copyout", "host", false}, {"release", false, "delete", NULL, false},
                 {"delete", false, "delete", NULL, true}};
    TextRange range = from_peek(parse)->range;
    bool typed = from_is_at(parse, TOKEN_IDENTIFIER, 0) && from_is_at(parse, TOKEN_COLON, 1);
    const char *type = typed ? from_words_of(parse, range) : "tofrom";
    parse->at += typed ? 2 : 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].enters != enters || strcmp(types[i].type, type) != 0)
            continue;
        int from = parse->at;
        if (always && types[i].update && !parse_moved(parse, row, at, DIRECTIVE_UPDATE, types[i].update))
            return false;
        parse->at = from;
        parse->finally = types[i].finally;
        bool good = parse_moved(parse, row, at, enters ? DIRECTIVE_ENTER : DIRECTIVE_EXIT, types[i].ours);
        parse->finally = false;
        return good;
    }
    directive_error(&parse->text, range, "'%s' is not a map type of '%s'; it must be one of %s", type,
                    parse->from->words, enters ? "to, alloc" : "from, release, delete");
    return false;
}

// Of a block, with a type that is known by now.
static bool parse_map_of_block(Parse *parse, const FromRow *row, TextRange at, const char *ours, bool always)
{
    int before = parse->from->pieces.count;
    bool good = from_argument_list(parse, row, ours, at, true);
    for (int i = before; i < parse->from->pieces.count; i++)
        parse->from->pieces.items[i].always = always;
    return good;
}

bool from_argument_map(Parse *parse, const FromRow *row, TextRange at)
{
    static const struct {
        const char *type, *ours;
    } types[] = {{"to", "copyin"},    {"from", "copyout"}, {"tofrom", "copy"},
                 {"alloc", "create"}, {"release", NULL},   {"delete", NULL}};
    TextRange before = from_peek(parse)->range;
    bool always = skip_map_modifiers(parse);
    if (parse->from->place == FROM_ALONE)
        return parse_map_alone(parse, row, at, always);
    if (always && from_computes(parse->from))
        diag_warning(parse->text.diag, from_loc_of(parse, before), WARN_IGNORED_CLAUSE,
                     "'always' has no effect on data that is on the device already; add 'target update'");
    if (!from_is_at(parse, TOKEN_IDENTIFIER, 0) || !from_is_at(parse, TOKEN_COLON, 1))
        return parse_map_of_block(parse, row, at, "copy", always);
    TextRange range = from_peek(parse)->range;
    const char *type = from_words_of(parse, range);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, type) != 0)
            continue;
        parse->at += 2;
        const char *ours = parse->updates && !strcmp(type, "alloc") ? "copy" : types[i].ours;
        return parse_map_of_block(parse, row, at, ours, always);
    }
    directive_error(&parse->text, range,
                    "'%s' is not a map type; it must be one of to, from, tofrom, alloc, release, delete", type);
    return false;
}

bool from_argument_reduction(Parse *parse, const FromRow *row, TextRange at)
{
    static const char *const modifiers[] = {"default", "task", "inscan", NULL};
    static const char *const operators[] = {"+", "-", "*", "min", "max", "&", "|", "^", "&&", "||", NULL};
    from_argument_skip_modifier(parse, TOKEN_COMMA, modifiers);
    TextRange range = from_peek(parse)->range;
    const char *text = from_words_of(parse, range);
    int known = 0;
    while (operators[known] && strcmp(operators[known], text) != 0)
        known++;
    if (!operators[known] && from_peek(parse)->kind != TOKEN_IDENTIFIER) {
        directive_error(&parse->text, range, "expected an operator in 'reduction': one of + * min max & | ^ && ||");
        return false;
    }
    parse->at++;
    if (!from_accept(parse, TOKEN_COLON)) {
        directive_error(&parse->text, from_peek(parse)->range, "expected ':' after the operator in 'reduction'");
        return false;
    }
    if (!operators[known]) { // of declare reduction: the nest computes as the serial loop does
        parse->from->claim = CLAIM_NONE;
        diag_warning(parse->text.diag, from_loc_of(parse, range), WARN_IGNORED_CLAUSE,
                     "'reduction(%s: ..)' has no effect: the operator is not one of + * min max & | ^ && ||", text);
        return from_argument_list(parse, row, NULL, at, false);
    }
    // s -= x is a sum
    const char *word = arena_printf(parse->text.arena, "reduction(%s:", strcmp(text, "-") ? text : "+");
    bool good = from_argument_list(parse, row, word, at, false);
    if (good) { // the list has put its own `(` after the operator
        FromPiece *piece = &parse->from->pieces.items[parse->from->pieces.count - 1];
        piece->bytes.items[strlen(word)] = ' ';
    }
    return good;
}

// tile(32, *): sizes that are constants, or nothing.
bool from_argument_sizes(Parse *parse, const FromRow *row, TextRange at)
{
    TextRange inside;
    int from = parse->at, sizes = 1;
    if (!from_skip_balanced(parse, &inside)) {
        from_argument_report_end(parse, row);
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
        from_argument_remark(parse, row, at);
        return true;
    }
    FromPiece *piece = new_piece(parse, row);
    piece_word(parse, piece, row->ours, at);
    piece_word(parse, piece, "(", (TextRange){at.end - 1, at.end});
    piece_text(parse, piece, inside);
    piece_word(parse, piece, ") ", parse->tokens.items[parse->at - 1].range);
    return true;
}

bool from_argument_collapse(Parse *parse, const FromRow *row)
{
    static const char *const modifiers[] = {"force", NULL};
    from_argument_skip_modifier(parse, TOKEN_COLON, modifiers);
    TextRange inside;
    int64_t loops = 0;
    if (!from_skip_balanced(parse, &inside)) {
        from_argument_report_end(parse, row);
        return false;
    }
    if (!constant_value(from_words_of(parse, inside), &loops) || loops < 1 || loops > MAX_DEPTH) {
        directive_error(&parse->text, inside, "'collapse' needs an integer constant from 1 to %d", MAX_DEPTH);
        return false;
    }
    parse->from->nloops = (int)loops;
    return true;
}
