// Functions of the BLAS with Fortran's interface, as plain C: --helpers=blas has nests call these where the program
// calls its library. Sums have another order than the library's. CRS_CONST is `const`, or nothing for programs that
// declare the functions without it.
#ifndef CRS_CONST
#define CRS_CONST const
#endif

#define CRS_BLAS(x, real)                                                                                              \
    real x##dot_(CRS_CONST int *n, CRS_CONST real *x, CRS_CONST int *incx, CRS_CONST real *y, CRS_CONST int *incy)     \
    {                                                                                                                  \
        real sum = 0;                                                                                                  \
        for (int i = 0; i < *n; i++)                                                                                   \
            sum += x[*incx < 0 ? (long)(i + 1 - *n) * *incx : (long)i * *incx] *                                       \
                   y[*incy < 0 ? (long)(i + 1 - *n) * *incy : (long)i * *incy];                                        \
        return sum;                                                                                                    \
    }                                                                                                                  \
    void x##axpy_(CRS_CONST int *n, CRS_CONST real *alpha, CRS_CONST real *x, CRS_CONST int *incx, real *y,            \
                  CRS_CONST int *incy)                                                                                 \
    {                                                                                                                  \
        for (int i = 0; i < *n; i++)                                                                                   \
            y[*incy < 0 ? (long)(i + 1 - *n) * *incy : (long)i * *incy] +=                                             \
                *alpha * x[*incx < 0 ? (long)(i + 1 - *n) * *incx : (long)i * *incx];                                  \
    }                                                                                                                  \
    void x##copy_(CRS_CONST int *n, CRS_CONST real *x, CRS_CONST int *incx, real *y, CRS_CONST int *incy)              \
    {                                                                                                                  \
        for (int i = 0; i < *n; i++)                                                                                   \
            y[*incy < 0 ? (long)(i + 1 - *n) * *incy : (long)i * *incy] =                                              \
                x[*incx < 0 ? (long)(i + 1 - *n) * *incx : (long)i * *incx];                                           \
    }                                                                                                                  \
    void x##scal_(CRS_CONST int *n, CRS_CONST real *alpha, real *x, CRS_CONST int *incx)                               \
    {                                                                                                                  \
        for (int i = 0; i < *n && *incx > 0; i++)                                                                      \
            x[(long)i * *incx] *= *alpha;                                                                              \
    }                                                                                                                  \
    real x##asum_(CRS_CONST int *n, CRS_CONST real *x, CRS_CONST int *incx)                                            \
    {                                                                                                                  \
        real sum = 0;                                                                                                  \
        for (int i = 0; i < *n && *incx > 0; i++)                                                                      \
            sum += x[(long)i * *incx] < 0 ? -x[(long)i * *incx] : x[(long)i * *incx];                                  \
        return sum;                                                                                                    \
    }                                                                                                                  \
    void x##gemv_(CRS_CONST char *trans, CRS_CONST int *m, CRS_CONST int *n, CRS_CONST real *alpha, CRS_CONST real *a, \
                  CRS_CONST int *lda, CRS_CONST real *x, CRS_CONST int *incx, CRS_CONST real *beta, real *y,           \
                  CRS_CONST int *incy)                                                                                 \
    {                                                                                                                  \
        int transposed = *trans != 'N' && *trans != 'n';                                                               \
        int rows = transposed ? *n : *m, columns = transposed ? *m : *n;                                               \
        for (int i = 0; i < rows; i++) {                                                                               \
            real sum = 0;                                                                                              \
            for (int j = 0; j < columns; j++)                                                                          \
                sum += (transposed ? a[j + (long)i * *lda] : a[i + (long)j * *lda]) *                                  \
                       x[*incx < 0 ? (long)(j + 1 - columns) * *incx : (long)j * *incx];                               \
            real *to = &y[*incy < 0 ? (long)(i + 1 - rows) * *incy : (long)i * *incy];                                 \
            *to = *beta == 0 ? *alpha * sum : *alpha * sum + *beta * *to;                                              \
        }                                                                                                              \
    }                                                                                                                  \
    void x##ger_(CRS_CONST int *m, CRS_CONST int *n, CRS_CONST real *alpha, CRS_CONST real *x, CRS_CONST int *incx,    \
                 CRS_CONST real *y, CRS_CONST int *incy, real *a, CRS_CONST int *lda)                                  \
    {                                                                                                                  \
        for (int j = 0; j < *n; j++)                                                                                   \
            for (int i = 0; i < *m; i++)                                                                               \
                a[i + (long)j * *lda] += x[*incx < 0 ? (long)(i + 1 - *m) * *incx : (long)i * *incx] * *alpha *        \
                                         y[*incy < 0 ? (long)(j + 1 - *n) * *incy : (long)j * *incy];                  \
    }                                                                                                                  \
    CRS_BLAS_PRODUCT(x, real)

#define CRS_BLAS_PRODUCT(x, real)                                                                                    \
    void x##gemm_(CRS_CONST char *transa, CRS_CONST char *transb, CRS_CONST int *m, CRS_CONST int *n,                \
                  CRS_CONST int *k, CRS_CONST real *alpha, CRS_CONST real *a, CRS_CONST int *lda, CRS_CONST real *b, \
                  CRS_CONST int *ldb, CRS_CONST real *beta, real *c, CRS_CONST int *ldc)                             \
    {                                                                                                                \
        int a_transposed = *transa != 'N' && *transa != 'n', b_transposed = *transb != 'N' && *transb != 'n';        \
        for (int j = 0; j < *n; j++)                                                                                 \
            for (int i = 0; i < *m; i++) {                                                                           \
                real sum = 0;                                                                                        \
                for (int l = 0; l < *k; l++)                                                                         \
                    sum += (a_transposed ? a[l + (long)i * *lda] : a[i + (long)l * *lda]) *                          \
                           (b_transposed ? b[j + (long)l * *ldb] : b[l + (long)j * *ldb]);                           \
                c[i + (long)j * *ldc] = *beta == 0 ? *alpha * sum : *alpha * sum + *beta * c[i + (long)j * *ldc];    \
            }                                                                                                        \
    }

CRS_BLAS(d, double)
CRS_BLAS(s, float)
