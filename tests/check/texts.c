// Catches a constant array that a string initializes with other bytes than those of the string, a nest that is refused
// because a branch that only reports an error has a string, and one that is refused because an assertion has a text.
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck %s
#include <assert.h>
#include <stdio.h>

static int report(const char *text, const char *where, int code)
{
    fprintf(stderr, "%s: %s\n", where, text);
    return code;
}

static int pack(int r, int g, unsigned *to)
{
    static const char name[] = "pack";
    if (!to)
        return report("no place", name, 1);
    *to = (unsigned)r << 8 | (unsigned)g;
    return 0;
}

// CHECK: packs: 1 of 1 nests, {{.*}}, bit for bit, PASS
void packs(int n, const int *restrict a, unsigned *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned pixel;
        assert(n > 0 && "a size");
        pack(a[i], i & 255, &pixel);
        c[i] = pixel;
    }
}

// CHECK: bytes: 1 of 1 nests, {{.*}}, bit for bit, PASS
void bytes(int n, const int *restrict a, int *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        static const char escapes[24] = "\a\b\f\n\r\t\v\\\"'\?\x90\377\0017?\xe9";
        static const unsigned char rows[2][4] = {"ab", "\377\7cd"};
        const char exact[3] = "xyz", text[] = "long" "er";
        c[i] = escapes[a[i] & 15] + 256 * rows[i & 1][a[i] & 3] + 65536 * exact[(a[i] & 255) % 3] + text[i % 7];
    }
}

static float scaled(float x, float scale, int mode)
{
    if (mode < 0)
        return report("wrong mode", "scaled", 2);
    return x * scale;
}

// CHECK: scales: 1 of 1 nests, {{.*}}, bit for bit, PASS
void scales(int n, float *restrict a, float scale, int mode)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = scaled(a[i], scale, mode);
}
