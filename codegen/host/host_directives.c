// Removes the directives of the user's text, also those in parts that the preprocessor leaves out.
#define _GNU_SOURCE // memmem
#include "codegen/host/host_data.h"

#include <string.h>

static bool says_curestruct(const SourceFile *file, ByteRange range)
{
    return memmem(file->text + range.begin, range.end - range.begin, "curestruct", strlen("curestruct")) != NULL;
}

// A macro that yields the directive may also yield the loop: its _Pragma stays, inert.
static bool overlaps_nest(const Edits *edits, ByteRange range)
{
    const Rewriting *rewriting = edits->rewriting;
    if (says_curestruct(rewriting->unit->source, range))
        return false;
    FOR_EACH(i, &rewriting->unit->nests) {
        const Nest *nest = rewriting->unit->nests.items[i];
        bool apart = range.end <= nest->extent.begin || range.begin >= nest->extent.end;
        bool inside = range.begin >= nest->extent.begin && range.end <= nest->extent.end;
        bool same = range.begin == nest->extent.begin && range.end == nest->extent.end;
        if (!apart && (!inside || same))
            return true;
    }
    return false;
}

// With its line, if it is alone on it, unless line numbers are to be kept.
static void strip_directive(Edits *edits, ByteRange range)
{
    const SourceFile *file = edits->rewriting->unit->source;
    if (overlaps_nest(edits, range))
        return;
    size_t begin = line_begin(file, range.begin), end = line_end(file, range.end);
    bool alone = is_blank(file, begin, range.begin) && is_blank(file, range.end, end) && end < file->length;
    if (alone && !edits->rewriting->line_directives)
        edit_replace(edits, begin, end + 1, "");
    else
        edit_replace(edits, range.begin, range.end, "");
}

// ---- those that the preprocessor leaves out

// Past the quotes or the comment that begins at `at`. Quotes end with their line: what is left out need not be C.
static size_t skip_quiet(const SourceFile *file, size_t at)
{
    const char *text = file->text;
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? (size_t)(end - text) + 2 : file->length;
    }
    if (text[at] == '/' && text[at + 1] == '/')
        return line_end(file, at);
    if (text[at] != '"' && text[at] != '\'')
        return at;
    size_t close = at + 1;
    while (close < file->length && text[close] != text[at] && text[close] != '\n')
        close += text[close] == '\\' && text[close + 1] ? 2 : 1;
    return close < file->length && text[close] == text[at] ? close + 1 : close;
}

static const char *skip_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    bool is_there = !strncmp(at, word, length) && !is_identifier_byte(at[length]);
    return is_there ? at + length + strspn(at + length, " \t") : NULL;
}

// `at` is the first character of a line that is not a blank.
static bool begins_directive(const char *at)
{
    if (*at != '#')
        return false;
    const char *word = skip_word(at + 1 + strspn(at + 1, " \t"), "pragma");
    return word && skip_word(word, "curestruct");
}

static size_t logical_line_end(const SourceFile *file, size_t at)
{
    size_t end = line_end(file, at);
    while (end > 0 && end < file->length &&
           (file->text[end - 1] == '\\' || (end > 1 && file->text[end - 1] == '\r' && file->text[end - 2] == '\\')))
        end = line_end(file, end + 1);
    return end > at && file->text[end - 1] == '\r' ? end - 1 : end;
}

static bool is_known(const HostFile *host, size_t at)
{
    FOR_EACH(i, &host->directives)
        if (host->directives.items[i].begin <= at && at < host->directives.items[i].end)
            return true;
    return false;
}

static void strip_inactive(Edits *edits)
{
    const Unit *unit = edits->rewriting->unit;
    const SourceFile *file = unit->source;
    bool first = true; // on its line
    for (size_t at = 0; at < file->length;) {
        size_t next = skip_quiet(file, at);
        if (next > at) {
            at = next;
            continue;
        }
        if (first && begins_directive(file->text + at)) {
            next = logical_line_end(file, at);
            if (!is_known(unit->host, at))
                strip_directive(edits, (ByteRange){at, next});
            at = next;
        }
        bool blank = strchr(" \t\r", file->text[at]) != NULL;
        first = file->text[at] == '\n' || (first && blank);
        at++;
    }
}

void edit_directives(Edits *edits)
{
    const HostFile *host = edits->rewriting->unit->host;
    FOR_EACH(i, &host->directives)
        if (!edit_data(edits, host->directives.items[i]))
            strip_directive(edits, host->directives.items[i]);
    strip_inactive(edits);
}
