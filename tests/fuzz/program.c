#include "tests/fuzz/program.h"

enum { MAX_NESTING = 6, MAX_EXPRESSION = 4, MAX_TEXT = 16 * 1024 };

typedef struct Program {
    Text *out;
    const unsigned char *bytes, *end;
    int depth;      // loops around
    int expression; // expressions around
    bool writing;   // a place, not a value
    int integer;    // > 0: of an integer type, where C wants one
    int nesting;    // statements around
    int names;      // made so far
    int pointers;   // p0, p1 .. declared in the nest
} Program;

// ---- choices

static int pick(Program *p, int count)
{
    return p->bytes < p->end ? *p->bytes++ % count : 0;
}

static bool one_in(Program *p, int count)
{
    return pick(p, count) == count - 1 && count > 1;
}

#define ONE_OF(p, words) ((words)[pick((p), (int)(sizeof(words) / sizeof *(words)))])

static void add(Program *p, const char *text)
{
    if (p->out->length < MAX_TEXT)
        text_add(p->out, text);
}

#define ADD(p, ...)                                                                                                   \
    do {                                                                                                              \
        if ((p)->out->length < MAX_TEXT)                                                                              \
            text_printf((p)->out, __VA_ARGS__);                                                                       \
    } while (0)

// ---- names: what every program declares, in one form or another

static const char *const types[] = {
    "float", "int", "double", "long", "unsigned", "unsigned char", "short", "char", "_Bool", "unsigned long long",
    "signed char", "unsigned short", "size_t", "Real", "enum color", "long double", "struct pair", "float complex", "__int128",
};
enum { COMMON_TYPES = 4, USUAL_TYPES = 14 };
static const char *const scalars[] = {"n", "m", "s", "d", "k", "u", "c", "b", "total", "global_n", "N", "limit", "pt.x", "q->y[1]", "vol", "nowhere"};
static const char *const integers[] = {"n", "m", "k", "u", "c", "b", "global_n", "N", "limit", "I[0]", "pt.y[1]"};
static const char *const integer_arrays[] = {"I", "W", "bytes", "V[1]", "table", "S[i0].y", "u"};
static const char *const flat[] = {"A", "B", "X", "Y", "I", "W", "local", "bytes", "table"};
static const char *const shaped[] = {"M", "G", "V", "T", "R"};

static const char *type_name(Program *p)
{
    static const char *const integer_types[] = {"int", "long", "unsigned", "unsigned char", "short"};
    if (p->integer)
        return ONE_OF(p, integer_types);
    int kind = pick(p, 16);
    if (kind < 10)
        return types[pick(p, COMMON_TYPES)];
    return types[pick(p, kind < 15 ? USUAL_TYPES : (int)(sizeof types / sizeof *types))];
}

static void scalar(Program *p)
{
    if (p->integer)
        add(p, ONE_OF(p, integers));
    else
        add(p, scalars[pick(p, one_in(p, 16) ? 16 : one_in(p, 3) ? 12 : 4)]);
}

static void iterator(Program *p)
{
    if (p->depth == 0)
        scalar(p);
    else
        ADD(p, "i%d", p->depth - 1 - pick(p, p->depth));
}

// ---- expressions

static void expression(Program *p);
static void access(Program *p);

static void number(Program *p)
{
    static const char *const odd[] = {
        "0", "-1", "2147483647", "2147483648", "0xffffffffu", "9223372036854775807", "18446744073709551615u", "'a'", "'\\n'",
        "sizeof(int)", "sizeof(struct pair)", "RED", "0x1p3", "1e400", "0b101", "1.5", "2.5f", "1e-3", "3.0L", "1.f", "(-7)",
        "__LINE__", "sizeof A", "L'x'", "\"text\"", "1i", "-9223372036854775807-1",
    };
    if (one_in(p, 6))
        add(p, ONE_OF(p, odd));
    else
        ADD(p, "%d", pick(p, 9));
}

static void affine_terms(Program *p)
{
    switch (pick(p, 12)) {
    case 0: case 1: case 2: case 3: iterator(p); break;
    case 4: iterator(p); ADD(p, " + %d", pick(p, 4)); break;
    case 5: iterator(p); ADD(p, " - %d", pick(p, 4)); break;
    case 6: ADD(p, "%d * ", pick(p, 4)); iterator(p); break;
    case 7: add(p, "n - 1 - "); iterator(p); break;
    case 8: number(p); break;
    case 9: iterator(p); add(p, " + "); scalar(p); break;
    case 10: iterator(p); add(p, one_in(p, 2) ? " % 4" : " / 2"); break;
    default: expression(p);
    }
}

static void affine(Program *p)
{
    p->integer++;
    affine_terms(p);
    p->integer--;
}

static void flat_subscript(Program *p)
{
    static const char *const widths[] = {"m", "n", "64", "N", "(m + 1)", "k", "n * m", "limit"};
    int terms = pick(p, 4);
    p->integer++;
    if (terms > 1) {
        iterator(p);
        ADD(p, " * %s + ", ONE_OF(p, widths));
    }
    if (terms == 3)
        ADD(p, "(%s) * ", ONE_OF(p, widths));
    affine(p);
    p->integer--;
}

static void access(Program *p)
{
    int dims = 2;
    static const char *const places[] = {"A", "X", "Y", "I", "local", "bytes"};
    bool writing = p->writing && !one_in(p, 20);
    p->writing = false;
    if (p->integer) {
        ADD(p, "%s[", writing ? "I" : integer_arrays[pick(p, one_in(p, 30) ? 7 : 5)]);
        flat_subscript(p);
        add(p, "]");
        return;
    }
    switch (pick(p, 10)) {
    case 0: case 1: case 2: case 3:
        ADD(p, "%s[", writing ? ONE_OF(p, places) : flat[pick(p, one_in(p, 4) ? 9 : 5)]);
        flat_subscript(p);
        add(p, "]");
        return;
    case 4: case 5: case 6:
        add(p, ONE_OF(p, shaped));
        dims += one_in(p, 12) ? pick(p, 3) - 1 : 0;
        for (int i = 0; i < dims; i++) {
            add(p, "[");
            affine(p);
            add(p, "]");
        }
        return;
    case 7:
        add(p, "S[");
        affine(p);
        add(p, one_in(p, 2) ? "].y[" : "].x");
        if (p->out->length && p->out->bytes[p->out->length - 1] == '[') {
            affine(p);
            add(p, "]");
        }
        return;
    case 8:
        ADD(p, "*(%s + ", writing ? ONE_OF(p, places) : ONE_OF(p, flat));
        flat_subscript(p);
        add(p, ")");
        return;
    default:
        if (p->pointers == 0)
            add(p, "*total_at");
        else {
            ADD(p, "p%d[", pick(p, p->pointers));
            affine(p);
            add(p, "]");
        }
    }
}

static void call(Program *p)
{
    static const char *const names[] = {
        "sqrtf", "fabs", "square", "fminf", "fmax", "pow", "abs", "expf", "mix", "clamp", "recurse", "unknown", "printf", "pick_pair",
        "write_to", "floor", "__builtin_expect", "undeclared",
    };
    static const int arguments[] = {1, 1, 1, 2, 2, 2, 1, 1, 2, 3, 1, 1, 1, 1, 2, 1, 2, 1};
    int kind = p->integer ? 10 - 4 * one_in(p, 2) : pick(p, one_in(p, 8) ? 18 : 10);
    ADD(p, "%s(", names[kind]);
    int count = arguments[kind] + (one_in(p, 60) ? 1 : 0);
    for (int i = 0; i < count; i++) {
        add(p, i ? ", " : kind == 14 ? "&" : "");
        if (kind == 14 && i == 0)
            access(p);
        else
            expression(p);
    }
    add(p, ")");
    if (kind == 13)
        add(p, ".x");
}

static void place(Program *p);

static void effect(Program *p)
{
    static const char *const forms[] = {"++", "--", " += 1", " = 2"};
    add(p, "(");
    place(p);
    ADD(p, "%s)", ONE_OF(p, forms));
}

static void binary(Program *p)
{
    static const char *const operators[] = {"+", "*", "-", "/", "<", ">", "==", "&&", "||", "%", "&", "|", "^", "<<", ">>", "!=", "<=", ">=", ","};
    bool parentheses = one_in(p, 2);
    int kind = pick(p, one_in(p, 3) ? 19 : 4);
    bool integer = kind >= 9 && kind <= 14;
    p->integer += integer;
    add(p, parentheses ? "(" : "");
    expression(p);
    ADD(p, " %s ", operators[kind]);
    expression(p);
    add(p, parentheses ? ")" : "");
    p->integer -= integer;
}

static void odd_expression(Program *p)
{
    static const char *const odd[] = {
        "(int[]){1, 2, 3}[1]", "({ int t = n; t + 1; })", "(A == B)", "(int)(long)A", "_Generic(n, int: 1, default: 2)", "(n ?: m)",
        "(&A[1] - A)", "*(int *)&s", "((struct pair){1, {2, 3}}).x", "__func__[0]", "pair_at(q)->x", "SUM(n, m)", "AT(0, 1)", "sizeof(int[n])",
        "q[1].y[0]", "(*q).x", "T2.in.y[1]", "__builtin_constant_p(n)", "_Alignof(double)", "-(-n)", "!!n", "~n", "+c",
    };
    add(p, ONE_OF(p, odd));
}

static void expression(Program *p)
{
    if (++p->expression > MAX_EXPRESSION) {
        iterator(p);
        p->expression--;
        return;
    }
    static const char *const unary[] = {"-", "!", "~", "+"};
    switch (pick(p, 16)) {
    case 0: case 1: case 2: access(p); break;
    case 3: iterator(p); break;
    case 4: scalar(p); break;
    case 5: number(p); break;
    case 6: case 7: case 8: binary(p); break;
    case 9:
        add(p, ONE_OF(p, unary));
        add(p, "(");
        expression(p);
        add(p, ")");
        break;
    case 10:
        ADD(p, "(%s)(", type_name(p));
        expression(p);
        add(p, ")");
        break;
    case 11:
        add(p, "(");
        expression(p);
        add(p, " ? ");
        expression(p);
        add(p, " : ");
        expression(p);
        add(p, ")");
        break;
    case 12: call(p); break;
    case 13: add(p, "SUM("); expression(p); add(p, ", "); expression(p); add(p, ")"); break;
    case 14: if (one_in(p, 3)) effect(p); else access(p); break;
    default: if (one_in(p, 4) && !p->integer) odd_expression(p); else number(p);
    }
    p->expression--;
}

// ---- statements

static void statement(Program *p);

static void indent(Program *p)
{
    add(p, "\n");
    for (int i = 0; i <= p->nesting && i < 8; i++)
        add(p, "    ");
}

static void place(Program *p)
{
    p->writing = true;
    switch (pick(p, 6)) {
    case 4: scalar(p); break;
    case 5: if (p->names) ADD(p, "t%d", pick(p, p->names)); else access(p); break;
    default: access(p);
    }
    p->writing = false;
}

static void assignment(Program *p)
{
    static const char *const operators[] = {"=", "+=", "*=", "-=", "/=", "|=", "&=", "^=", "<<=", ">>=", "%="};
    int kind = pick(p, one_in(p, 4) ? 11 : 2);
    p->integer += kind >= 5;
    place(p);
    ADD(p, " %s ", operators[kind]);
    expression(p);
    add(p, ";");
    p->integer -= kind >= 5;
}

// if (x > top) top = x, with a place of x beside it
static void extreme(Program *p)
{
    static const char *const tests[] = {">", "<", ">=", "<="};
    size_t begin = p->out->length;
    access(p);
    char value[256];
    size_t length = p->out->length - begin;
    length = length < sizeof value ? length : sizeof value - 1;
    for (size_t i = 0; i < length; i++)
        value[i] = p->out->bytes[begin + i];
    value[length] = '\0';
    p->out->length = begin;
    p->out->bytes[begin] = '\0';
    const char *test = ONE_OF(p, tests), *top = one_in(p, 2) ? "d" : "s";
    switch (pick(p, 4)) {
    case 0: ADD(p, "if (%s %s %s) %s = %s;", value, test, top, top, value); break;
    case 1: ADD(p, "if (%s %s %s) { %s = %s; k = i0; }", value, test, top, top, value); break;
    case 2: ADD(p, "%s = %s %s %s ? %s : %s;", top, value, test, top, value, top); break;
    default: ADD(p, "%s = fmax(%s, %s);", top, top, value);
    }
}

static void body(Program *p)
{
    int count = 1 + (one_in(p, 2) ? pick(p, 4) : 0);
    if (count > 1 || one_in(p, 2))
        add(p, " {");
    bool block = p->out->length && p->out->bytes[p->out->length - 1] == '{';
    int names = p->names, pointers = p->pointers;
    p->nesting++;
    for (int i = 0; i < (block ? count : 1); i++) {
        indent(p);
        statement(p);
    }
    p->nesting--;
    p->names = names;
    p->pointers = pointers;
    if (block) {
        indent(p);
        add(p, "}");
    }
}

static void bound(Program *p)
{
    static const char *const bounds[] = {"n", "m", "64", "N", "n - 1", "k", "100", "I[0]", "global_n", "n / 2", "q->n", "u", "c", "3", "d", "1 << 20", "2147483647"};
    int kind = pick(p, 8);
    if (kind < 5)
        add(p, bounds[pick(p, 4)]);
    else if (kind == 5 && p->depth > 0)
        iterator(p);
    else if (kind == 7 && one_in(p, 3))
        expression(p);
    else
        add(p, ONE_OF(p, bounds));
}

static void odd_loop(Program *p, const char *name)
{
    static const char *const forms[] = {
        "for (;;)", "for (int %s = 0; %s < n;)", "for (int %s = 0; ; %s++)", "for (int %s = n; %s; %s--)", "for (int %s = 0, t = 1; %s < n; %s++, t++)",
        "for (int %s = 1; %s < n; %s *= 2)", "for (float %s = 0; %s < n; %s++)", "for (int %s = 0; %s < n; n--, %s++)", "for (int %s = n; %s-- > 0;)",
        "for (int %s = 0; %s < n && A[%s] > 0; %s++)", "for (int *%s = I; %s < I + n; %s++)", "for (int %s = 0; %s < n; %s += k)", "for (int %s = 0; n > %s; %s = %s + 2)",
        "for (unsigned %s = n; %s-- > 1;)", "for (int %s = 0; %s != n; %s += 3)", "for (long %s = n - 1l; %s >= 0; --%s)",
    };
    const char *form = ONE_OF(p, forms);
    for (const char *at = form; *at; at++) {
        bool is_name = at[0] == '%' && at[1] == 's';
        char one[2] = {*at, '\0'};
        add(p, is_name ? name : one);
        at += is_name;
    }
}

static void loop(Program *p)
{
    if (p->depth >= MAX_NESTING) {
        assignment(p);
        return;
    }
    static const char *const iterator_types[] = {"int", "long", "unsigned", "size_t", "short", "unsigned char", "long long", "signed char"};
    static const char *const tests[] = {"<", "<=", "!=", ">", ">="};
    char name[16] = {'i', (char)('0' + p->depth)};
    int form = pick(p, 16);
    if (form == 15) {
        odd_loop(p, name);
    } else {
        bool outside = form >= 13;
        if (outside)
            ADD(p, "for (%s = ", name);
        else
            ADD(p, "for (%s %s = ", iterator_types[one_in(p, 4) ? pick(p, 8) : 0], name);
        bool down = form == 12;
        if (down)
            bound(p);
        else if (one_in(p, 3))
            affine(p);
        else
            ADD(p, "%d", pick(p, 3));
        ADD(p, "; %s %s ", name, down ? tests[3 + pick(p, 2)] : tests[one_in(p, 4) ? pick(p, 3) : 0]);
        if (down)
            ADD(p, "%d", pick(p, 2));
        else
            bound(p);
        if (one_in(p, 6))
            ADD(p, "; %s %s= %s)", name, down ? "-" : "+", one_in(p, 4) ? "k" : one_in(p, 2) ? "3" : "2");
        else
            ADD(p, "; %s%s)", name, down ? "--" : "++");
    }
    p->depth++;
    if (one_in(p, 3)) {
        p->nesting++;
        indent(p);
        loop(p);
        p->nesting--;
    } else {
        body(p);
    }
    p->depth--;
}

static void declaration(Program *p)
{
    if (one_in(p, 4) && p->pointers < 4) {
        static const char *const forms[] = {"float *p%d = A + ", "int *p%d = &I[", "double *p%d = M[", "const float *p%d = &G[0][", "float *p%d = R["};
        int form = pick(p, 5);
        ADD(p, forms[form], p->pointers);
        affine(p);
        add(p, form == 0 ? ";" : "];");
        p->pointers++;
        return;
    }
    const char *type = type_name(p);
    int name = p->names++;
    switch (pick(p, 6)) {
    case 0: case 1: case 2:
        ADD(p, "%s t%d = ", type, name);
        p->names--;
        expression(p);
        p->names++;
        add(p, ";");
        break;
    case 3: ADD(p, "%s t%d;", type, name); break;
    case 4:
        ADD(p, "struct pair t%d = {", name);
        expression(p);
        add(p, "};");
        break;
    default:
        ADD(p, "%s t%d[%d] = {", type, name, 1 + pick(p, 8));
        expression(p);
        add(p, "};");
    }
}

static void odd_statement(Program *p)
{
    static const char *const odd[] = {
        ";", "break;", "continue;", "return;", "goto out;", "n++;", "S[i0] = S[0];", "pt = S[1];", "q++;", "A++;", "{ double *t = X; X = Y; Y = t; }",
        "if (n > 3) return;", "memcpy(A, B, n);", "asm volatile(\"\");", "static int calls; calls++;", "typedef int Local; Local t = 1; s += t;",
        "struct here { int a; } h = {1}; s += h.a;", "_Static_assert(1, \"\");", "int vla[n]; vla[0] = 1;", "(void)s;", "write_to(&s, n);", "int f(void);", "label: s++;",
        "I[I[i0]] += 1;", "A[I[i0]] = 1;", "total_at[0] += A[i0];", "s += A[i0], d -= 1;", "u = u * 3 + 1;", "extern float G[100][100];",
    };
    add(p, ONE_OF(p, odd));
}

static void directive(Program *p);

static void statement(Program *p)
{
    if (p->nesting > MAX_NESTING) {
        assignment(p);
        return;
    }
    switch (pick(p, 20)) {
    case 0: case 1: case 2: case 3: case 4: case 5: assignment(p); break;
    case 6: case 7: case 8: case 9: loop(p); break;
    case 10: case 11:
        add(p, "if (");
        expression(p);
        add(p, ")");
        body(p);
        if (one_in(p, 3)) {
            indent(p);
            add(p, "else");
            body(p);
        }
        break;
    case 12: case 13: declaration(p); break;
    case 14: extreme(p); break;
    case 15:
        if (one_in(p, 2)) {
            add(p, "while (");
            expression(p);
            add(p, ")");
            body(p);
        } else {
            add(p, "do");
            body(p);
            add(p, " while (");
            expression(p);
            add(p, ");");
        }
        break;
    case 16:
        add(p, "switch (");
        p->integer++;
        expression(p);
        p->integer--;
        add(p, ") { case 0:");
        body(p);
        ADD(p, " %s case 1: case 3:", one_in(p, 3) ? "" : "break;");
        body(p);
        add(p, " break; default:");
        body(p);
        add(p, " }");
        break;
    case 17: call(p); add(p, ";"); break;
    case 18:
        if (one_in(p, 3)) {
            directive(p);
            indent(p);
            loop(p);
        } else {
            effect(p);
            add(p, ";");
        }
        break;
    default: odd_statement(p);
    }
}

// ---- directives and the file

static void clause(Program *p)
{
    static const char *const clauses[] = {
        "independent", "exact", "tile(16, 8)", "tile(i0: 32)", "block(128)", "block(32, 4)", "mapping(2D-2)", "mapping(1D-1)", "mapping(2D-4)", "mapping(1D-3)",
        "reduce(tree)", "reduce(sequential)", "private(s)", "private(t0, k)", "reduction(+: s)", "reduction(max: d)", "reduction(+: A)", "copyin(A[0:n])",
        "copy(A[0:n*m], B)", "copyout(M[0:n][0:m])", "present(A)", "create(X[:n])", "name(kernel)", "precision(tf32)", "device(fx5800)", "device(nothing)",
        "schedule(\"tile i0 32; bind i0.tile block.x; bind i0.elem thread.x\")", "schedule(\"interchange i0 i1; bind i1 block.x; bind i0 thread.x\")",
        "schedule(\"bind i0 block.x; reduce s\")", "schedule(\"tile i0 4; unroll i0.elem; bind i0.tile block.y\")", "tile(2147483647)", "block(1)", "copyin(I[-1:n], W[0:k])", "copy(S)",
        "schedule(\"distribute i0 at 1\")", "schedule(\"\")", "tile(1)", "reduction(+: total)", "reduction(&&: b)", "private(local)",
    };
    add(p, " ");
    add(p, ONE_OF(p, clauses));
}

static void directive(Program *p)
{
    add(p, "\n#pragma curestruct");
    if (one_in(p, 4))
        for (int i = 1 + pick(p, 2); i > 0; i--)
            clause(p);
}

// for i0 { loops; X and Y change places }
static void time_steps(Program *p)
{
    directive(p);
    add(p, "\n    for (int i0 = 0; i0 < n; i0++) {");
    p->depth = p->nesting = 1;
    for (int i = 1 + pick(p, 3); i > 0; i--) {
        indent(p);
        loop(p);
    }
    if (one_in(p, 2)) {
        indent(p);
        add(p, "double *t = X; X = Y; Y = t;");
    }
    p->depth = p->nesting = 0;
    add(p, "\n    }\n");
}

static void nest(Program *p)
{
    p->names = p->pointers = p->depth = p->nesting = 0;
    if (one_in(p, 8)) {
        time_steps(p);
        return;
    }
    if (one_in(p, 6)) {
        add(p, "\n#pragma curestruct begin");
        if (one_in(p, 8))
            clause(p);
        for (int i = 1 + pick(p, 4); i > 0; i--) {
            indent(p);
            if (one_in(p, 4))
                statement(p);
            else if (one_in(p, 4))
                directive(p), add(p, "\n    "), loop(p);
            else
                loop(p);
        }
        add(p, "\n#pragma curestruct end\n");
        return;
    }
    directive(p);
    add(p, "\n    ");
    loop(p);
    add(p, "\n");
}

static void preamble(Program *p)
{
    static const char *const globals[] = {"float G[100][100];", "static float G[100][100];", "extern float G[100][100];", "const float G[100][100];"};
    add(p, "#define N 64\n#define SUM(a, b) ((a) + (b))\n#define AT(i, j) A[(i) * m + (j)]\n"
           "typedef float Real;\ntypedef unsigned long size_t;\nenum color { RED, GREEN = 5 };\n"
           "struct pair { float x; int y[3]; };\nstruct vector { int n; float y[4]; struct pair in; float *data; };\n"
           "double fabs(double), fmax(double, double), pow(double, double), floor(double);\n"
           "float sqrtf(float), fminf(float, float), expf(float);\nint abs(int), printf(const char *, ...), unknown(int);\n"
           "void *memcpy(void *, const void *, size_t);\n"
           "static float square(float x) { return x * x; }\n"
           "static inline double mix(double a, int b) { if (b > 2) return a; double t = a; for (int i = 0; i < b; i++) t += a / 2; return t; }\n"
           "static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }\n"
           "static int recurse(int x) { return x > 0 ? recurse(x - 1) : 0; }\n"
           "static struct pair pick_pair(float x) { struct pair r = {x, {1, 2, 3}}; r.y[1] = (int)x; return r; }\n"
           "static void write_to(float *to, float x) { *to = x; }\n"
           "static struct pair *pair_at(struct vector *v) { return &v->in; }\n"
           "int global_n = 10;\nstatic double total;\nvolatile int vol;\nstatic const int table[8] = {1, 2, 3};\n");
    add(p, ONE_OF(p, globals));
    add(p, "\nstruct vector T2;\n\n");
}

static void function(Program *p)
{
    static const char *const results[] = {"void", "static float", "double", "int"};
    static const char *const a[] = {"float *A", "float *restrict A", "float A[]", "float A[static 64]", "volatile float *A", "double *A", "unsigned char *A", "long *A"};
    static const char *const b[] = {"const float *B", "const float *restrict B", "float *B", "int *B", "const double *restrict B"};
    static const char *const m[] = {"double M[n][m]", "double M[][64]", "double M[restrict n][m]", "double (*M)[m]", "double (*restrict M)[64]", "double M[n + 1][2 * m]"};
    static const char *const v[] = {"int V[8][8]", "int V[][8]", "short V[n][64]", "long (*V)[100]"};
    static const char *const t[] = {"float T[n][n]", "float T[restrict n][n]", "float T[10][10]"};
    static const char *const r[] = {"float **R", "float *const *restrict R", "float *R[]"};
    bool is_void = pick(p, 4) == 0;
    ADD(p, "%s f(int n, int m, long k, unsigned u, unsigned char c, ", is_void ? "void" : results[1 + pick(p, 3)]);
    ADD(p, "float s, double d, _Bool b, int limit, %s, %s, ", ONE_OF(p, a), ONE_OF(p, b));
    ADD(p, "%s, int *I, double *X, double *%sY, ", one_in(p, 2) ? "const unsigned short *W" : "long long *restrict W", one_in(p, 3) ? "restrict " : "");
    ADD(p, "%s, %s, %s, %s, ", ONE_OF(p, m), ONE_OF(p, v), ONE_OF(p, t), ONE_OF(p, r));
    ADD(p, "struct pair *S, struct pair pt, struct vector *q, float *total_at)\n{\n");
    ADD(p, "    float local[16];\n    unsigned char bytes[64] = {0};\n    int i0 = 0, i1, i2, i3, i4, i5;\n");
    if (one_in(p, 8))
        add(p, "    for (int t = 0; t < 3; t++) {");
    bool around = p->out->length && p->out->bytes[p->out->length - 1] == '{';
    for (int i = one_in(p, 4) ? 2 : 1; i > 0; i--)
        nest(p);
    if (around)
        add(p, "    }\n");
    add(p, one_in(p, 2) ? "out:\n" : "");
    static const char *const values[] = {"s", "d + s", "i0", "k", "local[3]", "s + pt.x", "n", "total + i1"};
    if (is_void)
        add(p, "    *total_at = s;\n");
    else
        ADD(p, "    return %s;\n", ONE_OF(p, values));
    add(p, "}\n");
}

void make_program(Text *out, const char *bytes, size_t length)
{
    Program program = {.out = out, .bytes = (const unsigned char *)bytes, .end = (const unsigned char *)bytes + length};
    preamble(&program);
    function(&program);
    if (one_in(&program, 4)) {
        add(&program, "\n#define f f2\n");
        function(&program);
    }
}
