// Integer values in a kernel as sums over its indices, at given sizes: what the cost of a kernel is counted with.
//
//   value = constant + sum of factor[v] * variable[v]
//
// A variable is a block index, a thread index, the number of an iteration of a loop, or a part of a value that is no
// such sum (thread / 8). Each has a present value, or one for each lane of the warp that is looked at, and an extent:
// it is in 0 .. extent - 1. Data is not known.
#ifndef CURESTRUCT_ANALYSIS_FORM_H
#define CURESTRUCT_ANALYSIS_FORM_H

#include "analysis/model/device.h"
#include "ir/ir.h"

enum { MOST_TERMS = 12 };

typedef enum VariableKind {
    VARIABLE_BLOCK,
    VARIABLE_THREAD,
    VARIABLE_LOOP,
    VARIABLE_PART,
    VARIABLE_LAST, // whether the block is the last one that has come there
} VariableKind;

typedef struct Variable {
    VariableKind kind;
    const void *of; // the loop or the expression; of a block or a thread: NULL
    int depth;      // VARIABLE_LOOP: loops of the thread around it; VARIABLE_PART: those it moves with
    int64_t extent; // at least 1
    int64_t at;     // the present value in all lanes, unless by_lane
    bool by_lane;
    int64_t lane[WARP_SIZE];
} Variable;

// The first three variables are block indices x, y and z, the next three thread indices.
enum { FIRST_BLOCK = 0, FIRST_THREAD = 3, FIRST_OTHER = 6 };
typedef VECTOR(Variable) Variables;

typedef struct FormTerm {
    int variable;
    int64_t factor; // not 0
} FormTerm;

typedef struct Form {
    bool known;
    int count;
    int64_t constant;
    FormTerm terms[MOST_TERMS]; // in order of their variables
} Form;

// Planning makes millions of forms: these leave the terms beyond `count` as they are.
void form_copy(Form *to, const Form *from);
void form_add_to(Form *sum, const Form *right, int64_t factor); // sum += factor * right
void form_scale_by(Form *form, int64_t factor);

Form form_copied(const Form *form);
Form form_unknown(void);
Form form_constant(int64_t value);
Form form_variable(int variable);
Form form_add(const Form *left, const Form *right, int64_t factor); // left + factor * right
Form form_scale(const Form *form, int64_t factor);
bool form_is_constant(const Form *form);
bool form_same_terms(const Form *left, const Form *right);
void form_lanes(const Variables *variables, const Form *form, int64_t *lane); // WARP_SIZE of them
// Whether no variable of the form has a value for each lane. *value: that of all lanes.
bool form_is_uniform(const Variables *variables, const Form *form, int64_t *value);
// Smallest and largest value over the extents of all variables.
void form_range(const Variables *variables, const Form *form, int64_t *least, int64_t *most);

// The variable of that loop or expression, made if there is none.
int variable_of(Arena *arena, Variables *variables, VariableKind kind, const void *of);

#endif
