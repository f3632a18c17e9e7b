"""Arrays, subscripts and expressions of random functions."""
from program import TYPES, Array, is_float

INTEGERS = ["int"] * 6 + ["unsigned", "long", "short", "unsigned char", "signed char", "unsigned short",
                          "unsigned long", "size_t", "long long", "_Bool"]
REALS = ["float", "double"]


class Expressions:
    """What is said about all seeds: the types, the arrays; and expressions over them."""

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
        self.twins = []         # pairs of arrays whose pointers change places
        self.before = []        # statements before the nests
        self.assertions = ""    # clauses that the whole nest needs
        self.bare = False       # no array that data choose elements of has a clause or a constant size
        self.count = 0
        self.name = "f%d" % seed
        self.restrict = self.chance(0.5) and focus != "overlap"
        self.size_type = draw.choice(["int"] * 5 + ["long", "unsigned", "size_t", "long long"])
        if focus == "unsigned iterator":
            self.size_type = draw.choice(["unsigned", "size_t", "unsigned long"])
        unsigned = TYPES[self.size_type][0] == "u"
        self.iterator_type = self.size_type if unsigned or self.chance(0.6) else draw.choice(
            ["int", "long", "long long", "short"])
        if focus == "small iterator":
            self.size_type, self.iterator_type = "int", draw.choice(["short", "unsigned short", "short", "signed char",
                                                                     "unsigned char"])
        self.types = [draw.choice(INTEGERS + REALS * 6)
                      for _ in range(3 if focus == "mixed types" or self.chance(0.3) else 1)]
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
        if self.focus in ("vla", "flat", "constant array", "expanded") and self.chance(0.8):
            layouts = {"flat" if self.focus == "expanded" else self.focus.split()[0]: 1}
        if self.focus == "row pointer" and ndim == 2:
            layouts.pop("constant")
        layout = self.draw.choices(list(layouts), list(layouts.values()))[0]
        name = self.fresh("G" + self.name + "_" if layout == "constant" else "A")
        self.arrays[name] = Array(name, type_name, values, ndim, layout, self.restrict and layout != "constant",
                                  limit=limit)
        if layout == "flat" and ndim > 1 and self.wants("expanded", 0.25):
            self.tag("expanded")
            self.arrays[name].expanded = True
        return name

    def array(self, type_name, values, ndim, writable=False):
        """One that reads do not conflict with, mostly."""
        fitting = [a.name for a in self.arrays.values() if (a.type, a.values, a.ndim) == (type_name, values, ndim)
                   and a.layout not in ("record", "scalar")
                   and (a.name not in self.written or self.chance(0.1 if writable else 0.06))]
        if fitting and self.chance(0.6) or len(self.arrays) > 9 and fitting:
            return self.draw.choice(fitting)
        return self.new_array(type_name, values, ndim)

    def subscript(self, iterator, read=False):
        """Of one iterator; distinct iterations give distinct values."""
        i = ("var", iterator)
        if read and self.wants("narrow subscript", 0.02):
            self.tag("narrow subscript")
            return self.draw.choice(
                [("cast", self.draw.choice(("unsigned char", "short", "int", "unsigned", "signed char")), i),
                 ("bin", "&", i, ("int", self.draw.choice((1, 7, 31)))),
                 ("bin", "%", i, ("int", self.draw.choice((2, 5)))),
                 ("bin", "/", i, ("int", self.draw.choice((2, 3))))])
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
            self.tag({"constant": "constant array"}.get(array.layout, array.layout) if array.ndim > 1
                     or array.layout == "constant" else "one dimension")
        return ("get", name, tuple(subscripts), "")

    def record(self, iterators, type_name, read=True):
        names = [a.name for a in self.arrays.values() if a.layout == "record"
                 and (not read or a.name not in self.written)]
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
        same = [(n, s) for n, (its, s) in self.written.items()
                if (self.arrays[n].type, self.arrays[n].values) == (type_name, values)
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
            subscripts[self.draw.randrange(ndim)] = self.draw.choice(
                [("int", 0), ("int", 2), ("bin", "+", ("var", iterators[0]), ("var", iterators[-1]))])
        if self.wants("gather", 0.03):
            self.tag("gather")
            index = [a.name for a in self.arrays.values() if a.values == "index" and a.limit == 7]
            index = index[0] if index else self.new_array("int", "index", 1, 7)
            if self.arrays[name].layout == "constant" or self.focus in ("gather", "bare gather"):
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
            divisor = self.draw.choice([("int", 3), ("int", 7), ("int", -2),
                                        ("bin", "+", ("bin", "&", sub(), ("int", 7)), ("int", 1))])
            return ("bin", self.draw.choice("/%"), sub(), divisor)
        if self.wants("shift", 0.05):
            self.tag("shift")
            amount = self.draw.choice([("int", 1), ("int", 3), ("bin", "&", self.leaf(iterators), ("int", 3))])
            return ("bin", ">>", sub(),
                    amount) if self.chance(0.5) else ("bin", "<<", ("bin", "&", sub(), ("int", 255)), amount)
        if self.wants("cast", 0.06):
            self.tag("cast")
            kind = self.draw.choice(["unsigned char", "short", "signed char", "long", "unsigned", "unsigned short",
                                     "_Bool"])
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
            name = self.draw.choice(["sqrt", "fabs", "sin", "exp", "fmax", "fmin", "floor", "sqrtf", "fabsf", "fmaxf",
                                     "cosf"])
            if name.startswith(("fmin", "fmax")):
                return ("call", name, sub(), sub())
            if name.startswith("sqrt"):
                return ("call", name, ("call", "fabs" + name[4:], sub()))
            return ("call", name, sub())
        if self.wants("cast", 0.04):
            self.tag("cast")
            return ("cast", self.draw.choice(REALS),
                    self.draw.choice((sub, lambda: self.integer_value(iterators, 1)))())
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
            simple = [("bin", ">", i, ("int", 0)), ("bin", "!=", i, j), ("bin", "<=", i, j),
                      ("bin", "==", ("bin", "%", i, ("int", 2)), ("int", 0)),
                      ("bin", "<", ("bin", "+", i, ("int", 1)), ("var", self.draw.choice("nm"))),
                      ("bin", "==", i, ("int", 3))]
            one = self.draw.choice(simple)
            return ("bin", self.draw.choice(("&&", "||")), one, self.draw.choice(simple)) if self.chance(0.2) else one
        self.tag("data condition")
        type_name = self.type()
        left = self.read(iterators, type_name)
        right = self.read(iterators, type_name) if self.chance(0.4) else ("real", "0.5") if is_float(type_name) else (
            "int", self.draw.randrange(5))
        one = ("bin", self.draw.choice(("<", ">", "<=", ">=", "!=", "==")), left, right)
        return ("un", "!", one) if self.chance(0.1) else one
