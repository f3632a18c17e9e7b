// The parts of the parser outside of the grammar: tokens in their context, recovery, and the construction of clauses.
// directive_check.c checks the clauses of one directive against each other.
#include "frontend/directives/constant.h"
#include "frontend/directives/directive.h"
#include "frontend/directives/directive_check.h"
#include "frontend/directives/directive_parser.h"
#include "frontend/options/suggest.h"
#include "ir/ir.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "directive.tab.h"
#define YYSTYPE CRS_DIRECTIVE_STYPE
#include "directive.lex.h"

// ---- the words

static const struct {
    const char *word;
    int token;
} clauses[] = {
    [CLAUSE_REDUCTION] = {"reduction", TOKEN_REDUCTION},
    [CLAUSE_INDEPENDENT] = {"independent", TOKEN_INDEPENDENT},
    [CLAUSE_PRIVATE] = {"private", TOKEN_PRIVATE},
    [CLAUSE_COPYIN] = {"copyin", TOKEN_COPYIN},
    [CLAUSE_COPYOUT] = {"copyout", TOKEN_COPYOUT},
    [CLAUSE_COPY] = {"copy", TOKEN_COPY},
    [CLAUSE_CREATE] = {"create", TOKEN_CREATE},
    [CLAUSE_DELETE] = {"delete", TOKEN_DELETE},
    [CLAUSE_HOST] = {"host", TOKEN_HOST},
    [CLAUSE_TO_DEVICE] = {"device", TOKEN_TO_DEVICE},
    [CLAUSE_PRESENT] = {"present", TOKEN_PRESENT},
    [CLAUSE_NAME] = {"name", TOKEN_NAME},
    [CLAUSE_MAPPING] = {"mapping", TOKEN_MAPPING},
    [CLAUSE_TILE] = {"tile", TOKEN_TILE},
    [CLAUSE_BLOCK] = {"block", TOKEN_BLOCK},
    [CLAUSE_REDUCE] = {"reduce", TOKEN_REDUCE},
    [CLAUSE_SCHEDULE] = {"schedule", TOKEN_SCHEDULE},
    [CLAUSE_PRECISION] = {"precision", TOKEN_PRECISION},
    [CLAUSE_EXACT] = {"exact", TOKEN_EXACT},
    [CLAUSE_ASYNC] = {"async", TOKEN_ASYNC},
    [CLAUSE_FINALIZE] = {"finalize", TOKEN_FINALIZE},
    [CLAUSE_DEVICE] = {"device", TOKEN_DEVICE},
};

enum { CLAUSE_COUNT = sizeof clauses / sizeof *clauses };

const char *clause_word(ClauseKind kind)
{
    return clauses[kind].word;
}

// First words of a directive.
static const struct {
    const char *word;
    int token;
} openings[] = {
    [DIRECTIVE_NEST] = {NULL, 0},
    [DIRECTIVE_BEGIN] = {"begin", TOKEN_BEGIN},
    [DIRECTIVE_END] = {"end", TOKEN_END},
    [DIRECTIVE_ENTER] = {"enter", TOKEN_ENTER},
    [DIRECTIVE_EXIT] = {"exit", TOKEN_EXIT},
    [DIRECTIVE_UPDATE] = {"update", TOKEN_UPDATE},
    [DIRECTIVE_WAIT] = {"wait", TOKEN_WAIT},
};

enum { OPENING_COUNT = sizeof openings / sizeof *openings };

const char *directive_word(DirectiveKind kind)
{
    return openings[kind].word;
}

bool directive_is_data(const Directive *directive)
{
    return directive->kind >= DIRECTIVE_ENTER;
}

const char *directive_stream(const Directive *directive)
{
    const Clause *async = directive ? directive_clause(directive, CLAUSE_ASYNC) : NULL;
    return async ? async->items.items[0].ranges.items[0].count : NULL;
}

// The kind that the word opens; DIRECTIVE_NEST: none.
static DirectiveKind opening_of(const char *word)
{
    for (int i = DIRECTIVE_BEGIN; i < OPENING_COUNT; i++)
        if (!strcmp(word, openings[i].word))
            return (DirectiveKind)i;
    return DIRECTIVE_NEST;
}

bool clause_names(const Clause *clause, const char *name)
{
    FOR_EACH(i, &clause->items)
        if (clause->items.items[i].name && strcmp(clause->items.items[i].name, name) == 0)
            return true;
    return false;
}

const Clause *directive_clause(const Directive *directive, ClauseKind kind)
{
    FOR_EACH(i, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[i];
        if (clause->kind == kind && !(clause->belief && clause->belief->dropped))
            return clause;
    }
    return NULL;
}

// ---- places

static size_t file_offset(const DirectiveParser *parser, size_t offset)
{
    return parser->offset_in_file ? parser->offset_in_file[offset] : parser->at.begin + offset;
}

// Continues from the last position where possible: a file may hold thousands of directives, a directive thousands of
// names.
static Loc loc_of(DirectiveParser *parser, TextRange range)
{
    const SourceFile *file = parser->at.file;
    size_t begin = file_offset(parser, range.begin);
    size_t end = range.end > range.begin ? file_offset(parser, range.end - 1) + 1 : begin;
    Loc *here = &parser->here;
    if (begin < here->begin)
        *here = parser->at;
    if (file && file->text && begin < here->begin)
        *here = loc_in_file(file, begin, begin);
    for (size_t i = here->begin; i < begin; i++) {
        bool ends_line = file && file->text && i < file->length && file->text[i] == '\n';
        here->line += ends_line;
        here->column = ends_line ? 1 : here->column + 1;
    }
    here->begin = begin;
    here->end = end > begin ? end : begin;
    return *here;
}

void directive_error(DirectiveParser *parser, TextRange range, const char *format, ...)
{
    if (parser->errors++ >= MANY_ERRORS)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_error(parser->diag, loc_of(parser, range), "%s", arena_vprintf(parser->arena, format, arguments));
    va_end(arguments);
}

// The bytes of a range that count as one blank or, at its ends, as nothing: blanks, line ends, comments.
static size_t blank_length(const char *at, const char *end)
{
    if (isspace((unsigned char)*at))
        return 1;
    if (at + 1 < end && at[0] == '\\' && (at[1] == '\n' || at[1] == '\r'))
        return 2;
    if (at + 1 < end && at[0] == '/' && at[1] == '*') {
        const char *close = strstr(at + 2, "*/");
        return close && close < end ? (size_t)(close + 2 - at) : (size_t)(end - at);
    }
    if (at + 1 < end && at[0] == '/' && at[1] == '/')
        return strcspn(at, "\n") < (size_t)(end - at) ? strcspn(at, "\n") : (size_t)(end - at);
    return 0;
}

static bool is_one_word(const char *at, const char *end)
{
    while (at < end && is_identifier_byte(*at))
        at++;
    return at == end;
}

const char *directive_text(const DirectiveParser *parser, TextRange range)
{
    const char *at = parser->text + range.begin, *end = parser->text + range.end;
    if (is_one_word(at, end))
        return arena_strndup(parser->arena, at, (size_t)(end - at));
    Text out = {.arena = parser->arena};
    char quote = 0;
    bool blank = false;
    while (at < end) {
        size_t skipped = quote ? 0 : blank_length(at, end);
        blank = blank || skipped;
        at += skipped;
        if (skipped)
            continue;
        if (blank && out.length)
            text_add(&out, " ");
        blank = false;
        bool escaped = quote && *at == '\\' && at + 1 < end;
        if (escaped)
            text_add_n(&out, at++, 1);
        else if (*at == '"' || *at == '\'')
            quote = !quote ? *at : quote == *at ? 0 : quote;
        text_add_n(&out, at++, 1);
    }
    return text_string(&out);
}

// ---- tokens

// A word at depth 0 names a clause; before everything else it may be begin, end, enter, exit or update. `device` is a
// list of data in 'update', otherwise a name.
static int word_token(DirectiveParser *parser)
{
    const char *word = directive_text(parser, parser->last);
    parser->word = word;
    DirectiveKind opening = parser->started ? DIRECTIVE_NEST : opening_of(word);
    parser->is_update |= opening == DIRECTIVE_UPDATE;
    if (opening != DIRECTIVE_NEST)
        return openings[opening].token;
    for (int i = 0; i < CLAUSE_COUNT; i++)
        if (!strcmp(word, clauses[i].word) && (i != CLAUSE_TO_DEVICE || parser->is_update))
            return clauses[i].token;
    return TOKEN_UNKNOWN;
}

// The next token, 0 at the end of the text; updates depth.
static int scan_token(DirectiveParser *parser)
{
    int kind = parser->errors > MANY_ERRORS ? 0 : crs_scan_lex(parser->scanner);
    if (kind == 0)
        parser->last = (TextRange){parser->length, parser->length};
    if (kind == TOKEN_IDENTIFIER && parser->depth == 0)
        kind = word_token(parser);
    if (kind == TOKEN_OPEN)
        parser->depth++;
    parser->closed = kind == TOKEN_CLOSE && parser->depth == 1;
    if (kind == TOKEN_CLOSE && parser->depth > 0)
        parser->depth--;
    parser->started = true;
    parser->before_last = parser->last_kind;
    parser->last_kind = kind;
    return kind;
}

static bool starts_clause(int kind)
{
    return kind == TOKEN_UNKNOWN || (kind >= TOKEN_BEGIN && kind <= TOKEN_DEVICE);
}

// Skips the rest of the clause in which the last token was wrong: up to the parenthesis that closes it, or to the next
// clause word if none is open. That word, or the end, is handed out again.
static void skip_clause(DirectiveParser *parser)
{
    while (parser->last_kind && parser->depth > 0)
        scan_token(parser);
    if (parser->closed)
        return;
    while (parser->last_kind && !starts_clause(parser->last_kind) && parser->depth == 0)
        scan_token(parser);
    parser->has_pushed = true;
}

int crs_directive_lex(CRS_DIRECTIVE_STYPE *value, CRS_DIRECTIVE_LTYPE *location, DirectiveParser *parser)
{
    (void)value;
    int kind;
    if (parser->resync) {
        parser->resync = false;
        skip_clause(parser);
        kind = TOKEN_RESYNC;
    } else if (parser->has_pushed) {
        parser->has_pushed = false;
        kind = parser->last_kind;
    } else {
        kind = scan_token(parser);
    }
    *location = parser->last;
    return kind;
}

// ---- clauses

void clause_start(DirectiveParser *parser, ClauseKind kind, TextRange word)
{
    parser->clause = (Clause){.kind = kind, .loc = loc_of(parser, word)};
    if (kind == CLAUSE_INDEPENDENT) {
        parser->clause.belief = ARENA_NEW(parser->arena, Belief);
        parser->clause.belief->nloops = 1;
    }
    parser->string = (Text){.arena = parser->arena};
}

void clause_end(DirectiveParser *parser)
{
    if (parser->clause.kind == CLAUSE_SCHEDULE)
        parser->clause.word = text_string(&parser->string);
    VECTOR_PUSH(parser->arena, &parser->directive->clauses, parser->clause);
}

// The words of a directive of OpenMP or OpenACC for a loop: nothing has to be said instead. NULL: another word.
static const char *said_by_itself(const char *word)
{
    static const char *const words[] = {"parallel", "for",        "do",       "loop",     "kernels",
                                        "simd",     "target",     "gang",     "worker",   "teams",
                                        "vector",   "distribute", "taskloop", "collapse", "offload"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i]))
            return "'#pragma curestruct' alone, before the loop, finds what runs in parallel";
    return NULL;
}

void clause_unknown(DirectiveParser *parser, TextRange word)
{
    parser->clause = (Clause){.kind = CLAUSE_INDEPENDENT}; // nothing is expected inside its parentheses
    const char *text = directive_text(parser, word);
    const char *words[CLAUSE_COUNT + 1] = {0};
    for (int i = 0; i < CLAUSE_COUNT; i++)
        words[i] = clauses[i].word;
    const char *near = suggest(text, words);
    if (opening_of(text) != DIRECTIVE_NEST)
        directive_error(parser, word, "'%s' must be the first word of a directive", text);
    else if (said_by_itself(text))
        directive_error(parser, word, "unknown clause '%s'; %s", text, said_by_itself(text));
    else if (near)
        directive_error(parser, word, "unknown clause '%s'; did you mean '%s'?", text, near);
    else
        directive_error(parser, word, "unknown clause '%s'", text);
}

void clause_set_operator(DirectiveParser *parser, TextRange operator)
{
    static const char *const operators[] = {"+", "*", "min", "max", "&", "|", "^", "&&", "||"};
    const char *text = directive_text(parser, operator);
    parser->clause.word = intern(text);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strcmp(text, operators[i]))
            return;
    directive_error(parser, operator, "'%s' is not a reduction operator; it must be one of + * min max & | ^ && ||",
                    text);
}

// The text of a range without any blank.
static char *joined_text(const DirectiveParser *parser, TextRange range)
{
    const char *text = directive_text(parser, range);
    char *joined = arena_strndup(parser->arena, text, strlen(text)), *end = joined;
    for (; *text; text++)
        if (*text != ' ')
            *end++ = *text;
    *end = '\0';
    return joined;
}

static bool is_identifier(const char *text)
{
    bool starts = isalpha((unsigned char)*text) || *text == '_';
    while (is_identifier_byte(*text))
        text++;
    return starts && !*text;
}

static bool is_device_name(const char *text)
{
    while (isalnum((unsigned char)*text) || (*text && strchr("_.-", *text)))
        text++;
    return !*text;
}

// `text` must be one of `choices`, which ends with NULL.
static void check_choice(DirectiveParser *parser, TextRange argument, const char *text, const char *const *choices)
{
    Text list = {.arena = parser->arena};
    for (int i = 0; choices[i]; i++) {
        if (!strcmp(text, choices[i]))
            return;
        text_printf(&list, "%s%s", i ? ", " : "", choices[i]);
    }
    directive_error(parser, argument, "%s must be one of %s", clause_word(parser->clause.kind), text_string(&list));
}

void clause_set_word(DirectiveParser *parser, TextRange argument)
{
    static const char *const mappings[] = {"1D-1", "1D-2", "1D-3", "1D-4", "2D-1", "2D-2", "2D-3", "2D-4", NULL};
    static const char *const reduces[] = {"sequential", "interleaved", "strided", "tree",    "first_add",
                                          "last_warp",  "unrolled",    "cascade", "shuffle", NULL};
    static const char *const precisions[] = {"ieee", "fast", "tf32", "tf32x3", "bf16", NULL};
    const char *text = joined_text(parser, argument);
    parser->clause.word = intern(text);
    switch (parser->clause.kind) {
    case CLAUSE_MAPPING: check_choice(parser, argument, text, mappings); break;
    case CLAUSE_REDUCE: check_choice(parser, argument, text, reduces); break;
    case CLAUSE_PRECISION: check_choice(parser, argument, text, precisions); break;
    case CLAUSE_NAME:
        if (!is_identifier(text))
            directive_error(parser, argument, "name must be an identifier");
        break;
    default:
        if (!is_device_name(text))
            directive_error(parser, argument, "device must be a name such as c2070");
    }
}

void clause_set_stream(DirectiveParser *parser, TextRange expression)
{
    ClauseItem item = {.loc = loc_of(parser, expression)};
    VECTOR_PUSH(parser->arena, &parser->clause.items, item);
    clause_add_range(parser, NULL, expression);
}

void clause_add_string(DirectiveParser *parser, TextRange literal)
{
    for (size_t i = literal.begin + 1; i + 1 < literal.end; i++) {
        char byte = parser->text[i];
        if (byte == '\\') {
            byte = parser->text[++i];
            byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte;
        }
        text_add_n(&parser->string, &byte, 1);
    }
}

void clause_add_name(DirectiveParser *parser, TextRange name)
{
    ClauseItem item = {.name = intern(joined_text(parser, name)), .loc = loc_of(parser, name)};
    VECTOR_PUSH(parser->arena, &parser->clause.items, item);
}

void clause_add_range(DirectiveParser *parser, const TextRange *lower, TextRange count)
{
    ClauseItem *item = &parser->clause.items.items[parser->clause.items.count - 1];
    SectionRange range = {lower ? directive_text(parser, *lower) : NULL, directive_text(parser, count), {0}, {0}};
    if (lower)
        range.lower_loc = loc_of(parser, *lower);
    range.count_loc = loc_of(parser, count);
    if (item->ranges.count == MAX_DIMS)
        directive_error(parser, count, "'%s' has more than %d dimensions", item->name, MAX_DIMS);
    VECTOR_PUSH(parser->arena, &item->ranges, range);
}

// A loop as schedules write it: i, i#2.
static bool is_loop_name(const char *text)
{
    size_t letters = strcspn(text, "#");
    if (!text[letters])
        return is_identifier(text);
    const char *number = text + letters + 1;
    return (isalpha((unsigned char)*text) || *text == '_') && *number && !number[strspn(number, "0123456789")];
}

void clause_add_size(DirectiveParser *parser, const TextRange *loop, TextRange size)
{
    const char *word = clause_word(parser->clause.kind);
    const char *text = directive_text(parser, size);
    ClauseItem item = {.loc = loc_of(parser, loop ? (TextRange){loop->begin, size.end} : size)};
    if (loop) {
        item.name = intern(joined_text(parser, *loop));
        if (parser->clause.kind == CLAUSE_BLOCK)
            directive_error(parser, *loop, "block sizes have no names");
        else if (!is_loop_name(item.name))
            directive_error(parser, *loop, "'%s' is not the name of a loop", item.name);
    }
    if (!constant_value(text, &item.size))
        directive_error(parser, size, "%s size '%s' is not an integer constant", word, text);
    else if (item.size < 1)
        directive_error(parser, size, "%s size must be at least 1", word);
    else if (item.size > INT32_MAX)
        directive_error(parser, size, "%s size must be at most %d", word, INT32_MAX);
    VECTOR_PUSH(parser->arena, &parser->clause.items, item);
}

// ---- the entry

Directive *directive_parse(Arena *arena, Diag *diag, Loc at, const char *text, const size_t *offset_in_file)
{
    DirectiveParser parser = {.arena = arena,
                              .diag = diag,
                              .at = at,
                              .text = text,
                              .length = strlen(text),
                              .offset_in_file = offset_in_file,
                              .here = at,
                              .directive = ARENA_NEW(arena, Directive)};
    parser.directive->loc = at;
    parser.directive->words.text = intern(directive_text(&parser, (TextRange){0, parser.length}));
    if (crs_scan_lex_init_extra(&parser, &parser.scanner) != 0)
        unreachable_bug("the scanner cannot be set up");
    crs_scan__scan_bytes(text, (int)parser.length, parser.scanner);
    crs_directive_parse(&parser);
    crs_scan_lex_destroy(parser.scanner);
    int wrong = directive_check(diag, parser.directive);
    return parser.errors || wrong ? NULL : parser.directive;
}
