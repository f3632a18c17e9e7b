// Compares the words of one step with the rows of the table that begin with its first word.
#include "transform/schedule/schedule_parser.h"

#include "frontend/options/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Compares the words with one row. The words that would have been allowed at the word `at` are kept for the message.
typedef struct Match {
    ScheduleParser *parser;
    const StepRow *row;
    int at;
    Step step;
    VECTOR(const char *) expected; // "a size", "'as'"
    VECTOR(const char *) known;    // the words among it
    bool failed;
} Match;

static const char *word_at(const Match *match)
{
    return match->at < match->parser->words.count ? match->parser->words.items[match->at].text : "";
}

static void advance(Match *match)
{
    match->at++;
    match->expected.count = match->known.count = 0;
}

static void expect_word(Match *match, const char *word)
{
    VECTOR_PUSH(match->parser->arena, &match->expected, arena_printf(match->parser->arena, "'%s'", word));
    VECTOR_PUSH(match->parser->arena, &match->known, word);
}

static void expect_argument(Match *match, const Argument *argument)
{
    if (argument->kind == ARGUMENT_FLAG)
        expect_word(match, argument->name);
    else if (argument->choices)
        for (const WordChoice *choice = argument->choices; choice->word; choice++)
            expect_word(match, choice->word);
    else if (argument->kind == ARGUMENT_NUMBER)
        VECTOR_PUSH(match->parser->arena, &match->expected,
                    arena_printf(match->parser->arena, "%s from %lld to %d", argument->noun, (long long)argument->least,
                                 INT32_MAX));
    else
        VECTOR_PUSH(match->parser->arena, &match->expected, argument->noun);
}

// ---- arguments: each takes its words and is true, or takes none

static bool is_name(const char *word)
{
    return isalpha((unsigned char)*word) || *word == '_' || (*word & 0x80);
}

static bool take_name(Match *match, const Argument *argument)
{
    const char *word = word_at(match);
    if (!is_name(word) || (argument->kind == ARGUMENT_VERSION && (strpbrk(word, ".#'") || strlen(word) > 32)))
        return false;
    *argument_text(&match->step, argument) = word;
    advance(match);
    return true;
}

static bool read_number(const char *word, int64_t least, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    *number = value;
    return isdigit((unsigned char)*word) && !*end && !errno && value >= least && value <= INT32_MAX;
}

static bool take_number(Match *match, const Argument *argument)
{
    int64_t number = 0;
    if (!read_number(word_at(match), argument->least, &number))
        return false;
    *argument_number(&match->step, argument) = number;
    advance(match);
    return true;
}

static bool take_choice(Match *match, const Argument *argument)
{
    for (const WordChoice *choice = argument->choices; choice->word; choice++)
        if (strcmp(word_at(match), choice->word) == 0) {
            argument_choose(&match->step, argument, choice->value);
            advance(match);
            return true;
        }
    return false;
}

// Everything that is left, with the blanks of C.
static bool take_formula(Match *match, const Argument *argument)
{
    Text text = {.arena = match->parser->arena};
    const char *last = "(";
    for (; *word_at(match); advance(match)) {
        const char *word = word_at(match);
        text_printf(&text, "%s%s", strcmp(last, "(") == 0 || strcmp(word, ")") == 0 ? "" : " ", word);
        last = word;
    }
    if (!text.length)
        return false;
    *argument_text(&match->step, argument) = text_string(&text);
    return true;
}

enum { MOST_STATEMENTS = 64 };

// {1 3} {2}, or as earlier versions wrote it: 1+3 2
static bool take_groups(Match *match)
{
    Step *step = &match->step;
    step->groups = ARENA_ARRAY(match->parser->arena, uint64_t, MOST_STATEMENTS);
    bool open = false, joins = false;
    for (;; advance(match)) {
        const char *word = word_at(match);
        int64_t statement = 0;
        bool mark = strcmp(word, "{") == 0 || strcmp(word, "}") == 0;
        bool is_number = read_number(word, 1, &statement) && statement <= MOST_STATEMENTS;
        if (!mark && !is_number && strcmp(word, "+") != 0)
            return step->ngroups > 0 && !*word && !open && !joins;
        if (is_number && !open && !joins)
            step->ngroups++;
        if (strcmp(word, "{") == 0)
            step->ngroups++;
        if (step->ngroups > MOST_STATEMENTS || (!mark && !is_number && !step->ngroups))
            return false;
        if (is_number)
            step->groups[step->ngroups - 1] |= UINT64_C(1) << (statement - 1);
        open = mark ? *word == '{' : open;
        joins = strcmp(word, "+") == 0;
    }
}

static bool take_argument(Match *match, const Argument *argument)
{
    switch (argument->kind) {
    case ARGUMENT_NUMBER: return take_number(match, argument);
    case ARGUMENT_CHOICE: return take_choice(match, argument);
    case ARGUMENT_FORMULA: return take_formula(match, argument);
    case ARGUMENT_GROUPS: return take_groups(match);
    case ARGUMENT_FLAG:
        if (strcmp(word_at(match), argument->name) != 0)
            return false;
        *argument_flag(&match->step, argument) = true;
        advance(match);
        return true;
    default: return take_name(match, argument);
    }
}

// ---- rows

static bool take_item(Match *match, const Item *item)
{
    if (item->kind == ITEM_ARGUMENT) {
        if (take_argument(match, item->argument))
            return true;
        expect_argument(match, item->argument);
        return false;
    }
    if (strcmp(word_at(match), item->word) != 0) {
        expect_word(match, item->word);
        return false;
    }
    advance(match);
    return true;
}

// The numbers in brackets that are left out.
static void omit(Match *match, const char *at)
{
    for (Item item = item_next(&at); item.kind != ITEM_CLOSE; item = item_next(&at))
        if (item.kind == ITEM_ARGUMENT && item.argument->kind == ARGUMENT_NUMBER)
            *argument_number(&match->step, item.argument) = item.argument->omitted;
}

static bool take_row(Match *match)
{
    const char *at = match->row->arguments;
    for (;;) {
        Item item = item_next(&at);
        if (item.kind == ITEM_END)
            break;
        if (item.kind == ITEM_CLOSE)
            continue;
        bool optional = item.kind == ITEM_OPEN;
        const char *inside = at;
        if (optional)
            item = item_next(&at);
        if (take_item(match, &item))
            continue;
        if (!optional)
            return false;
        omit(match, inside);
        item_skip(&at);
    }
    if (*word_at(match))
        VECTOR_PUSH(match->parser->arena, &match->expected, "the end of the step");
    return !*word_at(match);
}

static Match match_row(ScheduleParser *parser, const StepRow *row)
{
    Match match = {.parser = parser, .row = row, .at = 1, .step = {.kind = row->kind}};
    match.failed = !take_row(&match);
    return match;
}

// ---- messages

static const char *near_word(ScheduleParser *parser, const char *word, const Match *match)
{
    VECTOR(const char *) words = {0};
    FOR_EACH(i, &match->known)
        VECTOR_PUSH(parser->arena, &words, match->known.items[i]);
    VECTOR_PUSH(parser->arena, &words, NULL);
    const char *near = *word ? suggest(word, words.items) : NULL;
    return near ? arena_printf(parser->arena, "; did you mean '%s'?", near) : "";
}

static void report(ScheduleParser *parser, const Match *match, const char *forms)
{
    Text expected = {.arena = parser->arena};
    FOR_EACH(i, &match->expected)
        text_printf(&expected, "%s%s",
                    !i                               ? ""
                    : i + 1 == match->expected.count ? " or "
                                                     : ", ",
                    match->expected.items[i]);
    const char *word = word_at(match);
    size_t end = parser->words.items[parser->words.count - 1].range.end;
    WordRange range = *word ? parser->words.items[match->at].range : (WordRange){end, end};
    const char *found = *word ? arena_printf(parser->arena, "'%s'", word) : "the end of the step";
    schedule_error(parser, range, "expected %s in %s, found %s%s", text_string(&expected), forms, found,
                   near_word(parser, word, match));
}

static void unknown_step(ScheduleParser *parser)
{
    const StepWord *first = &parser->words.items[0];
    const char *words[STEP_KINDS + 1] = {0};
    for (int kind = 0; kind < STEP_KINDS; kind++)
        words[kind] = step_rows[kind].word;
    const char *near = suggest(first->text, words);
    if (near)
        schedule_error(parser, first->range, "unknown step '%s'; did you mean '%s'?", first->text, near);
    else
        schedule_error(parser, first->range, "unknown step '%s'; 'curestruct steps' lists all", first->text);
}

static bool has_word(const StepRow *row, const char *word)
{
    return strcmp(row->word, word) == 0 || (row->old && strcmp(row->old, word) == 0);
}

// Adds what the second of two forms expected at the same word.
static void join(Match *best, const Match *match)
{
    FOR_EACH(i, &match->expected)
        VECTOR_PUSH(best->parser->arena, &best->expected, match->expected.items[i]);
    FOR_EACH(i, &match->known)
        VECTOR_PUSH(best->parser->arena, &best->known, match->known.items[i]);
}

bool step_match(ScheduleParser *parser, Step *step)
{
    const StepWord *words = parser->words.items;
    Match best = {0};
    Text forms = {.arena = parser->arena};
    for (int kind = 0; kind < STEP_KINDS; kind++) {
        const StepRow *row = &step_rows[kind];
        if (!has_word(row, words[0].text))
            continue;
        Match match = match_row(parser, row);
        if (!match.failed) {
            *step = match.step;
            step->loc =
                schedule_loc(parser, (WordRange){words[0].range.begin, words[parser->words.count - 1].range.end});
            return true;
        }
        text_printf(&forms, "%s'%s %s'", forms.length ? " or " : "", row->word, row->arguments);
        if (!best.row || match.at > best.at)
            best = match;
        else if (match.at == best.at)
            join(&best, &match);
    }
    if (best.row)
        report(parser, &best, text_string(&forms));
    else
        unknown_step(parser);
    return false;
}
