#include "frontend/directives/directive.h"
#include "frontend/normalize/expand_elements.h"
#include "ir/table.h"
#include "frontend/normalize/host_elements.h"
#include "frontend/normalize/induction_parts.h"

#include <string.h>

// An access whose value the host may read before the nest.
typedef struct Element {
    const Expr *access;
    const char *text;                 // of the host
    VECTOR(const HostGuard *) guards; // it is certainly read where one of them is passed; NULL: always
    bool lost;                        // and somewhere else
    const Symbol *symbol;
} Element;

typedef struct CopyOf {
    const Symbol *copy, *original;
} CopyOf;

typedef struct Elements {
    Nest *nest;
    VECTOR(CopyOf) copies;
    ChangedArrays changed;
    VECTOR(Element) found;
} Elements;

// ---- arrays

// Member arrays of a struct behind a pointer are where that struct is; a pointer member has no first extent.
static bool is_in_place(const Array *array)
{
    return array->is_object || (array->extent[0] && strstr(array->host, "->"));
}

static bool is_on_device(const Nest *nest, const Array *array)
{
    static const ClauseKind kinds[] = {CLAUSE_PRESENT, CLAUSE_CREATE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const Clause *clause = directive_clause(nest->directive, kinds[k]);
        for (int i = 0; clause && i < clause->items.count; i++)
            if (clause->items.items[i].name && strcmp(clause->items.items[i].name, array->name) == 0)
                return true;
    }
    return false;
}

// A number that the nest writes and whose place a pointer may know.
static bool may_be_written(const Nest *nest, const Expr *access)
{
    FOR_EACH(i, &nest->symbols) {
        const Symbol *symbol = nest->symbols.items[i];
        bool written = symbol->role == SYM_LIVE && symbol->address_taken;
        if (written && type_is_integer(symbol->type) && symbol->type->size == access->type->size)
            return !access->array->is_object;
    }
    return false;
}

bool element_is_known(const Nest *nest, const ChangedArrays *changed, const Expr *access)
{
    const Array *array = access->array;
    bool held = array->space == SPACE_GLOBAL && array->held == HOST_POINTER && !array->rotates && !array->is_volatile;
    bool counts = type_is_integer(access->type) && access->type->kind != TY_BOOL &&
                  (access->npath || !array->is_enum) && !array->constants;
    return held && counts && !is_changed_array(changed, array) && !is_on_device(nest, array) &&
           !may_be_written(nest, access);
}

static bool is_suitable(const Elements *elements, const Expr *access)
{
    return element_is_known(elements->nest, &elements->changed, access);
}

// ---- elements

static int64_t constant_of(const Expr *subscript)
{
    const Expr *plain = expr_strip_casts(subscript);
    return plain->kind == EX_INT ? plain->integer : -1;
}

// Within the memory that the array's declaration names: it can be read even where no iteration reads it.
static bool is_there(const Expr *access)
{
    return is_in_place(access->array) && !access->npath && access_place(access) >= 0;
}

static Element *find_element(Elements *elements, const Expr *access)
{
    FOR_EACH(i, &elements->found)
        if (expr_equal(elements->found.items[i].access, access))
            return &elements->found.items[i];
    return NULL;
}

static void note_element(void *context, const Expr *access, const HostGuard *guard, bool certain)
{
    Elements *elements = context;
    Arena *arena = elements->nest->unit->arena;
    bool there = is_suitable(elements, access) && is_there(access);
    if (!there && (!certain || !is_suitable(elements, access)))
        return;
    Element *element = find_element(elements, access);
    if (!element) {
        Element made = {.access = access, .text = host_expression_text(arena, access)};
        if (!made.text)
            return;
        VECTOR_PUSH(arena, &elements->found, made);
        element = &elements->found.items[elements->found.count - 1];
    }
    VECTOR_PUSH(arena, &element->guards, there ? NULL : guard);
}

static bool is_covered(const Element *element, const HostGuard *guard)
{
    FOR_EACH(i, &element->guards)
        if (host_guard_implies(guard, element->guards.items[i]))
            return true;
    return false;
}

static void note_lost(void *context, const Expr *access, const HostGuard *guard, bool certain)
{
    (void)certain;
    Element *element = find_element(context, access);
    if (element)
        element->lost |= !is_covered(element, guard);
}

// d[1] can be read where d[2] is.
static void share_guards(Elements *elements)
{
    FOR_EACH(i, &elements->found)
        FOR_EACH(k, &elements->found) {
            Element *element = &elements->found.items[i];
            const Element *other = &elements->found.items[k];
            bool flat = element->access->array == other->access->array && other->access->array->ndim == 1 &&
                        !element->access->npath && !other->access->npath;
            int64_t place = flat ? constant_of(element->access->operands[0]) : -1;
            for (int g = 0; place >= 0 && place < constant_of(other->access->operands[0]) && g < other->guards.count;
                 g++)
                VECTOR_PUSH(elements->nest->unit->arena, &element->guards, other->guards.items[g]);
        }
}

static const char *name_part(Arena *arena, const Expr *subscript)
{
    const Expr *plain = expr_strip_casts(subscript);
    if (plain->kind == EX_INT && plain->integer >= 0)
        return arena_printf(arena, "_%lld", (long long)plain->integer);
    return plain->kind == EX_SYMBOL ? arena_printf(arena, "_%s", plain->symbol->name) : "_at";
}

static const char *element_name(Arena *arena, const Expr *access)
{
    Text text = {.arena = arena};
    text_add(&text, access->array->name);
    for (int d = 0; d < access->array->ndim; d++)
        text_add(&text, name_part(arena, access->operands[d]));
    for (int i = 0; i < access->npath; i++)
        text_printf(&text, "_%s", access->path[i].field->name);
    return intern(text_string(&text));
}

// When it may be read: "a || b"; NULL: always.
static const char *guards_text(Arena *arena, const Element *element)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &element->guards) {
        const char *guard = host_guard_text(arena, element->guards.items[i]);
        if (!guard)
            return NULL;
        bool repeated = false;
        for (int k = 0; k < i; k++)
            repeated |= host_guard_implies(element->guards.items[i], element->guards.items[k]);
        if (!repeated)
            text_printf(&text, "%s%s", text.length ? " || " : "", guard);
    }
    return intern(text_string(&text));
}

const Symbol *element_parameter(Nest *nest, const Expr *access, const char *host, const char *guard)
{
    Symbol *symbol = nest_symbol(nest, element_name(nest->unit->arena, access), access->type, SYM_PARAM);
    symbol->loc = access->array->loc;
    symbol->host = host;
    symbol->host_guard = guard;
    symbol->address_taken = true;
    symbol->is_derived = access->array->is_derived;
    return symbol;
}

static void name_element(Elements *elements, Element *element)
{
    const char *guard = guards_text(elements->nest->unit->arena, element);
    element->symbol = element_parameter(elements->nest, element->access, element->text, guard);
}

// ---- copies of elements

static const Symbol *original_of(Elements *elements, const SizeCopy *copy)
{
    if (copy->original->kind == EX_SYMBOL)
        return copy->original->symbol->role == SYM_PARAM ? copy->original->symbol : NULL;
    const Element *element = find_element(elements, copy->original);
    return element ? element->symbol : NULL;
}

// The launcher tests that both are equal still.
static void name_copies(Elements *elements)
{
    Nest *nest = elements->nest;
    FOR_EACH(i, &nest->copies) {
        const Symbol *copy = nest->copies.items[i].symbol;
        Symbol *original = (Symbol *)original_of(elements, &nest->copies.items[i]);
        if (!original || copy->role != SYM_PARAM)
            continue;
        if (original->host_guard && !original->host_otherwise)
            original->host_otherwise = copy->host;
        Expr *same = expr_binary(nest->unit->arena, OP_EQ, expr_symbol(nest->unit->arena, copy),
                                 expr_symbol(nest->unit->arena, original), copy->type);
        VECTOR_PUSH(nest->unit->arena, &nest->assertions, ((Assertion){same, copy->loc, true, false}));
        VECTOR_PUSH(nest->unit->arena, &elements->copies, ((CopyOf){copy, original}));
    }
}

static Expr *put_element(void *context, Expr *expr)
{
    Elements *elements = context;
    if (expr->kind == EX_SYMBOL)
        FOR_EACH(i, &elements->copies)
            if (elements->copies.items[i].copy == expr->symbol)
                return expr_symbol(elements->nest->unit->arena, elements->copies.items[i].original);
    const Element *element = expr->kind == EX_ACCESS ? find_element(elements, expr) : NULL;
    return element && element->symbol ? expr_symbol(elements->nest->unit->arena, element->symbol) : expr;
}

static Stmt *looked_up(Arena *arena, const Stmt *body)
{
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(arena, &items, stmt_look_up(arena, body->items[i]));
    return normal_block(arena, items.items, items.count);
}

Stmt *expand_elements(Nest *nest, Stmt *body)
{
    Elements elements = {.nest = nest};
    body = looked_up(nest->unit->arena, body);
    find_changed_arrays(nest->unit->arena, body, &elements.changed);
    host_elements_walk(nest->unit->arena, body, note_element, &elements);
    share_guards(&elements);
    host_accesses_walk(nest->unit->arena, body, note_lost, &elements);
    FOR_EACH(i, &elements.found)
        if (!elements.found.items[i].lost)
            name_element(&elements, &elements.found.items[i]);
    name_copies(&elements);
    bool changes = elements.found.count || elements.copies.count;
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(nest->unit->arena, &items,
                    changes ? stmt_rewrite(nest->unit->arena, body->items[i], NULL, put_element, &elements)
                            : body->items[i]);
    return normal_block(nest->unit->arena, items.items, items.count);
}
