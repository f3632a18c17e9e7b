// The end of each build of the user's file: crs_entry calls its functions, crs_global finds its variables. Also the
// reference as a whole: the user's text with other nests.
#include "codegen/check/harness.h"
#include "codegen/check/harness_pointers.h"
#include "codegen/cuda/emit.h"

#include <stdlib.h>

// main(argc, argv), which is called with the name of a program alone.
static bool takes_words(const Harness *harness, const HostFunction *function)
{
    return function->nparams < host_function(harness->unit->host, function->name)->nparams;
}

// Drawn numbers choose the function, so that all builds call the same one.
static void function_argument(Text *out, int number, const FunctionChoice *choice)
{
    text_add(out, "(");
    for (int i = 0; i + 1 < choice->nfunctions; i++)
        text_printf(out, "(unsigned long)CRS_ARGUMENT(%d, unsigned long) / 2 %% %d == %d ? %s : ", number,
                    choice->nfunctions, i, choice->functions[i]);
    text_printf(out, "%s)", choice->functions[choice->nfunctions - 1]);
}

// "CRS_ARGUMENT(0, int), ..."
static void harness_arguments(const Harness *harness, Text *out, const HostFunction *function)
{
    for (int i = 0; i < function->nparams; i++) {
        const HostParam *param = &function->params[i];
        const FunctionChoice *choice = harness_function_choice(harness, function, param->name);
        text_add(out, i ? ", " : "");
        if (choice)
            function_argument(out, i, choice);
        else if (param->is_pointer)
            text_printf(out,
                        param->type && param->type->kind != TY_VOID ? "CRS_ELEMENTS_ARGUMENT(%d)"
                                                                    : "CRS_POINTER_ARGUMENT(%d)",
                        i);
        else
            text_printf(out, "CRS_ARGUMENT(%d, %s)", i, param->type_text);
    }
}

static void add_call(const Harness *harness, Text *out, const HostFunction *function)
{
    bool kept = function->result && function->result->kind != TY_VOID && function->result->kind != TY_POINTER;
    text_add(out, "        ");
    if (takes_words(harness, function))
        text_add(out,
                 "static char crs_word[] = \"program\";\n        static char *crs_words[] = {crs_word, 0};\n        ");
    if (kept)
        text_printf(out, "CRS_RESULT(%s, ", function->result_text);
    text_printf(out, "%s(", function->name);
    if (takes_words(harness, function))
        text_add(out, "1, crs_words");
    else
        harness_arguments(harness, out, function);
    text_add(out, kept ? "));\n" : ");\n");
}

// A parameter that cannot be made of bytes: the function is not called, and spec.c says so.
static bool is_callable(const HostFunction *function)
{
    for (int i = 0; i < function->nparams; i++)
        if (!function->params[i].is_pointer && !function->params[i].type)
            return false;
    return true;
}

void harness_entry(const Harness *harness, Text *out, void (*before)(const Harness *harness, Text *out, int function))
{
    text_add(out, "CRS_ENTRY void crs_entry(int crs_function, void **crs_arguments, void *crs_result)\n{\n");
    text_add(out, "    (void)crs_arguments, (void)crs_result;\n    switch (crs_function) {\n");
    FOR_EACH(i, &harness->functions) {
        const HostFunction *function = harness->functions.items[i];
        if (!is_callable(function))
            continue;
        text_printf(out, "    case %d:\n", i);
        if (before)
            before(harness, out, i);
        text_add(out, takes_words(harness, function) ? "    {\n" : "");
        add_call(harness, out, function);
        text_add(out, takes_words(harness, function) ? "        break;\n    }\n" : "        break;\n");
    }
    text_add(out, "    }\n}\n\nCRS_ENTRY void *crs_global(int crs_index)\n{\n    switch (crs_index) {\n");
    FOR_EACH(i, &harness->unit->host->globals)
        text_printf(out, "    case %d: return (void *)&%s;\n", i, harness->unit->host->globals.items[i].name);
    text_add(out, "    }\n    return 0;\n}\n");
}

// ---- the reference

typedef struct Edit {
    ByteRange range;
    const char *text;
    int order;
} Edit;

static int compare_edits(const void *left, const void *right)
{
    const Edit *a = left, *b = right;
    if (a->range.begin != b->range.begin)
        return a->range.begin < b->range.begin ? -1 : 1;
    return a->order - b->order;
}

typedef VECTOR(Edit) Edits;

static void add_edit(const Harness *harness, Edits *edits, size_t begin, size_t end, const char *text)
{
    VECTOR_PUSH(harness->arena, edits, ((Edit){{begin, end}, text, edits->count}));
}

static void add_nest(const Harness *harness, Edits *edits, int index, int *next_reduction, int *next_loop)
{
    const Program *program = harness->programs[index];
    const Nest *nest = program->nest;
    const HostFunction *function = host_function(harness->unit->host, nest->function_name);
    Text definition = {.arena = harness->arena}, call = definition;
    text_add(&definition, "\n");
    const Goals *goals = &harness->goals[index];
    int first_goal = harness_first_goal(harness, index);
    reference_function(harness->arena, &definition, program, index, next_reduction, next_loop, goals, first_goal);
    reference_call(harness->arena, &call, program, index, goals);
    add_edit(harness, edits, function->range.begin, function->range.begin, text_string(&definition));
    add_edit(harness, edits, nest->extent.begin, nest->extent.end, text_string(&call));
}

// Each parameter has a declaration of its own, as in a prototype; in `f(n, m) int n, m;` they share one.
static bool has_prototype(const HostFunction *function)
{
    for (int i = 0; i < function->nparams; i++)
        for (int k = 0; k < i; k++) {
            const ByteRange a = function->params[i].range, b = function->params[k].range;
            if (a.begin < b.end && b.begin < a.end)
                return false;
        }
    return true;
}

// The declared dimensions of array parameters, in a function with the same parameters.
static void add_declarations(const Harness *harness, Text *out, int index)
{
    const HostFunction *function = harness->functions.items[index];
    const SourceFile *source = harness->unit->source;
    if (!has_prototype(function))
        return;
    text_printf(out, "\nstatic void crs_declare_%d(", index);
    for (int i = 0; i < function->nparams; i++) {
        const ByteRange range = function->params[i].range;
        text_add(out, i ? ", " : "");
        text_add_n(out, source->text + range.begin, range.end - range.begin);
    }
    text_add(out, function->nparams ? ")\n{\n" : "void)\n{\n");
    for (int i = 0; i < function->nparams; i++) {
        const HostParam *param = &function->params[i];
        if (!param->is_pointer || param->is_rows || (param->ndim < 2 && !param->extent[0]))
            continue;
        const char *first = param->extent[0] ? param->extent[0] : "-1";
        text_printf(out, "    { const long crs_extents[] = {%s", first);
        for (int d = 1; d < param->ndim; d++)
            text_printf(out, ", %s", param->extent[d]);
        text_printf(out, "}; crs_declared(%s, %s%s, crs_extents, %d); }\n", param->name,
                    param->extent[0] ? "(long)sizeof *" : "0",
                    param->extent[0] ? arena_printf(harness->arena, "%s * crs_extents[0]", param->name) : "",
                    param->ndim);
    }
    text_add(out, "}\n");
}

static void call_declarations(const Harness *harness, Text *out, int function)
{
    if (!has_prototype(harness->functions.items[function]))
        return;
    text_printf(out, "        crs_declare_%d(", function);
    harness_arguments(harness, out, harness->functions.items[function]);
    text_add(out, ");\n");
}

static bool has_nest(const Harness *harness, int index)
{
    const Program *program = harness->programs[index];
    return program && program->nest->function_name && host_function(harness->unit->host, program->nest->function_name);
}

void harness_reference(const Harness *harness, Text *out)
{
    const SourceFile *source = harness->unit->source;
    Edits edits = {0};
    int next_reduction = 0, next_loop = 0;
    FOR_EACH(i, &harness->unit->nests)
        if (has_nest(harness, i))
            add_nest(harness, &edits, i, &next_reduction, &next_loop);
    if (edits.count)
        qsort(edits.items, (size_t)edits.count, sizeof *edits.items, compare_edits);
    text_add(out, "#include \"harness/entry.h\"\n#include \"harness/hooks.h\"\n");
    size_t at = 0;
    FOR_EACH(i, &edits) {
        const Edit *edit = &edits.items[i];
        if (edit->range.begin < at)
            continue; // inside of what was replaced already
        text_add_n(out, source->text + at, edit->range.begin - at);
        text_add(out, edit->text);
        at = edit->range.end;
    }
    text_add_n(out, source->text + at, source->length - at);
    FOR_EACH(i, &harness->functions)
        if (is_callable(harness->functions.items[i]))
            add_declarations(harness, out, i);
    text_add(out, "\n");
    harness_entry(harness, out, call_declarations);
}
