// JSON text from nested calls.
#include "codegen/output/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void start_line(Json *json)
{
    if (json->lines && json->depth > json->lines)
        return;
    text_add(json->out, "\n");
    for (int i = 0; i < json->depth; i++)
        text_add(json->out, "  ");
}

// The bytes of the UTF-8 character at `text`; 0: it is none.
static int character_length(const unsigned char *text)
{
    int length = text[0] < 0x80                      ? 1
                 : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                 : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                 : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                     : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool beyond = (text[0] == 0xed && text[1] >= 0xa0) || (text[0] == 0xf4 && text[1] >= 0x90);
    return overlong || beyond ? 0 : length;
}

static void add_quoted(Text *out, const char *string)
{
    text_add(out, "\"");
    for (const unsigned char *at = (const unsigned char *)string; *at;) {
        int length = character_length(at);
        if (*at == '"' || *at == '\\')
            text_printf(out, "\\%c", *at);
        else if (*at == '\n')
            text_add(out, "\\n");
        else if (*at < 0x20)
            text_printf(out, "\\u%04x", *at);
        else if (length)
            text_add_n(out, (const char *)at, (size_t)length);
        else
            text_add(out, "\\ufffd");
        at += length ? length : 1;
    }
    text_add(out, "\"");
}

static void begin_value(Json *json, const char *key)
{
    if (json->depth) {
        bool *empty = &json->is_empty[json->depth - 1];
        if (!*empty)
            text_add(json->out, json->lines && json->depth > json->lines ? ", " : ",");
        *empty = false;
        start_line(json);
    }
    if (!key)
        return;
    add_quoted(json->out, key);
    text_add(json->out, ": ");
}

static void begin_container(Json *json, const char *key, bool is_array)
{
    begin_value(json, key);
    if (json->depth == JSON_DEPTH)
        unreachable_bug("JSON nested too deep");
    json->is_array[json->depth] = is_array;
    json->is_empty[json->depth++] = true;
    text_add(json->out, is_array ? "[" : "{");
}

void json_object(Json *json, const char *key)
{
    begin_container(json, key, false);
}

void json_array(Json *json, const char *key)
{
    begin_container(json, key, true);
}

void json_end(Json *json)
{
    bool inline_end = json->lines && json->depth > json->lines;
    json->depth--;
    if (!json->is_empty[json->depth] && !inline_end)
        start_line(json);
    text_add(json->out, json->is_array[json->depth] ? "]" : "}");
    if (!json->depth)
        text_add(json->out, "\n");
}

void json_text(Json *json, const char *key, const char *value)
{
    begin_value(json, key);
    if (value)
        add_quoted(json->out, value);
    else
        text_add(json->out, "null");
}

void json_integer(Json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    text_printf(json->out, "%lld", (long long)value);
}

void json_real(Json *json, const char *key, double value)
{
    char text[40];
    begin_value(json, key);
    if (!isfinite(value)) {
        text_add(json->out, "null");
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    text_add(json->out, text);
}

void json_bool(Json *json, const char *key, bool value)
{
    begin_value(json, key);
    text_add(json->out, value ? "true" : "false");
}
