// One program out of several.
#include "transform/lower/lower.h"
#include "transform/plan/versions/version_join.h"

#include <string.h>

typedef struct Renaming {
    Arena *arena;
    const char *prefix, *version; // crs_matmul_1_5f3a
} Renaming;

static Stmt *rename_kernel(void *context, Stmt *stmt)
{
    const Renaming *renaming = context;
    size_t length = strlen(renaming->prefix);
    if (stmt->kind != ST_KERNEL || strncmp(stmt->name, renaming->prefix, length) != 0)
        return stmt;
    Stmt *made = arena_copy(renaming->arena, stmt, sizeof *stmt);
    made->name = intern_printf("%s_%s%s", renaming->prefix, renaming->version, stmt->name + length);
    return made;
}

static ScalarCell *cell_for(Program *program, const Symbol *symbol)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].symbol == symbol)
            return &program->cells.items[i];
    return NULL;
}

// Cells of the same scalar become one.
static void join_cells(Arena *arena, Program *program, Program *other)
{
    FOR_EACH(i, &other->cells) {
        const ScalarCell *cell = &other->cells.items[i];
        ScalarCell *known = cell_for(program, cell->symbol);
        if (!known) {
            VECTOR_PUSH(arena, &program->cells, *cell);
            VECTOR_PUSH(arena, &program->scratch, (Array *)cell->cell);
            continue;
        }
        known->copy_in = known->copy_in || cell->copy_in;
        known->copy_out = known->copy_out || cell->copy_out;
        other->host = stmt_use_array(arena, other->host, cell->cell, known->cell);
    }
}

static bool is_cell(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].cell == array)
            return true;
    return false;
}

// What a change of the source has made is there for all versions.
static bool has_scratch(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->scratch)
        if (program->scratch.items[i] == array)
            return true;
    return false;
}

Stmt *version_choice(Arena *arena, const Version *version, Stmt *body, Stmt *otherwise)
{
    Stmt *made = stmt_if(arena, version->condition, body, otherwise);
    made->name = version->name;
    made->limited = version->limited;
    return made;
}

Stmt *version_named(Arena *arena, const Program *program, const char *version)
{
    Renaming renaming = {.arena = arena, .prefix = program->nest->kernel_name, .version = version};
    return stmt_rewrite(arena, program->host, rename_kernel, NULL, &renaming);
}

static bool has_symbol(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->symbols)
        if (nest->symbols.items[i] == symbol)
            return true;
    return false;
}

static bool has_array(const Nest *nest, const Array *array)
{
    FOR_EACH(i, &nest->arrays)
        if (nest->arrays.items[i] == array || (array->space == SPACE_GLOBAL && array_is(nest->arrays.items[i], array)))
            return true;
    return false;
}

// ---- an array has the same dimensions in all versions

typedef struct Reshaping {
    Arena *arena;
    const Array *array, *shape;
} Reshaping;

// The place counted from the first element is in the last dimension: elements lie as they did.
static Expr *reshape_access(void *context, Expr *expr)
{
    const Reshaping *reshaping = context;
    Arena *arena = reshaping->arena;
    const Array *array = reshaping->array;
    if (expr->kind != EX_ACCESS || expr->array != array)
        return expr;
    Expr *subscripts[MAX_DIMS], *place = index_cast(arena, expr->operands[0]);
    for (int d = 1; d < array->ndim; d++)
        place = index_add(arena, index_mul(arena, place, index_cast(arena, array->extent[d])),
                          index_cast(arena, expr->operands[d]));
    for (int d = 0; d < reshaping->shape->ndim; d++)
        subscripts[d] = d + 1 < reshaping->shape->ndim ? expr_index(arena, 0) : place;
    return expr_access_by(arena, expr, reshaping->shape, subscripts);
}

static Stmt *reshape_loop(void *context, Stmt *stmt)
{
    const Reshaping *reshaping = context;
    for (int i = 0; stmt->kind == ST_LOOP && i < MAX_DISTINCT; i++)
        if (stmt->loop->distinct[i] == reshaping->array) {
            stmt = arena_copy(reshaping->arena, stmt, sizeof *stmt);
            stmt->loop = arena_copy(reshaping->arena, stmt->loop, sizeof *stmt->loop);
            stmt->loop->distinct[i] = reshaping->shape;
        }
    return stmt;
}

// `collapse` makes two dimensions one.
static void reshape(Arena *arena, const Nest *nest, Program *other)
{
    FOR_EACH(i, &other->nest->arrays)
        FOR_EACH(k, &nest->arrays) {
            Reshaping reshaping = {arena, other->nest->arrays.items[i], nest->arrays.items[k]};
            if (reshaping.array->space != SPACE_GLOBAL || reshaping.array == reshaping.shape ||
                !array_is(reshaping.array, reshaping.shape))
                continue;
            other->host = stmt_rewrite(arena, other->host, reshape_loop, reshape_access, &reshaping);
        }
}

// The symbols and arrays of both.
static void join_tables(Nest *nest, const Nest *other)
{
    Arena *arena = nest->unit->arena;
    FOR_EACH(i, &other->symbols)
        if (!has_symbol(nest, other->symbols.items[i]))
            VECTOR_PUSH(arena, &nest->symbols, other->symbols.items[i]);
    FOR_EACH(i, &other->arrays)
        if (!has_array(nest, other->arrays.items[i]))
            VECTOR_PUSH(arena, &nest->arrays, other->arrays.items[i]);
    if (other->next_loop > nest->next_loop)
        nest->next_loop = other->next_loop;
}

// Whether the condition is the other one, or that one and more.
static bool holds_part(const Expr *condition, const Expr *part)
{
    return expr_equal(condition, part) ||
           (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND &&
            (holds_part(condition->operands[0], part) || holds_part(condition->operands[1], part)));
}

// Those of `limit` become part of the version's condition.
static void join_limits(Arena *arena, Program *joined, const Program *other, Version *version)
{
    FOR_EACH(i, &other->limits) {
        const Assumption *limit = &other->limits.items[i];
        if (!limit->of_version)
            limit_add(joined, arena, limit->condition, limit->words);
        else if (!holds_part(version->condition, limit->condition))
            version->condition = expr_both(arena, limit->condition, version->condition);
        version->limited = version->limited || limit->of_version;
    }
}

void version_join(Arena *arena, Program *joined, Program *program, Version *version)
{
    reshape(arena, joined->nest, program);
    join_tables(joined->nest, program->nest);
    join_cells(arena, joined, program);
    FOR_EACH(i, &program->scratch) {
        Array *array = program->scratch.items[i];
        if (is_cell(program, array) || has_scratch(joined, array))
            continue;
        VECTOR_PUSH(arena, &joined->scratch, array);
        VECTOR_PUSH(arena, &version->scratch, (const Array *)array);
    }
    join_limits(arena, joined, program, version);
    joined->approximations |= program->approximations;
    joined->reassociates = joined->reassociates || program->reassociates;
    joined->fuses = joined->fuses || program->fuses;
}

void version_print(Text *schedule, const Version *version, const char *steps)
{
    text_printf(schedule, "version %s%s%s%s%s;\n%s", version->name, version->of ? " of " : "",
                version->of ? version->of : "", version->words ? " when " : "", version->words ? version->words : "",
                steps);
}

Program *versions_join(Arena *arena, const Version *versions, Program *const *programs, int count)
{
    Program *joined = programs[count - 1];
    const char *last = joined->versions.count ? NULL : versions[count - 1].name;
    Text schedule = {.arena = arena};
    Stmt *host = last ? version_named(arena, joined, last) : joined->host;
    Versions all = {0};
    for (int v = count - 2; v >= 0; v--) {
        Version version = versions[v];
        version_join(arena, joined, programs[v], &version);
        host = version_choice(arena, &version, version_named(arena, programs[v], version.name), host);
        VECTOR_PUSH(arena, &all, version);
    }
    for (int low = 0, high = all.count - 1; low < high; low++, high--) {
        Version swapped = all.items[low];
        all.items[low] = all.items[high];
        all.items[high] = swapped;
    }
    if (last)
        VECTOR_PUSH(arena, &all, versions[count - 1]);
    FOR_EACH(v, &joined->versions)
        VECTOR_PUSH(arena, &all, joined->versions.items[v]);
    joined->versions = all;
    for (int v = 0; v < count - !last; v++)
        version_print(&schedule, &versions[v], programs[v]->schedule);
    if (!last)
        text_printf(&schedule, "%s", joined->schedule);
    joined->schedule = text_string(&schedule);
    joined->host = host;
    return joined;
}
