"""The kernels of the study, and how each is scheduled for a row of the resource table.

A row says how many threads a block has and how many results it computes. The schedules are those of the planner
(transform/plan), with these numbers instead of its own: vectors of up to 16 bytes, turned tiles, and of a product's
operands tiles that are copied two steps ahead, with fragments of them in registers ahead of their use. The shapes of
blocks and of a thread's results are chosen here: as near to square as powers of two allow where a product's operands
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
            + f"tile i {rows * groups} as i.tile i.elem; cyclic i.elem {rows} as i.thread i.reg; "
            + f"tile G {columns} as G.tile G.thread; interchange i.reg G.tile; interchange i.thread G.tile; "
            + "interchange i.reg G.thread; bind i.tile block.y; bind G.tile block.x; bind i.thread thread.y; "
            + "bind G.thread thread.x"
            + unroll("i.reg", groups)
            + "; vectorize j.lane" * (lanes > 1)).replace("G", "j.group" if lanes > 1 else "j")


def transpose(threads, results):
    wide = 64 if threads * results >= 4096 and threads % 64 == 0 else 32
    rows = threads // wide
    return f"""tile i {wide}; tile j {rows * results}; interchange i.elem j.tile;
        cyclic j.elem {rows} as j.thread j.reg;
        bind j.tile block.y; bind i.tile block.x; bind j.thread thread.y; bind i.elem thread.x;
        stage A shared at j.thread pad 1{unroll("j.reg", results)}"""


def matmul(threads, results):
    """Warps of 4 by 8 threads in rows and columns of warps; a thread has groups of up to four neighbouring results."""
    rows, columns = powers(threads // 32)
    block, each, parts, thread, split = {"i": 4 * rows, "j": 8}, dict(zip("ji", powers(results))), {}, {}, []
    for loop in "ij":
        lanes, warp = min(each[loop], 4), loop == "j" and columns > 1
        parts[loop] = [f"{loop}.lane"] * (lanes > 1) + [f"{loop}.group"] * (each[loop] > lanes)
        whole = f"{loop}.part" if warp else f"{loop}.elem"
        quad = f"{loop}.quad" if each[loop] > lanes else f"{loop}.thread"
        thread[loop] = f"{loop}.thread" if parts[loop] else whole
        split += [f"tile j.elem {8 * each['j']} as j.warp j.part"] * warp
        split += [f"tile {whole} {lanes} as {quad} {loop}.lane"] * (lanes > 1)
        split += [f"cyclic {quad} {block[loop]} as {thread[loop]} {loop}.group"] * (each[loop] > lanes)
    inner, outside = parts["j"] + parts["i"], ["j.warp"] * (columns > 1) + [thread["j"]]
    blocks = 65536 // (threads * (32 + results + 2 * sum(each.values()))) if results >= 32 else 0
    return "; ".join(
        [f"tile i {block['i'] * each['i']}; tile j {8 * columns * each['j']}; interchange i.elem j.tile"] + split
        + [f"interchange {part} {loop}" for loop in outside for part in parts["i"]]
        + [f"bind i.tile block.y; bind j.tile block.x; bind {thread['i']} thread.y"]
        + ["bind j.warp thread.z"] * (columns > 1) + [f"bind {thread['j']} thread.x"]
        + [f"distribute {part} at 1" for part in inner] + [f"interchange {part}#2 k" for part in inner]
        + ["peel k 8; tile k 8"]
        + [f"unroll {part}; unroll {part}#2; unroll {part}#3" for part in inner] + ["unroll k.elem"]
        + [f"stage C register at {thread['j']}; stage A shared at k.tile transpose pad 4; stage B shared at k.tile"]
        + ["load_fragments B at k.elem; load_fragments A at k.elem"]
        + [f"serpentine {part}#2 with i.lane#2" for part in reversed(parts["j"]) if parts["i"]]
        + ["pipeline k.tile 3"] + [f"launch_bounds i.tile {blocks}"] * (blocks > 0))


def unroll(loop, count):
    return f"; unroll {loop}" if count <= 64 else ""


class Kernel:
    """`call`: how the program of the study calls a variant, with n and the buffers a, b, c of n * n floats."""

    def __init__(self, name, n, head, body, call, schedule):
        self.name, self.n, self.head, self.body, self.call, self.schedule = name, n, head, body, call, schedule


KERNELS = [
    Kernel("matmul", 4096, "(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])", """
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
