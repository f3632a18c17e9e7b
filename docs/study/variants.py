"""The kernels of the study, and how each is scheduled for a row of the resource table.

A row says how many threads a block has and how many results it computes. The shapes of both are chosen here: as near to
square as powers of two allow where a product's operands are shared, else whole warps along memory.
"""


def powers(count):
    """(a, b): a * b = count, a power of two; a the smaller, as near to b as it gets."""
    a = 1
    while count % (2 * a) == 0 and 2 * a <= count // (2 * a):
        a *= 2
    return a, count // a


def scale(threads, results):
    rows = threads // 32
    return f"""tile i {rows * results}; tile j 32; interchange i.elem j.tile;
        stride i.elem {rows} as i.thread i.reg; interchange i.reg j.elem;
        bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; bind j.elem thread.x{unroll("i.reg", results)}"""


def transpose(threads, results):
    rows = threads // 32
    return f"""tile i 32; tile j {rows * results}; interchange i.elem j.tile; stride j.elem {rows} as j.thread j.reg;
        bind j.tile block.y; bind i.tile block.x; bind j.thread thread.y; bind i.elem thread.x;
        stage A shared at j.thread pad 1{unroll("j.reg", results)}"""


def matmul(threads, results):
    y, x = powers(threads)
    if threads % 64 == 32:  # a row of half a warp
        y, x = threads // 16, 16
    reg_y, reg_x = powers(results)
    return f"""tile i {y * reg_y}; tile j {x * reg_x}; interchange i.elem j.tile; tile i.elem {reg_y} as i.thread i.reg;
        stride j.elem {x} as j.thread j.reg; interchange i.reg j.thread;
        bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; bind j.thread thread.x;
        distribute j.reg at 1; distribute i.reg at 1; tile k 16;
        interchange j.reg#2 k.tile; interchange i.reg#2 k.tile; interchange j.reg#2 k.elem; interchange i.reg#2 k.elem;
        unroll i.reg; unroll i.reg#2; unroll j.reg; unroll j.reg#2;
        stage C register at k.tile; stage A shared at k.tile; stage B shared at k.tile"""


def unroll(loop, results):
    return f"; unroll {loop}" if results <= 64 else ""


class Kernel:
    """`call`: how the program of the study calls a variant, with n and the buffers a, b, c of n * n floats."""

    def __init__(self, name, n, head, body, call, schedule):
        self.name, self.n, self.head, self.body, self.call, self.schedule = name, n, head, body, call, schedule


KERNELS = [
    Kernel("matmul", 2048, "(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])", """
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }""", "(n, n, n, c, a, b)", matmul),
    Kernel("scale", 16384, "(int rows, int columns, float A[rows][columns], float factor)", """
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            A[i][j] *= factor;""", "(n, n, c, 0.999f)", scale),
    Kernel("transpose", 16384, "(int rows, int columns, const float A[rows][columns], float B[columns][rows])", """
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = A[i][j];""", "(n, n, a, c)", transpose),
]
