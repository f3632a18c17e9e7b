#include "codegen/html/page.h"

#include <string.h>

static const char *entity(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

// The bytes of one character of UTF-8; 0: it is none.
static size_t character(const unsigned char *at, size_t left)
{
    size_t length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3 : 0;
    length = *at >= 0xf0 && *at < 0xf5 ? 4 : length;
    for (size_t i = 1; i < length; i++)
        if (i >= left || (at[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

// What HTML cannot hold becomes U+FFFD: control characters, and bytes that are no UTF-8.
void html_add_n(Text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        size_t bytes = character((const unsigned char *)text + i, length - i);
        const char *name = entity(text[i]);
        bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
        if (name)
            text_add(out, name);
        else if (!bytes || control)
            text_add(out, "\xef\xbf\xbd");
        else
            text_add_n(out, text + i, bytes);
        i += bytes ? bytes : 1;
    }
}

void html_add(Text *out, const char *text)
{
    html_add_n(out, text, strlen(text));
}

const char *html_escaped(Arena *arena, const char *text)
{
    Text escaped = {.arena = arena};
    html_add(&escaped, text);
    return text_string(&escaped);
}
