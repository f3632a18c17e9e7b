// The state of the reader of trees, which the scanner, the grammar and their actions share. Nobody else includes it:
// parse.h is the contract.
#ifndef CURESTRUCT_IR_PARSE_STATE_H
#define CURESTRUCT_IR_PARSE_STATE_H

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

#endif
