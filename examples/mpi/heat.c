// A heated plate on several machines: each rank of MPI has some rows of the plate on a GPU of its own, and exchanges
// the rows at its ends with its neighbours before each step. At the end, rank 0 computes the whole plate alone and
// compares.
//
//   heat [rows of the whole plate [columns [steps]]]
#include <curestruct.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TO_BELOW = 1, TO_ABOVE = 2 };

// Rows 1 .. rows are computed; 0 and rows + 1 are the neighbours', or the edge of the plate.
static void step(long rows, long columns, const float *restrict old, float *restrict new)
{
#pragma curestruct
    for (long i = 1; i <= rows; i++)
        for (long j = 1; j < columns - 1; j++)
            new[i * columns + j] = 0.25f * (old[(i - 1) * columns + j] + old[(i + 1) * columns + j] +
                                            old[i * columns + j - 1] + old[i * columns + j + 1]);
}

// What a plate has at the beginning, and its edges have at all times.
static float heat_at(long row, long column, long columns)
{
    return row == 0 ? 100 : column == 0 || column == columns - 1 ? 50 : 0;
}

static float *new_plate(long first, long rows, long columns)
{
    float *plate = malloc((size_t)((rows + 2) * columns) * sizeof *plate);
    if (!plate) {
        fprintf(stderr, "heat: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
        exit(1);
    }
    for (long i = 0; i < rows + 2; i++)
        for (long j = 0; j < columns; j++)
            plate[i * columns + j] = heat_at(first + i, j, columns);
    return plate;
}

// Sends the row to one neighbour while `halo` comes from the other one. A neighbour may be MPI_PROC_NULL.
static void pass(float *row, int to, float *halo, int from, long columns, int tag)
{
    if (to != MPI_PROC_NULL) {
#pragma curestruct update host(row[0 : columns])
    }
    MPI_Sendrecv(row, (int)columns, MPI_FLOAT, to, tag, halo, (int)columns, MPI_FLOAT, from, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (from != MPI_PROC_NULL) {
#pragma curestruct update device(halo[0 : columns])
    }
}

static void exchange(float *plate, long rows, long columns, int rank, int ranks)
{
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    pass(plate + columns, above, plate + (rows + 1) * columns, below, columns, TO_ABOVE);
    pass(plate + rows * columns, below, plate, above, columns, TO_BELOW);
}

// The plate after these steps: rows first + 1 .. first + rows of it, and one more on each side.
static float *heat(long first, long rows, long columns, long steps, int rank, int ranks)
{
    float *old = new_plate(first, rows, columns), *new = new_plate(first, rows, columns);
    long all = (rows + 2) * columns;
#pragma curestruct enter copyin(old[0 : all], new[0 : all])
    for (long t = 0; t < steps; t++) {
        exchange(old, rows, columns, rank, ranks);
        step(rows, columns, old, new);
        float *swap = old;
        old = new;
        new = swap;
    }
#pragma curestruct exit copyout(old[0 : all]) delete (new[0 : all])
    free(new);
    return old;
}

// The largest difference between what the ranks have and what one alone computes.
static double difference(const float *mine, long rows, long all_rows, long columns, long steps, int rank, int ranks)
{
    double largest = 0;
    if (rank > 0) {
        MPI_Send(mine + columns, (int)(rows * columns), MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
        return 0;
    }
    float *alone = heat(0, all_rows, columns, steps, 0, 1),
          *theirs = malloc((size_t)(all_rows * columns) * sizeof *theirs);
    for (long row = 1, from = 0; theirs && from < ranks; from++) {
        const float *rest = mine + columns;
        long count = all_rows * (from + 1) / ranks - all_rows * from / ranks;
        if (from > 0) {
            MPI_Recv(theirs, (int)(count * columns), MPI_FLOAT, (int)from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            rest = theirs;
        }
        for (long i = 0; i < count * columns; i++)
            largest = fmax(largest, fabs((double)rest[i] - (double)alone[row * columns + i]));
        row += count;
    }
    largest = theirs ? largest : INFINITY;
    free(alone);
    free(theirs);
    return largest;
}

int main(int count, char **words)
{
    int rank, ranks, wrong = 0;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long all_rows = count > 1 ? atol(words[1]) : 4096, columns = count > 2 ? atol(words[2]) : 4096;
    long steps = count > 3 ? atol(words[3]) : 1000;
    long first = all_rows * rank / ranks, rows = all_rows * (rank + 1) / ranks - first;
    MPI_Comm node; // the ranks of this machine share its GPUs
    int number;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &number);
    if (!crs_set_device(number))
        crs_set_device(0);
    double began = MPI_Wtime();
    float *mine = heat(first, rows, columns, steps, rank, ranks);
    double time = MPI_Wtime() - began, largest = difference(mine, rows, all_rows, columns, steps, rank, ranks);
    if (rank == 0) {
        wrong = !(largest < 1e-3);
        fprintf(stderr, "%.3f s\n", time);
        printf("%ld x %ld, %ld steps, %d ranks: %s\n", all_rows, columns, steps, ranks, wrong ? "WRONG" : "right");
    }
    free(mine);
    MPI_Finalize();
    return wrong;
}
