// Expressions of random programs, and the names that they use.
#include "tests/fuzz/program_parts.h"

// ---- choices

int pick(Program *p, int count)
{
    return p->bytes < p->end ? *p->bytes++ % count : 0;
}

bool one_in(Program *p, int count)
{
    return pick(p, count) == count - 1 && count > 1;
}

void add(Program *p, const char *text)
{
    if (p->out->length < MAX_TEXT)
        text_add(p->out, text);
}

// ---- names: what every program declares, in one form or another

static const char *const types[] = {
    "float",       "int",
    "double",      "long",
    "unsigned",    "unsigned char",
    "short",       "char",
    "_Bool",       "unsigned long long",
    "signed char", "unsigned short",
    "size_t",      "Real",
    "enum color",  "long double",
    "struct pair", "float complex",
    "__int128",
};
enum { COMMON_TYPES = 4, USUAL_TYPES = 14 };
static const char *const scalars[] = {
    "n", "m", "s", "d", "k", "u", "c", "b", "total", "global_n", "N", "limit", "pt.x", "q->y[1]", "vol", "nowhere",
};
static const char *const integers[] = {"n", "m", "k", "u", "c", "b", "global_n", "N", "limit", "I[0]", "pt.y[1]"};
static const char *const integer_arrays[] = {"I", "W", "bytes", "V[1]", "table", "S[i0].y", "u"};
static const char *const flat[] = {"A", "B", "X", "Y", "I", "W", "local", "bytes", "table"};
static const char *const shaped[] = {"M", "G", "V", "T", "R"};

const char *type_name(Program *p)
{
    static const char *const integer_types[] = {"int", "long", "unsigned", "unsigned char", "short"};
    if (p->integer)
        return ONE_OF(p, integer_types);
    int kind = pick(p, 16);
    if (kind < 10)
        return types[pick(p, COMMON_TYPES)];
    return types[pick(p, kind < 15 ? USUAL_TYPES : (int)(sizeof types / sizeof *types))];
}

void scalar(Program *p)
{
    if (p->integer)
        add(p, ONE_OF(p, integers));
    else
        add(p, scalars[pick(p, one_in(p, 16) ? 16 : one_in(p, 3) ? 12 : 4)]);
}

void iterator(Program *p)
{
    if (p->depth == 0)
        scalar(p);
    else
        ADD(p, "i%d", p->depth - 1 - pick(p, p->depth));
}

// ---- expressions

static void number(Program *p)
{
    static const char *const odd[] = {
        "0",
        "-1",
        "2147483647",
        "2147483648",
        "0xffffffffu",
        "9223372036854775807",
        "18446744073709551615u",
        "'a'",
        "'\\n'",
        "sizeof(int)",
        "sizeof(struct pair)",
        "RED",
        "0x1p3",
        "1e400",
        "0b101",
        "1.5",
        "2.5f",
        "1e-3",
        "3.0L",
        "1.f",
        "(-7)",
        "__LINE__",
        "sizeof A",
        "L'x'",
        "\"text\"",
        "1i",
        "-9223372036854775807-1",
    };
    if (one_in(p, 6))
        add(p, ONE_OF(p, odd));
    else
        ADD(p, "%d", pick(p, 9));
}

static void affine_terms(Program *p)
{
    switch (pick(p, 12)) {
    case 0:
    case 1:
    case 2:
    case 3: iterator(p); break;
    case 4:
        iterator(p);
        ADD(p, " + %d", pick(p, 4));
        break;
    case 5:
        iterator(p);
        ADD(p, " - %d", pick(p, 4));
        break;
    case 6:
        ADD(p, "%d * ", pick(p, 4));
        iterator(p);
        break;
    case 7:
        add(p, "n - 1 - ");
        iterator(p);
        break;
    case 8: number(p); break;
    case 9:
        iterator(p);
        add(p, " + ");
        scalar(p);
        break;
    case 10:
        iterator(p);
        add(p, one_in(p, 2) ? " % 4" : " / 2");
        break;
    default: expression(p);
    }
}

void affine(Program *p)
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

void element(Program *p)
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
    case 0:
    case 1:
    case 2:
    case 3:
        ADD(p, "%s[", writing ? ONE_OF(p, places) : flat[pick(p, one_in(p, 4) ? 9 : 5)]);
        flat_subscript(p);
        add(p, "]");
        return;
    case 4:
    case 5:
    case 6:
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

void call(Program *p)
{
    static const char *const names[] = {
        "sqrtf",
        "fabs",
        "square",
        "fminf",
        "fmax",
        "pow",
        "abs",
        "expf",
        "mix",
        "clamp",
        "recurse",
        "unknown",
        "printf",
        "pick_pair",
        "write_to",
        "floor",
        "__builtin_expect",
        "undeclared",
    };
    static const int arguments[] = {1, 1, 1, 2, 2, 2, 1, 1, 2, 3, 1, 1, 1, 1, 2, 1, 2, 1};
    int kind = p->integer ? 10 - 4 * one_in(p, 2) : pick(p, one_in(p, 8) ? 18 : 10);
    ADD(p, "%s(", names[kind]);
    int count = arguments[kind] + (one_in(p, 60) ? 1 : 0);
    for (int i = 0; i < count; i++) {
        add(p, i ? ", " : kind == 14 ? "&" : "");
        if (kind == 14 && i == 0)
            element(p);
        else
            expression(p);
    }
    add(p, ")");
    if (kind == 13)
        add(p, ".x");
}

void effect(Program *p)
{
    static const char *const forms[] = {"++", "--", " += 1", " = 2"};
    add(p, "(");
    place(p);
    ADD(p, "%s)", ONE_OF(p, forms));
}

static void binary(Program *p)
{
    static const char *const operators[] = {
        "+", "*", "-", "/", "<", ">", "==", "&&", "||", "%", "&", "|", "^", "<<", ">>", "!=", "<=", ">=", ",",
    };
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
        "(int[]){1, 2, 3}[1]",
        "({ int t = n; t + 1; })",
        "(A == B)",
        "(int)(long)A",
        "_Generic(n, int: 1, default: 2)",
        "(n ?: m)",
        "(&A[1] - A)",
        "*(int *)&s",
        "((struct pair){1, {2, 3}}).x",
        "__func__[0]",
        "pair_at(q)->x",
        "SUM(n, m)",
        "AT(0, 1)",
        "sizeof(int[n])",
        "q[1].y[0]",
        "(*q).x",
        "T2.in.y[1]",
        "__builtin_constant_p(n)",
        "_Alignof(double)",
        "-(-n)",
        "!!n",
        "~n",
        "+c",
    };
    add(p, ONE_OF(p, odd));
}

void expression(Program *p)
{
    if (++p->expression > MAX_EXPRESSION) {
        iterator(p);
        p->expression--;
        return;
    }
    static const char *const unary[] = {"-", "!", "~", "+"};
    switch (pick(p, 16)) {
    case 0:
    case 1:
    case 2: element(p); break;
    case 3: iterator(p); break;
    case 4: scalar(p); break;
    case 5: number(p); break;
    case 6:
    case 7:
    case 8: binary(p); break;
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
    case 13:
        add(p, "SUM(");
        expression(p);
        add(p, ", ");
        expression(p);
        add(p, ")");
        break;
    case 14:
        if (one_in(p, 3))
            effect(p);
        else
            element(p);
        break;
    default:
        if (one_in(p, 4) && !p->integer)
            odd_expression(p);
        else
            number(p);
    }
    p->expression--;
}

void place(Program *p)
{
    p->writing = true;
    switch (pick(p, 6)) {
    case 4: scalar(p); break;
    case 5:
        if (p->names)
            ADD(p, "t%d", pick(p, p->names));
        else
            element(p);
        break;
    default: element(p);
    }
    p->writing = false;
}
