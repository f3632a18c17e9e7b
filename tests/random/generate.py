"""Random functions, reproducible by seed. `generate(seed)` tries until one is defined for all of its sizes (bounds.py)
and has the feature that the seed is to cover."""
import random
from dataclasses import replace

from ahead import Ahead
from bounds import Undefined, fit
from borders import Borders
from branches import Branches
from choices import Choices
from clauses import Clauses
from habits import Habits
from loops import Loops
from neighbours import Neighbours
from patterns import Patterns
from program import TYPES, Function
from soup import Soup
from windows import Windows

# Each seed covers one of these, in turn.
FEATURES = [
    "depth 1", "depth 2", "depth 3", "depth 4", "imperfect", "several statements", "several nests", "region",
    "time loop", "step", "symbolic step", "down", "triangle", "minimum bound", "constant bound", "not-equal test",
    "outside iterator", "small iterator", "unsigned iterator", "iterator condition", "data condition", "continue",
    "vla", "flat", "offset", "reversed", "strided", "constant array", "row pointer", "record", "gather", "local scalar",
    "private scalar", "local array", "mixed types",
    "cast", "division", "shift", "call", "overlap", "sum", "difference", "product", "bits", "logical", "minimum",
    "maximum", "by if", "by ?:", "by function", "conditional reduction", "mixed reductions", "argmax", "by key",
    "into element", "into pointer", "distant dependence", "local accumulator", "initialized element", "matrix product",
    "stencil", "break", "return", "loop under a condition", "clause", "scalar of an earlier nest", "clause in a region",
    "mixed iterators", "expanded", "narrow subscript", "counted to zero",
    "soup", "argmax", "pointer swap", "host loop", "soup", "geometric step", "scan", "index-set splitting", "parity",
    "soup", "hand-tiled", "flattened loop", "csr", "by key", "soup", "private array", "kept scalar", "several fields",
    "four dimensions", "soup", "several places", "counted while", "early continue", "symbolic ends", "flattened loop",
    "buffers by parity", "macros", "struct of arrays",
    "const table", "helper function", "counter", "walking pointer", "counter in branches", "local plane", "index types",
    "neighbours", "bare gather", "packed triangle", "counted triangle", "branches by a parameter",
    "read ahead", "jumps", "windows", "search", "ragged",
    "classes of iterations", "borders", "parts of a range", "set in the head", "walk over rows",
    "chained values", "first flag", "rows of planes"
]
# Whole nests: the method that makes them, and how often seeds do that cover something else.
PATTERNS = {
    "soup": ("soup_nest", 0.02), "argmax": ("argmax_form", 0.01), "pointer swap": ("swapped", 0.01),
    "host loop": ("factored", 0.01), "geometric step": ("geometric", 0.005), "scan": ("scan", 0.005),
    "index-set splitting": ("split", 0.01), "parity": ("parity", 0.005),
    "walk over rows": ("offsets", 0), "chained values": ("chained", 0.005), "first flag": ("first_flags", 0.005),
    "hand-tiled": ("tiled", 0.01), "flattened loop": ("flattened_loop", 0.01), "csr": ("offsets", 0.01),
    "by key": ("keyed", 0.01), "private array": ("private_array", 0.01), "kept scalar": ("kept_scalar", 0.01),
    "several fields": ("fields", 0.01), "four dimensions": ("four_dimensions", 0.01),
    "several places": ("several_places", 0.01), "counted while": ("while_counted", 0.005),
    "early continue": ("early", 0.005), "symbolic ends": ("ends", 0.005), "buffers by parity": ("parities", 0.005),
    "macros": ("macros", 0.005), "struct of arrays": ("planes", 0.005), "rows of planes": ("rows_of_planes", 0.005),
    "const table": ("tables", 0.005),
    "helper function": ("helpers", 0.005), "counter": ("counters", 0.005), "walking pointer": ("counters", 0),
    "counter in branches": ("counters", 0),
    "local plane": ("local_plane", 0.005), "index types": ("gathers", 0.005),
    "neighbours": ("neighbours", 0.01), "bare gather": ("bare_gathers", 0.005),
    "packed triangle": ("packed_triangles", 0.005),
    "counted triangle": ("counted_triangles", 0.005),
    "branches by a parameter": ("branches", 0.005), "read ahead": ("ahead", 0.005),
    "windows": ("windows", 0.01), "search": ("search", 0), "ragged": ("ragged", 0.01),
    "classes of iterations": ("classes", 0.005), "borders": ("borders", 0.01),
    "parts of a range": ("parts", 0.01),
}
# Mostly sequential by nature: not counted in what is accepted.
SEQUENTIAL = {"soup", "scan", "chained values", "first flag", "carried scalar", "index-set splitting", "parity",
              "geometric step", "distant dependence"}
SIZES = {
    1: [(0, 3, 2), (1, 1, 1), (7, 5, 3), (301, 257, 129), (33, 64, 31)],
    2: [(0, 4, 3), (1, 1, 1), (5, 9, 4), (67, 35, 40), (33, 70, 17), (130, 65, 33), (16, 32, 256)],
    3: [(2, 0, 3), (1, 1, 1), (4, 7, 5), (19, 12, 33), (33, 5, 17), (32, 33, 16), (35, 18, 40)],
    4: [(1, 1, 1), (3, 2, 4), (9, 7, 5), (0, 2, 2)],
}



class Generator(Loops, Patterns, Ahead, Borders, Branches, Choices, Clauses, Habits, Neighbours, Soup, Windows):
    def function(self):
        draw = self.draw
        depth = draw.choice((1, 2, 2, 2, 3, 3, 4))
        if self.focus.startswith("depth"):
            depth = int(self.focus[-1])
        if self.focus == "scalar of an earlier nest":
            self.types = ["double"]
        if self.focus in ("local accumulator", "initialized element", "break", "loop under a condition"):
            depth = max(depth, 2)
        if self.focus in ("triangle", "imperfect", "row pointer", "into element"):
            depth = max(depth, 2)
        patterns = [method for name, (method, probability) in PATTERNS.items() if self.wants(name, probability)]
        if patterns:
            nests, depth = getattr(self, patterns[0])()
        elif self.wants("time loop", 0.02):
            depth, nests = 2, [self.time_loop()]
        elif self.wants("matrix product", 0.03):
            depth, nests = 3, [self.product()]
        elif self.wants("stencil", 0.03):
            nests = [self.stencil()]
            depth = str(nests).count("'for'")
        else:
            several = self.wants("several nests", 0.12)
            several = several or self.focus in ("region", "clause in a region", "scalar of an earlier nest")
            count = 2 if several else 1
            if count > 1:
                self.tag("several nests")
            nests = []
            for k in range(count):
                self.finished = [name for name, s in self.scalars.items() if s[1] == "sum"]
                nests.append(self.loops(depth if k == 0 else draw.choice((1, 2))))
        self.tag("depth %d" % depth)
        loops = [k for k, nest in enumerate(nests) if nest[0] == "for"]
        if len(nests) > len(loops) or len(nests) > 1 and ("neighbours" in self.tags or self.wants("region", 0.1)
                                                          or self.wants("clause in a region", 0.05)):
            self.tag("region")
            inside = [self.with_clause(nest) for nest in nests]
            body = [("region", inside)]
        else:
            body = [("nest", self.clause(nest) + self.assertions, nest) for nest in nests]
        body = self.before + self.set_first(body)
        if self.wants("jumps", 0.01) and "('if'," in str(body):
            self.tag("jumps")
        if TYPES[self.iterator_type][0] == "u":
            self.tag("unsigned iterator")
        if TYPES[self.iterator_type][1] < 32:
            self.tag("small iterator")
        sizes = [dict(zip("nmp", s)) for s in draw.sample(SIZES[min(depth, 4)], 4)]
        if self.tags & {"scan", "chained values"} and depth == 1: # several parts
            sizes[0]["n"], sizes[1]["n"] = draw.choice((1024, 1025, 1026, 2049)), draw.randrange(1500, 4000)
        for name, (low, high) in self.extra_sizes.items():
            for s in sizes:
                s[name] = draw.randrange(low, high)
        overlap = self.choose_overlap()
        if overlap:
            sizes.append(dict(max(sizes, key=lambda s: s["n"] * s["m"] * s["p"])))
        return Function(self.name, self.size_type, self.arrays, self.scalars, body, sizes, overlap, self.factors,
                        self.tags, self.twins)

    def set_first(self, body):
        """for (s = 0, i = 0; ..) in place of T s = 0."""
        if len(body) != 1 or body[0][0] != "nest" or body[0][2][0] != "for":
            return body
        kind, clauses, (word, loop, inner) = body[0]
        names = [name for name, s in self.scalars.items() if s[2] and s[1] != "at" and name != loop.name]
        if not names or loop.form > 2 or loop.scale or not self.wants("set in the head", 0.25):
            return body
        self.tag("set in the head")
        if loop.declared:
            self.scalars[loop.name] = (loop.type, "at", None, False)
        first = tuple(self.draw.sample(names, self.draw.randrange(len(names)) + 1))
        return [(kind, clauses, (word, replace(loop, declared=False, first=first), inner))]

    def soup_nest(self):
        nest, depth = self.soup()
        return [nest], depth

    def with_clause(self, nest):
        if nest[0] != "for" or not self.wants("clause in a region", 0.1):
            return nest
        self.tag("clause in a region")
        return ("nest", self.clause_for(nest), nest)

    def clause(self, nest):
        if not self.wants("clause", 0.04):
            return ""
        self.tag("clause")
        return self.clause_for(nest)

    def choose_overlap(self):
        pairs = [(a.name, b.name) for a in self.arrays.values() for b in self.arrays.values() if a is not b
                 and a.name in self.written and not (a.restrict or b.restrict or a.alias or b.alias)
                 and a.layout in ("vla", "flat") and b.layout in ("vla", "flat")
                 and (a.type, a.values) == (b.type, b.values) and a.values != "index"]
        if not pairs or not self.wants("overlap", 0.5):
            return None
        self.tag("overlap")
        return self.draw.choice(pairs) + (self.draw.choice((0, 1, 2, -1, 5, 40)),)


def generate(seed):
    draw = random.Random(seed)
    focus = FEATURES[seed % len(FEATURES)]
    reasons = {}
    for attempt in range(2000):
        try:
            function = Generator(seed, draw, focus).function()
            if focus not in function.tags:
                raise Undefined("without " + focus)
            function, touched = fit(function, draw)
            return function, touched
        except Undefined as undefined:
            reasons[str(undefined)] = reasons.get(str(undefined), 0) + 1
    raise SystemExit("seed %d: no function with '%s': %s" % (seed, focus, reasons))


if __name__ == "__main__":
    import sys
    from program import RECORD, text_of
    print(RECORD)
    for seed in range(int(sys.argv[1]), int(sys.argv[2]) + 1):
        function, _ = generate(seed)
        print("//", sorted(function.tags), function.sizes, function.overlap)
        print(text_of(function))
