// The tables in the generated spec.c of a check folder: the functions to compare, the types of their parameters, and
// how the user wants them tried. spec.c needs only this header.
#ifndef CRS_HARNESS_SPEC_H
#define CRS_HARNESS_SPEC_H

typedef enum CrsKind {
    CRS_BOOL,
    CRS_I8,
    CRS_U8,
    CRS_I16,
    CRS_U16,
    CRS_I32,
    CRS_U32,
    CRS_I64,
    CRS_U64,
    CRS_F32,
    CRS_F64,
    CRS_F16,  // _Float16
    CRS_BF16, // __bf16
    CRS_STRUCT,
    CRS_POINTER,
    CRS_OPAQUE, // bytes that are passed on and neither drawn nor compared
} CrsKind;

typedef struct CrsType CrsType;

typedef struct CrsField {
    const char *name;
    const CrsType *type; // of one element
    long offset;         // bytes
    long count;          // 1, or the product of an array's extents
} CrsField;

struct CrsType {
    CrsKind kind;
    long size, align;
    const CrsField *fields; // CRS_STRUCT
    int field_count;
    const CrsType *target; // CRS_POINTER: what it points to
};

typedef enum CrsOrigin {
    CRS_DRAWN,    // set to a size or to drawn data before each call
    CRS_INITIAL,  // starts with the value that the program gives it: integers that no size depends on
    CRS_CONSTANT, // cannot be written, and is not compared
} CrsOrigin;

// A parameter or a variable at file scope.
typedef struct CrsVariable {
    const char *name;
    const CrsType *type; // a parameter that C adjusts to a pointer is one here
    long count;          // elements of a global array, otherwise 1
    CrsOrigin origin;
} CrsVariable;

// What is known beforehand of the memory that a pointer leads to. Paths are "A", "img.data", "dst->data"; the rows of a
// float ** are "A[]".
enum {
    CRS_OUTPUT = 1,      // written before it is read: what it holds before the call is poison
    CRS_FACTOR = 2,      // multiplied up in a product: values around 1
    CRS_DIVISOR = 4,     // never 0
    CRS_SHIFT = 8,       // 0 to 7
    CRS_DISTINCT = 16,   // an index array without repetitions
    CRS_UNCOMPARED = 32, // create(): scratch memory of the function
    CRS_PRESENT = 64,    // present(): the caller has it on the device already
    CRS_SECTION = 128,   // a data section says how much of it the nests touch
    CRS_WRITTEN = 256,   // the nests write it
    CRS_APART = 512,     // the user says that nothing overlaps it: restrict, independent
    CRS_COMPARED = 1024, // a parameter that is compared with elements
};
typedef struct CrsRole {
    const char *path;
    unsigned roles;
} CrsRole;

// One of several versions of a nest's kernels, in the order in which the launcher asks for them.
typedef struct CrsVersion {
    int launcher;
    const char *name;
} CrsVersion;

// What a check has to reach in the kernels of a function's nests.
typedef struct CrsGoal {
    const char *kernel;  // its name
    const char *words;   // "": that it runs
    const char *version; // that it is of, or NULL
    int number;          // by which the reference notes whether its condition holds
    int conditional;     // there is one
    int certain;         // and no other condition decides
    int chosen;          // only a run counts in which the sizes choose the version
} CrsGoal;
// A constant that the function compares one of its integers with.
typedef struct CrsGuard {
    int size; // of the function's sizes
    long value;
} CrsGuard;

typedef struct CrsFunction {
    const char *name;
    const CrsVariable *parameters;
    int parameter_count;
    const CrsType *result;        // NULL: nothing to compare
    const char *const *launchers; // kernel names of its restructured nests
    int launcher_count, nest_count;
    const CrsVersion *versions; // of launchers that have several
    int version_count;
    const CrsGoal *goals; // a kernel's first one is that it runs
    int goal_count;
    const char *const *sizes; // paths of the integers to try values for; "last - first": of two pointers
    int size_count;
    const CrsGuard *guards; // guards of one size are neighbours
    int guard_count;
    const CrsRole *roles;
    int role_count;
    int reassociates;          // some floating-point reduction runs in another order
    int calls_math;            // functions whose last bits differ between a GPU and the C library
    int approximates;          // kernels compute with approximations, on the CPU, too
    int selects;               // some reduction keeps one element of many
    int collides;              // at some sizes, iterations write one element, whatever the data are
    int takes_device_pointers; // it does nothing with the memory of its pointers outside of restructured nests
    const char *refusal;       // why it cannot be called (a parameter that cannot be made), or NULL
} CrsFunction;

typedef struct CrsSetting {
    const char *name, *value;
} CrsSetting;

typedef struct CrsSpec {
    const CrsFunction *functions;
    int function_count;
    const CrsVariable *globals;
    int global_count;
    const CrsSetting *sizes; // --size; a name given twice has two values to try
    int size_count;
    const CrsSetting *aliases; // --alias a=b+k as {"a", "b+k"}
    int alias_count;
    const char *data; // --data, or NULL
    int expect_fallback;
    int verbose;
} CrsSpec;

#endif
