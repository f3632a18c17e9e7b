// The statement that replaces a nest in the user's text: the call of its launcher, and then the serial loop.
#include "codegen/cuda/launch.h"
#include "frontend/directives/directive.h"

#include <string.h>

static bool is_plain_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

// `host` as the operand of a unary operator: a path of names, subscripts and arrows needs no parentheses.
static const char *host_operand(const char *host)
{
    int depth = 0;
    for (const char *at = host; *at; at++) {
        depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
        bool path = is_plain_name((char[]){*at, 0}) || *at == '.' || *at == ']' || *at == ')' ||
                    (at == host && *at == '&') || (*at == '-' && at[1] == '>') ||
                    (*at == '>' && at > host && at[-1] == '-');
        if (depth == 0 && !path)
            return intern_printf("(%s)", host);
    }
    return host;
}

static const char *argument(const LaunchParam *param, Language language)
{
    switch (param->kind) {
    case PARAM_ARRAY: {
        const Array *array = param->array->array;
        bool converts = array->ndim == 1 || array->host[0] == '&';
        if (array->held != HOST_ROWS && converts && !array->declared && !is_local_struct(array->element) &&
            !array->is_enum && !type_is_half(array->element))
            return emit_host_pointer(array);
        return intern_printf("(%s)%s", launch_param_type(param, language), host_operand(emit_host_pointer(array)));
    }
    case PARAM_SCALAR: return emit_host_value(param->symbol);
    case PARAM_ADDRESS: return intern_printf("&%s", host_operand(param->symbol->host));
    case PARAM_RESULT: return intern_printf("&%s", result_name(param->symbol));
    case PARAM_POINTER: return intern_printf("&%s", pointer_result_name(param->array->array));
    }
    unreachable_bug("a launcher's parameter of no kind");
}

// A temporary for each result: the caller's variable is set only after the device has finished.
static void emit_temporaries(Text *out, const LaunchParams *params, Language language)
{
    const char *separator = "";
    FOR_EACH(i, params) {
        const LaunchParam *param = &params->items[i];
        if (param->kind == PARAM_POINTER) {
            text_printf(out, "%svoid *%s = 0;", separator, pointer_result_name(param->array->array));
            separator = " ";
        }
        if (param->kind != PARAM_RESULT)
            continue;
        text_printf(out, "%s%s %s = %s;", separator, emit_type(param->symbol->type, language),
                    result_name(param->symbol), param->reads_old ? emit_host_value(param->symbol) : "0");
        separator = " ";
    }
}

static bool is_result(const LaunchParam *param)
{
    return param->kind == PARAM_RESULT || param->kind == PARAM_POINTER;
}

// C converts void * by itself.
static const char *taking_back(const LaunchParam *param, Language language)
{
    bool converts = language != LANGUAGE_C && param->kind == PARAM_RESULT && param->symbol->is_enum;
    if (converts)
        return intern_printf("%s = (decltype(%s))%s;", param->symbol->host, param->symbol->host,
                             result_name(param->symbol));
    if (param->kind == PARAM_RESULT && param->symbol->host_guard)
        return intern_printf("if (%s) %s = %s;", param->symbol->host_guard, param->symbol->host,
                             result_name(param->symbol));
    if (param->moves_rows)
        return intern_printf("if (%s) %s += %s;", result_name(param->symbol), param->symbol->pointer_after,
                             result_name(param->symbol));
    if (param->kind == PARAM_RESULT && param->symbol->pointer_after)
        return intern_printf("%s += %s;", param->symbol->pointer_after, result_name(param->symbol));
    if (param->kind == PARAM_RESULT)
        return intern_printf("%s = %s;", param->symbol->host, result_name(param->symbol));
    const Array *array = param->array->array;
    const char *pointer = array->pointer_after,
               *cast = language == LANGUAGE_C ? "" : intern_printf("(decltype(%s))", pointer);
    return intern_printf("%s = %s%s;", pointer, cast, pointer_result_name(array));
}

static void emit_call(Text *out, const Program *program, const LaunchParams *params, Language language)
{
    text_printf(out, "%s(", program->nest->kernel_name);
    FOR_EACH(i, params)
        text_printf(out, "%s%s", i ? ", " : "", argument(&params->items[i], language));
    text_add(out, ")");
}

static void take_back(Text *out, const LaunchParams *params, const char *indent, Language language)
{
    FOR_EACH(i, params)
        if (is_result(&params->items[i]))
            text_printf(out, "\n%s        %s", indent, taking_back(&params->items[i], language));
}

// All threads of the team come here. One of them calls the launcher, after all have done what precedes the loop, and
// they share the loop if that fails.
static void emit_for_team(Text *out, const Program *program, const LaunchParams *params, bool has_results,
                          const char *serial_text, const char *indent, Language language)
{
    text_add(out, "{   int crs_failed;\n#pragma omp barrier\n#pragma omp single copyprivate(crs_failed)\n");
    text_printf(out, "%s    ", indent);
    if (has_results) {
        text_add(out, "{   ");
        emit_temporaries(out, params, language);
        text_printf(out, "\n%s        ", indent);
    }
    text_add(out, "crs_failed = ");
    emit_call(out, program, params, language);
    text_add(out, ";");
    if (has_results) {
        text_printf(out, "\n%s        if (crs_failed == 0) {", indent);
        take_back(out, params, arena_printf(out->arena, "%s    ", indent), language);
        text_printf(out, "\n%s        }\n%s    }", indent, indent);
    }
    text_printf(out, "\n%s    if (crs_failed != 0) {\n%s%s\n%s}   }", indent, indent, serial_text, indent);
}

void emit_replacement(Text *out, const Program *program, const char *serial_text, const char *indent, Language language)
{
    LaunchParams params = launch_params(out->arena, program);
    bool has_results = false;
    FOR_EACH(i, &params)
        has_results |= is_result(&params.items[i]);
    if (program->nest->is_worksharing) {
        emit_for_team(out, program, &params, has_results, serial_text, indent, language);
        return;
    }
    const char *stream = directive_stream(program->nest->directive);
    const char *end =
        stream ? arena_printf(out->arena, "\n%s    crs_use_stream(crs_stream);\n%s}", indent, indent) : NULL;
    text_add(out, "{   ");
    if (stream)
        text_printf(out, "void *crs_stream = crs_use_stream((void *)(%s));\n%s    ", stream, indent);
    emit_temporaries(out, &params, language);
    if (has_results)
        text_printf(out, "\n%s    ", indent);
    text_add(out, "if (");
    emit_call(out, program, &params, language);
    text_printf(out, " != 0) {\n%s%s\n%s", indent, serial_text, indent);
    if (!has_results) {
        text_add(out, end ? "}" : "}   }");
        text_add(out, end ? end : "");
        return;
    }
    text_add(out, "    } else {");
    take_back(out, &params, indent, language);
    text_printf(out, "\n%s    }", indent);
    if (end)
        text_add(out, end);
    else
        text_printf(out, "\n%s}", indent);
}
