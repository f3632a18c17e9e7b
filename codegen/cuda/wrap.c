// emit_wrapped: breaks long lines of emitted code as a person would. The break comes between the parts of a list of
// arguments or conditions, in the fewest brackets; otherwise after the operator that binds least. It is as far to the
// right as possible. The next line begins below the open bracket.
#include "codegen/cuda/wrap.h"

#include <string.h>

enum { LINE_WIDTH = 120, FARTHEST_ALIGNED = 88, DEEPEST = 64 };

// The open brackets before a place, by their columns.
typedef struct Brackets {
    size_t column[DEEPEST];
    int depth;
} Brackets;

static void pass_character(Brackets *brackets, char character, size_t column)
{
    if (strchr("([{", character) && brackets->depth < DEEPEST)
        brackets->column[brackets->depth++] = column;
    else if (strchr(")]}", character) && brackets->depth > 0)
        brackets->depth--;
}

// How loosely the operator that ends before `space` binds: 0, there is none; a smaller number binds less.
static int operator_class(const char *piece, size_t space)
{
    static const char *const classes[] = {"; , ",   " = += -= *= /= |= &= ^= ", " ? : ",   " || ",
                                          " && ",   " == != < > <= >= ",        " | ^ & ", " + - ",
                                          " * / % "};
    size_t begin = space;
    while (begin > 0 && strchr("=+-*/|&^?:<>!%", piece[begin - 1]))
        begin--;
    if (begin == space && space > 0 && strchr(";,", piece[space - 1]))
        return 1;
    if (begin == space || begin == 0 || piece[begin - 1] != ' ')
        return 0;
    char word[8] = " ";
    size_t length = space - begin < 4 ? space - begin : 4;
    memcpy(word + 1, piece + begin, length);
    word[length + 1] = ' ';
    for (int i = 1; i < (int)(sizeof classes / sizeof *classes); i++)
        if (strstr(classes[i], word))
            return i + 1;
    return 0;
}

typedef struct Break {
    size_t at; // the space that becomes the end of the line; 0: there is none
    long worth;
} Break;

typedef struct Line {
    const char *text;
    size_t length, lead; // `lead`: the column where it begins
    size_t indent;       // of the statement
    int deepest;         // no break inside more brackets than this; at this depth only between parts of a list
} Line;

static bool is_comment(const char *text)
{
    return text[0] == '/' && text[1] == '/';
}

// Parts of one list: those of a for, a call or a condition.
static bool is_list(int class)
{
    return class == 1 || class == 4 || class == 5;
}

// Where the line below begins.
static size_t lead_below(const Brackets *brackets, size_t indent)
{
    size_t below = brackets->depth ? brackets->column[brackets->depth - 1] + 1 : 0;
    return !brackets->depth ? indent + 4 : below <= FARTHEST_ALIGNED ? below : indent + 8;
}

// How much text follows a break, up to the next part of a list around it.
static size_t part_length(const Line *line, size_t at)
{
    Brackets inside = {0};
    size_t i = at + 1;
    for (; i < line->length && i - at <= LINE_WIDTH; i++) {
        pass_character(&inside, line->text[i], i);
        if (inside.depth == 0 && line->text[i] == ' ' && is_list(operator_class(line->text, i)))
            break;
    }
    return i - at;
}

// Whether the place of an assignment is still open.
static bool in_place(const Line *line, size_t at, const Brackets *brackets)
{
    Brackets inside = *brackets;
    for (size_t i = at; i < line->length && line->lead + i <= LINE_WIDTH; i++) {
        pass_character(&inside, line->text[i], i);
        if (i > at && inside.depth == 0 && line->text[i] == ' ' && operator_class(line->text, i) == 2)
            return true;
    }
    return false;
}

// An open bracket weighs as much as 60 columns of the line, or as an operand that is not broken again.
static void consider(Break *best, const Line *line, size_t at, const Brackets *brackets)
{
    static const int weight[] = {0, 0, 40, 36, 0, 5, 30, 50, 40, 100};
    int class = operator_class(line->text, at);
    if (!class || brackets->depth > line->deepest || (brackets->depth == line->deepest && !is_list(class)))
        return;
    if (in_place(line, at, brackets))
        return;
    bool whole = lead_below(brackets, line->indent) + part_length(line, at) <= LINE_WIDTH;
    bool ends_well = brackets->depth == 0 && class == 2 && // all of the value in the next line
                     lead_below(brackets, line->indent) + line->length - at <= LINE_WIDTH + 1;
    bool part = class > 2 && !is_list(class), tail = part && line->length - at < 24;
    long worth = (long)at - 60L * brackets->depth - weight[class] + (whole && part ? 60 : 0) - (tail ? 80 : 0);
    Break here = {at, ends_well ? LINE_WIDTH : worth};
    if (!best->at || here.worth >= best->worth)
        *best = here;
}

// How few brackets hold a space between parts of a list.
static void find_list(int *deepest, const Line *line, size_t at, const Brackets *brackets)
{
    if (brackets->depth < *deepest && is_list(operator_class(line->text, at)))
        *deepest = brackets->depth;
}

// The best break, or with `deepest` how deep breaks may be.
static Break look_over(const Line *line, Brackets brackets, int *deepest)
{
    Break best = {0};
    char quote = '\0';
    for (size_t i = 0; i < line->length && (line->lead + i <= LINE_WIDTH || (!best.at && !deepest)); i++) {
        const char *here = line->text + i;
        if (quote) {
            i += *here == '\\';
            quote = *here == quote ? '\0' : quote;
        } else if (*here == '"' || *here == '\'') {
            quote = *here;
        } else if (is_comment(here)) {
            break;
        } else if (*here == ' ' && deepest) {
            find_list(deepest, line, i, &brackets);
        } else if (*here == ' ') {
            consider(&best, line, i, &brackets);
        } else {
            pass_character(&brackets, *here, line->lead + i);
        }
    }
    return best;
}

static Break find_break(const char *text, size_t length, size_t lead, size_t indent, const Brackets *brackets)
{
    Line line = {text, length, lead, indent, DEEPEST + 1};
    int deepest = DEEPEST + 1;
    look_over(&line, *brackets, &deepest);
    line.deepest = deepest;
    return look_over(&line, *brackets, NULL);
}

static void wrap_line(Text *out, const char *line, size_t length)
{
    size_t indent = strspn(line, " "), lead = indent;
    Brackets brackets = {0};
    text_add_n(out, line, indent);
    const char *piece = line + indent;
    length -= indent;
    while (lead + length > LINE_WIDTH && *piece != '#' && !is_comment(piece)) {
        Break place = find_break(piece, length, lead, indent, &brackets);
        if (!place.at)
            break;
        text_add_n(out, piece, place.at);
        for (size_t i = 0; i < place.at; i++)
            pass_character(&brackets, piece[i], lead + i);
        lead = lead_below(&brackets, indent);
        text_printf(out, "\n%*s", (int)lead, "");
        piece += place.at + 1;
        length -= place.at + 1;
    }
    text_add_n(out, piece, length);
    text_add(out, "\n");
}

void emit_wrapped(Text *out, const char *code)
{
    for (const char *line = code; *line;) {
        size_t length = strcspn(line, "\n");
        wrap_line(out, line, length);
        line += length + (line[length] == '\n');
    }
}
