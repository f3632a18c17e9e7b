"""Single statements of random functions: element by element, and reductions of all kinds."""
from expressions import INTEGERS, REALS, Expressions
from program import TYPES, Array, is_float


class Statements(Expressions):
    def value_for(self, iterators, type_name, values):
        if is_float(type_name):
            if values == "free":
                return self.free_value(iterators, type_name)
            return self.draw.choice([lambda: self.read(iterators, type_name),
                                     lambda: ("cast", type_name, self.small_for_real(iterators)),
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
        values = self.draw.choice(("free", "free", "data") if is_float(type_name) else ("data", "data", "sum"))
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
        fitting = [a.name for a in self.arrays.values() if a.layout in ("vla", "flat") and a.ndim == 2
                   and a.type == type_name and a.values == values
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
            value = work[0][3]
            if is_float(type_name) and work[0][2] == "=":
                value = ("bin", "+", place, ("int", 1))
            work[0] = work[0][:3] + (value,)
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
        wanted = [f for f in ("sum", "difference", "product", "bits", "logical", "minimum", "maximum")
                  if f == self.focus]
        if self.focus in ("by function", "by if", "by ?:"):
            wanted = ["minimum", "maximum"]
        kind = self.draw.choice(wanted or ["sum", "sum", "sum", "difference", "product", "bits", "logical", "minimum",
                                           "maximum"])
        type_name = self.type()
        if kind in ("bits", "logical") and is_float(type_name):
            type_name = self.integer()
        self.tag(kind, "reduction of " + type_name)
        if kind in ("minimum", "maximum"):
            return self.extremum(iterators, type_name, kind)
        op = {"sum": "+", "difference": "-", "product": "*", "bits": self.draw.choice("&|^"),
              "logical": self.draw.choice(("&&", "||"))}[kind]
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
        return [self.converted(type_name, self.combined(place, op, operand))]

    def converted(self, type_name, update):
        """At times the new value is converted on its way: not all of it may arrive."""
        if update[2] != "=" or not self.wants("converted update", 0.25):
            return update
        self.tag("converted update")
        narrow = ["signed char", "unsigned char", "short", "_Bool"]
        kinds = REALS if is_float(type_name) else narrow + INTEGERS
        return update[:3] + (("cast", self.draw.choice(kinds), update[3]),)

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
        real = is_float(type_name)
        value = self.free_value(iterators, type_name, 1) if real else self.operand(iterators, type_name, "+")
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
            condition = ("bin", less if greater else more, place, value)
            if self.chance(0.6):
                condition = ("bin", test, value, place)
            return [("if", condition, [("set", place, "=", value)] + at, [])]
        if form == "by ?:":
            one = ("pick", ("bin", test, place, value), place, value)
            if self.chance(0.5):
                one = ("pick", ("bin", test, value, place), value, place)
            return [self.converted(type_name, ("set", place, "=", one))]
        call = ("fmax" if greater else "fmin") + ("f" if type_name == "float" and self.chance(0.7) else "")
        one = ("call", call) + self.draw.choice(((place, value), (value, place)))
        return [self.converted(type_name, ("set", place, "=", one))]

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
            if is_float(type_name):
                value = self.free_value(iterators, type_name, 1)
            else:
                value = ("bin", "%", self.integer_value(iterators, 1), ("int", 50))
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
                result.append(("set", ("local", name, ("int", position)), "=",
                               self.value_for(iterators, type_name, "data")))
            work = self.map(iterators)
            target = self.arrays[work[0][1][1]]
            if not is_float(target.type) and work[0][2] == "=":
                index = ("bin", "%", ("var", iterators[-1]), ("int", 3))
                work = [("set", work[0][1], "=", ("local", name, index))]
            result += work
        if len(iterators) >= 2 and self.wants("row pointer", 0.04):
            row, work = self.through_row(iterators)
            result += [row] + work
        reductions = ("sum", "difference", "product", "bits", "logical", "minimum", "maximum", "by if", "by ?:",
                      "by function", "conditional reduction", "argmax", "by key", "into element", "into pointer",
                      "mixed reductions", "scalar of an earlier nest")
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
