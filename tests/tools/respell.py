"""respell.py omp|acc PROGRAM.c: prints the program of examples/programs with directives of OpenMP or OpenACC in the
place of ours. OpenACC's `kernels` asserts nothing, as ours. An OpenMP loop is `parallel for` with its reductions, or
`target` where OpenMP has no operator for what the loop combines: by one thread of the device, as it says there.
"""
import os
import sys

FOR, TARGET = "parallel for", "target"


def reduced(*lists):
    return " ".join([FOR] + [f"reduction({names})" for names in lists])


# Of each `#pragma curestruct`, in their order.
OMP = {
    "align": [FOR, TARGET, reduced("+: classes"), FOR, FOR, TARGET],
    "clusters": [FOR, reduced("+: changed"), FOR, TARGET, reduced("max: longest"), reduced("+: sum", "max: most")],
    "conjugate": [FOR, FOR, reduced("+: sum"), FOR, FOR, FOR, FOR],
    "image": [FOR, FOR, reduced("+: frequency"), FOR, FOR, FOR, reduced("max: steepest"), FOR, reduced("+: changed"),
              FOR, reduced("+: sum"), TARGET + " map(to: edge[0 : rows * columns])", reduced("+: strong")],
    "language": [FOR] * 7 + [reduced("+: loss"), FOR, TARGET, TARGET, FOR, FOR, FOR, TARGET, FOR, FOR, FOR],
    "lattice": [FOR, FOR, FOR, reduced("+: all, moving"), FOR],
    "particles": [FOR, FOR, FOR, reduced("+: lost"), reduced("+: energy, atoms_found")],
    "shock": [FOR, FOR, FOR, reduced("max: most"), FOR, FOR, reduced("+: all"), reduced("max: most")],
}

language, path = sys.argv[1:]
left = list(OMP[os.path.basename(path)[:-2]])
with open(path, encoding="utf-8") as file:
    for line in file:
        if line.startswith("#pragma curestruct"):
            word = left.pop(0)
            clauses = line.removeprefix("#pragma curestruct")
            line = f"#pragma omp {word}\n" if language == "omp" else f"#pragma acc kernels{clauses}"
        sys.stdout.write(line)
assert not left, f"{len(left)} directives too many"
