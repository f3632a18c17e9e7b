// Inspectors in a launcher: loops over index arrays that find data-dependent ranges (analysis/facts.h, Measure).
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/launch.h"

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
    Array *seen = ARENA_NEW(arena, Array);
    *seen = *expr->array;
    seen->name = seen_name(expr->array);
    Expr *result = ARENA_NEW(arena, Expr);
    *result = *expr;
    result->array = seen;
    return result;
}

static bool is_seen(const Facts *facts, int number, const Array *array)
{
    for (int m = 0; m < number; m++)
        FOR_EACH(i, &facts->measures.items[m].reads)
            if (facts->measures.items[m].reads.items[i] == array)
                return true;
    return false;
}

static void emit_seen(Emitter *emitter, const Array *array)
{
    const char *type = emit_type(array->element, LANGUAGE_CUDA), *name = seen_name(array);
    emit_line(emitter->out, 1, "crs_seen %s_seen(crs_now, %s);", name, array_variable(array));
    emit_line(emitter->out, 1, "const %s *%s = (const %s *)%s_seen.place;", type, name, type, name);
    emit_line(emitter->out, 1, "if (!%s_seen.ready)", name);
    emit_line(emitter->out, 2, "return crs_serial(crs_now);");
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

static void emit_measure(Emitter *emitter, const Facts *facts, int number)
{
    Arena *arena = emitter->out->arena;
    const Measure *measure = &facts->measures.items[number];
    const char *first = emit_name(measure->first->name), *last = emit_name(measure->last->name);
    FOR_EACH(i, &measure->apart) {
        emit_line(emitter->out, 1, "if (!%s)", apart_test(emitter, &measure->apart.items[i]));
        emit_line(emitter->out, 2, "return crs_serial(crs_now);");
    }
    FOR_EACH(i, &measure->reads)
        if (!is_seen(facts, number, measure->reads.items[i]))
            emit_seen(emitter, measure->reads.items[i]);
    emit_line(emitter->out, 1, "long %s = INT64_MAX, %s = INT64_MIN; // of what is touched of %s", first, last,
              measure->array->name);
    const Stmt *walk = stmt_rewrite(arena, measure->walk, NULL, read_on_host, arena);
    Emitter inner = {.out = emitter->out, .exact = true, .root = walk};
    emit_body(&inner, walk, 1);
    emit_line(emitter->out, 1, "if (%s <= %s)", first, last);
    emit_touch(emitter, facts_array(facts, measure->array), 2);
    emit_line(emitter->out, 1, "else");
    emit_line(emitter->out, 2, "%s = 0, %s = -1;", first, last);
}

void emit_measures(Emitter *emitter, const Facts *facts)
{
    FOR_EACH(i, &facts->measures)
        emit_measure(emitter, facts, i);
}
