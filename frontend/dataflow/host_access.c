// What the host's expressions read and write. Variables with automatic storage do not count: nests leave nothing on the
// device that is on the stack. Nor do small variables alone, for the same reason.
#include "frontend/dataflow/host_access.h"

#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/host_call.h"
#include "frontend/dataflow/scan.h"

#include <string.h>

typedef enum Use { USE_READ, USE_WRITE, USE_ADDRESS } Use;

enum { SMALL_OBJECT = 64 }; // bytes; crs_may_stay of the prelude has the same number

typedef struct Walk {
    Reader *reader;
    const HostDefinitions *definitions;
    HostCode *code;
    int conditional;              // > 0: perhaps not evaluated
    int arguments;                // > 0: within those of a call
    int depth;                    // of nested expressions
    int others;                   // calls that may change variables
    bool moves_pointers;          // the expression sets pointers that are not variables
    VECTOR(const char *) written; // names that the expression sets
    CXCursor result;              // what the whole expression assigns to
} Walk;

static void visit(Walk *walk, CXCursor expr, Use use);

static void be_unknown(Walk *walk, CXCursor expr, const char *what)
{
    if (walk->code->unknown)
        return;
    walk->code->unknown = what;
    walk->code->unknown_loc = cursor_loc(walk->reader, expr);
}

// ---- kinds of values

static unsigned value_of_integer(CXType type)
{
    switch (clang_Type_getSizeOf(type)) {
    case 2: return VALUE_I16;
    case 4: return VALUE_I32;
    case 8: return VALUE_I64;
    case 16: return VALUE_I128;
    default: return VALUE_ANY;
    }
}

typedef struct Fields {
    unsigned values;
    int depth;
} Fields;

static unsigned value_of(CXType type, int depth);

static enum CXVisitorResult visit_field(CXCursor field, CXClientData context)
{
    Fields *fields = context;
    fields->values |= value_of(clang_getCursorType(field), fields->depth + 1);
    return CXVisit_Continue;
}

static unsigned value_of(CXType type, int depth)
{
    type = clang_getCanonicalType(type);
    Fields fields = {.depth = depth};
    switch (type.kind) {
    case CXType_Bool: return VALUE_BOOL;
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
    case CXType_Enum: return value_of_integer(type);
    case CXType_Half:
    case CXType_Float16: return VALUE_F16;
    case CXType_Float: return VALUE_F32;
    case CXType_Double: return VALUE_F64;
    case CXType_LongDouble:
    case CXType_Float128: return VALUE_F128;
    case CXType_Pointer: return VALUE_POINTER;
    case CXType_Complex: return value_of(clang_getElementType(type), depth);
    case CXType_ConstantArray:
    case CXType_VariableArray:
    case CXType_IncompleteArray: return value_of(clang_getArrayElementType(type), depth);
    case CXType_Record:
        if (depth > 8 || clang_getCursorKind(clang_getTypeDeclaration(type)) != CXCursor_StructDecl)
            return VALUE_ANY;
        clang_Type_visitFields(type, visit_field, &fields);
        return fields.values ? fields.values : VALUE_ANY;
    default: return VALUE_ANY;
    }
}

static bool is_array(CXType type)
{
    return is_array_type(clang_getCanonicalType(type));
}

static bool is_function(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
}

// ---- texts that can be evaluated before the expression

static const char *text_of(const Walk *walk, CXCursor expr)
{
    Reader *reader = walk->reader;
    Loc loc = cursor_loc(reader, expr);
    if (loc.file != reader->unit->source || loc.end <= loc.begin)
        return NULL;
    FOR_EACH(i, &reader->macros)
        if (reader->macros.items[i].begin < loc.end && loc.begin < reader->macros.items[i].end)
            return NULL;
    const char *text = arena_strndup(reader->arena, loc.file->text + loc.begin, loc.end - loc.begin);
    return strpbrk(text, "\n\r\\") || strstr(text, "//") || strstr(text, "/*") ? NULL : text;
}

static bool is_written(const Walk *walk, CXCursor variable)
{
    const char *name = cursor_name(variable);
    FOR_EACH(i, &walk->written)
        if (walk->written.items[i] == name)
            return true;
    return false;
}

static bool is_arrow(Walk *walk, CXCursor member, CXCursor *base)
{
    Children parts = expression_children(walk->reader, member);
    *base = parts.count ? strip_parens(walk->reader, parts.items[0]) : clang_getNullCursor();
    return parts.count && clang_getCanonicalType(clang_getCursorType(*base)).kind == CXType_Pointer;
}

static bool is_plain_place(Walk *walk, CXCursor expr, int loads);

// Arithmetic of variables and literals: no calls, nothing set, and `loads` more values from memory at most.
static bool is_plain_value(Walk *walk, CXCursor expr, int loads)
{
    expr = strip_conversions(walk->reader, expr);
    Children parts = expression_children(walk->reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr: return true;
    case CXCursor_DeclRefExpr: return !is_written(walk, expr);
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
        bool plain = op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub || op == CXBinaryOperator_Mul ||
                     (!walk->conditional && (op == CXBinaryOperator_Div || op == CXBinaryOperator_Rem));
        return plain && parts.count == 2 && is_plain_value(walk, parts.items[0], loads) &&
               is_plain_value(walk, parts.items[1], loads);
    }
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_AddrOf && parts.count == 1 &&
               is_plain_place(walk, parts.items[0], loads);
    case CXCursor_CStyleCastExpr: return parts.count == 1 && is_plain_value(walk, parts.items[0], loads);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return loads > 0 && !is_written(walk, expr) && is_plain_place(walk, expr, loads - 1);
    default: return false;
    }
}

// An lvalue whose address the program can take.
static bool is_plain_place(Walk *walk, CXCursor expr, int loads)
{
    expr = strip_conversions(walk->reader, expr);
    Children parts = expression_children(walk->reader, expr);
    CXCursor base;
    switch (clang_getCursorKind(expr)) {
    case CXCursor_DeclRefExpr: return !is_written(walk, expr);
    case CXCursor_MemberRefExpr:
        if (clang_Cursor_isBitField(clang_getCursorReferenced(expr)))
            return false;
        if (is_arrow(walk, expr, &base))
            return is_plain_value(walk, base, loads);
        return parts.count == 1 && is_plain_place(walk, base, loads);
    case CXCursor_ArraySubscriptExpr: {
        if (parts.count != 2 || !is_address(parts.items[0]))
            return false;
        CXCursor array = strip_conversions(walk->reader, parts.items[0]);
        bool inside = is_array(clang_getCursorType(array));
        return (inside ? is_plain_place(walk, array, loads) : is_plain_value(walk, array, loads)) &&
               is_plain_value(walk, parts.items[1], loads);
    }
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Deref && parts.count == 1 &&
               is_plain_value(walk, parts.items[0], loads);
    default: return false;
    }
}

static int loads_of(const Walk *walk)
{
    return walk->conditional || walk->moves_pointers ? 0 : 4;
}

// ---- accesses

static enum CXVisitorResult find_array(CXCursor field, CXClientData context)
{
    bool *found = context;
    CXType type = clang_getCursorType(field);
    *found |= is_array(type) && clang_Type_getSizeOf(type) >= SMALL_OBJECT;
    return CXVisit_Continue;
}

// `p` of `p->..`: all of the struct stands for its members, unless a nest may use one of them as an array.
static bool stands_for_members(Walk *walk, CXCursor pointer)
{
    CXCursor base = strip_conversions(walk->reader, pointer);
    CXType record = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(pointer))));
    bool has_array = false;
    if (clang_getCursorKind(base) != CXCursor_DeclRefExpr || is_written(walk, base) || record.kind != CXType_Record)
        return false;
    clang_Type_visitFields(record, find_array, &has_array);
    return !has_array;
}

// The variable that holds the lvalue, or null: it is reached by a pointer. `values` gets those of the structs around,
// `pointer` what leads to the outermost one.
static CXCursor object_of(Walk *walk, CXCursor expr, unsigned *values, CXCursor *pointer)
{
    *pointer = clang_getNullCursor();
    for (;;) {
        expr = strip_conversions(walk->reader, expr);
        enum CXCursorKind kind = clang_getCursorKind(expr);
        if (kind == CXCursor_DeclRefExpr)
            return clang_getCursorReferenced(expr);
        Children parts = expression_children(walk->reader, expr);
        CXCursor base;
        if (kind == CXCursor_MemberRefExpr) {
            bool arrow = is_arrow(walk, expr, &base);
            if (is_null_cursor(base))
                return base;
            CXType type = clang_getCursorType(base);
            *values |= value_of(arrow ? clang_getPointeeType(clang_getCanonicalType(type)) : type, 0);
            if (arrow) {
                *pointer = base;
                return clang_getNullCursor();
            }
            expr = base;
            continue;
        }
        bool element = kind == CXCursor_ArraySubscriptExpr && parts.count == 2;
        if (!parts.count || (!element && kind != CXCursor_UnaryOperator))
            return clang_getNullCursor();
        base = strip_conversions(walk->reader, parts.items[element && !is_address(parts.items[0])]);
        if (clang_getCursorKind(base) == CXCursor_CStyleCastExpr)
            *values = VALUE_ANY; // seen as another type
        if (!is_array(clang_getCursorType(base)))
            return clang_getNullCursor();
        expr = base;
    }
}

static void add_access(Walk *walk, HostAccess access)
{
    access.is_argument = walk->arguments > 0;
    VECTOR_PUSH(walk->reader->arena, &walk->code->accesses, access);
}

static void add_lvalue(Walk *walk, CXCursor expr, Use use)
{
    CXType type = clang_getCursorType(expr);
    if (use == USE_ADDRESS || is_array(type) || is_function(type))
        return;
    Arena *arena = walk->reader->arena;
    HostAccess access = {.values = value_of(type, 0), .writes = use == USE_WRITE};
    CXCursor pointer, object = object_of(walk, expr, &access.values, &pointer);
    bool lasts = is_null_cursor(object) ||
                 (clang_getCursorKind(object) == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(object) == 1);
    if (!lasts)
        return;
    if (clang_getCanonicalType(type).kind == CXType_Atomic || clang_isVolatileQualifiedType(type)) {
        be_unknown(walk, expr, "an access to a volatile or an atomic variable"); // another thread may wait for it
        return;
    }
    long long bytes = is_null_cursor(object) ? -1 : clang_Type_getSizeOf(clang_getCursorType(object));
    if (bytes >= 0 && bytes < SMALL_OBJECT)
        return;
    const char *text = is_plain_place(walk, expr, loads_of(walk)) ? text_of(walk, expr) : NULL;
    if (!text && bytes >= 0) {
        text = cursor_name(object);
        access.is_object = clang_getCursorKind(clang_getCursorSemanticParent(object)) == CXCursor_TranslationUnit;
    }
    if (text) {
        access.address = arena_printf(arena, "&%s", text);
        access.bytes = arena_printf(arena, "sizeof %s", text);
        access.is_result = !is_null_cursor(walk->result) && clang_equalCursors(walk->result, expr);
    }
    const char *record = !is_null_cursor(pointer) && !access.is_result && stands_for_members(walk, pointer)
                             ? text_of(walk, pointer)
                             : NULL;
    if (text && record) {
        access.address = record;
        access.bytes = arena_printf(arena, "sizeof *%s", record);
        access.lasts =
            is_never_assigned(walk->reader, clang_getCursorReferenced(strip_conversions(walk->reader, pointer)));
    }
    add_access(walk, access);
}

// ---- calls

// A literal, or a choice among literals: it is in no array.
static bool is_string(Walk *walk, CXCursor expr)
{
    expr = strip_conversions(walk->reader, expr);
    if (clang_getCursorKind(expr) == CXCursor_StringLiteral)
        return true;
    Children parts = expression_children(walk->reader, expr);
    return clang_getCursorKind(expr) == CXCursor_ConditionalOperator && parts.count == 3 &&
           is_string(walk, parts.items[1]) && is_string(walk, parts.items[2]);
}

// What a function of the system does with the memory that it gets the address of.
static void add_pointer_argument(Walk *walk, CXCursor argument, const HostCallEffect *effect, bool writes,
                                 const char *bytes)
{
    CXCursor plain = strip_conversions(walk->reader, argument);
    CXType type = clang_getCanonicalType(clang_getCursorType(argument));
    if (!is_address(argument) || is_string(walk, argument))
        return;
    CXType pointee = type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
    bool is_file = pointee.kind == CXType_Record && strstr(cursor_name(clang_getTypeDeclaration(pointee)), "_FILE");
    if (is_file || is_function(pointee))
        return;
    CXCursor place = plain;
    Children parts = expression_children(walk->reader, plain);
    if (clang_getCursorKind(plain) == CXCursor_UnaryOperator && parts.count == 1 &&
        clang_getCursorUnaryOperatorKind(plain) == CXUnaryOperator_AddrOf)
        place = parts.items[0];
    unsigned ignored = 0;
    bool is_place = !clang_equalCursors(place, plain) || is_array(clang_getCursorType(plain));
    CXCursor pointer, object = is_place ? object_of(walk, place, &ignored, &pointer) : clang_getNullCursor();
    if (!is_null_cursor(object) && clang_Cursor_hasVarDeclGlobalStorage(object) != 1)
        return;
    HostAccess access = {.values = VALUE_ANY, .writes = writes, .frees = effect->frees};
    const char *text = bytes && is_plain_value(walk, argument, loads_of(walk)) ? text_of(walk, argument) : NULL;
    if (text) {
        access.address = text;
        access.bytes = bytes;
    }
    add_access(walk, access);
}

static void call_of_system(Walk *walk, CXCursor call, const HostCallEffect *effect)
{
    int count = clang_Cursor_getNumArguments(call);
    const char *bytes = effect->frees && !walk->conditional ? "0" : NULL;
    if (effect->moves && count == 3) {
        CXCursor size = clang_Cursor_getArgument(call, 2);
        bytes = is_plain_value(walk, size, loads_of(walk)) ? text_of(walk, size) : NULL;
    }
    walk->arguments++;
    for (int i = 0; i < count; i++)
        if (effect->uses)
            add_pointer_argument(walk, clang_Cursor_getArgument(call, (unsigned)i), effect,
                                 effect->writes && !(effect->moves && i > 0), bytes);
    walk->arguments--;
}

static enum CXChildVisitResult find_label(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    *(bool *)context |= clang_getCursorKind(cursor) == CXCursor_AsmLabelAttr;
    return CXChildVisit_Continue;
}

// Another file of the program may define it, unless the linker knows it by another name.
static void call_outside(Walk *walk, CXCursor call, CXCursor callee)
{
    bool renamed = false;
    clang_visitChildren(callee, find_label, &renamed);
    if (renamed || clang_getCursorLinkage(callee) != CXLinkage_External) {
        be_unknown(walk, call, intern_printf("the call of '%s'", cursor_name(callee)));
        return;
    }
    HostOutside outside = {cursor_name(callee), cursor_loc(walk->reader, call), !walk->code->unknown};
    VECTOR_PUSH(walk->reader->arena, &walk->code->outside, outside);
}

static void visit_call(Walk *walk, CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    walk->arguments++;
    for (int i = 0, count = clang_Cursor_getNumArguments(call); i < count; i++)
        visit(walk, clang_Cursor_getArgument(call, (unsigned)i), USE_READ);
    walk->arguments--;
    if (is_null_cursor(callee) || clang_getCursorKind(callee) != CXCursor_FunctionDecl) {
        be_unknown(walk, call, "a call through a pointer");
        return;
    }
    CXCursor definition = clang_getCursorDefinition(callee);
    FOR_EACH(i, &walk->definitions->items)
        if (clang_equalCursors(walk->definitions->items.items[i], definition)) {
            walk->others++;
            VECTOR_PUSH(walk->reader->arena, &walk->code->calls, i);
            return;
        }
    const HostCallEffect *effect = host_call_effect(walk->reader, callee);
    walk->others += !effect || effect->writes;
    if (effect)
        call_of_system(walk, call, effect);
    else
        call_outside(walk, call, callee);
}

// ---- expressions

static void visit_all(Walk *walk, CXCursor expr)
{
    Children parts = expression_children(walk->reader, expr);
    for (int i = 0; i < parts.count; i++)
        visit(walk, parts.items[i], USE_READ);
}

static void visit_binary(Walk *walk, CXCursor expr)
{
    Children parts = expression_children(walk->reader, expr);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
    bool assigns = clang_getCursorKind(expr) == CXCursor_CompoundAssignOperator || op == CXBinaryOperator_Assign;
    if (parts.count != 2) {
        be_unknown(walk, expr, "an expression");
        return;
    }
    visit(walk, parts.items[0], assigns ? USE_WRITE : USE_READ);
    bool skips = op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
    walk->conditional += skips;
    visit(walk, parts.items[1], USE_READ);
    walk->conditional -= skips;
}

static void visit_unary(Walk *walk, CXCursor expr, Use use)
{
    Children parts = expression_children(walk->reader, expr);
    if (parts.count != 1) {
        be_unknown(walk, expr, "an expression");
        return;
    }
    switch (clang_getCursorUnaryOperatorKind(expr)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: visit(walk, parts.items[0], USE_WRITE); break;
    case CXUnaryOperator_AddrOf: visit(walk, parts.items[0], USE_ADDRESS); break;
    case CXUnaryOperator_Deref:
        visit(walk, parts.items[0], USE_READ);
        add_lvalue(walk, expr, use);
        break;
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
    case CXUnaryOperator_Extension: visit(walk, parts.items[0], use); break;
    default: visit(walk, parts.items[0], USE_READ);
    }
}

static void visit_conditional(Walk *walk, CXCursor expr)
{
    Children parts = expression_children(walk->reader, expr);
    for (int i = 0; i < parts.count; i++) {
        visit(walk, parts.items[i], USE_READ);
        walk->conditional += i == 0;
    }
    walk->conditional -= parts.count > 0;
}

static void visit_place(Walk *walk, CXCursor expr, Use use)
{
    CXCursor base;
    Children parts = expression_children(walk->reader, expr);
    if (clang_getCursorKind(expr) == CXCursor_MemberRefExpr) {
        bool arrow = is_arrow(walk, expr, &base);
        if (parts.count)
            visit(walk, parts.items[0], arrow ? USE_READ : USE_ADDRESS);
    } else {
        visit_all(walk, expr);
    }
    add_lvalue(walk, expr, use);
}

static void visit_unexposed(Walk *walk, CXCursor expr, Use use)
{
    Children parts = expression_children(walk->reader, expr);
    if (parts.count == 1)
        visit(walk, parts.items[0], use);
    else if (parts.count > 1) // such as the functions of <stdatomic.h>
        be_unknown(walk, expr, "an expression");
}

static void visit_shallow(Walk *walk, CXCursor expr, Use use)
{
    switch (clang_getCursorKind(expr)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr: visit_unexposed(walk, expr, use); break;
    case CXCursor_DeclRefExpr: add_lvalue(walk, expr, use); break;
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: visit_place(walk, expr, use); break;
    case CXCursor_UnaryOperator: visit_unary(walk, expr, use); break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: visit_binary(walk, expr); break;
    case CXCursor_ConditionalOperator: visit_conditional(walk, expr); break;
    case CXCursor_CallExpr: visit_call(walk, expr); break;
    case CXCursor_CStyleCastExpr:
    case CXCursor_InitListExpr:
    case CXCursor_GenericSelectionExpr:
    case CXCursor_CompoundLiteralExpr: visit_all(walk, expr); break;
    case CXCursor_UnaryExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral: break;
    default: be_unknown(walk, expr, "an expression");
    }
}

// Programs write expressions of a million terms: the stack is not for them.
static void visit(Walk *walk, CXCursor expr, Use use)
{
    if (walk->depth >= MAX_SCAN_DEPTH) {
        be_unknown(walk, expr, intern_printf("an expression nested more than %d deep", MAX_SCAN_DEPTH));
        return;
    }
    walk->depth++;
    visit_shallow(walk, expr, use);
    walk->depth--;
}

// ---- all

// What has to be known before the first access, and of expressions that are too deep. The visitor of libclang does not
// nest its own calls.
static enum CXChildVisitResult note_part(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Walk *walk = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_CallExpr)
        walk->code->returns_twice |= host_call_returns_twice(clang_getCursorReferenced(cursor));
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
    bool sets =
        kind == CXCursor_CompoundAssignOperator ||
        (kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign) ||
        (kind == CXCursor_UnaryOperator && unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec);
    Children parts = sets ? expression_children(walk->reader, cursor) : (Children){0};
    if (parts.count) {
        CXCursor target = strip_parens(walk->reader, parts.items[0]);
        bool pointer = clang_getCanonicalType(clang_getCursorType(target)).kind == CXType_Pointer;
        walk->moves_pointers |= pointer && clang_getCursorKind(target) != CXCursor_DeclRefExpr;
        if (clang_getCursorKind(target) == CXCursor_DeclRefExpr ||
            clang_getCursorKind(target) == CXCursor_MemberRefExpr)
            VECTOR_PUSH(walk->reader->scratch, &walk->written, cursor_name(target));
    }
    return CXChildVisit_Recurse;
}

void host_access_read(Reader *reader, const HostDefinitions *definitions, CXCursor expr, HostCode *code)
{
    Walk walk = {.reader = reader, .definitions = definitions, .code = code, .result = clang_getNullCursor()};
    note_part(expr, expr, &walk);
    clang_visitChildren(expr, note_part, &walk);
    CXCursor whole = strip_parens(reader, expr);
    Children parts = expression_children(reader, whole);
    if (clang_getCursorKind(whole) == CXCursor_BinaryOperator && parts.count == 2 &&
        clang_getCursorBinaryOperatorKind(whole) == CXBinaryOperator_Assign)
        walk.result = parts.items[0];
    visit(&walk, expr, USE_READ);
    FOR_EACH(i, &code->accesses) { // a call before the access may change the address
        HostAccess *access = &code->accesses.items[i];
        bool before = (access->is_argument && walk.others == 1) || access->is_result || access->is_object;
        if (walk.others && !before)
            access->address = access->bytes = NULL;
    }
}
