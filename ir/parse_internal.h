// What parse.l, parse.y, parse.c, parse_expr.c and parse_head.c share. Nobody else includes it; parse.h is the
// contract.
#ifndef CURESTRUCT_IR_PARSE_INTERNAL_H
#define CURESTRUCT_IR_PARSE_INTERNAL_H

#include "ir/parse.h"

// The location type of the grammar.
typedef struct ParseRange {
    size_t begin, end;
    int line, column; // of the first byte
} ParseRange;

// An expression as it is being read.
typedef struct ParseExpr {
    Expr *expr;
    bool bare;    // an integer constant without a suffix: it has the type that it is used in
    bool literal; // a constant without parentheses: a minus before it belongs to it
    int depth;
} ParseExpr;

typedef VECTOR(ParseExpr) ParseExprs;
typedef VECTOR(const char *) ParseWords;

typedef struct ParseMember {
    const char *name;
    ParseExprs *subscripts;
    ParseRange range;
} ParseMember;
typedef VECTOR(ParseMember) ParsePath;

// What stands before a statement.
typedef struct ParseMarks {
    const Directive *directive;
    int id; // -1: the next one
    bool all_threads;
} ParseMarks;

// A parameter of a helper function, or a field of a struct.
typedef struct ParseField {
    const Type *type;
    const char *name;
    ParseExprs *extents;
    int64_t offset; // -1: where it naturally lies
    bool is_pointer;
} ParseField;
typedef VECTOR(ParseField) ParseFields;

typedef struct ParseOrigin {
    const char *base;
    LoopId origin;
} ParseOrigin;

typedef struct TreeParser {
    Arena *arena;
    Diag *diag;
    const SourceFile *source;
    DirectiveReader *parse_directive;
    void *context;
    Unit *unit;
    bool failed;

    // the nest at hand
    Nest *nest;
    VECTOR(const Type *) structs;
    VECTOR(const char *) bases;   // one for each number
    VECTOR(const Symbol *) ahead; // named before their line in the head
    VECTOR(ParseOrigin) origins;
    VECTOR(Symbol *) locals;      // of the helper function or the lowered tree at hand
    VECTOR(Array *) local_arrays; // of it
    Function *function;
    int last_id;
    bool in_tree;    // not in the head
    bool is_lowered; // the tree: what statements declare is not in the head

    // of the tokens
    void *scanner; // flex's
    ParseRange last;
    size_t counted; // bytes up to which lines were counted
    int line;
    size_t line_begin;
    bool after_newline; // blank lines are no tokens
    bool ended;
} TreeParser;

// Whether statements declare what they need: in a helper function, and in a lowered tree.
static inline bool parse_is_local(const TreeParser *parser)
{
    return parser->function || (parser->is_lowered && parser->in_tree);
}

// Reports the first error at the range, no more.
void parse_error(TreeParser *parser, ParseRange range, const char *format, ...) __attribute__((format(printf, 3, 4)));
ParseRange parse_here(TreeParser *parser); // of the token that flex has found
int64_t parse_number_text(TreeParser *parser, const char *text, ParseRange range);
Loc parse_loc(const TreeParser *parser, ParseRange range);

// ---- what a nest declares (parse_head.c)

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
Symbol *parse_symbol(TreeParser *parser, SymbolRole role, const Type *type, const char *name, ParseRange range);
void parse_entry(TreeParser *parser, const char *name, ParseExpr value, ParseRange range);
void parse_final(TreeParser *parser, const char *name, ParseExpr value, ParseRange range);
void parse_function(TreeParser *parser, const Type *result, const char *name, const ParseFields *parameters,
                    ParseRange range);
void parse_function_end(TreeParser *parser, Stmt *body);
void parse_nest_end(TreeParser *parser, Stmt *body, ParseRange range);

const Symbol *find_parsed_local(const TreeParser *parser, const char *name);
const Symbol *find_parsed_symbol(TreeParser *parser, const char *name); // NULL: there is none
Array *find_parsed_array(TreeParser *parser, const char *name);

// ---- expressions (parse_expr.c)

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

// ---- statements (parse.c)

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
