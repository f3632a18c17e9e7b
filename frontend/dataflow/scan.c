// One walk over a function: the tree of its statements, and where each variable is mentioned, written, or has its
// address taken. Done once per function, so that questions about a nest do not walk over the code around it.
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/scan.h"

// ---- declarations

static size_t bucket_of(const Reader *reader, CXCursor cursor)
{
    return clang_hashCursor(cursor) * (size_t)2654435761u % (size_t)reader->nbucket;
}

static void grow_buckets(Reader *reader)
{
    DeclFacts **old = reader->buckets;
    int count = reader->nbucket;
    reader->nbucket = count ? count * 4 : 1024;
    reader->buckets = ARENA_ARRAY(reader->arena, DeclFacts *, reader->nbucket);
    for (int i = 0; i < count; i++) {
        for (DeclFacts *facts = old[i], *next; facts; facts = next) {
            next = facts->next;
            size_t at = bucket_of(reader, facts->cursor);
            facts->next = reader->buckets[at];
            reader->buckets[at] = facts;
        }
    }
}

DeclFacts *facts_of(Reader *reader, CXCursor decl)
{
    decl = clang_getCanonicalCursor(decl);
    if (reader->ndecl >= reader->nbucket)
        grow_buckets(reader);
    size_t at = bucket_of(reader, decl);
    for (DeclFacts *facts = reader->buckets[at]; facts; facts = facts->next)
        if (clang_equalCursors(facts->cursor, decl))
            return facts;
    DeclFacts *facts = ARENA_NEW(reader->arena, DeclFacts);
    facts->cursor = decl;
    facts->next = reader->buckets[at];
    reader->buckets[at] = facts;
    reader->ndecl++;
    return facts;
}

int moments_from(const Moments *moments, size_t first)
{
    int low = 0, high = moments->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (moments->items[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool moments_in(const Moments *moments, size_t first, size_t last)
{
    int index = moments_from(moments, first);
    return index < moments->count && moments->items[index] < last;
}

bool nest_writes(Reader *reader, CXCursor decl)
{
    return moments_in(&facts_of(reader, decl)->writes, reader->frame.nest_first, reader->frame.nest_last);
}

// ---- loops and blocks by their cursor

static void chain_site(Reader *reader, int site)
{
    size_t at =
        clang_hashCursor(reader->details.items[site].cursor) * (size_t)2654435761u % (size_t)reader->nsite_bucket;
    reader->site_chain.items[site] = reader->site_buckets[at];
    reader->site_buckets[at] = site + 1;
}

static bool is_loop_site(const Site *site)
{
    return site->kind == SITE_FOR || site->kind == SITE_LOOP;
}

static bool is_looked_up(const Site *site)
{
    return is_loop_site(site) || site->kind == SITE_COMPOUND;
}

static void rehash_sites(Reader *reader)
{
    reader->nsite_bucket = reader->nsite_bucket ? reader->nsite_bucket * 4 : 1024;
    reader->site_buckets = ARENA_ARRAY(reader->arena, int, reader->nsite_bucket);
    FOR_EACH(i, &reader->sites)
        if (is_looked_up(&reader->sites.items[i]))
            chain_site(reader, i);
}

int site_of(Reader *reader, CXCursor loop)
{
    if (!reader->nsite_bucket)
        return -1;
    size_t at = clang_hashCursor(loop) * (size_t)2654435761u % (size_t)reader->nsite_bucket;
    for (int i = reader->site_buckets[at]; i; i = reader->site_chain.items[i - 1])
        if (clang_equalCursors(reader->details.items[i - 1].cursor, loop))
            return i - 1;
    return -1;
}

// ---- statements

typedef struct Scan {
    Reader *reader;
    int parent, function, depth;
    bool in_loop;
} Scan;

static SiteKind site_kind(CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CompoundStmt: return SITE_COMPOUND;
    case CXCursor_ForStmt: return SITE_FOR;
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: return SITE_LOOP;
    case CXCursor_NullStmt: return SITE_EMPTY;
    default: return SITE_OTHER;
    }
}

static int add_site(Reader *reader, CXCursor cursor, SiteKind kind, int parent, bool in_loop)
{
    Loc loc = cursor_loc(reader, cursor);
    Site site = {.kind = kind, .begin = loc.begin, .end = loc.end, .parent = parent, .in_loop = in_loop};
    site.macro_begin = loc.file == reader->unit->source && macro_around(reader, loc.begin);
    SiteDetail detail = {.cursor = cursor, .first = reader->moment};
    VECTOR_PUSH(reader->arena, &reader->sites, site);
    VECTOR_PUSH(reader->arena, &reader->details, detail);
    VECTOR_PUSH(reader->arena, &reader->site_chain, 0);
    int index = reader->sites.count - 1;
    if (is_looked_up(&site)) {
        if (++reader->nlisted_site >= reader->nsite_bucket)
            rehash_sites(reader);
        else
            chain_site(reader, index);
    }
    return index;
}

// ---- mentions and writes

CXCursor written_variable(Reader *reader, CXCursor expr)
{
    expr = strip_parens(reader, expr);
    enum CXCursorKind kind = clang_getCursorKind(expr);
    bool names = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    return names ? expr : clang_getNullCursor();
}

// The variable or field whose memory the lvalue or pointer `expr` lies in.
static void note_store(Reader *reader, CXCursor expr)
{
    for (int depth = 0; depth < 64; depth++) {
        expr = strip_conversions(reader, expr);
        enum CXCursorKind kind = clang_getCursorKind(expr);
        if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
            DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(expr));
            VECTOR_PUSH(reader->arena, &facts->stores, reader->moment);
            return;
        }
        Children parts = expression_children(reader, expr);
        if (parts.count == 0)
            return;
        bool second = parts.count == 2 && !is_address(parts.items[0]); // i[p]
        expr = parts.items[second];
    }
}

// plain: v = .., which does not read v
static void note_write(Reader *reader, CXCursor target, bool plain)
{
    CXCursor written = written_variable(reader, target);
    if (is_null_cursor(written)) {
        note_store(reader, target);
        return;
    }
    DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(written));
    VECTOR_PUSH(reader->arena, &facts->writes, reader->moment);
    if (plain && clang_equalCursors(written, target))
        VECTOR_PUSH(reader->arena, &facts->sets, reader->moment);
}

static void note_address(Reader *reader, CXCursor target)
{
    for (;;) {
        target = strip_parens(reader, target);
        enum CXCursorKind kind = clang_getCursorKind(target);
        if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr)
            return;
        DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(target));
        facts->address_taken = true;
        VECTOR_PUSH(reader->arena, &facts->addresses, reader->moment);
        Children parts = expression_children(reader, target);
        if (kind == CXCursor_DeclRefExpr || parts.count == 0)
            return;
        target = parts.items[0];
    }
}

static void note_array_base(Reader *reader, CXCursor pointer)
{
    pointer = strip_conversions(reader, pointer);
    enum CXCursorKind kind = clang_getCursorKind(pointer);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
        facts_of(reader, clang_getCursorReferenced(pointer))->is_array_base = true;
}

static void note_expression(Reader *reader, CXCursor cursor, enum CXCursorKind kind)
{
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
        DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(cursor));
        VECTOR_PUSH(reader->arena, &facts->mentions, reader->moment);
        return;
    }
    bool is_binary = kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator;
    if (!is_binary && kind != CXCursor_UnaryOperator && kind != CXCursor_ArraySubscriptExpr)
        return;
    Children parts = expression_children(reader, cursor);
    if (parts.count == 0)
        return;
    bool assigns = is_binary && clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    if (kind == CXCursor_CompoundAssignOperator || assigns)
        note_write(reader, parts.items[0], assigns && kind == CXCursor_BinaryOperator);
    if (kind == CXCursor_UnaryOperator) {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
        if (op <= CXUnaryOperator_PreDec && op >= CXUnaryOperator_PostInc)
            note_write(reader, parts.items[0], false);
        if (op == CXUnaryOperator_AddrOf)
            note_address(reader, parts.items[0]);
    }
    bool adds = is_binary && is_address(cursor) && clang_getCursorBinaryOperatorKind(cursor) != CXBinaryOperator_Assign;
    if (kind == CXCursor_ArraySubscriptExpr || adds)
        for (int i = 0; i < parts.count; i++)
            if (is_address(parts.items[i]))
                note_array_base(reader, parts.items[i]);
}

// ---- the walk

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context);

static bool sets(Reader *reader, CXCursor init, const DeclFacts *facts)
{
    Children parts = children_of(reader, init);
    if (clang_getCursorKind(init) == CXCursor_VarDecl)
        return facts_of(reader, init) == facts;
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(init);
    if (op == CXBinaryOperator_Assign && parts.count == 2) {
        CXCursor target = written_variable(reader, parts.items[0]);
        return !is_null_cursor(target) && facts_of(reader, clang_getCursorReferenced(target)) == facts;
    }
    bool found = false;
    if (clang_getCursorKind(init) == CXCursor_DeclStmt || op == CXBinaryOperator_Comma)
        for (int i = 0; i < parts.count; i++)
            found |= sets(reader, parts.items[i], facts);
    return found;
}

// The variable that `for (i = ..; ..; i += ..)` counts, if its first part sets it; without a third part, the variable
// that the first part alone sets.
static DeclFacts *counted_by(Reader *reader, Children parts)
{
    CXCursor increment = parts.items[parts.count - 2], init = parts.items[0];
    Children inner = expression_children(reader, increment);
    if (parts.count == 4 && inner.count) {
        CXCursor target = written_variable(reader, inner.items[0]);
        DeclFacts *facts = is_null_cursor(target) ? NULL : facts_of(reader, clang_getCursorReferenced(target));
        return facts && sets(reader, init, facts) ? facts : NULL;
    }
    inner = children_of(reader, init);
    if (clang_getCursorKind(init) == CXCursor_DeclStmt)
        return inner.count == 1 ? facts_of(reader, inner.items[0]) : NULL;
    CXCursor target = inner.count == 2 ? written_variable(reader, inner.items[0]) : clang_getNullCursor();
    DeclFacts *facts = is_null_cursor(target) ? NULL : facts_of(reader, clang_getCursorReferenced(target));
    return facts && sets(reader, init, facts) ? facts : NULL;
}

static void scan_children(Scan scan, CXCursor cursor, int site)
{
    Reader *reader = scan.reader;
    Children parts = children_of(reader, cursor);
    SiteKind kind = reader->sites.items[site].kind;
    if (kind == SITE_FOR && parts.count > 1)
        reader->details.items[site].iterator = counted_by(reader, parts);
    int body = clang_getCursorKind(cursor) == CXCursor_DoStmt ? 0 : parts.count - 1;
    for (int i = 0; i < parts.count; i++) {
        if (is_loop_site(&reader->sites.items[site]) && i == body)
            reader->details.items[site].body_first = reader->moment + 1;
        visit(parts.items[i], cursor, &scan);
        if (i == 0)
            reader->details.items[site].first_part_last = reader->moment + 1;
    }
}

static void scan_statement(Scan scan, CXCursor cursor, SiteKind kind)
{
    Reader *reader = scan.reader;
    int site = add_site(reader, cursor, kind, scan.parent, scan.in_loop);
    enum CXCursorKind cursor_kind = clang_getCursorKind(cursor);
    Site *function = &reader->sites.items[scan.function];
    function->has_label |= cursor_kind == CXCursor_LabelStmt;
    function->is_unknown |= cursor_kind == CXCursor_GCCAsmStmt || cursor_kind == CXCursor_MSAsmStmt;
    scan.parent = site;
    scan.in_loop |= is_loop_site(&reader->sites.items[site]);
    scan_children(scan, cursor, site);
    reader->details.items[site].last = ++reader->moment;
    reader->sites.items[site].subtree_end = reader->sites.count;
}

static bool is_statement_place(CXCursor parent)
{
    return clang_isStatement(clang_getCursorKind(parent));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Scan deeper = *(Scan *)context, *scan = &deeper;
    Reader *reader = scan->reader;
    if (++deeper.depth > MAX_SCAN_DEPTH) {
        reader->sites.items[scan->function].is_unknown = true;
        return CXChildVisit_Continue;
    }
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    reader->moment++;
    if (clang_isStatement(kind)) {
        scan_statement(*scan, cursor, site_kind(cursor));
        return CXChildVisit_Continue;
    }
    if (kind == CXCursor_UnaryExpr) // sizeof: only the type of its operand counts
        return CXChildVisit_Continue;
    note_expression(reader, cursor, kind);
    bool stands_alone =
        clang_isExpression(kind) && is_statement_place(parent) &&
        (clang_getCursorKind(parent) == CXCursor_CompoundStmt || clang_getCursorKind(parent) == CXCursor_LabelStmt);
    int site = stands_alone ? add_site(reader, cursor, SITE_OTHER, scan->parent, scan->in_loop) : -1;
    Children parts = children_of(reader, cursor);
    for (int i = 0; i < parts.count; i++)
        visit(parts.items[i], cursor, scan);
    if (site >= 0) {
        reader->details.items[site].last = ++reader->moment;
        reader->sites.items[site].subtree_end = reader->sites.count;
    }
    return CXChildVisit_Continue;
}

bool is_assigned_in_sight(Reader *reader, CXCursor decl)
{
    int site = facts_of(reader, clang_getCursorSemanticParent(decl))->scanned_site - 1;
    return !facts_of(reader, decl)->address_taken && site >= 0 && !reader->sites.items[site].is_unknown;
}

bool is_never_assigned(Reader *reader, CXCursor decl)
{
    return !facts_of(reader, decl)->writes.count && is_assigned_in_sight(reader, decl);
}

static DeclFacts *function_facts(Reader *reader, CXCursor function)
{
    return facts_of(reader, function);
}

int scan_function(Reader *reader, CXCursor function)
{
    DeclFacts *facts = function_facts(reader, function);
    if (facts->scanned_site)
        return facts->scanned_site - 1;
    Arena *scratch = reader->scratch;
    reader->scratch = arena_new();
    reader->moment++;
    int site = add_site(reader, function, SITE_FUNCTION, -1, false);
    facts->scanned_site = site + 1;
    Scan scan = {.reader = reader, .parent = site, .function = site};
    Children parts = children_of(reader, function);
    for (int i = 0; i < parts.count; i++)
        visit(parts.items[i], function, &scan);
    reader->details.items[site].last = ++reader->moment;
    reader->sites.items[site].subtree_end = reader->sites.count;
    arena_release(reader->scratch);
    reader->scratch = scratch;
    return site;
}
