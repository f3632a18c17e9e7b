// Messages as JSON and as SARIF.
#include "codegen/report/diagnostics.h"

#include "codegen/output/json.h"

#include <stdio.h>
#include <string.h>

// The index after the message at `at` and its notes.
static int end_of_notes(const DiagRecord *messages, int at)
{
    int end = at + 1;
    while (end < messages->count && messages->items[end].more)
        end++;
    return end;
}

static bool has_place(Loc loc)
{
    return loc.file && loc.line;
}

// The last byte of the range.
static Loc last_of(Loc loc)
{
    return loc.file->text && loc.end > loc.begin ? loc_in_file(loc.file, loc.end - 1, loc.end - 1) : loc;
}

// ---- JSON

static void put_position(Json *json, const char *key, Loc loc)
{
    json_object(json, key);
    json_text(json, "file", loc.file->path);
    json_integer(json, "line", loc.line);
    json_integer(json, "column", loc.column);
    json_end(json);
}

static void put_message(Json *json, const DiagMessage *message)
{
    json_text(json, "kind", message->voice);
    json_text(json, "message", message->words);
    if (message->option)
        json_text(json, "option", message->option);
    json_array(json, "locations");
    if (has_place(message->loc)) {
        json_object(json, NULL);
        put_position(json, "caret", message->loc);
        put_position(json, "finish", last_of(message->loc));
        json_end(json);
    }
    json_end(json);
}

// An array of objects, a message each, as GCC's -fdiagnostics-format=json has them: kind, message, option, locations
// (of caret and finish: file, line, column), children (notes).
static void add_json(Text *out, const DiagRecord *messages)
{
    Json json = {.out = out};
    json_array(&json, NULL);
    for (int i = 0; i < messages->count; i = end_of_notes(messages, i)) {
        json_object(&json, NULL);
        put_message(&json, &messages->items[i]);
        json_array(&json, "children");
        for (int k = i + 1; k < end_of_notes(messages, i); k++) {
            json_object(&json, NULL);
            put_message(&json, &messages->items[k]);
            json_end(&json);
        }
        json_end(&json);
        json_end(&json);
    }
    json_end(&json);
}

// ---- SARIF

static void put_words(Json *json, const char *words)
{
    json_object(json, "message");
    json_text(json, "text", words);
    json_end(json);
}

// As a URI reference: a path may have any bytes.
static const char *uri(Arena *arena, const char *path)
{
    Text text = {.arena = arena};
    for (const char *at = path; *at; at++) {
        bool plain = is_identifier_byte(*at) || strchr("/.-~", *at);
        if (plain)
            text_add_n(&text, at, 1);
        else
            text_printf(&text, "%%%02X", (unsigned char)*at);
    }
    return text_string(&text);
}

static void put_location(Json *json, Loc loc)
{
    Loc last = last_of(loc);
    json_object(json, "physicalLocation");
    json_object(json, "artifactLocation");
    json_text(json, "uri", uri(json->out->arena, loc.file->path));
    json_end(json);
    json_object(json, "region");
    json_integer(json, "startLine", loc.line);
    json_integer(json, "startColumn", loc.column);
    json_integer(json, "endLine", last.line);
    json_integer(json, "endColumn", last.column + 1);
    json_end(json);
    json_end(json);
}

static void put_result(Json *json, const DiagRecord *messages, int at)
{
    const DiagMessage *message = &messages->items[at];
    const char *rule = message->option ? strchr(message->option, '=') : NULL;
    json_object(json, NULL);
    if (message->option)
        json_text(json, "ruleId", rule ? rule + 1 : message->option + strlen("-W"));
    json_text(json, "level", message->voice);
    put_words(json, message->words);
    json_array(json, "locations");
    if (has_place(message->loc)) {
        json_object(json, NULL);
        put_location(json, message->loc);
        json_end(json);
    }
    json_end(json);
    json_array(json, "relatedLocations");
    for (int i = at + 1; i < end_of_notes(messages, at); i++) {
        json_object(json, NULL);
        if (has_place(messages->items[i].loc))
            put_location(json, messages->items[i].loc);
        put_words(json, messages->items[i].words);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

static void put_rules(Json *json)
{
    json_array(json, "rules");
    for (int i = 0; i < WARN_COUNT; i++) {
        json_object(json, NULL);
        json_text(json, "id", warning_name((Warning)i));
        json_object(json, "shortDescription");
        json_text(json, "text", warning_help((Warning)i));
        json_end(json);
        json_end(json);
    }
    json_end(json);
}

// A log of SARIF 2.1.0 (OASIS): a run with one result for each message. Notes are related locations.
static void add_sarif(Text *out, const DiagRecord *messages, const char *version)
{
    Json json = {.out = out};
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_array(&json, "runs");
    json_object(&json, NULL);
    json_object(&json, "tool");
    json_object(&json, "driver");
    json_text(&json, "name", "curestruct");
    json_text(&json, "version", version);
    put_rules(&json);
    json_end(&json);
    json_end(&json);
    json_array(&json, "results");
    for (int i = 0; i < messages->count; i = end_of_notes(messages, i))
        put_result(&json, messages, i);
    json_end(&json);
    json_end(&json);
    json_end(&json);
    json_end(&json);
}

void diagnostics_print(Arena *arena, const DiagRecord *messages, MessageForm form)
{
    Text text = {.arena = arena};
    if (form == MESSAGES_JSON)
        add_json(&text, messages);
    else
        add_sarif(&text, messages, options_version());
    fputs(text_string(&text), stderr);
}
