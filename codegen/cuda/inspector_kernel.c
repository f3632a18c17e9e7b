// Inspectors as kernels. Where the arrays that an inspector reads lie in device memory, threads share its loops there,
// and nothing is copied to the host: its outermost loop alone, or its rows and, inside of them, the next loop.
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/inspector.h"
#include "transform/tree/query.h"

typedef struct Sharing {
    Arena *arena;
    bool by_thread, by_team; // which of the names below the loops use
} Sharing;

// In the kernel: the number of the thread and the count of all; those of its team, which has one row at a time, and
// those of the thread in its team.
static const struct {
    const char *number, *count;
} by_threads = {"crs_thread", "crs_threads"}, by_teams = {"crs_team", "crs_teams"},
  by_members = {"crs_member", "crs_members"};

// ---- the loops

typedef struct Numbers {
    const Stmt *body;
    bool kept;
} Numbers;

typedef struct Declared {
    const Symbol *symbol;
    bool found;
} Declared;

static bool find_declaration(void *context, const Stmt *stmt)
{
    Declared *declared = context;
    declared->found = declared->found || (stmt->kind == ST_DECLARE && stmt->symbol == declared->symbol);
    return !declared->found;
}

static bool find_kept(void *context, const Stmt *stmt)
{
    Numbers *numbers = context;
    if (stmt->kind != ST_ASSIGN)
        return true;
    Declared declared = {stmt->place->symbol, false};
    stmt_walk(numbers->body, find_declaration, &declared);
    numbers->kept = numbers->kept || !declared.found;
    return !numbers->kept;
}

// Whether iterations of a loop with that body set a number that is not their own.
static bool keeps_number(const Stmt *body)
{
    Numbers numbers = {body, false};
    stmt_walk(body, find_kept, &numbers);
    return numbers.kept;
}

static bool find_ordered(void *context, const Stmt *stmt)
{
    bool *ordered = context;
    *ordered = *ordered || (stmt->kind == ST_LOOP && keeps_number(stmt->body));
    return !*ordered && stmt->kind != ST_LOOP;
}

// Whether an iteration of one of its outermost loops may depend on an earlier one.
static bool is_ordered(const Stmt *walk)
{
    bool ordered = tree_has_kind(walk, ST_BREAK) || tree_has_kind(walk, ST_WHILE) || tree_has_kind(walk, ST_RETURN);
    stmt_walk(walk, find_ordered, &ordered);
    return ordered;
}

static bool find_rows(void *context, const Stmt *stmt)
{
    bool *kept = context;
    *kept = *kept || (stmt->kind == ST_LOOP && keeps_number(stmt->body));
    return !*kept;
}

// Whether a team may share the loops in the body of an outermost loop.
static bool has_rows(const Stmt *body)
{
    bool kept = !tree_has_kind(body, ST_LOOP);
    stmt_walk(body, find_rows, &kept);
    return !kept;
}

static bool is_plain(const Loop *loop)
{
    return !loop->factor && !loop->may_wrap && !loop->tested && !loop->endless && !loop->from_zero &&
           !loop->not_equal && !loop->defines;
}

static Expr *local_value(Arena *arena, const char *name)
{
    Symbol *symbol = ARENA_NEW(arena, Symbol);
    *symbol = (Symbol){.name = name, .type = type_scalar(TY_I64), .role = SYM_LOCAL};
    return expr_symbol(arena, symbol);
}

// for (T i = lower; i < upper; i += step)
//   ->  for (long i_turn = lower + step * number; i_turn < upper; i_turn += step * count) { const T i = i_turn; .. }
static Stmt *share_loop(Arena *arena, const Stmt *stmt, Stmt *body, const char *number, const char *count)
{
    Loop shared = *stmt->loop;
    Symbol *turn = ARENA_NEW(arena, Symbol), *iterator = (Symbol *)shared.iterator;
    *turn = (Symbol){
        .name = intern_printf("%s_turn", shared.iterator->name), .type = type_scalar(TY_I64), .role = SYM_LOCAL};
    Expr *step = index_cast(arena, shared.step);
    shared.iterator = turn;
    shared.lower =
        index_add(arena, index_cast(arena, shared.lower), index_mul(arena, step, local_value(arena, number)));
    shared.step = index_mul(arena, step, local_value(arena, count));
    Expr *value = expr_cast(arena, iterator->type, expr_symbol(arena, turn));
    Stmt *items[] = {stmt_declare(arena, iterator, value), body};
    return stmt_loop(arena, &shared, stmt_block(arena, items, 2));
}

static Stmt *share(Sharing *sharing, Stmt *stmt, bool in_team);

static Stmt *share_items(Sharing *sharing, const Stmt *block, bool in_team)
{
    Stmt **items = arena_alloc(sharing->arena, (size_t)(block->nitems + 1) * sizeof *items);
    for (int i = 0; i < block->nitems; i++)
        items[i] = share(sharing, block->items[i], in_team);
    return stmt_block(sharing->arena, items, block->nitems);
}

// if (crs_member == 0) crs_measure(..)
static Stmt *by_first(Sharing *sharing, Stmt *stmt, bool in_team)
{
    Arena *arena = sharing->arena;
    Expr *number = local_value(arena, in_team ? by_members.number : by_threads.number);
    sharing->by_thread |= !in_team;
    return stmt_if(arena, expr_binary(arena, OP_EQ, number, expr_int(arena, 0, number->type), number->type), stmt,
                   NULL);
}

// Each call is made once.
static Stmt *share(Sharing *sharing, Stmt *stmt, bool in_team)
{
    Arena *arena = sharing->arena;
    if (stmt->kind == ST_BLOCK)
        return share_items(sharing, stmt, in_team);
    if (stmt->kind == ST_IF) {
        Stmt *result = ARENA_NEW(arena, Stmt);
        *result = *stmt;
        result->body = share(sharing, stmt->body, in_team);
        result->otherwise = stmt->otherwise ? share(sharing, stmt->otherwise, in_team) : NULL;
        return result;
    }
    if (stmt->kind == ST_EVALUATE)
        return by_first(sharing, stmt, in_team);
    if (stmt->kind != ST_LOOP)
        return stmt;
    if (!is_plain(stmt->loop))
        return stmt_loop(arena, stmt->loop, share(sharing, stmt->body, in_team));
    if (in_team)
        return share_loop(arena, stmt, stmt->body, by_members.number, by_members.count);
    bool rows = has_rows(stmt->body);
    sharing->by_team |= rows;
    sharing->by_thread |= !rows;
    return rows ? share_loop(arena, stmt, share(sharing, stmt->body, true), by_teams.number, by_teams.count)
                : share_loop(arena, stmt, stmt->body, by_threads.number, by_threads.count);
}

// ---- the kernels

static const char *kernel_name(const Program *program, const Measure *measure, bool marks)
{
    const char *name = inspector_name(program, marks ? "marks" : "range", measure);
    return intern_printf("%s_%s", program->nest->kernel_name, name);
}

bool inspector_has_kernel(Arena *arena, const Program *program, const Measure *measure)
{
    bool walks = !measure->by_block && !measure->by_bounds && !measure->ascending && !measure->of_rows;
    bool wanted = !measure->reads.count || program->keeps || !inspector_is_for_copies(arena, program, measure);
    if (!walks || !wanted || program->plain || is_ordered(measure->walk))
        return false;
    FOR_EACH(i, &measure->reads)
        if (measure->reads.items[i]->held != HOST_POINTER)
            return false;
    return true;
}

static void emit_names(Text *out, const Sharing *sharing)
{
    if (sharing->by_thread)
        emit_line(out, 1, "const long crs_thread = crs_own_thread(), crs_threads = crs_all_threads();");
    if (sharing->by_team) {
        emit_line(out, 1, "const long crs_members = 32 * crs_parts, crs_teams = crs_all_threads() / crs_members;");
        emit_line(
            out, 1,
            "const long crs_team = crs_own_thread() / crs_members, crs_member = crs_own_thread() %% crs_members;");
    }
}

static void emit_inspector_kernel(Text *out, const Program *program, const Measure *measure, bool marks)
{
    const char *first = emit_name(measure->first->name), *last = emit_name(measure->last->name);
    Sharing sharing = {.arena = out->arena};
    Stmt *walk = share(&sharing, marks ? inspector_marking(out->arena, measure) : measure->walk, false);
    size_t start = out->length;
    text_printf(out, "static __global__ void __launch_bounds__(256) %s(", kernel_name(program, measure, marks));
    ParameterList list = {.out = out, .column = out->length - start, .at = out->length - start};
    parameter_list_add(&list, marks ? intern_printf("crs_marked %s", inspector_marks(measure)) : "long *crs_range");
    parameter_list_add(&list, sharing.by_team ? "long crs_parts" : "long");
    FOR_EACH(i, &measure->reads) {
        const Array *array = measure->reads.items[i];
        parameter_list_add(&list, intern_printf("%s__restrict__ %s", emit_element_pointer(array, true, LANGUAGE_CUDA),
                                                emit_name(array->name)));
    }
    SymbolList symbols = inspector_symbols(out->arena, measure);
    FOR_EACH(i, &symbols)
        parameter_list_add(&list, intern_printf("%s %s", emit_type(symbols.items[i]->type, LANGUAGE_CUDA),
                                                emit_name(symbols.items[i]->name)));
    text_add(out, ")\n{\n");
    emit_names(out, &sharing);
    if (!marks)
        emit_line(out, 1, "long %s = INT64_MAX, %s = INT64_MIN;", first, last);
    emit_body(&(Emitter){.out = out, .root = walk}, walk, 1);
    if (!marks)
        emit_line(out, 1, "crs_join_range(crs_range, %s, %s);", first, last);
    text_add(out, "}\n\n");
}

void emit_inspector_kernels(Text *out, const Program *program)
{
    FOR_EACH(i, &program->facts->measures) {
        const Measure *measure = &program->facts->measures.items[i];
        if (!inspector_has_kernel(out->arena, program, measure))
            continue;
        text_printf(out, "// Finds what %s touches of %s%s.\n", nest_place(out->arena, program->nest),
                    measure->array->name, measure->reads.count ? ", where the indices are in device memory" : "");
        emit_inspector_kernel(out, program, measure, false);
        if (measure->distinct)
            emit_inspector_kernel(out, program, measure, true);
    }
}

// ---- the calls

// How many iterations its outermost loop has, as far as the host knows that before it reads an array.
static const char *rows_of(Emitter *emitter, const Measure *measure)
{
    const Stmt *stmt = measure->walk;
    while (stmt->kind == ST_BLOCK && stmt->nitems == 1)
        stmt = stmt->items[0];
    const Loop *loop = stmt->kind == ST_LOOP && is_plain(stmt->loop) ? stmt->loop : NULL;
    if (!loop || expr_has_access(loop->lower) || expr_has_access(loop->upper) || expr_has_access(loop->step))
        return "INT64_MAX";
    return expr_string(emitter, loop_trip_count(emitter->out->arena, loop));
}

const char *inspector_launch(Emitter *emitter, const Program *program, const Measure *measure, bool marks)
{
    Text text = {.arena = emitter->out->arena};
    text_printf(&text, "%s(crs_now, %s, ", marks ? "crs_are_distinct" : "crs_inspect",
                kernel_name(program, measure, marks));
    if (marks)
        text_printf(&text, "%s, ", array_variable(measure->array));
    text_printf(&text, "%s, %s, %s", emit_name(measure->first->name), emit_name(measure->last->name),
                rows_of(emitter, measure));
    if (!measure->reads.count)
        text_add(&text, ", SIZE_MAX");
    FOR_EACH(i, &measure->reads)
        text_printf(&text, "%s%s.bytes", i ? " + " : ", ", inspector_seen(measure->reads.items[i]));
    FOR_EACH(i, &measure->reads) {
        const Array *array = measure->reads.items[i];
        text_printf(&text, ", (const %s *)%s.place", emit_type(array->element, LANGUAGE_CUDA), inspector_seen(array));
    }
    SymbolList symbols = inspector_symbols(text.arena, measure);
    FOR_EACH(i, &symbols)
        text_printf(&text, ", %s", emit_name(symbols.items[i]->name));
    text_add(&text, ")");
    return text_string(&text);
}
