// The user's file around the nests: the edits that make it the host part of the output. Everything else stays byte for
// byte.
//
//   all forms     directives are removed; a restructured nest becomes the call of its launcher; launchers are declared
//                 (or defined) before the function that calls them; relative includes resolve from the output's folder
//   C++ forms     C linkage for functions, prototypes, const variables and the user's own headers; restrict; parameters
//                 that C++ does not have; macros and names that CUDA's headers define
#include "codegen/host/host_data.h"

#include "codegen/output/paths.h"
#include "frontend/directives/from_headers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const SourceFile *source_of(const Edits *edits)
{
    return edits->rewriting->unit->source;
}

static bool is_cplusplus(const Edits *edits)
{
    return edits->rewriting->form != FORM_HOST;
}

static bool starts_line(const SourceFile *file, size_t at)
{
    return is_blank(file, line_begin(file, at), at);
}

void edit_insert_lines(Edits *edits, size_t at, const char *lines)
{
    const SourceFile *file = source_of(edits);
    if (starts_line(file, at)) {
        edit_insert(edits, line_begin(file, at), lines);
        return;
    }
    edit_insert(edits, at, intern_printf("\n%s", lines));
}

// ---- what stands before a function

// The number of items that begin at or before `at`; they are in source order.
static int items_up_to(const Unit *unit, size_t at)
{
    int low = 0, high = unit->host->items.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (unit->host->items.items[middle].range.begin <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum { MAX_OVERLAP = 16 }; // items that hold one another, such as a typedef and its struct

static const HostItem *item_around(const Unit *unit, size_t at)
{
    int last = items_up_to(unit, at);
    for (int i = last; i > 0 && i > last - MAX_OVERLAP; i--)
        if (unit->host->items.items[i - 1].range.end > at)
            return &unit->host->items.items[i - 1];
    return NULL;
}

static size_t function_begin(const Unit *unit, const Nest *nest)
{
    const HostItem *item = item_around(unit, nest->extent.begin);
    if (item)
        return item->range.begin;
    const HostFunction *function = host_function(unit->host, nest->function_name);
    return function ? function->range.begin : 0;
}

static size_t end_of_item_before(const Unit *unit, size_t at)
{
    size_t end = 0;
    int last = items_up_to(unit, at);
    for (int i = last; i > 0 && i > last - MAX_OVERLAP; i--) {
        const HostItem *item = &unit->host->items.items[i - 1];
        if (item->range.end <= at && item->range.end > end)
            end = item->range.end;
    }
    return end;
}

static size_t skip_comment(const SourceFile *file, size_t at, size_t end)
{
    bool is_line = file->text[at + 1] == '/';
    for (at += 2; at < end; at++) {
        if (is_line && file->text[at] == '\n' && file->text[at - 1] != '\\')
            return at;
        if (!is_line && file->text[at] == '*' && file->text[at + 1] == '/')
            return at + 2;
    }
    return end;
}

static size_t skip_logical_line(const SourceFile *file, size_t at, size_t end)
{
    while (at < end && (file->text[at] != '\n' || (at > 0 && file->text[at - 1] == '\\')))
        at++;
    return at;
}

size_t comment_begin(const Unit *unit, size_t at)
{
    const SourceFile *file = unit->source;
    size_t block = at, i = end_of_item_before(unit, at);
    bool open = false; // `block` is the first of the comments seen
    int newlines = 2;
    while (i < at) {
        char c = file->text[i];
        if (c == '\n') {
            if (++newlines >= 2)
                open = false;
            i++;
        } else if (c == '/' && i + 1 < at && (file->text[i + 1] == '/' || file->text[i + 1] == '*')) {
            if (!open && starts_line(file, i)) {
                block = i;
                open = true;
            }
            newlines = 0;
            i = skip_comment(file, i, at);
        } else if (strchr(" \t\r\f\v", c)) {
            i++;
        } else { // a preprocessing directive, or a word that no item holds
            open = false;
            newlines = 0;
            i = skip_logical_line(file, i, at);
        }
    }
    return open && newlines < 2 ? block : at;
}

static void insert_heads(Edits *edits)
{
    const Rewriting *rewriting = edits->rewriting;
    const Unit *unit = rewriting->unit;
    for (int i = 0; i < unit->nests.count;) {
        size_t begin = function_begin(unit, unit->nests.items[i]);
        VECTOR(const Program *) programs = {0};
        for (; i < unit->nests.count && function_begin(unit, unit->nests.items[i]) == begin; i++)
            if (rewriting->programs[i])
                VECTOR_PUSH(rewriting->arena, &programs, rewriting->programs[i]);
        if (!programs.count)
            continue;
        Arena *scratch = arena_new();
        Text head = {.arena = scratch};
        text_add(&head, rewriting->line_directives ? own_line : "");
        emit_function_head(&head, rewriting, programs.items, programs.count);
        size_t place = comment_begin(unit, begin);
        if (rewriting->line_directives)
            text_add(&head, line_directive(unit, place));
        edit_insert_lines(edits, place, arena_strndup(rewriting->arena, text_string(&head), head.length));
        arena_release(scratch);
    }
}

// ---- includes

// The same header from the folder of the output.
static const char *include_spelling(const Edits *edits, const HostInclude *include)
{
    const Rewriting *rewriting = edits->rewriting;
    if (rewriting->form == FORM_CHECK || include->spelling[0] == '<')
        return NULL;
    Arena *arena = rewriting->arena;
    const char *beside =
        path_join(arena, path_folder(arena, rewriting->unit->source->path), path_unquoted(arena, include->spelling));
    if (include->spelling[0] == '"' && !path_same(arena, beside, include->path))
        return NULL; // found by -I, which the compiler of the output gets, too
    const char *path = rewriting->output ? path_relative(arena, path_folder(arena, rewriting->output), include->path)
                                         : path_absolute(arena, include->path);
    const char *quoted = arena_printf(arena, "\"%s\"", path);
    return strcmp(quoted, include->spelling) ? quoted : NULL;
}

// The header of a compiler that is not there: its text, unless the compiler of the output has one.
static void edit_foreign_header(Edits *edits, const HostInclude *include, const FromHeader *header)
{
    Arena *arena = edits->rewriting->arena;
    const HostFile *host = edits->rewriting->unit->host;
    const char *text =
        arena_printf(arena, "#ifdef %s\n#include <%s>\n#else\n%s#endif", header->macro, header->name, header->text);
    FOR_EACH(i, &host->own_alone)
        if (host->own_alone.items[i] == header)
            text = arena_printf(arena, "#pragma push_macro(\"%s\")\n#undef %s\n%s#pragma pop_macro(\"%s\")",
                                header->macro, header->macro, header->text, header->macro);
    edit_replace(edits, include->range.begin, include->range.end, text);
}

static void edit_include(Edits *edits, const HostInclude *include, bool *first_own)
{
    const Rewriting *rewriting = edits->rewriting;
    const FromHeader *header = from_header_at(include->path);
    if (header) {
        edit_foreign_header(edits, include, header);
        return;
    }
    if (include->is_system)
        return;
    const SourceFile *file = source_of(edits);
    const char *spelling = include_spelling(edits, include);
    size_t length = include->range.end - include->range.begin;
    const char *line = spelling ? arena_printf(rewriting->arena, "#include %s", spelling)
                                : arena_strndup(rewriting->arena, file->text + include->range.begin, length);
    bool wraps = is_cplusplus(edits) && !item_around(rewriting->unit, include->range.begin);
    if (!wraps) {
        if (spelling)
            edit_replace(edits, include->range.begin, include->range.end, line);
        return;
    }
    Text text = {.arena = rewriting->arena};
    if (*first_own)
        FOR_EACH(i, &rewriting->unit->host->system_includes)
            text_printf(&text, "#include %s\n", rewriting->unit->host->system_includes.items[i]);
    *first_own = false;
    text_printf(&text, "extern \"C\" {\n%s\n}", line);
    if (rewriting->line_directives) {
        const char *next =
            line_directive(rewriting->unit, line_end(file, include->range.end) + 1); // for the line below
        text_printf(&text, "\n%.*s", (int)strlen(next) - 1, next);
    }
    edit_replace(edits, include->range.begin, include->range.end, text_string(&text));
}

// ---- linkage

static bool begins_with_extern(const SourceFile *file, ByteRange range)
{
    return !strncmp(file->text + range.begin, "extern", 6) && !isalnum((unsigned char)file->text[range.begin + 6]);
}

static void edit_linkage(Edits *edits, const HostItem *item)
{
    const SourceFile *file = source_of(edits);
    bool is_extern = begins_with_extern(file, item->range);
    if (item->is_static || (item->name && !strcmp(item->name, "main")))
        return;
    if (item->kind == HOST_VARIABLE && item->is_const && !is_extern)
        edit_insert(edits, item->range.begin, "extern ");
    if (item->kind != HOST_FUNCTION && item->kind != HOST_PROTOTYPE)
        return;
    if (!is_extern && !item->in_macro) {
        edit_insert(edits, item->range.begin, "extern \"C\" ");
        return;
    }
    edit_insert(edits, item->range.begin, "extern \"C\" { ");
    edit_insert(edits, item->range.end, " }");
}

// ---- names and macros that CUDA's headers, and those of C that they include, have taken

bool is_cuda_name(const char *name)
{
    static const char *const words[] = {
        "cospi",  "cospif", "dim3",   "erfcinv", "erfcx",   "erfinv",     "exp10",    "fdividef", "gamma",
        "j0",     "j0f",    "j1",     "j1f",     "jn",      "jnf",        "llmax",    "llmin",    "max",
        "min",    "norm",   "norm3d", "norm4d",  "normcdf", "normcdfinv", "normf",    "rcbrt",    "rcbrtf",
        "rhypot", "rnorm",  "rsqrt",  "rsqrtf",  "sinpi",   "sinpif",     "sincospi", "ullmax",   "ullmin",
        "umax",   "umin",   "y0",     "y0f",     "y1",      "y1f",        "yn",       "ynf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    static const char *const scalars[] = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                          "long", "ulong", "longlong", "ulonglong", "float", "double"};
    const char *base = strncmp(name, "make_", 5) ? name : name + 5;
    size_t length = strlen(base);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (length == strlen(scalars[i]) + 1 && !strncmp(base, scalars[i], length - 1) &&
            strchr("1234", base[length - 1]))
            return true;
    return false;
}

// Kernels themselves need these.
static bool is_needed_name(const char *name)
{
    static const char *const words[] = {"__global__",   "__device__",  "__host__", "__shared__",
                                        "__constant__", "__managed__", "std"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return is_cuda_variable(name) || is_cuda_function(name);
}

// A name without external linkage may be replaced, unless kernels need it; a name with external linkage must stay.
static void edit_cuda_name(Edits *edits, const HostItem *item)
{
    const Unit *unit = edits->rewriting->unit;
    bool is_local = (item->is_static || item->kind == HOST_TYPE) && !is_needed_name(item->name);
    if (is_local) {
        edit_insert_lines(edits, item->range.begin, intern_printf("#define %s crs_user_%s\n", item->name, item->name));
        return;
    }
    diag_error(unit->diag, loc_in_file(unit->source, item->range.begin, item->range.begin),
               "'%s' is a name of CUDA's own: the output needs --host=FILE.c", item->name);
}

// Of an enum: constants that CUDA defines, too.
static void refuse_enumerators(Edits *edits, const HostItem *item)
{
    const Unit *unit = edits->rewriting->unit;
    const char *text = unit->source->text;
    const char *begin = text + item->range.begin, *end = text + item->range.end;
    const char *is_enum = strstr(begin, "enum"), *at = strchr(begin, '{');
    if (!is_enum || !at || is_enum > at || at > end)
        return;
    while (at < end) {
        size_t length = 0;
        while (is_identifier_byte(at[length]))
            length++;
        const char *name = length ? intern_n(at, length) : "";
        if (*name && is_needed_name(name))
            diag_error(unit->diag, loc_in_file(unit->source, (size_t)(at - text), (size_t)(at - text)),
                       "'%s' is a name of CUDA's own: the output needs --host=FILE.c", name);
        at += length ? length : 1;
    }
}

static bool is_predefined_macro(const char *name, size_t length)
{
    bool is_feature = length > 8 && name[0] == '_' && !strncmp(name + length - 7, "_SOURCE", 7);
    return is_feature || (length > 2 && !strncmp(name, "M_", 2));
}

// `#define _GNU_SOURCE` comes after CUDA's headers, which have defined it: a warning, without an #undef.
static void edit_macros(Edits *edits)
{
    const SourceFile *file = source_of(edits);
    for (size_t line = 0; line < file->length; line = line_end(file, line) + 1) {
        const char *at = file->text + line;
        at += strspn(at, " \t");
        if (*at++ != '#')
            continue;
        at += strspn(at, " \t");
        if (strncmp(at, "define", 6) != 0 || !strchr(" \t", at[6]))
            continue;
        at += 6 + strspn(at + 6, " \t");
        size_t length = 0;
        while (is_identifier_byte(at[length]))
            length++;
        if (is_predefined_macro(at, length))
            edit_insert(edits, line, intern_printf("#undef %.*s\n", (int)length, at));
    }
}

// ---- functions with parameters that are no C++

void edit_keywords(Edits *edits, size_t begin, size_t end)
{
    const HostFile *host = edits->rewriting->unit->host;
    const char *text = edits->rewriting->unit->source->text;
    FOR_EACH(i, &host->keywords) {
        const ByteRange *range = &host->keywords.items[i];
        bool is_restrict = strncmp(text + range->begin, "restrict", strlen("restrict")) == 0;
        if (range->begin >= begin && range->end <= end)
            edit_replace(edits, range->begin, range->end, is_restrict ? "__restrict__" : "");
    }
}

// Its prototypes in this file become copies of the definition's head.
static void edit_prototypes(Edits *edits, const HostFunction *function)
{
    const Unit *unit = edits->rewriting->unit;
    Edits head = {.rewriting = edits->rewriting};
    edit_parameters(&head, function);
    if (!head.items.count || function->body_begin <= function->range.begin)
        return;
    edit_keywords(&head, function->range.begin, function->body_begin);
    HostText signature = edits_apply(&head, function->range.begin, function->body_begin - 1);
    size_t length = signature.text.length;
    while (length && isspace((unsigned char)signature.text.bytes[length - 1]))
        length--;
    const char *prototype = arena_printf(edits->rewriting->arena, "%.*s;", (int)length, text_string(&signature.text));
    FOR_EACH(i, &unit->host->items) {
        const HostItem *item = &unit->host->items.items[i];
        if (item->kind == HOST_PROTOTYPE && item->name && !strcmp(item->name, function->name))
            edit_replace(edits, item->range.begin, item->range.end, prototype);
    }
}

static int count_calls(const char *text, const char *name)
{
    int count = 0;
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + length, name)) {
        bool starts = at == text || !is_identifier_byte(at[-1]);
        count += starts && at[length + strspn(at + length, " \t\r\n")] == '(';
    }
    return count;
}

// If the file calls the function itself, its overload follows the first declaration.
static void add_overload(Edits *edits, const HostFunction *function)
{
    const Unit *unit = edits->rewriting->unit;
    const char *overload = flat_overload(edits->rewriting, function);
    const HostItem *first = NULL;
    int declarations = 0;
    if (!overload)
        return;
    FOR_EACH(i, &unit->host->items) {
        const HostItem *item = &unit->host->items.items[i];
        if (!item->name || strcmp(item->name, function->name) != 0)
            continue;
        declarations++;
        first = first ? first : item;
    }
    if (!first || count_calls(unit->source->text, function->name) <= declarations)
        return;
    size_t end = first->range.end;
    const char *line = edits->rewriting->line_directives ? line_directive(unit, end) : "";
    edit_insert(edits, end,
                intern_printf("%s%s%.*s", overload, *line ? "\n" : "", (int)(*line ? strlen(line) - 1 : 0), line));
}

// malloc(n)  ->  crs_noted_malloc(n)
static void edit_allocations(Edits *edits)
{
    const Unit *unit = edits->rewriting->unit;
    for (int i = 0; unit->host->notes_blocks && i < unit->host->allocations.count; i++) {
        ByteRange name = unit->host->allocations.items[i];
        edit_replace(edits, name.begin, name.end,
                     intern_printf("crs_noted_%.*s", (int)(name.end - name.begin), unit->source->text + name.begin));
    }
}

// Variables at file scope are blocks, too, and never move: they are noted before `main`.
static void edit_variables(Edits *edits)
{
    const Unit *unit = edits->rewriting->unit;
    Text calls = {.arena = edits->rewriting->arena};
    for (int i = 0; unit->host->notes_blocks && i < unit->host->items.count; i++) {
        const HostItem *item = &unit->host->items.items[i];
        if (item->kind == HOST_VARIABLE && item->definition != DEFINES_NOTHING && !item->in_macro)
            text_printf(&calls, "    crs_noted_variable((void *)&%s, sizeof %s);\n", item->name, item->name);
    }
    if (calls.length)
        edit_insert(edits, unit->source->length,
                    intern_printf("\n__attribute__((constructor)) static void crs_note_variables(void)\n{\n%s}\n",
                                  text_string(&calls)));
}

static void edit_for_cplusplus(Edits *edits)
{
    const Unit *unit = edits->rewriting->unit;
    edit_keywords(edits, 0, unit->source->length);
    edit_conversions(edits);
    FOR_EACH(i, &unit->host->functions) {
        edit_parameters(edits, &unit->host->functions.items[i]);
        edit_prototypes(edits, &unit->host->functions.items[i]);
    }
    if (edits->rewriting->form == FORM_ALONE) { // before the linkage of the item that follows them
        edit_macros(edits);
        edit_meaning(edits);
    }
    size_t last = (size_t)-1;
    FOR_EACH(i, &unit->host->items) { // `int f(void), g(void);` is two items at one place
        const HostItem *item = &unit->host->items.items[i];
        if (item->range.begin != last)
            edit_linkage(edits, item);
        last = item->range.begin;
    }
    FOR_EACH(i, &unit->host->functions) // after the brace that ends an extern "C"
        add_overload(edits, &unit->host->functions.items[i]);
    if (edits->rewriting->form != FORM_ALONE)
        return;
    for (int i = 0; i < unit->host->items.count; i++) {
        const HostItem *item = &unit->host->items.items[i];
        if (item->kind == HOST_TYPE)
            refuse_enumerators(edits, item);
        bool seen = !item->name || !(is_cuda_name(item->name) || is_needed_name(item->name));
        for (int k = 0; k < i && !seen; k++)
            seen =
                unit->host->items.items[k].name && item->name && !strcmp(unit->host->items.items[k].name, item->name);
        if (!seen)
            edit_cuda_name(edits, item);
    }
}

// ---- the whole

// The text of other files comes before it.
static void drop_byte_order_mark(Edits *edits)
{
    if (!strncmp(edits->rewriting->unit->source->text, "\xef\xbb\xbf", 3))
        edit_replace(edits, 0, 3, "");
}

HostText rewrite_host(const Rewriting *rewriting)
{
    Edits edits = {.rewriting = rewriting};
    const Unit *unit = rewriting->unit;
    drop_byte_order_mark(&edits);
    edit_directives(&edits);
    edit_moves(&edits, MOVES_BEGIN);
    edit_residency(&edits);
    edit_moves(&edits, MOVES_END);
    insert_heads(&edits);
    bool first_own = true;
    FOR_EACH(i, &unit->host->includes)
        edit_include(&edits, &unit->host->includes.items[i], &first_own);
    if (is_cplusplus(&edits))
        edit_for_cplusplus(&edits);
    edit_allocations(&edits);
    edit_variables(&edits);
    FOR_EACH(i, &unit->nests)
        if (rewriting->programs[i])
            edit_nest(&edits, rewriting->programs[i]);
    return edits_apply(&edits, 0, unit->source->length);
}
