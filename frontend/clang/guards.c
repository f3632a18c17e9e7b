// The preprocessor's choices for a nest: macros and conditions that may differ in another translation, because they
// come from the command line, from a header or from an #ifndef. The output checks them again (Guards in
// frontend/host.h; docs/design.md).
#include "frontend/clang/guards.h"
#include "frontend/clang/source.h"
#include "frontend/dataflow/assignments.h"
#include "frontend/dataflow/scan.h"
#include "frontend/directives/conditionals.h"
#include "frontend/host.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- the macros of the unit

// What another compiler or another command line may change: nothing; the compilers' own definitions; everything.
typedef enum Change { CHANGE_NEVER, CHANGE_COMPILER, CHANGE_ANY } Change;

typedef struct Definition {
    const char *name;         // interned
    const SourceFile *source; // NULL: the command line, or the compiler itself
    size_t begin, end;
    size_t from; // it holds from this byte of the main file on
    int order;
    bool given, system; // by -D; by the compiler or a system header
    bool takes_arguments;
} Definition;

typedef struct Expansion {
    const char *name;
    const SourceFile *source;
    size_t at;
} Expansion;

typedef struct OwnFile {
    const SourceFile *source;
    Conditionals groups;
    CXSourceRangeList *skipped;
} OwnFile;

typedef struct Range {
    const SourceFile *source;
    size_t begin, end;
    bool is_nest;
} Range;

typedef struct Pending { // a macro whose value is not known yet
    Guards *guards;
    int index;
    size_t place;
} Pending;

typedef struct Macros {
    Reader *reader;
    Arena *arena;                   // scratch
    VECTOR(Definition) definitions; // by name, then in order
    VECTOR(Expansion) expansions;
    VECTOR(OwnFile) files;
    size_t from; // while they are collected
    VECTOR(CXCursor) seen;
    VECTOR(Range) ranges;      // of the nest at hand
    size_t place;              // of its guards
    Assignments assignments;   // of the function at hand
    VECTOR(const char *) used; // names that were looked at
    VECTOR(Pending) pending;
} Macros;

static void add_definition(Macros *macros, CXCursor cursor)
{
    CXSourceLocation where = clang_getCursorLocation(cursor);
    CXSourceRange extent = clang_getCursorExtent(cursor);
    CXFile file;
    unsigned begin, end;
    clang_getExpansionLocation(clang_getRangeStart(extent), &file, NULL, NULL, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    Definition definition = {.name = cursor_name(cursor),
                             .begin = begin,
                             .end = end,
                             .from = macros->from,
                             .order = macros->definitions.count};
    definition.system = clang_Location_isInSystemHeader(where) || clang_Cursor_isMacroBuiltin(cursor);
    definition.given = !file && !definition.system;
    definition.takes_arguments = clang_Cursor_isMacroFunctionLike(cursor);
    if (file && !definition.system)
        definition.source = source_of_file(macros->reader, file);
    if (definition.source == macros->reader->unit->source)
        definition.from = begin;
    VECTOR_PUSH(macros->arena, &macros->definitions, definition);
}

static void add_expansion(Macros *macros, CXCursor cursor)
{
    CXFile file;
    unsigned at;
    CXSourceLocation where = clang_getCursorLocation(cursor);
    clang_getExpansionLocation(where, &file, NULL, NULL, &at);
    if (!file || clang_Location_isInSystemHeader(where))
        return;
    Expansion expansion = {cursor_name(cursor), source_of_file(macros->reader, file), at};
    VECTOR_PUSH(macros->arena, &macros->expansions, expansion);
}

static enum CXChildVisitResult visit_preprocessing(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Macros *macros = context;
    unsigned at;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_MacroDefinition: add_definition(macros, cursor); break;
    case CXCursor_MacroExpansion: add_expansion(macros, cursor); break;
    case CXCursor_InclusionDirective:
        clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &at);
        if (clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
            macros->from = at;
        break;
    default: break;
    }
    return CXChildVisit_Continue;
}

static int compare_definitions(const void *left, const void *right)
{
    const Definition *a = left, *b = right;
    return a->name != b->name ? (a->name < b->name ? -1 : 1) : a->order - b->order;
}

// The definition that is valid where the guards are; NULL: none. *definitions: of the whole unit.
static const Definition *definition_of(const Macros *macros, const char *name, int *definitions)
{
    int low = 0, high = macros->definitions.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (macros->definitions.items[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    const Definition *found = NULL;
    *definitions = 0;
    for (; low < macros->definitions.count && macros->definitions.items[low].name == name; low++) {
        const Definition *definition = &macros->definitions.items[low];
        ++*definitions;
        if (definition->from < macros->place)
            found = definition;
    }
    return found;
}

// ---- what conditions choose

static const OwnFile *own_file(Macros *macros, const SourceFile *source)
{
    FOR_EACH(i, &macros->files)
        if (macros->files.items[i].source == source)
            return &macros->files.items[i];
    OwnFile file = {.source = source};
    if (source->text)
        file.groups = find_conditionals(macros->arena, source->text, source->length);
    CXFile key = clang_getFile(macros->reader->clang, source->path);
    file.skipped = key ? clang_getSkippedRanges(macros->reader->clang, key) : NULL;
    VECTOR_PUSH(macros->arena, &macros->files, file);
    return &macros->files.items[macros->files.count - 1];
}

static bool is_skipped(const OwnFile *file, size_t at)
{
    for (unsigned i = 0; file->skipped && i < file->skipped->count; i++) {
        unsigned begin, end;
        clang_getSpellingLocation(clang_getRangeStart(file->skipped->ranges[i]), NULL, NULL, NULL, &begin);
        clang_getSpellingLocation(clang_getRangeEnd(file->skipped->ranges[i]), NULL, NULL, NULL, &end);
        if (begin <= at && at < end)
            return true;
    }
    return false;
}

// The index of the branch whose lines were read; -1: none.
static int taken_branch(const OwnFile *file, const Conditional *group)
{
    FOR_EACH(i, &group->branches)
        if (!is_skipped(file, group->branches.items[i].begin - 1))
            return i;
    return -1;
}

static bool is_reserved(const char *name)
{
    return name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]));
}

// The next identifier from *at on, outside of literals, interned; NULL: there are no more.
static const char *next_word(const char **at, const char *end)
{
    while (*at < end) {
        char c = **at;
        size_t length = 0;
        while (*at + length < end && is_identifier_byte((*at)[length]))
            length++;
        if (length && !isdigit((unsigned char)c)) {
            const char *word = intern_n(*at, length);
            *at += length;
            return word;
        }
        if (c == '"' || c == '\'')
            for (++*at; *at < end && **at != c; ++*at)
                *at += **at == '\\' && *at + 1 < end;
        *at += length ? length : 1;
    }
    return NULL;
}

enum { MAX_NESTING = 32 }; // of macros in macros: beyond, everything may change

static Change name_changes(Macros *macros, const char *name, int depth);

static Change worse(Change left, Change right)
{
    if (left > right)
        return left;
    return right;
}

static Change text_changes(Macros *macros, const char *text, const char *end, int depth)
{
    Change change = CHANGE_NEVER;
    for (const char *word; change < CHANGE_ANY && (word = next_word(&text, end));)
        if (strcmp(word, "defined") != 0)
            change = worse(change, name_changes(macros, word, depth + 1));
    return change;
}

// Of all conditions around the byte.
static Change place_changes(Macros *macros, const SourceFile *source, size_t at, int depth)
{
    const OwnFile *file = own_file(macros, source);
    Change change = CHANGE_NEVER;
    FOR_EACH(i, &file->groups) {
        const Conditional *group = &file->groups.items[i];
        if (group->begin > at || group->end <= at)
            continue;
        FOR_EACH(k, &group->branches) {
            const char *condition = group->branches.items[k].condition;
            change = worse(change, text_changes(macros, condition, condition + strlen(condition), depth));
        }
    }
    return change;
}

static bool is_undefined_somewhere(const Macros *macros, const char *name)
{
    FOR_EACH(i, &macros->reader->files) {
        const SourceFile *source = macros->reader->files.items[i];
        if (source->text && undefines(source->text, name))
            return true;
    }
    return false;
}

static Change name_changes(Macros *macros, const char *name, int depth)
{
    int count;
    const Definition *definition = definition_of(macros, name, &count);
    if (depth > MAX_NESTING)
        return CHANGE_ANY;
    if (!definition || definition->system)
        return definition || is_reserved(name) ? CHANGE_COMPILER : CHANGE_ANY;
    if (definition->source != macros->reader->unit->source || count > 1 || is_undefined_somewhere(macros, name))
        return CHANGE_ANY;
    const char *text = definition->source->text;
    Change change = place_changes(macros, definition->source, definition->begin, depth + 1);
    const char *body = text + definition->begin + strlen(name);
    return worse(change, text_changes(macros, body, text + definition->end, depth));
}

// ---- guards

static void add_guard(Macros *macros, Guards *guards, Guard guard)
{
    FOR_EACH(i, guards)
        if (guards->items[i].kind == guard.kind && !strcmp(guards->items[i].text, guard.text))
            return;
    VECTOR_PUSH(macros->reader->arena, guards, guard);
}

static bool holds_throughout(const Macros *macros, const char *name)
{
    int count;
    const Definition *definition = definition_of(macros, name, &count);
    return count <= 1 && (count == 0 || definition) && !is_undefined_somewhere(macros, name);
}

// The old question and the question at the guard are only the same if no name in it has changed in between.
static bool can_ask_again(const Macros *macros, const Conditional *group, const SourceFile *source)
{
    FOR_EACH(i, &group->branches) {
        const char *at = group->branches.items[i].condition, *end = at + strlen(at);
        for (const char *word; (word = next_word(&at, end));) {
            int count;
            const Definition *definition = definition_of(macros, word, &count);
            bool is_inside = definition && definition->source == source && definition->begin >= group->begin;
            if (!holds_throughout(macros, word) || is_inside)
                return false;
        }
    }
    return true;
}

static bool is_plain(const char *condition)
{
    return !strncmp(condition, "defined(", strlen("defined(")) && strchr(condition, ')')[1] == '\0';
}

static const char *opposite(Arena *arena, const char *condition)
{
    if (condition[0] == '!' && is_plain(condition + 1))
        return condition + 1;
    return arena_printf(arena, is_plain(condition) ? "!%s" : "!(%s)", condition);
}

// A condition on its own needs no parentheses.
static const char *alternative(Arena *arena, const Conditional *group, const char *condition)
{
    bool alone = is_plain(condition) || (condition[0] == '!' && is_plain(condition + 1));
    return alone || group->branches.count == 1 ? condition : arena_printf(arena, "(%s)", condition);
}

// The condition of a violation: a branch before the chosen one holds, or the chosen one does not.
static void guard_condition(Macros *macros, Guards *guards, const OwnFile *file, const Conditional *group)
{
    int taken = taken_branch(file, group);
    Text text = {.arena = macros->reader->arena};
    FOR_EACH(i, &group->branches) {
        const char *condition = group->branches.items[i].condition;
        bool is_else = !strcmp(condition, "1") && i > 0;
        if (taken >= 0 && i > taken)
            break;
        if (!is_else)
            text_printf(&text, "%s%s", text.length ? " || " : "",
                        i == taken ? opposite(text.arena, condition) : alternative(text.arena, group, condition));
    }
    if (text.length)
        add_guard(macros, guards, (Guard){.kind = GUARD_CONDITION, .text = text_string(&text)});
}

static bool has_text(const OwnFile *file, const Conditional *group)
{
    FOR_EACH(i, &group->branches)
        if (branch_has_text(file->source->text, &group->branches.items[i]))
            return true;
    return false;
}

// Groups inside of the code that the nest uses, and groups around it. A group around the nest itself decides whether
// there is a nest.
static void guard_conditions(Macros *macros, Guards *guards, const Range *range)
{
    const OwnFile *file = own_file(macros, range->source);
    FOR_EACH(i, &file->groups) {
        const Conditional *group = &file->groups.items[i];
        bool inside = group->begin >= range->begin && group->end <= range->end;
        bool around = group->begin < range->begin && group->end > range->end && !range->is_nest;
        if ((!inside && !around) || !has_text(file, group))
            continue;
        Change change = CHANGE_NEVER;
        FOR_EACH(k, &group->branches) {
            const char *condition = group->branches.items[k].condition;
            change = worse(change, text_changes(macros, condition, condition + strlen(condition), 0));
        }
        bool matters = change == CHANGE_ANY || (change == CHANGE_COMPILER && range->is_nest);
        if (matters && can_ask_again(macros, group, range->source))
            guard_condition(macros, guards, file, group);
    }
}

static bool involves_system(Macros *macros, const Definition *definition, int depth)
{
    if (definition->system || depth > MAX_NESTING)
        return true;
    if (!definition->source)
        return false;
    const char *at = definition->source->text + definition->begin + strlen(definition->name),
               *end = definition->source->text + definition->end;
    for (const char *word; (word = next_word(&at, end));) {
        int count;
        const Definition *inner = definition_of(macros, word, &count);
        if (inner && inner != definition && involves_system(macros, inner, depth + 1))
            return true;
    }
    return false;
}

// "IDX(crs_1, crs_2)" for the macro IDX(i, j); NULL: it takes any number of arguments.
static const char *call_of(const Macros *macros, const Definition *definition)
{
    if (!definition->takes_arguments)
        return definition->name;
    if (!definition->source) // -D: its parameters are not in a text
        return NULL;
    const char *at = definition->source->text + definition->begin + strlen(definition->name), *end = strchr(at, ')');
    Text call = {.arena = macros->reader->arena};
    text_printf(&call, "%s(", definition->name);
    int count = 0;
    for (; end && next_word(&at, end); count++)
        text_printf(&call, "%scrs_%d", count ? ", " : "", count + 1);
    text_add(&call, ")");
    return end && !memchr(definition->source->text + definition->begin, '.',
                          (size_t)(end - definition->source->text) - definition->begin)
               ? text_string(&call)
               : NULL;
}

static void use_name(Macros *macros, Guards *guards, const char *name);

static void use_words(Macros *macros, Guards *guards, const char *at, const char *end)
{
    for (const char *word; (word = next_word(&at, end));)
        use_name(macros, guards, word);
}

// A macro whose text went into the nest.
static void use_name(Macros *macros, Guards *guards, const char *name)
{
    int count;
    const Definition *definition = definition_of(macros, name, &count);
    FOR_EACH(i, &macros->used)
        if (macros->used.items[i] == name)
            return;
    VECTOR_PUSH(macros->arena, &macros->used, name);
    if (!definition || definition->system)
        return;
    Change change = CHANGE_ANY;
    if (definition->source) {
        change = place_changes(macros, definition->source, definition->begin, 0);
        use_words(macros, guards, definition->source->text + definition->begin + strlen(name),
                  definition->source->text + definition->end);
    }
    bool is_fixed = definition->source == macros->reader->unit->source && change == CHANGE_NEVER;
    const char *call = call_of(macros, definition);
    if (is_fixed || !call || count > 1 || is_undefined_somewhere(macros, name))
        return;
    bool by_number = (definition->source && change == CHANGE_COMPILER) || involves_system(macros, definition, 0);
    Guard guard = {
        .kind = by_number ? GUARD_NUMBER : GUARD_TEXT, .name = name, .text = call, .given = definition->given};
    int before = guards->count;
    add_guard(macros, guards, guard);
    if (guards->count > before)
        VECTOR_PUSH(macros->arena, &macros->pending, ((Pending){guards, before, macros->place}));
}

// ---- what a nest uses

static void add_range(Macros *macros, CXCursor cursor, bool is_nest);

static bool is_own(Macros *macros, CXCursor cursor)
{
    CXSourceLocation where = clang_getCursorLocation(cursor);
    CXFile file;
    clang_getExpansionLocation(where, &file, NULL, NULL, NULL);
    (void)macros;
    return file && !clang_Location_isInSystemHeader(where);
}

static void use_declaration(Macros *macros, CXCursor declared)
{
    enum CXCursorKind kind = clang_getCursorKind(declared);
    if (kind == CXCursor_FunctionDecl) {
        CXCursor definition = clang_getCursorDefinition(declared);
        declared = is_null_cursor(definition) ? declared : definition;
    }
    if (kind == CXCursor_FieldDecl || kind == CXCursor_EnumConstantDecl)
        declared = clang_getCursorSemanticParent(declared);
    if (!is_own(macros, declared))
        return;
    FOR_EACH(i, &macros->seen)
        if (clang_equalCursors(macros->seen.items[i], declared))
            return;
    VECTOR_PUSH(macros->arena, &macros->seen, declared);
    add_range(macros, declared, false);
}

static enum CXChildVisitResult visit_use(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    CXCursor declared = clang_getCursorReferenced(cursor);
    if (!is_null_cursor(declared) && clang_isDeclaration(clang_getCursorKind(declared)) &&
        !clang_equalCursors(declared, cursor))
        use_declaration(context, declared);
    return CXChildVisit_Recurse;
}

static void add_range(Macros *macros, CXCursor cursor, bool is_nest)
{
    Loc loc = cursor_loc(macros->reader, cursor);
    if (!loc.file)
        return;
    Range range = {loc.file, loc.begin, loc.end, is_nest};
    VECTOR_PUSH(macros->arena, &macros->ranges, range);
    clang_visitChildren(cursor, visit_use, macros);
}

// ---- statements before a nest that set variables which it uses: `row = A + N;`, if the nest sees through row

// Not those in a loop beside the nest: nobody sees through what a loop sets.
static void use_assignments(Macros *macros, Loc nest)
{
    FOR_EACH(i, &macros->assignments) {
        const Assignment *assignment = &macros->assignments.items[i];
        const Loc *loop = &assignment->loop;
        bool beside = loop->file && (loop->file != nest.file || loop->begin > nest.begin || loop->end < nest.end);
        bool used = false;
        for (int k = 0; k < macros->seen.count && !used && !beside; k++)
            used = clang_equalCursors(macros->seen.items[k], assignment->variable);
        if (used)
            add_range(macros, assignment->expression, false);
    }
}

// ---- the guards of a nest

static int compare_expansions(const void *left, const void *right)
{
    const Expansion *a = left, *b = right;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void guard_range(Macros *macros, Guards *guards, const Range *range)
{
    guard_conditions(macros, guards, range);
    Expansion wanted = {.source = range->source, .at = range->begin};
    int low = 0, high = macros->expansions.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_expansions(&macros->expansions.items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < macros->expansions.count; low++) {
        const Expansion *expansion = &macros->expansions.items[low];
        if (expansion->source != range->source || expansion->at >= range->end)
            break;
        use_name(macros, guards, expansion->name);
    }
}

static const Guards *guards_of(Macros *macros, const Attachment *attachment, int root)
{
    Reader *reader = macros->reader;
    macros->seen.count = macros->ranges.count = macros->used.count = 0;
    CXCursor function = reader->details.items[root].cursor;
    macros->place = cursor_loc(reader, function).begin;
    macros->place += macros->place == 0; // what the command line defines is there from byte 0 on
    Guards *guards = ARENA_NEW(reader->arena, Guards);
    int last = attachment->last_site < 0 ? attachment->site : attachment->last_site;
    for (int site = attachment->site; site <= last; site = reader->sites.items[site].subtree_end)
        add_range(macros, reader->details.items[site].cursor, true);
    if (!clang_equalCursors(macros->assignments.function, function))
        macros->assignments = assignments_of(reader, macros->arena, function);
    use_assignments(macros, cursor_loc(reader, reader->details.items[attachment->site].cursor));
    for (int i = 0; i < macros->ranges.count; i++)
        guard_range(macros, guards, &macros->ranges.items[i]);
    if (attachment->orphaned)
        add_guard(macros, guards, (Guard){.kind = GUARD_CONDITION, .text = "defined _OPENMP"});
    const Loc *directive = &attachment->directive->loc;
    const char *text = reader->unit->source->text; // sections: copyin(a[0:N])
    use_words(macros, guards, text + directive->begin, text + directive->end);
    return guards;
}

// ---- values: the file is read again with a message for each

static void take_values(Macros *macros, CXTranslationUnit unit)
{
    for (unsigned i = 0, count = clang_getNumDiagnostics(unit); i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        const char *option = take_string(macros->reader, clang_getDiagnosticOption(diagnostic, NULL));
        const char *text = take_string(macros->reader, clang_getDiagnosticSpelling(diagnostic));
        char *rest = NULL;
        bool is_ours = !strcmp(option, "-W#pragma-messages") && !strncmp(text, "crs_guard ", strlen("crs_guard "));
        long number = is_ours ? strtol(text + strlen("crs_guard "), &rest, 10) : -1;
        if (number >= 0 && number < macros->pending.count) {
            Pending *pending = &macros->pending.items[number];
            pending->guards->items[pending->index].value = intern(rest + strspn(rest, " "));
        }
        clang_disposeDiagnostic(diagnostic);
    }
}

static int compare_pending(const void *left, const void *right)
{
    const Pending *a = left, *b = right;
    return a->place < b->place ? -1 : a->place > b->place;
}

static void find_values(Macros *macros)
{
    Reader *reader = macros->reader;
    if (!macros->pending.count)
        return;
    qsort(macros->pending.items, (size_t)macros->pending.count, sizeof(Pending), compare_pending);
    Text shadow = {.arena = macros->arena};
    size_t at = 0;
    FOR_EACH(i, &macros->pending) {
        const Pending *pending = &macros->pending.items[i];
        size_t place = pending->place > 1 ? pending->place : 0;
        text_add_n(&shadow, reader->unit->source->text + at, place - at);
        at = place;
        text_printf(&shadow, "\n#pragma message CRS_TEXT(crs_guard %d %s)\n", i,
                    pending->guards->items[pending->index].text);
    }
    text_add_n(&shadow, reader->unit->source->text + at, reader->unit->source->length - at);
    VECTOR(const char *) arguments = {0};
    for (int i = 0; i < reader->nargument; i++)
        VECTOR_PUSH(macros->arena, &arguments, reader->arguments[i]);
    static const char *const own[] = {"-ferror-limit=0", "-DCRS_TEXT(...)=CRS_TEXT_(__VA_ARGS__)",
                                      "-DCRS_TEXT_(...)=#__VA_ARGS__"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        VECTOR_PUSH(macros->arena, &arguments, own[i]);
    struct CXUnsavedFile files[UNSAVED_FILES];
    unsigned nfile = unsaved_files(reader->path, text_string(&shadow), shadow.length, files);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(index, reader->path, arguments.items, arguments.count, files, nfile, 0, &unit);
    if (unit) {
        take_values(macros, unit);
        clang_disposeTranslationUnit(unit);
    }
    clang_disposeIndex(index);
}

// ---- all

void guards_find(Reader *reader)
{
    Macros macros = {.reader = reader, .arena = arena_new(), .assignments.function = clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_preprocessing, &macros);
    if (macros.definitions.count)
        qsort(macros.definitions.items, (size_t)macros.definitions.count, sizeof(Definition), compare_definitions);
    if (macros.expansions.count)
        qsort(macros.expansions.items, (size_t)macros.expansions.count, sizeof(Expansion), compare_expansions);
    FOR_EACH(i, &reader->nest_attachments) {
        int root = reader->nest_attachments.items[i].site;
        while (reader->sites.items[root].parent >= 0)
            root = reader->sites.items[root].parent;
        reader->unit->nests.items[i]->guards = guards_of(&macros, &reader->nest_attachments.items[i], root);
    }
    find_values(&macros);
    FOR_EACH(i, &macros.files)
        if (macros.files.items[i].skipped)
            clang_disposeSourceRangeList(macros.files.items[i].skipped);
    arena_release(macros.arena);
}
