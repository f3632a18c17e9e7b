// Inspectors in a launcher: loops over index arrays that find data-dependent ranges (analysis/facts.h, Measure). Where
// arrays stay on the device between nests, a launcher remembers what an inspector has found for as long as what the
// inspector reads is the same. An array in device memory that is only read needs no inspector: nothing of it is copied.
// Where the index arrays lie in device memory, kernels go through them (inspector_kernel.c).
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/inspector.h"

#include <string.h>

static const char *seen_name(const Array *array)
{
    return intern_printf("crs_host_%s", array->name);
}

// The walk reads where the host can.
static Expr *read_on_host(void *context, Expr *expr)
{
    Arena *arena = context;
    if (expr->kind != EX_ACCESS)
        return expr;
    if (expr->array->held == HOST_ROWS && !expr->npath)
        return expr_call(arena, expr->type, seen_name(expr->array), NULL, expr->operands, 2);
    Array *seen = ARENA_NEW(arena, Array);
    *seen = *expr->array;
    seen->name = seen_name(expr->array);
    if (expr->array->held == HOST_ROWS) { // of a struct in a row
        Emitter emitter = {.out = &(Text){.arena = arena}};
        const char *row = expr_string(&emitter, expr->operands[0]), *column = expr_string(&emitter, expr->operands[1]);
        seen->name = arena_printf(arena, "(&%s(%s, %s))", seen->name, row, column);
        seen->held = HOST_POINTER;
        seen->ndim = 0;
    }
    Expr *result = ARENA_NEW(arena, Expr);
    *result = *expr;
    result->array = seen;
    return result;
}

const char *inspector_seen(const Array *array)
{
    return intern_printf("%s_seen", seen_name(array));
}

// For the host's walk.
static void emit_on_host(Emitter *emitter, const Array *array, int indent)
{
    const char *type = emit_type(array->element, LANGUAGE_CUDA), *seen = inspector_seen(array);
    if (array->held == HOST_ROWS) {
        const char *variable = array_variable(array);
        emit_line(emitter->out, indent, "if (!crs_rows_are_on_host(crs_now, %s))", variable);
        emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
        emit_line(emitter->out, indent, "auto %s = [&](long crs_row_1, long crs_column_1) -> const %s & {",
                  seen_name(array), type);
        emit_line(emitter->out, indent + 1, "return ((const %s *)crs_table_row(%s, crs_row_1))[crs_column_1];", type,
                  variable);
        emit_line(emitter->out, indent, "};");
        return;
    }
    emit_line(emitter->out, indent, "const %s *%s = (const %s *)%s.on_host(crs_now);", type, seen_name(array), type,
              seen);
    emit_line(emitter->out, indent, "if (!%s.ready)", seen);
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

static const char *apart_test(Emitter *emitter, const Apart *apart)
{
    Arena *arena = emitter->out->arena;
    const char *written = array_variable(apart->b);
    if (apart->scalar)
        return arena_printf(arena, "crs_apart(crs_now, %s, crs_place_%s, sizeof(%s), \"%s\")", written,
                            apart->scalar->name, emit_type(apart->scalar->type, LANGUAGE_CUDA), apart->scalar->name);
    return arena_printf(arena, "crs_disjoint(crs_now, %s, %s)", array_variable(apart->a), written);
}

static void emit_apart(Emitter *emitter, const Apart *apart)
{
    const Array *const sides[] = {apart->a, apart->b};
    for (int i = 0; i < 2; i++) {
        if (!sides[i] || sides[i]->held != HOST_ROWS)
            continue;
        emit_line(emitter->out, 1, "if (!crs_can_look_up(crs_now, %s))", array_variable(sides[i]));
        emit_line(emitter->out, 2, "return crs_serial(crs_now);");
    }
    emit_line(emitter->out, 1, "if (!%s)", apart_test(emitter, apart));
    emit_line(emitter->out, 2, "return crs_serial(crs_now);");
}

// ---- the parameters that an inspector depends on

typedef struct Dependent {
    Arena *arena;
    const Measure *measure;
    SymbolList symbols;
} Dependent;

static bool note_symbol(void *context, const Expr *expr)
{
    Dependent *dependent = context;
    const Measure *measure = dependent->measure;
    bool other = expr->kind != EX_SYMBOL || expr->symbol->role != SYM_PARAM || expr->symbol == measure->first ||
                 expr->symbol == measure->last || expr->symbol == measure->of_rows ||
                 list_mentions(&dependent->symbols, expr->symbol);
    if (!other)
        VECTOR_PUSH(dependent->arena, &dependent->symbols, expr->symbol);
    return true;
}

static bool note_value(void *context, const Expr *expr)
{
    note_symbol(context, expr);
    for (int d = 1; expr->kind == EX_ACCESS && d < expr->array->ndim; d++)
        expr_walk(expr->array->extent[d], note_symbol, context);
    return true;
}

SymbolList inspector_symbols(Arena *arena, const Measure *measure)
{
    Dependent dependent = {.arena = arena, .measure = measure};
    stmt_walk_expressions(measure->walk, note_value, &dependent);
    return dependent.symbols;
}

// ---- one inspector

typedef struct Marking {
    Arena *arena;
    const Symbol *marks;
    const Symbol *rows; // Measure.ascending
} Marking;

const char *inspector_name(const Program *program, const char *what, const Measure *measure)
{
    int earlier = 0;
    FOR_EACH(i, &program->facts->measures) {
        const Measure *other = &program->facts->measures.items[i];
        if (other->first == measure->first)
            break;
        earlier += other->array == measure->array;
    }
    return earlier ? intern_printf("%s%d_%s", what, earlier + 1, measure->array->name)
                   : intern_printf("%s_%s", what, measure->array->name);
}

static const char *measured_name(const Program *program, const Measure *measure)
{
    return inspector_name(program, "crs_measured", measure);
}

static void emit_recall(Emitter *emitter, const Program *program, const Measure *measure)
{
    Text *out = emitter->out;
    text_printf(out, "!crs_recall(crs_now, %s, %s, %s", measured_name(program, measure),
                emit_name(measure->first->name), emit_name(measure->last->name));
    FOR_EACH(i, &measure->reads)
        text_printf(out, ", %s", array_variable(measure->reads.items[i]));
    SymbolList symbols = inspector_symbols(out->arena, measure);
    FOR_EACH(i, &symbols)
        text_printf(out, ", %s", emit_name(symbols.items[i]->name));
    text_add(out, ")");
}

static void emit_walk(Emitter *emitter, const Measure *measure, int indent)
{
    Arena *arena = emitter->out->arena;
    const Stmt *walk = stmt_rewrite(arena, measure->walk, NULL, read_on_host, arena);
    Emitter inner = {.out = emitter->out, .root = walk}; // without the device's own multiplication
    emit_body(&inner, walk, indent);
}

const char *inspector_marks(const Measure *measure)
{
    return intern_printf("crs_%s_%s", measure->ascending ? "order" : "marks", measure->array->name);
}

// crs_measure(first, last, i)  ->  crs_mark(marks, i)    crs_follow(order, i, row)
static Expr *mark_element(void *context, Expr *expr)
{
    const Marking *marking = context;
    if (expr->kind != EX_CALL || expr->noperands < 3 || expr->function || strncmp(expr->text, "crs_measure", 11) != 0)
        return expr;
    Expr *arguments[] = {expr_symbol(marking->arena, marking->marks), expr->operands[2], NULL};
    if (!marking->rows)
        return expr_call(marking->arena, expr->type, "crs_mark", NULL, arguments, 2);
    arguments[2] = index_cast(marking->arena, expr_symbol(marking->arena, marking->rows));
    return expr_call(marking->arena, expr->type, "crs_follow", NULL, arguments, 3);
}

Stmt *inspector_marking(Arena *arena, const Measure *measure)
{
    Symbol *marks = ARENA_NEW(arena, Symbol);
    *marks = (Symbol){.name = inspector_marks(measure), .type = type_scalar(TY_I64), .role = SYM_PARAM};
    return stmt_rewrite(arena, measure->walk, NULL, mark_element, &(Marking){arena, marks, measure->ascending});
}

static void emit_test(Emitter *emitter, const Measure *measure, int indent)
{
    const char *marks = inspector_marks(measure);
    Measure again = *measure;
    again.walk = inspector_marking(emitter->out->arena, measure);
    if (measure->ascending)
        emit_line(emitter->out, indent, "crs_order %s;", marks);
    else
        emit_line(emitter->out, indent, "crs_marks %s(%s, %s);", marks, emit_name(measure->first->name),
                  emit_name(measure->last->name));
    emit_walk(emitter, &again, indent);
    emit_line(emitter->out, indent, "if (!%s.are_distinct(crs_now, %s))", marks, array_variable(measure->array));
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

static void emit_range(Emitter *emitter, const Measure *measure)
{
    emit_line(emitter->out, 1, "long %s = INT64_MAX, %s = INT64_MIN; // of what is touched of %s",
              emit_name(measure->first->name), emit_name(measure->last->name), measure->array->name);
    if (measure->of_rows)
        emit_line(emitter->out, 1, "crs_row_ends %s;", measure->of_rows->name);
}

static void emit_block(Emitter *emitter, const Measure *measure)
{
    const char *first = emit_name(measure->first->name), *last = emit_name(measure->last->name);
    emit_line(emitter->out, 1, "long %s, %s; // of the block of %s", first, last, measure->array->name);
    emit_line(emitter->out, 1, "if (!crs_measure_block(crs_now, %s, %s, %s))", array_variable(measure->array), first,
              last);
    emit_line(emitter->out, 2, "return crs_serial(crs_now);");
}

// Whether anything but the array's own copies depends on the range.
static bool needs_range(Arena *arena, const Program *program, const Measure *measure)
{
    Program others = *program;
    Facts facts = *program->facts;
    others.facts = &facts;
    memset(&facts.arrays, 0, sizeof facts.arrays);
    memset(&facts.measures, 0, sizeof facts.measures);
    FOR_EACH(i, &program->facts->arrays)
        if (program->facts->arrays.items[i].array != measure->array)
            VECTOR_PUSH(arena, &facts.arrays, program->facts->arrays.items[i]);
    FOR_EACH(i, &program->facts->measures)
        if (&program->facts->measures.items[i] != measure)
            VECTOR_PUSH(arena, &facts.measures, program->facts->measures.items[i]);
    Needs needs = needs_of(arena, &others);
    FOR_EACH(i, &program->versions)
        if (program->versions.items[i].condition &&
            (expr_mentions(program->versions.items[i].condition, measure->first) ||
             expr_mentions(program->versions.items[i].condition, measure->last)))
            return true;
    return list_mentions(&needs.symbols, measure->first) || list_mentions(&needs.symbols, measure->last);
}

bool inspector_is_for_copies(Arena *arena, const Program *program, const Measure *measure)
{
    bool tests = measure->by_block || measure->by_bounds || measure->distinct || measure->ascending || measure->in_rows;
    return !tests && !facts_array(program->facts, measure->array)->written && measure->array->held == HOST_POINTER &&
           !needs_range(arena, program, measure);
}

// The arrays that the launcher has looked for by now, and those among them that the host can read.
typedef struct Seen {
    ArrayList arrays, on_host;
} Seen;

static bool is_among(const ArrayList *arrays, const Array *array)
{
    FOR_EACH(i, arrays)
        if (arrays->items[i] == array)
            return true;
    return false;
}

static void emit_seen(Emitter *emitter, const Measure *measure, Seen *seen, int indent)
{
    FOR_EACH(i, &measure->reads) {
        const Array *array = measure->reads.items[i];
        const char *name = inspector_seen(array);
        if (array->held == HOST_ROWS || is_among(&seen->arrays, array))
            continue;
        VECTOR_PUSH(emitter->out->arena, &seen->arrays, array);
        emit_line(emitter->out, indent, "crs_seen %s(crs_now, %s);", name, array_variable(array));
        emit_line(emitter->out, indent, "if (!%s.ready)", name);
        emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
    }
}

// The marks of elements are as long as the range.
static void emit_row_test(Emitter *emitter, const Measure *measure, int indent)
{
    if (!measure->in_rows)
        return;
    emit_line(emitter->out, indent, "if (!%s(crs_now, %s, %s))", measure->rises ? "crs_rises" : "crs_in_rows",
              array_variable(measure->array), emit_name(measure->first->name));
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

// On the host.
static void emit_loops(Emitter *emitter, const Measure *measure, Seen *seen, int indent)
{
    FOR_EACH(i, &measure->reads) {
        if (is_among(&seen->on_host, measure->reads.items[i]))
            continue;
        VECTOR_PUSH(emitter->out->arena, &seen->on_host, measure->reads.items[i]);
        emit_on_host(emitter, measure->reads.items[i], indent);
    }
    emit_walk(emitter, measure, indent);
    emit_row_test(emitter, measure, indent);
    if (measure->distinct || measure->ascending)
        emit_test(emitter, measure, indent);
}

static void emit_launch(Emitter *emitter, const Program *program, const Measure *measure, bool marks, int indent)
{
    emit_line(emitter->out, indent, "if (!%s)", inspector_launch(emitter, program, measure, marks));
    emit_line(emitter->out, indent + 1, "return crs_serial(crs_now);");
}

static void emit_launches(Emitter *emitter, const Program *program, const Measure *measure, int indent)
{
    emit_launch(emitter, program, measure, false, indent);
    emit_row_test(emitter, measure, indent);
    if (measure->distinct)
        emit_launch(emitter, program, measure, true, indent);
}

// Where what it reads is: in device memory, or where the host can read it.
static void emit_somewhere(Emitter *emitter, const Program *program, const Measure *measure, Seen *seen, int indent)
{
    Text *out = emitter->out;
    emit_seen(emitter, measure, seen, indent);
    if (!inspector_has_kernel(out->arena, program, measure)) {
        emit_loops(emitter, measure, seen, indent);
        return;
    }
    if (!measure->reads.count) {
        emit_launches(emitter, program, measure, indent);
        return;
    }
    Text remote = {.arena = out->arena};
    FOR_EACH(i, &measure->reads)
        text_printf(&remote, ", %s", inspector_seen(measure->reads.items[i]));
    emit_line(out, indent, "if (crs_are_remote(crs_now%s)) {", text_string(&remote));
    emit_launches(emitter, program, measure, indent + 1);
    emit_line(out, indent, "} else {");
    Seen here = *seen; // the names are this block's
    emit_loops(emitter, measure, &here, indent + 1);
    emit_line(out, indent, "}");
}

// The walk, unless what it would find is known without it.
static void emit_inspector(Emitter *emitter, const Program *program, const Measure *measure, Seen *seen)
{
    Text *out = emitter->out;
    const char *first = emit_name(measure->first->name), *last = emit_name(measure->last->name);
    bool keeps = program->keeps && !measure->of_rows;
    bool copies = inspector_is_for_copies(out->arena, program, measure), unless = copies || keeps;
    int indent = unless ? 2 : 1;
    emit_range(emitter, measure);
    if (keeps)
        emit_line(out, 1, "static thread_local crs_measured %s;", measured_name(program, measure));
    if (unless)
        text_add(out, "    if (");
    if (copies)
        text_printf(out, "!crs_covers(crs_now, %s, %s, %s)%s", array_variable(measure->array), first, last,
                    keeps ? " && " : "");
    if (keeps)
        emit_recall(emitter, program, measure);
    if (unless)
        text_add(out, ") {\n");
    Seen here = {0};
    emit_somewhere(emitter, program, measure, unless ? &here : seen, indent);
    if (keeps)
        emit_line(out, 2, "crs_remember(%s, %s, %s);", measured_name(program, measure), first, last);
    if (unless)
        emit_line(out, 1, "}");
}

static void emit_measure(Emitter *emitter, const Program *program, const Measure *measure, Seen *seen)
{
    const Facts *facts = program->facts;
    const char *first = emit_name(measure->first->name), *last = emit_name(measure->last->name);
    FOR_EACH(i, &measure->apart)
        emit_apart(emitter, &measure->apart.items[i]);
    if (measure->by_block) {
        emit_block(emitter, measure);
    } else if (measure->by_bounds) {
        emit_range(emitter, measure);
        emit_somewhere(emitter, program, measure, seen, 1);
        emit_line(emitter->out, 1, "if (!crs_within(crs_now, %s, %s, %s))", array_variable(measure->array), first,
                  last);
        emit_line(emitter->out, 2, "return crs_serial(crs_now);");
    } else {
        emit_inspector(emitter, program, measure, seen);
    }
    if (measure->of_rows) {
        emit_line(emitter->out, 1, "if (!crs_touch_measured_rows(crs_now, %s, %s, %s, %s))",
                  array_variable(measure->array), first, last, measure->of_rows->name);
        emit_line(emitter->out, 2, "return crs_serial(crs_now);");
        return;
    }
    if (measure->rises)
        return;
    emit_line(emitter->out, 1, "if (%s <= %s)", first, last);
    emit_touch(emitter, facts_array(facts, measure->array), 2);
    emit_line(emitter->out, 1, "else");
    emit_line(emitter->out, 2, "%s = 0, %s = -1;", first, last);
}

void emit_measures(Emitter *emitter, const Program *program)
{
    Seen seen = {0};
    FOR_EACH(i, &program->facts->measures)
        emit_measure(emitter, program, &program->facts->measures.items[i], &seen);
}
