// Directives: what clauses become, and every message with its place.
#include "frontend/directives/directive.h"
#include "frontend/directives/constant.h"
#include "tests/unit/test.h"

#include <stdlib.h>

static Arena *arena;

static void describe_item(Text *out, const ClauseItem *item)
{
    text_printf(out, " %s", item->name ? item->name : "-");
    if (item->size)
        text_printf(out, "=%lld", (long long)item->size);
    FOR_EACH(i, &item->ranges)
        text_printf(out, "[%s|%s]", item->ranges.items[i].lower ? item->ranges.items[i].lower : "",
                    item->ranges.items[i].count);
}

static const char *describe(const Directive *directive)
{
    static const char *const kinds[] = {"nest", "begin", "end"};
    Text out = {.arena = arena};
    text_add(&out, kinds[directive->kind]);
    FOR_EACH(i, &directive->clauses) {
        const Clause *clause = &directive->clauses.items[i];
        text_printf(&out, "; %s", clause_word(clause->kind));
        if (clause->word)
            text_printf(&out, " <%s>", clause->word);
        FOR_EACH(k, &clause->items)
            describe_item(&out, &clause->items.items[k]);
    }
    return text_string(&out);
}

// The clauses of `text`, or its messages: the first line of each, without excerpts.
static const char *parse(const char *text, size_t column)
{
    const char *line = arena_printf(arena, "%*s%s", (int)column, "", text);
    SourceFile file = {.path = "f.c", .text = line, .length = strlen(line)};
    Text first_lines = {.arena = arena};
    Diag *diag = diag_collector(arena);
    Directive *directive = directive_parse(arena, diag, loc_in_file(&file, column, file.length), line + column, NULL);
    for (const char *at = refusal_text(arena, diag_refusal(diag)); *at; at += strcspn(at, "\n") + 1)
        if (!strncmp(at, "f.c:", 4))
            text_add_n(&first_lines, at, strcspn(at, "\n") + 1);
    if (directive && diag_refusal(diag)->remarks.count)
        return "messages, and a directive all the same";
    return directive ? describe(directive) : text_string(&first_lines);
}

#define EXPECT_PARSE(text, expected) EXPECT_TEXT(parse((text), 0), (expected))
#define EXPECT_ERROR(text, column, message) EXPECT_TEXT(parse((text), 0), "f.c:1:" #column ": error: " message "\n")

// Catches: a clause that is lost or misread; words of clauses as names of variables.
static void test_clauses(void)
{
    EXPECT_PARSE("", "nest");
    EXPECT_PARSE("begin copyin(A[0:n]) device(h200)", "begin; copyin A[0|n]; device <h200>");
    EXPECT_PARSE("end", "end");
    EXPECT_PARSE("independent, exact", "nest; independent; exact");
    EXPECT_PARSE("reduction(+:x, dst->y.z) reduction(min:m)", "nest; reduction <+> x dst->y.z; reduction <min> m");
    EXPECT_PARSE("reduction(&&:a) reduction(|:b)", "nest; reduction <&&> a; reduction <|> b");
    EXPECT_PARSE("private(tile, block, begin)", "nest; private tile block begin");
    EXPECT_PARSE("copyin(A[lo:n+1][:f(a, b)], B) copyout(p->q[0:n > 0 ? n : 1])",
                 "nest; copyin A[lo|n+1][|f(a, b)] B; copyout p->q[0|n > 0 ? n : 1]");
    EXPECT_PARSE("copy(A) create(B[0:x[i]]) present(C)", "nest; copy A; create B[0|x[i]]; present C");
    EXPECT_PARSE("tile(i:64, j#2:(16*2)) block(32, 0x8u)", "nest; tile i=64 j#2=32; block -=32 -=8");
    EXPECT_PARSE("mapping( 2D - 2 ) name(scale) reduce(tree)", "nest; mapping <2D-2>; name <scale>; reduce <tree>");
    EXPECT_PARSE("precision(tf32x3) device(quadro-fx-5800)", "nest; precision <tf32x3>; device <quadro-fx-5800>");
    EXPECT_PARSE("exact precision(ieee)", "nest; exact; precision <ieee>");
    EXPECT_PARSE("schedule(\"tile i 32; \" \"x\\\"y\")", "nest; schedule <tile i 32; x\"y>");
    EXPECT_PARSE("tile(8, \\\n 9) /* why */ exact // end", "nest; tile -=8 -=9; exact");
}

// Catches: a syntax error without its place, or one that hides the errors after it.
static void test_syntax_errors(void)
{
    EXPECT_ERROR("reducton(+:s)", 1, "unknown clause 'reducton'; did you mean 'reduction'?");
    EXPECT_ERROR("kernel(a(b))", 1, "unknown clause 'kernel'");
    EXPECT_ERROR("reduction(x)", 12, "expected ':' after the operator in 'reduction'");
    EXPECT_ERROR("reduction()", 11, "expected an operator in 'reduction': one of + * min max & | ^ && ||");
    EXPECT_ERROR("reduction(-:x)", 11, "'-' is not a reduction operator; it must be one of + * min max & | ^ && ||");
    EXPECT_ERROR("tile 8", 6, "expected '(' after 'tile'");
    EXPECT_ERROR("tile()", 6, "expected a size in 'tile'");
    EXPECT_ERROR("tile(8", 7, "expected ')' to close 'tile'");
    EXPECT_ERROR("tile(8))) exact", 8, "expected a clause");
    EXPECT_ERROR("tile(8),,exact", 9, "expected a clause");
    EXPECT_ERROR("independent(x)", 12, "'independent' takes no argument");
    EXPECT_ERROR("private()", 9, "expected a name in 'private'");
    EXPECT_ERROR("private(x y)", 11, "expected ',' or ')' in 'private'");
    EXPECT_ERROR("copyin(A[n])", 11, "expected a section [first:count] in 'copyin'");
    EXPECT_ERROR("schedule(x)", 10, "expected a string in 'schedule'");
    EXPECT_ERROR("name(a, b)", 7, "expected ')' in 'name'");
    EXPECT_ERROR("tile(8) begin", 9, "'begin' must be the first word of a directive");
    EXPECT_PARSE("private(x,,y) tile(0) foo exact(1)", "f.c:1:11: error: expected a name in 'private'\n"
                                                       "f.c:1:20: error: tile size must be at least 1\n"
                                                       "f.c:1:23: error: unknown clause 'foo'\n"
                                                       "f.c:1:32: error: 'exact' takes no argument\n");
}

// Catches: an argument that is accepted although nothing can be done with it.
static void test_arguments(void)
{
    EXPECT_ERROR("tile(0)", 6, "tile size must be at least 1");
    EXPECT_ERROR("block(n)", 7, "block size 'n' is not an integer constant");
    EXPECT_ERROR("tile(4294967296)", 6, "tile size must be at most 2147483647");
    EXPECT_ERROR("tile(i:8, 4)", 11, "'tile' names either every loop or none");
    EXPECT_ERROR("block(i:8)", 7, "block sizes have no names");
    EXPECT_ERROR("block(32, 64)", 11, "a block has at most 1024 threads");
    EXPECT_ERROR("block(1,1,65)", 11, "the third dimension of a block has at most 64 threads");
    EXPECT_ERROR("block(1,1,1,1)", 13, "a block has at most three dimensions");
    EXPECT_ERROR("mapping(3D)", 9, "mapping must be one of 1D-1, 1D-2, 1D-3, 1D-4, 2D-1, 2D-2, 2D-3, 2D-4");
    EXPECT_ERROR("reduce(tre)", 8,
                 "reduce must be one of sequential, interleaved, strided, tree, first_add, last_warp, unrolled, "
                 "cascade, shuffle");
    EXPECT_ERROR("precision(fp8)", 11, "precision must be one of ieee, fast, tf32, tf32x3, bf16");
    EXPECT_ERROR("name(1x)", 6, "name must be an identifier");
    EXPECT_ERROR("device(\"x\")", 8, "device must be a name such as c2070");
}

// Catches: clauses that contradict each other, one of which would silently win.
static void test_contradictions(void)
{
    EXPECT_PARSE("exact precision(tf32)", "f.c:1:1: error: 'exact' contradicts 'precision(tf32)'\n"
                                          "f.c:1:7: note: precision is asked for here\n");
    EXPECT_PARSE("independent independent", "f.c:1:13: error: 'independent' given twice\n"
                                            "f.c:1:1: note: it was given here\n");
    EXPECT_PARSE("reduction(+:x) private(x)", "f.c:1:24: error: 'x' given in 'reduction' and in 'private'\n"
                                              "f.c:1:13: note: it was given here\n");
    EXPECT_PARSE("tile(i:8, i:4)", "f.c:1:11: error: 'i' given twice in 'tile'\n"
                                   "f.c:1:6: note: it was given here\n");
    EXPECT_PARSE("tile(8) schedule(\"\")", "f.c:1:1: error: 'tile' contradicts 'schedule', which says all of it\n"
                                           "f.c:1:9: note: the schedule is given here\n");
    EXPECT_ERROR("block(32, 8) mapping(1D-2)", 11, "'mapping(1D-2)' has blocks of one dimension");
    EXPECT_ERROR("end exact", 5, "'end' takes no clauses");
    EXPECT_ERROR("begin tile(8)", 7, "'tile' is about one nest, not a region; put it before a loop of the region");
}

// Catches: columns counted from the start of the directive, or in the expanded text, instead of in the file.
static void test_places(void)
{
    EXPECT_TEXT(parse("foo", 20), "f.c:1:21: error: unknown clause 'foo'\n");
    EXPECT_TEXT(parse("tile(8, \\\n  0)", 20), "f.c:2:3: error: tile size must be at least 1\n");
    const char *line = "tile(T)"; // T expands to 0 * 7
    SourceFile file = {.path = "f.c", .text = line, .length = strlen(line)};
    size_t offsets[] = {0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7};
    Diag *diag = diag_collector(arena);
    EXPECT(!directive_parse(arena, diag, loc_in_file(&file, 0, 7), "tile(0 * 7)", offsets));
    EXPECT_TEXT(refusal_text(arena, diag_refusal(diag)), "f.c:1:6: error: tile size must be at least 1\n"
                                                         "    1 | tile(T)\n"
                                                         "      |      ^\n");
}

// Catches: a crash, an endless loop or time that grows with the square of the text.
static void test_hostile_texts(void)
{
    static const char *const starts[] = {"", "private(", "schedule(", "tile("};
    static const char *const pieces[] = {"(",        "a ", "a,",       "/*",   "\"\\",      "[",
                                         "a.",       "'",  "\"a\" ",   "x(",   ") ",        "+",
                                         " tile(8)", "\n", "\xc3\xa9", "\x01", "copyin(A[", "begin "};
    enum { LENGTH = 20000 };
    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
        for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
            Arena *all = arena;
            arena = arena_new();
            Text text = {.arena = arena};
            text_add(&text, starts[s]);
            while (text.length < LENGTH)
                text_add(&text, pieces[p]);
            EXPECT(parse(text_string(&text), 0) != NULL);
            arena_release(arena);
            arena = all;
        }
    }
    EXPECT_ERROR("unknown(((", 1, "unknown clause 'unknown'\nf.c:1:11: error: expected ')' to close 'unknown'");
    EXPECT(strstr(parse("tile(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1", 0),
                  "expected") != NULL);
}

// Catches: a macro's value computed with the wrong precedence or without a look at overflow.
static void test_constants(void)
{
    int64_t value = 0;
    EXPECT(constant_value("(16*2)", &value) && value == 32);
    EXPECT(constant_value("1 + 2 * 3 << 1", &value) && value == 14);
    EXPECT(constant_value("0x10UL | 010", &value) && value == 24);
    EXPECT(constant_value("100 / 7 % 4 - -1", &value) && value == 3);
    EXPECT(constant_value("~0 & 7 ^ 1", &value) && value == 6);
    EXPECT(!constant_value("1/0", &value) && !constant_value("9223372036854775807+1", &value));
    EXPECT(!constant_value("1.5", &value) && !constant_value("n", &value) && !constant_value("", &value));
    EXPECT(!constant_value("(1", &value) && !constant_value("1)", &value) && !constant_value("1 2", &value));
    EXPECT(!constant_value("1<<63", &value) && !constant_value("9223372036854775808", &value));
}

int main(void)
{
    arena = arena_new();
    test_clauses();
    test_syntax_errors();
    test_arguments();
    test_contradictions();
    test_places();
    test_hostile_texts();
    test_constants();
    arena_release(arena);
    intern_release();
    return test_status();
}
