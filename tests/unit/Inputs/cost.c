// What cost_test.c counts.
void copy(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}

void turn(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule( \
    "tile i 32; tile j 32; interchange i.elem j.tile; bind i.tile block.x; bind j.tile block.y; " \
    "interchange i.elem j.elem; bind j.elem thread.y; bind i.elem thread.x; stage a shared at " \
    "i.elem")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}

void turn_padded(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule( \
    "tile i 32; tile j 32; interchange i.elem j.tile; bind i.tile block.x; bind j.tile block.y; " \
    "interchange i.elem j.elem; bind j.elem thread.y; bind i.elem thread.x; stage a shared at " \
    "i.elem pad 1")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}

void across(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule( \
    "tile i 32; interchange i.elem j; bind i.tile block.x; bind j block.y; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = a[j][i];
}

void smooth(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile j 128; bind i block.y; bind j.tile block.x; bind j.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + 2 * a[i][j] + a[i][j - 1] + a[i][j + 1];
}

void steps(int t, int n, float a[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int s = 0; s < t; s++)
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5f + 1;
}

void update(int n, int t, float a[n][n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = t + 1; i < n; i++)
        for (int j = t + 1; j < n; j++)
            a[i][j] -= a[i][t] * a[t][j];
}

void update_other(int n, int t, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = t + 1; i < n; i++)
        for (int j = t + 1; j < n; j++)
            b[i][j] -= a[i][t] * a[t][j];
}

void carry(int n, int t, float a[n][n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = t; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] += a[i][j - 1];
}

void halve(int n, int t, float a[n][n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = t; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] *= 0.5f;
}

void update_some(int n, int t, float a[n][n])
{
#pragma curestruct schedule( \
    "tile j 256; tile i 4; bind i.tile block.y; interchange i.elem j.tile; bind j.tile block.x; " \
    "interchange i.elem j.elem; bind j.elem thread.x; unroll i.elem")
    for (int i = t + 1; i < n; i++)
        for (int j = t + 1; j < n; j++)
            a[i][j] -= a[i][t] * a[t][j];
}

void triangle(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            b[i][j] = a[i][j];
}

void columns(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule( \
    "tile i 32; tile j 4 as j.group j.reg; tile j.group 8 as j.tile j.thread; interchange i.elem j.tile; " \
    "interchange i.elem j.thread; bind i.tile block.x; bind j.tile block.y; bind j.thread thread.y; " \
    "bind i.elem thread.x; unroll j.reg")
    for (int i = 0; i < n; i++)
        for (int j = 2; j < n; j++)
            b[i][j] = a[i][j - 2] + a[i][j - 1] + a[i][j];
}

void sums(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule( \
    "tile i 64 as i.tile i.elem; cyclic i.elem 32 as i.thread i.reg; bind i.tile block.x; bind i.thread thread.x; " \
    "unroll i.reg")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[j][i];
        b[i] = sum;
    }
}

void rows(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i][j];
        b[i] = sum;
    }
}

void taps(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n - 5; i++) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += a[i + k];
        b[i] = sum;
    }
}

void total(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule( \
    "tile i 256 as i.tile i.thread; bind i.tile block.x; bind i.thread thread.x; reduce b shuffle")
    for (int i = 0; i < n; i++)
        b[0] += a[i];
}

void apart(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n / 2; i++)
        b[2 * i] = a[i];
}

void dots(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("cyclic j 32 as j.thread j.turn; bind j.thread thread.x; bind i block.x; reduce b shuffle")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i] += a[i][j];
}

void seldom(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        if (a[i] == 0.5f)
            for (int j = 0; j < n; j++)
                sum += b[j];
        c[i] = sum;
    }
}

void mixed(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 1024 as i.tile i.elem; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n / 4; i++)
        b[i] = 0.25f * a[4 * i] + 0.5f * a[4 * i + 1] + 0.75f * a[4 * i + 2] + a[4 * i + 3];
}

void copied(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 1024 as i.tile i.elem; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}

void decided(int n, const float a[n][n], const float c[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            if (a[j][i] > 0.5f)
                sum += 3 * c[j] * c[j] - a[i][j] * a[j][j];
        b[i] = sum;
    }
}

void either(int n, const float a[n][n], const float c[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            if (a[j][i] > 0.5f || (c[j] + 1) * (c[j] + 2) > 3 * c[j] + 4)
                sum += 1;
        b[i] = sum;
    }
}

void rows_of_planes(int n, const float a[n][64][n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[j][5][i];
        b[i] = sum;
    }
}

void remainders(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[i / 8 % 4 + i % 8];
}

void kept(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile j 256; interchange i j.tile; bind j.tile block.x; interchange i j.elem; " \
                            "bind j.elem thread.x; tile i 16; interchange j.elem i.tile; bind i.tile block.y; " \
                            "stage b register at j.elem")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = 2 * a[i][j];
}

void twice(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        b[i] += a[i];
    }
}

void crowded(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 1024; bind i.tile block.x; bind i.elem thread.x; unroll k")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 64; k++)
                sum += a[k + i][j];
        b[i] = sum;
    }
}

void four(int n, const float a[n][n], float b[n][4])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x; distribute k at 1; " \
                            "interchange k#2 j; unroll k; unroll k#2; stage b register at i.elem")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            b[i][k] = 0;
            for (int j = 0; j < n; j++)
                b[i][k] += a[j][i] * (k + 2);
        }
}

void bounded(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 8 as i.group i.reg; tile i.group 256; bind i.group.tile block.x; " \
                            "bind i.group.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = 3 * a[i][i];
}

// 3 iterations in most lanes, 4 in two
void left(int n, int t, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 16; bind i.tile block.x; bind i.elem thread.y; cyclic j 32; " \
                            "bind j.worker thread.x; reduce sum shuffle; unroll j.turn 4")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < 9 * t + 8; j++)
            sum += a[i][j];
        b[i] = sum;
    }
}

void pick(int n, const float a[n][n], const int at[n], float b[n][n])
{
#pragma curestruct schedule("bind i block.y; tile j 256; bind j.tile block.x; bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = a[at[i]][j];
}

void sunk(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i] += a[j][i];
}

void few(int n, int t, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile i 256; interchange k i.tile; bind i.tile block.x; interchange k i.elem; " \
                            "bind i.elem thread.x")
    for (int k = 0; k < t / 3; k++)
        for (int i = 0; i < n; i++)
            b[k][i] = a[k][i];
}

void part(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[i] * (1.0f / 255);
}

void guarded(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile i 4 as i.group i.reg; bind i.group block.y; tile j 256; interchange i.reg j.tile; " \
                            "bind j.tile block.x; interchange i.reg j.elem; bind j.elem thread.x; unroll i.reg")
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = a[i][j] + 2 * a[i + 1][j] + 3 * a[i][j] * a[i + 1][j] + 4 * a[i + 1][j] * a[i + 1][j];
}

void beside(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("cyclic i 256 as i.thread i.turn; bind i.thread thread.x; interchange i.turn j; " \
                            "interchange i.thread j; bind j block.x; reduce b shuffle")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j] += a[i][j];
}

void decay(int n, const float a[n][8192], float b[n + 1][8192])
{
#pragma curestruct schedule("tile j 256; interchange i j.tile; bind j.tile block.x; interchange i j.elem; " \
                            "bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i + 1][j] = 0.5f * b[i][j] + a[i][j];
}

void in_turn(int n, const float a[n][n], float b[n + 1][n])
{
#pragma curestruct schedule("tile j 256; interchange i j.tile; bind j.tile block.x; interchange i j.elem; " \
                            "bind j.elem thread.x")
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < n; j++)
            if (i < n - j)
                b[i + 1][j] = 0.5f * b[i][j];
}

void wide(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 8 as i.group i.reg; tile i.group 256; bind i.group.tile block.x; " \
                            "bind i.group.elem thread.x; vectorize i.reg 8")
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}

void most(int n, const int *restrict a, int *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[i] > b[i] ? a[i] : b[i];
}

void looked_up(int n, const float *restrict a, const int *restrict at, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[at[i]];
}

void counted(int n, const unsigned char a[n][n], int b[n][256])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][a[i][j]]++;
}

void tall(int n, const float a[10 * n][2], float b[10 * n][2])
{
#pragma curestruct schedule("bind i block.y; bind j thread.x; stage a shared at j")
    for (int i = 0; i < 10 * n; i++)
        for (int j = 0; j < 2; j++)
            b[i][j] = a[i][j];
}

void some_twice(int n, const float a[n][n], float b[n + 1][n])
{
#pragma curestruct schedule("cyclic j 7168 as j.worker j.turn; tile j.worker 256 as j.tile j.thread; " \
                            "interchange i j.tile; bind j.tile block.x; interchange i j.thread; " \
                            "bind j.thread thread.x; interchange i j.turn")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i + 1][j] = 0.5f * b[i][j] + a[i][j];
}

void updated(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct schedule("tile j 256; interchange i j.tile; bind j.tile block.x; interchange i j.elem; " \
                            "bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[i][j] += a[i][j];
}

void both_updated(int n, const float *restrict a, float *restrict b, float *restrict c)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++) {
        b[i] += a[i];
        c[i] += a[i];
    }
}

void some_updated(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 1024 as i.tile i.elem; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] += a[i];
}

void in_table(int n, const float table[1024], const int at[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = table[at[i]];
}

void every_second(int n, const float a[2 * n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[2 * i];
}

void own_lines(int n, const float a[n][33], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = a[i][0];
}

void quads(int n, const float a[n][4], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x; stage a shared at i.elem; " \
                            "unroll k")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++)
            sum += a[i][k];
        b[i] = sum;
    }
}

void logarithms(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = __builtin_logf(a[i]);
}

void few_columns(int n, int t, const float a[n][t], float b[n][t])
{
#pragma curestruct schedule("tile j 64; interchange i j.tile; bind j.tile block.x; interchange i j.elem; " \
                            "bind j.elem thread.x; tile i 8; interchange j.elem i.tile; bind i.tile block.y; " \
                            "bind i.elem thread.y")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < t; j++)
            b[i][j] = a[i][j];
}

void either_loaded(int n, const float c[n], const float a[4 * n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = c[i] > 0 ? (c[i] - 1) * (a[3 * i + 1] * 2 - a[i]) : (c[i] + 1) * (a[2 * i] * 2 - a[i + 1]);
}

void one_loaded(int n, const float c[n], const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] = c[i] > 0 ? a[i] : 0;
}

void where_data_says(int n, const int at[4][n], const float a[4][n], const float x[n], float b[n])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x; unroll k")
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++)
            if (at[k][i] < n - 1000)
                sum += a[k][i] * x[at[k][i]];
        b[i] = sum;
    }
}

void nine_of_many(int n, const float a[n], float b[n][9])
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x; unroll k")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++)
            b[i][k] = a[i];
}

void nine_of_few(int n, const float a[n], float b[n][9])
{
#pragma curestruct schedule("tile i 8; bind i.tile block.x; bind i.elem thread.x; unroll k")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++)
            b[i][k] = a[i];
}

void columns_down(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile j 32 as j.tile j.thread; bind j.tile block.x; bind j.thread thread.x")
    for (int j = 0; j < n; j++) {
        float least = 1e30f;
        for (int i = 0; i < n; i++)
            least = a[i][j] < least ? a[i][j] : least;
        b[j] = least;
    }
}

void four_down(int n, const float a[n][n], const float c[n][n], const float d[n][n], const float e[n][n], float b[n])
{
#pragma curestruct schedule("tile j 32 as j.tile j.thread; bind j.tile block.x; bind j.thread thread.x")
    for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i][j] * c[i][j] + d[i][j] * e[i][j];
        b[j] = sum;
    }
}

void sums_ahead(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 128; cyclic i.elem 32 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n - 2; i++)
        b[i] = a[i] + a[i + 1] + a[i + 2];
}

void sums_beside(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 128; cyclic i.elem 32 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n - 2; i++)
        b[i] = a[i] + b[i];
}

void guarded_four(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 1024; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
}

void quotients(int n, const float a[n], const float c[n], float b[n])
{
#pragma curestruct schedule("tile i 1024; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = a[i] / c[i];
}

void sums_of_quotients(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile j 32 as j.tile j.thread; bind j.tile block.x; bind j.thread thread.x")
    for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += 1 / a[i][j];
        b[j] = sum;
    }
}

void one_of_three(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 1024; cyclic i.elem 256 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = a[i] > 0.7f ? a[i] - 0.7f : a[i] < 0.3f ? a[i] + 0.3f : 0;
}

void halves_apart(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 512; tile i.elem 4 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = a[i] / 2;
}

void thirds_apart(int n, const float a[n], float b[n])
{
#pragma curestruct schedule("tile i 512; tile i.elem 4 as i.thread i.reg; bind i.tile block.x; " \
                            "bind i.thread thread.x; unroll i.reg")
    for (int i = 0; i < n; i++)
        b[i] = a[i] / 3;
}

void staged_sums(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 16 as i.part i.step; tile j 128 as j.tile j.thread; bind j.tile block.x; " \
                            "bind j.thread thread.x; stage a shared at i.part pad 1; unroll i.step")
    for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i][j];
        b[j] = sum;
    }
}

void staged_polynomials(int n, const float a[n][n], float b[n])
{
#pragma curestruct schedule("tile i 16 as i.part i.step; tile j 128 as j.tile j.thread; bind j.tile block.x; " \
                            "bind j.thread thread.x; stage a shared at i.part pad 1; unroll i.step")
    for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += (a[i][j] * 2 + 3) * a[i][j] * (a[i][j] + 4);
        b[j] = sum;
    }
}
