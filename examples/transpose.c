// Transposition. Look at: reading wants the threads along j, writing wants them along i, and one loop only can have
// them. Here it is the writes that are side by side.
void transpose(int rows, int columns, const float A[rows][columns], float B[columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = A[i][j];
}
