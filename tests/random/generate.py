"""Random functions, reproducible by seed. `generate(seed)` tries until one is defined for all of its sizes (bounds.py)
and has the feature that the seed is to cover."""
import random

from bounds import Undefined, fit
from program import TYPES, Array, Function, Loop, is_float, promoted

# Each seed covers one of these, in turn.
FEATURES = [
    "depth 1", "depth 2", "depth 3", "depth 4", "imperfect", "several statements", "several nests", "region", "time loop",
    "step", "symbolic step", "down", "triangle", "minimum bound", "constant bound", "not-equal test", "outside iterator",
    "small iterator", "unsigned iterator", "iterator condition", "data condition", "continue", "vla", "flat", "offset", "reversed",
    "strided", "constant array", "row pointer", "record", "gather", "local scalar", "private scalar", "local array", "mixed types",
    "cast", "division", "shift", "call", "overlap", "sum", "difference", "product", "bits", "logical", "minimum", "maximum",
    "by if", "by ?:", "by function", "conditional reduction", "mixed reductions", "argmax", "by key", "into element", "into pointer",
    "distant dependence", "local accumulator", "initialized element", "matrix product", "stencil", "break", "loop under a condition",
    "clause", "scalar of an earlier nest",
]
INTEGERS = ["int"] * 6 + ["unsigned", "long", "short", "unsigned char", "signed char", "unsigned short", "unsigned long",
                          "size_t", "long long", "_Bool"]
REALS = ["float", "double"]
NAMES = "ijkl"
SIZES = {
    1: [(0, 3, 2), (1, 1, 1), (7, 5, 3), (301, 257, 129), (33, 64, 31)],
    2: [(0, 4, 3), (1, 1, 1), (5, 9, 4), (67, 35, 40), (33, 70, 17), (130, 65, 33), (16, 32, 256)],
    3: [(2, 0, 3), (1, 1, 1), (4, 7, 5), (19, 12, 33), (33, 5, 17), (32, 33, 16), (35, 18, 40)],
    4: [(1, 1, 1), (3, 2, 4), (9, 7, 5), (0, 2, 2)],
}


class Again(Exception):
    pass


class Generator:
    def __init__(self, seed, draw, focus):
        self.draw = draw
        self.focus = focus
        self.tags = set()
        self.arrays = {}
        self.scalars = {}
        self.factors = []
        self.temporaries = []   # (name, type, class) in scope
        self.written = {}       # array: places
        self.extra_sizes = {}
        self.finished = []      # scalars that an earlier nest has computed
        self.count = 0
        self.name = "f%d" % seed
        self.restrict = self.chance(0.5) and focus != "overlap"
        self.size_type = draw.choice(["int"] * 5 + ["long", "unsigned", "size_t", "long long"])
        if focus == "unsigned iterator":
            self.size_type = draw.choice(["unsigned", "size_t", "unsigned long"])
        unsigned = TYPES[self.size_type][0] == "u"
        self.iterator_type = self.size_type if unsigned or self.chance(0.6) else draw.choice(["int", "long", "long long", "short"])
        if focus == "small iterator":
            self.size_type, self.iterator_type = "int", draw.choice(["short", "unsigned short", "short", "signed char", "unsigned char"])
        self.types = [draw.choice(INTEGERS + REALS * 6) for _ in range(3 if focus == "mixed types" or self.chance(0.3) else 1)]
        if len(set(self.types)) > 1:
            self.tag("mixed types")

    def chance(self, probability):
        return self.draw.random() < probability

    def wants(self, feature, probability):
        """Whether to do this now: always likely when it is what the seed is to cover."""
        if self.focus == feature:
            probability = max(probability, 0.7)
        return self.chance(probability)

    def tag(self, *features):
        self.tags.update(features)

    def fresh(self, stem):
        self.count += 1
        return "%s%d" % (stem, self.count)

    def type(self):
        return self.draw.choice(self.types)

    # ---- arrays and subscripts

    def new_array(self, type_name, values, ndim, limit=0):
        layouts = {"vla": 3, "flat": 4, "constant": 2}
        if self.focus in ("vla", "flat", "constant array") and self.chance(0.8):
            layouts = {self.focus.split()[0]: 1}
        if self.focus == "row pointer" and ndim == 2:
            layouts.pop("constant")
        layout = self.draw.choices(list(layouts), list(layouts.values()))[0]
        name = self.fresh("G" + self.name + "_" if layout == "constant" else "A")
        self.arrays[name] = Array(name, type_name, values, ndim, layout, self.restrict and layout != "constant", limit=limit)
        return name

    def array(self, type_name, values, ndim, writable=False):
        """One that reads do not conflict with, mostly."""
        fitting = [a.name for a in self.arrays.values() if (a.type, a.values, a.ndim) == (type_name, values, ndim)
                   and a.layout not in ("record", "scalar") and (not writable and (a.name not in self.written or self.chance(0.06)) or
                                                 writable and (a.name not in self.written or self.chance(0.1)))]
        if fitting and self.chance(0.6) or len(self.arrays) > 9 and fitting:
            return self.draw.choice(fitting)
        return self.new_array(type_name, values, ndim)

    def subscript(self, iterator, read=False):
        """Of one iterator; distinct iterations give distinct values."""
        i = ("var", iterator)
        if self.wants("reversed", 0.05):
            self.tag("reversed")
            return ("bin", "-", ("bin", "-", ("var", self.draw.choice("nmp")), ("int", 1)), i)
        if self.wants("strided", 0.06):
            self.tag("strided")
            strided = ("bin", "*", ("int", self.draw.choice((2, 2, 3))), i)
            return ("bin", "+", strided, ("int", 1)) if self.chance(0.4) else strided
        if self.wants("offset", 0.2 if read else 0.1):
            self.tag("offset")
            offset = self.draw.choice([("int", 1), ("int", 2), ("int", 1), ("var", self.draw.choice("nm"))])
            unsigned = TYPES[self.size_type][0] == "u"
            return ("bin", "+" if unsigned or self.chance(0.6) else "-", i, offset)
        return i

    def injective(self, iterators):
        order = list(iterators)
        if self.chance(0.3):
            self.draw.shuffle(order)
        return tuple(self.subscript(i) for i in order)

    def get(self, name, subscripts):
        array = self.arrays[name]
        if array.layout in ("vla", "flat", "constant"):
            self.tag({"constant": "constant array"}.get(array.layout, array.layout) if array.ndim > 1 or array.layout == "constant" else "one dimension")
        return ("get", name, tuple(subscripts), "")

    def record(self, iterators, type_name, read=True):
        names = [a.name for a in self.arrays.values() if a.layout == "record" and (not read or a.name not in self.written)]
        member = {"int": "x", "float": "v[%d]" % self.draw.randrange(3), "double": "w"}.get(type_name)
        if not member:
            return None
        # one array stands for one field, so that each has one type
        for name in names:
            if self.arrays[name].type == type_name:
                break
        else:
            name = self.fresh("R")
            self.arrays[name] = Array(name, type_name, "data", 1, "record", self.restrict)
        self.tag("record")
        return ("get", name, (self.subscript(self.draw.choice(iterators)),), member)

    def read(self, iterators, type_name, values="data"):
        if not iterators:
            return self.get(self.array(type_name, values, 1), (("int", self.draw.randrange(3)),))
        same = [(n, s) for n, (its, s) in self.written.items() if (self.arrays[n].type, self.arrays[n].values) == (type_name, values)
                and self.arrays[n].layout != "record" and s and set(its) <= set(iterators)]
        if same and self.chance(0.25):
            name, subscripts = self.draw.choice(same)
            if self.wants("distant dependence", 0.06) and subscripts:
                self.tag("distant dependence")
                d = self.draw.randrange(len(subscripts))
                distance = ("bin", self.draw.choice("+-"), subscripts[d], ("int", self.draw.choice((1, 1, 2))))
                subscripts = subscripts[:d] + (distance,) + subscripts[d + 1:]
            return ("get", name, subscripts, "")
        if values == "data" and self.wants("record", 0.04):
            place = self.record(iterators, type_name)
            if place:
                return place
        ndim = self.draw.choice([1, 2, 2, len(iterators), len(iterators)])
        ndim = min(3, ndim)
        name = self.array(type_name, values, ndim)
        subscripts = [self.subscript(self.draw.choice(iterators), True) for _ in range(ndim)]
        if self.chance(0.15):
            subscripts[self.draw.randrange(ndim)] = self.draw.choice([("int", 0), ("int", 2), ("bin", "+", ("var", iterators[0]), ("var", iterators[-1]))])
        if self.wants("gather", 0.03):
            self.tag("gather")
            index = [a.name for a in self.arrays.values() if a.values == "index" and a.limit == 7]
            index = index[0] if index else self.new_array("int", "index", 1, 7)
            # a gather's extent has to be known: only arrays of constant size
            if self.arrays[name].layout == "constant":
                subscripts[0] = self.get(index, (("var", self.draw.choice(iterators)),))
        return self.get(name, subscripts)

    # ---- expressions

    def leaf(self, iterators):
        """A small integer."""
        choices = [lambda: ("int", self.draw.randrange(-9, 10))]
        choices += [lambda: self.read(iterators, self.integer())] * 6
        if iterators:
            choices += [lambda: ("var", self.draw.choice(iterators))] * 3
        choices += [lambda: ("var", self.draw.choice("nm"))]
        fitting = [t for t in self.temporaries if not is_float(t[1])]
        if fitting:
            choices += [lambda: ("var", self.draw.choice(fitting)[0])] * 3
        return self.draw.choice(choices)()

    def integer(self):
        fitting = [t for t in self.types if not is_float(t)]
        return self.draw.choice(fitting or ["int"])

    def real(self, type_name=None):
        fitting = [t for t in self.types if is_float(t)]
        return self.draw.choice(fitting or [type_name if type_name in REALS else "double"])

    def small(self, iterators):
        return ("bin", "%", self.integer_value(iterators, 1), ("int", self.draw.choice((3, 5, 10))))

    def integer_value(self, iterators, depth=2):
        if depth == 0 or self.chance(0.25):
            return self.leaf(iterators)
        sub = lambda: self.integer_value(iterators, depth - 1)
        if self.wants("division", 0.05):
            self.tag("division")
            divisor = self.draw.choice([("int", 3), ("int", 7), ("int", -2), ("bin", "+", ("bin", "&", sub(), ("int", 7)), ("int", 1))])
            return ("bin", self.draw.choice("/%"), sub(), divisor)
        if self.wants("shift", 0.05):
            self.tag("shift")
            amount = self.draw.choice([("int", 1), ("int", 3), ("bin", "&", self.leaf(iterators), ("int", 3))])
            return ("bin", ">>", sub(), amount) if self.chance(0.5) else ("bin", "<<", ("bin", "&", sub(), ("int", 255)), amount)
        if self.wants("cast", 0.06):
            self.tag("cast")
            kind = self.draw.choice(["unsigned char", "short", "signed char", "long", "unsigned", "unsigned short", "_Bool"])
            if self.chance(0.3):
                return ("cast", self.draw.choice(["int", "long", "short"]), self.read(iterators, self.real()))
            return ("cast", kind, sub())
        kind = self.draw.random()
        if kind < 0.55:
            return ("bin", self.draw.choice("++--*"), sub(), self.leaf(iterators))
        if kind < 0.65:
            return ("bin", self.draw.choice("&|^"), sub(), self.leaf(iterators))
        if kind < 0.75:
            return ("pick", self.condition(iterators), sub(), self.leaf(iterators))
        if kind < 0.8:
            return ("un", self.draw.choice("-~!"), sub())
        if kind < 0.84 and self.wants("call", 0.5):
            self.tag("call")
            return ("call", "abs", ("bin", "%", ("cast", "int", ("cast", "short", sub())), ("int", 100)))
        if kind < 0.9:
            return ("bin", self.draw.choice(("<", "<=", "==", "!=")), sub(), self.leaf(iterators))
        return self.leaf(iterators)

    def exact_value(self, iterators, type_name):
        """A floating-point number whose sums are exact."""
        one = self.read(iterators, self.real(type_name) if self.chance(0.8) else self.integer())
        kind = self.draw.random()
        if kind < 0.35:
            return one
        if kind < 0.6:
            return ("bin", "*", one, self.read(iterators, self.real(type_name)))
        if kind < 0.75:
            return ("bin", self.draw.choice("+-"), one, self.read(iterators, self.real(type_name)))
        if kind < 0.8:
            return ("pick", self.condition(iterators), one, ("real", "0.5f" if type_name == "float" else "0.5"))
        if kind < 0.9:
            return ("un", "-", one)
        return ("cast", self.draw.choice(REALS), self.small(iterators))

    def free_value(self, iterators, type_name, depth=2):
        kind = self.draw.random()
        if depth == 0 or kind < 0.25:
            fitting = [t for t in self.temporaries if is_float(t[1])]
            if fitting and self.chance(0.5):
                return ("var", self.draw.choice(fitting)[0])
            if self.finished and self.wants("scalar of an earlier nest", 0.1):
                self.tag("scalar of an earlier nest")
                return ("var", self.draw.choice(self.finished))
            if self.chance(0.1):
                if not self.factors or self.chance(0.3) and len(self.factors) < 3:
                    self.factors.append((self.fresh("alpha"), self.draw.choice(REALS)))
                return ("var", self.draw.choice(self.factors)[0])
            return self.read(iterators, self.real(type_name), self.draw.choice(("data", "data", "free")))
        sub = lambda: self.free_value(iterators, type_name, depth - 1)
        if self.wants("call", 0.1):
            self.tag("call")
            name = self.draw.choice(["sqrt", "fabs", "sin", "exp", "fmax", "fmin", "floor", "sqrtf", "fabsf", "fmaxf", "cosf"])
            if name.startswith(("fmin", "fmax")):
                return ("call", name, sub(), sub())
            if name.startswith("sqrt"):
                return ("call", name, ("call", "fabs" + name[4:], sub()))
            return ("call", name, sub())
        if self.wants("cast", 0.04):
            self.tag("cast")
            return ("cast", self.draw.choice(REALS), self.draw.choice((sub, lambda: self.integer_value(iterators, 1)))())
        if kind < 0.85:
            return ("bin", self.draw.choice("+-*+-*/"), sub(), sub())
        if kind < 0.9:
            return ("bin", "*", ("real", self.draw.choice(["0.25", "0.3", "1.5f", "2.0"])), sub())
        if kind < 0.95:
            return ("pick", self.condition(iterators), sub(), sub())
        return ("un", "-", sub())

    def condition(self, iterators):
        if iterators and self.wants("iterator condition", 0.45):
            self.tag("iterator condition")
            i, j = ("var", self.draw.choice(iterators)), ("var", self.draw.choice(iterators))
            simple = [("bin", ">", i, ("int", 0)), ("bin", "!=", i, j), ("bin", "<=", i, j), ("bin", "==", ("bin", "%", i, ("int", 2)), ("int", 0)),
                      ("bin", "<", ("bin", "+", i, ("int", 1)), ("var", self.draw.choice("nm"))), ("bin", "==", i, ("int", 3))]
            one = self.draw.choice(simple)
            return ("bin", self.draw.choice(("&&", "||")), one, self.draw.choice(simple)) if self.chance(0.2) else one
        self.tag("data condition")
        type_name = self.type()
        left = self.read(iterators, type_name)
        right = self.read(iterators, type_name) if self.chance(0.4) else ("real", "0.5") if is_float(type_name) else ("int", self.draw.randrange(5))
        one = ("bin", self.draw.choice(("<", ">", "<=", ">=", "!=", "==")), left, right)
        return ("un", "!", one) if self.chance(0.1) else one

    # ---- statements

    def value_for(self, iterators, type_name, values):
        if is_float(type_name):
            if values == "free":
                return self.free_value(iterators, type_name)
            return self.draw.choice([lambda: self.read(iterators, type_name), lambda: ("cast", type_name, self.small_for_real(iterators)),
                                     lambda: ("un", "-", self.read(iterators, type_name))])()
        value = self.integer_value(iterators)
        wraps = TYPES[type_name][0] == "u" or TYPES[type_name][1] < 32
        if wraps and self.chance(0.7) or value[0] == "get":
            return value
        return ("bin", "%", value, ("int", self.draw.choice((10, 10, 7))))

    def small_for_real(self, iterators):
        return ("bin", "%", self.integer_value(iterators, 1), ("int", 5))

    def map(self, iterators):
        """X[i][j] = something, each iteration its own element."""
        if self.wants("record", 0.05):
            place = self.record(iterators[-1:], self.draw.choice(["int", "float", "double"]), False)
            if len(iterators) == 1 and place[1] not in self.written:
                self.written[place[1]] = (iterators, place[2])
                return [("set", place, "=", self.value_for(iterators, self.arrays[place[1]].type, "data"))]
        type_name = self.type()
        values = self.draw.choice(("free", "free", "data")) if is_float(type_name) else self.draw.choice(("data", "data", "sum"))
        its = iterators if self.chance(0.93) or len(iterators) == 1 else iterators[:-1]
        name = self.array(type_name, values, len(its), True)
        subscripts = self.injective(its)
        place = self.get(name, subscripts)
        value = self.value_for(iterators, type_name, values)
        self.written.setdefault(name, (its, subscripts))
        if values == "sum" and self.chance(0.6):
            return [("set", place, self.draw.choice(("+=", "-=", "^=")), self.operand(iterators, type_name, "+"))]
        return [("set", place, "=", value)]

    def through_row(self, iterators):
        """A pointer to a row, and a statement about it."""
        self.tag("row pointer")
        type_name = self.type()
        values = "free" if is_float(type_name) else "data"
        fitting = [a.name for a in self.arrays.values() if a.layout in ("vla", "flat") and a.ndim == 2 and a.type == type_name and a.values == values
                   and a.name not in self.written]
        if not fitting:
            name = self.new_array(type_name, values, 2)
            self.arrays[name].layout = self.draw.choice(("vla", "flat"))
        else:
            name = self.draw.choice(fitting)
        row = self.fresh("row")
        first, second = ("var", iterators[-2]), self.subscript(iterators[-1])
        place = ("rowget", row, name, first, second)
        if len(iterators) == 2 and self.chance(0.5):
            self.written[name] = (iterators, (first, second))
            work = [("set", place, "=", self.value_for(iterators, type_name, values))]
        else:
            work = self.map(iterators)
            work[0] = work[0][:3] + (("bin", "+", place, ("int", 1)) if is_float(type_name) and work[0][2] == "=" else work[0][3],)
        return ("row", row, name, first), work

    def operand(self, iterators, type_name, op):
        if op == "*":
            if is_float(type_name) or TYPES[type_name] in (("s", 32), ("s", 64)):
                return self.draw.choice([lambda: self.read(iterators, type_name, "unit"),
                                         lambda: ("pick", self.condition(iterators), ("int", 1), ("int", -1))])()
            return self.read(iterators, type_name)
        if is_float(type_name):
            return self.exact_value(iterators, type_name)
        if self.chance(0.4):
            return self.read(iterators, type_name if type_name in self.types else self.integer())
        if self.chance(0.3):
            return ("bin", "*", self.read(iterators, self.integer()), self.read(iterators, self.integer()))
        return ("bin", "%", self.integer_value(iterators, 1), ("int", self.draw.choice((10, 101))))

    def reduction_place(self, iterators, type_name, values):
        """What it goes into, and whether the place is a plain variable."""
        if self.wants("by key", 0.06):
            self.tag("by key")
            index = self.new_array("int", "index", 1, 9)
            name = self.fresh("G" + self.name + "_")
            self.arrays[name] = Array(name, type_name, values, 1, "constant")
            self.written[name] = ([], ())
            return self.get(name, (self.get(index, (("var", self.draw.choice(iterators)),)),))
        if len(iterators) > 1 and self.wants("into element", 0.45):
            self.tag("into element")
            its = self.draw.sample(iterators, self.draw.randrange(1, len(iterators)))
            its = [i for i in iterators if i in its]
            name = self.array(type_name, values, len(its), True)
            subscripts = self.injective(its)
            self.written[name] = (its, subscripts)
            return self.get(name, subscripts)
        if self.wants("into pointer", 0.15):
            self.tag("into pointer")
            name = self.fresh("out")
            if self.chance(0.5):
                self.arrays[name] = Array(name, type_name, values, 1, "scalar", self.restrict)
                place = ("get", name, (("int", 0),), "")
            else:
                self.arrays[name] = Array(name, type_name, values, 1, "flat", self.restrict)
                place = ("get", name, (("int", self.draw.choice((0, 0, 2))),), "")
            self.written[name] = ([], place[2])
            return place
        name = self.fresh("s")
        initial = ("real", "1.0") if is_float(type_name) else ("int", 1)
        self.scalars[name] = (type_name, values, initial, True)
        return ("var", name)

    def reduction(self, iterators):
        wanted = [f for f in ("sum", "difference", "product", "bits", "logical", "minimum", "maximum") if f == self.focus]
        if self.focus in ("by function", "by if", "by ?:"):
            wanted = ["minimum", "maximum"]
        kind = self.draw.choice(wanted or ["sum", "sum", "sum", "difference", "product", "bits", "logical", "minimum", "maximum"])
        type_name = self.type()
        if kind in ("bits", "logical") and is_float(type_name):
            type_name = self.integer()
        self.tag(kind, "reduction of " + type_name)
        if kind in ("minimum", "maximum"):
            return self.extremum(iterators, type_name, kind)
        op = {"sum": "+", "difference": "-", "product": "*", "bits": self.draw.choice("&|^"), "logical": self.draw.choice(("&&", "||"))}[kind]
        place = self.reduction_place(iterators, type_name, "sum")
        operand = self.operand(iterators, type_name, op)
        if kind == "logical":
            operand = self.condition(iterators) if self.chance(0.6) else operand
        if self.wants("conditional reduction", 0.12) and kind != "logical":
            self.tag("conditional reduction")
            if self.chance(0.5) and op in "+-":
                operand = ("pick", self.condition(iterators), operand, ("int", 0))
            else:
                return [("if", self.condition(iterators), [self.combined(place, op, operand)], [])]
        return [self.combined(place, op, operand)]

    def combined(self, place, op, operand):
        if op in ("&&", "||"):
            return ("set", place, "=", ("bin", op, place, operand))
        form = self.draw.random()
        if form < 0.6:
            return ("set", place, op + "=", operand)
        if form < 0.8 or op == "-":
            return ("set", place, "=", ("bin", op, place, operand))
        return ("set", place, "=", ("bin", op, operand, place))

    def extremum(self, iterators, type_name, kind):
        values = "free" if is_float(type_name) else "sum"
        place = self.reduction_place(iterators, type_name, values)
        value = self.free_value(iterators, type_name, 1) if is_float(type_name) else self.operand(iterators, type_name, "+")
        form = self.draw.choice(("by if", "by ?:", "by function") if is_float(type_name) else ("by if", "by ?:"))
        if self.focus in ("by if", "by ?:") or self.focus == "by function" and is_float(type_name):
            form = self.focus
        self.tag(form)
        greater = kind == "maximum"
        if place[0] == "var" and form == "by if" and self.wants("argmax", 0.25):
            self.tag("argmax")
            name = self.fresh("at")
            self.scalars[name] = (self.iterator_type, "at", ("int", 0), True)
            at = [("set", ("var", name), "=", ("var", self.draw.choice(iterators)))]
        else:
            at = []
        less, more = self.draw.choice((("<", ">"), ("<=", ">=")))
        test = more if greater else less
        if form == "by if":
            condition = ("bin", test, value, place) if self.chance(0.6) else ("bin", less if greater else more, place, value)
            return [("if", condition, [("set", place, "=", value)] + at, [])]
        if form == "by ?:":
            if self.chance(0.5):
                return [("set", place, "=", ("pick", ("bin", test, value, place), value, place))]
            return [("set", place, "=", ("pick", ("bin", test, place, value), place, value))]
        call = ("fmax" if greater else "fmin") + ("f" if type_name == "float" and self.chance(0.7) else "")
        return [("set", place, "=", ("call", call) + self.draw.choice(((place, value), (value, place))))]

    def work(self, iterators, statements):
        """Some statements at one place in the loops."""
        result = []
        kept = list(self.temporaries)
        if self.wants("continue", 0.04):
            self.tag("continue")
            result.append(("continue", self.condition(iterators)))
        if self.wants("local scalar", 0.12):
            self.tag("local scalar")
            type_name = self.type()
            name = self.fresh("t")
            value = self.free_value(iterators, type_name, 1) if is_float(type_name) else ("bin", "%", self.integer_value(iterators, 1), ("int", 50))
            result.append(("declare", type_name, name, value))
            self.temporaries.append((name, type_name, ""))
        if self.wants("private scalar", 0.06):
            self.tag("private scalar")
            type_name = self.type()
            name = self.fresh("q")
            values = "free" if is_float(type_name) else "data"
            self.scalars[name] = (type_name, values, None if self.chance(0.6) else ("int", 1), False)
            if self.scalars[name][2] and self.chance(0.5):
                self.scalars[name] = self.scalars[name][:3] + (True,)
            result.append(("set", ("var", name), "=", self.value_for(iterators, type_name, values)))
            self.temporaries.append((name, type_name, ""))
        if self.wants("local array", 0.03):
            self.tag("local array")
            type_name, name = self.integer(), self.fresh("w")
            result.append(("array", type_name, name, 3))
            for position in range(3):
                result.append(("set", ("local", name, ("int", position)), "=", self.value_for(iterators, type_name, "data")))
            work = self.map(iterators)
            target = self.arrays[work[0][1][1]]
            if not is_float(target.type) and work[0][2] == "=":
                index = ("bin", "%", ("var", iterators[-1]), ("int", 3))
                work = [("set", work[0][1], "=", ("local", name, index))]
            result += work
        if len(iterators) >= 2 and self.wants("row pointer", 0.04):
            row, work = self.through_row(iterators)
            result += [row] + work
        reductions = ("sum", "difference", "product", "bits", "logical", "minimum", "maximum", "by if", "by ?:", "by function",
                      "conditional reduction", "argmax", "by key", "into element", "into pointer", "mixed reductions",
                      "scalar of an earlier nest")
        made = 0
        for _ in range(statements):
            if self.chance(0.75 if self.focus in reductions else 0.3):
                one, made = self.reduction(iterators), made + 1
            else:
                one = self.map(iterators)
            if self.wants("iterator condition", 0.04) or self.wants("data condition", 0.05):
                one = [("if", self.condition(iterators), one, self.map(iterators) if self.chance(0.15) else [])]
            result += one
        if made > 1:
            self.tag("mixed reductions")
        if statements > 1:
            self.tag("several statements")
        self.temporaries = kept
        return result

    # ---- whole patterns

    def accumulator(self, iterators, depth):
        """double t = 0; for (k ...) t += ...; X[i] = t;"""
        self.tag("local accumulator")
        type_name = self.type()
        if type_name == "_Bool":
            type_name = "int"
        name = "acc" + self.fresh("t")
        loop = self.header(iterators, depth)
        inside = iterators + [loop.name]
        kind = self.draw.choice("++-*^")
        if is_float(type_name) and kind == "^":
            kind = "+"
        body = [self.combined(("var", name), kind, self.operand(inside, type_name, kind))]
        if self.chance(0.2):
            body = [("if", self.condition(inside), body, [])]
        if self.chance(0.2):
            body += self.work(inside, 1)
        values = "free" if is_float(type_name) else "data"
        target = self.array(type_name, values, len(iterators), True)
        subscripts = self.injective(iterators)
        self.written.setdefault(target, (iterators, subscripts))
        value = ("bin", "+", ("var", name), self.value_for(iterators, type_name, values)) if self.chance(0.5) else ("var", name)
        if not is_float(type_name):
            value = ("bin", "%", value, ("int", 10))
        return [("declare", type_name, name, ("int", 1 if kind == "*" else 0)), ("for", loop, body), ("set", self.get(target, subscripts), "=", value)]

    def initialized(self, iterators, depth):
        """C[i][j] = 0; for (k ...) C[i][j] += ...;"""
        self.tag("initialized element")
        type_name = self.type()
        target = self.new_array(type_name, "sum", len(iterators))
        subscripts = self.injective(iterators)
        self.written[target] = (iterators, subscripts)
        place = self.get(target, subscripts)
        loop = self.header(iterators, depth)
        body = [self.combined(place, "+", self.operand(iterators + [loop.name], type_name, "+"))]
        result = [("set", place, "=", ("int", self.draw.choice((0, 0, 2)))), ("for", loop, body)]
        if self.chance(0.3):
            result += self.map(iterators)
        return result

    def product(self):
        """C[i][j] += A[i][k] * B[k][j], in all its transpositions."""
        self.tag("matrix product", "sum", "into element")
        type_name = self.type()
        loops, names = [], []
        for depth in range(3):
            loops.append(self.header(names, depth))
            names.append(loops[-1].name)
        roles = self.draw.sample(names, 3)
        pairs = [(roles[0], roles[1]), (roles[0], roles[2]), (roles[2], roles[1])]
        places = []
        for number, pair in enumerate(pairs):
            name = self.new_array(type_name, "data" if number else "sum", 2)
            places.append(self.get(name, tuple(self.subscript(i) for i in (pair if self.chance(0.6) else pair[::-1]))))
            if not number:
                self.written[name] = (pair, places[0][2])
        value = ("bin", "*", places[1], places[2])
        if not is_float(type_name) and type_name not in ("unsigned", "unsigned long", "size_t"):
            value = ("bin", "%", value, ("int", 100))
        body = [self.combined(places[0], "+", value)]
        if self.chance(0.15):
            body = [("if", self.condition(names), body, [])]
        for loop in reversed(loops):
            body = [("for", loop, body)]
        return body[0]

    def stencil(self):
        """B[i][j] = A[i - 1][j] + A[i + 1][j] + ..."""
        self.tag("stencil")
        type_name = self.type()
        values = "free" if is_float(type_name) else "data"
        ndim = self.draw.choice((1, 2, 2, 3))
        source, target = (self.new_array(type_name, values, ndim) for _ in range(2))
        loops, names = [], []
        for depth in range(ndim):
            loop = self.header(names, depth)
            loops.append(loop)
            names.append(loop.name)
        here = [("var", i) for i in names]
        value = None
        for d in range(ndim):
            for op, distance in (("-", 1), ("+", self.draw.choice((1, 1, 2)))):
                place = self.get(source, tuple(here[:d] + [("bin", op, here[d], ("int", distance))] + here[d + 1:]))
                value = ("bin", "+", value, place) if value else place
        value = ("bin", "*", ("real", "0.25"), value) if is_float(type_name) else ("bin", "%", value, ("int", 10))
        body = [("set", self.get(target, tuple(here)), "=", value)]
        self.written[target] = (names, tuple(here))
        if self.chance(0.3):
            body += self.work(names, 1)
        for loop in reversed(loops):
            body = [("for", loop, body)]
        return body[0]

    # ---- loops

    def bound(self, iterators, depth):
        size = ("var", "nmp"[depth % 3] if self.chance(0.85) else self.draw.choice("nmp"))
        signed = TYPES[self.size_type][0] == "s"
        if self.wants("constant bound", 0.06):
            self.tag("constant bound")
            return ("int", self.draw.choice((1, 4, 7)))
        if self.wants("minimum bound", 0.05):
            self.tag("minimum bound")
            other = ("var", iterators[-1]) if iterators and self.chance(0.3) else ("var", self.draw.choice("nmp"))
            other = ("bin", "+", other, ("int", 2)) if self.chance(0.3) else other
            return ("pick", ("bin", self.draw.choice("<>"), size, other), size, other)
        if signed and self.chance(0.1):
            return ("bin", "-", size, ("int", self.draw.choice((1, 2))))
        if self.chance(0.05):
            return ("bin", self.draw.choice(("/", "+")), size, ("int", 2))
        return size

    def header(self, iterators, depth):
        name = NAMES[depth] if NAMES[depth] not in iterators else NAMES[depth + 1]
        lower, upper = self.draw.choice([("int", 0)] * 4 + [("int", 1), ("int", 2)]), self.bound(iterators, depth)
        step, test = ("int", 1), "<"
        if iterators and self.wants("triangle", 0.13):
            self.tag("triangle")
            outer = ("var", self.draw.choice(iterators))
            edge = ("bin", "+", outer, ("int", 1)) if self.chance(0.4) else outer
            lower, upper = (edge, upper) if self.chance(0.5) else (lower, edge)
        if self.wants("step", 0.1):
            self.tag("step")
            step = ("int", self.draw.choice((2, 3, 5)))
        elif self.wants("symbolic step", 0.02):
            self.tag("symbolic step")
            self.extra_sizes["step"] = (1, 4)
            step = ("var", "step")
        declared = True
        if self.wants("outside iterator", 0.08) and name not in self.scalars:
            self.tag("outside iterator")
            declared = False
            self.scalars[name] = (self.iterator_type, "at", None, self.chance(0.5))
            if self.scalars[name][3] and (iterators or self.chance(0.5)):
                self.scalars[name] = (self.iterator_type, "at", ("int", 5), True)
        if TYPES[self.iterator_type][0] == "s" and self.wants("down", 0.09):
            self.tag("down")
            if self.chance(0.8):
                return Loop(name, self.iterator_type, declared, ("bin", "-", upper, ("int", 1)), ">=", lower, step, self.draw.randrange(3))
            return Loop(name, self.iterator_type, declared, upper, ">", lower, step, self.draw.randrange(3))
        if self.chance(0.08):
            test = "<="
            if TYPES[self.size_type][0] == "s" and self.chance(0.7):
                upper = ("bin", "-", upper, ("int", 1))
        elif step == ("int", 1) and self.wants("not-equal test", 0.03):
            self.tag("not-equal test")
            test = "!="
            lower = ("int", 0)
        return Loop(name, self.iterator_type, declared, lower, test, upper, step, self.draw.randrange(3))

    def loops(self, depth, iterators=()):
        """`depth` loops inside one another, with statements in the innermost and perhaps between them."""
        loop = self.header(list(iterators), len(iterators))
        inside = list(iterators) + [loop.name]
        if depth == 1:
            body = self.work(inside, 2 if self.wants("several statements", 0.25) else 1)
            if iterators and self.wants("break", 0.02):
                self.tag("break")
                body = [("break", self.condition(inside))] + body
        elif depth == 2 and self.wants("local accumulator", 0.07):
            body = self.accumulator(inside, len(inside))
        elif depth == 2 and self.wants("initialized element", 0.06):
            body = self.initialized(inside, len(inside))
        else:
            body = [self.loops(depth - 1, inside)]
            if self.wants("loop under a condition", 0.03):
                self.tag("loop under a condition")
                body = [("if", self.condition(inside), body, [])]
            if self.wants("imperfect", 0.18):
                self.tag("imperfect")
                extra = self.work(inside, 1)
                body = extra + body if self.chance(0.6) else body + extra
            if self.wants("imperfect", 0.04):
                body.append(self.loops(1, inside))
        return ("for", loop, body)

    def time_loop(self):
        """Two sweeps in a sequential loop."""
        self.tag("time loop")
        type_name = self.draw.choice(["float", "double", "int"])
        values = "free" if is_float(type_name) else "data"
        one, other = (self.new_array(type_name, values, 1) for _ in range(2))

        def sweep(target, source, iterator):
            i = ("var", iterator)
            near = [self.get(source, (("bin", op, i, ("int", 1)),)) for op in "-+"]
            value = ("bin", "+", near[0], near[1])
            value = ("bin", "*", ("real", "0.5"), value) if is_float(type_name) else ("bin", "%", value, ("int", 10))
            loop = Loop(iterator, "int", True, ("int", 1), "<", ("bin", "-", ("var", "n"), ("int", 1)), ("int", 1))
            return ("for", loop, [("set", self.get(target, (i,)), "=", value)])

        self.size_type = "int"
        body = [sweep(other, one, "i"), sweep(one, other, "j")]
        return ("for", Loop("time", "int", True, ("int", 0), "<", ("var", "m"), ("int", 1)), body)

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
        if self.wants("time loop", 0.02):
            depth, nests = 2, [self.time_loop()]
        elif self.wants("matrix product", 0.03):
            depth, nests = 3, [self.product()]
        elif self.wants("stencil", 0.03):
            nests = [self.stencil()]
            depth = str(nests).count("'for'")
        else:
            count = 2 if self.wants("several nests", 0.12) or self.focus in ("region", "scalar of an earlier nest") else 1
            if count > 1:
                self.tag("several nests")
            nests = []
            for k in range(count):
                self.finished = [name for name, s in self.scalars.items() if s[1] == "sum"]
                nests.append(self.loops(depth if k == 0 else draw.choice((1, 2))))
        self.tag("depth %d" % depth)
        if len(nests) > 1 and self.wants("region", 0.1):
            self.tag("region")
            body = [("region", nests)]
        else:
            body = [("nest", self.clause(), nest) for nest in nests]
        if TYPES[self.iterator_type][0] == "u":
            self.tag("unsigned iterator")
        if TYPES[self.iterator_type][1] < 32:
            self.tag("small iterator")
        sizes = [dict(zip("nmp", s)) for s in draw.sample(SIZES[depth], 4)]
        for name, (low, high) in self.extra_sizes.items():
            for s in sizes:
                s[name] = draw.randrange(low, high)
        overlap = self.choose_overlap()
        if overlap:
            sizes.append(dict(max(sizes, key=lambda s: s["n"] * s["m"] * s["p"])))
        return Function(self.name, self.size_type, self.arrays, self.scalars, body, sizes, overlap, self.factors, self.tags)

    def clause(self):
        if not self.wants("clause", 0.04):
            return ""
        self.tag("clause")
        return " " + self.draw.choice(["block(64)", "block(128)", "tile(8)", "tile(16)", "reduce(sequential)", "reduce(tree)",
                                       "reduce(shuffle)", "tile(4, 32)", "block(32, 4)"])

    def choose_overlap(self):
        pairs = [(a.name, b.name) for a in self.arrays.values() for b in self.arrays.values() if a is not b and a.name in self.written
                 and not (a.restrict or b.restrict) and a.layout in ("vla", "flat") and b.layout in ("vla", "flat")
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
