#!/usr/bin/env python3
"""report.py CURESTRUCT RESULTS.csv [FOLDER]: writes README.md and a plot for each kernel to the folder, or beside this
file.

Joins the measured times with the ranks of `curestruct explain --format=json`. Ruled-out rows come last, with equal
ranks.
"""
import csv
import json
import math
import os
import subprocess
import sys

from variants import KERNELS

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = [("paper_rank", "the paper's criterion"), ("today_rank", "today's model")]


class Row:
    def __init__(self, candidate, measured):
        self.candidate, self.time = candidate, float(measured["microseconds"])
        self.threads, self.tile = candidate["threads"], candidate["tile"]
        self.registers, self.spilled, self.resident = (int(measured[key])
                                                       for key in ("registers", "spilled", "resident"))


def candidates(curestruct, kernel, n):
    source = kernel.name + kernel.head
    names = [name for name in ("n", "m", "p", "rows", "columns") if f"int {name}," in source]
    text = f"void {source}\n{{\n#pragma curestruct{kernel.body}\n}}\n"
    sizes = ",".join(f"{name}={n}" for name in names)
    made = subprocess.run([curestruct, "explain", "--device=h200", "--format=json", "--size", sizes, "-"], input=text,
                          capture_output=True, text=True, check=True)
    resources = json.loads(made.stdout)["nests"][0]["resources"]
    by_table = resources.get("chosen", "").startswith("Chosen")  # else it is no size of what was measured
    rows = {}  # an arrangement may have several tiles of a size, of which the first by rank is meant
    for row in resources["candidates"]:
        row["chosen"] = by_table and row.get("chosen", False)
        key = row["threads"], row["tile"]
        kept = rows.get(key)
        earlier = kept and (row["today_rank"] or math.inf) < (kept["today_rank"] or math.inf)
        if not kept or row.get("chosen") or earlier and not kept.get("chosen"):
            rows[key] = row
    return rows.values()


def ranks(values):
    """Average ranks, equal values sharing theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result, at = [0.0] * len(values), 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for i in range(at, end + 1):
            result[order[i]] = (at + end) / 2
        at = end + 1
    return result


def correlation(left, right):
    """Spearman's rank correlation; None where one side does not vary."""
    a, b = ranks(left), ranks(right)
    middle = (len(a) - 1) / 2
    spread = math.sqrt(sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b))
    return sum((x - middle) * (y - middle) for x, y in zip(a, b)) / spread if spread else None


def predicted(rows, model):
    return [row.candidate[model] or len(rows) + 1 for row in rows]


def best_ranked(rows, model):
    return min((row for row in rows if row.candidate[model]), key=lambda row: row.candidate[model])


def number(value):
    return "-" if value is None else f"{value:.2f}"


def rate(kernel, n, row):
    if kernel.name == "matmul":
        return f"{2 * n ** 3 / row.time / 1e6:.1f} TFLOPS"
    return f"{8 * n ** 2 / row.time / 1e3:.0f} GB/s"


def place(row):
    return f"{row.threads} threads, tile {row.tile}"


def summary(kernel, n, rows):
    best = min(rows, key=lambda row: row.time)
    lines = [f"| {kernel.name}, {n} x {n} | best measured | | | {place(best)} | {best.time:.0f} | 1.00 | "
             f"{rate(kernel, n, best)} |"]
    for model, title in MODELS:
        ranked = [row for row in rows if row.candidate[model]]
        chosen = best_ranked(rows, model)
        times = [row.time for row in rows]
        lines.append(f"| | {title} | {number(correlation(predicted(rows, model), times))} | "
                     f"{number(correlation(predicted(ranked, model), [row.time for row in ranked]))} ({len(ranked)}) | "
                     f"{place(chosen)} | {chosen.time:.0f} | {chosen.time / best.time:.2f} | "
                     f"{rate(kernel, n, chosen)} |")
    planned = next((row for row in rows if row.candidate.get("chosen")), None)
    if planned:
        lines.append(f"| | **the planner** | | | **{place(planned)}** | {planned.time:.0f} | "
                     f"{planned.time / best.time:.2f} | {rate(kernel, n, planned)} |")
    return lines


def fastest(rows):
    best = sorted(rows, key=lambda row: row.time)
    marks = {id(best_ranked(rows, model)) for model, _ in MODELS}
    marks |= {id(row) for row in rows if row.candidate.get("chosen")}
    shown = best[:6] + [row for row in best[6:] if id(row) in marks]
    lines = ["| TPB | TS | a thread | us | / best | rank by the paper | rank today | registers | bytes spilled | "
             "resident blocks, measured | predicted |",
             "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for row in shown:
        candidate = row.candidate
        planned = "**the planner's** " if candidate.get("chosen") else ""
        lines.append(f"| {planned}{row.threads} | {row.tile} | {candidate['per_thread']} | {row.time:.0f} | "
                     f"{row.time / best[0].time:.2f} | {candidate['paper_rank'] or 'ruled out'} | "
                     f"{candidate['today_rank'] or 'ruled out'} | {row.registers} | {row.spilled} | {row.resident} | "
                     f"{candidate['resident_blocks']} |")
    return lines


def text(x, y, words, anchor="middle", turned=False):
    turn = f' transform="rotate(-90 {x:.0f} {y:.0f})"' if turned else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}>{words}</text>'


def plot(kernel, rows):
    """Two panels, a model each: rank to the right, time over the best's upwards (logarithmic)."""
    best, worst = min(row.time for row in rows), max(row.time for row in rows)
    width, height, left, top = 360, 260, 75, 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * (width + left) + 20}" height="{height + 90}" '
           'font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>']
    for panel, (model, title) in enumerate(MODELS):
        x0, below = left + panel * (width + left), top + height
        out.append(f'<rect x="{x0}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>')
        out.append(text(x0 + width / 2, top - 10, f"{kernel.name}: {title}"))
        out.append(text(x0 - 45, top + height / 2, "time, over that of the best row", turned=True))
        out.append(text(x0 + width / 2, below + 35, "predicted rank of the row (grey: ruled out)"))
        for rank in (1, len(rows) // 2, len(rows)):
            out.append(text(x0 + width * (rank - 0.5) / len(rows), below + 16, rank))
        step = 1
        while step <= worst / best:
            y = top + height * (1 - math.log(step) / math.log(worst / best))
            out.append(text(x0 - 6, y + 4, f"{step}x", "end"))
            step *= 2
        for rank, row in zip(ranks(predicted(rows, model)), rows):
            x = x0 + width * (rank + 0.5) / len(rows)
            y = top + height * (1 - math.log(row.time / best) / math.log(worst / best))
            colour = "#1f5fa8" if row.candidate[model] else "#bbb"
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>')
    return "\n".join(out + ["</svg>\n"])


def main():
    curestruct, results = sys.argv[1:3]
    folder = sys.argv[3] if len(sys.argv) > 3 else HERE
    measured, sizes = {}, {kernel.name: kernel.n for kernel in KERNELS}
    with open(results) as file:
        for line in csv.DictReader(file):
            measured.setdefault((line["kernel"], int(line["n"])), {})[int(line["threads"]), int(line["tile"])] = line
    table = ["| kernel | choice of | correlation, all | of those ranked | | us | / best | |",
             "|---|---|---:|---:|---|---:|---:|---:|"]
    details = []
    for (name, n), times in sorted(measured.items(), key=lambda item: (-item[0][1] / sizes[item[0][0]], item[0])):
        kernel = next(kernel for kernel in KERNELS if kernel.name == name)
        rows = [Row(candidate, times[key]) for candidate in candidates(curestruct, kernel, n)
                if (key := (candidate["threads"], candidate["tile"])) in times]
        table += summary(kernel, n, rows)
        if n != kernel.n:
            continue
        details += [f"\n### {kernel.name}\n", f"{len(rows)} of the 256 rows have a kernel.\n",
                    f"![{kernel.name}]({kernel.name}.svg)\n"] + fastest(rows)
        with open(os.path.join(folder, kernel.name + ".svg"), "w") as file:
            file.write(plot(kernel, rows))
    with open(os.path.join(HERE, "text.txt")) as file:
        text = file.read().replace("@TABLE@", "\n".join(table)).replace("@DETAILS@", "\n".join(details))
    with open(os.path.join(folder, "README.md"), "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
