"""Loops of random functions, with the statements in and between them; and a few whole nests that are used all the
time."""
from program import TYPES, Loop, is_float
from statements import Statements

NAMES = "ijkl"


class Loops(Statements):
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
        value = ("var", name)
        if self.chance(0.5):
            value = ("bin", "+", value, self.value_for(iterators, type_name, values))
        if not is_float(type_name):
            value = ("bin", "%", value, ("int", 10))
        return [("declare", type_name, name, ("int", 1 if kind == "*" else 0)), ("for", loop, body),
                ("set", self.get(target, subscripts), "=", value)]

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
        kind = self.iterator_type
        if self.wants("mixed iterators", 0.06):
            self.tag("mixed iterators")
            kind = self.draw.choice(["int", "long", "unsigned", "size_t", "short", "unsigned char", "unsigned short",
                                     "long long"])
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
            self.scalars[name] = (kind, "at", None, self.chance(0.5))
            if self.scalars[name][3] and (iterators or self.chance(0.5)):
                self.scalars[name] = (kind, "at", ("int", 5), True)
        if self.wants("counted to zero", 0.03):
            self.tag("counted to zero", "down")
            return Loop(name, kind, declared, upper, ">", ("int", 0), ("int", 1), 3)
        if TYPES[kind][0] == "s" and self.wants("down", 0.09):
            self.tag("down")
            if self.chance(0.8):
                return Loop(name, kind, declared, ("bin", "-", upper, ("int", 1)), ">=", lower, step,
                            self.draw.randrange(3))
            return Loop(name, kind, declared, upper, ">", lower, step, self.draw.randrange(3))
        if self.chance(0.08):
            test = "<="
            if TYPES[self.size_type][0] == "s" and self.chance(0.7):
                upper = ("bin", "-", upper, ("int", 1))
        elif step == ("int", 1) and self.wants("not-equal test", 0.03):
            self.tag("not-equal test")
            test = "!="
            lower = ("int", 0)
        return Loop(name, kind, declared, lower, test, upper, step, self.draw.randrange(3))

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
        if self.wants("return", 0.01):
            self.tag("return")
            body.insert(self.draw.randrange(len(body) + 1), ("return", self.rare(inside)))
        return ("for", loop, body)

    def rare(self, iterators):
        """A condition that holds in few iterations, or in none."""
        at = ("bin", "==", ("var", self.draw.choice(iterators)), ("int", self.draw.choice((0, 2, 30, 200))))
        if self.chance(0.3):
            return at
        one = self.condition(iterators)
        return one if self.chance(0.3) else ("bin", "&&", one, at)

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
