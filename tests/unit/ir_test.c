// The tree: folding, printing, rebuilding, and the rules that check_nest holds passes to.
#include "ir/fold.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static Arena *arena;
static const Type *INT, *UNSIGNED, *LONG, *FLOAT, *DOUBLE;

static Symbol scalar(const char *name, const Type *type, SymbolRole role)
{
    return (Symbol){.name = name, .type = type, .role = role};
}

static Expr *binary(Operator op, Expr *left, Expr *right, const Type *type)
{
    return expr_binary(arena, op, left, right, type);
}

static bool folds_to(Operator op, const Type *type, int64_t left, int64_t right, int64_t expected)
{
    int64_t value = expected + 1;
    return fold_binary(op, type, left, right, &value) && value == expected;
}

static bool does_not_fold(Operator op, const Type *type, int64_t left, int64_t right)
{
    int64_t value;
    return !fold_binary(op, type, left, right, &value);
}

// Catches: folding in 64 bits what C computes in 32, and giving a value to what C leaves undefined.
static void test_folding(void)
{
    EXPECT(folds_to(OP_ADD, UNSIGNED, 4294967295, 1, 0));
    EXPECT(folds_to(OP_SUB, UNSIGNED, 0, 1, 4294967295));
    EXPECT(folds_to(OP_MUL, UNSIGNED, 65536, 65536, 0));
    EXPECT(does_not_fold(OP_ADD, INT, INT32_MAX, 1));
    EXPECT(does_not_fold(OP_MUL, INT, 65536, 65536));
    EXPECT(folds_to(OP_MUL, LONG, 65536, 65536, 4294967296));
    EXPECT(does_not_fold(OP_ADD, LONG, INT64_MAX, 1));
    EXPECT(does_not_fold(OP_DIV, INT, 1, 0));
    EXPECT(does_not_fold(OP_REM, UNSIGNED, 1, 0));
    EXPECT(does_not_fold(OP_DIV, INT, INT32_MIN, -1));
    EXPECT(does_not_fold(OP_REM, INT, INT32_MIN, -1));
    EXPECT(folds_to(OP_DIV, INT, -7, 2, -3));
    EXPECT(folds_to(OP_REM, INT, -7, 2, -1));
    EXPECT(folds_to(OP_FLOOR_DIV, LONG, -7, 2, -4));
    EXPECT(folds_to(OP_FLOOR_MOD, LONG, -7, 2, 1));
    EXPECT(folds_to(OP_CEIL_DIV, LONG, -7, 2, -3));
    EXPECT(folds_to(OP_CEIL_DIV, LONG, 7, 2, 4));
    EXPECT(does_not_fold(OP_CEIL_DIV, LONG, 7, -2));
    EXPECT(folds_to(OP_LT, type_scalar(TY_U64), -1, 1, 0));
    EXPECT(folds_to(OP_MAX, type_scalar(TY_U64), -1, 1, -1));
    EXPECT(folds_to(OP_LT, LONG, -1, 1, 1));
    EXPECT(does_not_fold(OP_SHL, INT, 1, 32));
    EXPECT(does_not_fold(OP_SHL, INT, 1, 31));
    EXPECT(folds_to(OP_SHL, UNSIGNED, 1, 31, 2147483648));
    EXPECT(folds_to(OP_SHR, INT, -8, 1, -4));
    EXPECT(folds_to(OP_SHR, type_scalar(TY_U64), -1, 63, 1));
    EXPECT(does_not_fold(OP_ADD, type_scalar(TY_I16), 1, 1));
    EXPECT(expr_int(arena, 300, type_scalar(TY_U8))->integer == 44);
    EXPECT(expr_cast(arena, LONG, expr_int(arena, -1, UNSIGNED))->integer == 4294967295);
    EXPECT(expr_cast(arena, type_scalar(TY_BOOL), expr_int(arena, 6, INT))->integer == 1);
}

// Catches: dropping `x * 0.0f` or `x + 0.0f`, which NaN, infinities and -0 tell apart.
static void test_floats_stay(void)
{
    Symbol x = scalar("x", FLOAT, SYM_PARAM);
    Expr *zero = expr_float(arena, 0, FLOAT), *one = expr_float(arena, 1, FLOAT), *use = expr_symbol(arena, &x);
    EXPECT_TEXT(expr_text(arena, binary(OP_MUL, use, zero, FLOAT)), "x * 0.0f");
    EXPECT_TEXT(expr_text(arena, binary(OP_ADD, use, zero, FLOAT)), "x + 0.0f");
    EXPECT_TEXT(expr_text(arena, binary(OP_ADD, one, one, FLOAT)), "1.0f + 1.0f");
    EXPECT_TEXT(expr_float(arena, 0.1, FLOAT)->text, "0.1f");
    EXPECT_TEXT(expr_float(arena, 0.1f, DOUBLE)->text, "0.10000000149011612");
    EXPECT_TEXT(expr_float(arena, 1e30, DOUBLE)->text, "1e+30");
}

// Catches: a dump in which (long)(i * n) and (long)i * n, or 1 << i and 1L << i, look the same.
static void test_print_types(void)
{
    Symbol i = scalar("i", INT, SYM_PARAM), n = scalar("n", INT, SYM_PARAM), x = scalar("x", FLOAT, SYM_PARAM);
    Symbol u = scalar("u", UNSIGNED, SYM_PARAM), d = scalar("d", DOUBLE, SYM_PARAM);
    Expr *I = expr_symbol(arena, &i), *N = expr_symbol(arena, &n), *X = expr_symbol(arena, &x),
         *U = expr_symbol(arena, &u);
    Expr *D = expr_symbol(arena, &d), *three = expr_int(arena, 3, INT);
    Expr *wide = expr_cast(arena, LONG, binary(OP_MUL, I, N, INT));
    EXPECT_TEXT(expr_text(arena, binary(OP_MUL, I, N, LONG)), "(long)i * n");
    EXPECT_TEXT(expr_text(arena, binary(OP_ADD, wide, three, LONG)), "(long)(i * n) + 3");
    EXPECT_TEXT(expr_text(arena, binary(OP_MUL, X, three, FLOAT)), "x * 3");
    EXPECT_TEXT(expr_text(arena, binary(OP_MUL, expr_cast(arena, DOUBLE, X), D, DOUBLE)), "x * d");
    EXPECT_TEXT(expr_text(arena, expr_cast(arena, FLOAT, binary(OP_MUL, X, D, DOUBLE))), "(float)(x * d)");
    EXPECT_TEXT(expr_text(arena, binary(OP_DIV, I, N, FLOAT)), "(float)i / n");
    EXPECT_TEXT(expr_text(arena, binary(OP_LT, I, U, UNSIGNED)), "i < u");
    EXPECT_TEXT(expr_text(arena, binary(OP_LT, I, U, LONG)), "(long)i < u");
    EXPECT_TEXT(expr_text(arena, binary(OP_LT, U, I, INT)), "(int)u < i");
    EXPECT_TEXT(expr_text(arena, binary(OP_SHL, expr_index(arena, 1), I, LONG)), "1L << i");
    EXPECT_TEXT(expr_text(arena, binary(OP_SHL, expr_int(arena, 1, INT), I, INT)), "1 << i");
}

// Catches: parentheses lost where they change the value, or a `--` made of two minus signs.
static void test_print_precedence(void)
{
    Symbol a = scalar("a", INT, SYM_PARAM), b = scalar("b", INT, SYM_PARAM), c = scalar("c", INT, SYM_PARAM);
    Expr *A = expr_symbol(arena, &a), *B = expr_symbol(arena, &b), *C = expr_symbol(arena, &c);
    Expr *difference = binary(OP_SUB, B, C, INT), *minus = expr_unary(arena, OP_NEG, A);
    EXPECT_TEXT(expr_text(arena, binary(OP_SUB, A, difference, INT)), "a - (b - c)");
    EXPECT_TEXT(expr_text(arena, binary(OP_SUB, difference, A, INT)), "b - c - a");
    EXPECT_TEXT(expr_text(arena, binary(OP_MUL, difference, A, INT)), "(b - c) * a");
    EXPECT_TEXT(expr_text(arena, expr_unary(arena, OP_NEG, minus)), "-(-a)");
    EXPECT_TEXT(expr_text(arena, binary(OP_SUB, A, expr_int(arena, -1, INT), INT)), "a - -1");
    EXPECT_TEXT(expr_text(arena, binary(OP_AND, A, binary(OP_EQ, B, C, INT), INT)), "a & b == c");
    EXPECT_TEXT(expr_text(arena, expr_unary(arena, OP_NOT, binary(OP_LT, A, B, INT))), "!(a < b)");
    EXPECT_TEXT(expr_text(arena, expr_select(arena, binary(OP_LT, A, B, INT), expr_select(arena, C, A, B), A)),
                "a < b ? c ? a : b : a");
    EXPECT_TEXT(expr_text(arena, index_min(arena, A, expr_index(arena, 3))), "min((long)a, 3)");
}

// Catches: bounds that grow with every transformation (n - 1 + 1), and a trip count that is negative or off by one.
static void test_index_arithmetic(void)
{
    Symbol n = scalar("n", LONG, SYM_PARAM);
    Expr *N = expr_symbol(arena, &n);
    Loop loop = {
        .lower = expr_index(arena, 2), .upper = expr_index(arena, 9), .step = expr_index(arena, 3), .step_sign = 1};
    EXPECT(index_add(arena, index_sub(arena, N, expr_index(arena, 1)), expr_index(arena, 1)) == N);
    EXPECT_TEXT(expr_text(arena, index_sub(arena, index_add(arena, N, expr_index(arena, 2)), expr_index(arena, 5))),
                "n - 3");
    EXPECT(index_mul(arena, N, expr_index(arena, 1)) == N);
    EXPECT(expr_is_int(index_mul(arena, N, expr_index(arena, 0)), 0));
    EXPECT(expr_is_int(loop_trip_count(arena, &loop), 3));
    loop.upper = expr_index(arena, 1);
    EXPECT(expr_is_int(loop_trip_count(arena, &loop), 0));
    loop.step = expr_index(arena, -1), loop.step_sign = -1;
    EXPECT(expr_is_int(loop_trip_count(arena, &loop), 1));
    loop.lower = N, loop.step = expr_index(arena, -4);
    EXPECT_TEXT(expr_text(arena, loop_trip_count(arena, &loop)), "max(ceildiv(n - 1, 4), 0)");
}

// A nest `for i in 0..n { s += A[i] * 2 }`, whose parts tests take and break.
typedef struct Sample {
    Unit unit;
    Nest nest;
    Symbol *n, *i, *s;
    Array *a;
    Loop loop;
    Stmt *assign;
} Sample;

static void make_sample(Sample *sample)
{
    memset(sample, 0, sizeof *sample);
    sample->unit.arena = arena;
    Nest *nest = &sample->nest;
    nest->unit = &sample->unit;
    nest->kernel_name = "crs_sum_1";
    nest->function_name = "sum";
    sample->n = nest_symbol(nest, "n", INT, SYM_PARAM);
    sample->i = nest_symbol(nest, "i", INT, SYM_ITERATOR);
    sample->s = nest_symbol(nest, "s", FLOAT, SYM_LIVE);
    sample->a = nest_array(nest, "A", FLOAT, SPACE_GLOBAL, (Expr *[]){expr_symbol(arena, sample->n)}, 1);
    sample->a->held = HOST_POINTER;
    sample->a->host = "A";
    sample->i->loc.line = 1;
    Expr *element = expr_access(arena, sample->a, (Expr *[]){expr_symbol(arena, sample->i)});
    Expr *value = binary(OP_MUL, element, expr_int(arena, 2, INT), FLOAT);
    sample->assign = stmt_assign(arena, expr_symbol(arena, sample->s), OP_ADD, value, FLOAT);
    sample->assign->id = nest->next_stmt = 1;
    sample->loop = (Loop){.id = nest_loop_id(nest),
                          .origin = 1,
                          .name = "i",
                          .iterator = sample->i,
                          .lower = expr_int(arena, 0, INT),
                          .upper = expr_symbol(arena, sample->n),
                          .step = expr_int(arena, 1, INT),
                          .step_sign = 1};
    nest->body = stmt_loop(arena, &sample->loop, sample->assign);
}

// Catches: a change of the text form that golden tests elsewhere would only show as noise.
static void test_print_nest(void)
{
    Sample sample;
    make_sample(&sample);
    Text out = {.arena = arena};
    print_nest(&out, &sample.nest);
    EXPECT_TEXT(text_string(&out), "nest crs_sum_1 in sum\n"
                                   "  array float A[n] host \"A\"\n"
                                   "  param int n\n"
                                   "  iterator int i\n"
                                   "  scalar float s\n"
                                   "{\n"
                                   "  for i in 0..n {\n"
                                   "    s += A[i] * 2\n"
                                   "  }\n"
                                   "}\n");
}

static Stmt *drop_assignments(void *context, Stmt *stmt)
{
    (void)context;
    return stmt->kind == ST_ASSIGN ? NULL : stmt;
}

// Catches: a rewrite that edits the old tree, copies what did not change, or loses a loop with its last statement.
static void test_rewriting(void)
{
    Sample sample;
    make_sample(&sample);
    Stmt *body = sample.nest.body, *zeroed = stmt_substitute(arena, body, sample.i, expr_index(arena, 0));
    Text before = {.arena = arena}, after = {.arena = arena};
    print_stmt(&before, body, 0);
    print_stmt(&after, zeroed, 0);
    EXPECT_TEXT(text_string(&before), "for i in 0..n {\n  s += A[i] * 2\n}\n");
    EXPECT_TEXT(text_string(&after), "for i in 0..n {\n  s += A[0] * 2\n}\n");
    EXPECT(zeroed->loop == body->loop && zeroed->body->place == body->body->place);
    EXPECT(stmt_substitute(arena, body, sample.s, expr_symbol(arena, sample.s)) != NULL);
    Symbol other = scalar("other", INT, SYM_PARAM);
    EXPECT(stmt_substitute(arena, body, &other, expr_index(arena, 0)) == body);
    Stmt *emptied = stmt_rewrite(arena, body, drop_assignments, NULL, NULL);
    EXPECT(emptied && emptied->kind == ST_LOOP && emptied->body->kind == ST_BLOCK && emptied->body->nitems == 0);
    Expr *sum = binary(OP_ADD, expr_symbol(arena, sample.i), expr_int(arena, 4, INT), INT);
    EXPECT(expr_is_int(expr_substitute(arena, sum, sample.i, expr_int(arena, 3, INT)), 7));
}

// Catches: two accesses taken for one because a part of them was not compared.
static void test_equality(void)
{
    Sample sample;
    make_sample(&sample);
    Expr *i = expr_symbol(arena, sample.i), *zero = expr_int(arena, 0, INT);
    Expr *first = expr_access(arena, sample.a, &i), *second = expr_access(arena, sample.a, &zero);
    EXPECT(expr_equal(first, expr_access(arena, sample.a, (Expr *[]){expr_symbol(arena, sample.i)})));
    EXPECT(!expr_equal(first, second));
    EXPECT(!expr_equal(zero, expr_int(arena, 0, LONG)));
    EXPECT(!expr_equal(expr_float(arena, 0.0, FLOAT), expr_float(arena, -0.0, FLOAT)));
    EXPECT(expr_mentions(first, sample.i) && !expr_mentions(second, sample.i));
}

// Catches: names that clash with each other, with C++ or with what a kernel finds predefined.
static void test_names(void)
{
    Sample sample;
    make_sample(&sample);
    EXPECT_TEXT(nest_symbol(&sample.nest, "i.tile", LONG, SYM_ITERATOR)->name, "i_tile");
    EXPECT_TEXT(nest_symbol(&sample.nest, "i.tile", LONG, SYM_ITERATOR)->name, "i_tile_1");
    EXPECT_TEXT(nest_symbol(&sample.nest, "class", LONG, SYM_LOCAL)->name, "class_1");
    EXPECT_TEXT(nest_symbol(&sample.nest, "threadIdx", LONG, SYM_LOCAL)->name, "threadIdx_1");
    EXPECT_TEXT(nest_array(&sample.nest, "s", FLOAT, SPACE_SHARED, NULL, 0)->name, "s_1");
}

// C's usual arithmetic conversions. Catches: (long long)x + (unsigned long)y computed in the wrong type.
static void test_common_types(void)
{
    const Type *long_long = type_named(TY_I64, "long long"), *unsigned_long = type_scalar(TY_U64);
    EXPECT(type_scalar(TY_I32) == type_named(TY_I32, "int") && type_pointer(FLOAT) == type_pointer(FLOAT));
    EXPECT_TEXT(type_pointer(type_pointer(FLOAT))->name, "float **");
    EXPECT(type_common(type_scalar(TY_U8), type_scalar(TY_I16)) == INT);
    EXPECT(type_common(INT, UNSIGNED) == UNSIGNED && type_common(UNSIGNED, LONG) == LONG);
    EXPECT(type_common(LONG, long_long) == long_long);
    EXPECT_TEXT(type_common(long_long, unsigned_long)->name, "unsigned long long");
    EXPECT(type_common(FLOAT, unsigned_long) == FLOAT && type_common(DOUBLE, FLOAT) == DOUBLE);
    EXPECT(type_widens(UNSIGNED, LONG) && !type_widens(INT, UNSIGNED) && !type_widens(LONG, INT));
}

// The exit status of check_nest on `body`, in a process of its own.
static int check_status(const Nest *nest, const Stmt *body)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        check_nest(nest, body, "test");
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Catches: a rule of ir.h that a pass may break without anybody noticing.
static void test_check(void)
{
    Sample sample;
    make_sample(&sample);
    Expr *i = expr_symbol(arena, sample.i), *n = expr_symbol(arena, sample.n);
    EXPECT(check_status(&sample.nest, sample.nest.body) == 0);
    EXPECT(check_status(&sample.nest, sample.assign) == 70); // i outside of its loop
    Stmt *twice[] = {sample.nest.body, sample.nest.body};
    EXPECT(check_status(&sample.nest, stmt_block(arena, twice, 2)) == 70); // one id, two loops
    EXPECT(check_status(&sample.nest, stmt_loop(arena, &sample.loop, stmt_assign(arena, i, OP_NONE, n, NULL))) == 70);
    EXPECT(check_status(&sample.nest, stmt_assign(arena, expr_symbol(arena, sample.s), OP_NONE, n, NULL)) == 70);
    EXPECT(check_status(&sample.nest, stmt_simple(arena, ST_BREAK)) == 70);
    Expr mixed = *binary(OP_ADD, n, expr_int(arena, 1, INT), INT);
    mixed.operands = (Expr *[]){n, expr_index(arena, 1)};
    EXPECT(check_status(&sample.nest, stmt_evaluate(arena, &mixed)) == 70);
    Loop backwards = sample.loop;
    backwards.step_sign = -1;
    EXPECT(check_status(&sample.nest, stmt_loop(arena, &backwards, sample.assign)) == 70);
    Stmt *value = stmt_evaluate(arena, n), *copies[] = {value, value};
    value->id = 1;
    Stmt *both = stmt_block(arena, copies, 2);
    EXPECT(check_status(&sample.nest, both) == 0); // a scheduled tree may hold copies
    sample.nest.body = both;
    EXPECT(check_status(&sample.nest, both) == 70);
}

// Catches: rejecting a split loop whose parts were interchanged; the definition holds inside the inner one of them.
static void test_check_definitions(void)
{
    Sample sample;
    make_sample(&sample);
    Symbol *tile = nest_symbol(&sample.nest, "i.tile", LONG, SYM_ITERATOR);
    Symbol *elem = nest_symbol(&sample.nest, "i.elem", LONG, SYM_ITERATOR);
    Expr *start = index_mul(arena, expr_symbol(arena, tile), expr_index(arena, 8));
    Expr *value = expr_cast(arena, INT, index_add(arena, start, expr_symbol(arena, elem)));
    Loop outer = {.id = nest_loop_id(&sample.nest),
                  .name = "i.tile",
                  .iterator = tile,
                  .lower = expr_index(arena, 0),
                  .upper = expr_index(arena, 4),
                  .step = expr_index(arena, 1),
                  .step_sign = 1};
    Loop inner = outer;
    inner.id = nest_loop_id(&sample.nest), inner.name = "i.elem", inner.iterator = elem;
    inner.defines = sample.i, inner.definition = value;
    EXPECT(check_status(&sample.nest, stmt_loop(arena, &outer, stmt_loop(arena, &inner, sample.assign))) == 0);
    EXPECT(check_status(&sample.nest, stmt_loop(arena, &inner, stmt_loop(arena, &outer, sample.assign))) == 0);
    EXPECT(check_status(&sample.nest, stmt_loop(arena, &inner, sample.assign)) == 70);
    Text out = {.arena = arena};
    print_stmt(&out, stmt_loop(arena, &inner, sample.assign), 0);
    EXPECT_TEXT(text_string(&out),
                "for i_elem in 0..4 [i.elem] defines i = (int)(i_tile * 8 + i_elem) {\n  s += A[i] * 2\n}\n");
}

// Whether the loop, with its change, breaks exactly that rule.
static bool breaks(const Sample *sample, const Loop *changed, const char *rule)
{
    const char *broken = nest_broken_rule(arena, &sample->nest, stmt_loop(arena, changed, sample->assign));
    size_t length = strlen(rule);
    return broken && strncmp(broken, rule, length) == 0 && broken[length] == '\n';
}

// Catches: a field of a loop that a step gives to one which cannot have it, and that lowering reads or forgets.
static void test_check_loops(void)
{
    Sample sample;
    make_sample(&sample);
    const Loop plain = sample.loop;
    Loop loop = plain;
    EXPECT(nest_broken_rule(arena, &sample.nest, stmt_loop(arena, &loop, sample.assign)) == NULL);
    loop.limit = -1;
    EXPECT(breaks(&sample, &loop, "a loop with a negative number"));
    loop = plain;
    loop.min_blocks = 2;
    EXPECT(breaks(&sample, &loop, "a number of blocks on an SM of a loop that is not bound to blocks"));
    loop = plain;
    loop.swizzled = true;
    EXPECT(breaks(&sample, &loop, "a swizzled loop that is not bound to threads"));
    loop = plain;
    loop.binding = BIND_UNROLL;
    loop.copies = 4;
    EXPECT(breaks(&sample, &loop, "a concurrent loop that is unrolled in part, loads ahead, or is opaque"));
    loop = plain;
    loop.origin = sample.nest.next_loop;
    EXPECT(breaks(&sample, &loop, "a loop without an origin of its nest"));
    loop = plain;
    loop.defines = sample.s;
    loop.definition = expr_zero(arena, FLOAT);
    EXPECT(breaks(&sample, &loop, "a loop that defines something other than an iterator"));
}

// Catches: two loops that share the index of one block or thread, so that elements are skipped.
static void test_check_bindings(void)
{
    Sample sample;
    make_sample(&sample);
    Loop outer = sample.loop, inner = sample.loop;
    inner.id = nest_loop_id(&sample.nest);
    inner.iterator = nest_symbol(&sample.nest, "j", INT, SYM_ITERATOR);
    outer.binding = inner.binding = BIND_BLOCK_X;
    Stmt *both = stmt_loop(arena, &outer, stmt_loop(arena, &inner, sample.assign));
    const char *broken = nest_broken_rule(arena, &sample.nest, both);
    EXPECT(broken && strstr(broken, "a loop inside of another one with the same binding"));
    inner.binding = BIND_BLOCK_Y;
    both = stmt_loop(arena, &outer, stmt_loop(arena, &inner, sample.assign));
    EXPECT(nest_broken_rule(arena, &sample.nest, both) == NULL);
}

// Catches: copies that the hardware cannot make, and that would be printed as plain assignments.
static void test_check_copies(void)
{
    Sample sample;
    make_sample(&sample);
    Stmt copy = *sample.assign;
    Expr *zero = expr_index(arena, 0);
    copy.op = OP_NONE;
    copy.place = copy.value = expr_access(arena, sample.a, &zero);
    copy.asynchronous = true;
    const char *rule = "a copy of neighbours, or an asynchronous one, that does not copy to shared memory";
    const char *broken = nest_broken_rule(arena, &sample.nest, &copy);
    EXPECT(broken && strncmp(broken, rule, strlen(rule)) == 0);
    copy.lines = true;
    rule = "a hint for a copy of neighbours, or an asynchronous one";
    broken = nest_broken_rule(arena, &sample.nest, &copy);
    EXPECT(broken && strncmp(broken, rule, strlen(rule)) == 0);
    copy.lines = copy.asynchronous = false;
    copy.condition = expr_symbol(arena, sample.n);
    rule = "a condition of an assignment that is not asynchronous";
    broken = nest_broken_rule(arena, &sample.nest, &copy);
    EXPECT(broken && strncmp(broken, rule, strlen(rule)) == 0);
    copy.condition = NULL;
    copy.id = sample.nest.next_stmt + 1;
    broken = nest_broken_rule(arena, &sample.nest, &copy);
    EXPECT(broken && strstr(broken, "a statement that is a copy of none of its nest"));
}

int main(void)
{
    arena = arena_new();
    INT = type_scalar(TY_I32), UNSIGNED = type_scalar(TY_U32), LONG = type_scalar(TY_I64);
    FLOAT = type_scalar(TY_F32), DOUBLE = type_scalar(TY_F64);
    test_folding();
    test_floats_stay();
    test_print_types();
    test_print_precedence();
    test_index_arithmetic();
    test_print_nest();
    test_rewriting();
    test_equality();
    test_names();
    test_common_types();
    test_check();
    test_check_loops();
    test_check_bindings();
    test_check_copies();
    test_check_definitions();
    arena_release(arena);
    type_release();
    intern_release();
    return test_status();
}
