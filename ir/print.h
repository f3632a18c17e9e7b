// What the printers share: print.c (statements), print_expr.c (expressions), print_nest.c (what a nest declares). The
// words that they write are read back by parse.y.
#ifndef CURESTRUCT_IR_PRINT_H
#define CURESTRUCT_IR_PRINT_H

#include "ir/ir.h"

typedef struct PrintOrigin {
    const char *base;
    LoopId origin;
} PrintOrigin;

// One printing. `full`: with what ties a tree to its source (numbers of statements, origins of loops, directives).
typedef struct Print {
    Text *out;
    bool full;
    bool local;  // of a helper function, or lowered: loops and statements declare what they need
    bool kernel; // in a kernel: no iterator is one of the host's
    int last_id; // the largest number of a statement so far
    VECTOR(PrintOrigin) origins;
} Print;

void print_body(Print *print, const Stmt *body, int indent);      // " {" to "}"
void print_tree_body(Print *print, const Stmt *body);             // the same for a whole nest
void print_array_shape(Text *out, const Array *array, bool tied); // as a declaration has it; with what it stages
const char *quoted(Arena *arena, const char *text);               // in quotes, with escapes

void print_value(Text *out, const Expr *value,
                 const Type *type);             // assigned to `type`, which C converts to by itself; NULL: to none
void print_update(Text *out, const Stmt *stmt); // " += value" of an ST_ASSIGN with an operator
bool prints_as_operand(const Expr *expr);       // without parentheses beside `..`

// ---- words, shared with the reader

const char *loop_base(const Loop *loop); // the name up to the first dot
bool is_tag_word(const char *word);      // a loop that is called so is `named WORD`
const char *intrinsic_text(Intrinsic intrinsic);
enum { INTRINSIC_COUNT = IN_ADD_PRODUCTS + 1 };
const Type *intrinsic_type(Intrinsic intrinsic, Expr *const *operands, int count); // the usual one; NULL: there is none
const Type *call_type(const char *name, Expr *const *operands, int count);         // of a function, as a rule
const char *type_text(const Type *type, bool in_cast);
bool parse_is_word(const char *name);     // of the text form (parse.y)
bool parse_is_reserved(const char *name); // a word that C reserves (parse.y): what is called so stands in quotes
bool is_reserved_call(const char *name);  // an operator or an intrinsic is called so: a function is ::NAME

#endif
