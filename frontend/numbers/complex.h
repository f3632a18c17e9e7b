// Complex numbers: `double _Complex z` is two variables, and an array of them an array of structs.
#ifndef CURESTRUCT_FRONTEND_NUMBERS_COMPLEX_H
#define CURESTRUCT_FRONTEND_NUMBERS_COMPLEX_H

#include "frontend/clang/state.h"

typedef struct Complex {
    Expr *re, *im; // of one type; im NULL: a real number, which C does not convert
} Complex;

bool is_complex(CXType type);                           // of float or double
const Type *complex_record(CXType type);                // {re, im}
const Type *complex_element(CXType type);               // of a complex or a real type
Expr *complex_imaginary(Reader *reader, Complex value); // 0 of a real number

bool complex_part(Reader *reader, const Reference *whole, bool imaginary, Reference *part);
bool set_complex(Reader *reader, const Reference *place, Complex value, CXCursor at);
bool declare_complex(Reader *reader, CXCursor decl, CXCursor initializer);        // null: it has none
bool read_complex_assignment(Reader *reader, CXCursor expr);                      // z = .., z *= ..
bool name_complex(Reader *reader, Complex *value, const char *name, CXCursor at); // its parts become variables

bool load_complex_parts(Reader *reader, const Reference *place, CXCursor at, Complex *value);
bool load_complex(Reader *reader, CXCursor expr, Complex *value); // of a variable, an element, a member

// Of a complex or a real expression, at the place of a complex one.
bool read_complex(Reader *reader, CXCursor expr, Complex *value);
bool complex_operation(Reader *reader, CXCursor at, Operator op, Complex left, Complex right, const Type *type,
                       Complex *result);
Expr *complex_truth(Reader *reader, CXCursor expr);                   // whether it is not 0
Expr *complex_comparison(Reader *reader, CXCursor expr, Operator op); // == and != of complex numbers
// A function of complex numbers with a real result, such as cabs; NULL without a refusal: it is another function.
Expr *call_of_complex(Reader *reader, CXCursor call);

#endif
