// Expressions, as they are being read.
#ifndef CURESTRUCT_IR_PARSE_EXPR_H
#define CURESTRUCT_IR_PARSE_EXPR_H

#include "ir/parse_state.h"

ParseExpr parse_integer(TreeParser *parser, const char *text, ParseRange range);
ParseExpr parse_float(TreeParser *parser, const char *text, ParseRange range);
ParseExpr parse_name(TreeParser *parser, const char *name, const ParseExprs *subscripts, const ParsePath *path,
                     ParseRange range);
ParseExpr parse_index(TreeParser *parser, const char *text, ParseRange range); // threadIdx.x
ParseExpr parse_call(TreeParser *parser, const char *name, bool is_users, const Type *type, const ParseExprs *arguments,
                     ParseRange range);
ParseExpr parse_unary(TreeParser *parser, Operator op, ParseExpr operand, ParseRange range);
ParseExpr parse_binary(TreeParser *parser, Operator op, ParseExpr left, ParseExpr right, ParseRange range);
ParseExpr parse_select(TreeParser *parser, ParseExpr condition, const Type *narrow, ParseExpr yes, ParseExpr no,
                       ParseRange range);
ParseExpr parse_cast(TreeParser *parser, const Type *type, ParseExpr operand, ParseRange range);
ParseExpr parse_address(TreeParser *parser, ParseExpr place, ParseRange range);
Expr *parse_converted(TreeParser *parser, ParseExpr value, const Type *type); // as C converts by itself
Expr *parse_root(TreeParser *parser, ParseExpr value); // a bound or a subscript: of type I64 where that widens it

#endif
