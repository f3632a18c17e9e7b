"""same-kinds.py CURESTRUCT FOLDER: every two of a list of accesses, once in a nest of their own, where each question is
asked anew, and once all in one nest, where pairs of the same kinds share an answer. The dependences must be the
same."""
import itertools
import os
import subprocess
import sys

# {o} is zero, spelled in another way in each statement: so messages tell them apart.
PLACES = ["a[i + {o}][j]", "a[i + {o}][j + 1]", "a[i - 1 + {o}][j]", "a[i + 1 + {o}][j + 1]", "a[i + {o}][2 * j]",
          "a[i + {o}][2 * j + 1]", "a[j + {o}][i]", "a[i + {o}][j + 40]", "a[i - 2 + {o}][j - 1]", "a[i + {o}][3]",
          "a[i + {o}][4]", "a[i + j + {o}][j]", "a[i + j + {o}][j + 1]", "a[(i + {o}) / 2][j]", "a[i + {o}][b[j]]"]
CONDITIONS = ["", "if (j > 3) "]
WRITES = [f"{condition}{place.format(o=f'{k} - {k}')} = i + {k};"
          for k, (condition, place) in enumerate(itertools.product(CONDITIONS, PLACES))]


def function(name, statements):
    body = "\n".join("            " + statement for statement in statements)
    return (f"void {name}(int n, float a[restrict 200][200], const int *restrict b)\n{{\n#pragma curestruct\n"
            "    for (int i = 2; i < 20; i++)\n        for (int j = 2; j < n && j < 30; j++) {\n"
            f"{body}\n        }}\n}}\n")


def dependences(name, functions):
    """The lines that are printed of them, of all functions."""
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.writelines(functions)
    said = subprocess.run([curestruct, "--dump-after=analyze", path, "-o", "-"], capture_output=True, text=True).stdout
    return {line.split(" reduction ")[0] for line in said.splitlines()
            if line.startswith(("  flow ", "  anti ", "  output "))}


curestruct, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
alone = dependences("alone", [function(f"f{k}", pair) for k, pair in enumerate(itertools.combinations(WRITES, 2))])
together = dependences("together", [function("f", WRITES)])
for line in sorted(alone - together):
    print("only alone:", line)
for line in sorted(together - alone):
    print("only together:", line)
print(len(together), "dependences")
sys.exit(alone != together or len(together) < 500)
