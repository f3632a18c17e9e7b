// The values of options: each is read, checked and stored.
#include "frontend/options/option.h"

#include "frontend/directives/from_table.h"
#include "frontend/options/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void option_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("curestruct: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

// Of a variable, or the path of a member.
static bool is_name(const char *text, size_t length)
{
    if (!length || !(isalpha((unsigned char)text[0]) || text[0] == '_'))
        return false;
    for (size_t i = 0; i < length; i++) // a member path counts as a name: dst->rows, grid.size[0]
        if (!isalnum((unsigned char)text[i]) && !strchr("_.->[]", text[i]))
            return false;
    return true;
}

static bool is_integer(const char *text)
{
    char *end;
    errno = 0;
    strtoll(text, &end, 0);
    return *text && !isspace((unsigned char)*text) && !*end && !errno;
}

static Setting split_setting(Arena *arena, const char *option, const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : length;
    // "dst->rows=3": the `=` is the one after the name, and "a>=3" is not a setting
    bool pointed = *text == '*' && strcmp(option, "--size") == 0; // "*first=3"
    if (!equals || !is_name(text + pointed, name - pointed) || name + 1 == length)
        option_error("'%s %.*s': expected name=value", option, (int)length, text);
    return (Setting){arena_strndup(arena, text, name), arena_strndup(arena, equals + 1, length - name - 1)};
}

typedef VECTOR(Setting) Settings;

static Settings split_settings(Arena *arena, const char *option, const char *value)
{
    Settings settings = {0};
    for (const char *at = value;; at++) {
        size_t length = strcspn(at, ",");
        VECTOR_PUSH(arena, &settings, split_setting(arena, option, at, length));
        at += length;
        if (!*at)
            return settings;
    }
}

static void expect_integer(const char *option, const Setting *setting)
{
    if (!is_integer(setting->value))
        option_error("'%s %s=%s': '%s' is not an integer", option, setting->name, setting->value, setting->value);
}

// "4096", "4K": K, M and G are powers of 1024. Reads up to the first character that does not belong to the number;
// NULL: there is no number, or it is too large.
static const char *read_size(const char *text, long long *size)
{
    char *end;
    errno = 0;
    *size = strtoll(text, &end, 0);
    if (end == text || errno || isspace((unsigned char)*text))
        return NULL;
    const char *suffix = *end ? strchr("KMG", *end) : NULL;
    long long unit = !suffix ? 1 : *suffix == 'K' ? 1ll << 10 : *suffix == 'M' ? 1ll << 20 : 1ll << 30;
    return __builtin_mul_overflow(*size, unit, size) ? NULL : end + (suffix != NULL);
}

// The sizes of a sweep, n=LO..HI:xFACTOR: LO, LO * FACTOR, and so on up to HI.
static void add_sweep(Arena *arena, Options *options, const Setting *setting)
{
    long long low, high, factor;
    const char *rest = read_size(setting->value, &low);
    rest = rest && begins(rest, "..") ? read_size(rest + 2, &high) : NULL;
    rest = rest && begins(rest, ":x") ? read_size(rest + 2, &factor) : NULL;
    if (!rest || *rest)
        option_error("'--size %s=%s': expected %s=LO..HI:xFACTOR, such as %s=1K..1M:x4", setting->name, setting->value,
                     setting->name, setting->name);
    if (low < 1 || high < low || factor < 2)
        option_error("'--size %s=%s': expected 1 <= LO <= HI and FACTOR >= 2 in LO..HI:xFACTOR", setting->name,
                     setting->value);
    for (long long size = low;; size *= factor) {
        Setting value = {setting->name, arena_printf(arena, "%lld", size)};
        VECTOR_PUSH(arena, &options->sizes, value);
        if (size > high / factor)
            return;
    }
}

static void add_sizes(Arena *arena, Options *options, const char *value)
{
    Settings settings = split_settings(arena, "--size", value);
    FOR_EACH(i, &settings) {
        Setting setting = settings.items[i];
        long long size;
        const char *rest = read_size(setting.value, &size);
        if (strstr(setting.value, "..")) {
            add_sweep(arena, options, &setting);
            continue;
        }
        if (rest && rest[-1] >= 'G' && rest[-1] <= 'M' && !*rest)
            setting.value = arena_printf(arena, "%lld", size);
        expect_integer("--size", &setting);
        VECTOR_PUSH(arena, &options->sizes, setting);
    }
}

static void add_alias(Arena *arena, Options *options, const char *value)
{
    Setting setting = split_setting(arena, "--alias", value, strlen(value));
    size_t name = strcspn(setting.value, "+");
    const char *offset = setting.value + name;
    if (!is_name(setting.value, name) || (*offset && (!isdigit((unsigned char)offset[1]) || !is_integer(offset + 1))))
        option_error("'--alias %s': expected a=b or a=b+k", value);
    VECTOR_PUSH(arena, &options->aliases, setting);
}

static void set_data(Options *options, const char *value)
{
    char *middle, *end;
    double low = strtod(value, &middle);
    double high = *middle == ':' ? strtod(middle + 1, &end) : 0;
    bool is_range = middle != value && *middle == ':' && end != middle + 1 && !*end && isfinite(low) && isfinite(high);
    if (strcmp(value, "special") != 0 && (!is_range || low > high))
        option_error("'--data %s': expected lo:hi, such as -1:1, or special", value);
    options->data = value;
}

static void set_arch(Options *options, const char *value)
{
    size_t digits = !strncmp(value, "sm_", 3) ? strspn(value + 3, "0123456789") : 0;
    const char *rest = value + 3 + digits;
    bool is_model = digits >= 2 && digits <= 3 && (!*rest || !strcmp(rest, "a") || !strcmp(rest, "f"));
    if (!is_model && strcmp(value, "native") != 0)
        option_error("'--arch=%s': expected native or a name such as sm_90", value);
    if (is_model && atoi(value + 3) < 75)
        option_error("'--arch=%s': emitted text compiles for sm_75 and newer", value);
    options->arch = value;
}

// The index of `value` in `words`, which ends with NULL.
static int one_of(const char *option, const char *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], value))
            return i;
    char list[128] = "";
    for (int i = 0; words[i]; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", words[i]);
    option_error("'%s=%s': expected one of %s", option, value, list);
}

static void set_emit(Options *options, const char *value)
{
    static const char *const words[] = {
        [EMIT_CUDA] = "cuda", [EMIT_IR] = "ir", [EMIT_SCHEDULE] = "schedule", [EMIT_TILED] = "tiled", NULL};
    options->emit = (EmitKind)one_of("--emit", value, words);
}

static void set_messages(Options *options, const char *value)
{
    static const char *const words[] = {
        [MESSAGES_TEXT] = "text", [MESSAGES_JSON] = "json", [MESSAGES_SARIF] = "sarif", NULL};
    options->messages = (MessageForm)one_of("--diagnostics-format", value, words);
}

static void set_color(Options *options, const char *name, const char *value)
{
    static const char *const words[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never", NULL};
    options->color = value ? (ColorUse)one_of(name, value, words) : COLOR_ALWAYS;
}

static void add_assumptions(Arena *arena, Options *options, const char *value)
{
    static const char *const words[] = {"results", "elements", "element", "shared", "granule", "overhead", NULL};
    Settings settings = split_settings(arena, "--assume", value);
    FOR_EACH(i, &settings) {
        Setting setting = settings.items[i];
        expect_integer("--assume", &setting);
        one_of("--assume", setting.name, words);
        bool positive = setting.value[strspn(setting.value, "+0")] != '\0' && setting.value[0] != '-';
        if (!positive || strlen(setting.value) > 18)
            option_error("'--assume %s=%s': expected a number from 1 on", setting.name, setting.value);
        VECTOR_PUSH(arena, &options->assumptions, setting);
    }
}

static const char *const formats[] = {[FORMAT_TEXT] = "text",
                                      [FORMAT_MARKDOWN] = "md",
                                      [FORMAT_JSON] = "json",
                                      [FORMAT_CSV] = "csv",
                                      [FORMAT_SVG] = "svg",
                                      [FORMAT_HTML] = "html",
                                      NULL};

const char *option_format_word(OutputFormat format)
{
    return formats[format];
}

static void set_format(Options *options, const char *value)
{
    options->format = (OutputFormat)one_of("--format", value, formats);
}

static void add_rival(Arena *arena, Options *options, const char *value)
{
    const char *colon = strrchr(value, ':');
    bool library = strcmp(value, "cublas") == 0 || strcmp(value, "cub") == 0;
    if (!library && (!colon || colon == value || !is_name(colon + 1, strlen(colon + 1))))
        option_error("'--vs %s': expected FILE.cu:function, cublas or cub", value);
    VECTOR_PUSH(arena, &options->rivals, value);
}

static void add_files(Arena *arena, ProgramParts *parts, const char *name, const char *value)
{
    for (const char *at = value;; at++) {
        size_t length = strcspn(at, ",");
        if (!length)
            option_error("'%s=%s': the name of a file is empty", name, value);
        VECTOR_PUSH(arena, parts, (ProgramPart){.path = arena_strndup(arena, at, length)});
        at += length;
        if (!*at)
            return;
    }
}

static void set_steps(Options *options, const char *value)
{
    static const char *const words[] = {"whole", "diff", NULL};
    options->steps = value && one_of("--steps", value, words) == 1 ? STEPS_DIFF : STEPS_WHOLE;
}

static void set_model(Options *options, const char *value)
{
    static const char *const words[] = {[MODEL_TODAY] = "today", [MODEL_PAPER] = "paper", NULL};
    options->model = (SizeModel)one_of("--model", value, words);
}

static void set_style(Options *options, const char *value)
{
    static const char *const words[] = {[STYLE_FAST] = "fast", [STYLE_PLAIN] = "plain", NULL};
    options->style = (KernelStyle)one_of("--style", value, words);
}

static void set_plan(Arena *arena, Options *options, const char *value)
{
    bool draws = begins(value, "random:");
    const char *text = draws ? value + strlen("random:") : "";
    char *end = NULL;
    uint64_t seed = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    bool first = strcmp(value, "first") == 0, search = strcmp(value, "search") == 0;
    if (draws ? !end || *end : !first && !search)
        option_error("'--plan=%s': expected first, search, or random: and a number", value);
    options->plan = first ? PLAN_FIRST : search ? PLAN_SEARCH : PLAN_USUAL;
    options->seed = draws ? arena_copy(arena, &seed, sizeof seed) : NULL;
}

static void set_limit(Options *options, const char *value)
{
    char *end = NULL;
    options->analysis_limit = isdigit((unsigned char)*value) ? strtol(value, &end, 10) : 0;
    if (options->analysis_limit < 1 || options->analysis_limit == LONG_MAX || *end)
        option_error("'--analysis-limit=%s': expected a number of operations, 1 at least", value);
}

// As with C compilers, the last one counts.
static void set_level(Options *options, int level)
{
    options->model = level == 0 ? MODEL_PAPER : MODEL_TODAY;
    options->plan = level == 0 ? PLAN_FIRST : level == 1 ? PLAN_USUAL : PLAN_SEARCH;
}

// Several are joined: --from=omp --from=acc.
static void set_from(Options *options, const char *value)
{
    int languages = from_languages(value);
    if (!languages)
        option_error("'--from=%s': expected omp, acc, or both as omp,acc", value);
    options->from |= languages;
}

static void set_registers(Options *options, const char *value)
{
    static const char *const words[] = {"estimated", "nvcc", NULL};
    options->registers_by_nvcc = one_of("--registers", value, words) == 1;
}

static void set_on(Options *options, const char *value)
{
    static const char *const words[] = {"cpu", "gpu", NULL};
    options->on = one_of("--on", value, words) == 0 ? ON_CPU : ON_GPU;
}

static void add_target(Arena *arena, Options *options, const char *value, bool quoted)
{
    DependTarget target = {value, quoted};
    VECTOR_PUSH(arena, &options->depend_targets, target);
}

static void set_depend_only(Options *options, const Option *option)
{
    options->depend_only = true;
    options->depend_own = strcmp(option->name, "-MM") == 0;
}

static void set_language(const char *option, const char *value)
{
    if (strcmp(value, "c") != 0 && strcmp(value, "none") != 0)
        option_error("'%s %s': only C is read", option, value);
}

void option_add_clang_argument(Arena *arena, Options *options, const char *argument)
{
    VECTOR_PUSH(arena, &options->clang_arguments, argument);
}

static void set_standard(Arena *arena, Options *options, const char *option, const char *value)
{
    const char *rest = value + (begins(value, "gnu") ? 3 : begins(value, "c") ? 1 : 0);
    if (!(rest > value && isdigit((unsigned char)*rest)) && !begins(value, "iso9899:"))
        option_error("'%s%s': only C is read; expected a standard such as c11 or gnu17", option, value);
    option_add_clang_argument(arena, options, arena_printf(arena, "%s%s", option, value));
}

static void add_prefix_map(Arena *arena, Options *options, const char *option, const char *value)
{
    const char *equals = strrchr(value, '=');
    if (!equals)
        option_error("'%s%s': expected OLD=NEW, the beginning of paths and what the output shows instead", option,
                     value);
    Setting map = {arena_strndup(arena, value, (size_t)(equals - value)), equals + 1};
    VECTOR_PUSH(arena, &options->prefix_maps, map);
}

// Warnings of C compilers may stand in the same variable of a makefile; they have no effect here. A name that is
// nearly one of ours is an error, but for GCC's own -Wunknown-pragmas.
static void expect_other_warning(const char *option, const char *name)
{
    const char *names[WARN_COUNT + 1] = {0};
    for (int i = 0; i < WARN_COUNT; i++)
        names[i] = warning_name((Warning)i);
    const char *near = strcmp(name, "unknown-pragmas") != 0 ? suggest(name, names) : NULL;
    if (near)
        option_error("unknown warning '%s%s'; did you mean '%s%s'?", option, name, option, near);
}

static void set_warning(WarningSettings *settings, Action action, int warning)
{
    if (action == SET_WARN_OFF || action == SET_WARN_ON)
        settings->off[warning] = action == SET_WARN_OFF;
    else
        settings->error[warning] = action == SET_WARN_ERROR;
}

// -w, -Werror and -Wno-error without a value are about every warning. -Werror=NAME also turns it on, as with GCC.
static void set_warnings(Options *options, const Option *option, const char *name)
{
    if (options->verb == VERB_EXPLAIN && option->action == SET_WARN_ON)
        options->topic = name;
    Warning named = name ? warning_named(name, strlen(name)) : WARN_COUNT;
    if (name && named == WARN_COUNT) {
        expect_other_warning(option->name, name);
        return;
    }
    for (int i = 0; i < WARN_COUNT; i++)
        if (name ? i == (int)named : option->action != SET_WARN_ERROR || !warning_is_note((Warning)i))
            set_warning(&options->warnings, option->action, i);
    if (name && option->action == SET_WARN_ERROR)
        options->warnings.off[named] = false;
}

void option_store(Arena *arena, Options *options, const Option *option, const char *value)
{
    void *place = (char *)options + option->offset;
    switch (option->action) {
    case SET_FLAG: *(bool *)place = true; break;
    case SET_TEXT: *(const char **)place = value; break;
    case SET_WARN_ON:
    case SET_WARN_OFF:
    case SET_WARN_ERROR:
    case SET_WARN_NO_ERROR: set_warnings(options, option, value); break;
    case SET_TARGET: add_target(arena, options, value, false); break;
    case SET_TARGET_QUOTED: add_target(arena, options, value, true); break;
    case SET_DEPEND_ONLY: set_depend_only(options, option); break;
    case SET_LANGUAGE: set_language(option->name, value); break;
    case SET_EMIT: set_emit(options, value); break;
    case SET_MESSAGES: set_messages(options, value); break;
    case SET_COLOR: set_color(options, option->name, value); break;
    case SET_ARCH: set_arch(options, value); break;
    case SET_LIMIT: set_limit(options, value); break;
    case SET_DATA: set_data(options, value); break;
    case SET_ON: set_on(options, value); break;
    case ADD_RIVAL: add_rival(arena, options, value); break;
    case SET_FORMAT: set_format(options, value); break;
    case SET_STEPS: set_steps(options, value); break;
    case SET_MODEL: set_model(options, value); break;
    case SET_STYLE: set_style(options, value); break;
    case SET_PLAN: set_plan(arena, options, value); break;
    case SET_FROM: set_from(options, value); break;
    case SET_LEVEL: set_level(options, option->name[2] - '0'); break;
    case SET_REGISTERS: set_registers(options, value); break;
    case ADD_ASSUMPTIONS: add_assumptions(arena, options, value); break;
    case ADD_SIZES: add_sizes(arena, options, value); break;
    case ADD_ALIAS: add_alias(arena, options, value); break;
    case ADD_PREFIX_MAP: add_prefix_map(arena, options, option->name, value); break;
    case ADD_WHOLE: add_files(arena, &options->whole, option->name, value); break;
    case ADD_HELPERS: add_files(arena, &options->helpers, option->name, value); break;
    case SET_STANDARD: set_standard(arena, options, option->name, value); break;
    case TO_CLANG:
        option_add_clang_argument(arena, options, arena_printf(arena, "%s%s", option->name, value ? value : ""));
        break;
    case TO_CLANG_APART:
        option_add_clang_argument(arena, options, option->name);
        option_add_clang_argument(arena, options, value);
        break;
    case HELP:
    case VERSION:
    case MANUAL:
    case COMPLETION: unreachable_bug("an option without a value to store");
    }
}
