// Catches pointers in a table that do not move together, or that may be read under another name, and are accepted.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=READ %s
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
void other_rows(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' in loops that do not take the same ones of them in turn [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++) {
        for (int k = 0; k < m; k++)
            out[c] += *rows[k];
        for (int k = 1; k < m; k++)
            rows[k]++;
    }
}

void nested(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' in loops that do not take the same ones of them in turn [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++) {
            for (int l = 0; l < m; l++)
                out[c] += *rows[l];
            rows[k]++;
        }
}

void every_second(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' in loops that do not take the same ones of them in turn [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k += 2)
            out[c] += *rows[k]++;
}

void of_parity(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes a pointer by amounts that are not known before the nest; use a pointer that stays, and an index [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++) {
            out[c] += *rows[k];
            if (c & 1)
                rows[k]++;
        }
}

void by_row(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes a pointer by amounts that are not known before the nest; use a pointer that stays, and an index [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++) {
            out[c] += *rows[k];
            rows[k] += k;
        }
}

void shifted(int n, int m, float **rows, float *restrict out)
{
// READ: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' other than in loops over them [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++)
            out[c] += *rows[k + 1]++;
}

void one_of_them(int n, float **rows, float *restrict out)
{
// READ: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' other than in loops over them [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        out[c] = *rows[2]++;
}

void two_names(int n, int m, float **rows, float **others, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' and other pointers may be kept in the same memory [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++)
            out[c] += *rows[k]++ + others[k][c];
}

struct plane {
    float *data;
};

void member(int n, int m, float **rows, struct plane *p, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' and other pointers may be kept in the same memory [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++)
            out[c] += *rows[k]++ + p->data[c];
}

void left(int n, int m, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes a pointer by amounts that are not known before the nest; use a pointer that stays, and an index [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < m; k++) {
            out[c] += *rows[k]++;
            if (out[c] > 5)
                break;
        }
}

void of_data(int n, const int *lengths, float **rows, float *restrict out)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'c' stays serial: it changes pointers of 'rows' in loops whose bounds are not known before the nest [-Wrefused]
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int k = 0; k < lengths[c]; k++)
            out[c] += *rows[k]++;
}
