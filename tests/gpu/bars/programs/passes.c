// First-order filters over the rows and columns of an image, forward and backward.
void along_rows(int h, int w, float a[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++) {
        float x = 0;
        for (int j = 0; j < w; j++) {
            x = 0.9f * x + 0.1f * a[i][j];
            a[i][j] = x;
        }
    }
}

void back_along_rows(int h, int w, float a[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++) {
        float x = 0;
        for (int j = w - 1; j >= 0; j--) {
            x = 0.9f * x + 0.1f * a[i][j];
            a[i][j] = x;
        }
    }
}

void along_columns(int h, int w, float a[h][w])
{
#pragma curestruct
    for (int j = 0; j < w; j++) {
        float x = 0;
        for (int i = 0; i < h; i++) {
            x = 0.9f * x + 0.1f * a[i][j];
            a[i][j] = x;
        }
    }
}

void back_along_columns(int h, int w, float a[h][w])
{
#pragma curestruct
    for (int j = 0; j < w; j++) {
        float x = 0;
        for (int i = h - 1; i >= 0; i--) {
            x = 0.9f * x + 0.1f * a[i][j];
            a[i][j] = x;
        }
    }
}
