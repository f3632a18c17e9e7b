// Integer constants by precedence climbing, with C's precedences.
#include "frontend/directives/constant.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 64 };

typedef struct Scan {
    const char *at;
    int nesting;
} Scan;

static const struct {
    const char *text;
    int precedence;
} binary_operators[] = {{"<<", 4}, {">>", 4}, {"*", 6}, {"/", 6}, {"%", 6},
                        {"+", 5},  {"-", 5},  {"&", 3}, {"^", 2}, {"|", 1}};

static bool scan_binary(Scan *scan, int precedence, int64_t *value);

static void skip_blanks(Scan *scan)
{
    while (isspace((unsigned char)*scan->at))
        scan->at++;
}

static bool scan_literal(Scan *scan, int64_t *value)
{
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*scan->at))
        return false;
    unsigned long long number = strtoull(scan->at, &end, 0);
    end += strspn(end, "uUlL");
    if (errno || number > INT64_MAX || isalnum((unsigned char)*end) || *end == '.' || *end == '_')
        return false;
    scan->at = end;
    *value = (int64_t)number;
    return true;
}

static bool scan_primary(Scan *scan, int64_t *value)
{
    skip_blanks(scan);
    char sign = *scan->at;
    if (!sign || !strchr("+-~(", sign))
        return scan_literal(scan, value);
    if (++scan->nesting > MAX_NESTING)
        return false;
    scan->at++;
    bool found = sign == '(' ? scan_binary(scan, 1, value) : scan_primary(scan, value);
    scan->nesting--;
    if (!found)
        return false;
    if (sign == '-')
        return !__builtin_sub_overflow(0, *value, value);
    if (sign == '~')
        *value = ~*value;
    if (sign != '(')
        return true;
    skip_blanks(scan);
    return *scan->at++ == ')';
}

static bool compute(const char *operator, int64_t left, int64_t right, int64_t *value)
{
    switch (*operator) {
    case '+': return !__builtin_add_overflow(left, right, value);
    case '-': return !__builtin_sub_overflow(left, right, value);
    case '*': return !__builtin_mul_overflow(left, right, value);
    case '&': *value = left & right; return true;
    case '^': *value = left ^ right; return true;
    case '|': *value = left | right; return true;
    case '/':
    case '%':
        if (right == 0 || (left == INT64_MIN && right == -1))
            return false;
        *value = *operator== '/' ? left / right : left % right;
        return true;
    default: // << and >>
        if (left < 0 || right < 0 || right > 62 || (*operator== '<' && left> INT64_MAX>> right))
            return false;
        *value = *operator== '<' ? left << right : left>> right;
        return true;
    }
}

// The index of the next binary operator, or -1.
static int next_operator(Scan *scan)
{
    skip_blanks(scan);
    for (int i = 0; i < (int)(sizeof binary_operators / sizeof *binary_operators); i++)
        if (!strncmp(scan->at, binary_operators[i].text, strlen(binary_operators[i].text)))
            return i;
    return -1;
}

static bool scan_binary(Scan *scan, int precedence, int64_t *value)
{
    if (!scan_primary(scan, value))
        return false;
    for (;;) {
        int operator= next_operator(scan);
        if (operator<0 || binary_operators[operator].precedence<precedence)
            return true;
        scan->at += strlen(binary_operators[operator].text);
        int64_t right;
        if (!scan_binary(scan, binary_operators[operator].precedence + 1, &right) ||
            !compute(binary_operators[operator].text, *value, right, value))
            return false;
    }
}

bool constant_value(const char *text, int64_t *value)
{
    Scan scan = {.at = text};
    int64_t result;
    if (!scan_binary(&scan, 1, &result))
        return false;
    skip_blanks(&scan);
    if (*scan.at)
        return false;
    *value = result;
    return true;
}
