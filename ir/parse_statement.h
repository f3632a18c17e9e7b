// Statements, as they are being read (parse.c).
#ifndef CURESTRUCT_IR_PARSE_STATEMENT_H
#define CURESTRUCT_IR_PARSE_STATEMENT_H

#include "ir/parse_state.h"

Stmt *parse_loop_head(TreeParser *parser, const Type *type, const char *name, ParseExpr lower, const ParseExpr *upper,
                      ParseRange range);
void parse_step(TreeParser *parser, Stmt *stmt, ParseExpr step, int sign, ParseRange range); // sign 0: its own
void parse_factor(TreeParser *parser, Stmt *stmt, int64_t factor, int sign, ParseRange range);
void parse_tags(TreeParser *parser, Stmt *stmt, const ParseWords *words, ParseRange range);
void parse_definition(TreeParser *parser, Stmt *stmt, const char *name, ParseExpr value, ParseRange range);
Stmt *parse_assign(TreeParser *parser, ParseExpr place, ParseExpr value, ParseRange range);
Stmt *parse_update(TreeParser *parser, ParseExpr place, Operator op, const ParseWords *type, ParseExpr value,
                   ParseRange range);
Stmt *parse_declare(TreeParser *parser, const Type *type, const char *name, bool is_volatile, const ParseExpr *value,
                    ParseRange range);
Stmt *parse_rotation(TreeParser *parser, const ParseWords *rotated, const ParseWords *taken, ParseRange range);
void parse_launch(TreeParser *parser, Expr **extents, const ParseExprs *values, ParseRange range);
Stmt *parse_kernel(TreeParser *parser, const char *name, ParseRange range);
Stmt *parse_statement(TreeParser *parser, ParseMarks marks, Stmt *stmt, ParseRange range);
Stmt *parse_block(TreeParser *parser, const StmtList *items);

#endif
