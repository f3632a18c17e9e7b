// The head of a nest as text: what its tree may name. What is left out is as it is by default.
#include "ir/print.h"
#include "ir/table.h"

#include <string.h>

const char *quoted(Arena *arena, const char *text)
{
    Text out = {.arena = arena};
    text_add(&out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            text_add(&out, "\\");
        if (*text == '\n')
            text_add(&out, "\\n");
        else
            text_add_n(&out, text, 1);
    }
    text_add(&out, "\"");
    return text_string(&out);
}

static void print_flag(Text *out, bool set, const char *word)
{
    if (set)
        text_printf(out, " %s", word);
}

static void print_quoted(Text *out, const char *word, const char *text)
{
    if (text)
        text_printf(out, " %s %s", word, quoted(out->arena, text));
}

// ---- structs

typedef struct Structs {
    Text *out;
    VECTOR(const Type *) printed;
} Structs;

static bool has_natural_place(const Field *field, int64_t end)
{
    int64_t align = field->type->align ? field->type->align : 1;
    return field->offset == (end + align - 1) / align * align;
}

static int64_t field_end(const Field *field)
{
    int64_t size = field->type->size;
    for (int d = 0; d < field->ndim; d++)
        size *= field->extent[d];
    return field->offset + size;
}

static void print_field(Text *out, const Field *field, bool is_pointer, int64_t end)
{
    text_printf(out, " %s%s %s", is_pointer ? "pointer " : "", field->type ? type_text(field->type, false) : "void",
                field->name);
    for (int d = 0; d < field->ndim; d++)
        text_printf(out, "[%lld]", (long long)field->extent[d]);
    if (is_pointer || !has_natural_place(field, end))
        text_printf(out, " at %lld", (long long)field->offset);
    text_add(out, ";");
}

static void print_struct(Structs *structs, const Type *type)
{
    if (type->kind == TY_POINTER)
        print_struct(structs, type->pointee);
    if (type->kind != TY_STRUCT)
        return;
    FOR_EACH(i, &structs->printed)
        if (structs->printed.items[i] == type)
            return;
    VECTOR_PUSH(structs->out->arena, &structs->printed, type);
    for (int i = 0; i < type->nfields; i++)
        print_struct(structs, type->fields[i].type);
    Text *out = structs->out;
    text_printf(out, "  type %s size %lld align %lld%s {", type_text(type, false), (long long)type->size,
                (long long)type->align, type->is_local ? " local" : "");
    int64_t end = 0;
    for (int i = 0; i < type->nfields; i++) {
        print_field(out, &type->fields[i], false, end);
        end = field_end(&type->fields[i]);
    }
    for (int i = 0; i < type->npointers; i++)
        print_field(out, &type->pointers[i], true, 0);
    text_add(out, " }\n");
}

static void print_structs(Text *out, const Nest *nest)
{
    Structs structs = {.out = out};
    FOR_EACH(i, &nest->arrays)
        print_struct(&structs, nest->arrays.items[i]->element);
    FOR_EACH(i, &nest->symbols)
        print_struct(&structs, nest->symbols.items[i]->type);
    FOR_EACH(i, &nest->functions)
        for (int p = 0; p < nest->functions.items[i]->nparameters; p++)
            print_struct(&structs, nest->functions.items[i]->parameters[p]->type);
}

// ---- arrays

static const char *space_text(Space space)
{
    static const char *const texts[] = {
        [SPACE_GLOBAL] = "", [SPACE_SCRATCH] = "scratch ", [SPACE_SHARED] = "shared ", [SPACE_REGISTER] = "register "};
    return texts[space];
}

void print_array_shape(Text *out, const Array *array, bool tied)
{
    text_printf(out, "%s%s %s", space_text(array->space), type_text(array->element, false), array->name);
    for (int d = 0; d < array->ndim; d++) {
        text_add(out, "[");
        print_expr(out, array->extent[d]);
        text_add(out, "]");
    }
    if (array->passes)
        text_printf(out, " passes %d", array->passes);
    if (array->counts_blocks)
        text_add(out, " counts blocks");
    if (array->pad)
        text_printf(out, " pad %d", array->pad);
    if (array->of_threads)
        text_add(out, " own");
    if (tied && array->staged)
        text_printf(out, " stages %s", array->staged->name);
}

static int sharing_base(const Nest *nest, const Array *array)
{
    int count = 0;
    FOR_EACH(i, &nest->arrays)
        count += array->base && nest->arrays.items[i]->base == array->base;
    return count;
}

static int first_of_base(const Nest *nest, const Array *array)
{
    int first = 0;
    while (nest->arrays.items[first]->base != array->base)
        first++;
    return first;
}

// What the pointers of several arrays were made of gets a number.
static void print_base(Text *out, const Nest *nest, const Array *array)
{
    int number = 0;
    if (sharing_base(nest, array) < 2)
        return;
    for (int i = 0; i <= first_of_base(nest, array); i++) {
        const Array *other = nest->arrays.items[i];
        number += sharing_base(nest, other) > 1 && first_of_base(nest, other) == i;
    }
    text_printf(out, " base %d", number);
    if (!array->from_base)
        return;
    text_add(out, " + ");
    print_expr(out, array->from_base);
}

static void print_constants(Text *out, const Array *array)
{
    if (!array->constants && !array->reals)
        return;
    int64_t count = array_bytes(array) / array->element->size;
    text_add(out, " = {");
    for (int64_t i = 0; i < count; i++) {
        text_add(out, i ? ", " : "");
        if (array->reals)
            print_expr(out, table_element(out->arena, array, i));
        else
            text_printf(out, "%lld", (long long)array->constants[i]);
    }
    text_add(out, "}");
}

static void print_array(Text *out, const Nest *nest, const Array *array)
{
    text_add(out, "  array ");
    print_array_shape(out, array, true);
    if (array->held != HOST_NONE)
        print_quoted(out, array->held == HOST_ROWS ? "host rows" : "host", array->host ? array->host : "?");
    for (const int64_t *step = array->row_path; step && *step >= 0; step++)
        text_printf(out, "%s %lld", step == array->row_path ? " at" : ",", (long long)*step);
    print_flag(out, array->is_const, "const");
    print_flag(out, array->is_restrict, "restrict");
    print_flag(out, array->is_derived, "derived");
    print_flag(out, array->is_object, "object");
    print_flag(out, array->is_volatile, "volatile");
    print_flag(out, array->is_enum, "enum");
    print_flag(out, array->live_after, "live");
    print_flag(out, array->rotates, "rotates");
    print_quoted(out, "after", array->pointer_after);
    print_flag(out, array->space == SPACE_REGISTER && !array->loc.line, "made");
    print_base(out, nest, array);
    print_constants(out, array);
    text_add(out, "\n");
}

// ---- symbols, functions

static bool is_way(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->ways)
        if (nest->ways.items[i] == symbol)
            return true;
    return false;
}

static void print_symbol(Text *out, const Nest *nest, const Symbol *symbol)
{
    static const char *const roles[] = {[SYM_PARAM] = "param",
                                        [SYM_LIVE] = "scalar",
                                        [SYM_ITERATOR] = "iterator",
                                        [SYM_LOCAL] = "local",
                                        [SYM_ARGUMENT] = "argument"};
    text_printf(out, "  %s %s %s", roles[symbol->role], type_text(symbol->type, false), symbol->name);
    print_quoted(out, "host", symbol->host);
    print_quoted(out, "before", symbol->host_before);
    print_flag(out, symbol->live_after, "live");
    print_quoted(out, "after", symbol->pointer_after);
    print_flag(out, symbol->is_derived, "derived");
    print_flag(out, symbol->is_enum, "enum");
    print_flag(out, symbol->address_taken, "address_taken");
    print_flag(out, symbol->is_volatile, "volatile");
    print_flag(out, is_way(nest, symbol), "way");
    bool varies = symbol->role == SYM_ITERATOR || symbol->role == SYM_LOCAL;
    print_flag(out, varies && !symbol->host && !symbol->loc.line, "made");
    text_add(out, "\n");
}

static void print_function(Text *out, const Function *function)
{
    text_printf(out, "  function %s %s(", type_text(function->result, false), function->name);
    for (int i = 0; i < function->nparameters; i++)
        text_printf(out, "%s%s %s", i ? ", " : "", type_text(function->parameters[i]->type, false),
                    function->parameters[i]->name);
    text_add(out, ")");
    print_flag(out, function->pure, "pure");
    print_flag(out, function->by_members, "by_members");
    Print print = {.out = out, .local = true};
    if (function->body)
        print_body(&print, function->body, 1);
    text_add(out, "\n");
}

static void print_known_value(Text *out, const char *word, const FinalValue *final)
{
    text_printf(out, "  %s %s = ", word, final->symbol->name);
    print_value(out, final->value, final->symbol->type);
    text_add(out, "\n");
}

static void print_rising(Text *out, const Rising *rising)
{
    text_printf(out, "  rising %s in ", rising->array->name);
    print_value(out, rising->first, type_scalar(TY_I64));
    text_add(out, " .. ");
    print_value(out, rising->end, type_scalar(TY_I64));
    text_add(out, "\n");
}

// ---- what a lowered tree declares in its statements is not in the head, nor what lowering has left without a use

typedef struct Mention {
    const void *what; // a symbol or an array
    bool declared;    // by a statement or a loop
} Mention;

typedef struct Mentions {
    Arena *arena;
    bool lowered; // the tree holds kernels
    VECTOR(Mention) uses;
} Mentions;

static void add_mention(Mentions *mentions, const void *what, bool declared)
{
    Mention mention = {what, declared};
    if (what)
        VECTOR_PUSH(mentions->arena, &mentions->uses, mention);
}

static bool find_used(void *context, const Expr *expr)
{
    add_mention(context, expr->symbol, false);
    add_mention(context, expr->array, false);
    return true;
}

static bool find_mentions(void *context, const Stmt *stmt)
{
    Mentions *mentions = context;
    mentions->lowered = mentions->lowered || stmt->kind == ST_KERNEL;
    if (stmt->loop)
        add_mention(mentions, stmt->loop->iterator, true);
    if (stmt->kind == ST_DECLARE) {
        add_mention(mentions, stmt->symbol, true);
        add_mention(mentions, stmt->array, true);
    }
    for (int i = 0; i < stmt->nrotated; i++)
        add_mention(mentions, stmt->rotated[i], false);
    stmt_expressions(stmt, find_used, mentions);
    return true;
}

static bool is_listed(const Mentions *mentions, const void *what, bool is_users)
{
    bool used = !mentions->lowered || is_users, declared = false;
    FOR_EACH(i, &mentions->uses)
        if (mentions->uses.items[i].what == what) {
            used = true;
            declared = declared || mentions->uses.items[i].declared;
        }
    return used && (!mentions->lowered || is_users || !declared);
}

static bool is_mentioned(const Mentions *mentions, const void *what)
{
    FOR_EACH(i, &mentions->uses)
        if (mentions->uses.items[i].what == what)
            return true;
    return false;
}

typedef struct Named {
    const void *what; // a symbol or an array
    const char *name;
} Named;

// Of two with one name, one was put in the place of the other, or is a version's that is not here.
static bool is_replaced(const Mentions *mentions, Named named, Named other)
{
    return other.what != named.what && strcmp(other.name, named.name) == 0 && !is_mentioned(mentions, named.what);
}

static bool lists_array(const Mentions *mentions, const Nest *nest, const Array *array)
{
    FOR_EACH(i, &nest->arrays) {
        const Array *other = nest->arrays.items[i];
        if (is_replaced(mentions, (Named){array, array->name}, (Named){other, other->name}))
            return false;
    }
    return is_listed(mentions, array, array->space == SPACE_GLOBAL);
}

// Two versions may have made an iterator each: one line says it.
static bool is_repeated(const Symbol *symbol, const Symbol *earlier)
{
    return symbol->role == SYM_ITERATOR && earlier->role == SYM_ITERATOR && !symbol->host && !earlier->host &&
           symbol->type == earlier->type && strcmp(symbol->name, earlier->name) == 0;
}

static bool lists_symbol(const Mentions *mentions, const Nest *nest, const Symbol *symbol)
{
    bool is_earlier = true;
    FOR_EACH(i, &nest->symbols) {
        const Symbol *other = nest->symbols.items[i];
        is_earlier = is_earlier && other != symbol;
        if ((is_earlier && is_repeated(symbol, other)) ||
            is_replaced(mentions, (Named){symbol, symbol->name}, (Named){other, other->name}))
            return false;
    }
    bool is_users = symbol->host || symbol->role == SYM_PARAM || symbol->role == SYM_LIVE;
    return is_listed(mentions, symbol, is_users);
}

void print_tree(Text *out, const Nest *nest, const Stmt *body)
{
    Mentions mentions = {.arena = out->arena};
    stmt_walk(body, find_mentions, &mentions);
    text_printf(out, "%s %s in %s", nest->is_region ? "region" : "nest", nest->kernel_name ? nest->kernel_name : "?",
                nest->function_name ? nest->function_name : "?");
    if (nest->number > 1)
        text_printf(out, " number %d", nest->number);
    const char *words = nest->directive ? ((const DirectiveText *)nest->directive)->text : NULL;
    print_quoted(out, "directive", words && *words ? words : NULL);
    print_flag(out, nest->refused, "refused");
    print_flag(out, mentions.lowered, "lowered");
    text_add(out, "\n");
    print_structs(out, nest);
    FOR_EACH(i, &nest->arrays)
        if (lists_array(&mentions, nest, nest->arrays.items[i]))
            print_array(out, nest, nest->arrays.items[i]);
    FOR_EACH(i, &nest->symbols)
        if (lists_symbol(&mentions, nest, nest->symbols.items[i]))
            print_symbol(out, nest, nest->symbols.items[i]);
    FOR_EACH(i, &nest->functions)
        print_function(out, nest->functions.items[i]);
    FOR_EACH(i, &nest->entries)
        if (lists_symbol(&mentions, nest, nest->entries.items[i].symbol))
            print_known_value(out, "entry", &nest->entries.items[i]);
    FOR_EACH(i, &nest->row_loops)
        if (lists_symbol(&mentions, nest, nest->row_loops.items[i].symbol))
            print_known_value(out, "rows", &nest->row_loops.items[i]);
    FOR_EACH(i, &nest->risings)
        print_rising(out, &nest->risings.items[i]);
    FOR_EACH(i, &nest->finals)
        if (lists_symbol(&mentions, nest, nest->finals.items[i].symbol))
            print_known_value(out, "final", &nest->finals.items[i]);
    Print print = {.out = out, .full = true, .local = mentions.lowered};
    print_tree_body(&print, body);
}

void print_nest(Text *out, const Nest *nest)
{
    print_tree(out, nest, nest->body);
}
