// 2-D convolution with a 5 x 5 kernel. Look at: the two inner loops have constant bounds, so the weights and the window
// are known in size; 25 reads for each result, nearly all of which the neighbours need as well.
enum { RADIUS = 2, WIDTH = 2 * RADIUS + 1 };

void convolution(int rows, int columns, const float *image, float *result, const float weights[WIDTH][WIDTH])
{
#pragma curestruct
    for (int y = RADIUS; y < rows - RADIUS; y++)
        for (int x = RADIUS; x < columns - RADIUS; x++) {
            float sum = 0;
            for (int dy = -RADIUS; dy <= RADIUS; dy++)
                for (int dx = -RADIUS; dx <= RADIUS; dx++)
                    sum += weights[dy + RADIUS][dx + RADIUS] * image[(y + dy) * columns + x + dx];
            result[y * columns + x] = sum;
        }
}
