// Catches copies in shared memory that are too few for the keys, columns that are added twice or left out, blocks
// without iterations, atomic operations of the wrong value (a difference, a wide constant for a narrow place), kernels
// chosen by a wrong count.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 9000, MOST = 9000 };

static int key[N], next[N];
static float value[N], total[MOST];
static int count[MOST], left[MOST];
static unsigned ones[MOST], any[MOST], odd[MOST];
static long long wide[MOST];
static unsigned char narrow[MOST];
static float best[MOST];

static void floats(int n, int keys)
{
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

static void integers(int n, int keys, long long shift)
{
#pragma curestruct copy(count[0:keys])
    for (int i = n - 1; i >= 0; i--)
        count[key[i]] = 3 + count[key[i]];
#pragma curestruct copy(left[0:keys])
    for (int i = 0; i < n; i += 2) {
        left[key[i]] -= i;
        left[next[i]] -= shift;
    }
#pragma curestruct copy(ones[0:keys])
    for (int i = 0; i < n; i++)
        ones[key[i]] &= ~(1u << i % 32);
#pragma curestruct copy(any[0:keys])
    for (int i = 0; i < n; i++)
        if (i % 3)
            any[key[i]] |= 1u << i % 31;
#pragma curestruct copy(odd[0:keys])
    for (int i = 0; i < n; i++)
        odd[key[i]] ^= (unsigned)i * 77;
#pragma curestruct copy(wide[0:keys])
    for (int i = 0; i < n; i++)
        wide[key[i]] += i - shift;
#pragma curestruct copy(narrow[0:keys])
    for (int i = 0; i < n; i++)
        narrow[key[i]] += (unsigned char)i;
}

static void choices(int n, int keys)
{
#pragma curestruct copy(best[0:keys])
    for (int i = 0; i < n; i++)
        if (value[i] > best[key[i]])
            best[key[i]] = value[i];
}

int main(void)
{
    static const int sizes[] = {0, 1, 33, 700, N}, keys[] = {1, 31, 32, 33, 256, 257, MOST};
    for (int s = 0; s < 5; s++)
        for (int k = s == 4 ? 0 : s; k < 7; k += s == 4 ? 1 : 3) {
            for (int i = 0; i < N; i++) {
                unsigned hash = (unsigned)(i + s) * 2654435761u >> 8;
                key[i] = (int)(hash % (unsigned)keys[k]);
                next[i] = (int)(hash / 3 % (unsigned)keys[k]);
                value[i] = (float)(hash / 5 % 64);
            }
            for (int i = 0; i < MOST; i++) {
                total[i] = (float)(i % 5);
                count[i] = left[i] = i;
                ones[i] = any[i] = odd[i] = (unsigned)i * 65537u;
                wide[i] = -i;
                narrow[i] = (unsigned char)i;
                best[i] = (float)(i % 7);
            }
            floats(sizes[s], keys[k]);
            integers(sizes[s], keys[k], 5000000000 + s);
            choices(sizes[s], keys[k]);
            double sum = 0;
            unsigned long long mixed = 0;
            for (int i = 0; i < MOST; i++) {
                sum += total[i] * (i % 11 + 1) + best[i] * (i % 13 + 1);
                mixed = mixed * 31 + (unsigned)count[i] + 3 * (unsigned)left[i] + 5ull * ones[i] + 7ull * any[i] +
                        11ull * odd[i] + (unsigned long long)wide[i] + narrow[i];
            }
            printf("%d %d %.17g %llu\n", sizes[s], keys[k], sum, mixed);
        }
    return 0;
}
