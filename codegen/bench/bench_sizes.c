// The function's numbers: their values from --size, of which each may have several.
#include "codegen/bench/bench_parts.h"
#include "codegen/cuda/c_expr.h"

#include <stdlib.h>
#include <string.h>

// The value number `index` of a size; of a size with one value, that one. NULL: it has no value.
static const char *value_of(const Bench *bench, const char *name, int index)
{
    const char *value = NULL;
    int count = 0;
    FOR_EACH(i, &bench->options->sizes)
        if (strcmp(bench->options->sizes.items[i].name, name) == 0 && count++ <= index)
            value = bench->options->sizes.items[i].value;
    return value;
}

static int value_count(const Bench *bench, const char *name)
{
    int count = 0;
    FOR_EACH(i, &bench->options->sizes)
        count += strcmp(bench->options->sizes.items[i].name, name) == 0;
    return count;
}

// The first parameter with the most values; NULL: all have one value.
static const char *swept_size(const Bench *bench)
{
    const char *swept = NULL;
    for (int p = 0, most = 1; p < bench->function->nparams; p++) {
        int count = value_count(bench, bench->function->params[p].name);
        if (count > most) {
            most = count;
            swept = bench->function->params[p].name;
        }
    }
    return swept;
}

// A parameter of fewer than 64 bits would get another value than the one that is printed.
static bool fits(const Type *type, const char *text)
{
    long long value = strtoll(text, NULL, 0);
    int bits = 8 * (int)type->size - type_is_signed(type);
    if (value < 0)
        return type_is_signed(type) && (bits >= 63 || value >= -(1ll << bits));
    return bits >= 63 || value < 1ll << bits;
}

static bool check_values(const Bench *bench, const HostParam *param)
{
    FOR_EACH(i, &bench->options->sizes) {
        const Setting *size = &bench->options->sizes.items[i];
        if (strcmp(size->name, param->name) == 0 && !fits(param->type, size->value))
            return bench_refuse(bench, "%s=%s is not a value of the type '%s'", size->name, size->value,
                                param->type_text);
    }
    return true;
}

// Sizes with several values change together.
static bool check_sizes(const Bench *bench)
{
    const char *swept = swept_size(bench);
    FOR_EACH(i, &bench->options->sizes) {
        const char *name = bench->options->sizes.items[i].name;
        bool known = false;
        for (int p = 0; p < bench->function->nparams; p++)
            known = known || strcmp(bench->function->params[p].name, name) == 0;
        if (!known)
            return bench_refuse(bench, "it has no parameter '%s'", name);
        int count = value_count(bench, name);
        if (count > 1 && count != value_count(bench, swept))
            return bench_refuse(bench, "'%s' has %d values and '%s' has %d: give each size one value or equally many",
                                swept, value_count(bench, swept), name, count);
    }
    return true;
}

bool bench_check_parameters(const Bench *bench)
{
    for (int p = 0; p < bench->function->nparams; p++) {
        const HostParam *param = &bench->function->params[p];
        if (!param->type || param->is_rows || (param->is_pointer && !type_is_arithmetic(param->type)))
            return bench_refuse(bench, "its parameter '%s' is of a kind that is not supported here", param->name);
        if (!param->is_pointer && type_is_integer(param->type) && !value_count(bench, param->name))
            return bench_refuse(bench, "give the value of '%s': --size %s=4096", param->name, param->name);
        if (!param->is_pointer && type_is_integer(param->type) && !check_values(bench, param))
            return false;
    }
    return check_sizes(bench);
}

// "{"n=1024, m=3", 1024, 1024, 3}": the words, the swept value, the values of all sizes in the parameters' order.
static void add_point(const Bench *bench, Text *out, const char *swept, int index)
{
    Text words = {.arena = bench->arena}, values = words;
    text_add(&words, "");
    text_add(&values, "");
    for (int p = 0; p < bench->function->nparams; p++) {
        const char *name = bench->function->params[p].name, *value = value_of(bench, name, index);
        if (!value)
            continue;
        text_printf(&words, "%s%s=%s", words.length ? ", " : "", name, value);
        text_printf(&values, ", %s", value);
    }
    text_printf(out, "        {\"%s\", %s%s},\n", text_string(&words), swept ? value_of(bench, swept, index) : "0",
                text_string(&values));
}

static bool knows_symbol(const Bench *bench, const Symbol *symbol)
{
    const char *host = symbol->host ? symbol->host : symbol->name;
    for (int p = 0; p < bench->function->nparams; p++)
        if (strcmp(bench->function->params[p].name, host) == 0)
            return !bench->function->params[p].is_pointer;
    FOR_EACH(i, &bench->harness.unit->host->items) {
        const HostItem *item = &bench->harness.unit->host->items.items[i];
        if (item->kind == HOST_VARIABLE && strcmp(item->name, host) == 0)
            return true;
    }
    return false;
}

bool bench_knows(const Bench *bench, const Expr *expr)
{
    SymbolList symbols = {0};
    collect_expr(bench->arena, expr, &symbols, NULL);
    FOR_EACH(i, &symbols)
        if (symbols.items[i]->role == SYM_PARAM && !knows_symbol(bench, symbols.items[i]))
            return false;
    return true;
}

static void add_constants(const Bench *bench, Text *out)
{
    for (int p = 0; p < bench->function->nparams; p++) {
        const HostParam *param = &bench->function->params[p];
        const char *type = param->is_pointer ? NULL : emit_type(param->type, LANGUAGE_CUDA);
        if (!type)
            continue;
        if (value_count(bench, param->name))
            text_printf(out, "    const %s %s = (%s)crs_size.%s;\n", type, param->name, type, param->name);
        else
            text_printf(out, "    const %s %s = %s;\n", type, param->name, p % 2 ? "0.75" : "1.25");
    }
}

void bench_begin_sizes(const Bench *bench, Text *out)
{
    const char *swept = swept_size(bench);
    text_add(out, "    static const struct {\n        const char *crs_words;\n        long long crs_swept");
    for (int p = 0; p < bench->function->nparams; p++)
        if (value_count(bench, bench->function->params[p].name))
            text_printf(out, ", %s", bench->function->params[p].name);
    text_add(out, ";\n    } crs_sizes[] = {\n");
    for (int i = 0, count = swept ? value_count(bench, swept) : 1; i < count; i++)
        add_point(bench, out, swept, i);
    text_printf(out,
                "    };\n    crs_bench::Run crs_run(\"%s\", \"%s\", "
                "crs_bench::read_options(argument_count, arguments));\n"
                "    for (const auto &crs_size : crs_sizes) {\n",
                bench->function->name, swept ? swept : "");
    add_constants(bench, out);
}
