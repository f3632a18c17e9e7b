// Variables that the threads of an OpenMP loop share and write: a race, which is said with the assignment. The nest
// itself computes what the serial loop computes.
#include "frontend/clang/source.h"
#include "frontend/dataflow/from_sharing.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/scan.h"

#include <string.h>

typedef struct Sharing {
    Reader *reader;
    int index;         // of the loop's directive
    size_t begin, end; // of the loop
    CXCursor iterators[MAX_DEPTH];
    int niterator;
    VECTOR(CXCursor) said;
} Sharing;

// ---- what the directives say of a variable

static bool holds(const Reader *reader, const FromSite *outer, size_t at)
{
    if (outer->site < 0)
        return false;
    const Site *site = &reader->sites.items[outer->site];
    return at >= site->begin && at < site->end;
}

static bool starts_team(const FromDirective *from)
{
    return from_has(from, "parallel") || from_has(from, "teams");
}

// Whether each thread has its own: by a list of the directive or of one around it.
static bool is_listed(const Sharing *sharing, const char *name)
{
    const Reader *reader = sharing->reader;
    for (int i = 0; i <= sharing->index; i++) {
        const FromSite *outer = &reader->from_sites.items[i];
        const FromName *found = holds(reader, outer, sharing->begin) ? from_name(outer->from, name) : NULL;
        if (found && strcmp(found->row->words, "shared") != 0 && found->row->shape != SHAPE_MAP)
            return true;
    }
    return false;
}

static bool is_threadprivate(const Reader *reader, const char *name)
{
    size_t length = strlen(name);
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        if (!from_has(found->from, "threadprivate"))
            continue;
        const char *text = reader->unit->source->text, *end = text + found->end;
        for (const char *at = text + found->begin; (at = strstr(at, name)) && at < end; at++)
            if (!is_identifier_byte(at[-1]) && !is_identifier_byte(at[length]))
                return true;
    }
    return false;
}

// Where the threads begin: the outermost construct around the loop that starts some; 0: it is not in this function.
static size_t team_begin(const Sharing *sharing)
{
    const Reader *reader = sharing->reader;
    for (int i = 0; i <= sharing->index; i++) {
        const FromSite *outer = &reader->from_sites.items[i];
        if (starts_team(outer->from) && holds(reader, outer, sharing->begin))
            return outer->begin;
    }
    return 0;
}

// Whether a directive inside of the loop lets only one thread at a time run the place: atomic, critical, ordered.
static bool is_protected(const Sharing *sharing, size_t at)
{
    const Reader *reader = sharing->reader;
    for (int i = sharing->index + 1; i < reader->from_sites.count; i++) {
        const FromSite *inner = &reader->from_sites.items[i];
        if (inner->begin >= sharing->end)
            break;
        bool listed = inner->from->place == FROM_LOOP || inner->from->place == FROM_TEAM;
        if (!listed && holds(reader, inner, at))
            return true;
    }
    return false;
}

// Of a directive on an inner loop: it lists the variable, or the variable counts its iterations.
static bool is_inner(const Sharing *sharing, size_t at, CXCursor decl, const char *name)
{
    const Reader *reader = sharing->reader;
    for (int i = sharing->index + 1; i < reader->from_sites.count; i++) {
        const FromSite *inner = &reader->from_sites.items[i];
        if (inner->begin >= sharing->end)
            break;
        if (inner->from->place != FROM_LOOP || !holds(reader, inner, at))
            continue;
        const DeclFacts *iterator = reader->details.items[inner->site].iterator;
        if (from_name(inner->from, name) || (iterator && clang_equalCursors(iterator->cursor, decl)))
            return true;
    }
    return false;
}

// ---- assignments

static bool is_scalar(CXType type)
{
    type = clang_getCanonicalType(type);
    return (type.kind >= CXType_Bool && type.kind <= CXType_LongDouble) || type.kind == CXType_Pointer ||
           type.kind == CXType_Enum;
}

static bool is_shared(const Sharing *sharing, CXCursor decl, size_t at)
{
    const char *name = cursor_name(decl);
    if (clang_getCursorKind(decl) != CXCursor_VarDecl && clang_getCursorKind(decl) != CXCursor_ParmDecl)
        return false;
    size_t begin = cursor_loc(sharing->reader, decl).begin, team = team_begin(sharing);
    bool is_local =
        clang_getCursorLinkage(decl) == CXLinkage_NoLinkage && clang_Cursor_getStorageClass(decl) != CX_SC_Static;
    if (is_local && (!team || begin >= team)) // declared by each thread, as far as is seen
        return false;
    for (int i = 0; i < sharing->niterator; i++)
        if (clang_equalCursors(sharing->iterators[i], decl))
            return false;
    return is_scalar(clang_getCursorType(decl)) && !is_listed(sharing, name) &&
           !is_threadprivate(sharing->reader, name) && !is_protected(sharing, at) && !is_inner(sharing, at, decl, name);
}

static void take_write(Sharing *sharing, CXCursor assignment, CXCursor written)
{
    Reader *reader = sharing->reader;
    CXCursor place = strip_conversions(reader, written);
    CXCursor decl = clang_getCursorReferenced(place);
    Loc loc = cursor_loc(reader, assignment);
    if (clang_getCursorKind(place) != CXCursor_DeclRefExpr || !is_shared(sharing, decl, loc.begin))
        return;
    FOR_EACH(i, &sharing->said)
        if (clang_equalCursors(sharing->said.items[i], decl))
            return;
    VECTOR_PUSH(reader->scratch, &sharing->said, decl);
    const FromDirective *from = reader->from_sites.items[sharing->index].from;
    diag_warning(reader->diag, from->loc, WARN_RACE,
                 "'%s' is shared by the threads of '%s', and iterations write it at the same time; name it in "
                 "'private', 'lastprivate' or 'reduction'",
                 cursor_name(decl), from->words);
    diag_note(reader->diag, loc, "written here");
}

static bool is_assignment(CXCursor cursor)
{
    if (clang_getCursorKind(cursor) == CXCursor_CompoundAssignOperator)
        return true;
    return clang_getCursorKind(cursor) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
}

static bool is_increment(CXCursor cursor)
{
    if (clang_getCursorKind(cursor) != CXCursor_UnaryOperator)
        return false;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreInc ||
           kind == CXUnaryOperator_PreDec;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Sharing *sharing = context;
    if (is_assignment(cursor) || is_increment(cursor)) {
        Children parts = expression_children(sharing->reader, cursor);
        if (parts.count)
            take_write(sharing, cursor, parts.items[0]);
    }
    return CXChildVisit_Recurse;
}

// ---- blocks that one thread of the host runs

static DeclFacts *mentioned_in(const Reader *reader, const SiteDetail *block, const char *name)
{
    for (int i = 0; i < reader->nbucket; i++)
        for (DeclFacts *facts = reader->buckets[i]; facts; facts = facts->next)
            if (moments_in(&facts->mentions, block->first, block->last) && cursor_name(facts->cursor) == name)
                return facts;
    return NULL;
}

// Whether the block sets the variable, and the function may read that value after it.
static bool is_wanted_after(Reader *reader, const FromSite *found, DeclFacts *facts)
{
    const SiteDetail *block = &reader->details.items[found->site];
    if (!moments_in(&facts->writes, block->first, block->last))
        return false;
    Frame outside = reader->frame;
    reader->frame = (Frame){.nest_first = block->first,
                            .nest_last = block->last,
                            .nest_site = found->site,
                            .nest_site_end = reader->sites.items[found->site].subtree_end,
                            .function_site = found->function,
                            .nest_repeats = reader->sites.items[found->site].in_loop};
    bool wanted = live_is_read_after(reader, facts);
    reader->frame = outside;
    return wanted;
}

// A private variable of a team keeps its value outside; here it is the one variable that there is.
static void check_team(Reader *reader, const FromSite *found)
{
    const SiteDetail *block = &reader->details.items[found->site];
    FOR_EACH(i, &found->from->names) {
        const FromName *name = &found->from->names.items[i];
        bool is_private = !strcmp(name->row->words, "private") || name->row->meaning == FROM_FIRST;
        DeclFacts *facts = is_private ? mentioned_in(reader, block, name->name) : NULL;
        if (facts && is_wanted_after(reader, found, facts))
            diag_warning(reader->diag, name->loc, WARN_RACE,
                         "'%s' is private, and its value is read after the block; one thread of the host runs the "
                         "block, and leaves its own value there",
                         name->name);
    }
}

// ---- loops

// The iterators of the loops that the directive is about.
static void find_iterators(Sharing *sharing, const FromSite *found)
{
    const Reader *reader = sharing->reader;
    int end = reader->sites.items[found->site].subtree_end;
    for (int i = found->site; i < end && sharing->niterator < found->from->nloops; i++)
        if (reader->sites.items[i].kind == SITE_FOR && reader->details.items[i].iterator)
            sharing->iterators[sharing->niterator++] = reader->details.items[i].iterator->cursor;
}

void from_check_sharing(Reader *reader)
{
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        if (found->from->place != FROM_LOOP && found->site >= 0 && found->goes)
            check_team(reader, found);
        bool shares = found->from->language == FROM_OMP && found->from->place == FROM_LOOP &&
                      strcmp(found->from->words, "simd") != 0;
        if (!shares || found->site < 0 || !found->goes)
            continue;
        const Site *site = &reader->sites.items[found->site];
        Sharing sharing = {.reader = reader, .index = i, .begin = site->begin, .end = site->end};
        find_iterators(&sharing, found);
        clang_visitChildren(reader->details.items[found->site].cursor, visit, &sharing);
    }
}
