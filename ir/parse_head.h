// What a nest declares, as it is being read: parameters, arrays, symbols, structs, helper functions.
#ifndef CURESTRUCT_IR_PARSE_HEAD_H
#define CURESTRUCT_IR_PARSE_HEAD_H

#include "ir/parse_state.h"

void parse_nest(TreeParser *parser, bool is_region, const char *name, const char *function, ParseRange range);
void parse_number(TreeParser *parser, int64_t number, ParseRange range);
void parse_nest_directive(TreeParser *parser, const char *text, ParseRange range);
const Directive *parse_directive_words(TreeParser *parser, const char *text, ParseRange range);
void parse_struct(TreeParser *parser, const char *name, int64_t size, int64_t align, bool is_local,
                  const ParseFields *fields, ParseRange range);
// "unsigned int", "struct vec2", "point"; NULL: unknown, reported.
const Type *parse_type(TreeParser *parser, const char *words, ParseRange range);
Array *parse_array(TreeParser *parser, Space space, const Type *element, const char *name, const ParseExprs *extents,
                   ParseRange range); // of the head; or, in a statement, the one of that name
void parse_staged(TreeParser *parser, Array *array, const char *name, ParseRange range);
void parse_base(TreeParser *parser, Array *array, int64_t number, const ParseExpr *distance, ParseRange range);
void parse_constants(TreeParser *parser, Array *array, const ParseExprs *values, ParseRange range);
const int64_t *parse_row_path(TreeParser *parser, const ParseExprs *values, ParseRange range);
Symbol *parse_symbol(TreeParser *parser, SymbolRole role, const Type *type, const char *name, ParseRange range);
void parse_entry(TreeParser *parser, const char *name, ParseExpr value, ParseRange range);
void parse_rising(TreeParser *parser, const char *name, ParseExpr first, ParseExpr end, ParseRange range);
void parse_row_loop(TreeParser *parser, const char *name, ParseExpr value, ParseRange range);
void parse_final(TreeParser *parser, const char *name, ParseExpr value, ParseRange range);
void parse_function(TreeParser *parser, const Type *result, const char *name, const ParseFields *parameters,
                    ParseRange range);
void parse_function_end(TreeParser *parser, Stmt *body);
void parse_nest_end(TreeParser *parser, Stmt *body, ParseRange range);

const Symbol *find_parsed_local(const TreeParser *parser, const char *name);
const Symbol *find_parsed_symbol(TreeParser *parser, const char *name); // NULL: there is none
Array *find_parsed_array(TreeParser *parser, const char *name);

#endif
