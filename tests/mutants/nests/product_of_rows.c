// A product along each row.
void product_of_rows(int rows, int columns, const double *a, double *result)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double product = 1;
        for (int j = 0; j < columns; j++)
            product *= a[i * columns + j];
        result[i] = product;
    }
}
