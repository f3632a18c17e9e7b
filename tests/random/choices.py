"""Nests that look for an extreme value and its place, or accumulate where the place is computed. Each method gives
(statements, depth)."""
from program import TYPES, Array, is_float
from shapes import Shapes, minus, plus, times, var


class Choices(Shapes):
    # ---- the place of an extreme value

    def argmax_form(self):
        self.tag("argmax")
        type_name = self.draw.choice(["float", "double", "int", "short", "unsigned", "unsigned char", "long"])
        self.tag("reduction of " + type_name)
        form = self.draw.choice((self.argmax_by_place, self.argmax_whole, self.argmax_whole, self.argmax_rows,
                                 self.argmax_rows, self.argmax_in_memory))
        return form(type_name)

    def data_class(self, type_name):
        return self.draw.choice(("data", "free")) if is_float(type_name) else "data"

    def argmax_by_place(self, type_name):
        """if (a[i] > a[best]) best = i;"""
        name, best = self.new_array(type_name, self.data_class(type_name), 1), self.fresh("best")
        kind = self.narrow_iterator()
        self.scalars[best] = (kind, "place", ("int", 0), True)
        loop = self.loop("i", self.draw.choice((0, 1)), var("n"), kind)
        here, there = self.get(name, (var("i"),)), self.get(name, (var(best),))
        test = ("bin", self.draw.choice(("<", ">", "<=", ">=")), here, there)
        if self.chance(0.3):
            return [("for", loop, [("set", var(best), "=", ("pick", test, var("i"), var(best)))])], 1
        return [("for", loop, [("if", test, [("set", var(best), "=", var("i"))], [])])], 1

    def argmax_whole(self, type_name):
        """if (a[i][j] > m) { m = a[i][j]; x = i; y = j; z = b[i][j]; }"""
        depth = self.draw.choice((1, 1, 2))
        iterators = ["i", "j"][:depth]
        name, values = self.new_array(type_name, self.data_class(type_name), depth), None
        values = self.arrays[name].values
        most, kind = self.fresh("most"), self.narrow_iterator()
        self.scalars[most] = (type_name, "free" if is_float(type_name) else "sum", ("int", self.draw.choice((0, 1))),
                              True)
        value = self.get(name, tuple(map(var, iterators)))
        if is_float(type_name) and self.chance(0.3):
            value = ("call", "fabs" + ("f" if type_name == "float" else ""), value)
        elif self.chance(0.2):
            value = ("bin", "-", value,
                     ("cast", type_name, self.get(self.new_array(type_name, values, 1), (var("i"),))))
        taken = [("set", var(most), "=", value)]
        for iterator in iterators:
            if self.chance(0.85):
                at = self.fresh("at")
                self.scalars[at] = (kind, "at", ("int", self.draw.choice((0, -1)) if TYPES[kind][0] == "s" else 0),
                                    True)
                taken.append(("set", var(at), "=", var(iterator) if self.chance(0.85) else plus(var(iterator), 1)))
        if self.chance(0.3):
            pay, of = self.fresh("pay"), self.any_type()
            self.scalars[pay] = (of, self.values_of(of), ("int", 0), True)
            taken.append(("set", var(pay), "=",
                          self.get(self.new_array(of, self.values_of(of), depth), tuple(map(var, iterators)))))
        if self.chance(0.4):
            self.draw.shuffle(taken)
        test = ("bin", self.draw.choice(("<", ">", "<=", ">=")), value, var(most))
        if self.chance(0.15):
            test = ("bin", "&&", self.condition(iterators), test)
        if self.chance(0.2):
            body = [("set", s[1], "=", ("pick", test, s[3], s[1])) for s in taken]
        else:
            body = [("if", test, taken, [])]
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            step = self.draw.choice((1, 1, 1, 2))
            body = [("for", self.loop(iterator, 0, var(size), kind, step), body)]
        return body, depth

    def argmax_rows(self, type_name):
        name = self.new_array(type_name, self.data_class(type_name), 2)
        places = self.new_array("int", "data", 1)
        mosts = self.new_array(type_name, "free" if is_float(type_name) else "sum", 1)
        self.arrays[places].values = "sum"
        value, kind = self.get(name, (var("i"), var("j")) if self.chance(0.7) else (var("j"), var("i"))), "int"
        most, at = self.fresh("most"), self.fresh("at")
        first = ("int", 0) if self.chance(0.5) else self.get(name, (var("i"), ("int", 0)))
        self.scalars[most] = (type_name, "free" if is_float(type_name) else "sum", ("int", 0), self.chance(0.2))
        self.scalars[at] = (kind, "at", ("int", 0), self.chance(0.2))
        test = ("bin", self.draw.choice(("<", ">", "<=", ">=")), value, var(most))
        taken = [("set", var(most), "=", value), ("set", var(at), "=", var("j"))]
        inner = ("for", self.loop("j", self.draw.choice((0, 1)), var("m"), kind), [("if", test, taken, [])])
        body = [("set", var(most), "=", first), ("set", var(at), "=", ("int", 0)), inner,
                ("set", self.get(places, (var("i"),)), "=", var(at)),
                ("set", self.get(mosts, (var("i"),)), "=", var(most))]
        if self.chance(0.3):
            body.pop()
        return [("for", self.loop("i", 0, var("n"), kind), body)], 2

    def argmax_in_memory(self, type_name):
        name = self.new_array(type_name, self.data_class(type_name), 2)
        mosts = self.new_array(type_name, "free" if is_float(type_name) else "sum", 1)
        places = self.new_array("int", "sum", 1)
        value = self.get(name, (var("i"), var("j")))
        most, at = self.get(mosts, (var("i"),)), self.get(places, (var("i"),))
        test = ("bin", self.draw.choice(("<", ">", "<=", ">=")), value, most)
        body = [("if", test, [("set", most, "=", value), ("set", at, "=", var("j"))], [])]
        outer, inner = self.loop("i", 0, var("n")), self.loop("j", 0, var("m"))
        if self.chance(0.4):
            outer, inner = inner, outer
        return [("for", outer, [("for", inner, body)])], 2

    # ---- accumulating where the place is computed

    def keyed(self):
        self.tag("by key")
        type_name = self.draw.choice([self.wrapping(), "int", "float", "double"])
        self.types = [type_name if type_name != "int" or self.chance(0.5) else "int"]
        depth = self.draw.choice((1, 1, 2))
        iterators = ["i", "j"][:depth]
        i = var(self.draw.choice(iterators))
        form = self.draw.choice(("key", "key", "scaled", "remainder", "quotient", "masked", "two"))
        index = lambda limit: self.get(self.new_array("int", "index", 1, limit), (i,))
        key = {"key": lambda: index(9), "scaled": lambda: plus(times(index(5), 2), 1),
               "remainder": lambda: ("bin", "%", i, ("int", self.draw.choice((2, 7)))),
               "quotient": lambda: ("bin", "/", i, ("int", self.draw.choice((3, 4)))),
               "masked": lambda: ("bin", "&", i, ("int", 7)),
               "two": lambda: index(4)}[form]()
        values = "sum" if is_float(type_name) or type_name == "int" else "data"
        ndim = 2 if form == "two" or self.chance(0.15) else 1
        name = self.new_array(type_name, values, ndim)
        if form in ("key", "scaled", "two") and not self.bare and self.chance(0.7):
            self.arrays[name].layout, self.arrays[name].restrict = "constant", False
            self.arrays["G" + self.name + "_" + name] = Array("G" + self.name + "_" + name, type_name, values, ndim,
                                                              "constant")
            name = "G" + self.name + "_" + name
        row = ndim == 2 and depth == 2 and i == var("i") and self.chance(0.6)  # that is updated along `j`
        place = self.get(name, (key, var("j") if row else index(5)) if ndim == 2 else (key,))
        self.written[name] = ([], ())
        self.types = [type_name]
        op = self.draw.choice(("+", "-", "*") if is_float(type_name)
                              else ("+", "+", "-", "*", "&", "|", "^", "&&", "||"))
        kind = self.draw.randrange(5)
        if kind == 4:
            body = self.marked(place, i)
        elif kind == 0:
            if is_float(type_name):
                self.arrays[name].values = "free"
            value = self.get(self.new_array(type_name, self.data_class(type_name), 1), (i,))
            test = ("bin", self.draw.choice(("<", ">", "<=", ">=")), value, place)
            update = ("set", place, "=", ("pick", test, value, place))
            if self.chance(0.5):
                update = ("if", test, [("set", place, "=", value)], [])
            self.tag("maximum")
            body = [update]
        else:
            body = [self.combined(place, op, self.operand(iterators, type_name, op))]
            if self.chance(0.2):
                body.append(self.combined(place, op, self.operand(iterators, type_name, op)))
            if self.chance(0.2):
                body = [("if", self.condition(iterators), body, [])]
        if self.chance(0.15):
            body += self.reduction(iterators)
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            body = [("for", self.loop(iterator, 0, var(size), self.narrow_iterator()), body)]
        return body, depth

    def marked(self, place, i):
        """seen[key[i]] = 1; also where it was not seen before, with more of the same kind or not."""
        self.tag("marks")
        one = ("int", self.draw.choice((1, 1, 3)))
        mark = ("set", place, "=", one)
        body = [mark]
        if self.chance(0.4):
            more = self.new_array("int", "data", 1)
            at = self.draw.choice((place[2][0], i, ("int", 2)))
            body.append(("set", self.get(more, (at,)), "=", self.draw.choice((("int", 4), ("int", 4), i))))
        if self.chance(0.2):
            body.append(("set", place, "=", self.draw.choice((one, ("int", 2)))))
        if self.chance(0.5):
            body = [("if", ("bin", self.draw.choice(("==", "!=", "<", ">")), place, ("int", 1)), body, [])]
        return body

    def several_places(self):
        """r[0] += ..; if (x > r[1]) r[1] = x; if (c) r[2] = i;"""
        self.tag("several places")
        type_name = self.draw.choice(["int", "float", "double", "unsigned", self.wrapping()])
        depth = self.draw.choice((1, 1, 2))
        self.types = [type_name]
        iterators, rows = ["i", "j"][:depth], self.chance(0.4)
        name = self.new_array(type_name, "sum", 2 if rows else 1)
        self.written[name] = ([], ())
        body = []
        for position in self.draw.sample(range(5), self.draw.choice((2, 3, 4))):
            place = self.get(name, ((var("i"),) if rows else ()) + (("int", position),))
            inside = iterators
            op = self.draw.choice(("+", "+", "*") if is_float(type_name) else ("+", "-", "*", "&", "|", "^", "&&"))
            kind = self.draw.randrange(5)
            value = self.get(self.new_array(type_name, "data", depth), tuple(map(var, iterators)))
            if kind == 0:
                body.append(("if", ("bin", self.draw.choice(("<", ">", ">=")), value, place),
                             [("set", place, "=", value)], []))
            elif kind == 1:
                body.append(("if", self.condition(inside), [("set", place, "=", self.draw.choice([value, ("int", 3)]))],
                             []))
            else:
                body.append(self.combined(place, op, self.operand(inside, type_name, op)))
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            down = self.chance(0.2)
            loop = self.loop(iterator, minus(var(size), 1) if down else 0, ("int", 0) if down else var(size),
                             step=self.draw.choice((1, 1, 2)), test=">=" if down else "<")
            body = [("for", loop, body)]
        return body, depth
