// The nearest word by optimal string alignment: one edit inserts, drops, replaces or exchanges neighbours.
#include "frontend/options/suggest.h"

#include <string.h>

enum { LONGEST = 32 };

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

static int edit_distance(const char *left, int m, const char *right, int n)
{
    int rows[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= m; i++)
        rows[i][0] = i;
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            int replaced = rows[i - 1][j - 1] + (left[i - 1] != right[j - 1]);
            rows[i][j] = smallest(replaced, rows[i - 1][j] + 1, rows[i][j - 1] + 1);
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                rows[i][j] = smallest(rows[i][j], rows[i - 2][j - 2] + 1, rows[i][j]);
        }
    }
    return rows[m][n];
}

const char *suggest(const char *word, const char *const *candidates)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *best = NULL;
    int least = length < 3 ? 1 : length < 6 ? 2 : 3; // exclusive: short words may have fewer letters wrong
    for (; *candidates; candidates++) {
        size_t other = strlen(*candidates);
        if (other > LONGEST)
            continue;
        int distance = edit_distance(word, (int)length, *candidates, (int)other);
        if (distance < least) {
            least = distance;
            best = *candidates;
        }
    }
    return best;
}
