// Response files: an argument @FILE stands for the arguments in FILE.
#include "frontend/options/response.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 100 }; // a file that names itself ends here

static const char *read_file(Arena *arena, const char *path)
{
    Text text = {.arena = arena};
    return text_add_file(&text, path) ? text_string(&text) : NULL;
}

// Takes one argument from *at, which is not blank.
static const char *take_argument(Arena *arena, const char **at)
{
    Text word = {.arena = arena};
    char quote = 0;
    for (; **at && (quote || !isspace((unsigned char)**at)); ++*at) {
        char byte = **at;
        if (byte == '\\' && (*at)[1])
            text_add_n(&word, ++*at, 1);
        else if (byte == quote)
            quote = 0;
        else if (!quote && (byte == '\'' || byte == '"'))
            quote = byte;
        else
            text_add_n(&word, &byte, 1);
    }
    return arena_strndup(arena, text_string(&word), word.length);
}

Arguments response_split(Arena *arena, const char *text)
{
    Arguments arguments = {0};
    for (const char *at = text;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            return arguments;
        VECTOR_PUSH(arena, &arguments, take_argument(arena, &at));
    }
}

static void expand(Arena *arena, const char *argument, int depth, Arguments *out)
{
    const char *text = argument[0] == '@' && argument[1] && depth < DEEPEST ? read_file(arena, argument + 1) : NULL;
    if (!text) {
        VECTOR_PUSH(arena, out, argument);
        return;
    }
    Arguments inner = response_split(arena, text);
    FOR_EACH(i, &inner)
        expand(arena, inner.items[i], depth + 1, out);
}

Arguments response_expand(Arena *arena, int count, char **words)
{
    Arguments arguments = {0};
    for (int i = 0; i < count; i++)
        expand(arena, words[i], 0, &arguments);
    return arguments;
}
