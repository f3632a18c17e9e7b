// The names of memory, from the C text of pointers.
#include "codegen/check/harness_paths.h"

#include <string.h>

// Of "(struct inner *)p" the end of the conversion; NULL: there is none.
static const char *after_cast(const char *host)
{
    const char *end = host + 1;
    while (is_identifier_byte(*end) || *end == ' ')
        end++;
    bool stars = *end == '*';
    while (*end == '*' || *end == ' ')
        end++;
    return stars && end > host + 1 && *end == ')' && (is_identifier_byte(end[1]) || end[1] == '(') ? end : NULL;
}

const char *harness_path(Arena *arena, const char *host)
{
    Text path = {.arena = arena};
    for (; *host; host++) {
        if (*host == '[') {
            while (*host && *host != ']')
                host++;
            if (!*host)
                break;
        } else if (*host == '(' && after_cast(host)) {
            host = after_cast(host);
        } else if (!strchr("&() \t\n", *host)) {
            text_add_n(&path, host, 1);
        }
    }
    return text_string(&path);
}

const char *harness_rows_path(Arena *arena, const Array *array)
{
    const char *host = array->host, *steps = strstr(host, " /*[]");
    const char *table = arena_printf(arena, "%.*s", (int)(steps ? steps - host : (long)strlen(host)), host);
    const char *member = strstr(table, "[0].");
    Text path = {.arena = arena};
    text_add(&path, harness_path(arena, member ? arena_printf(arena, "%.*s", (int)(member - table), table) : table));
    if (member)
        text_printf(&path, "->%s", member + strlen("[0]."));
    if (steps)
        text_printf(&path, "%s%.*s", member ? "" : "[]", (int)(strlen(steps) - strlen(" /*[]") - strlen("*/")),
                    steps + strlen(" /*[]"));
    text_add(&path, array->ndim > 2 ? "[]" : "");
    return text_string(&path);
}
