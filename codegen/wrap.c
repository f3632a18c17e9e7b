// emit_wrapped: long lines of emitted code are broken as a person would: between the parts that the fewest brackets hold,
// behind the operator that binds least, as far to the right as they go; what follows stands below its open bracket.
#include "codegen/emit.h"

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

// How loosely the operator that ends before `space` binds: 0, there is none; less binds less.
static int operator_class(const char *piece, size_t space)
{
    static const char *const classes[] = {"; , ", " = += -= *= /= |= &= ^= ", " ? : ", " || ", " && ", " == != < > <= >= ",
                                          " | ^ & ", " + - ", " * / % "};
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

static bool is_comment(const char *text)
{
    return text[0] == '/' && text[1] == '/';
}

// An open bracket weighs as much as 40 columns of the line that would be used.
static void consider(Break *best, const char *piece, size_t length, size_t at, const Brackets *brackets, size_t room)
{
    int class = operator_class(piece, at);
    if (!class)
        return;
    bool ends_well = brackets->depth == 0 && class == 2 && length - at <= room; // all of the value in the next line
    Break here = {at, ends_well ? LINE_WIDTH : (long)at - 40L * brackets->depth - 12L * class};
    if (!best->at || here.worth >= best->worth)
        *best = here;
}

static Break find_break(const char *piece, size_t length, size_t lead, Brackets brackets, size_t room)
{
    Break best = {0};
    char quote = '\0';
    for (size_t i = 0; i < length && (lead + i <= LINE_WIDTH || !best.at); i++) {
        if (quote) {
            i += piece[i] == '\\';
            quote = piece[i] == quote ? '\0' : quote;
        } else if (piece[i] == '"' || piece[i] == '\'') {
            quote = piece[i];
        } else if (is_comment(piece + i)) {
            break;
        } else if (piece[i] == ' ') {
            consider(&best, piece, length, i, &brackets, room);
        } else {
            pass_character(&brackets, piece[i], lead + i);
        }
    }
    return best;
}

static void wrap_line(Text *out, const char *line, size_t length)
{
    size_t indent = strspn(line, " "), lead = indent;
    Brackets brackets = {0};
    text_add_n(out, line, indent);
    const char *piece = line + indent;
    length -= indent;
    while (lead + length > LINE_WIDTH && *piece != '#' && !is_comment(piece)) {
        Break place = find_break(piece, length, lead, brackets, LINE_WIDTH - indent - 4);
        if (!place.at)
            break;
        text_add_n(out, piece, place.at);
        for (size_t i = 0; i < place.at; i++)
            pass_character(&brackets, piece[i], lead + i);
        size_t below = brackets.depth ? brackets.column[brackets.depth - 1] + 1 : 0;
        lead = !brackets.depth ? indent + 4 : below <= FARTHEST_ALIGNED ? below : indent + 8;
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
