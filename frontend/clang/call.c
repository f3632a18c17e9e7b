// Calls: math functions, the compiler's own functions that the macros of math.h use, and helper functions of the file.
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/inline.h"
#include "frontend/clang/memory.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/two_results.h"
#include "frontend/program/nearby.h"
#include "frontend/program/other_files.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/data.h"
#include "frontend/control/function_choice.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"
#include "frontend/directives/from_headers.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- math functions

static bool is_listed(const char *name, const char *const *list, size_t count)
{
    return bsearch(&name, list, count, sizeof *list, compare_strings) != NULL;
}

// Functions of C99's math.h (and the Bessel functions) whose parameters and results are numbers; each has a float
// variant with an f at the end of its name.
static const char *const math_functions[] = {
    "acos",   "acosh",     "asin",      "asinh",   "atan",      "atan2", "atanh", "cbrt",    "ceil",   "copysign",
    "cos",    "cosh",      "erf",       "erfc",    "exp",       "exp10", "exp2",  "expm1",   "fabs",   "fdim",
    "floor",  "fma",       "fmax",      "fmin",    "fmod",      "hypot", "ilogb", "j0",      "j1",     "jn",
    "ldexp",  "lgamma",    "llrint",    "llround", "log",       "log10", "log1p", "log2",    "logb",   "lrint",
    "lround", "nearbyint", "nextafter", "pow",     "remainder", "rint",  "round", "scalbln", "scalbn", "sin",
    "sinh",   "sqrt",      "tan",       "tanh",    "tgamma",    "trunc", "y0",    "y1",      "yn",
};

static bool is_math_function(const char *name)
{
    size_t count = sizeof math_functions / sizeof math_functions[0];
    if (!strcmp(name, "abs") || !strcmp(name, "labs") || !strcmp(name, "llabs") ||
        is_listed(name, math_functions, count))
        return true;
    size_t length = strlen(name);
    return length > 1 && name[length - 1] == 'f' && is_listed(intern_n(name, length - 1), math_functions, count);
}

static Expr *refuse_call(Reader *reader, CXCursor call, const char *format)
{
    reader->frame.refused_call |= !reader->frame.refused;
    refuse(reader, call, format, cursor_name(call));
    return NULL;
}

enum { MAX_ARGUMENTS = 32 };

// Evaluates the arguments, converted to the parameters' types where there are any.
static int read_arguments(Reader *reader, CXCursor call, Expr **arguments)
{
    int count = clang_Cursor_getNumArguments(call);
    if (count < 0 || count > MAX_ARGUMENTS) {
        refuse_call(reader, call, "it calls '%s' with more than 32 arguments");
        return -1;
    }
    for (int i = 0; i < count; i++)
        if (!(arguments[i] = read_value(reader, clang_Cursor_getArgument(call, (unsigned)i))))
            return -1;
    return count;
}

static Expr *call_math(Reader *reader, CXCursor call, const char *name, const Type *type)
{
    Expr *arguments[MAX_ARGUMENTS];
    int count = read_arguments(reader, call, arguments);
    return count < 0 ? NULL : expr_call(reader->arena, type, intern(name), NULL, arguments, count);
}

// ---- the compiler's own functions

static Expr *infinity(Reader *reader, const Type *type, bool is_nan)
{
    Expr *value = expr_float(reader->arena, is_nan ? NAN : INFINITY, type_scalar(TY_F32));
    return expr_cast(reader->arena, type, value);
}

static Expr *compare(Reader *reader, Operator op, Expr *const *arguments)
{
    return expr_binary(reader->arena, op, arguments[0], arguments[1],
                       type_common(arguments[0]->type, arguments[1]->type));
}

static Expr *classify(Reader *reader, const char *name, Expr *argument)
{
    Expr *call = expr_call(reader->arena, type_scalar(TY_I32), name, NULL, &argument, 1);
    Expr *zero = expr_int(reader->arena, 0, type_scalar(TY_I32));
    return expr_binary(reader->arena, OP_NE, call, zero, type_scalar(TY_I32));
}

// 1 or -1 for an infinity, by its sign; otherwise 0.
static Expr *signed_infinity(Reader *reader, Expr *argument)
{
    Arena *arena = reader->arena;
    const Type *type = type_scalar(TY_I32);
    Expr *zero = expr_float(arena, 0, argument->type);
    Expr *sign = expr_select(arena, expr_binary(arena, OP_LT, argument, zero, argument->type),
                             expr_int(arena, -1, type), expr_int(arena, 1, type));
    return expr_select(arena, classify(reader, "isinf", argument), sign, expr_int(arena, 0, type));
}

static Expr *call_comparison(Reader *reader, const char *name, Expr *const *arguments)
{
    static const struct {
        const char *name;
        Operator op;
    } comparisons[] = {
        {"isgreater", OP_GT},
        {"isgreaterequal", OP_GE},
        {"isless", OP_LT},
        {"islessequal", OP_LE},
    };
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        if (!strcmp(name, comparisons[i].name))
            return compare(reader, comparisons[i].op, arguments);
    Expr *less = compare(reader, OP_LT, arguments), *greater = compare(reader, OP_GT, arguments);
    if (!strcmp(name, "islessgreater"))
        return expr_binary(reader->arena, OP_LOGICAL_OR, less, greater, type_scalar(TY_I32));
    if (strcmp(name, "isunordered") != 0)
        return NULL;
    Expr *left = classify(reader, "isnan", arguments[0]), *right = classify(reader, "isnan", arguments[1]);
    return expr_binary(reader->arena, OP_LOGICAL_OR, left, right, type_scalar(TY_I32));
}

// Functions on the bits of a number, and the prelude's (runtime/prelude/device.cuh) that do the same on the device.
static const struct BitFunction {
    const char *name, *own;
    TypeKind argument;
} bit_functions[] = {
    {"popcount", "crs_popcount", TY_U32},
    {"popcountl", "crs_popcountll", TY_U64},
    {"popcountll", "crs_popcountll", TY_U64},
    {"ffs", "crs_ffs", TY_I32},
    {"ffsl", "crs_ffsll", TY_I64},
    {"ffsll", "crs_ffsll", TY_I64},
    {"clz", "crs_clz", TY_U32},
    {"clzl", "crs_clzll", TY_U64},
    {"clzll", "crs_clzll", TY_U64},
    {"bswap16", "crs_bswap16", TY_U16},
    {"bswap32", "crs_bswap32", TY_U32},
    {"bswap64", "crs_bswap64", TY_U64},
};

static const struct BitFunction *bit_function(const char *name)
{
    for (size_t i = 0; i < sizeof bit_functions / sizeof bit_functions[0]; i++)
        if (!strcmp(bit_functions[i].name, name))
            return &bit_functions[i];
    return NULL;
}

static Expr *call_bit_function(Reader *reader, CXCursor call, const struct BitFunction *function, const Type *type)
{
    Expr *arguments[MAX_ARGUMENTS];
    if (read_arguments(reader, call, arguments) != 1)
        return NULL;
    Expr *argument = expr_cast(reader->arena, type_scalar(function->argument), arguments[0]);
    return expr_call(reader->arena, type, function->own, NULL, &argument, 1);
}

// ctz is ffs - 1: neither is defined for 0.
static Expr *count_zeros(Reader *reader, CXCursor call, bool wide, const Type *type)
{
    Expr *place = call_bit_function(reader, call, bit_function(wide ? "ffsll" : "ffs"), type);
    return place ? expr_binary(reader->arena, OP_SUB, place, expr_int(reader->arena, 1, type), type) : NULL;
}

// `name` is without its __builtin_. NULL without a refusal: not known.
static Expr *call_builtin(Reader *reader, CXCursor call, const char *name, const Type *type)
{
    if (!strncmp(name, "inf", 3) || !strncmp(name, "huge_val", 8))
        return infinity(reader, type, false);
    if (!strcmp(name, "nan") || !strcmp(name, "nanf"))
        return infinity(reader, type, true);
    if (is_math_function(name))
        return call_math(reader, call, name, type);
    if (bit_function(name))
        return call_bit_function(reader, call, bit_function(name), type);
    if (!strcmp(name, "ctz") || !strcmp(name, "ctzl") || !strcmp(name, "ctzll"))
        return count_zeros(reader, call, name[strlen("ctz")] != '\0', type);
    int count = clang_Cursor_getNumArguments(call);
    Expr *arguments[MAX_ARGUMENTS];
    bool one = !strcmp(name, "isnan") || !strcmp(name, "isinf") || !strcmp(name, "isinf_sign") ||
               !strcmp(name, "isfinite") || !strncmp(name, "signbit", 7);
    bool two = !strcmp(name, "expect") || !strncmp(name, "isgreater", 9) || !strncmp(name, "isless", 6) ||
               !strcmp(name, "isunordered");
    if ((!one || count != 1) && (!two || count != 2))
        return NULL;
    if (read_arguments(reader, call, arguments) < 0)
        return NULL;
    if (!strcmp(name, "expect"))
        return arguments[0];
    if (two)
        return call_comparison(reader, name, arguments);
    if (!type_is_float(arguments[0]->type))
        return NULL;
    if (!strcmp(name, "isinf_sign"))
        return signed_infinity(reader, arguments[0]);
    return classify(reader, !strncmp(name, "signbit", 7) ? "signbit" : intern(name), arguments[0]);
}

// ---- helper functions

// The function that an expression names: f, &f, *f, or a pointer that holds a known one. Or null.
CXCursor named_function(Reader *reader, CXCursor expr)
{
    for (;;) {
        expr = strip_conversions(reader, expr);
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(expr);
        Children parts = expression_children(reader, expr);
        bool steps = clang_getCursorKind(expr) == CXCursor_UnaryOperator &&
                     (op == CXUnaryOperator_AddrOf || op == CXUnaryOperator_Deref) && parts.count == 1;
        if (!steps)
            break;
        expr = parts.items[0];
    }
    CXCursor decl = clang_getCursorKind(expr) == CXCursor_DeclRefExpr ? clang_getCursorReferenced(expr) : expr;
    if (clang_getCursorKind(decl) == CXCursor_FunctionDecl)
        return decl;
    enum CXCursorKind kind = clang_getCursorKind(decl);
    const DeclFacts *facts = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ? facts_of(reader, decl) : NULL;
    bool known = facts && facts->variable && facts->variable_epoch == reader->frame.epoch;
    return known ? facts->variable->function : clang_getNullCursor();
}

static CXCursor callee_definition(Reader *reader, CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    Children parts = expression_children(reader, call);
    bool is_function = !is_null_cursor(callee) && clang_getCursorKind(callee) == CXCursor_FunctionDecl;
    if (!is_function && parts.count)
        callee = named_function(reader, parts.items[0]);
    return is_null_cursor(callee) ? callee : clang_getCursorDefinition(callee);
}

static bool read_parameters(Reader *reader, CXCursor definition, Function *function)
{
    Symbols symbols = {0};
    bool has_record = false;
    int count = clang_Cursor_getNumArguments(definition);
    for (int i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)i);
        has_record = has_record || canonical(clang_getCursorType(parameter)).kind == CXType_Record;
        if (!flatten_parameter(reader, declare_variable(reader, parameter), parameter, &symbols))
            return false;
    }
    function->parameters = symbols.items;
    function->nparameters = symbols.count;
    function->by_members = has_record;
    return true;
}

static CXCursor body_of(Reader *reader, CXCursor definition)
{
    Children parts = children_of(reader, definition);
    for (int i = 0; i < parts.count; i++)
        if (clang_getCursorKind(parts.items[i]) == CXCursor_CompoundStmt)
            return parts.items[i];
    return clang_getNullCursor();
}

static bool read_function(Reader *reader, CXCursor definition, Function *function)
{
    CXType result = clang_getCanonicalType(clang_getCursorResultType(definition));
    if (data_refuse(reader, definition))
        return false;
    function->result = type_obstacle(reader, result) ? NULL : read_type(reader, result);
    bool representable = function->result && !is_half(result) &&
                         (type_is_arithmetic(function->result) || function->result->kind == TY_VOID);
    if (!representable) {
        refuse(reader, definition, "the result of '%s' is not a number", function->name);
        return false;
    }
    if (clang_Cursor_isVariadic(definition))
        return refuse_helper(reader);
    CXCursor body = body_of(reader, definition);
    if (is_null_cursor(body) || !read_parameters(reader, definition, function))
        return false;
    function->body = read_body(reader, body);
    return function->body != NULL;
}

static Helper *read_helper(Reader *reader, CXCursor definition)
{
    DeclFacts *facts = facts_of(reader, definition);
    if (!facts->helper) {
        facts->helper = ARENA_NEW(reader->arena, Helper);
        facts->helper->definition = definition;
    }
    Helper *helper = facts->helper;
    if (helper->state != HELPER_NEW)
        return helper;
    scan_function(reader, definition);
    helper->state = HELPER_READING;
    helper->function = ARENA_NEW(reader->arena, Function);
    helper->function->name = cursor_name(definition);
    helper->function->loc = cursor_loc(reader, definition);
    helper->function->pure = true;
    Frame saved = reader->frame;
    reader->frame =
        (Frame){.function = helper->function, .helper = helper, .outer = &saved, .epoch = ++reader->last_epoch};
    bool good = read_function(reader, definition, helper->function);
    helper->state = good ? HELPER_READ : HELPER_REFUSED;
    helper->reason = reader->frame.refused_because ? reader->frame.refused_because : "";
    helper->place = reader->frame.refused_at;
    helper->recursive = reader->frame.recursive;
    helper->note = reader->frame.refused_note;
    reader->frame = saved;
    return helper;
}

// f -> g -> f
static Expr *refuse_recursion(Reader *reader, CXCursor call, const Helper *again)
{
    Text cycle = {.arena = reader->scratch};
    VECTOR(const char *) names = {0};
    for (const Frame *frame = &reader->frame; frame && frame->helper; frame = frame->outer) {
        VECTOR_PUSH(reader->scratch, &names, frame->helper->function->name);
        if (frame->helper == again)
            break;
    }
    for (int i = names.count; i-- > 0;)
        text_printf(&cycle, "%s -> ", names.items[i]);
    text_add(&cycle, again->function->name);
    refuse(reader, call, "'%s' is recursive: %s", again->function->name, text_string(&cycle));
    reader->frame.recursive = true;
    return NULL;
}

static void use_function(Reader *reader, Helper *helper)
{
    if (reader->frame.helper) {
        VECTOR_PUSH(reader->arena, &reader->frame.helper->callees, helper);
        return;
    }
    Nest *nest = reader->frame.nest;
    FOR_EACH(i, &nest->functions)
        if (nest->functions.items[i] == helper->function)
            return;
    FOR_EACH(i, &helper->callees)
        use_function(reader, helper->callees.items[i]);
    VECTOR_PUSH(reader->arena, &nest->functions, helper->function);
}

static Expr *call_helper(Reader *reader, CXCursor call, Helper *helper)
{
    Values arguments = {0};
    int count = clang_Cursor_getNumArguments(call);
    for (int i = 0; i < count; i++)
        if (!flatten_argument(reader, clang_Cursor_getArgument(call, (unsigned)i), &arguments))
            return NULL;
    if (arguments.count != helper->function->nparameters)
        return refuse_call(reader, call, "it calls '%s' with a wrong number of arguments");
    FOR_EACH(i, &arguments)
        arguments.items[i] = expr_cast(reader->arena, helper->function->parameters[i]->type, arguments.items[i]);
    use_function(reader, helper);
    return expr_call(reader->arena, helper->function->result, NULL, helper->function, arguments.items, arguments.count);
}

// ---- functions that are not there

static const char *const input_output[] = {
    "fclose", "fflush", "fgetc",    "fgets",   "fopen",  "fprintf",  "fputc",   "fputs", "fread",   "fscanf",
    "fseek",  "fwrite", "getc",     "getchar", "gets",   "perror",   "printf",  "putc",  "putchar", "puts",
    "read",   "scanf",  "snprintf", "sprintf", "sscanf", "vfprintf", "vprintf", "write",
};

static Expr *refuse_unknown(Reader *reader, CXCursor call)
{
    const char *name = cursor_name(call);
    CXCursor callee = clang_getCursorReferenced(call);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return refuse_call(reader, call,
                           *name ? "it calls a function through the pointer '%s'"
                                 : "it calls a function through an expression%s");
    if (is_listed(name, input_output, sizeof input_output / sizeof input_output[0]))
        return refuse_call(reader, call, "it calls '%s', which does input or output; call it outside");
    if (!strcmp(name, "setjmp") || !strcmp(name, "_setjmp") || !strcmp(name, "longjmp"))
        return refuse_call(reader, call, "it calls '%s'");
    if (!strncmp(name, "__builtin_", 10))
        return refuse_call(reader, call, "it calls the compiler's function '%s'");
    if (clang_Cursor_isVariadic(callee))
        return refuse_call(reader, call, "it calls the variadic function '%s'");
    if (blas_has(name) && !other_files_fail(reader, name))
        return refuse_call(reader, call,
                           "it calls '%s', whose definition is not in this file; '--helpers=blas' has one, if it is "
                           "the function of the BLAS");
    const char *why = other_files_why(reader, name);
    if (why)
        return refuse_call(reader, call, intern_printf("it calls '%%s', %s", why));
    const char *nearby = nearby_definition(reader->arena, reader->path, name);
    if (nearby) {
        reader->frame.refused_call |= !reader->frame.refused;
        refuse(
            reader, call,
            "it calls '%s', whose definition is not in this file; '--helpers=%s' names the one that seems to have it",
            name, nearby);
        return NULL;
    }
    return refuse_call(reader, call,
                       "it calls '%s', whose definition is not in this file; name the file that has it with "
                       "'--helpers=FILE.c', or define it here or in a header");
}

// nan(""), without digits of its own.
static bool is_empty_nan(Reader *reader, CXCursor call, const char *name)
{
    if ((strcmp(name, "nan") != 0 && strcmp(name, "nanf") != 0) || clang_Cursor_getNumArguments(call) != 1)
        return false;
    CXCursor text = strip_conversions(reader, clang_Cursor_getArgument(call, 0));
    return clang_getCursorKind(text) == CXCursor_StringLiteral && !strcmp(cursor_name(text), "\"\"");
}

// ---- all

Expr *call_defined(Reader *reader, CXCursor call, CXCursor definition, bool wanted)
{
    Helper *helper = read_helper(reader, definition);
    if (helper->state == HELPER_READING)
        return refuse_recursion(reader, call, helper);
    if (helper->state == HELPER_READ && wanted)
        return call_helper(reader, call, helper);
    CallResult result = {.wanted = wanted};
    if (!helper->recursive && inline_call(reader, call, definition, &result))
        return wanted ? result.value : expr_int(reader->arena, 0, type_scalar(TY_I32));
    if (helper->recursive)
        refuse_at(reader, helper->place, helper->note, "%s", helper->reason);
    return NULL;
}

// Whether all nests of the file are loops of OpenMP. Threads around them do not start then, so that one thread of one
// team runs every nest.
static bool has_one_thread(const Reader *reader)
{
    FOR_EACH(i, &reader->attachments)
        if (!reader->attachments.items[i].directive->from)
            return false;
    return reader->from & FROM_OMP;
}

// The number of a thread or team, or how many there are, where there is one; -1: another call.
static int number_of_one_thread(const char *name)
{
    if (!strcmp(name, "omp_get_thread_num") || !strcmp(name, "omp_get_team_num"))
        return 0;
    return !strcmp(name, "omp_get_num_threads") || !strcmp(name, "omp_get_num_teams") ? 1 : -1;
}

// A run-time call of OpenMP or OpenACC, whatever their headers define.
static Expr *read_runtime_call(Reader *reader, CXCursor call)
{
    static const char *const threads[] = {"acc_on_device",       "omp_get_level",    "omp_get_num_teams",
                                          "omp_get_num_threads", "omp_get_team_num", "omp_get_thread_num",
                                          "omp_in_parallel"};
    int number = number_of_one_thread(cursor_name(call));
    if (number >= 0 && has_one_thread(reader))
        return expr_int(reader->arena, number, type_scalar(TY_I32));
    if (is_listed(cursor_name(call), threads, sizeof threads / sizeof threads[0]))
        return refuse_call(reader, call,
                           "it calls '%s', which asks for a thread of the host, and its iterations run on none");
    return refuse_call(reader, call, "it calls '%s', which only the host can; call it outside");
}

static bool is_runtime_call(Reader *reader, CXCursor call, const char *name)
{
    CXCursor callee = clang_getCursorReferenced(call);
    return (!strncmp(name, "omp_", 4) || !strncmp(name, "acc_", 4)) &&
           clang_getCursorKind(callee) == CXCursor_FunctionDecl && !is_in_main_file(reader, callee);
}

static Expr *call_through_pointer(Reader *reader, CXCursor call, bool wanted)
{
    Children parts = expression_children(reader, call);
    const char *pointer = parts.count ? function_pointer_text(reader, parts.items[0]) : NULL;
    CXType type = parts.count ? clang_getCanonicalType(clang_getCursorType(parts.items[0])) : (CXType){0};
    CXType function = clang_getCanonicalType(type.kind == CXType_Pointer ? clang_getPointeeType(type) : type);
    Expr *value = pointer ? call_chosen_function(reader, call, pointer, function, wanted) : NULL;
    return value || reader->frame.refused ? value : refuse_unknown(reader, call);
}

static Expr *read_any_call(Reader *reader, CXCursor call, bool wanted)
{
    const char *name = cursor_name(call);
    if (is_runtime_call(reader, call, name))
        return read_runtime_call(reader, call);
    CXCursor definition = callee_definition(reader, call);
    bool is_defined = !is_null_cursor(definition);
    const Type *type = read_type(reader, clang_getCursorType(call));
    CXCursor callee = clang_getCursorReferenced(call);
    if (is_defined)
        return call_defined(reader, call, definition, wanted);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return call_through_pointer(reader, call, wanted);
    if (has_two_results(call))
        return read_two_results(reader, call);
    if (!type || !type_is_arithmetic(type))
        return refuse_unknown(reader, call);
    Expr *real = call_of_complex(reader, call);
    if (real || reader->frame.refused)
        return real;
    static const char prefix[] = "__builtin_";
    if (!strncmp(name, prefix, strlen(prefix))) {
        Expr *value = call_builtin(reader, call, name + strlen(prefix), type);
        return value ? value : refuse_unknown(reader, call);
    }
    if (!strncmp(name, "ffs", strlen("ffs")) && bit_function(name))
        return call_bit_function(reader, call, bit_function(name), type);
    if (is_empty_nan(reader, call, name))
        return infinity(reader, type, true);
    return is_math_function(name) ? call_math(reader, call, name, type) : refuse_unknown(reader, call);
}

static bool inline_value_call(Reader *reader, CXCursor call, CallResult *result)
{
    CXCursor definition = callee_definition(reader, call);
    if (is_null_cursor(definition)) {
        refuse_unknown(reader, call);
        return false;
    }
    Helper *helper = read_helper(reader, definition);
    if (helper->state == HELPER_READING || helper->recursive) {
        refuse(reader, call, "'%s' is recursive", cursor_name(call));
        return false;
    }
    result->wanted = true;
    return inline_call(reader, call, definition, result);
}

bool inline_record_call(Reader *reader, CXCursor call, Reference *record)
{
    CallResult result = {0};
    bool good = inline_value_call(reader, call, &result);
    *record = result.record;
    return good;
}

bool inline_pointer_call(Reader *reader, CXCursor call, CXType as, Reference *target)
{
    CXCursor callee = clang_getCursorReferenced(call);
    bool is_of_library = clang_getCursorKind(callee) == CXCursor_FunctionDecl &&
                         clang_Location_isInSystemHeader(clang_getCursorLocation(callee));
    if (is_of_library && is_null_cursor(callee_definition(reader, call))) {
        refuse(reader, call, "it uses a pointer that '%s' returns", cursor_name(call));
        return false;
    }
    CallResult result = {.as = as};
    bool good = inline_value_call(reader, call, &result);
    *target = result.record;
    return good;
}

bool inline_complex_call(Reader *reader, CXCursor call, Complex *value)
{
    CallResult result = {0};
    bool good = inline_value_call(reader, call, &result);
    *value = result.complex;
    return good;
}

Expr *read_call(Reader *reader, CXCursor call)
{
    return located(reader, read_any_call(reader, call, true), call);
}

bool call_is_read_in_place(Reader *reader, CXCursor call)
{
    CXCursor definition = callee_definition(reader, call);
    Helper *helper = is_null_cursor(definition) ? NULL : read_helper(reader, definition);
    Children parts = helper ? children_of(reader, definition) : (Children){0};
    Children stmts = parts.count ? children_of(reader, parts.items[parts.count - 1]) : (Children){0};
    bool returns_only = stmts.count == 1 && clang_getCursorKind(stmts.items[0]) == CXCursor_ReturnStmt;
    return helper && helper->state != HELPER_READ && helper->state != HELPER_READING && !helper->recursive &&
           !returns_only;
}

bool read_call_statement(Reader *reader, CXCursor call)
{
    if (!strcmp(cursor_name(call), "__builtin_prefetch"))
        return true;
    if (is_memory_call(call))
        return read_memory_call(reader, call);
    bool is_free;
    if (!read_free(reader, call, &is_free) || is_free)
        return !reader->frame.refused;
    return read_any_call(reader, call, false) != NULL;
}
