// Spellings of names and types, lines, and what a tree mentions.
#include "codegen/cuda/emit.h"

#include <stdlib.h>
#include <string.h>

// ---- names

// Sorted: keywords of C++ that are identifiers in C, names that CUDA predefines, and macros that C++ compilers
// predefine.
static const char *const reserved_words[] = {
    "INFINITY",     "NAN",       "NULL",
    "alignas",      "alignof",   "and",
    "and_eq",       "asm",       "atomicAdd",
    "atomicAnd",    "atomicMax", "atomicMin",
    "atomicOr",     "atomicXor", "bitand",
    "bitor",        "blockDim",  "blockIdx",
    "bool",         "catch",     "char16_t",
    "char32_t",     "char8_t",   "class",
    "co_await",     "co_return", "co_yield",
    "compl",        "concept",   "const_cast",
    "consteval",    "constexpr", "constinit",
    "decltype",     "delete",    "dynamic_cast",
    "explicit",     "export",    "false",
    "friend",       "gridDim",   "linux",
    "mutable",      "namespace", "new",
    "noexcept",     "not",       "not_eq",
    "nullptr",      "operator",  "or",
    "or_eq",        "private",   "protected",
    "public",       "register",  "reinterpret_cast",
    "requires",     "restrict",  "static_assert",
    "static_cast",  "template",  "this",
    "thread_local", "threadIdx", "throw",
    "true",         "try",       "typeid",
    "typename",     "typeof",    "unix",
    "using",        "virtual",   "warpSize",
    "wchar_t",      "xor",       "xor_eq",
};

static int compare_words(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

bool is_cuda_variable(const char *name)
{
    static const char *const names[] = {"blockDim", "blockIdx", "gridDim", "threadIdx", "warpSize"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

bool is_cuda_function(const char *name)
{
    static const char *const names[] = {"Add", "And", "CAS", "Dec", "Exch", "Inc", "Max", "Min", "Or", "Sub", "Xor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, "atomic", 6) && !strcmp(names[i], name + 6))
            return true;
    static const char *const calls[] = {
        "DeviceProp",
        "DeviceSynchronize",
        "Error",
        "Error_t",
        "ErrorMemoryAllocation",
        "Event_t",
        "EventCreate",
        "EventRecord",
        "Free",
        "FreeAsync",
        "FreeHost",
        "GetDevice",
        "GetDeviceCount",
        "GetDeviceProperties",
        "GetErrorName",
        "GetErrorString",
        "GetLastError",
        "LaunchKernel",
        "Malloc",
        "MallocAsync",
        "MallocHost",
        "MallocManaged",
        "Memcpy",
        "MemcpyAsync",
        "MemcpyDefault",
        "MemcpyDeviceToDevice",
        "MemcpyDeviceToHost",
        "MemcpyHostToDevice",
        "MemcpyHostToHost",
        "MemcpyKind",
        "MemcpyToSymbol",
        "MemGetInfo",
        "Memset",
        "MemsetAsync",
        "PeekAtLastError",
        "SetDevice",
        "Stream_t",
        "StreamCreate",
        "StreamSynchronize",
        "Success",
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strncmp(name, "cuda", 4) && !strcmp(calls[i], name + 4))
            return true;
    return false;
}

const char *emit_member_name(const char *name)
{
    return is_cuda_variable(name) || is_cuda_function(name) ? name : emit_name(name);
}

const char *emit_name(const char *name)
{
    size_t count = sizeof reserved_words / sizeof *reserved_words;
    if (bsearch(&name, reserved_words, count, sizeof *reserved_words, compare_words))
        return intern_printf("crs_%s", name);
    return name;
}

const char *emit_host_value(const Symbol *symbol)
{
    if (symbol->host_before)
        return symbol->host_before;
    return symbol->host_guard ? intern_printf("(%s ? %s : 0)", symbol->host_guard, symbol->host) : symbol->host;
}

const char *emit_host_pointer(const Array *array)
{
    return array->host_guard ? intern_printf("(%s ? %s : 0)", array->host_guard, array->host) : array->host;
}

const char *emit_helper_name(const Function *function)
{
    return intern_printf("crs_fn_%s", function->name);
}

const char *emit_pitch_name(const Array *array)
{
    return intern_printf("crs_pitch_%s", array->name);
}

const char *emit_rows_name(const Array *array)
{
    return intern_printf("crs_rows_%s", array->name);
}

const char *emit_row_stars(const Array *array)
{
    return array->held != HOST_ROWS ? "*" : array->ndim > 2 ? "***" : "**";
}

// ---- types

static const char *struct_spelling(const char *name)
{
    if (strncmp(name, "struct ", 7) != 0)
        return emit_name(name);
    const char *tag = emit_name(name + 7);
    return tag == name + 7 ? name : intern_printf("struct %s", tag);
}

const char *emit_type(const Type *type, Language language)
{
    switch (type->kind) {
    case TY_BOOL: return language == LANGUAGE_C ? "_Bool" : "bool";
    case TY_STRUCT: return struct_spelling(type->name);
    case TY_POINTER: {
        const char *pointee = emit_type(type->pointee, language);
        return intern_printf("%s%s*", pointee, type->pointee->kind == TY_POINTER ? "" : " ");
    }
    default: return type_is_half(type) ? "unsigned short" : type->name;
    }
}

const char *emit_element_pointer(const Array *array, bool is_const, Language language)
{
    const char *element = emit_type(array->element, language);
    bool rows = array->held == HOST_ROWS;
    return intern_printf("%s%s *%s", is_const ? "const " : "", element,
                         !rows             ? ""
                         : array->ndim > 2 ? "const *const *"
                                           : "const *");
}

// ---- text

void emit_string(Text *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            text_printf(out, "\\%c", byte);
        else if (byte < ' ' || byte == 127 || byte == '?')
            text_printf(out, "\\%03o", byte); // '?' so that no trigraph arises
        else
            text_add_n(out, text, 1);
    }
    text_add(out, "\"");
}

void emit_indent(Text *out, int indent)
{
    for (int i = 0; i < indent; i++)
        text_add(out, "    ");
}

void emit_line(Text *out, int indent, const char *format, ...)
{
    emit_indent(out, indent);
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(out, format, arguments);
    va_end(arguments);
    text_add(out, "\n");
}

// ---- what a tree mentions

typedef struct Mentions {
    Arena *arena;
    SymbolList *symbols;
    ArrayList *arrays;
} Mentions;

static void add_symbol(Mentions *mentions, const Symbol *symbol)
{
    if (!mentions->symbols)
        return;
    FOR_EACH(i, mentions->symbols)
        if (mentions->symbols->items[i] == symbol)
            return;
    VECTOR_PUSH(mentions->arena, mentions->symbols, symbol);
}

static bool in_device_memory(const Array *array)
{
    return array->space == SPACE_GLOBAL || array->space == SPACE_SCRATCH;
}

static void add_array(Mentions *mentions, const Array *array)
{
    if (!mentions->arrays)
        return;
    FOR_EACH(i, mentions->arrays)
        if (mentions->arrays->items[i] == array)
            return;
    VECTOR_PUSH(mentions->arena, mentions->arrays, array);
}

static bool visit_expr(void *context, const Expr *expr)
{
    Mentions *mentions = context;
    if (expr->kind == EX_SYMBOL)
        add_symbol(mentions, expr->symbol);
    if (expr->kind != EX_ACCESS || !in_device_memory(expr->array))
        return true;
    add_array(mentions, expr->array);
    if (expr->array->held != HOST_ROWS)
        for (int d = 1; d < expr->array->ndim; d++)
            if (expr->array->extent[d])
                expr_walk(expr->array->extent[d], visit_expr, context);
    return true;
}

void collect_expr(Arena *arena, const Expr *expr, SymbolList *symbols, ArrayList *arrays)
{
    if (expr)
        expr_walk(expr, visit_expr, &(Mentions){arena, symbols, arrays});
}

static bool visit_declaration(void *context, const Stmt *stmt)
{
    Mentions *declared = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        add_symbol(declared, stmt->symbol);
    if (stmt->kind == ST_LOOP)
        add_symbol(declared, stmt->loop->iterator);
    return true;
}

void collect_free(Arena *arena, const Stmt *root, SymbolList *symbols, ArrayList *arrays)
{
    SymbolList mentioned = {0}, declared = {0};
    Mentions all = {arena, &mentioned, arrays}, made = {arena, &declared, NULL};
    stmt_walk_expressions(root, visit_expr, &all);
    stmt_walk(root, visit_declaration, &made);
    Mentions result = {arena, symbols, NULL};
    FOR_EACH(i, &mentioned) {
        bool is_declared = false;
        FOR_EACH(k, &declared)
            is_declared |= declared.items[k] == mentioned.items[i];
        if (!is_declared)
            add_symbol(&result, mentioned.items[i]);
    }
}

// ---- #line

const char own_line[] = "#line crs_own\n";

void emit_source_line(Text *out, const Unit *unit, int line)
{
    text_printf(out, "#line %d ", line);
    emit_string(out, unit->shown_path);
    text_add(out, "\n");
}

const char *emit_own_lines(Arena *arena, const char *text, const char *path)
{
    Text out = {.arena = arena};
    int number = 1;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        if (strncmp(line, own_line, length) == 0 && own_line[length] == '\0') {
            text_printf(&out, "#line %d ", number + 1);
            emit_string(&out, path);
            text_add(&out, "\n");
        } else {
            text_add_n(&out, line, length);
        }
        line += length;
    }
    return text_string(&out);
}

typedef struct Use {
    const Array *array;
    bool writes, reads;
} Use;

static bool visit_reads(void *context, const Expr *expr);

// crs_load_lanes<4>(to, from) only reads at its second address.
static void visit_load(Use *use, const Expr *load)
{
    const Expr *from = load->operands[1]->operands[0];
    expr_walk(load->operands[0], visit_reads, use);
    expr_walk(from, visit_reads, use);
}

static bool visit_reads(void *context, const Expr *expr)
{
    Use *use = context;
    if (expr->kind == EX_INTRINSIC &&
        (expr->intrinsic == IN_LOAD_LANES || expr->intrinsic == IN_LOAD_ANY || expr->intrinsic == IN_LOAD_WORDS ||
         expr->intrinsic == IN_LOAD_ANY_WORDS || expr->intrinsic == IN_LOAD_INSIDE)) {
        visit_load(use, expr);
        return false;
    }
    if (expr->kind == EX_INTRINSIC &&
        (expr->intrinsic == IN_ALIGNED || expr->intrinsic == IN_TO_ALIGNED)) // asks where it is
        return false;
    // An address may be read and written through: atomics, helpers.
    if (expr->kind == EX_ADDRESS && expr->operands[0]->array == use->array)
        use->writes = use->reads = true;
    if (expr->kind == EX_ACCESS && expr->array == use->array)
        use->reads = true;
    return true;
}

static bool visit_use(void *context, const Stmt *stmt)
{
    Use *use = context;
    if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_ACCESS) {
        stmt_expressions(stmt, visit_reads, use);
        return true;
    }
    if (stmt->place->array == use->array) {
        use->writes = true;
        use->reads |= stmt->op != OP_NONE;
    }
    for (int i = 0; i < stmt->place->noperands; i++)
        expr_walk(stmt->place->operands[i], visit_reads, use);
    for (int i = 0; i < stmt->place->npath; i++)
        for (int k = 0; k < stmt->place->path[i].field->ndim; k++)
            expr_walk(stmt->place->path[i].subscripts[k], visit_reads, use);
    expr_walk(stmt->value, visit_reads, use);
    return true;
}

static Use find_use(const Stmt *root, const Array *array)
{
    Use use = {.array = array};
    stmt_walk(root, visit_use, &use);
    return use;
}

bool tree_writes(const Stmt *root, const Array *array)
{
    return find_use(root, array).writes;
}

bool tree_reads(const Stmt *root, const Array *array)
{
    return find_use(root, array).reads;
}
