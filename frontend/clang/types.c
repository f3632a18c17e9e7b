// Types of clang to types of the IR, and what a declarator says about an array.
#include "frontend/clang/bits.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

#include <string.h>

CXType canonical(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Invalid ? type : clang_getUnqualifiedType(type); // which libclang would not survive
}

// ---- why not

bool is_unnamed_record(CXType type)
{
    return type.kind == CXType_Record && clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(type));
}

static const char *record_obstacle(CXType type)
{
    if (is_union(type))
        return "a union";
    return clang_Type_getSizeOf(type) < 0 ? "of an incomplete type" : NULL;
}

const char *type_obstacle(Reader *reader, CXType type)
{
    type = clang_getCanonicalType(type);
    switch (type.kind) {
    case CXType_LongDouble: return "of type long double";
    case CXType_Float128:
    case CXType_Ibm128: return "of type __float128";
    case CXType_Int128:
    case CXType_UInt128: return "of type __int128";
    case CXType_Half: return "of a 16-bit floating type";
    case CXType_Complex: return is_complex(type) ? NULL : "of a complex type";
    case CXType_Vector:
    case CXType_ExtVector: return "of a vector type";
    case CXType_Atomic: return "of an atomic type";
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return "a function";
    case CXType_Record: return record_obstacle(type);
    case CXType_Pointer: {
        CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
        bool is_function = pointee.kind == CXType_FunctionProto || pointee.kind == CXType_FunctionNoProto;
        return is_function ? "a function pointer" : type_obstacle(reader, pointee);
    }
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: return type_obstacle(reader, clang_getArrayElementType(type));
    default:
        return read_type(reader, type)
                   ? NULL
                   : arena_printf(reader->arena, "of type '%s'", take_string(reader, clang_getTypeSpelling(type)));
    }
}

// ---- structs

typedef struct FieldList {
    Reader *reader;
    VECTOR(Field) fields, pointers;
} FieldList;

// A pointer to arrays as one to their elements: int (*p)[3].
static const Type *read_member_pointer(Reader *reader, CXType type)
{
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    if (pointee.kind != CXType_ConstantArray)
        return read_type(reader, type);
    while (pointee.kind == CXType_ConstantArray)
        pointee = clang_getCanonicalType(clang_getArrayElementType(pointee));
    const Type *element = is_complex(pointee) || is_half(pointee) ? NULL : read_type(reader, pointee);
    return element ? type_pointer(element) : NULL;
}

static void add_members(FieldList *list, CXType type, int64_t offset);

// Fields whose type the IR does not have are left out; a use of one is refused.
static void add_field(FieldList *list, CXCursor cursor, int64_t offset)
{
    Field field = {.name = cursor_name(cursor)};
    long long bits = clang_Cursor_getOffsetOfField(cursor);
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    if (bits >= 0 && is_unnamed_record(type)) {
        add_members(list, type, offset + bits / 8);
        return;
    }
    if (bits < 0 || clang_Cursor_isBitField(cursor) || !*field.name || clang_isVolatileQualifiedType(type))
        return;
    field.offset = offset + bits / 8;
    while (type.kind == CXType_ConstantArray && field.ndim < MAX_DIMS) {
        field.extent[field.ndim++] = clang_getArraySize(type);
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    // Kernels see the user's own struct, whose members are no pairs of numbers, and no bits of 16-bit numbers.
    field.type = is_complex(type) || is_half(type) ? NULL
                 : type.kind == CXType_Pointer     ? read_member_pointer(list->reader, type)
                                                   : read_type(list->reader, type);
    if (type.kind == CXType_Pointer)
        VECTOR_PUSH(list->reader->arena, &list->pointers, field);
    else if (field.type)
        VECTOR_PUSH(list->reader->arena, &list->fields, field);
}

static bool is_mentioned(Reader *reader, CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    Fields inner = is_unnamed_record(type) ? fields_of(reader, type) : (Fields){0};
    bool found = facts_of(reader, cursor)->mentions.count > 0;
    FOR_EACH(i, &inner.items)
        found = found || is_mentioned(reader, inner.items.items[i]);
    return found;
}

// Of the members of a union, the first that the function mentions: no two may be used, which share their bytes.
static void add_members(FieldList *list, CXType type, int64_t offset)
{
    Fields fields = fields_of(list->reader, type);
    bool shares = clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl, any = false;
    FOR_EACH(i, &fields.items) {
        bool wanted = !shares || (!any && is_mentioned(list->reader, fields.items.items[i]));
        any = any || wanted;
        if (wanted)
            add_field(list, fields.items.items[i], offset);
    }
}

static const Type *read_record(Reader *reader, CXType type)
{
    CXCursor decl = clang_getTypeDeclaration(type);
    if (record_obstacle(type))
        return NULL;
    DeclFacts *facts = facts_of(reader, decl);
    if (facts->record)
        return facts->record;
    Type *record = ARENA_NEW(reader->arena, Type);
    facts->record = record;
    record->kind = TY_STRUCT;
    record->name = take_string(reader, clang_getTypeSpelling(canonical(type)));
    record->size = clang_Type_getSizeOf(type);
    record->align = clang_Type_getAlignOf(type);
    record->loc = cursor_loc(reader, decl);
    FieldList list = {.reader = reader};
    add_members(&list, type, 0);
    record->fields = list.fields.items;
    record->nfields = list.fields.count;
    record->pointers = list.pointers.items;
    record->npointers = list.pointers.count;
    return record;
}

void give_member_type(Reader *reader, CXCursor field, CXType type)
{
    const Type *record = read_type(reader, clang_getCursorType(clang_getCursorSemanticParent(field)));
    for (int i = 0; record && i < record->npointers; i++) {
        Field *pointer = (Field *)&record->pointers[i];
        bool is_void = !pointer->type || (pointer->type->kind == TY_POINTER && pointer->type->pointee->kind == TY_VOID);
        if (is_void && strcmp(pointer->name, cursor_name(field)) == 0)
            pointer->type = read_member_pointer(reader, clang_getCanonicalType(type));
    }
}

const Field *find_field(const Type *record, const char *name)
{
    for (int i = 0; i < record->nfields; i++)
        if (!strcmp(record->fields[i].name, name))
            return &record->fields[i];
    return NULL;
}

// ---- all

const Type *read_type(Reader *reader, CXType type)
{
    type = clang_getCanonicalType(type);
    switch (type.kind) {
    case CXType_Void: return type_scalar(TY_VOID);
    case CXType_Bool: return type_scalar(TY_BOOL);
    case CXType_Char_S: return type_named(TY_I8, "char");
    case CXType_Char_U: return type_named(TY_U8, "char");
    case CXType_SChar: return type_scalar(TY_I8);
    case CXType_UChar: return type_scalar(TY_U8);
    case CXType_Short: return type_scalar(TY_I16);
    case CXType_UShort: return type_scalar(TY_U16);
    case CXType_Int: return type_scalar(TY_I32);
    case CXType_UInt: return type_scalar(TY_U32);
    case CXType_Long: return type_scalar(TY_I64);
    case CXType_ULong: return type_scalar(TY_U64);
    case CXType_LongLong: return type_named(TY_I64, "long long");
    case CXType_ULongLong: return type_named(TY_U64, "unsigned long long");
    case CXType_Float: return type_scalar(TY_F32);
    case CXType_Double: return type_scalar(TY_F64);
    case CXType_Float16: return half_type(type);
    case CXType_Enum: return read_type(reader, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
    case CXType_Record: return read_record(reader, type);
    case CXType_Complex: return is_complex(type) ? complex_record(type) : NULL;
    case CXType_Pointer: {
        const Type *pointee = read_type(reader, clang_getPointeeType(type));
        return pointee ? type_pointer(pointee) : NULL;
    }
    default: return is_half(type) ? half_type(type) : NULL;
    }
}

// ---- arrays

CXType cursor_type(CXCursor cursor)
{
    return clang_getCanonicalType(clang_getCursorType(cursor));
}

bool is_array_type(CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
}

// libclang shows a parameter `float A[n]` as an array, although it is a pointer.
bool is_address(CXCursor expr)
{
    CXType type = cursor_type(expr);
    return type.kind == CXType_Pointer || is_array_type(type);
}

enum { VARIABLE = -2 }; // in Shape.constant while the dimensions are being found

static bool add_dimension(Shape *shape, int64_t constant)
{
    if (shape->ndim == MAX_DIMS) {
        shape->obstacle = "an array of more than 8 dimensions";
        return false;
    }
    shape->constant[shape->ndim] = constant;
    shape->dimension[shape->ndim++] = clang_getNullCursor();
    return true;
}

static void note_qualifiers(Shape *shape, CXType type)
{
    shape->is_volatile |= clang_isVolatileQualifiedType(type);
    shape->is_restrict |= clang_isRestrictQualifiedType(type);
}

static CXType shape_arrays(Shape *shape, CXType type, int *variable)
{
    while (is_array_type(type)) {
        bool is_variable = type.kind == CXType_VariableArray;
        shape->is_const |= clang_isConstQualifiedType(type); // a canonical array has its element's qualifiers
        *variable += is_variable;
        if (!add_dimension(shape, is_variable ? VARIABLE : clang_getArraySize(type)))
            break;
        type = clang_getCanonicalType(clang_getArrayElementType(type));
        note_qualifiers(shape, type);
    }
    return type;
}

// libclang gives the dimensions of a declarator as children of the declaration, the innermost first, but does not say
// which is which. A canonical array of variable arrays is variable, so the variable dimensions are the outermost ones.
// If there are fewer children than dimensions, a typedef holds some.
static void find_dimensions(Reader *reader, Shape *shape, CXCursor decl, int variable)
{
    if (variable == 0)
        return;
    shape->is_vla = true;
    Children parts = expression_children(reader, decl);
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(decl);
    CXCursor found[MAX_DIMS];
    int given = 0;
    for (int i = 0; i < parts.count; i++) {
        if (clang_equalCursors(parts.items[i], initializer))
            continue;
        if (given == MAX_DIMS)
            return;
        found[given++] = parts.items[i];
    }
    if (given < variable)
        return;
    for (int d = 0; d < shape->ndim; d++)
        if (shape->constant[d] == VARIABLE)
            shape->dimension[d] = found[--given];
}

Shape shape_of(Reader *reader, CXCursor decl, CXType type)
{
    Shape shape = {0};
    int variable = 0;
    type = clang_getCanonicalType(type);
    note_qualifiers(&shape, type);
    if (type.kind == CXType_Pointer) {
        shape.is_pointer = true;
        add_dimension(&shape, -1);
        type = clang_getCanonicalType(clang_getPointeeType(type));
        note_qualifiers(&shape, type);
        shape.is_restrict = clang_isRestrictQualifiedType(clang_getCanonicalType(clang_getCursorType(decl)));
    } else if (clang_getCursorKind(decl) == CXCursor_ParmDecl && is_array_type(type)) {
        shape.is_pointer = true; // adjusted by C, but its size is written down
    }
    type = shape_arrays(&shape, type, &variable);
    if (type.kind == CXType_Pointer && shape.ndim == 1) {
        shape.is_rows = true;
        add_dimension(&shape, -1);
        type = clang_getCanonicalType(clang_getPointeeType(type));
        note_qualifiers(&shape, type);
        if (type.kind == CXType_Pointer) {
            add_dimension(&shape, -1);
            type = clang_getCanonicalType(clang_getPointeeType(type));
            note_qualifiers(&shape, type);
        }
        if (type.kind == CXType_Pointer)
            shape.obstacle = "a pointer to pointers to pointers to pointers";
        else if (is_array_type(type))
            shape.obstacle = "a pointer to pointers to arrays";
    } else if (type.kind == CXType_Pointer) {
        shape.obstacle = "an array of pointers in more than one dimension";
    }
    shape.element = type;
    shape.is_const |= clang_isConstQualifiedType(type);
    if (!shape.obstacle)
        shape.obstacle = type_obstacle(reader, type);
    if (!shape.obstacle && type.kind == CXType_Void)
        shape.obstacle = "a pointer to void";
    find_dimensions(reader, &shape, decl, variable);
    for (int d = 0; d < shape.ndim; d++)
        if (shape.constant[d] < 0)
            shape.constant[d] = -1;
    return shape;
}

void shape_make_rows(Shape *shape)
{
    shape->is_rows = true;
    add_dimension(shape, -1);
}

const char *field_obstacle(Reader *reader, CXCursor field)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    if (clang_isVolatileQualifiedType(type))
        return "volatile";
    const char *what = clang_Cursor_isBitField(field) ? "a bit-field" : type_obstacle(reader, type);
    if (what)
        return what;
    if (type.kind == CXType_Pointer)
        return "a pointer in an array's element";
    if (type.kind == CXType_ConstantArray && clang_getArrayElementType(type).kind == CXType_Pointer)
        return "an array of pointers in an array's element";
    if (type.kind == CXType_Complex)
        return "a complex number in an array's element";
    if (is_half(type))
        return "a 16-bit number in an array's element";
    return "in an anonymous union, of which another member is used, too";
}
