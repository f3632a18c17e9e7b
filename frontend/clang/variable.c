// Variables, and members reached from them without a subscript, to symbols and arrays of the nest.
#include "frontend/clang/constant_table.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/scope.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/copied_value.h"
#include "frontend/dataflow/escapes.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/live_elements.h"
#include "frontend/dataflow/pointer_base.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/single_assignment.h"
#include "frontend/dataflow/table_pointer.h"
#include "frontend/numbers/half.h"

#include <stdlib.h>
#include <string.h>

// ---- names

// Identifiers in C that are reserved in C++ or in a kernel; sorted.
static const char *const taken[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "bitand",
    "bitor",
    "blockDim",
    "blockIdx",
    "bool",
    "catch",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "friend",
    "gridDim",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "thread_local",
    "threadIdx",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "warpSize",
    "wchar_t",
    "xor",
    "xor_eq",
};

bool name_is_taken(const char *name)
{
    return bsearch(&name, taken, sizeof taken / sizeof taken[0], sizeof taken[0], compare_strings) != NULL;
}

static const char *safe_name(const char *name)
{
    return name_is_taken(name) || !strncmp(name, "crs_", 4) ? intern_printf("%s_", name) : name;
}

static const char *unused_local_name(Reader *reader, const char *name)
{
    const char *candidate = intern(name);
    for (int suffix = 2;; suffix++) {
        bool used = false;
        FOR_EACH(i, &reader->frame.local_names)
            used |= reader->frame.local_names.items[i] == candidate;
        if (!used)
            break;
        candidate = intern_printf("%s_%d", name, suffix);
    }
    VECTOR_PUSH(reader->arena, &reader->frame.local_names, candidate);
    return candidate;
}

Symbol *new_symbol(Reader *reader, const char *name, const Type *type, SymbolRole role, Loc loc)
{
    Symbol *symbol;
    name = safe_name(name);
    if (reader->frame.function) {
        symbol = ARENA_NEW(reader->arena, Symbol);
        symbol->name = unused_local_name(reader, name);
        symbol->type = type;
        symbol->role = role;
    } else {
        symbol = nest_symbol(reader->frame.nest, name, type, role);
    }
    symbol->loc = loc;
    return symbol;
}

Symbol *host_symbol(Reader *reader, const char *name, const Type *type, const char *text, CXCursor at)
{
    const Nest *nest = reader->frame.nest;
    text = intern(text);
    FOR_EACH(i, &nest->symbols)
        if (nest->symbols.items[i]->role == SYM_PARAM && nest->symbols.items[i]->host == text)
            return nest->symbols.items[i];
    Symbol *symbol = new_symbol(reader, name, type, SYM_PARAM, cursor_loc(reader, at));
    symbol->host = text;
    return symbol;
}

// ---- what happens to a variable around the nest

bool is_written_in_nest(const Reader *reader, const Variable *variable)
{
    for (; variable; variable = variable->parent)
        if (moments_in(&variable->facts->writes, reader->frame.nest_first, reader->frame.nest_last))
            return true;
    return false;
}

static const Variable *root_of(const Variable *variable)
{
    while (variable->parent)
        variable = variable->parent;
    return variable;
}

// Whether something outside of the nest may know its address. What the nest itself does with an address is read: each
// use becomes one of the variable, and an address that would be stored is refused.
static bool is_known_outside(const Reader *reader, const DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    const Moments *taken = &facts->addresses;
    bool inside = frame->nest && taken->count && taken->items[0] >= frame->nest_first &&
                  taken->items[taken->count - 1] < frame->nest_last;
    return facts->address_taken && !inside;
}

static bool is_shared(const Reader *reader, const Variable *variable)
{
    if (variable->through_pointer || variable->home == HOME_GLOBAL)
        return true;
    return is_known_outside(reader, variable->facts) || is_known_outside(reader, root_of(variable)->facts);
}

// The function may look at it once the nest is over.
bool is_live_after(Reader *reader, const Variable *variable)
{
    if (is_shared(reader, variable))
        return true;
    const Site *function = &reader->sites.items[reader->frame.function_site];
    const Moments *mentions = &root_of(variable)->facts->mentions;
    if (function->is_unknown)
        return true;
    if (mentions->count == 0)
        return false;
    bool is_array = is_array_type(variable->type);
    if (!variable->parent && variable->home == HOME_FUNCTION)
        return live_is_read_after(reader, variable->facts) ? !is_array || live_elements_after(reader, variable->facts)
                                                           : is_array && variable_escapes(reader, variable->facts);
    if (is_array && variable_escapes(reader, root_of(variable)->facts))
        return true;
    bool anywhere = reader->frame.nest_repeats || function->has_label;
    return anywhere || mentions->items[mentions->count - 1] >= reader->frame.nest_last;
}

void mark_assigned(Reader *reader, const Symbol *symbol)
{
    if (symbol->role == SYM_PARAM)
        ((Symbol *)symbol)->role = SYM_LIVE;
    FOR_EACH(i, &reader->frame.assumed)
        if (reader->frame.assumed.items[i] == symbol)
            refuse_at(reader, symbol->loc, "declared here",
                      "'%s' is changed while a pointer or an argument still holds its value", symbol->name);
    FOR_EACH(i, &reader->frame.changing)
        if (reader->frame.changing.items[i] == symbol)
            return;
    VECTOR_PUSH(reader->arena, &reader->frame.changing, symbol);
}

// ---- variables

static Variable *new_variable(Reader *reader, CXCursor decl)
{
    Variable *variable = ARENA_NEW(reader->arena, Variable);
    variable->facts = facts_of(reader, decl);
    variable->cursor = decl;
    variable->type = clang_getCanonicalType(clang_getCursorType(decl));
    variable->name = cursor_name(decl);
    variable->function = clang_getNullCursor();
    return variable;
}

static void bind_variable(Reader *reader, Variable *variable)
{
    variable->facts->variable = variable;
    variable->facts->variable_epoch = reader->frame.epoch;
}

static bool has_static_storage(CXCursor decl)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    if (storage == CX_SC_Static || storage == CX_SC_Extern)
        return true;
    return clang_getCursorKind(clang_getCursorSemanticParent(decl)) == CXCursor_TranslationUnit;
}

Variable *find_variable(Reader *reader, CXCursor reference)
{
    CXCursor decl = clang_getCursorReferenced(reference);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind == CXCursor_FunctionDecl) {
        refuse(reader, reference, "it uses the function '%s' as a value", cursor_name(decl));
        return NULL;
    }
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) {
        refuse(reader, reference, "it uses '%s', which is not a variable", cursor_name(decl));
        return NULL;
    }
    return find_declared(reader, decl);
}

bool is_hidden_variable(Reader *reader, CXCursor decl)
{
    const Nest *nest = reader->frame.nest;
    if (!nest || reader->frame.nest_site < 0)
        return false;
    int around = reader->sites.items[reader->frame.nest_site].parent;
    Scope scope = scope_of(reader, around, nest->extent.begin);
    const Named *found = scope_find(&scope, cursor_name(decl));
    return found && !clang_equalCursors(clang_getCanonicalCursor(found->decl), clang_getCanonicalCursor(decl));
}

Variable *find_declared(Reader *reader, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    DeclFacts *facts = facts_of(reader, decl);
    if (facts->variable && facts->variable_epoch == reader->frame.epoch)
        return facts->variable;
    bool is_global = kind == CXCursor_VarDecl && has_static_storage(decl);
    if (reader->frame.function) {
        refuse_helper(reader);
        return NULL;
    }
    Variable *variable = new_variable(reader, decl);
    variable->home = is_global ? HOME_GLOBAL : HOME_FUNCTION;
    variable->host = variable->name;
    const char *copy = is_global && is_of_other_file(reader, decl) ? constant_table_text(reader, decl) : NULL;
    variable->host = copy ? copy : variable->host; // the name is that file's own
    variable->is_table = copy != NULL;
    bind_variable(reader, variable);
    variable->value = known_value(reader, decl);
    if (is_global && !copy && !variable->value && is_hidden_variable(reader, decl)) {
        refuse(reader, decl, "another variable hides '%s' where the nest is; give one of them another name",
               variable->name);
        return NULL;
    }
    if (is_global && is_of_other_file(reader, decl) && !copy && !variable->value) {
        refuse(reader, decl, "'%s' is static in another file", variable->name);
        return NULL;
    }
    if (!variable->value)
        note_copy(reader, variable);
    if (is_global && !copy && !variable->value && reader->frame.nest)
        table_pointer(reader, variable);
    return variable;
}

Variable *declare_variable(Reader *reader, CXCursor decl)
{
    Variable *variable = new_variable(reader, decl);
    variable->home = HOME_NEST;
    bind_variable(reader, variable);
    return variable;
}

bool declare_table(Reader *reader, CXCursor decl)
{
    const char *copy = reader->frame.function ? NULL : constant_table_text(reader, decl);
    if (!copy)
        return false;
    Variable *variable = new_variable(reader, decl);
    variable->home = HOME_GLOBAL;
    variable->host = copy;
    variable->is_table = true;
    bind_variable(reader, variable);
    return true;
}

// A pointer to a struct that nothing in the function uses as an array.
bool is_single_struct(const Variable *variable)
{
    return !variable->target && !variable->array && variable->home != HOME_NEST && !variable->facts->is_array_base;
}

Variable *member_variable(Reader *reader, Variable *base, CXCursor field, bool arrow)
{
    DeclFacts *facts = facts_of(reader, field);
    arrow |= base->type.kind == CXType_Pointer; // of a struct that was passed as *base
    for (Variable *member = base->members; member; member = member->next_member)
        if (member->facts == facts)
            return member;
    Variable *member = new_variable(reader, field);
    const char *name = member->name;
    bool is_named = *name != '\0';
    member->parent = base;
    member->next_member = base->members;
    base->members = member;
    member->home = base->home;
    member->through_pointer = arrow || base->through_pointer;
    member->name = is_named ? intern_printf("%s_%s", base->name, name) : base->name;
    if (base->host)
        member->host = is_named ? intern_printf("%s%s%s", base->host, arrow ? "->" : ".", name) : base->host;
    return member;
}

Variable *converted_variable(Reader *reader, Variable *pointer, CXCursor cast)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cast));
    for (Variable *same = pointer->members; same; same = same->next_member) {
        if (same->facts != pointer->facts)
            continue;
        if (clang_equalTypes(clang_getUnqualifiedType(clang_getPointeeType(same->type)),
                             clang_getUnqualifiedType(clang_getPointeeType(type))))
            return same;
        refuse(reader, cast, "it converts the pointer '%s' to two types", pointer->host);
        return NULL;
    }
    Variable *variable = ARENA_NEW(reader->arena, Variable);
    *variable = (Variable){.facts = pointer->facts,
                           .cursor = pointer->cursor,
                           .type = type,
                           .home = pointer->home,
                           .name = pointer->name,
                           .parent = pointer,
                           .next_member = pointer->members,
                           .through_pointer = pointer->through_pointer,
                           .function = clang_getNullCursor()};
    const char *spelling = take_string(reader, clang_getTypeSpelling(clang_getCursorType(cast)));
    variable->host = intern_printf("((%s)%s)", spelling, pointer->host);
    pointer->members = variable;
    if (clang_getCursorKind(pointer->cursor) == CXCursor_FieldDecl)
        give_member_type(reader, pointer->cursor, type);
    return variable;
}

// ---- symbols

const char *variable_words(const Variable *variable)
{
    if (variable->host || !variable->parent)
        return variable->host ? variable->host : variable->name;
    return intern_printf("%s.%s", variable_words(variable->parent), cursor_name(variable->cursor));
}

const Symbol *variable_symbol(Reader *reader, Variable *variable, CXCursor at)
{
    if (variable->symbol)
        return variable->symbol;
    const char *obstacle = type_obstacle(reader, variable->type);
    const Type *type = obstacle ? NULL : value_type(reader, variable->type);
    if (clang_isVolatileQualifiedType(variable->type))
        obstacle = "volatile";
    if (clang_Cursor_isBitField(variable->cursor))
        obstacle = "a bit-field";
    if (obstacle || !type || !type_is_arithmetic(type)) {
        refuse(reader, at, "'%s' is %s", variable_words(variable), obstacle ? obstacle : "not a number");
        return NULL;
    }
    bool inside = variable->home == HOME_NEST;
    SymbolRole role = inside ? SYM_LOCAL : is_written_in_nest(reader, variable) ? SYM_LIVE : SYM_PARAM;
    Symbol *symbol = new_symbol(reader, variable->name, type, role, cursor_loc(reader, variable->cursor));
    variable->symbol = symbol;
    if (inside) {
        if (variable->facts->writes.count || variable->facts->address_taken)
            mark_assigned(reader, symbol);
        return symbol;
    }
    symbol->host = variable->host;
    symbol->is_enum = clang_getCanonicalType(variable->type).kind == CXType_Enum;
    symbol->address_taken = is_shared(reader, variable);
    symbol->is_derived = variable->parent && pointer_is_derived(reader, variable->parent);
    symbol->live_after = is_live_after(reader, variable);
    bool changes = role == SYM_LIVE && !variable->parent && variable->home == HOME_FUNCTION && !symbol->address_taken &&
                   !variable->facts->address_taken;
    FinalValue entry = {symbol, changes ? value_at_nest(reader, variable->cursor) : NULL};
    if (entry.value && reader->frame.nest)
        VECTOR_PUSH(reader->arena, &reader->frame.nest->entries, entry);
    return symbol;
}

// ---- arrays

typedef struct Stability {
    Reader *reader;
    const char *culprit;
} Stability;

// A dimension of a variable array was computed at its declaration: the variables in it must not have changed since.
static enum CXChildVisitResult find_unstable(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Stability *stability = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_MemberRefExpr || kind == CXCursor_CallExpr || kind == CXCursor_ArraySubscriptExpr) {
        stability->culprit = *cursor_name(cursor) ? cursor_name(cursor) : "an element";
        return CXChildVisit_Break;
    }
    if (kind != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    CXCursor decl = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    bool is_constant = clang_getCursorKind(decl) == CXCursor_VarDecl && has_static_storage(decl) &&
                       clang_isConstQualifiedType(clang_getCursorType(decl));
    if (!is_constant && !is_never_assigned(stability->reader, decl)) {
        stability->culprit = cursor_name(decl);
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

// Of a local array the host knows it still, whatever it was computed from.
static Expr *size_of_dimension(Reader *reader, const Variable *variable, int d, CXCursor at)
{
    const char *element = variable->host;
    for (int i = 0; i < d; i++)
        element = intern_printf("%s[0]", element);
    const char *text = intern_printf("(long)(sizeof(%s) / sizeof(%s[0]))", element, element);
    const char *name = intern_printf("%s_size%d", variable->name, d);
    return expr_symbol(reader->arena, host_symbol(reader, name, type_scalar(TY_I64), text, at));
}

static Expr *read_dimension(Reader *reader, const Variable *variable, CXCursor dimension, int d, CXCursor at)
{
    Stability stability = {.reader = reader};
    CXCursor inside = strip_conversions(reader, dimension);
    bool before = variable->home != HOME_NEST; // otherwise it is the value at this moment
    if (before && find_unstable(inside, inside, &stability) == CXChildVisit_Recurse)
        clang_visitChildren(inside, find_unstable, &stability);
    bool is_local = variable->home == HOME_FUNCTION && clang_getCursorKind(variable->cursor) == CXCursor_VarDecl;
    if (stability.culprit && is_local && !variable->parent)
        return size_of_dimension(reader, variable, d, at);
    if (stability.culprit) {
        refuse(reader, at, "the size of '%s' depends on '%s', which may have changed since", variable->host,
               stability.culprit);
        return NULL;
    }
    reader->frame.conditional++;
    Expr *extent = read_value(reader, dimension);
    reader->frame.conditional--;
    return extent ? expr_cast(reader->arena, type_scalar(TY_I64), extent) : NULL;
}

static bool read_extents(Reader *reader, const Variable *variable, const Shape *shape, CXCursor at, Expr **extent)
{
    for (int d = 0; d < shape->ndim; d++) {
        bool unknown = shape->constant[d] < 0 && is_null_cursor(shape->dimension[d]);
        if (unknown && d > 0 && !shape->is_rows) {
            refuse(reader, at, "a typedef of '%s' holds a dimension that is not a constant", variable->host);
            return false;
        }
        if (shape->constant[d] >= 0)
            extent[d] = expr_index(reader->arena, shape->constant[d]);
        else if (!unknown && !(extent[d] = read_dimension(reader, variable, shape->dimension[d], d, at)))
            return false;
    }
    return true;
}

static const char *host_pointer(const Variable *variable, const Shape *shape)
{
    if (shape->is_rows || shape->ndim == 1)
        return variable->host;
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    text_printf(&text, "&%s", variable->host);
    for (int d = 0; d < shape->ndim; d++)
        text_add(&text, "[0]");
    const char *host = intern(text_string(&text));
    arena_release(scratch);
    return host;
}

static const char *array_obstacle(const Shape *shape)
{
    return shape->is_volatile ? "volatile" : shape->obstacle;
}

Array *variable_array(Reader *reader, Variable *variable, CXCursor at)
{
    if (!variable->array)
        variable->array = variable->kept;
    if (variable->array)
        return variable->array;
    bool given = variable->pointee.kind == CXType_Pointer;
    Shape shape = shape_of(reader, variable->cursor, given ? variable->pointee : variable->type);
    if (variable->row_path)
        shape_make_rows(&shape);
    const char *name = variable_words(variable);
    if (array_obstacle(&shape)) {
        refuse(reader, at, "'%s' or what it points to is %s", name, array_obstacle(&shape));
        return NULL;
    }
    const Type *element = read_type(reader, shape.element);
    bool inside = variable->home == HOME_NEST;
    const Type *narrowed = inside ? NULL : narrowed_type(reader, variable->facts);
    // A pointer that is assigned to may change places with others; other assignments to it are refused as such.
    if (shape.is_pointer && (inside || is_written_in_nest(reader, variable->parent))) {
        refuse(reader, at,
               inside ? "'%s' is a pointer whose value is not known here" : "the pointer '%s' is changed in it", name);
        return NULL;
    }
    Expr *extent[MAX_DIMS] = {0};
    if (inside && shape.is_vla && !reader->frame.nest) {
        refuse_helper(reader);
        return NULL;
    }
    if (!read_extents(reader, variable, &shape, at, extent))
        return NULL;
    if (inside && shape.is_vla)
        return variable->array = fresh_array(reader, variable->name, element, extent, shape.ndim, at);
    if (variable->elements)
        extent[0] = expr_index(reader->arena, variable->elements);
    Expr **row = &extent[shape.ndim - 1];
    if (narrowed && *row)
        *row = index_mul(reader->arena, index_cast(reader->arena, *row),
                         expr_index(reader->arena, element->size / narrowed->size));
    Array *array = new_array(reader, variable->name, narrowed ? narrowed : element,
                             inside ? SPACE_REGISTER : SPACE_GLOBAL, extent, shape.ndim);
    variable->array = array;
    array->declared = narrowed ? element : NULL;
    array->loc = cursor_loc(reader, variable->cursor);
    array->is_const = shape.is_const;
    array->is_enum = clang_getCanonicalType(shape.element).kind == CXType_Enum;
    // At file scope `restrict` is a promise about the whole program, which the compiler does not see: there the
    // launcher tests it.
    array->is_restrict = shape.is_restrict && variable->home != HOME_GLOBAL;
    array->is_derived = shape.is_pointer && pointer_is_derived(reader, variable);
    array->is_object = !shape.is_pointer && !shape.is_rows && !variable->through_pointer;
    if (inside)
        return array;
    if (!narrowed)
        constant_table(reader, variable->cursor, array);
    bool plain = !shape.is_rows || (shape.ndim == 2 && !variable->row_path);
    if (variable->facts && !array->is_enum && plain)
        VECTOR_PUSH(reader->arena, &reader->frame.origins, ((Origin){array, variable->facts}));
    array->held = shape.is_rows ? HOST_ROWS : HOST_POINTER;
    array->row_path = variable->row_path;
    array->is_followed = variable->is_followed;
    array->is_of_library = variable->elements > 0 || variable->is_table;
    array->host_reads = variable->host_reads;
    array->host =
        given ? intern_printf("(%s)%s", take_string(reader, clang_getTypeSpelling(variable->pointee)), variable->host)
              : host_pointer(variable, &shape);
    array->live_after = shape.is_pointer || shape.is_rows || is_live_after(reader, variable);
    pointer_base_find(reader, variable, array);
    return array;
}

typedef struct Sizes {
    bool known;
} Sizes;

static bool look_at_size(void *context, const Expr *expr)
{
    Sizes *sizes = context;
    sizes->known = sizes->known && expr->kind != EX_ACCESS && expr->kind != EX_CALL && expr->kind != EX_ADDRESS &&
                   (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM);
    return sizes->known;
}

Array *fresh_array(Reader *reader, const char *name, const Type *element, Expr *const *extent, int ndim, CXCursor at)
{
    Sizes sizes = {true};
    for (int d = 0; d < ndim; d++)
        expr_walk(extent[d], look_at_size, &sizes);
    for (int d = 0; d < ndim && sizes.known; d++)
        sizes.known = is_stable(reader, extent[d]);
    if (!reader->frame.nest || reader->frame.nloop == 0) {
        refuse(reader, at, "'%s' gets its memory outside of its loops", name);
        return NULL;
    }
    if (!sizes.known) {
        refuse(reader, at, "the size of '%s', which each iteration gets anew, is not known before the nest", name);
        return NULL;
    }
    Array *array = nest_array(reader->frame.nest, safe_name(name), element, SPACE_SCRATCH, extent, ndim);
    array->loc = cursor_loc(reader, at);
    array->is_object = true;
    int loop = reader->frame.nloop - 1;
    while (loop > 0 && !reader->frame.loops[loop].facts) // what is made anew inside is so in the loop around, too
        loop--;
    array->fresh_in = reader->frame.loops[loop].iterator;
    return array;
}

Array *new_array(Reader *reader, const char *name, const Type *element, Space space, Expr *const *extent, int ndim)
{
    if (!reader->frame.function)
        return nest_array(reader->frame.nest, safe_name(name), element, space, extent, ndim);
    Array *array = ARENA_NEW(reader->arena, Array);
    array->name = unused_local_name(reader, safe_name(name));
    array->element = element;
    array->space = space;
    array->ndim = ndim;
    for (int d = 0; d < ndim; d++)
        array->extent[d] = extent[d];
    return array;
}
