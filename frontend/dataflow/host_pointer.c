// The text of a pointer that the host computes: of variables that the nest does not write, of members, subscripts and
// conditions over its parameters. What is read through such a pointer is an array of its own.
#include "frontend/clang/expr.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/assertion.h"
#include "frontend/dataflow/host_pointer.h"
#include "frontend/dataflow/scan.h"
#include "frontend/normalize/host_elements.h"

#include <string.h>

typedef struct HostText {
    Reader *reader;
    bool follows; // memory
    HostReads reads;
} HostText;

static const char *lvalue_text(HostText *text, CXCursor expr);

// ---- numbers

static bool note_read(void *context, const Expr *expr)
{
    HostText *text = context;
    if (expr->kind == EX_ACCESS) {
        VECTOR_PUSH(text->reader->arena, &text->reads, expr);
        text->follows = true;
    }
    return true;
}

static const char *number_text(HostText *text, CXCursor expr)
{
    Reader *reader = text->reader;
    if (is_address(expr) || expression_has_effects(expr))
        return NULL;
    reader->frame.conditional++; // nothing is added before it
    bool refused = reader->frame.refused;
    Expr *value = refused ? NULL : read_value(reader, expr);
    reader->frame.conditional--;
    if (value)
        expr_walk(value, note_read, text);
    return value ? host_expression_text(reader->scratch, value) : NULL;
}

// ---- lvalues that hold pointers, or structs and arrays around them

static const char *name_text(HostText *text, CXCursor expr)
{
    CXCursor decl = clang_getCursorReferenced(expr);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return NULL;
    Variable *variable = find_declared(text->reader, decl);
    bool plain = variable && variable->host && variable->home != HOME_NEST && !variable->target && !variable->value &&
                 !is_written_in_nest(text->reader, variable) && !clang_isVolatileQualifiedType(variable->type);
    return plain ? variable->host : NULL;
}

// (*p), which a pointer to a struct is read from: (*p)->rows
static const char *pointee_text(HostText *text, CXCursor expr)
{
    expr = strip_conversions(text->reader, expr);
    Children parts = expression_children(text->reader, expr);
    bool follows = clang_getCursorKind(expr) == CXCursor_UnaryOperator && parts.count == 1 &&
                   clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Deref;
    CXCursor pointer = follows ? strip_conversions(text->reader, parts.items[0]) : expr;
    const char *base = follows && clang_getCursorKind(pointer) == CXCursor_DeclRefExpr && is_address(pointer)
                           ? name_text(text, pointer)
                           : NULL;
    text->follows = true;
    return base ? intern_printf("(*%s)", base) : NULL;
}

static const char *member_text(HostText *text, CXCursor expr)
{
    Reader *reader = text->reader;
    Children parts = expression_children(reader, expr);
    CXCursor field = clang_getCursorReferenced(expr);
    bool plain = parts.count == 1 && clang_getCursorKind(field) == CXCursor_FieldDecl && *cursor_name(field) &&
                 !nest_writes(reader, field) &&
                 !clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(field)));
    const char *base = plain ? lvalue_text(text, parts.items[0]) : NULL;
    base = plain && !base ? pointee_text(text, parts.items[0]) : base;
    bool arrow = base && is_address(parts.items[0]);
    text->follows |= arrow;
    return base ? intern_printf("%s%s%s", base, arrow ? "->" : ".", cursor_name(field)) : NULL;
}

static const char *subscript_text(HostText *text, CXCursor expr)
{
    Children parts = expression_children(text->reader, expr);
    if (parts.count != 2 || !is_address(parts.items[0]))
        return NULL;
    const char *base = lvalue_text(text, parts.items[0]);
    const char *index = base ? number_text(text, parts.items[1]) : NULL;
    text->follows = true;
    return index ? intern_printf("%s[%s]", base, index) : NULL;
}

static const char *lvalue_text(HostText *text, CXCursor expr)
{
    expr = strip_conversions(text->reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_DeclRefExpr: return name_text(text, expr);
    case CXCursor_MemberRefExpr: return member_text(text, expr);
    case CXCursor_ArraySubscriptExpr: return subscript_text(text, expr);
    default: return NULL;
    }
}

// ---- pointers

static const char *pointer_text(HostText *text, CXCursor expr)
{
    Reader *reader = text->reader;
    expr = strip_conversions(reader, expr);
    Children parts = expression_children(reader, expr);
    if (clang_getCursorKind(expr) == CXCursor_ConditionalOperator && parts.count == 3) {
        const char *condition = number_text(text, parts.items[0]);
        const char *yes = condition ? pointer_text(text, parts.items[1]) : NULL;
        const char *no = yes ? pointer_text(text, parts.items[2]) : NULL;
        return no ? intern_printf("(%s ? %s : %s)", condition, yes, no) : NULL;
    }
    bool sum = clang_getCursorKind(expr) == CXCursor_BinaryOperator && parts.count == 2 &&
               clang_getCursorBinaryOperatorKind(expr) == CXBinaryOperator_Add && is_address(parts.items[0]);
    if (sum) {
        const char *base = pointer_text(text, parts.items[0]);
        const char *count = base ? number_text(text, parts.items[1]) : NULL;
        return count ? intern_printf("(%s + %s)", base, count) : NULL;
    }
    return is_address(expr) ? lvalue_text(text, expr) : NULL;
}

// The character after "(int)", or the beginning of it: whether it is a cast.
static const char *after_cast(const char *at)
{
    const char *end = at + 1;
    while (*at == '(' && (is_identifier_byte(*end) || *end == ' '))
        end++;
    bool cast = *at == '(' && *end == ')' && (end[1] == '(' || is_identifier_byte(end[1]));
    return cast ? end + 1 : at;
}

// "net[l].w" is net_l_w.
static const char *identifier_of(const char *host)
{
    Arena *scratch = arena_new();
    Text name = {.arena = scratch};
    bool gap = false;
    for (const char *at = after_cast(host); *at; at = after_cast(at + 1)) {
        if (is_identifier_byte(*at))
            text_printf(&name, "%s%c", gap && name.length ? "_" : "", *at);
        gap = !is_identifier_byte(*at);
    }
    const char *made = intern(text_string(&name));
    arena_release(scratch);
    return made;
}

Variable *host_variable(Reader *reader, CXCursor expr, CXType type, const char *host)
{
    FOR_EACH(i, &reader->frame.hosted)
        if (reader->frame.hosted.items[i]->host == host)
            return reader->frame.hosted.items[i];
    Variable *variable = ARENA_NEW(reader->arena, Variable);
    variable->facts = ARENA_NEW(reader->arena, DeclFacts);
    variable->facts->is_array_base = true;
    variable->cursor = expr;
    variable->type = type;
    variable->home = HOME_FUNCTION;
    variable->name = identifier_of(host);
    variable->host = host;
    variable->is_chosen = true;
    VECTOR_PUSH(reader->arena, &reader->frame.hosted, variable);
    return variable;
}

// ---- <ctype.h>

enum { BEFORE_CHARACTERS = 128 };

// The C library has tables of what each character is, for -128 to 255: `*__ctype_b_loc()` and its like point into them.
// NULL: it is another pointer.
static Variable *character_table(Reader *reader, CXCursor expr)
{
    static const char *const names[] = {"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"};
    Children parts = expression_children(reader, strip_conversions(reader, expr));
    CXCursor call = parts.count == 1 ? strip_conversions(reader, parts.items[0]) : clang_getNullCursor();
    CXCursor callee = parts.count == 1 ? clang_getCursorReferenced(call) : call;
    if (parts.count != 1 || clang_getCursorKind(call) != CXCursor_CallExpr ||
        !clang_Location_isInSystemHeader(clang_getCursorLocation(callee)))
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(cursor_name(callee), names[i])) {
            const char *host = intern_printf("(*%s() - %d)", names[i], BEFORE_CHARACTERS);
            CXType type = clang_getCanonicalType(clang_getCursorType(expr));
            Variable *variable = host_variable(reader, expr, type, host);
            variable->name = intern(i == 0 ? "characters" : i == 1 ? "lower" : "upper");
            variable->zero = BEFORE_CHARACTERS;
            variable->elements = BEFORE_CHARACTERS + 256;
            return variable;
        }
    return NULL;
}

// ---- all

Variable *host_pointer_variable(Reader *reader, CXCursor expr)
{
    HostText text = {.reader = reader};
    Frame *frame = &reader->frame;
    CXType type = clang_getCanonicalType(clang_getCursorType(expr));
    if (!frame->nest || type.kind != CXType_Pointer)
        return NULL;
    Variable *table = character_table(reader, expr);
    if (table)
        return table;
    const char *host = pointer_text(&text, expr);
    if (!host || frame->refused)
        return NULL;
    Variable *variable = host_variable(reader, expr, type, host);
    variable->is_followed = text.follows;
    variable->host_reads = text.reads;
    return variable;
}
