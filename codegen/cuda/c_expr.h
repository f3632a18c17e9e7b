// What the files of expressions share: pieces of text (c_expr.c; c_call.c has calls and intrinsics).
#ifndef CURESTRUCT_CODEGEN_C_EXPR_H
#define CURESTRUCT_CODEGEN_C_EXPR_H

#include "codegen/cuda/emit.h"

typedef enum Precedence { // of the outermost operator, loosest first
    PREC_CONDITIONAL,
    PREC_LOGICAL_OR,
    PREC_LOGICAL_AND,
    PREC_OR,
    PREC_XOR,
    PREC_AND,
    PREC_EQUALITY,
    PREC_RELATION,
    PREC_SHIFT,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_UNARY,
    PREC_POSTFIX,
} Precedence;

typedef struct Piece {
    const char *text;
    Precedence precedence;
    const Type *natural;
    bool boolean; // bool in C++, int in C
    Operator op;  // of the outermost operator
} Piece;

Piece piece_atom(const char *text, const Type *natural);                    // a name, a call
Piece piece_convert(const Emitter *emitter, const Type *type, Piece piece); // with a cast
Piece piece_loose(const Emitter *emitter,
                  const Expr *expr); // has the expression's value once it is converted to its type
Piece piece_exact(const Emitter *emitter, const Expr *expr); // its type in C++ is the expression's own
bool same_type(const Type *left, const Type *right);

Piece piece_call(const Emitter *emitter, const Expr *expr);      // EX_CALL
Piece piece_intrinsic(const Emitter *emitter, const Expr *expr); // EX_INTRINSIC

const char *expr_string(const Emitter *emitter, const Expr *expr); // its value is expr's once converted to expr->type
const char *expr_condition(const Emitter *emitter, const Expr *expr); // tested against 0

// The value as the operand of an assignment to a location of type `type`.
const char *expr_assigned(const Emitter *emitter, const Expr *expr);

// Whether `place op= value` computes in `compute`; then *value_text is the right side.
bool expr_compound(const Emitter *emitter, const Stmt *assignment, const char **value_text);

// The row-major offset of an access in a global array, in I64 (a packed HOST_ROWS array counts by its pitch).
Expr *access_offset(Arena *arena, const Expr *access);

#endif
