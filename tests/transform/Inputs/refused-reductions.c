#ifdef TEAM_PLACE
void team_place(int n, float (*restrict c)[64], const float (*restrict a)[64], float *restrict d)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        d[i] = 1;
        for (int k = 0; k < 64; k++)
            for (int j = 0; j < 64; j++)
                c[i][j] += a[k][j];
    }
}
#elif defined TEAM_AND_BLOCKS
float team_and_blocks(int n, const float (*restrict a)[64], float *restrict d)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        d[i] = 1;
        for (int k = 0; k < 64; k++)
            s += a[i][k];
    }
    return s;
}
#elif defined PARTS
void parts(int n, const int *restrict count, const float (*restrict a)[64], float *restrict s)
{
#pragma curestruct
    for (int t = 0; t < n; t++)
      for (int i = 0; i < count[t]; i++)
        s[t] += a[t][i];
}
#elif defined TIES
float ties(int n, const float (*restrict a)[64])
{
    float best = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 64; k++)
        if (a[i][k] > best)
            best = a[i][k];
    return best;
}
#elif defined TIES_WRITTEN
float ties_written(int n, const float (*restrict a)[64], float *restrict b)
{
    float best = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 64; k++)
            best = best > b[i] * a[i][k] ? best : b[i] * a[i][k];
        b[i] = 0;
    }
    return best;
}
#elif defined TIES_MOVED
void ties_moved(int n, const float (*restrict a)[64], float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float best = 0;
        for (int j = 0; j < 64; j++)
        for (int k = 0; k < 64; k++)
            best = a[i + j][k] > best ? a[i + j][k] : best;
        b[i] = best;
    }
}
#elif defined MIXED
float mixed(int n, const float (*restrict a)[64], const float (*restrict b)[64])
{
    float best = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 64; k++) {
            if (a[i][k] > best)
                best = a[i][k];
            best = b[i][k] > best ? b[i][k] : best;
        }
    return best;
}
#elif defined LOCAL_PLACE
void local_place(int n, const float (*restrict a)[64], float *restrict best, int *restrict at)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 64; k++) {
            int where = 3 * i;
          if (a[i][k] > best[i]) {
              best[i] = a[i][k];
              at[where] = k;
          }
        }
}
#elif defined BOTH
float both(int n, const float (*restrict a)[64], float *restrict d)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 64; k++)
            s += a[i][k];
        s += d[i];
    }
    return s;
}
#elif defined SPLIT
void split(int n, int m, int *restrict h, const int *restrict p, const int *restrict q)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            h[p[j] + 1]++;
        for (int k = 0; k < m; k++)
            h[p[k]]++;
    }
}
#elif defined FROM_ONE
void from_one(int n, int m, int *restrict h, const int *restrict p, const int *restrict q)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        h[p[i]]++;
}
#elif defined RAGGED
void ragged(int n, int m, int (*restrict h)[64], const int *restrict ptr, const int *restrict q)
{
#pragma curestruct copyin(q[0:m])
    for (int i = 0; i < n; i++)
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            h[i][q[k] & 63]++;
}
#elif defined RECURRENCE
void recurrence(int n, int m, int *restrict h, const int *restrict p, int *restrict a)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        h[p[i]]++;
        a[i] += a[i - 1];
    }
}
#elif defined POINTERS
void pointers(int n, int m, int **h, const int *restrict p, const int *restrict q)
{
#pragma curestruct copy(h[0:n][0:m])
    for (int i = 0; i < n; i++)
        h[q[i]][p[i]]++;
}
#elif defined COLUMNS
void columns(int n, int m, float *restrict c, const float (*restrict b)[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[j] += b[i][j];
}
#endif
