// A layer of a network: a convolution whose input has a border of its own.
void layer3(int count, int from, int to, int h, int w, const float in[count][from][h + 2][w + 2],
            const float weights[to][from][3][3], const float bias[to], float out[count][to][h][w])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int o = 0; o < to; o++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++) {
                    float sum = bias[o];
                    for (int c = 0; c < from; c++)
                        for (int u = 0; u < 3; u++)
                            for (int v = 0; v < 3; v++)
                                sum += weights[o][c][u][v] * in[t][c][i + u][j + v];
                    out[t][o][i][j] = sum > 0 ? sum : 0;
                }
}

// The same with the channels of a pixel side by side.
void layer3_last(int count, int from, int to, int h, int w, const float in[count][h + 2][w + 2][from],
                 const float weights[3][3][from][to], const float bias[to], float out[count][h][w][to])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                for (int o = 0; o < to; o++) {
                    float sum = bias[o];
                    for (int u = 0; u < 3; u++)
                        for (int v = 0; v < 3; v++)
                            for (int c = 0; c < from; c++)
                                sum += in[t][i + u][j + v][c] * weights[u][v][c][o];
                    out[t][i][j][o] = sum > 0 ? sum : 0;
                }
}
