// Statements are numbered in preorder, so that a subtree is a range of numbers; for each scalar there is a sorted list
// of the statements whose own expressions mention it.
#include "ir/mentions.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Span {
    const Stmt *stmt;
    int first, last; // [first, last): its own number, and those of the statements in it
} Span;

typedef struct Mention {
    const Symbol *symbol;
    int at;
} Mention;

struct Mentions {
    Arena *arena;
    VECTOR(Span) spans;       // by address
    VECTOR(Mention) mentions; // by symbol, then by number
    int at;                   // while they are found
};

static bool note_symbol(void *context, const Expr *expr)
{
    Mentions *mentions = context;
    if (expr->kind == EX_SYMBOL)
        VECTOR_PUSH(mentions->arena, &mentions->mentions, ((Mention){expr->symbol, mentions->at}));
    return true;
}

static void note_statement(Mentions *mentions, const Stmt *stmt)
{
    if (!stmt)
        return;
    int index = mentions->spans.count;
    VECTOR_PUSH(mentions->arena, &mentions->spans, ((Span){.stmt = stmt, .first = index}));
    mentions->at = index;
    stmt_expressions(stmt, note_symbol, mentions);
    for (int i = 0; i < stmt->nitems; i++)
        note_statement(mentions, stmt->items[i]);
    note_statement(mentions, stmt->body);
    note_statement(mentions, stmt->otherwise);
    mentions->spans.items[index].last = mentions->spans.count;
}

static int by_address(const void *left, const void *right)
{
    uintptr_t one = (uintptr_t)((const Span *)left)->stmt, other = (uintptr_t)((const Span *)right)->stmt;
    return (one > other) - (one < other);
}

static int by_symbol(const void *left, const void *right)
{
    const Mention *one = left, *other = right;
    uintptr_t first = (uintptr_t)one->symbol, second = (uintptr_t)other->symbol;
    return first != second ? (first > second) - (first < second) : (one->at > other->at) - (one->at < other->at);
}

Mentions *mentions_of(Arena *arena, const Stmt *root)
{
    Mentions *mentions = ARENA_NEW(arena, Mentions);
    mentions->arena = arena;
    note_statement(mentions, root);
    qsort(mentions->spans.items, (size_t)mentions->spans.count, sizeof(Span), by_address);
    if (mentions->mentions.count)
        qsort(mentions->mentions.items, (size_t)mentions->mentions.count, sizeof(Mention), by_symbol);
    return mentions;
}

bool mentions_have(const Mentions *mentions, const Stmt *stmt, const Symbol *symbol)
{
    if (!mentions)
        return symbol && stmt_mentions(stmt, symbol);
    const Span *span =
        bsearch(&(Span){.stmt = stmt}, mentions->spans.items, (size_t)mentions->spans.count, sizeof(Span), by_address);
    assert(span);
    int low = 0, high = mentions->mentions.count; // the first mention that is not before the span
    while (low < high) {
        int middle = (low + high) / 2;
        if (by_symbol(&mentions->mentions.items[middle], &(Mention){symbol, span->first}) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < mentions->mentions.count && mentions->mentions.items[low].symbol == symbol &&
           mentions->mentions.items[low].at < span->last;
}
