// Statements, directives and the file of random programs.
#include "tests/fuzz/program_parts.h"

// ---- statements

static void statement(Program *p);

static void indent(Program *p)
{
    add(p, "\n");
    for (int i = 0; i <= p->nesting && i < 8; i++)
        add(p, "    ");
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
    element(p);
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
    static const char *const bounds[] = {
        "n",     "m",    "64", "N", "n - 1", "k", "100",     "I[0]",       "global_n",
        "n / 2", "q->n", "u",  "c", "3",     "d", "1 << 20", "2147483647",
    };
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
        "for (;;)",
        "for (int %s = 0; %s < n;)",
        "for (int %s = 0; ; %s++)",
        "for (int %s = n; %s; %s--)",
        "for (int %s = 0, t = 1; %s < n; %s++, t++)",
        "for (int %s = 1; %s < n; %s *= 2)",
        "for (float %s = 0; %s < n; %s++)",
        "for (int %s = 0; %s < n; n--, %s++)",
        "for (int %s = n; %s-- > 0;)",
        "for (int %s = 0; %s < n && A[%s] > 0; %s++)",
        "for (int *%s = I; %s < I + n; %s++)",
        "for (int %s = 0; %s < n; %s += k)",
        "for (int %s = 0; n > %s; %s = %s + 2)",
        "for (unsigned %s = n; %s-- > 1;)",
        "for (int %s = 0; %s != n; %s += 3)",
        "for (long %s = n - 1l; %s >= 0; --%s)",
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
    static const char *const iterator_types[] = {
        "int", "long", "unsigned", "size_t", "short", "unsigned char", "long long", "signed char",
    };
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
        static const char *const forms[] = {
            "float *p%d = A + ", "int *p%d = &I[", "double *p%d = M[", "const float *p%d = &G[0][", "float *p%d = R[",
        };
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
    case 0:
    case 1:
    case 2:
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
        ";",
        "break;",
        "continue;",
        "return;",
        "goto out;",
        "n++;",
        "S[i0] = S[0];",
        "pt = S[1];",
        "q++;",
        "A++;",
        "{ double *t = X; X = Y; Y = t; }",
        "if (n > 3) return;",
        "memcpy(A, B, n);",
        "asm volatile(\"\");",
        "static int calls; calls++;",
        "typedef int Local; Local t = 1; s += t;",
        "struct here { int a; } h = {1}; s += h.a;",
        "_Static_assert(1, \"\");",
        "int vla[n]; vla[0] = 1;",
        "(void)s;",
        "write_to(&s, n);",
        "int f(void);",
        "label: s++;",
        "I[I[i0]] += 1;",
        "A[I[i0]] = 1;",
        "total_at[0] += A[i0];",
        "s += A[i0], d -= 1;",
        "u = u * 3 + 1;",
        "extern float G[100][100];",
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
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: assignment(p); break;
    case 6:
    case 7:
    case 8:
    case 9: loop(p); break;
    case 10:
    case 11:
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
    case 12:
    case 13: declaration(p); break;
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
    case 17:
        call(p);
        add(p, ";");
        break;
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
        "independent",
        "exact",
        "tile(16, 8)",
        "tile(i0: 32)",
        "block(128)",
        "block(32, 4)",
        "mapping(2D-2)",
        "mapping(1D-1)",
        "mapping(2D-4)",
        "mapping(1D-3)",
        "reduce(tree)",
        "reduce(sequential)",
        "private(s)",
        "private(t0, k)",
        "reduction(+: s)",
        "reduction(max: d)",
        "reduction(+: A)",
        "copyin(A[0:n])",
        "copy(A[0:n*m], B)",
        "copyout(M[0:n][0:m])",
        "present(A)",
        "create(X[:n])",
        "name(kernel)",
        "precision(tf32)",
        "device(fx5800)",
        "device(nothing)",
        "schedule(\"tile i0 32; bind i0.tile block.x; bind i0.elem thread.x\")",
        "schedule(\"interchange i0 i1; bind i1 block.x; bind i0 thread.x\")",
        "schedule(\"bind i0 block.x; reduce s\")",
        "schedule(\"tile i0 4; unroll i0.elem; bind i0.tile block.y\")",
        "tile(2147483647)",
        "block(1)",
        "copyin(I[-1:n], W[0:k])",
        "copy(S)",
        "schedule(\"distribute i0 at 1\")",
        "schedule(\"\")",
        "tile(1)",
        "reduction(+: total)",
        "reduction(&&: b)",
        "private(local)",
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
    static const char *const globals[] = {
        "float G[100][100];",
        "static float G[100][100];",
        "extern float G[100][100];",
        "const float G[100][100];",
    };
    add(p, "#define N 64\n#define SUM(a, b) ((a) + (b))\n#define AT(i, j) A[(i) * m + (j)]\n"
           "typedef float Real;\ntypedef unsigned long size_t;\nenum color { RED, GREEN = 5 };\n"
           "struct pair { float x; int y[3]; };\nstruct vector { int n; float y[4]; struct pair in; float *data; };\n"
           "double fabs(double), fmax(double, double), pow(double, double), floor(double);\n"
           "float sqrtf(float), fminf(float, float), expf(float);\nint abs(int), printf(const char *, ...), "
           "unknown(int);\n"
           "void *memcpy(void *, const void *, size_t);\n"
           "static float square(float x) { return x * x; }\n"
           "static inline double mix(double a, int b) { if (b > 2) return a; double t = a; for (int i = 0; i < b; i++) "
           "t += a / 2; return t; }\n"
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
    static const char *const a[] = {
        "float *A",          "float *restrict A", "float A[]",        "float A[static 64]",
        "volatile float *A", "double *A",         "unsigned char *A", "long *A",
    };
    static const char *const b[] = {
        "const float *B", "const float *restrict B", "float *B", "int *B", "const double *restrict B",
    };
    static const char *const m[] = {
        "double M[n][m]", "double M[][64]",           "double M[restrict n][m]",
        "double (*M)[m]", "double (*restrict M)[64]", "double M[n + 1][2 * m]",
    };
    static const char *const v[] = {"int V[8][8]", "int V[][8]", "short V[n][64]", "long (*V)[100]"};
    static const char *const t[] = {"float T[n][n]", "float T[restrict n][n]", "float T[10][10]"};
    static const char *const r[] = {"float **R", "float *const *restrict R", "float *R[]"};
    bool is_void = pick(p, 4) == 0;
    ADD(p, "%s f(int n, int m, long k, unsigned u, unsigned char c, ", is_void ? "void" : results[1 + pick(p, 3)]);
    ADD(p, "float s, double d, _Bool b, int limit, %s, %s, ", ONE_OF(p, a), ONE_OF(p, b));
    ADD(p, "%s, int *I, double *X, double *%sY, ", one_in(p, 2) ? "const unsigned short *W" : "long long *restrict W",
        one_in(p, 3) ? "restrict " : "");
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
