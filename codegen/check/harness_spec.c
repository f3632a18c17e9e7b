// spec.c of the check folder: what the harness has to know about the functions, as tables.
#include "codegen/check/harness_paths.h"
#include "codegen/check/harness.h"
#include "codegen/check/harness_pointers.h"
#include "codegen/cuda/emit.h"
#include "frontend/directives/directive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- types: one static object each, numbered; pointers of parameters have no Type and are made here

typedef struct SpecType {
    const Type *type; // or
    int target;       // of a pointer: the number of another, -1: opaque memory
} SpecType;

typedef struct Spec {
    const Harness *harness;
    Arena *arena;
    VECTOR(SpecType) types;
    Text *out;
} Spec;

enum { OPAQUE = -1 };

static int add_type(Spec *spec, const Type *type);

static int add_pointer(Spec *spec, int target)
{
    FOR_EACH(i, &spec->types)
        if (!spec->types.items[i].type && spec->types.items[i].target == target)
            return i;
    VECTOR_PUSH(spec->arena, &spec->types, ((SpecType){NULL, target}));
    return spec->types.count - 1;
}

static int add_pointer_field(Spec *spec, const Field *field)
{
    return field->type ? add_type(spec, field->type) : add_pointer(spec, OPAQUE);
}

static int add_type(Spec *spec, const Type *type)
{
    if (!type || type->kind == TY_VOID)
        return OPAQUE;
    if (type->kind == TY_POINTER)
        return add_pointer(spec, add_type(spec, type->pointee));
    FOR_EACH(i, &spec->types)
        if (spec->types.items[i].type == type)
            return i;
    VECTOR_PUSH(spec->arena, &spec->types, ((SpecType){type, OPAQUE}));
    int number = spec->types.count - 1;
    for (int i = 0; i < type->nfields; i++)
        add_type(spec, type->fields[i].type);
    for (int i = 0; i < type->npointers; i++)
        add_pointer_field(spec, &type->pointers[i]);
    return number;
}

static const char *kind_word(const Type *type)
{
    if (type_is_half(type))
        return strcmp(type->name, "crs_half") == 0 ? "CRS_F16" : "CRS_BF16";
    static const char *const words[] = {
        [TY_BOOL] = "CRS_BOOL", [TY_I8] = "CRS_I8",   [TY_U8] = "CRS_U8",   [TY_I16] = "CRS_I16",
        [TY_U16] = "CRS_U16",   [TY_I32] = "CRS_I32", [TY_U32] = "CRS_U32", [TY_I64] = "CRS_I64",
        [TY_U64] = "CRS_U64",   [TY_F32] = "CRS_F32", [TY_F64] = "CRS_F64", [TY_STRUCT] = "CRS_STRUCT"};
    return words[type->kind];
}

static const char *type_reference(const Spec *spec, int number)
{
    return number == OPAQUE ? "&opaque" : arena_printf(spec->arena, "&type_%d", number);
}

static void emit_field(Spec *spec, const Field *field, int type)
{
    long count = 1;
    for (int d = 0; d < field->ndim; d++)
        count *= (long)field->extent[d];
    emit_line(spec->out, 1, "{\"%s\", %s, %ld, %ld},", field->name, type_reference(spec, type), (long)field->offset,
              count);
}

static void emit_fields(Spec *spec, int number)
{
    const Type *type = spec->types.items[number].type;
    emit_line(spec->out, 0, "static const CrsField fields_%d[] = {", number);
    for (int i = 0; i < type->nfields; i++)
        emit_field(spec, &type->fields[i], add_type(spec, type->fields[i].type));
    for (int i = 0; i < type->npointers; i++)
        emit_field(spec, &type->pointers[i], add_pointer_field(spec, &type->pointers[i]));
    emit_line(spec->out, 0, "};");
}

static void emit_types(Spec *spec)
{
    emit_line(spec->out, 0, "static const CrsType opaque = {CRS_OPAQUE, 1, 1, 0, 0, 0};");
    FOR_EACH(i, &spec->types)
        emit_line(spec->out, 0, "static const CrsType type_%d;", i);
    FOR_EACH(i, &spec->types) {
        const Type *type = spec->types.items[i].type;
        if (!type) {
            emit_line(spec->out, 0,
                      "static const CrsType type_%d = {CRS_POINTER, sizeof(void *), sizeof(void *), 0, 0, %s};", i,
                      type_reference(spec, spec->types.items[i].target));
            continue;
        }
        int fields = type->nfields + type->npointers;
        if (type->kind == TY_STRUCT && fields)
            emit_fields(spec, i);
        emit_line(spec->out, 0, "static const CrsType type_%d = {%s, %ld, %ld, %s, %d, 0};", i, kind_word(type),
                  (long)type->size, (long)type->align, fields ? arena_printf(spec->arena, "fields_%d", i) : "0",
                  fields);
    }
}

// ---- paths (harness_paths.h)

// An element at a constant position: "dims[2][0]" of int dims[3][3] is "dims[6]"; other text as harness_path.
static const char *element_path(Arena *arena, const Nest *nest, const char *host)
{
    const char *path = harness_path(arena, host), *subscript = strchr(host, '[');
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        if (!subscript || !array->host || strcmp(harness_path(arena, array->host), path) != 0)
            continue;
        long place = 0;
        for (int d = 0; d < array->ndim && subscript && isdigit((unsigned char)subscript[1]); d++) {
            char *end;
            long extent = array->extent[d] && array->extent[d]->kind == EX_INT ? (long)array->extent[d]->integer : 0;
            place = place * extent + strtol(subscript + 1, &end, 10);
            subscript = strchr(end, '[');
        }
        return arena_printf(arena, "%s[%ld]", path, place);
    }
    return path;
}

// ---- sizes: the integers that decide how much work there is

typedef VECTOR(const char *) Names;

static void add_name(Spec *spec, Names *names, const char *name)
{
    FOR_EACH(i, names)
        if (strcmp(names->items[i], name) == 0)
            return;
    VECTOR_PUSH(spec->arena, names, name);
}

static bool is_size_type(const Type *type)
{
    return type && type_is_integer(type) && type->kind != TY_BOOL;
}

typedef struct ShiftSearch {
    const Symbol *symbol;
    const Array *array;
    bool found;
} ShiftSearch;

static bool find_operand(void *context, const Expr *expr)
{
    ShiftSearch *search = context;
    search->found |= (search->symbol && expr->kind == EX_SYMBOL && expr->symbol == search->symbol) ||
                     (search->array && expr->kind == EX_ACCESS && expr->array == search->array);
    return true;
}

static bool find_shift(void *context, const Expr *expr)
{
    if (expr->kind == EX_BINARY && op_is_shift(expr->op))
        expr_walk(expr->operands[1], find_operand, context);
    return true;
}

static bool find_divisor(void *context, const Expr *expr)
{
    if (expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM))
        expr_walk(expr->operands[1], find_operand, context);
    return true;
}

// Whether the symbol or array is in the right operand of a shift (or of a division).
static bool stands_in(const Nest *nest, ExprVisitor *visit, const Symbol *symbol, const Array *array)
{
    ShiftSearch search = {symbol, array, false};
    stmt_walk_expressions(nest->body, visit, &search);
    return search.found;
}

static bool add_integers(Spec *spec, Names *names, const Type *type, const char *holder, const char *link)
{
    bool found = false;
    for (int i = 0; i < type->nfields; i++)
        if (is_size_type(type->fields[i].type) && type->fields[i].ndim == 0) {
            add_name(spec, names, arena_printf(spec->arena, "%s%s%s", holder, link, type->fields[i].name));
            found = true;
        }
    return found;
}

// The integers of a struct that describes an array: one that holds pointers, or that is passed by value. One without
// integers leads to those that describe it: v->content->length.
static void add_member_sizes(Spec *spec, Names *names, const HostParam *param)
{
    const Type *type = param->type;
    bool describes = type && type->kind == TY_STRUCT && !param->is_rows && (type->npointers || !param->is_pointer);
    const char *link = param->is_pointer ? "->" : ".";
    if (!describes || add_integers(spec, names, type, param->name, link))
        return;
    for (int i = 0; i < type->npointers; i++) {
        const Type *pointer = type->pointers[i].type, *inner = pointer ? pointer->pointee : NULL;
        if (inner && inner->kind == TY_STRUCT && inner->npointers)
            add_integers(spec, names, inner,
                         arena_printf(spec->arena, "%s%s%s", param->name, link, type->pointers[i].name), "->");
    }
}

// "last - first", if the host subtracts these two parameters: this is a size, too. NULL: it does not.
static const char *difference_of(Spec *spec, const HostFunction *function, const char *host)
{
    for (int a = 0; a < function->nparams; a++)
        for (int b = 0; b < function->nparams; b++) {
            const HostParam *last = &function->params[a], *first = &function->params[b];
            bool pointers = a != b && last->is_pointer && first->is_pointer && !last->is_rows && last->type &&
                            last->type == first->type;
            const char *difference = arena_printf(spec->arena, "%s - %s", last->name, first->name);
            if (pointers && !strcmp(host, arena_printf(spec->arena, "(long)(%s)", difference)))
                return difference;
        }
    return NULL;
}

static bool is_given(Spec *spec, const char *name)
{
    FOR_EACH(i, &spec->harness->options->sizes)
        if (strcmp(spec->harness->options->sizes.items[i].name, name) == 0)
            return true;
    return false;
}

// Integers behind pointers, as --size names them: "*first", "bounds[1]".
static void add_given_sizes(Spec *spec, Names *names, const HostFunction *function)
{
    const Options *options = spec->harness->options;
    FOR_EACH(i, &options->sizes) {
        const char *name = options->sizes.items[i].name, *root = name + (*name == '*');
        size_t length = strcspn(root, ".->[");
        bool pointed = *name == '*' || root[length] == '[';
        for (int p = 0; p < function->nparams && pointed; p++)
            if (function->params[p].is_pointer && is_size_type(function->params[p].type) &&
                strlen(function->params[p].name) == length && strncmp(function->params[p].name, root, length) == 0)
                add_name(spec, names, name);
    }
}

static Names size_names(Spec *spec, const HostFunction *function)
{
    Names names = {0}, shifts = {0};
    NestList nests = harness_nests(spec->harness, function);
    FOR_EACH(i, &nests) {
        const Nest *nest = spec->harness->unit->nests.items[nests.items[i]];
        FOR_EACH(k, &nest->symbols)
            if (nest->symbols.items[k]->host && stands_in(nest, find_shift, nest->symbols.items[k], NULL))
                add_name(spec, &shifts, harness_path(spec->arena, nest->symbols.items[k]->host));
    }
    for (int i = 0; i < function->nparams; i++)
        if (!function->params[i].is_pointer && is_size_type(function->params[i].type))
            add_name(spec, &names, function->params[i].name);
    for (int i = 0; i < function->nparams; i++)
        if (harness_is_reference(spec->harness, function, &function->params[i]) &&
            !is_given(spec, arena_printf(spec->arena, "%s[0]", function->params[i].name)))
            add_name(spec, &names, arena_printf(spec->arena, "*%s", function->params[i].name));
    for (int i = 0; i < function->nparams; i++)
        add_member_sizes(spec, &names, &function->params[i]);
    FOR_EACH(i, &nests) {
        const Nest *nest = spec->harness->unit->nests.items[nests.items[i]];
        FOR_EACH(k, &nest->symbols) {
            const Symbol *symbol = nest->symbols.items[k];
            if (symbol->role != SYM_PARAM || !symbol->host || !is_size_type(symbol->type) ||
                harness_is_offset(nest, symbol->host))
                continue;
            const char *difference = difference_of(spec, function, symbol->host);
            add_name(spec, &names, difference ? difference : element_path(spec->arena, nest, symbol->host));
        }
    }
    add_given_sizes(spec, &names, function);
    Names result = {0};
    FOR_EACH(i, &names) {
        bool is_data = !is_given(spec, names.items[i]) && harness_is_compared(spec->harness, function, names.items[i]);
        FOR_EACH(k, &shifts)
            is_data |= strcmp(shifts.items[k], names.items[i]) == 0;
        if (!is_data)
            VECTOR_PUSH(spec->arena, &result, names.items[i]);
    }
    return result;
}

// The symbols include names of local variables; the harness can set parameters, globals and members only.
static bool is_reachable(Spec *spec, const HostFunction *function, const char *path)
{
    if (difference_of(spec, function, arena_printf(spec->arena, "(long)(%s)", path)))
        return true;
    size_t length = strcspn(path, ".->[");
    const char *root = arena_strndup(spec->arena, path, length);
    if (*root == '*')
        root++;
    for (int i = 0; i < function->nparams; i++)
        if (strcmp(function->params[i].name, root) == 0)
            return true;
    FOR_EACH(i, &spec->harness->unit->host->globals) {
        const HostGlobal *global = &spec->harness->unit->host->globals.items[i];
        if (strcmp(global->name, root) == 0)
            return !global->is_const;
    }
    return false;
}

// ---- roles

typedef struct Role {
    const char *path;
    bool copied_in, written;
    const char *words; // "CRS_FACTOR | CRS_SHIFT | "
} Role;

typedef VECTOR(Role) Roles;

static Role *role_at(Spec *spec, Roles *roles, const char *path)
{
    FOR_EACH(i, roles)
        if (strcmp(roles->items[i].path, path) == 0)
            return &roles->items[i];
    VECTOR_PUSH(spec->arena, roles, ((Role){.path = path, .words = ""}));
    return &roles->items[roles->count - 1];
}

static void add_word(Spec *spec, Role *role, const char *word)
{
    if (!strstr(role->words, word))
        role->words = arena_printf(spec->arena, "%s%s | ", role->words, word);
}

static bool is_factor(const Facts *facts, const Array *array)
{
    FOR_EACH(r, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[r];
        FOR_EACH(v, &reduction->values) {
            ShiftSearch search = {NULL, array, false};
            if (reduction->op == OP_MUL)
                expr_walk(reduction->values.items[v], find_operand, &search);
            if (search.found)
                return true;
        }
    }
    return false;
}

// The launcher tests that no element is written twice.
static bool is_tested_scatter(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->measures)
        if (facts->measures.items[i].array == array && facts->measures.items[i].distinct)
            return true;
    return false;
}

// Whether sizes alone decide that: the subscripts depend on no data.
static bool collides_by_size(const Facts *facts)
{
    FOR_EACH(i, &facts->measures)
        if (facts->measures.items[i].distinct && !facts->measures.items[i].reads.count)
            return true;
    return false;
}

// An index array through which a loop scatters that is only right, or only parallel, while the targets are distinct.
static bool is_scatter_index(const Facts *facts, const ArrayFact *fact)
{
    const ArrayFact *target = fact->indexed ? facts_array(facts, fact->indexed) : NULL;
    return target && target->written && (facts_asserts_independent(facts) || is_tested_scatter(facts, target->array));
}

static void add_fact(Spec *spec, Roles *roles, const Facts *facts, const ArrayFact *fact)
{
    const Array *array = fact->array;
    if (!array->host)
        return;
    const char *path = array->row_path ? harness_rows_path(spec->arena, array) : harness_path(spec->arena, array->host);
    if (array->held == HOST_ROWS && !array->row_path)
        path = arena_printf(spec->arena, "%s%s", path, array->ndim > 2 ? "[][]" : "[]");
    Role *role = role_at(spec, roles, path);
    role->copied_in |= fact->copy_in || fact->read || array->is_const;
    role->written |= fact->written;
    if (is_factor(facts, array))
        add_word(spec, role, "CRS_FACTOR");
    if (stands_in(facts->nest, find_shift, NULL, array))
        add_word(spec, role, "CRS_SHIFT");
    if (stands_in(facts->nest, find_divisor, NULL, array))
        add_word(spec, role, "CRS_DIVISOR");
    if (is_scatter_index(facts, fact))
        add_word(spec, role, "CRS_DISTINCT");
    if (fact->written)
        add_word(spec, role, "CRS_WRITTEN");
    if (array->is_restrict || facts_asserts_independent(facts))
        add_word(spec, role, "CRS_APART");
}

static void add_clause(Spec *spec, Roles *roles, const Nest *nest, ClauseKind kind, const char *word)
{
    if (!nest->directive)
        return;
    FOR_EACH(i, &nest->directive->clauses) {
        const Clause *clause = &nest->directive->clauses.items[i];
        FOR_EACH(k, &clause->items)
            if (clause->kind == kind && clause->items.items[k].name)
                add_word(spec, role_at(spec, roles, harness_path(spec->arena, clause->items.items[k].name)), word);
    }
}

static void add_sections(Spec *spec, Roles *roles, const Nest *nest)
{
    static const ClauseKind kinds[] = {CLAUSE_COPYIN, CLAUSE_COPYOUT, CLAUSE_COPY, CLAUSE_CREATE, CLAUSE_PRESENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        add_clause(spec, roles, nest, kinds[i], "CRS_SECTION");
}

static Roles roles_of(Spec *spec, const HostFunction *function)
{
    Roles roles = {0};
    NestList nests = harness_nests(spec->harness, function);
    FOR_EACH(i, &nests) {
        const Program *program = spec->harness->programs[nests.items[i]];
        FOR_EACH(k, &program->facts->arrays)
            add_fact(spec, &roles, program->facts, &program->facts->arrays.items[k]);
        FOR_EACH(k, &program->nest->symbols) {
            const Symbol *symbol = program->nest->symbols.items[k];
            if (symbol->host && stands_in(program->nest, find_shift, symbol, NULL))
                add_word(spec, role_at(spec, &roles, harness_path(spec->arena, symbol->host)), "CRS_SHIFT");
        }
        add_clause(spec, &roles, program->nest, CLAUSE_CREATE, "CRS_UNCOMPARED");
        add_clause(spec, &roles, program->nest, CLAUSE_PRESENT, "CRS_PRESENT");
        add_sections(spec, &roles, program->nest);
    }
    for (int i = 0; i < function->nparams; i++) {
        const HostParam *param = &function->params[i];
        if (harness_is_compared(spec->harness, function, param->name))
            add_word(spec, role_at(spec, &roles, param->name), "CRS_COMPARED");
        if (param->is_pointer && harness_is_restrict(spec->harness, param))
            add_word(spec, role_at(spec, &roles, param->name), "CRS_APART");
    }
    FOR_EACH(i, &roles)
        if (roles.items[i].written && !roles.items[i].copied_in)
            add_word(spec, &roles.items[i], "CRS_OUTPUT");
    return roles;
}

// ---- functions

static void emit_names(Text *out, const char *title, int number, const Names *names)
{
    text_printf(out, "static const char *const %s_%d[] = {", title, number);
    FOR_EACH(i, names) {
        emit_string(out, names->items[i]);
        text_add(out, ", ");
    }
    text_add(out, "0};\n");
}

static int param_type(Spec *spec, const HostFunction *function, const HostParam *param)
{
    if (harness_function_choice(spec->harness, function, param->name))
        return add_type(spec, type_scalar(TY_U64));
    int type = add_type(spec, param->type);
    for (int i = 0; i < param->is_rows + param->row_levels; i++)
        type = add_pointer(spec, type);
    return param->is_pointer ? add_pointer(spec, type) : type;
}

static void emit_roles(Spec *spec, const Roles *roles, int number)
{
    text_printf(spec->out, "static const CrsRole roles_%d[] = {", number);
    FOR_EACH(i, roles) {
        if (!*roles->items[i].words)
            continue;
        text_add(spec->out, "{");
        emit_string(spec->out, roles->items[i].path);
        text_printf(spec->out, ", %s0}, ", roles->items[i].words);
    }
    text_add(spec->out, "{\"\", 0}};\n");
}

static void emit_parameters(Spec *spec, const HostFunction *function, int number)
{
    text_printf(spec->out, "static const CrsVariable parameters_%d[] = {", number);
    for (int i = 0; i < function->nparams; i++)
        text_printf(spec->out, "{\"%s\", %s, 1, CRS_DRAWN}, ", function->params[i].name,
                    type_reference(spec, param_type(spec, function, &function->params[i])));
    text_add(spec->out, "{0, 0, 0, CRS_DRAWN}};\n");
}

static const char *refusal_of(const Spec *spec, const HostFunction *function)
{
    enum { MAX_PARAMETERS = 64 };
    if (function->nparams > MAX_PARAMETERS)
        return "it has too many parameters";
    for (int i = 0; i < function->nparams; i++)
        if (!function->params[i].is_pointer && !function->params[i].type)
            return arena_printf(spec->arena, "no value can be made up for its parameter '%s' of type %s",
                                function->params[i].name, function->params[i].type_text);
    return NULL;
}

static int emit_guards(Spec *spec, const HostFunction *function, const Names *sizes, int number)
{
    GuardedSizeList guards = {0};
    FOR_EACH(i, sizes)
        harness_guards(spec->harness, function, sizes->items[i], i, &guards);
    text_printf(spec->out, "static const CrsGuard guards_%d[] = {", number);
    FOR_EACH(i, &guards)
        text_printf(spec->out, "{%d, %ld}, ", guards.items[i].size, guards.items[i].value);
    text_add(spec->out, "{0, 0}};\n");
    return guards.count;
}

// The versions of the nests' kernels, where there are several; how many.
static int emit_versions(Spec *spec, const NestList *nests, int number)
{
    int count = 0;
    text_printf(spec->out, "static const CrsVersion versions_%d[] = {", number);
    FOR_EACH(i, nests) {
        const Program *program = spec->harness->programs[nests->items[i]];
        FOR_EACH(v, &program->versions) {
            text_printf(spec->out, "{%d, \"%s\"}, ", i, program->versions.items[v].name);
            count++;
        }
    }
    text_add(spec->out, "{0, 0}};\n");
    return count;
}

// What is to be reached in the nests' kernels; how many.
static int emit_goals(Spec *spec, const NestList *nests, int number)
{
    int count = 0;
    text_printf(spec->out, "static const CrsGoal goals_%d[] = {\n", number);
    FOR_EACH(i, nests) {
        const Program *program = spec->harness->programs[nests->items[i]];
        const Goals *goals = &spec->harness->goals[nests->items[i]];
        int first = harness_first_goal(spec->harness, nests->items[i]);
        FOR_EACH(g, goals) {
            const Goal *goal = &goals->items[g];
            const char *version =
                goal->version < 0 ? "0"
                                  : arena_printf(spec->arena, "\"%s\"", program->versions.items[goal->version].name);
            emit_line(spec->out, 1, "{\"%s\", \"%s\", %s, %d, %d, %d, %d},", goal->kernel, goal->words, version,
                      first + g, goal->condition != NULL, goal->certain, goal->chosen);
            count++;
        }
    }
    text_add(spec->out, "    {0, 0, 0, 0, 0, 0, 0}};\n");
    return count;
}

static void emit_function(Spec *spec, Text *table, int number)
{
    const Harness *harness = spec->harness;
    const HostFunction *function = harness->functions.items[number];
    Names all_sizes = size_names(spec, function), sizes = {0}, launchers = {0};
    FOR_EACH(i, &all_sizes)
        if (is_reachable(spec, function, all_sizes.items[i]) && sizes.count < 32)
            VECTOR_PUSH(spec->arena, &sizes, all_sizes.items[i]);
    Roles roles = roles_of(spec, function);
    NestList nests = harness_nests(harness, function);
    bool reassociates = false, calls_math = false, approximates = false, collides = false;
    int count = 0;
    FOR_EACH(i, &nests) {
        const Program *program = harness->programs[nests.items[i]];
        VECTOR_PUSH(spec->arena, &launchers, program->nest->kernel_name);
        reassociates |= program->reassociates;
        calls_math |= reference_calls_math(program);
        approximates |= program->approximations != 0;
        collides |= collides_by_size(program->facts);
    }
    FOR_EACH(i, &harness->unit->nests) {
        const char *owner = harness->unit->nests.items[i]->function_name;
        count += owner && strcmp(owner, function->name) == 0;
    }
    emit_parameters(spec, function, number);
    emit_names(spec->out, "launchers", number, &launchers);
    emit_names(spec->out, "sizes", number, &sizes);
    int versions = emit_versions(spec, &nests, number), goals = emit_goals(spec, &nests, number);
    int guards = emit_guards(spec, function, &sizes, number);
    emit_roles(spec, &roles, number);
    int printed = 1;
    FOR_EACH(i, &roles)
        printed += *roles.items[i].words != 0;
    bool has_result = function->result && function->result->kind != TY_VOID && function->result->kind != TY_POINTER;
    text_printf(
        table,
        "    {\"%s\", parameters_%d, %d, %s, launchers_%d, %d, %d, versions_%d, %d, goals_%d, %d, sizes_%d, %d, ",
        function->name, number, function->nparams,
        has_result ? type_reference(spec, add_type(spec, function->result)) : "0", number, launchers.count, count,
        number, versions, number, goals, number, sizes.count);
    text_printf(table, "guards_%d, %d, roles_%d, %d, %d, %d, %d, %d, %d, %d, ", number, guards, number, printed,
                reassociates, calls_math, approximates, harness_selects(spec->harness, function), collides,
                harness_takes_device_pointers(spec->harness, function));
    const char *refusal = refusal_of(spec, function);
    if (refusal)
        emit_string(table, refusal);
    else
        text_add(table, "0");
    text_add(table, "},\n");
}

// ---- variables at file scope

static bool is_size(Spec *spec, const HostGlobal *global)
{
    FOR_EACH(f, &spec->harness->functions) {
        Names names = size_names(spec, spec->harness->functions.items[f]);
        FOR_EACH(i, &names)
            if (strcmp(names.items[i], global->name) == 0)
                return true;
    }
    return false;
}

static void emit_globals(Spec *spec)
{
    const HostFile *host = spec->harness->unit->host;
    text_add(spec->out, "static const CrsVariable globals[] = {\n");
    FOR_EACH(i, &host->globals) {
        const HostGlobal *global = &host->globals.items[i];
        int type = add_type(spec, global->type);
        long count = 1;
        if (global->is_pointer)
            type = add_pointer(spec, type);
        else
            for (int d = 0; d < global->ndim; d++)
                count *= global->extent[d] > 0 ? (long)global->extent[d] : 0;
        bool integer = global->type && type_is_integer(global->type) && !global->is_pointer && global->ndim == 0;
        bool fixed = (global->is_const && !global->is_pointer) || !global->type;
        const char *origin = fixed ? "CRS_CONSTANT" : integer && !is_size(spec, global) ? "CRS_INITIAL" : "CRS_DRAWN";
        emit_line(spec->out, 1, "{\"%s\", %s, %ld, %s},", global->name, type_reference(spec, type), count, origin);
    }
    text_add(spec->out, "    {0, 0, 0, CRS_CONSTANT}};\n");
}

// ---- the whole

static void emit_settings(Spec *spec, const char *title, const Setting *settings, int count)
{
    text_printf(spec->out, "static const CrsSetting %s[] = {", title);
    for (int i = 0; i < count; i++) {
        text_add(spec->out, "{");
        emit_string(spec->out, settings[i].name);
        text_add(spec->out, ", ");
        emit_string(spec->out, settings[i].value);
        text_add(spec->out, "}, ");
    }
    text_add(spec->out, "{0, 0}};\n");
}

void harness_spec(const Harness *harness, Text *out)
{
    const Options *options = harness->options;
    Text body = {.arena = harness->arena}, table = body;
    Spec spec = {.harness = harness, .arena = harness->arena, .out = &body};
    FOR_EACH(i, &harness->functions)
        emit_function(&spec, &table, i);
    emit_globals(&spec);
    emit_settings(&spec, "size_settings", options->sizes.items, options->sizes.count);
    emit_settings(&spec, "alias_settings", options->aliases.items, options->aliases.count);
    spec.out = out;
    text_add(out, "#include \"harness/spec.h\"\n\n");
    emit_types(&spec);
    text_add(out, text_string(&body));
    text_printf(out, "static const CrsFunction functions[] = {\n%s    {0}};\n", text_string(&table));
    text_printf(out, "const CrsSpec crs_spec = {functions, %d, globals, %d, size_settings, %d, alias_settings, %d, ",
                harness->functions.count, harness->unit->host->globals.count, options->sizes.count,
                options->aliases.count);
    if (options->data)
        emit_string(out, options->data);
    else
        text_add(out, "0");
    text_printf(out, ", %d, %d};\n", options->expect_fallback, options->verbose);
}
