// Integer constants in clauses.
#ifndef CURESTRUCT_FRONTEND_CONSTANT_H
#define CURESTRUCT_FRONTEND_CONSTANT_H

#include <stdbool.h>
#include <stdint.h>

// The value of C text made of integer literals, parentheses, unary + - ~ and binary * / % + - << >> & ^ |, after macro
// expansion: "(16*2)", "0x20u". False for any other text, and if the value does not fit int64_t.
bool constant_value(const char *text, int64_t *value);

#endif
