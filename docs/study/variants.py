"""The kernels of the study, and how each is scheduled for a row of the resource table.

A row says how many threads a block has and how many results it computes. The schedules are those of the planner (transform/plan),
with these numbers instead of its own: vectors of up to 16 bytes, turned tiles and pipelined copies of a product's operands. The
shapes of blocks and of a thread's results are chosen here: as near to square as powers of two allow where a product's operands
are shared, else rows of threads along memory.
"""


def powers(count):
    """(a, b): a * b = count, a power of two times what is left; a the smaller, as near to b as it gets."""
    a = 1
    while count % (2 * a) == 0 and 2 * a <= count // (2 * a):
        a *= 2
    return a, count // a


def scale(threads, results):
    lanes = min(results, 4)
    rows, columns = (threads // 128, 128) if threads % 128 == 0 else (1, threads)
    groups = results // lanes
    return (f"tile j {lanes} as j.group j.lane; " * (lanes > 1)
            + f"tile i {rows * groups} as i.tile i.elem; stride i.elem {rows} as i.thread i.reg; "
            + "tile G {0} as G.tile G.thread; interchange i.reg G.tile; interchange i.thread G.tile; interchange i.reg G.thread; ".format(columns)
            + "bind i.tile block.y; bind G.tile block.x; bind i.thread thread.y; bind G.thread thread.x"
            + unroll("i.reg", groups) + "; vectorize j.lane" * (lanes > 1)).replace("G", "j.group" if lanes > 1 else "j")


def transpose(threads, results):
    wide = 64 if threads * results >= 4096 and threads % 64 == 0 else 32
    rows = threads // wide
    return f"""tile i {wide}; tile j {rows * results}; interchange i.elem j.tile; stride j.elem {rows} as j.thread j.reg;
        bind j.tile block.y; bind i.tile block.x; bind j.thread thread.y; bind i.elem thread.x;
        stage A shared at j.thread pad 1{unroll("j.reg", results)}"""


def matmul(threads, results):
    y, x = powers(threads)
    if threads % 64 == 32:  # a row of half a warp
        y, x = threads // 16, 16
    each_y, each_x = powers(results)
    steps, moved = [], []
    for loop, block, each in (("i", y, each_y), ("j", x, each_x)):
        lanes = min(each, 4)
        parts = (["lane"] if lanes > 1 else []) + (["group"] if each > lanes else [])
        quad = "quad" if each > lanes else "thread"
        if lanes > 1:
            steps.append(f"tile {loop}.elem {lanes} as {loop}.{quad} {loop}.lane")
        if each > lanes:
            steps.append(f"stride {loop}.quad {block} as {loop}.thread {loop}.group")
        moved.append([f"{loop}.{part}" for part in parts])
    threads_of = [f"{loop}.{'thread' if each > 1 else 'elem'}" for loop, each in (("i", each_y), ("j", each_x))]
    inner = moved[1] + moved[0]
    return "; ".join(
        [f"tile i {y * each_y}; tile j {x * each_x}; interchange i.elem j.tile"] + steps
        + [f"interchange {part} {threads_of[1]}" for part in moved[0]]
        + [f"bind i.tile block.y; bind j.tile block.x; bind {threads_of[0]} thread.y; bind {threads_of[1]} thread.x"]
        + [f"distribute {part} at 1" for part in inner] + ["tile k 16"]
        + [f"interchange {part}#2 {k}" for k in ("k.tile", "k.elem") for part in inner]
        + [f"unroll {part}; unroll {part}#2" for part in inner] + ["unroll k.elem"]
        + ["stage C register at k.tile; stage A shared at k.tile transpose pad 4; stage B shared at k.tile; pipeline k.tile 2"])


def unroll(loop, count):
    return f"; unroll {loop}" if count <= 64 else ""


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
