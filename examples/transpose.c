// Transposition. Look at: whichever loop runs along the threads, one of the two arrays is walked down a column. A tile
// in shared memory, one element wider than it is high, makes both the read and the write whole cache lines.
void transpose(int rows, int columns, const float A[rows][columns], float B[columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = A[i][j];
}
