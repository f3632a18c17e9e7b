"""Windows at the borders of an array: elements outside are left out, or others are taken for them, as people write
it."""
from shapes import Shapes, minus, plus, times, var


def pick(left, op, right, yes, no):
    return ("pick", ("bin", op, left, right), yes, no)


class Borders(Shapes):
    def borders(self):
        """s += A[i + u < 0 ? 0 : i + u][(j + v + m) % m], in loops over windows or written out."""
        self.tag("borders")
        self.border_type = self.draw.choice(["float", self.wrapping(), self.wrapping()])
        self.size_type = self.draw.choice(["int", "int", "int", "long"])
        depth = self.draw.choice((1, 2, 2, 2))
        iterators = ["i", "j"][:depth]
        source, target = (self.line(self.border_type, values, depth)
                          for values in ("data", self.values_of(self.border_type)))
        self.loops_over_windows = self.chance(0.6)
        total = "acc" + self.fresh("t")
        start, one = ("int", 0), self.get(source, tuple(map(var, iterators)))
        body = self.window(source, iterators, var(total))
        body = [("declare", self.border_type, total, start)] + body
        if self.chance(0.3):
            body.append(("set", var(total), "+=", self.near_end(iterators, one, start)))
        if self.chance(0.2):
            body.append(("if", ("bin", self.draw.choice(("==", "!=", ">=")), var(iterators[-1]), ("int", 1)),
                         [("set", var(total), "+=", one)], []))
        body.append(("set", self.get(target, tuple(map(var, iterators))), "=",
                     var(total) if self.border_type == "float" else ("bin", "%", var(total), ("int", 10))))
        return self.around(body, iterators, self.size_type, 0), depth

    def near_end(self, iterators, yes, no):
        name, size = self.draw.choice(list(zip(iterators, "nm")))
        op = self.draw.choice(("<", "<=", ">", ">=", "==", "!="))
        last = minus(var(size), self.draw.choice((0, 1, 3)))
        return pick(plus(var(name), self.draw.choice((0, 1, 2))), op, last, yes, no)

    def window(self, source, iterators, total):
        if self.loops_over_windows:
            names = ["u", "v"][:len(iterators)]
            low = self.draw.choice((-2, -1, -1, 0))
            places = [plus(var(i), var(w)) for i, w in zip(iterators, names)]
            if low == 0:
                places = [minus(place, 1) for place in places]
            body = self.term(source, iterators, places, total)
            reach = self.chance(0.3)
            if reach:  # as far as a parameter says
                self.extra_sizes["reach"] = (0, 5)
            for name in reversed(names):
                high = ("int", self.draw.choice((1, 2, 3)))
                ends = (("un", "-", var("reach")), plus(var("reach"), 1)) if reach else (("int", low), high)
                body = [("for", self.loop(name, *ends, self.size_type if reach else "int"), body)]
            return body
        body = []
        for _ in range(self.draw.choice((1, 2, 3))):
            places = [plus(var(i), self.draw.choice((-3, -1, 0, 1, 2))) for i in iterators]
            body += self.term(source, iterators, places, total)
        return body

    def term(self, source, iterators, places, total):
        """What is added for one element of the window."""
        sizes = [var(size) for size in "nm"[:len(iterators)]]
        if self.chance(0.25):
            test = None
            for place, size in zip(places, sizes):
                both = ("bin", "&&", ("bin", ">=", place, ("int", 0)), ("bin", "<", place, size))
                test = ("bin", "&&", test, both) if test else both
            return [("if", test, [("set", total, "+=", self.get(source, tuple(places)))], [])]
        before, subscripts = [], []
        for place, size in zip(places, sizes):
            more, subscript = self.instead(place, size)
            before += more
            subscripts.append(subscript)
        return before + [("set", total, "+=", self.get(source, tuple(subscripts)))]

    def instead(self, place, size):
        """(statements, the place that is taken for one that may be outside)."""
        last, zero = minus(size, 1), ("int", 0)
        form = self.draw.randrange(7)
        if form == 0:
            return [], pick(place, "<", zero, zero, pick(place, ">=", size, last, place))
        if form == 1:
            low = pick(place, ">", zero, place, zero)
            return [], pick(low, "<", last, low, last)
        if form == 2:
            return [], ("bin", "%", plus(place, times(size, 3)), size)
        if form == 3:  # the neighbours of the first one are those of the last one; further away it is left alone
            near = pick(place, "<", zero, plus(place, size), pick(place, ">=", size, minus(place, size), place))
            low = pick(near, "<", zero, zero, near)
            return [], pick(low, ">=", size, last, low)
        if form == 4:
            return [], ("call", "clamp_place", place, zero, last)
        name = "place" + self.fresh("t")
        low = pick(place, "<", zero, zero, place)
        value = pick(low, ">=", size, last, low)
        first = ("if", ("bin", "<", var(name), zero), [("set", var(name), "=", zero)], [])
        second = ("if", ("bin", ">=" if form == 5 else ">", var(name), size if form == 5 else last),
                  [("set", var(name), "=", last)], [])
        if self.chance(0.3):
            first = ("if", first[1], first[2], [second])
            return [("declare", self.size_type, name, place), first], ("counter", name, value)
        return [("declare", self.size_type, name, place), first, second], ("counter", name, value)
