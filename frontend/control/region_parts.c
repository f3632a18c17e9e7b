// A region that cannot be one launcher, because the host must run statements of it, such as `printf`. Statements with
// loops that can be read become parts, each of which is a region by itself; all others stay where they are:
//
//   #pragma curestruct begin
//   while (time < end) {              while (time < end) {
//       step(n, u, v);                    { launcher }                           a part
//       if (++steps % 10 == 0)            if (++steps % 10 == 0)
//           printf("%g\n", u[0]);             printf("%g\n", u[0]);
//       time += by;                       time += by;
//   }                                 }
//   #pragma curestruct end
#include "frontend/control/region_parts.h"

#include "frontend/clang/scope.h"
#include "frontend/clang/source.h"
#include "frontend/dataflow/scan.h"

#include <ctype.h>
#include <string.h>

typedef struct Search {
    Reader *reader;
    const Attachment *region;
    const Directive *directive; // of each part, but for its place
    ReadPart *read;
    Attachments parts;
} Search;

// ---- the clauses of the parts

// Whether the name means the same, and a variable of that name has the same value, all through the region.
static bool stays(Search *search, const char *name)
{
    Reader *reader = search->reader;
    const Attachment *region = search->region;
    Scope scope = scope_of(reader, reader->sites.items[region->site].parent, region->end);
    const Named *named = scope_find(&scope, name);
    enum CXCursorKind kind = named ? clang_getCursorKind(named->decl) : CXCursor_UnexposedDecl;
    if ((kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
        clang_Cursor_hasVarDeclGlobalStorage(named->decl) == 1)
        return false;
    const DeclFacts *facts = facts_of(reader, named->decl);
    for (int site = region->site; site <= region->last_site; site = reader->sites.items[site].subtree_end)
        if (is_declared_in(reader->details.items[site].cursor, name))
            return false;
    return !facts->address_taken && !moments_in(&facts->writes, reader->details.items[region->site].first,
                                                reader->details.items[region->last_site].last);
}

// An expression over variables that stay; it reads no memory.
static bool bound_stays(Search *search, const char *text)
{
    if (text && strpbrk(text, "[].\"'&"))
        return false;
    for (const char *at = text; at && *at;) {
        size_t length = identifier_length(at);
        bool is_name = length && !isdigit((unsigned char)*at);
        const char *name = is_name ? arena_strndup(search->reader->scratch, at, length) : "";
        if (is_name && (!stays(search, name) || at[length + strspn(at + length, " ")] == '('))
            return false;
        at += length ? length : 1;
    }
    return !text || !strstr(text, "->");
}

static bool item_stays(Search *search, const ClauseItem *item)
{
    bool holds = !item->name[identifier_length(item->name)] && stays(search, item->name);
    FOR_EACH(i, &item->ranges) {
        const SectionRange *range = &item->ranges.items[i];
        holds = holds && bound_stays(search, range->lower) && bound_stays(search, range->count);
    }
    return holds;
}

// What the region only creates or copies in one direction may pass from part to part.
static Clause clause_of_part(Search *search, const Clause *clause)
{
    Clause made = *clause;
    if (clause->kind < CLAUSE_COPYIN || clause->kind > CLAUSE_PRESENT)
        return made;
    made.kind = clause->kind == CLAUSE_PRESENT ? CLAUSE_PRESENT : CLAUSE_COPY;
    made.items.items = NULL;
    made.items.count = made.items.capacity = 0;
    FOR_EACH(i, &clause->items)
        if (item_stays(search, &clause->items.items[i]))
            VECTOR_PUSH(search->reader->arena, &made.items, clause->items.items[i]);
    return made;
}

static const Directive *directive_of_parts(Search *search)
{
    const Directive *region = search->region->directive;
    Directive *made = arena_copy(search->reader->arena, region, sizeof *region);
    made->clauses.items = NULL;
    made->clauses.count = made->clauses.capacity = 0;
    FOR_EACH(i, &region->clauses) {
        Clause clause = clause_of_part(search, &region->clauses.items[i]);
        bool lost = clause.kind == CLAUSE_NAME || (region->clauses.items[i].items.count && !clause.items.count);
        if (!lost)
            VECTOR_PUSH(search->reader->arena, &made->clauses, clause);
    }
    return made;
}

// ---- statements

static PartReading read_run(Search *search, int first, int last, Attachment *part)
{
    *part = *search->region;
    part->directive = search->directive;
    part->site = first;
    part->last_site = last;
    return search->read(search->reader, part);
}

static bool is_label(const Search *search, int site)
{
    enum CXCursorKind kind = clang_getCursorKind(search->reader->details.items[site].cursor);
    return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

static void add_part(Search *search, Attachment part)
{
    Reader *reader = search->reader;
    Directive *directive = arena_copy(reader->arena, search->directive, sizeof *search->directive);
    directive->loc = cursor_loc(reader, reader->details.items[part.site].cursor);
    part.directive = directive;
    VECTOR_PUSH(reader->arena, &search->parts, part);
}

static void add_below(Search *search, int site);

static PartReading read_alone(Search *search, int site)
{
    Attachment part;
    return is_label(search, site) ? PART_REFUSED : read_run(search, site, site, &part);
}

// Statements with loops, and others between them: together, or else each by itself.
static void add_run(Search *search, const int *sites, int count)
{
    Attachment part;
    if (count && read_run(search, sites[0], sites[count - 1], &part) == PART_LOOPS) {
        add_part(search, part);
        return;
    }
    for (int i = 0; i < count; i++)
        if (read_run(search, sites[i], sites[i], &part) == PART_LOOPS)
            add_part(search, part);
}

typedef struct Run {
    VECTOR(int) sites;
    int count; // up to the last one that holds a loop
} Run;

static void end_run(Search *search, Run *run)
{
    add_run(search, run->sites.items, run->count);
    run->sites.count = run->count = 0;
}

// The statements [first, end) of a block, one after the other.
static void add_statements(Search *search, int first, int end)
{
    Run run = {0};
    for (int site = first; site < end; site = search->reader->sites.items[site].subtree_end) {
        PartReading reading = read_alone(search, site);
        if (reading == PART_REFUSED) {
            end_run(search, &run);
            add_below(search, site);
        } else if (reading == PART_LOOPS || run.count) {
            VECTOR_PUSH(search->reader->arena, &run.sites, site);
            run.count = reading == PART_LOOPS ? run.sites.count : run.count;
        }
    }
    end_run(search, &run);
}

// A loop with a directive is a nest all the same: the reader says why it is refused.
static bool add_annotated(Search *search, int site)
{
    Attachment nest = *search->region;
    nest.directive = search->reader->details.items[site].directive;
    if (!nest.directive)
        return false;
    search->reader->details.items[site].directive = NULL;
    nest.site = site;
    nest.last_site = -1;
    VECTOR_PUSH(search->reader->arena, &search->parts, nest);
    return true;
}

// The statements inside of one that the host runs.
static void add_below(Search *search, int site)
{
    const Site *around = &search->reader->sites.items[site];
    if (add_annotated(search, site))
        return;
    if (around->kind == SITE_COMPOUND) {
        add_statements(search, site + 1, around->subtree_end);
        return;
    }
    for (int inner = site + 1; inner < around->subtree_end; inner = search->reader->sites.items[inner].subtree_end) {
        PartReading reading = read_alone(search, inner);
        if (reading == PART_LOOPS)
            add_run(search, &inner, 1);
        else if (reading == PART_REFUSED)
            add_below(search, inner);
    }
}

Attachments region_parts(Reader *reader, const Attachment *region, ReadPart *read)
{
    Search search = {.reader = reader, .region = region, .read = read};
    search.directive = directive_of_parts(&search);
    add_statements(&search, region->site, reader->sites.items[region->last_site].subtree_end);
    return search.parts;
}
