// Writes JSON into a Text: commas, indentation and quoting. Calls nest as the document does.
//
//   json_object(j, NULL); json_text(j, "name", "h200"); json_array(j, "grid"); json_integer(j, NULL, 3); json_end(j);
//   json_end(j);
#ifndef CURESTRUCT_IR_JSON_H
#define CURESTRUCT_IR_JSON_H

#include "ir/base.h"

enum { JSON_DEPTH = 32 };

typedef struct Json {
    Text *out; // zero-initialize the rest
    int depth;
    bool is_array[JSON_DEPTH], is_empty[JSON_DEPTH];
    int lines; // containers from this depth on are on one line; 0: none
} Json;

// `key` names the value inside an object; it is NULL inside an array and for the document itself.
void json_object(Json *json, const char *key);
void json_array(Json *json, const char *key);
void json_end(Json *json); // of the innermost object or array; after the last one a newline
void json_text(Json *json, const char *key, const char *value); // NULL: null. UTF-8; what is not becomes U+FFFD
void json_integer(Json *json, const char *key, int64_t value);
void json_real(Json *json, const char *key, double value); // as short a text as reads back the same; not finite: null
void json_bool(Json *json, const char *key, bool value);

#endif
