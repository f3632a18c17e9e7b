"""Whole nests of the kinds that people write and that are easy to get wrong. Each method gives (statements, depth)."""
from program import TYPES, Array, Loop, is_float
from shapes import Shapes, minus, plus, times, var


class Patterns(Shapes):
    # ---- sequential loops around parallel ones

    def swapped(self):
        """for t { B = f(A); swap A and B }"""
        self.tag("pointer swap")
        self.size_type = "int"
        type_name, ndim = self.draw.choice(["float", "double", "int", "unsigned"]), self.draw.choice((1, 1, 2))
        layout = "flat"  # pointers to rows of a variable length are no types of C++
        names = []
        for _ in range(2):
            names.append(self.fresh("A"))
            self.arrays[names[-1]] = Array(names[-1], type_name, self.values_of(type_name), ndim, layout,
                                           self.restrict and self.chance(0.7))
        one, other = names
        self.twins = [tuple(names)]
        iterators = ["i", "j"][:ndim]
        here = tuple(map(var, iterators))
        near = [self.get(one, here[:d] + (("bin", op, here[d], ("int", 1)),) + here[d + 1:]) for d in range(ndim)
                for op in "+-"]
        value = self.mixed(type_name, near[0], near[1] if self.chance(0.7) else self.get(one, here))
        body = [("set", self.get(other, here), "=", value)]
        whole = self.chance(0.3)
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            body = [("for", self.loop(iterator, 0 if whole else 1, var(size) if whole else minus(var(size), 1)), body)]
        if self.chance(0.25):
            extra = self.new_array(type_name, self.values_of(type_name), 1)
            body.append(("for", self.loop("i", 0, var("n")),
                         [("set", self.get(extra, (var("i"),)), "=", self.get(other, (var("i"),) * ndim))]))
        swap = ("swap", one, other) if self.chance(0.7) else ("swap", other, one)
        if self.chance(0.12):
            swap = ("if", ("bin", "==", ("bin", "%", var("time"), ("int", 2)), ("int", 0)), [swap], [])
        body = [swap] + body if self.chance(0.15) else body + [swap]
        return [("for", self.loop("time", 0, var("p") if self.chance(0.5) else ("int", self.draw.choice((1, 2, 5)))),
                 body)], ndim + 1

    def factored(self):
        """Like LU and its family: a loop that stays on the host around kernels of several shapes."""
        self.tag("host loop", "imperfect")
        type_name = self.wrapping() if self.chance(0.6) else self.draw.choice(["float", "double"])
        square = self.new_array(type_name, self.values_of(type_name), 2)
        line = self.new_array(type_name, self.values_of(type_name), 1)
        self.written[square] = self.written[line] = ([], ())
        k, i, j = var("k"), var("i"), var("j")
        n = var("n")

        def place(*names):
            return self.get(square, names) if len(names) == 2 else self.get(line, names)

        def some(its):
            if self.chance(0.3):
                return place(self.draw.choice(its))
            return place(self.draw.choice(its), self.draw.choice(its))

        def update(target, its):
            a, b = some(its), some(its)
            if is_float(type_name):
                return ("set", target, "=", minus(times(target, ("real", "0.5")), times(a, b)) if self.chance(0.6)
                        else self.mixed(type_name, a, b))
            return ("set", target, self.draw.choice(("-=", "+=", "=", "^=")), times(a, b))

        def part():
            lower = self.draw.choice([plus(k, 1), plus(k, 1), k, ("int", 0)])
            upper = k if lower == ("int", 0) and self.chance(0.5) else n
            kind = self.draw.randrange(4)
            if kind == 0:
                return update(place(k, k) if self.chance(0.6) else place(k), [k])
            if kind == 1:
                target = place(i, k) if self.chance(0.5) else place(k, i) if self.chance(0.6) else place(i)
                return ("for", self.loop("i", lower, upper), [update(target, [k, k, i])])
            inner = self.loop("j", self.draw.choice([lower, plus(i, 1) if self.chance(0.3) else lower, ("int", 0)]),
                              self.draw.choice([n, n, plus(i, 1)]))
            body = [("for", inner, [update(place(i, j), [k, i, j])])]
            if self.chance(0.4):
                body.insert(self.draw.randrange(2), update(place(i, k), [k, i]))
            return ("for", self.loop("i", lower, upper), body)

        body = [part() for _ in range(self.draw.choice((1, 2, 2, 3)))]
        loop = self.loop("k", 0, n) if self.chance(0.8) else self.loop("k", minus(n, 1), ("int", 0), test=">=")
        return [("for", loop, body)], 3

    def geometric(self):
        """for (s = 1; s < n; s *= 2) and its like."""
        self.tag("geometric step")
        type_name = self.wrapping() if self.chance(0.7) else self.draw.choice(["float", "double"])
        one, other = (self.new_array(type_name, self.values_of(type_name), 1) for _ in range(2))
        s, i, n = var("s"), var("i"), var("n")
        kind = self.draw.choice(["int", "long", "unsigned", "size_t"])
        self.size_type = kind if TYPES[kind][0] == "u" else "int"
        factor = self.draw.choice((2, 2, 3, 4))
        form = self.draw.randrange(4)
        if form == 0:
            inner = [("for", self.loop("i", 0, s, kind),
                      [("set", self.get(one, (i,)), "=",
                        self.mixed(type_name, self.get(one, (i,)), self.get(one, (plus(i, s),))))])]
        elif form == 1:
            inner = [("for", self.loop("i", s, n, kind),
                      [("set", self.get(other, (i,)), "=",
                        self.mixed(type_name, self.get(one, (i,)), self.get(one, (minus(i, s),))))]),
                     ("for", self.loop("i", s, n, kind), [("set", self.get(one, (i,)), "=", self.get(other, (i,)))])]
        elif form == 2:
            loop = self.loop("i", 0, n, kind)
            value = self.mixed(type_name, self.get(one, (i,)), ("cast", type_name, s))
            inner = [("for", loop, [("set", self.get(one, (i,)), "=", value)])]
        else:
            table = self.new_array(type_name, self.values_of(type_name), 1)
            inner = [("set", self.get(table, (s,)), "=", self.get(one, (s,)))] + self.map_over("i", n, type_name)
        loop = self.loop("s", 1, n, kind)
        if form == 0 or self.chance(0.3):
            loop = self.loop("s", ("bin", "/", n, ("int", 2)), ("int", 0), kind, test=">")
        loop.scale = factor
        return [("for", loop, inner)], 2

    def map_over(self, name, size, type_name):
        target, source = (self.new_array(type_name, self.values_of(type_name), 1) for _ in range(2))
        return [("for", self.loop(name, 0, size),
                 [("set", self.get(target, (var(name),)), "=", self.get(source, (var(name),)))])]

    # ---- what only looks like a reduction, and what needs a part of the range apart

    def scan(self):
        self.tag("scan")
        type_name = self.wrapping()
        source, target = self.new_array(type_name, "data", 1), self.new_array(type_name, "data", 1)
        total = self.fresh("run")
        self.scalars[total] = (type_name, "data", ("int", 1), self.chance(0.6))
        i, n = var("i"), var("n")
        here, there = self.get(source, (i,)), self.get(target, (i,))
        op = self.draw.choice(("+=", "*=", "^=", "|="))
        add, store = ("set", var(total), op, here), ("set", there, "=", var(total))
        form = self.draw.randrange(12)
        if form >= 9:
            return self.recurrence(form), 1
        if form >= 6:
            return self.running(form, type_name, source, target, total), 1
        if form < 2:
            body = [add, store] if form else [store, add]
        elif form == 2:
            body = [("set", there, "=", ("bin", op[0], self.get(target, (minus(i, 1),)), here))]
        elif form == 3:
            body = [("if", ("bin", ">", here, var(total)), [("set", var(total), "=", here)], []), store]
        elif form == 4:
            body = [("if", ("bin", ">", here, ("int", 3)), [add], []), ("if", self.condition(["i"]), [store], [])]
        else:
            count = self.fresh("count")
            self.tag("compaction")
            self.scalars[count] = ("int", "place", ("int", 0), True)
            keep = [("set", self.get(target, (var(count),)), "=", here), ("set", var(count), "=", plus(var(count), 1))]
            body = [("if", ("bin", ">", here, ("int", 2)), keep, [])]
            return [("for", self.loop("i", 0, n), body)], 1
        loop = self.loop("i", 1 if form == 2 else 0, n)
        if self.chance(0.35) and form != 2:
            square, results = self.new_array(type_name, "data", 2), self.new_array(type_name, "data", 2)
            self.tag("scan of rows")
            pair = (i, var("j")) if self.chance(0.7) else (var("j"), i)
            inner = self.renamed(body, here, self.get(square, pair), there, self.get(results, pair))
            start = [("set", var(total), "=", ("int", 0))] if self.chance(0.8) else []
            return [("for", loop, start + [("for", self.loop("j", 0, var("m")), inner)])], 2
        return [("for", loop, body)], 1

    def running(self, form, type_name, source, target, total):
        """Several running values, with maps before and after them, also backward; in place; of elements."""
        i, n = var("i"), var("n")
        here, there = self.get(source, (i,)), self.get(target, (i,))
        op = self.draw.choice(("+=", "*=", "^=", "&="))
        down = self.chance(0.4)
        step = 1 if form == 6 else self.draw.choice((1, 1, 1, 2, 3))
        ends = (minus(n, 2), ("int", 1)) if down else (1, minus(n, 1))
        loop = self.loop("i", *ends, step=step, test=">=" if down else "<")
        if form == 6:
            before = self.get(target, ((plus if down else minus)(i, 1),))
            op = self.draw.choice("+^*")
            value = ("bin", op, *self.draw.choice([(before, here), (here, before)]))
            return [("for", loop, [("set", there, "=", value)])]
        if form == 7:
            return [("for", loop, [("set", var(total), op, here), ("set", here, "=", plus(var(total), 1))])]
        second = self.fresh("run")
        self.scalars[second] = (type_name, "data", ("int", 2), self.chance(0.6))
        add = ("set", var(second), self.draw.choice(("+=", "^=", "|=")), self.mixed(type_name, here, ("int", 3)))
        add = ("if", ("bin", ">", here, ("int", 3)), [add], []) if self.chance(0.6) else add
        body = [("set", var(total), op, times(here, ("int", 3))), add]
        body.insert(self.draw.randrange(3), ("set", there, "=", self.mixed(type_name, var(total), var(second))))
        return [("for", loop, body)]

    def recurrence(self, form):
        """x = a * x + b, of scalars and of elements, also backward; assignments that forget what came before."""
        self.tag("recurrence")
        type_name = self.draw.choice(("unsigned", "unsigned", "unsigned long", "unsigned char", "signed char"))
        source, target, factors = (self.new_array(type_name, "data", 1) for _ in range(3))
        i, n = var("i"), var("n")
        here, there = self.get(source, (i,)), self.get(target, (i,))
        factor = self.draw.choice((("int", 3), self.get(factors, (i,)), self.get(factors, (("int", 0),))))
        down = self.chance(0.3)
        loop = self.loop("i", *((minus(n, 2), ("int", 1)) if down else (1, minus(n, 1))), test=">=" if down else "<")
        if form == 9:
            before = self.get(target, ((plus if down else minus)(i, 1),))
            product = ("bin", "*", *self.draw.choice([(before, factor), (factor, before)]))
            return [("for", loop, [("set", there, "=", ("bin", self.draw.choice("+-"), here, product))])]
        value = self.fresh("run")
        self.scalars[value] = (type_name, "data", ("int", 2), self.chance(0.6))
        update = ("set", var(value), "=", plus(times(factor, var(value)), here))
        forget = ("set", var(value), "=", self.draw.choice((("int", 5), here)))
        if form == 11:
            update = self.draw.choice((("set", var(value), self.draw.choice(("+=", "^=", "|=")), here),
                                       ("if", ("bin", ">", here, var(value)), [("set", var(value), "=", here)], [])))
        forget = ("if", ("bin", "==", self.draw.choice((i, here)), ("int", self.draw.randrange(6))), [forget], [])
        body = self.draw.choice(([update], [update, forget], [forget, update], [forget])) if form == 10 else \
            self.draw.choice(([update, forget], [forget, update]))
        body.insert(self.draw.randrange(len(body) + 1), ("set", there, "=", var(value)))
        return [("for", loop, body)]

    def chained(self):
        """Running values that are computed from others before or after those change, also through temporaries."""
        self.tag("chained values")
        type_name = self.draw.choice(("unsigned", "unsigned", "unsigned long", "unsigned char"))
        source, target = self.new_array(type_name, "data", 1), self.new_array(type_name, "data", 1)
        i, n = var("i"), var("n")
        here, there = self.get(source, (i,)), self.get(target, (i,))
        names, body = [], []
        for _ in range(self.draw.choice((2, 2, 3, 4))):
            own, near = var(self.fresh("run")), self.draw.choice(names) if names else here
            self.scalars[own[1]] = (type_name, "data", ("int", self.draw.randrange(3)), self.chance(0.7))
            names.append(own)
            value = self.draw.choice((here, near, plus(near, here), times(here, near)))
            if self.chance(0.3):
                value = minus(here, own)
            if self.chance(0.4):
                name = self.fresh("t")
                body.append(("declare", type_name, name, value))
                value = times(var(name), self.draw.choice((near, ("int", 3), here)))
                if self.chance(0.5):
                    names.append(var(name))
            linear = ("set", own, "=", plus(times(own, self.draw.choice((near, ("int", 5)))), value))
            update = self.draw.choice((("set", own, "+=", value), ("set", own, "-=", value), linear,
                                       ("set", own, "^=", self.draw.choice((here, near)))))
            body.append(update)
        if self.chance(0.5):
            body.insert(self.draw.randrange(len(body) + 1), ("set", there, "=", here))
            body.append(("set", there, "=", self.draw.choice(names)))
        if self.chance(0.4):
            body = [("if", ("bin", ">", here, ("int", 3)), body, [])]
        return [("for", self.loop("i", 0, n), body)], 1

    def first_flags(self):
        """A flag that tells the first iteration of a kind, which sets a value that the others combine."""
        self.tag("first flag")
        type_name = self.draw.choice(("unsigned", "int", "long", "unsigned char"))
        source, target = self.new_array(type_name, "data", 1), self.new_array(type_name, "data", 1)
        i, flag, value = var("i"), var(self.fresh("flag")), var(self.fresh("run"))
        here = self.get(source, (i,))
        first, later = self.draw.choice(((0, 1), (1, 0), (3, 5), (0, 7)))
        self.scalars[flag[1]] = ("int", "at", ("int", first), self.chance(0.6))
        self.scalars[value[1]] = (type_name, "data", ("int", 2), True)
        more = self.draw.choice((("set", value, "^=", here), ("set", value, "|=", here),
                                 ("if", ("bin", "<", here, value), [("set", value, "=", here)], []),
                                 ("set", self.get(target, (i,)), "=", here)))
        begin = [("set", value, "=", here), ("set", flag, "=", ("int", later))]
        question = ("bin", "==", flag, ("int", first)), begin, [more]
        if self.chance(0.5):
            question = ("bin", "!=", flag, ("int", first)), [more], begin
        body = [("if", *question)]
        if self.chance(0.7):
            body = [("if", ("bin", ">", here, ("int", self.draw.randrange(12))), body, [])]
        if self.chance(0.3):
            body.append(("set", self.get(target, (plus(i, self.draw.choice((0, 0, 1))),)), "=", plus(flag, here)))
        return [("for", self.loop("i", 0, minus(var("n"), 1)), body)], 1

    def renamed(self, item, *pairs):
        for old, new in zip(pairs[::2], pairs[1::2]):
            if item == old:
                return new
        if isinstance(item, (tuple, list)):
            return type(item)(self.renamed(part, *pairs) for part in item)
        return item

    def split(self):
        """One iteration writes what all read."""
        self.tag("index-set splitting")
        type_name = self.any_type()
        depth = self.draw.choice((1, 2, 2))
        name = self.new_array(type_name, self.values_of(type_name), depth)
        other = self.new_array(type_name, self.values_of(type_name), depth)
        self.written[name] = ([], ())
        self.extra_sizes["pin"] = (0, 6)
        iterators = ["i", "j"][:depth]
        here = tuple(map(var, iterators))
        pivot = self.draw.choice([var("pin"), ("int", 0), minus(var("n"), 1), var("pin"), ("int", 2)])
        fixed = list(here)
        fixed[self.draw.randrange(depth)] = pivot
        value = self.mixed(type_name, self.get(name, tuple(fixed)), self.get(self.draw.choice((name, other)), here))
        if depth == 2 and self.chance(0.4):
            value = self.mixed(type_name, self.get(name, (pivot, here[1])), self.get(name, (here[0], pivot)))
        body = [("set", self.get(name, here), "=", value)]
        if self.chance(0.3):
            body = [("if", ("bin", self.draw.choice(("!=", "!=", "<", ">", "==")), var(self.draw.choice(iterators)),
                            pivot), body, [])]
        if self.chance(0.25):
            body.insert(self.draw.randrange(2), ("set", self.get(other, here), "=", self.get(name, tuple(fixed))))
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            body = [("for", self.loop(iterator, 0, var(size)), body)]
        return body, depth

    def parity(self):
        self.tag("parity")
        type_name, depth = self.any_type(), self.draw.choice((1, 1, 2))
        name = self.new_array(type_name, self.values_of(type_name), depth)
        self.written[name] = ([], ())
        i, j = var("i"), var("j")
        if depth == 2:  # red and black
            lower = self.draw.choice([("bin", "%", i, ("int", 2)), plus(("bin", "%", plus(i, 1), ("int", 2)), 1),
                                      plus(("bin", "&", i, ("int", 1)), 1)])
            near = [self.get(name, place)
                    for place in ((i, minus(j, 1)), (i, plus(j, 1)), (minus(i, 1), j), (plus(i, 1), j))]
            a, b = self.draw.sample(near, 2)
            inner = ("for", self.loop("j", lower, var("m"), step=2),
                     [("set", self.get(name, (i, j)), "=", self.mixed(type_name, a, b))])
            loops = [("for", self.loop("i", 1, var("n")), [inner])]
            return loops, 2
        stride = self.draw.choice((2, 2, 3))
        places = [self.get(name, (plus(times(i, stride), c) if c else times(i, stride),)) for c in range(stride + 2)]
        body = []
        for _ in range(self.draw.choice((1, 2))):
            target, a, b = self.draw.choice(places[:stride]), self.draw.choice(places), self.draw.choice(places)
            body.append(("set", target, "=", self.mixed(type_name, a, b)))
        return [("for", self.loop("i", 0, var("n")), body)], 1

    # ---- shapes of loops

    def tiled(self):
        """Tiled by hand: for (ii ..; ii += 8) for (i = ii; i < min(ii + 8, n); i++)."""
        self.tag("hand-tiled")
        type_name, depth = self.any_type(), self.draw.choice((1, 2, 2, 3))
        names = ["i", "j", "k"][:depth]
        size = ("int", self.draw.choice((2, 4, 8, 16))) if self.chance(0.8) else var("step")
        if size[0] == "var":
            self.extra_sizes["step"] = (1, 9)
        kind = self.draw.choice(["int", "int", "size_t", "long"])
        self.size_type = kind
        self.types = [type_name]
        if depth == 3:
            wraps = self.wrapping()
            c, a, b = (self.new_array(wraps, "data", 2) for _ in range(3))
            body = [("set", self.get(c, (var("i"), var("j"))), "+=",
                     times(self.get(a, (var("i"), var("k"))), self.get(b, (var("k"), var("j")))))]
        elif self.chance(0.35):
            self.types = [self.wrapping()]
            body = self.reduction(names)
        else:
            body = self.map(names)
        inner, outer = [], []
        for name, end in zip(names, "nmp"):
            tile, edge = name * 2, plus(var(name * 2), size)
            if self.chance(0.7):
                upper, also = ("pick", ("bin", "<", edge, var(end)), edge, var(end)), None
            else:
                upper, also = edge, var(end)
            outer.append(Loop(tile, kind, True, ("int", 0), "<", var(end), size))
            inner.append(Loop(name, kind, True, var(tile), "<", upper, ("int", 1), 0, 0, also))
        order = outer + inner
        if depth > 1 and self.chance(0.4):
            self.draw.shuffle(outer)
            self.draw.shuffle(inner)
            order = outer + inner
        for loop in reversed(order):
            body = [("for", loop, body)]
        return body, min(depth + 1, 4)

    def flattened(self):
        """for (t = 0; t < n * m; t++) with i = t / m and j = t % m."""
        self.tag("flattened loop", "division")
        type_name = self.any_type()
        kind = self.draw.choice(["int", "int", "long", "size_t", "unsigned"])
        self.size_type = kind
        t, m = var("t"), var("m")
        i, j = ("bin", "/", t, m), ("bin", "%", t, m)
        body = []
        if self.chance(0.6):
            body = [("declare", kind, "row", i), ("declare", kind, "column", j)]
            i, j = var("row"), var("column")
        target, source = (self.new_array(type_name, self.values_of(type_name), 2) for _ in range(2))
        line = self.new_array(type_name, self.values_of(type_name), 1)
        place = self.get(target, (i, j)) if self.chance(0.7) else self.get(line, (t,))
        body.append(("set", place, "=", self.mixed(type_name, self.get(source, self.draw.choice([(i, j), (j, i)])),
                                                   self.get(line, (self.draw.choice([i, j]),)))))
        if self.chance(0.25):
            wraps = self.wrapping()
            sums = self.new_array(wraps, "data", 1)
            body.append(("set", self.get(sums, (self.draw.choice([i, j]),)), "+=", ("cast", wraps, t)))
        return [("for", self.loop("t", 0, times(var("n"), m), kind), body)], 2

    def section(self, clause, name, count):
        """Says how much of an array that is no whole object data choose elements of."""
        if self.sections and self.arrays[name].layout != "constant":
            self.arrays[name].section = (clause, count)

    def offsets(self):
        """Rows of a sparse matrix: for (k = start[i]; k < start[i + 1]; k++)."""
        self.tag("csr")
        limit, self.sections = 90, not self.bare and self.chance(0.85)
        kind = self.draw.choice(["int", "int", "long", "unsigned"])
        ordered = self.chance(0.8)
        start = self.new_array(kind, "offsets" if ordered else "index", 1, limit)
        type_name = self.wrapping() if self.chance(0.6) else self.draw.choice(["float", "double"])
        sums = "data" if not is_float(type_name) else "sum"
        values, results = self.new_array(type_name, "data", 1), self.new_array(type_name, sums, 1)
        i, k = var("i"), var("k")
        self.iterator_type = "int"
        walk, at = self.walked_rows(k) if ordered and self.chance(0.4) else ([], k)
        value = self.get(values, (at,))
        self.section("copyin", values, limit)
        if self.chance(0.7):
            columns = self.new_array("int", "index", 1, 23)
            vector = self.new_array(type_name, "data", 1)
            self.section("copyin", columns, limit)
            self.section("copyin", vector, 23)
            value = times(value, self.get(vector, (self.get(columns, (k,)),)))
        begin, first = self.get(start, (i,)), []
        if walk and self.chance(0.4):
            first = [("declare", kind, self.fresh("b"), begin)]
            begin = var(first[0][2])
        loop = self.loop("k", begin, self.get(start, (plus(i, 1),)), kind if kind != "unsigned" else "unsigned")
        form = self.draw.choice((0, 0, 1, 2, 3, 4, 4))
        place = self.get(results, (i,))
        if form == 0:
            body = [("for", loop, [("set", place, "+=", value)] + walk)]
        elif form == 1:
            name = "acc" + self.fresh("t")
            inner = [("set", var(name), "+=", value)]
            if self.chance(0.2):
                inner = [("if", ("bin", "!=", k, i), inner, [])]
            body = [("declare", type_name, name, ("int", 0)), ("for", loop, inner + walk),
                    ("set", place, "=", var(name))]
        elif form == 2:
            output = self.new_array(type_name, "data", 1)
            self.section("copy", output, limit)
            self.assertions += " independent" if ordered and self.chance(0.8) else ""
            body = [("for", loop, [("set", self.get(output, (at,)), "=", self.get(values, (k,)))] + walk)]
        elif form == 3:
            targets = self.new_array("int", "index", 1, 17)
            output = self.new_array(type_name, sums, 1)
            self.section("copyin", targets, limit)
            self.section("copy", output, 17)
            body = [("for", loop,
                     [("set", self.get(output, (self.get(targets, (k,)),)), "+=", self.get(values, (at,)))] + walk)]
        else:
            name = self.fresh("s")
            self.scalars[name] = (type_name, "sum" if is_float(type_name) else "data", ("int", 1), True)
            body = [("for", loop, [("set", var(name), "+=", value)] + walk)]
        return [("for", self.loop("i", 0, var("n"), "int"), first + body)], 2

    def walked_rows(self, k):
        """A counter that goes through all rows: it is k, less where the first row begins, or less than that."""
        self.tag("walk over rows")
        name = "k" + self.fresh("c")
        self.before.append(("declare", self.draw.choice(["int", "long", "long"]), name, ("int", 0)))
        return [("advance", name, 1)], ("counter", name, k)

    # ---- what belongs to one iteration

    def private_array(self):
        """T w[4] outside of the loops or inside, filled and used in each iteration, wholly or not."""
        self.tag("private array")
        type_name, count = self.any_type(), self.draw.choice((2, 3, 4))
        outside, name = self.chance(0.6), self.fresh("w")
        source = self.new_array(type_name, self.values_of(type_name), 2)
        target = self.new_array(type_name, self.values_of(type_name), 1)
        i, c = var("i"), var("c")
        own = ("local", name, c)
        fill = self.get(source, (i, c))
        upper = ("int", count) if self.chance(0.85) else ("int", count - 1)
        filling = [("set", own, "=", fill)]
        if self.chance(0.12):
            filling = [("if", self.condition(["i"]), filling, [] if outside else [("set", own, "=", ("int", 2))])]
        use = self.get(target, (i,))
        value = self.mixed(type_name, ("local", name, ("int", 0)), ("local", name, ("int", count - 1)))
        inner = [("for", self.loop("c", 0, upper), filling), ("set", use, "=", value)]
        if self.chance(0.3):
            self.tag("local array")
            wide = self.new_array(type_name, self.values_of(type_name), 2)
            inner.append(("for", self.loop("c", 0, ("int", count)),
                          [("set", self.get(wide, (i, c)), "=", ("local", name, minus(("int", count - 1), c)))]))
        declare = ("array", type_name, name, count)
        nest = ("for", self.loop("i", 0, var("n")), inner if outside else [declare] + inner)
        if not outside and upper != ("int", count):
            nest[2].insert(1, ("set", ("local", name, ("int", count - 1)), "=", ("int", 1)))
        if outside:
            self.before += [declare] + [("set", ("local", name, ("int", d)), "=", ("int", d)) for d in range(count)]
        return [nest], 2

    def kept_scalar(self):
        """A scalar that every iteration or only some of them set; its last value is wanted."""
        self.tag("kept scalar")
        type_name, name = self.any_type(), self.fresh("last")
        depth = self.draw.choice((1, 2))
        iterators = ["i", "j"][:depth]
        values = self.values_of(type_name)
        self.scalars[name] = (type_name, values, ("int", 1), True)
        source, target = (self.new_array(type_name, values, depth) for _ in range(2))
        here = tuple(map(var, iterators))
        keep = ("set", var(name), "=", self.get(source, here))
        use = ("set", self.get(target, here), "=", self.mixed(type_name, var(name), self.get(source, here)))
        form = self.draw.choice((0, 0, 1, 2, 3, 4, 4))
        if form == 0:
            body = [keep, use]
        elif form == 1:
            body = [("if", self.condition(iterators), [keep], []), use]
        elif form == 2:
            body = [("if", self.condition(iterators), [keep], [("set", var(name), "=", ("int", 3))]), use]
        elif form == 3:
            body = [("if", self.condition(iterators), [keep, use], [])]
        else:
            found = self.fresh("found")
            self.scalars[found] = ("int", "data", ("int", 0), True)
            body = [("if", self.condition(iterators),
                     [("set", var(found), "=", ("int", 1))] + ([keep] if self.chance(0.3) else []), []),
                    ("set", self.get(target, here), "=", self.get(source, here))]
        sometimes = form == 1
        if depth == 2 and self.chance(0.4):
            sometimes = sometimes or form == 3 or form == 4 and keep in body[0][2]
            inner = [("for", self.loop("j", 0, var("m")), body)]
            if sometimes:
                self.tag("carried scalar")
            after = self.new_array(type_name, values, 1)
            return [("for", self.loop("i", 0, var("n")),
                     inner + [("set", self.get(after, here[:1]), "=", var(name))])], 2
        if sometimes:
            self.tag("carried scalar")
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            body = [("for", self.loop(iterator, self.draw.choice((0, 0, 1)), var(size)), body)]
        return body, depth

    def search(self):
        """The first iteration that fulfils a condition: what it is, or what it reads."""
        self.tag("search")
        type_name = self.any_type()
        values = self.values_of(type_name)
        source = self.new_array(type_name, values, 1)
        forms = [("int", "data", ("int", 1)), ("long", "data", var("i")),
                 (type_name, values, self.get(source, (var("i"),)))]
        taken = []
        for kind, range_of, value in self.draw.sample(forms, self.draw.choice((1, 1, 2, 3))):
            name = self.fresh("found")
            self.scalars[name] = (kind, range_of, ("int", 0), True)
            taken.append(("set", var(name), "=", value))
        body = [("if", self.condition(["i"]), taken + [("break", None)], [])]
        return [("for", self.loop("i", 0, var("n")), body)], 1

    # ---- kinds of arrays

    def fields(self):
        """Two fields of one array of structs."""
        self.tag("record", "several fields")
        base = self.fresh("R")
        names = {}
        for position, (type_name, member) in enumerate([("double", "w"), ("int", "x"), ("float", "v[1]"),
                                                        ("float", "v[2]")]):
            name = base if not position else base + member[0] + member[-2:-1]
            names[name] = member
            self.arrays[name] = Array(name, type_name, self.values_of(type_name) if type_name != "int" else "data", 1,
                                      "record", self.restrict, alias="" if not position else base)
        i = var("i")
        record = lambda name, at=i: ("get", name, (at,), names[name])
        body = []
        for _ in range(self.draw.choice((1, 2, 3))):
            target = self.draw.choice(list(names))
            type_name = self.arrays[target].type
            at = self.draw.choice([i, i, i, plus(i, 1), times(i, 2)])
            value = self.mixed("double" if is_float(type_name) else "int", record(self.draw.choice(list(names)), i),
                               record(self.draw.choice(list(names)), at))
            if not is_float(type_name):
                value = ("bin", "%", plus(record(target, at), var("i")), ("int", 10))
            body.append(("set", record(target), "=", value))
        body.insert(self.draw.randrange(len(body) + 1),
                    ("set", self.get(self.new_array("double", "free", 1), (i,)), "=", record(base)))
        return [("for", self.loop("i", 0, var("n"), self.narrow_iterator()), body)], 1

    def four_dimensions(self):
        self.tag("four dimensions")
        type_name = self.any_type()
        self.types = [type_name]
        ndim = self.draw.choice((3, 4, 4))
        names = ["i", "j", "k", "l"][:ndim]
        target, source = (self.new_array(type_name, self.values_of(type_name), ndim) for _ in range(2))
        order = list(names)
        if self.chance(0.5):
            self.draw.shuffle(order)
        read = tuple(self.draw.choice([var(name), var(name), plus(var(name), 1)]) for name in order)
        value = self.mixed(type_name, self.get(source, read), ("cast", type_name, var(self.draw.choice(names))))
        body = [("set", self.get(target, tuple(map(var, names))), "=", value)]
        if self.chance(0.4):
            wraps = self.wrapping()
            self.tag("into element")
            sums, kept = self.new_array(wraps, "data", ndim - 2), self.draw.sample(names, ndim - 2)
            body.append(("set", self.get(sums, tuple(map(var, sorted(kept)))), "+=", ("cast", wraps, var(names[-1]))))
        for name, size in reversed(list(zip(names, ["n", "m", "p", "n"]))):
            body = [("for", self.loop(name, 0, var(size)), body)]
        return body, ndim
