// Places that hold complex numbers, and what is stored there. Both parts of a value are known before one is stored.
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/complex.h"

bool is_complex(CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind != CXType_Complex)
        return false;
    enum CXTypeKind element = clang_getCanonicalType(clang_getElementType(type)).kind;
    return element == CXType_Float || element == CXType_Double;
}

const Type *complex_element(CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Complex)
        type = clang_getCanonicalType(clang_getElementType(type));
    return type_scalar(type.kind == CXType_Float ? TY_F32 : TY_F64);
}

const Type *complex_record(CXType type)
{
    static Field fields[2][2];
    static Type records[2];
    const Type *element = complex_element(type);
    bool single = element->kind == TY_F32;
    fields[single][0] = (Field){.name = intern("re"), .type = element};
    fields[single][1] = (Field){.name = intern("im"), .type = element, .offset = element->size};
    records[single] = (Type){.kind = TY_STRUCT,
                             .name = intern_printf("struct crs_complex_%s", element->name),
                             .size = 2 * element->size,
                             .align = element->align,
                             .fields = fields[single],
                             .nfields = 2,
                             .is_local = true};
    return &records[single];
}

Expr *complex_imaginary(Reader *reader, Complex value)
{
    return value.im ? value.im : expr_zero(reader->arena, value.re->type);
}

// ---- places

// A variable of its own for each part. What the function does with the number, it does with both.
static Variable *part_variable(Reader *reader, Variable *whole, bool imaginary)
{
    const char *name = intern_printf("%s_%s", whole->name, imaginary ? "im" : "re");
    for (Variable *member = whole->members; member; member = member->next_member)
        if (member->name == name)
            return member;
    Variable *part = ARENA_NEW(reader->arena, Variable);
    *part = (Variable){.facts = whole->facts,
                       .cursor = whole->cursor,
                       .type = clang_getCanonicalType(clang_getElementType(whole->type)),
                       .home = whole->home,
                       .name = name,
                       .parent = whole,
                       .next_member = whole->members,
                       .through_pointer = whole->through_pointer};
    if (whole->host)
        part->host = intern_printf("%s %s", imaginary ? "__imag__" : "__real__", whole->host);
    whole->members = part;
    return part;
}

bool complex_part(Reader *reader, const Reference *whole, bool imaginary, Reference *part)
{
    CXType element = clang_getCanonicalType(clang_getElementType(whole->type));
    if (whole->variable) {
        *part = (Reference){.variable = part_variable(reader, whole->variable, imaginary), .type = element};
        return true;
    }
    const Field *field = &complex_record(whole->type)->fields[imaginary];
    if (!reference_member(reader, whole, field, part))
        return false;
    reference_set_type(reader, part, element);
    return true;
}

static Expr *part_place(Reader *reader, const Reference *whole, bool imaginary, CXCursor at)
{
    Reference part;
    return complex_part(reader, whole, imaginary, &part) ? place_of_reference(reader, &part, at) : NULL;
}

// ---- stores

static Expr *name_part(Reader *reader, Expr *value, const char *name, CXCursor at)
{
    Symbol *symbol = new_symbol(reader, name, value->type, SYM_LOCAL, cursor_loc(reader, at));
    add_statement(reader, stmt_declare(reader->arena, symbol, value), at);
    return expr_symbol(reader->arena, symbol);
}

static bool is_leaf(const Expr *expr)
{
    return !expr || expr->kind == EX_FLOAT || expr->kind == EX_SYMBOL;
}

bool name_complex(Reader *reader, Complex *value, const char *name, CXCursor at)
{
    if (!is_leaf(value->re))
        value->re = name_part(reader, value->re, intern_printf("%s_re", name), at);
    if (!is_leaf(value->im))
        value->im = name_part(reader, value->im, intern_printf("%s_im", name), at);
    return !reader->frame.refused;
}

static void store(Reader *reader, Expr *place, Operator op, Expr *value, CXCursor at)
{
    if (op == OP_NONE) {
        store_value(reader, place, value, at);
        return;
    }
    if (place->kind == EX_SYMBOL)
        mark_assigned(reader, place->symbol);
    value = expr_cast(reader->arena, place->type, value);
    add_statement(reader, stmt_assign(reader->arena, place, op, value, place->type), at);
}

// With OP_ADD and OP_SUB the parts are sums, which a nest may combine in any order.
static bool store_both(Reader *reader, const Reference *place, Operator op, Complex value, CXCursor at)
{
    if (place->choice) {
        refuse(reader, at, "it writes a part of what a chosen pointer points to");
        return false;
    }
    Expr *re = part_place(reader, place, false, at), *im = re ? part_place(reader, place, true, at) : NULL;
    if (!im)
        return false;
    bool changes =
        value.im && (expr_has_access(value.im) || (re->kind == EX_SYMBOL && expr_mentions(value.im, re->symbol)));
    if (changes)
        value.im = name_part(reader, value.im, intern_printf("%s_im", place_name(re)), at);
    store(reader, re, op, value.re, at);
    if (value.im)
        store(reader, im, op, value.im, at);
    return !reader->frame.refused;
}

bool set_complex(Reader *reader, const Reference *place, Complex value, CXCursor at)
{
    value.im = complex_imaginary(reader, value);
    return store_both(reader, place, OP_NONE, value, at);
}

bool load_complex_parts(Reader *reader, const Reference *place, CXCursor at, Complex *value)
{
    Reference re, im;
    if (!complex_part(reader, place, false, &re) || !complex_part(reader, place, true, &im))
        return false;
    value->re = load_reference(reader, &re, at);
    value->im = value->re ? load_reference(reader, &im, at) : NULL;
    return value->im;
}

bool load_complex(Reader *reader, CXCursor expr, Complex *value)
{
    Reference place;
    return read_reference(reader, expr, &place) && load_complex_parts(reader, &place, expr, value);
}

bool read_complex_assignment(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    Operator op = operator_of(clang_getCursorBinaryOperatorKind(expr));
    Reference place;
    Complex value, old, result;
    if (!reader->frame.before || reader->frame.conditional) {
        refuse(reader, expr, "it assigns inside of an expression that is not always evaluated");
        return false;
    }
    if (parts.count != 2 || !read_complex(reader, parts.items[1], &value) ||
        !read_reference(reader, parts.items[0], &place))
        return false;
    const Type *type = complex_element(place.type), *other = value.re->type;
    if (op == OP_NONE)
        return set_complex(reader, &place, value, expr);
    if ((op == OP_ADD || op == OP_SUB) && type_common(type, other) == type)
        return store_both(reader, &place, op, value, expr);
    return load_complex_parts(reader, &place, expr, &old) &&
           complex_operation(reader, expr, op, old, value, type_common(type, other), &result) &&
           set_complex(reader, &place, result, expr);
}

bool declare_complex(Reader *reader, CXCursor decl, CXCursor initializer)
{
    Complex value;
    bool given = !is_null_cursor(initializer);
    if (given) {
        CXCursor inner = strip_parens(reader, initializer);
        Children entries = expression_children(reader, inner);
        if (clang_getCursorKind(inner) == CXCursor_InitListExpr && entries.count == 1)
            inner = entries.items[0];
        if (!read_complex(reader, inner, &value))
            return false;
        value.im = complex_imaginary(reader, value);
    }
    Variable *variable = declare_variable(reader, decl);
    const Type *type = complex_element(variable->type);
    for (int imaginary = 0; imaginary < 2; imaginary++) {
        Variable *part = part_variable(reader, variable, imaginary);
        Expr *number = given ? expr_cast(reader->arena, type, imaginary ? value.im : value.re) : NULL;
        if (!variable_symbol(reader, part, decl))
            return false;
        add_statement(reader, stmt_declare(reader->arena, part->symbol, number), decl);
    }
    return !reader->frame.refused;
}
