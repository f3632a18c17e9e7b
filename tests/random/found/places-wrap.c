// Catches the model of cost that runs off the end of its table of sectors: with sizes that nobody has, indices wrap
// around, and the last byte of an element lies before its first one. Such a plan has the two statements apart.
// RUN: %curestruct -w --plan=random:22503 %s -o %t.cu
// RUN: %curestruct -w -O2 %s -o %t.cu

signed char factors[68];

void rows(unsigned long n, unsigned long m, unsigned long p, signed char (*first)[p], const signed char *values,
          short *sums)
{
#pragma curestruct
    for (unsigned long t = 0; t < (n * m); t++) {
        unsigned long row = t / m;
        unsigned long column = t % m;
        first[row][0] = values[(row) * (m + 2) + column] ^ factors[row];
        sums[column] += 0;
    }
}
