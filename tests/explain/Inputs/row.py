"""Whether a table of `curestruct explain --format=json` on standard input has a row: TPB TS ACTIVE BLOCKS S-CYCLES
AKBPSM, `-` for any. Figures agree as far as the given ones are written out, rounded or cut."""
import json
import sys

candidates = json.load(sys.stdin)["nests"][0]["resources"]["candidates"]
names = ("threads", "tile", "active_blocks", "blocks", "s_cycles", "akbpsm")


def agrees(wanted, value):
    if wanted == "-":
        return True
    decimals = len(wanted.partition(".")[2])
    return abs(float(wanted) - value) < 10 ** -decimals


for text in sys.argv[1:]:
    wanted = text.split()
    row = next((r for r in candidates if str(r["threads"]) == wanted[0] and str(r["tile"]) == wanted[1]), None)
    if row is None or not all(agrees(w, row[n]) for w, n in zip(wanted, names)):
        sys.exit("no row %s: %s" % (text, row and [row[n] for n in names]))
