// Catches JSON that readers refuse: a comma too many, a quote or a byte that is not escaped, a number cut short.
#include "codegen/output/json.h"
#include "test.h"

#include <math.h>

static void nests(Arena *arena)
{
    Text out = {.arena = arena};
    Json json = {.out = &out};
    json_object(&json, NULL);
    json_array(&json, "empty");
    json_end(&json);
    json_array(&json, "rows");
    json_object(&json, NULL);
    json_integer(&json, "tile", INT64_MIN);
    json_bool(&json, "chosen", true);
    json_end(&json);
    json_real(&json, NULL, 0.1);
    json_real(&json, NULL, 146.28571428571428);
    json_real(&json, NULL, INFINITY);
    json_end(&json);
    json_text(&json, "none", NULL);
    json_end(&json);
    EXPECT_TEXT(
        text_string(&out),
        "{\n  \"empty\": [],\n  \"rows\": [\n    {\n      \"tile\": -9223372036854775808,\n"
        "      \"chosen\": true\n    },\n    0.1,\n    146.28571428571428,\n    null\n  ],\n  \"none\": null\n}\n");
}

static void stands_in_one_line(Arena *arena)
{
    Text out = {.arena = arena};
    Json json = {.out = &out, .lines = 1};
    json_array(&json, NULL);
    for (int i = 0; i < 2; i++) {
        json_object(&json, NULL);
        json_integer(&json, "a", i);
        json_integer(&json, "b", -i);
        json_end(&json);
    }
    json_end(&json);
    EXPECT_TEXT(text_string(&out), "[\n  {\"a\": 0, \"b\": 0},\n  {\"a\": 1, \"b\": -1}\n]\n");
}

static void quotes(Arena *arena)
{
    Text out = {.arena = arena};
    Json json = {.out = &out};
    json_text(&json, NULL,
              "a\"b\\c\n\t\x01 \xc3\xa9 \xe2\x82\xac \xff \xc0\x80 \xed\xa0\x80 \xf0\x9f\x98\x80 \xe2\x82");
    EXPECT_TEXT(text_string(&out), "\"a\\\"b\\\\c\\n\\u0009\\u0001 \xc3\xa9 \xe2\x82\xac \\ufffd \\ufffd\\ufffd "
                                   "\\ufffd\\ufffd\\ufffd \xf0\x9f\x98\x80 \\ufffd\\ufffd\"");
}

int main(void)
{
    Arena *arena = arena_new();
    nests(arena);
    stands_in_one_line(arena);
    quotes(arena);
    arena_release(arena);
    return test_status();
}
