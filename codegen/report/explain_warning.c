// What the page of warnings, docs/warnings.md, says of one of them.
#include "codegen/report/explain_warning.h"

#include "codegen/cuda/embedded.h"
#include "frontend/directives/from_table.h"

#include <stdio.h>
#include <string.h>

static const char heading[] = "\n## -W";

static const char *page(void)
{
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strcmp(file->name, "../docs/warnings.md") == 0)
            return file->text;
    unreachable_bug("the page of warnings is not in the program");
}

static const char *topics(Arena *arena)
{
    Text text = {.arena = arena};
    for (const char *at = strstr(page(), heading); at; at = strstr(at + 1, heading)) {
        const char *name = at + strlen(heading);
        text_printf(&text, "%s%.*s", text.length ? ", " : "", (int)strcspn(name, "\n"), name);
    }
    return text_string(&text);
}

// Without the comments that say how a block was printed.
static void add_part(Text *out, const char *begin, const char *end)
{
    for (const char *line = begin; line < end;) {
        size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "<!--", 4) == 0)
            length += line[length] == '\n'; // and the empty line after it
        else
            text_add_n(out, line, length);
        line += length;
    }
}

int explain_warning(Arena *arena, Diag *diag, const char *topic)
{
    const char *begin = strstr(page(), arena_printf(arena, "%s%s\n", heading, topic));
    if (!begin) {
        diag_fatal(diag, "there is no explanation of '-W%s'; there are %s", topic, topics(arena));
        return 2;
    }
    begin += strlen("\n## ");
    const char *end = strstr(begin, heading);
    Text text = {.arena = arena};
    add_part(&text, begin, end ? end + 1 : begin + strlen(begin));
    return fputs(text_string(&text), stdout) >= 0 && fflush(stdout) == 0 ? 0 : 1;
}

static int explain_languages(Arena *arena, int languages)
{
    Text table = {.arena = arena};
    for (int language = FROM_OMP; language <= FROM_ACC; language <<= 1)
        if (languages & language) {
            text_add(&table, table.length ? "\n" : "");
            from_print_table(&table, (FromLanguage)language);
        }
    fputs(text_string(&table), stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}

int explain_page(Arena *arena, Diag *diag, const Options *options)
{
    return options->topic ? explain_warning(arena, diag, options->topic) : explain_languages(arena, options->from);
}
