#ifdef PLAIN
void plain(int n, int m, float *restrict a, float (*restrict b)[m], const float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = a[i] + c[j];
}
#elif defined NARROW
void narrow(float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (short i = 0; i < 1000; i++)
        a[i] = b[i];
}
#elif defined POWERS
void powers(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 1; i < n; i *= 2)
        a[i] = 1;
}
#elif defined SUM
float sum(int n, int m, float (*restrict b)[m])
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += b[i][j];
    return s;
}
#elif defined PASSED
void passed(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = a[i] * 2;
        a[i] = t + 1;
        b[i] = t;
    }
}
#elif defined TRIANGLE
void triangle(int n, float (*restrict a)[1000])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i][j] = 1;
}
#elif defined FLAT
void flat(int n, int m, float *restrict a)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++)
        a[t] = t / m;
}
#elif defined FIXED
void fixed(int n, float (*restrict a)[8])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int h = 0; h < 4; h++)
            for (int k = 0; k < 8; k++)
                a[4 * i + h][k] = 1;
}
#elif defined PRODUCT
void product(int n, float (*restrict c)[n], float (*restrict a)[n], float (*restrict b)[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}
#elif defined LOWER
void lower(int n, float (*restrict c)[n], float (*restrict a)[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i / 2; j < n; j++)
            c[i][j] = a[i][j];
}
#elif defined SHORT
void short_rows(int n, float (*restrict c)[1000])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i - 5; j++)
            c[i][j] = 1;
}
#elif defined LOCAL
void local(int n, float (*restrict c)[n], float (*restrict a)[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i + 1; j++) {
            float t = a[i][j];
            c[i][j] = t * t;
        }
}
#elif defined JUMP
void jump(int n, float (*restrict c)[n], float (*restrict a)[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i + 1; j++) {
            if (a[i][j] > 1)
                break;
            c[i][j] = 1;
        }
}
#elif defined LEAVES
void leaves(int n, int m, float (*restrict c)[m], float (*restrict a)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (a[i][j] > 1)
                break;
            c[i][j] = 1;
        }
}
#elif defined SWAPPED
void swapped(int n, int m, float (*restrict c)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 2)
            c[i][j] = i + j;
}
#elif defined SCALE
void scale(int n, int m, float *restrict a, float (*restrict b)[m], const int *restrict at)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = b[i][j] * a[i] + a[i + 1] + a[at[j]];
}
#elif defined UNSIGNED
void unsigned_down(unsigned n, float *restrict a)
{
#pragma curestruct
    for (unsigned i = n; i > 0; i--)
        a[i] = 1;
}
#elif defined RANGE
void range(int n, int *restrict a, int *restrict count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count[i]; j++)
            a[j] += 1;
}
#elif defined TWICE
void twice(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        b[i] = 2;
    }
}
#elif defined RECURRENCE
void recurrence(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        a[i] = a[i - 1] + b[i];
        b[i - 1] = a[i];
    }
}
#elif defined CARRIED
void carried(int n, float *restrict a, float *restrict b, float *restrict c)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] = b[i];
    for (int j = 0; j < n; j++)
        c[j] = a[j + 1];
    for (int k = 0; k < n + 1; k++)
        c[k] += 1;
#pragma curestruct end
}
#elif defined OWN
void own(int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma curestruct independent
    for (int j = 0; j < n; j++)
        b[j] = 2;
#pragma curestruct end
}
#elif defined BRANCH
void branch(int n, int m, const float *restrict a, float (*restrict b)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > 0) {
            float t = a[i] * 2;
            for (int j = 0; j < m; j++)
                b[i][j] = t;
        }
}
#elif defined LEAVES_BRANCH
void leaves_branch(int n, int m, const float *restrict a, float (*restrict b)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            for (int j = 0; j < m; j++) {
                if (b[i][j] > 3)
                    break;
                b[i][j] = 1;
            }
}
#elif defined ROWS
float rows(int n, int m, float (*restrict b)[m])
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 2)
            s += b[i][j];
    return s;
}
#elif defined COUNTS
void counts(int n, int *restrict bins, const int *restrict key)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        bins[key[i]] += 1;
}
#elif defined INNER_POWERS
void inner_powers(int n, int m, float (*restrict b)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 1; k < m; k *= 2)
            b[i][k] = 1;
}
#elif defined JUMPS
void jumps(int n, const float *restrict c, float (*restrict b)[4])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            if (c[j] > 2)
                break;
            b[i][j] = 1;
        }
}
#elif defined BROKEN
void broken(int n, float *restrict a, float *restrict b)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        if (b[i] > 1)
            break;
        a[i] = 1;
    }
    for (int j = 0; j < n; j++)
        a[j] += 2;
#pragma curestruct end
}
#elif defined ENDS
void ends(int *restrict n, float *restrict a, int *restrict b)
{
#pragma curestruct begin
    for (int i = 0; i < *n; i++)
        a[i] = 1;
    for (int j = 0; j < *n; j++)
        b[j] = 2;
#pragma curestruct end
}
#elif defined AFTER
int after(int n, float *restrict a, float *restrict b)
{
    int i, last = 0;
#pragma curestruct begin
    for (i = 0; i < n; i++)
        a[i] = last = i;
    for (int j = 0; j < n; j++)
        b[j] = last;
#pragma curestruct end
    return last;
}
#elif defined MOVING
void moving(int n, int m, const float (*restrict b)[m], float *restrict s)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            s[i] += b[j][i];
}
#elif defined PARTLY
void partly(int n, const float (*restrict a)[64], float *restrict b, const float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 64; k++)
            if (c[k] > 1)
                b[i] += a[i][k];
}
#elif defined TWO_WAYS
void two_ways(int n, const float (*restrict a)[n], float (*restrict b)[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                b[i][j] += a[i][k] * a[k][j] + a[j][2 * k % 7];
}
#elif defined LARGE
void large(int n, float (*restrict b)[512], const float (*restrict a)[512])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 512; k++)
                b[i][k] += a[j][k];
}
#elif defined DEPENDS
float depends(int n, int m, float (*restrict b)[m], const float *restrict c)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s += b[i][j];
    return s;
}
#elif defined MANY
void many(int n, float *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
#define T(k) a[(k) * 1000000L + i] = k;
#define U(k) T(k) T(k + 1) T(k + 2) T(k + 3) T(k + 4) T(k + 5) T(k + 6) T(k + 7) T(k + 8) T(k + 9)
        U(0) U(10) U(20) U(30) U(40) U(50) U(60)
    }
}
#elif defined BEYOND
void beyond(unsigned n, unsigned first, float *restrict a)
{
    unsigned i;
#pragma curestruct
    for (i = first; i != n; i++)
        a[i] = 1;
    a[0] = i;
}
#elif defined BYTES
struct pair {
    float a, b;
};
void bytes(int n, struct pair *restrict p, const struct pair *restrict q)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            p[i].a += q[k].a * q[k].b + q[k + 1].a;
}
#elif defined FROM_ONE
float from_one(int n, const float *restrict a)
{
    float s = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        s += a[i];
    return s;
}
#elif defined COLUMNS
void columns(int n, const float (*restrict b)[n], float *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s[j] += b[i][j];
}
#elif defined RAGGED
void ragged(int n, const int *restrict count, const float (*restrict b)[n], float *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count[i]; k++)
            s[i] += b[i][k];
}
#elif defined GUARDED_JUMP
void guarded_jump(int n, const float *restrict c, float (*restrict b)[8])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            if (c[i] > 1) {
                if (c[k] > 5)
                    break;
                for (int j = 0; j < 8; j++)
                    b[i][j] += 1;
            }
}
#elif defined FOUND
int found(int n, const float *restrict a, float *restrict b)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (a[i] > 3)
            break;
        b[i] = 1;
    }
    return i;
}
#elif defined DIRECTIVE
void directive(int n, float *restrict a, float *restrict b)
{
    float t;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma curestruct private(t)
    for (int j = 0; j < n; j++) {
        t = j;
        b[j] = t * t;
    }
#pragma curestruct end
}
#elif defined NEIGHBOURS
void neighbours(int n, float (*restrict c)[n], const float (*restrict a)[n], const float *restrict w)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n - 1; k++)
                c[i][j] += a[i][k] * a[i][k + 1] * (w[j] + w[i]);
}
#elif defined DATA
void data(int n, const float (*restrict a)[64], float (*restrict b)[64], const int *restrict at, int *restrict last)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 64; k++)
            if (at[k] > 1)
                b[i][at[k] & 63] += a[i][k];
            else
                last[i] = k;
}
#elif defined MAXIMUM
float maximum(int n, float *restrict a, int *restrict where)
{
    float best = a[0];
    int at = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (a[i] > best) {
            best = a[i];
            at = i;
        }
    *where = at;
    return best;
}
#elif defined ELEMENTS
void elements(int n, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t[2];
        t[0] = a[i];
        t[1] = a[i] + 1;
        b[i] = t[0] * t[1];
    }
}
#elif defined SET
void set(int n, int *restrict a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 3;
}
#elif defined SUM_AND_FLAT
float sum_and_flat(int n, int m, int *restrict a, const float *restrict x)
{
    float s = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        s += x[i];
    for (int t = 0; t < n * m; t++)
        a[t] = t / m;
#pragma curestruct end
    return s;
}
#elif defined FINAL
int final(int n, float *restrict a, const int *m)
{
    int j = 0;
#pragma curestruct begin
    for (int i = 1; i < n; i++)
        for (j = 0; j < m[i]; j++)
            a[i] = a[i - 1];
#pragma curestruct end
    return j;
}
#endif
