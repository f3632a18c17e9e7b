// 16-bit floating-point numbers, _Float16 and __bf16: memory holds them, and expressions compute with floats, as the
// compilers of x86-64 do it. What is stored in a variable is rounded.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_HALF_H
#define CURESTRUCT_FRONTEND_NUMBERS_HALF_H

#include "frontend/clang/state.h"

bool is_half(CXType type);
const Type *half_type(CXType type);                  // of its bits in memory, as an integer of 16 bits
const Type *value_type(Reader *reader, CXType type); // in which expressions of the type compute: float of a half
Expr *half_load(Reader *reader, Expr *stored);       // any other value is returned itself
Expr *half_store(Reader *reader, Expr *value,
                 const Type *place);                          // the same; `place` is the type of what it is stored in
Expr *half_rounded(Reader *reader, CXType type, Expr *value); // to a value of that type if it is a half
// Whether an operand of a half is an integer that compilers round in different ways.
bool half_meets_integer(Reader *reader, CXCursor operand);

#endif
