// Sections of nests inside of a region that are not seen, or are taken where what they name is not known yet.
// RUN: %curestruct --dump-after=analyze %s -o - 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s --input-file=%t.err

// CHECK-LABEL: array h: read copyin, from 0 to m - 1 when m > 0
void gather(float *x, const int *k, const float *h, int n, int m)
{
#pragma curestruct begin
#pragma curestruct copyin(h[0:m])
    for (int i = 0; i < n; i++)
        x[i] = h[k[i]];
#pragma curestruct end
}

// ERR: warning: the nest stays serial: this section of 'h' names what the region itself sets [-Wrefused]
// ERR: note: here; put a section that is always valid after 'begin'
void growing(float *x, const int *k, const float *h, int n, int m)
{
#pragma curestruct begin
    for (int t = 0; t < m; t++)
#pragma curestruct copyin(h[0:t])
        for (int i = 0; i < n; i++)
            x[i] = h[k[i]];
#pragma curestruct end
}

// CHECK-LABEL: array x: read copyin, from 0 to (m - 1) * 4 + 3, last row m - 1, last column 3 when m > 0
void whole_rows(int n, int m, const float (*x)[4], const int *k, float *restrict out)
{
#pragma curestruct copyin(x[0:m])
    for (int i = 0; i < n; i++)
        out[i] = x[k[i]][1];
}

// CHECK-LABEL: array x: read copyin, last row m - 1, last column 1 when m > 0
void row_pointers(int n, int m, float **x, const int *k, float *restrict out)
{
#pragma curestruct copyin(x[0:m][0:2])
    for (int i = 0; i < n; i++)
        out[i] = x[k[i]][1];
}

// ERR: note: accessed here; say how much with copyin(x[0:planes][0:rows][0:columns])
void row_pointers_unknown(int n, float ***x, const int *k, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = x[k[i]][1][0];
}

struct box { float grid[10][20]; float (*rows)[7]; };

// ERR: note: accessed here; say how much with copyin(s->rows[0:count])
void members(int n, const struct box *s, int ***k, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = s->rows[k[i][0][0]][1] + s->grid[k[i][0][0]][2];
}
