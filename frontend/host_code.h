// The host's code around the nests, as far as it decides which arrays may stay on the device: which memory each
// expression reads and writes, and which functions it calls. Gathered by frontend/dataflow/host_code.c.
#ifndef CURESTRUCT_FRONTEND_HOST_CODE_H
#define CURESTRUCT_FRONTEND_HOST_CODE_H

#include "frontend/host.h"

// Kinds of values, by which two lvalues may be the same memory or not. A character may be part of anything.
enum {
    VALUE_I16 = 1,
    VALUE_I32 = 2,
    VALUE_I64 = 4,
    VALUE_I128 = 8,
    VALUE_F16 = 16,
    VALUE_F32 = 32,
    VALUE_F64 = 64,
    VALUE_F128 = 128,
    VALUE_POINTER = 256,
    VALUE_BOOL = 512,
    VALUE_ANY = 1023,
};

unsigned value_of_type(const Type *type); // all kinds in it

typedef struct HostAccess {
    const char *address, *bytes; // C texts that the program can evaluate right before the expression; NULL: anywhere
    unsigned values;             // the kinds of values that may be there
    bool writes;                 // perhaps, and perhaps reads before; otherwise it reads
    bool is_object;              // of a variable with static storage: the texts hold before the whole statement, too
    bool is_result;              // the place that the whole expression assigns to, which it does not read
    bool lasts;                  // the address is the same all through the function
    bool is_argument;            // within the arguments of a call
    bool frees;                  // all of the memory whose first byte this is
} HostAccess;

typedef enum HostCodeKind {
    CODE_BLOCK,      // { parts }
    CODE_LOOP,       // for, while, do: parts are the expressions of its head and its body
    CODE_BRANCH,     // if, switch, case, a label: the same
    CODE_EXPRESSION, // in the head of a statement
    CODE_STATEMENT,  // an expression or a declaration
    CODE_RETURN,
    CODE_NEST, // parts are its statements
} HostCodeKind;

// A call of a function that the file does not define.
typedef struct HostOutside {
    const char *name;
    Loc loc;
    bool comes_first; // before what `unknown` says
} HostOutside;

typedef struct HostCode HostCode;
struct HostCode {
    HostCodeKind kind;
    Loc loc;
    size_t begin, end; // of a statement with its semicolon
    size_t value;      // CODE_RETURN: where its expression begins; 0: it has none
    bool in_block;     // between the statements of a block
    bool is_expression;
    bool is_fixed; // a macro yields its beginning together with what precedes it
    bool is_open;  // a macro yields its end together with what follows it
    bool is_init;  // a declaration in the head of a loop
    bool declares; // a declaration
    bool chooses;  // a `switch`, of which any statement may be the first
    int nest;      // CODE_NEST: its index
    VECTOR(HostAccess) accesses;
    VECTOR(int) calls;           // of functions of the file
    VECTOR(HostOutside) outside; // of others, about which nothing is known
    VECTOR(int) callees;         // set by codegen/host: the functions of the program that it calls
    const char *unknown;         // what it does that may be anything: "the call of 'f'"; NULL: there is nothing such
    Loc unknown_loc;
    bool returns_twice; // setjmp
    VECTOR(HostCode) parts;
};

// A function that the file, or a header of the user's, defines.
typedef struct HostFunctionCode {
    const char *name;
    Loc loc;
    bool is_shared; // other files may call it by its name: neither static nor inline
    HostCode body;
    const char *obstacle; // why no text can be put into it: "a label"; NULL: it can
    Loc obstacle_loc;
    const char *unclear; // why its code may be another one in the program; NULL: it is this one
    bool jumps;          // has a label
} HostFunctionCode;

#endif
