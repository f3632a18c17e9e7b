// align [length sequences]: compares a protein with many others, by local alignments with affine gaps (Smith and
// Waterman, Gotoh), and lists the most similar; then the number of edits between two long texts (Levenshtein). The
// checks: the sequences into which a copy of the query was planted are found, and so is the number of edits that were
// made.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 20, MOST = 256, OPEN = 11, EXTEND = 1, BEST = 5 };

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (!memory) {
        fprintf(stderr, "align: no memory\n");
        exit(2);
    }
    return memory;
}

static unsigned random_number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

// Scores of pairs of letters: letters in one of four groups are alike.
static void score_table(signed char table[LETTERS][LETTERS])
{
    for (int a = 0; a < LETTERS; a++)
        for (int b = 0; b < LETTERS; b++)
            table[a][b] = a == b ? 5 : a % 4 == b % 4 ? 1 : -3;
}

typedef struct Library {
    int sequences;
    int *start; // of each sequence in `letters`; one more at the end
    unsigned char *letters;
} Library;

// Sequences of different lengths. Every 97th has a copy of the query in it, with some letters changed.
static Library make_library(const unsigned char *query, int length, int sequences)
{
    Library lib = {sequences, allocate(sizeof(int) * (sequences + 1)), NULL};
    unsigned seed = 7;
    for (int s = 0; s < sequences; s++)
        lib.start[s + 1] = lib.start[s] + length + random_number(&seed) % (length + 1);
    lib.letters = allocate(lib.start[sequences]);
    for (int s = 0; s < sequences; s++) {
        for (int i = lib.start[s]; i < lib.start[s + 1]; i++)
            lib.letters[i] = random_number(&seed) % LETTERS;
        if (s % 97 == 13)
            for (int i = 0; i < length; i++)
                if (random_number(&seed) % 8 > 0)
                    lib.letters[lib.start[s] + i] = query[i];
    }
    return lib;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// The score of the best local alignment of the query with each sequence. A row of the table of scores for each letter
// of a sequence; only one row is kept: `row` and `gap` hold it for the letters of the query.
static void search(const Library *lib, const unsigned char *query, int length, signed char table[LETTERS][LETTERS],
                   int *score)
{
    const int *start = lib->start;
    const unsigned char *letters = lib->letters;
#pragma curestruct
    for (int s = 0; s < lib->sequences; s++) {
        int row[MOST + 1], gap[MOST + 1], best = 0;
        for (int j = 0; j <= length; j++)
            row[j] = gap[j] = 0;
        for (int i = start[s]; i < start[s + 1]; i++) {
            int diagonal = 0, along = 0;
            for (int j = 1; j <= length; j++) {
                int above = row[j];
                gap[j] = larger(above - OPEN, gap[j] - EXTEND);
                along = larger(row[j - 1] - OPEN, along - EXTEND);
                int here = larger(larger(0, diagonal + table[letters[i]][query[j - 1]]), larger(gap[j], along));
                row[j] = here;
                best = larger(best, here);
                diagonal = above;
            }
        }
        score[s] = best;
    }
}

// The best score that is smaller than `below`, or the same of a later sequence than `after`.
static int next_best(const int *score, int sequences, int below, int after)
{
    int best = -1, most = -1;
#pragma curestruct
    for (int s = 0; s < sequences; s++)
        if ((score[s] < below || (score[s] == below && s > after)) && score[s] > most) {
            most = score[s];
            best = s;
        }
    return best;
}

// The scores of all sequences, in classes of ten.
static void print_classes(const int *score, int sequences)
{
    int classes[64] = {0};
#pragma curestruct
    for (int s = 0; s < sequences; s++)
        classes[score[s] / 10 < 63 ? score[s] / 10 : 63]++;
    printf("scores:");
    for (int k = 0; k < 64; k++)
        if (classes[k])
            printf(" %d-%d:%d", 10 * k, 10 * k + 9, classes[k]);
    printf("\n");
}

// The least number of letters to insert, delete or change that makes b of a. d[i][j] is that of the first i letters of
// a and the first j of b.
static int edits(int n, int m, const unsigned char *a, const unsigned char *b, int *d)
{
    int columns = m + 1;
#pragma curestruct
    for (int i = 0; i <= n; i++)
        d[i * columns] = i;
#pragma curestruct
    for (int j = 0; j <= m; j++)
        d[j] = j;
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int change = d[(i - 1) * columns + j - 1] + (a[i - 1] != b[j - 1]);
            int remove = d[(i - 1) * columns + j] + 1, insert = d[i * columns + j - 1] + 1;
            int least = remove < insert ? remove : insert;
            d[i * columns + j] = change < least ? change : least;
        }
    return d[n * columns + m];
}

int main(int count, char **words)
{
    int length = count > 1 ? atoi(words[1]) : 40, sequences = count > 2 ? atoi(words[2]) : 300;
    if (length < 20 || length > MOST || sequences < 120)
        return 2;
    unsigned char query[MOST];
    unsigned seed = 3;
    signed char table[LETTERS][LETTERS];
    for (int i = 0; i < length; i++)
        query[i] = random_number(&seed) % LETTERS;
    score_table(table);
    Library lib = make_library(query, length, sequences);
    int *score = allocate(sizeof *score * sequences);
    search(&lib, query, length, table, score);
    print_classes(score, sequences);

    int planted = (sequences - 14) / 97 + 1, found = 0, most = planted < BEST ? planted : BEST;
    for (int k = 0, below = 1 << 30, at = -1; k < most; k++) {
        at = next_best(score, sequences, below, at);
        below = score[at];
        found += at % 97 == 13;
        printf("%d. sequence %d, score %d\n", k + 1, at, score[at]);
    }

    // A text of all letters, and the same with some of them changed: at least three apart, so that no two edits become
    // one.
    int n = 5 * length, made = 0;
    unsigned char *text = allocate(n), *copy = allocate(n);
    int *d = allocate(sizeof *d * (n + 1) * (n + 1));
    for (int i = 0; i < n; i++)
        text[i] = copy[i] = random_number(&seed) % LETTERS;
    for (int i = 5; i < n; i += 20 + random_number(&seed) % 20) {
        copy[i] = LETTERS;
        made++;
    }
    int least = edits(n, n, text, copy, d);
    int right = found == most && least == made;
    printf("%d of %d planted sequences, %d edits of %d: %s\n", found, most, least, made, right ? "right" : "WRONG");
    free(lib.start);
    free(lib.letters);
    free(score);
    free(text);
    free(copy);
    free(d);
    return !right;
}
