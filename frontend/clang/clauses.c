// Checks the names in clauses: they are declared where the directive is, and they fit the clause.
#include "frontend/clang/clauses.h"
#include "frontend/clang/scope.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/complex.h"
#include "frontend/options/suggest.h"

#include <ctype.h>
#include <string.h>

enum { MANY_ERRORS = 20 }; // of one directive

typedef struct Check {
    Reader *reader;
    const Attachment *attachment;
    const Clause *clause;
    const ClauseItem *item;
    Scope local, *file; // the latter of all directives, once it is needed
    int errors;
} Check;

// ---- looking up

static const Named *find_name(Check *check, const char *name)
{
    const Named *found = scope_find(&check->local, name);
    if (found)
        return found;
    if (!check->file->count)
        *check->file = scope_of_file(check->reader);
    return scope_find(check->file, name);
}

static bool is_variable(const Named *named)
{
    enum CXCursorKind kind = clang_getCursorKind(named->decl);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FieldDecl;
}

typedef VECTOR(const char *) Words;

static void add_variables(Check *check, const Scope *scope, Words *words)
{
    FOR_EACH(i, scope)
        if (is_variable(&scope->items[i]))
            VECTOR_PUSH(check->reader->scratch, words, scope->items[i].name);
}

// "; did you mean 'weight'?", or nothing.
static const char *meant(Check *check, const Scope *first, const Scope *second, const char *name)
{
    Words words = {0};
    add_variables(check, first, &words);
    if (second)
        add_variables(check, second, &words);
    VECTOR_PUSH(check->reader->scratch, &words, NULL);
    const char *near = suggest(name, words.items);
    return near ? arena_printf(check->reader->scratch, "; did you mean '%s'?", near) : "";
}

static void report_undeclared(Check *check, Loc loc, const char *name)
{
    check->errors++;
    const Directive *directive = check->attachment->directive;
    diag_error(check->reader->diag, loc, "'%s' in '%s' is not declared here%s", name,
               directive->kind == DIRECTIVE_WAIT ? "wait" : clause_word(check->clause->kind),
               meant(check, &check->local, check->file, name));
}

// Whether the nest itself declares a variable of that name.
static bool is_of_nest(const Check *check, const char *name)
{
    const Attachment *attachment = check->attachment;
    const Reader *reader = check->reader;
    int last = attachment->last_site < 0 ? attachment->site : attachment->last_site;
    if (directive_is_data(attachment->directive))
        return false;
    for (int site = attachment->site; site <= last; site = reader->sites.items[site].subtree_end)
        if (is_declared_in(reader->details.items[site].cursor, name))
            return true;
    return false;
}

// ---- what a clause is about

static const char *other_kind(const Named *named)
{
    switch (clang_getCursorKind(named->decl)) {
    case CXCursor_FunctionDecl: return "a function";
    case CXCursor_TypedefDecl: return "a type";
    case CXCursor_EnumConstantDecl: return "a constant";
    default: return NULL;
    }
}

static bool is_data(ClauseKind kind)
{
    return kind >= CLAUSE_COPYIN && kind <= CLAUSE_PRESENT;
}

static void check_type(Check *check, CXType type)
{
    const ClauseItem *item = check->item;
    const char *word = clause_word(check->clause->kind);
    bool is_record = type.kind == CXType_Record, data = is_data(check->clause->kind);
    bool is_pointer = type.kind == CXType_Pointer || is_array_type(type);
    if (item->belief && data && (is_record || !is_pointer))
        return; // OpenMP and OpenACC list everything that is used
    bool calls = type.kind == CXType_Pointer && clang_getPointeeType(type).kind == CXType_FunctionProto;
    if (data && is_record)
        diag_error(check->reader->diag, item->loc, "'%s' in '%s' is a struct; name its member that is an array",
                   item->name, word);
    else if (calls || (data && !is_pointer))
        diag_error(
            check->reader->diag, item->loc,
            calls ? "'%s' in '%s' is a pointer to a function"
            : directive_is_data(check->attachment->directive)
                ? "'%s' in '%s' is a scalar, not an array; kernels get its value at each call"
                : "'%s' in '%s' is a scalar, not an array; leave it out, since its value is passed to the kernel",
            item->name, word);
    else if (check->clause->kind == CLAUSE_REDUCTION && is_record)
        diag_error(check->reader->diag, item->loc, "'%s' in 'reduction' is a struct; name the member that is combined",
                   item->name);
    else
        return;
    check->errors++;
}

// The member after `->` or `.` of a value of that type; false: reported.
static bool step_into(Check *check, const char *base, const char *name, bool arrow, CXType *type)
{
    Reader *reader = check->reader;
    bool is_pointer = type->kind == CXType_Pointer || is_array_type(*type);
    CXType record = type->kind == CXType_Pointer ? clang_getPointeeType(*type)
                    : is_array_type(*type)       ? clang_getArrayElementType(*type)
                                                 : *type;
    record = clang_getCanonicalType(record);
    Scope members = record.kind == CXType_Record ? scope_of_members(reader, record) : (Scope){0};
    const Named *member = scope_find(&members, name);
    check->errors++;
    if (record.kind != CXType_Record)
        diag_error(reader->diag, check->item->loc, "'%s' in '%s' is not a struct", base,
                   clause_word(check->clause->kind));
    else if (!member)
        diag_error(reader->diag, check->item->loc, "'%s' in '%s' has no member '%s'%s", base,
                   clause_word(check->clause->kind), name, meant(check, &members, NULL, name));
    else if (is_pointer != arrow)
        diag_error(reader->diag, check->item->loc, "'%s' is %s pointer; write '%s%s%s'", base,
                   is_pointer ? "a" : "not a", base, is_pointer ? "->" : ".", name);
    else
        check->errors--;
    if (member)
        *type = clang_getCanonicalType(clang_getCursorType(member->decl));
    return member && is_pointer == arrow;
}

// The type of the item's path; CXType_Invalid: reported.
static CXType path_type(Check *check, const Named *base)
{
    const char *path = check->item->name, *at = path + identifier_length(path);
    CXType type = clang_getCanonicalType(clang_getCursorType(base->decl));
    while (*at) {
        bool arrow = *at == '-';
        const char *member = at + (arrow ? 2 : 1);
        size_t length = identifier_length(member);
        const char *before = arena_strndup(check->reader->scratch, path, (size_t)(at - path));
        if (!step_into(check, before, arena_strndup(check->reader->scratch, member, length), arrow, &type))
            return (CXType){.kind = CXType_Invalid};
        at = member + length;
    }
    return type;
}

static void check_path(Check *check, const Named *base)
{
    CXType type = path_type(check, base);
    if (type.kind != CXType_Invalid)
        check_type(check, type);
}

static void check_item(Check *check)
{
    const ClauseItem *item = check->item;
    Diag *diag = check->reader->diag;
    const char *word = clause_word(check->clause->kind);
    const char *base = arena_strndup(check->reader->scratch, item->name, identifier_length(item->name));
    const Named *found = find_name(check, base);
    const char *other = found ? other_kind(found) : NULL;
    if (found && !other) {
        check_path(check, found);
    } else if (other) {
        check->errors++;
        diag_error(diag, item->loc, "'%s' in '%s' is %s, not a variable", base, word, other);
    } else if (is_of_nest(check, base)) {
        if (is_data(check->clause->kind))
            diag_warning(diag, item->loc, WARN_IGNORED_CLAUSE, "'%s(%s)' has no effect: '%s' is declared inside", word,
                         item->name, base);
    } else if (!is_macro(check->reader, base)) {
        report_undeclared(check, item->loc, base);
    }
}

// ---- the bounds of sections

// Whether an identifier in an expression is a keyword, or may be a name of the compiler's.
static bool is_keyword(const char *name)
{
    static const char *const words[] = {"sizeof", "int",    "long",  "short",    "char",  "unsigned", "signed",
                                        "float",  "double", "const", "volatile", "_Bool", "_Alignof", "true",
                                        "false",  "bool",   "NULL",  "typeof",   NULL};
    for (int i = 0; words[i]; i++)
        if (!strcmp(name, words[i]))
            return true;
    return name[0] == '_' && name[1] == '_';
}

// The position of a word in the text of the file, if it is found there.
static Loc word_loc(Reader *reader, Loc range, const char *name)
{
    const SourceFile *source = reader->unit->source;
    for (size_t at = range.begin; range.file == source && at < range.end; at++) {
        size_t length = identifier_length(source->text + at);
        if (length == strlen(name) && !strncmp(source->text + at, name, length))
            return bytes_loc(reader, at, at + length);
        at += length ? length - 1 : 0;
    }
    return range;
}

static void check_bound(Check *check, const char *text, Loc range)
{
    if (!text || strstr(text, "struct") || strstr(text, "offsetof") || strpbrk(text, "\"'"))
        return;
    bool member = false; // `.` or `->` precedes
    for (const char *at = text; *at && check->errors < MANY_ERRORS;) {
        size_t length = identifier_length(at);
        bool is_name = length && !isdigit((unsigned char)*at) && !member;
        const char *name = is_name ? arena_strndup(check->reader->scratch, at, length) : NULL;
        if (name && !is_keyword(name) && !find_name(check, name) && !is_macro(check->reader, name))
            report_undeclared(check, word_loc(check->reader, range, name), name);
        member = *at == ' ' ? member : *at == '.' || (*at == '>' && at > text && at[-1] == '-');
        at += length ? length : 1;
    }
}

// ---- one clause

// A complex variable is two: reduction(+: z) is about both of them.
static void split_complex(Check *check)
{
    Clause *clause = (Clause *)check->clause;
    bool scalars = clause->kind == CLAUSE_REDUCTION || clause->kind == CLAUSE_PRIVATE;
    for (int i = 0, count = clause->items.count; scalars && i < count; i++) {
        const Named *named = find_name(check, clause->items.items[i].name);
        if (!named || other_kind(named) || !is_complex(clang_getCursorType(named->decl)))
            continue;
        ClauseItem imaginary = clause->items.items[i];
        imaginary.name = intern_printf("%s_im", imaginary.name);
        clause->items.items[i].name = intern_printf("%s_re", clause->items.items[i].name);
        VECTOR_PUSH(check->reader->arena, &clause->items, imaginary);
    }
}

static void check_clause(Check *check)
{
    ClauseKind kind = check->clause->kind;
    if (kind == CLAUSE_ASYNC) {
        const SectionRange *stream = &check->clause->items.items[0].ranges.items[0];
        check_bound(check, stream->count, stream->count_loc);
    }
    if (kind != CLAUSE_REDUCTION && kind != CLAUSE_PRIVATE && !is_data(kind))
        return;
    for (int i = 0; i < check->clause->items.count && check->errors < MANY_ERRORS; i++) {
        check->item = &check->clause->items.items[i];
        check_item(check);
        FOR_EACH(d, &check->item->ranges) {
            const SectionRange *range = &check->item->ranges.items[d];
            check_bound(check, range->lower, range->lower_loc);
            check_bound(check, range->count, range->count_loc);
        }
    }
    split_complex(check);
}

// ---- clauses about what the nest does not use

// Whether the nest has an array with the item's name: x, dst->data; an object's host text is &x[0].
static bool is_array_of(const Nest *nest, const char *name)
{
    size_t length = strlen(name);
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        const char *host = array->host ? array->host + (array->host[0] == '&') : array->name;
        if (!strcmp(array->name, name) ||
            (!strncmp(host, name, length) && (host[length] == '\0' || host[length] == '[')))
            return true;
    }
    return false;
}

// Whether the statements of the directive mention the variable, or the member of any struct.
static bool is_mentioned(Check *check, const char *name)
{
    const Reader *reader = check->reader;
    const Attachment *attachment = check->attachment;
    int last = attachment->last_site < 0 ? attachment->site : attachment->last_site;
    const Named *named = find_name(check, arena_strndup(reader->scratch, name, identifier_length(name)));
    return !named || name[identifier_length(name)] ||
           moments_in(&facts_of(check->reader, named->decl)->mentions, reader->details.items[attachment->site].first,
                      reader->details.items[last].last);
}

void clauses_warn_idle(Reader *reader, const Nest *nest, const Attachment *attachment)
{
    Scope file = {0};
    Check check = {.reader = reader, .attachment = attachment, .file = &file};
    FOR_EACH(c, &attachment->directive->clauses) {
        check.clause = &attachment->directive->clauses.items[c];
        bool data = is_data(check.clause->kind);
        for (int i = 0; (data || check.clause->kind == CLAUSE_PRIVATE) && i < check.clause->items.count; i++) {
            const ClauseItem *item = &check.clause->items.items[i];
            if (item->belief) // OpenMP and OpenACC list what the block around uses
                continue;
            if (!check.local.count)
                check.local = scope_of(reader, reader->sites.items[attachment->site].parent, attachment->end);
            if (!(data && is_array_of(nest, item->name)) && !is_mentioned(&check, item->name))
                diag_warning(reader->diag, item->loc, WARN_IGNORED_CLAUSE,
                             "'%s(%s)' has no effect: the %s does not use '%s'", clause_word(check.clause->kind),
                             item->name, nest->is_region && attachment->region < 0 ? "region" : "nest", item->name);
        }
    }
}

// ---- all directives

// Where names of the directive are looked up from.
static int scope_site(const Reader *reader, const Attachment *attachment)
{
    return directive_is_data(attachment->directive) ? attachment->site : reader->sites.items[attachment->site].parent;
}

CXType clauses_item_type(Reader *reader, const Attachment *attachment, const ClauseItem *item)
{
    Scope file = {0};
    Check check = {.reader = reader, .attachment = attachment, .file = &file, .item = item};
    check.local = scope_of(reader, scope_site(reader, attachment), attachment->end);
    const Named *base = find_name(&check, arena_strndup(reader->scratch, item->name, identifier_length(item->name)));
    return base ? path_type(&check, base) : (CXType){.kind = CXType_Invalid};
}

void clauses_check(Reader *reader)
{
    Scope file = {0};
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (!attachment->good || attachment->site < 0 || attachment->directive->clauses.count == 0)
            continue;
        Check check = {.reader = reader, .attachment = attachment, .file = &file};
        check.local = scope_of(reader, scope_site(reader, attachment), attachment->end);
        for (int c = 0; c < attachment->directive->clauses.count && check.errors < MANY_ERRORS; c++) {
            check.clause = &attachment->directive->clauses.items[c];
            check_clause(&check);
        }
    }
}
