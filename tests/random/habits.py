"""How people write what the other files hold: whole nests in the spellings of programs. Each method gives (statements,
depth)."""
from program import TYPES, Array, Loop, is_float
from shapes import Shapes, minus, plus, times, var

INDEX_TYPES = ["int", "short", "unsigned char", "long", "size_t", "unsigned", "unsigned short", "signed char",
               "long long"]


class Habits(Shapes):
    def line(self, type_name, values=None, ndim=1, layout=None):
        name = self.new_array(type_name, values or self.values_of(type_name), ndim)
        if layout and self.arrays[name].layout == "constant":
            self.arrays[name].layout = layout
        return name

    def around(self, body, iterators, kind="int", down=0.15):
        for iterator, size in reversed(list(zip(iterators, "nmp"))):
            if self.chance(down) and TYPES[kind][0] == "s":
                loop = self.loop(iterator, minus(var(size), 1), ("int", 0), kind, test=">=")
            else:
                loop = self.loop(iterator, 0, var(size), kind)
            body = [("for", loop, body)]
        return body

    # ---- loops

    def while_counted(self):
        """int k = 0; while (k < m) { s += A[i][k]; k++; }"""
        self.tag("counted while")
        type_name = self.any_type()
        sums = self.chance(0.6)
        kind = self.draw.choice(["int", "int", "long", "size_t", "unsigned"])
        down = TYPES[kind][0] == "s" and self.chance(0.2)
        size = self.draw.choice([var("m"), ("int", 5), plus(var("i"), 1)])
        lower, upper = (minus(size, 1), ("int", 0)) if down else (("int", self.draw.choice((0, 0, 1))), size)
        loop = Loop("k", kind, True, lower, ">=" if down else "<", upper, ("int", self.draw.choice((1, 1, 2))), 4)
        source = self.line(type_name, "data" if sums else None, 2)
        value = self.get(source, (var("i"), var("k")) if self.chance(0.7) else (var("k"), var("i")))
        if sums:
            name = "acc" + self.fresh("t")
            target = self.line(type_name, "free" if is_float(type_name) else "sum")
            inner = [("set", var(name), "+=", value)]
            if self.chance(0.3):
                inner = [("if", self.condition(["i", "k"]), inner, [])]
            body = [("declare", type_name, name, ("int", 0)), ("for", loop, inner),
                    ("set", self.get(target, (var("i"),)), "=", var(name))]
        else:
            target = self.line(type_name, None, 2)
            body = [("for", loop, [("set", self.get(target, (var("i"), var("k"))), "=", value)])]
        return self.around(body, ["i"]), 2

    def parts(self):
        """for j in 0..e S, then for j in e..m S: parts of one range, which may overlap, leave a gap or differ."""
        self.tag("parts of a range")
        type_name, kind, inside = self.any_type(), self.draw.choice(["int", "int", "long"]), self.chance(0.5)
        i, j, sums = var("i"), var("j"), self.chance(0.3)
        source = self.line(type_name, "data" if sums else None, 2)
        target = self.line(type_name, "free" if is_float(type_name) else "sum" if sums else None, 1 if sums else 2)
        end = self.draw.choice([i, i, ("bin", "/", var("m"), ("int", 2)), var("p"), ("int", 3)])
        begin = plus(end, self.draw.choice((0, 0, 0, 0, 1, -1)))
        place = self.get(target, (i,) if sums else (i, j))

        def part(lower, upper, first):
            value = self.get(source, (i, j) if first or self.chance(0.9) else (j, i))
            body = [("set", place, "+=" if sums else "=", value)]
            if self.chance(0.2):
                body.append(("set", place, "+=", value))
            return ("for", self.loop("j", lower, upper, kind), body)

        both = [part(0, end, True), part(begin, var("m"), False)]
        if inside:
            return self.around(both, ["i"], kind), 2
        return [self.around([one], ["i"], kind)[0] for one in both], 2

    def early(self):
        """if (c[i]) continue; in front of a loop; branches with else inside it."""
        self.tag("early continue", "continue", "nested conditions")
        type_name = self.any_type()
        i, j = var("i"), var("j")
        target, source, flags = self.line(type_name, None, 2), self.line(type_name, None, 2), self.line("int", "data")
        place, value = self.get(target, (i, j)), self.get(source, self.draw.choice([(i, j), (j, i)]))
        other = self.mixed(type_name, value, self.get(source, (i, j)))
        tests = [("bin", self.draw.choice(("<", ">", "!=")), self.get(flags, (i,)), ("int", 2)), ("bin", "<", j, i),
                 ("bin", "==", ("bin", "%", j, ("int", 3)), ("int", 1)),
                 ("bin", ">", value, ("int", 1))]
        self.draw.shuffle(tests)
        last = [("set", place, "=", ("int", 3))] if self.chance(0.7) else []
        inner = [("if", tests[0], [("set", place, "=", value)], [("if", tests[1], [("set", place, "=", other)], last)])]
        if self.chance(0.3):
            inner.insert(0, ("continue", tests[2]))
        outer = [("continue",
                  ("bin", self.draw.choice(("<", ">")), self.get(flags, (i,)), ("int", self.draw.choice((-3, 0, 4)))))]
        if self.chance(0.3):
            outer.append(("set", self.get(self.line(type_name), (i,)), "=", self.get(self.line(type_name), (i,))))
        if self.chance(0.3):
            outer = [("continue", ("bin", "==", ("bin", "%", i, ("int", 2)), ("int", 0)))]
        loop = self.loop("j", self.draw.choice([("int", 0), i]), var("m"))
        body = outer + [("for", loop, inner)]
        if self.chance(0.3):
            sums = self.line(self.wrapping(), "data")
            body.append(("set", self.get(sums, (i,)), "+=", ("cast", self.arrays[sums].type, i)))
        return self.around(body, ["i"], down=0.3), 2

    def ends(self):
        """for (i = m + 2; i > n; i -= 3): both ends are parameters, and there may be no iterations."""
        self.tag("symbolic ends", "down")
        type_name = self.any_type()
        kind = self.draw.choice(["int", "long", "short"])
        self.size_type = self.draw.choice(["int", "long"])
        first, last = self.draw.sample([var("n"), plus(var("m"), 2), minus(var("p"), 1), ("int", 3), var("m")], 2)
        step = self.draw.choice([("int", 1), ("int", 3), var("step")])
        if step[0] == "var":
            self.extra_sizes["step"] = (1, 5)
        if self.chance(0.7):
            loop = Loop("i", kind, True, first, self.draw.choice((">", ">=")), last, step, self.draw.randrange(3))
        else:
            loop = Loop("i", kind, True, first, self.draw.choice(("<", "<=")), last, step, self.draw.randrange(3))
        source, target = self.line(type_name), self.line(type_name)
        i = var("i")
        body = [("set", self.get(target, (i,)), "=",
                 self.mixed(type_name, self.get(source, (i,)), self.get(source, (plus(i, 1),))))]
        if self.chance(0.4):
            self.types = [self.wrapping()]
            body += self.reduction(["i"])
        if self.chance(0.3):
            square = self.line(type_name, None, 2)
            body.append(("for", self.loop("j", i, var("m")),
                         [("set", self.get(square, (i, var("j"))), "=", self.get(target, (i,)))]))
            return [("for", loop, body)], 2
        return [("for", loop, body)], 1

    def flattened_loop(self):
        return self.flattened() if self.chance(0.5) else self.flattened_three()

    def flattened_three(self):
        """for (t = 0; t < n * m * p; t++) with t / (m * p), t / p % m, t % p; or m a number; or j = t - i * m."""
        self.tag("flattened loop", "division")
        type_name, kind = self.any_type(), self.draw.choice(["int", "int", "long", "size_t", "unsigned"])
        self.size_type = kind
        t = var("t")
        three = self.chance(0.5)
        if three:
            m, p = var("m"), var("p")
            total = times(times(var("n"), m), p)
            places = [("bin", "/", t, times(m, p)), ("bin", "%", ("bin", "/", t, p), m), ("bin", "%", t, p)]
            if self.chance(0.4):
                places[0] = ("bin", "/", ("bin", "/", t, p), m)
        else:
            m = ("int", self.draw.choice((8, 10))) if self.chance(0.4) else var("m")
            total = times(var("n"), m)
            places = [("bin", "/", t, m), ("bin", "%", t, m)]
        body, names = [], ["x", "y", "z"][:len(places)]
        if self.chance(0.7):
            body = [("declare", kind, name, place) for name, place in zip(names, places)]
            places = [var(name) for name in names]
        target, source = self.line(type_name, None, len(places)), self.line(type_name, None, len(places))
        order = list(places)
        if self.chance(0.4):
            self.draw.shuffle(order)
        place = self.get(target, tuple(places)) if self.chance(0.6) else self.get(self.line(type_name), (t,))
        other = self.get(self.line(type_name), (self.draw.choice(places + [t]),))
        body.append(("set", place, "=", self.mixed(type_name, self.get(source, tuple(order)), other)))
        if self.chance(0.3):
            body = body[:-1] + [("if", ("bin", ">", places[-1], ("int", 0)), body[-1:], [])]
        return [("for", self.loop("t", 0, total, kind), body)], 3 if three else 2

    def parities(self):
        """for s: buf[(s + 1) % 2][i] = f(buf[s % 2][i - 1], ..)"""
        self.tag("buffers by parity")
        self.size_type = "int"
        type_name = self.any_type()
        buffers = self.line(type_name, None, 2)
        s, i = var("s"), var("i")
        now, then = ("bin", "%", s, ("int", 2)), ("bin", "%", plus(s, 1), ("int", 2))
        if self.chance(0.4):
            now, then = ("bin", "&", s, ("int", 1)), minus(("int", 1), ("bin", "&", s, ("int", 1)))
        value = self.mixed(type_name, self.get(buffers, (now, minus(i, 1))), self.get(buffers, (now, plus(i, 1))))
        inner = ("for", self.loop("i", 1, minus(var("n"), 1)), [("set", self.get(buffers, (then, i)), "=", value)])
        return [("for", self.loop("s", 0, var("p") if self.chance(0.6) else ("int", 4)), [inner])], 2

    def remainder(self, value, number):
        """The test value % number == c, in one of its spellings."""
        left = ("bin", "%", value, ("int", number))
        if number & (number - 1) == 0 and self.chance(0.3):
            left = ("bin", "&", value, ("int", number - 1))
        rest = self.draw.choice((0, 0, 0, 1, number - 1))
        return ("bin", self.draw.choice(("==", "==", "!=")), left, ("int", rest))

    def classes(self):
        """if ((i + 1 - k) % 2 == 0) s += w[k] * x[(i + 9 - k) / 2]; checkerboards; elements of a and b in turn."""
        self.tag("classes of iterations")
        type_name, number = self.wrapping(), self.draw.choice((2, 2, 2, 3, 4, 5))
        self.size_type = self.draw.choice(["int", "int", "long", "short"])
        i, j, k = var("i"), var("j"), var("k")
        moved = self.draw.choice((0, 1, 2, 5))
        form = self.draw.choice(("window", "window", "board", "turns"))
        target = self.line(type_name, None, 2 if form == "board" else 1)
        source, weights = self.line(type_name, None, 2 if form == "board" else 1), self.line(type_name)
        if form == "window":
            taps = ("int", self.draw.choice((2, 3, 4, 6)))
            place = ("bin", "/", minus(plus(i, moved + 6), k), ("int", number))
            test = self.remainder(minus(plus(i, moved), k), number)
            if self.chance(0.5):
                test = ("bin", "&&", test, ("bin", "<", place, var("m")))
            term = ("set", self.get(target, (i,)), "+=", times(self.get(source, (place,)), self.get(weights, (k,))))
            body = [("for", self.loop("k", 0, taps), [("if", test, [term], [])])]
            return self.around(body, ["i"], self.size_type, 0), 2
        if form == "turns":
            place, other = self.get(source, (i,)), self.get(weights, (plus(i, 1),))
            half = self.get(target, (("bin", "/", plus(i, moved), ("int", number)),))
            body = [("if", self.remainder(plus(i, moved), number), [("set", half, "=", place)],
                     [("set", self.get(self.line(type_name), (i,)), "=", other)])]
            return self.around(body, ["i"], self.size_type, 0), 1
        test = self.remainder(plus(plus(i, j), moved), number)
        near = self.get(target, (i, plus(j, 1))) if number == 2 else self.get(source, (i, plus(j, 1)))
        value = self.mixed(type_name, near, self.get(source, (i, ("bin", "/", j, ("int", number)))))
        other = [("set", self.get(self.line(type_name, None, 2), (i, j)), "=", value)] if self.chance(0.5) else []
        body = [("if", test, [("set", self.get(target, (i, j)), "=", value)], other)]
        return self.around(body, ["i", "j"], self.size_type, 0), 2

    # ---- names for things

    def macros(self):
        """#define N 40; #define AT(i, j) A[(i) * m + (j)]"""
        self.tag("macros")
        type_name = self.any_type()
        number = lambda stem, value: ("macro", "%s_%s" % (stem, self.name), value)
        rows, columns = number("ROWS", self.draw.choice((5, 33))), number("COLUMNS", self.draw.choice((7, 40)))
        target, source = (self.line(type_name, None, 2) for _ in range(2))
        for name in (target, source):
            if self.arrays[name].layout == "flat" or self.chance(0.3):
                self.arrays[name].spelled = "macro"
        i, j = var("i"), var("j")
        body = [("set", self.get(target, (i, j)), "=", self.mixed(
            type_name, self.get(source, (i, j)), self.get(source, self.draw.choice([(j, i), (i, plus(j, 1))]))))]
        if self.chance(0.3):
            body = [("if", ("bin", "<", j, minus(columns, 2)), body, [])]
        inner = ("for", self.loop("j", 0, columns), body)
        return [("for", self.loop("i", 0, rows if self.chance(0.6) else var("n")), [inner])], 2

    def planes(self):
        """A struct that holds the arrays: planes.x[i]."""
        self.tag("struct of arrays")
        type_name = self.any_type()
        names = []
        for _ in range(self.draw.choice((2, 3))):
            names.append(self.fresh("A"))
            self.arrays[names[-1]] = Array(names[-1], type_name, self.values_of(type_name), self.draw.choice((1, 1, 2)),
                                           "flat", False, spelled="member")
        iterators = ["i", "j"]
        place = lambda name: self.get(name, tuple(map(var, iterators[:self.arrays[name].ndim])))
        target, others = names[0], names[1:]
        deep = any(self.arrays[name].ndim == 2 for name in names)
        if deep:
            target = next(name for name in names if self.arrays[name].ndim == 2)
            others = [name for name in names if name != target]
        body = [("set", place(target), "=",
                 self.mixed(type_name, place(self.draw.choice(others)), place(self.draw.choice(others))))]
        if self.chance(0.3):
            self.types = [self.wrapping()]
            body += self.reduction(iterators[:1 + deep])
        return self.around(body, iterators[:1 + deep]), 1 + deep

    def rows_of_planes(self):
        """The planes of an image behind pointers of their own: rows[i][j * m + k]."""
        self.tag("rows of planes")
        type_name = self.any_type()
        names = [self.fresh("A") for _ in range(self.draw.choice((2, 2, 3)))]
        for name in names:
            self.arrays[name] = Array(name, type_name, self.values_of(type_name), 3, "flat", False, spelled="rows")
        i, j, k = var("i"), var("j"), var("k")
        target, source = names[0], names[-1]
        near = self.draw.choice([(i, plus(j, 1), k), (i, j, plus(k, 1)), (plus(i, 1), j, k), (i, k, j), (i, j, k)])
        value = self.mixed(type_name, self.get(target if self.chance(0.1) else source, near),
                           self.get(self.draw.choice(names[1:]), (i, j, k)))
        body = [("set", self.get(target, (i, j, k)), "=", value)]
        if self.chance(0.3):
            body = [("if", ("bin", "<", k, minus(var("m"), i)), body, [])]
        if self.chance(0.3):
            self.types = [self.wrapping()]
            body += self.reduction(["i", "j", "k"])
        iterators = ["i", "j", "k"]
        if self.chance(0.5):
            self.draw.shuffle(iterators)
        return self.around(body, iterators), 3

    def tables(self):
        """static const float table[5] = {..}, read by a remainder or through an index array."""
        self.tag("const table")
        type_name, table_type = self.any_type(), self.draw.choice(["float", "double", "int", "unsigned char", "short"])
        rows = self.chance(0.3)
        name = self.fresh("T" + self.name + "_")
        self.arrays[name] = Array(name, table_type, "data", 2 if rows else 1, "table")
        i = var("i")
        index = self.draw.choice([("bin", "%", i, ("int", 7)), ("bin", "&", i, ("int", 3)),
                                  self.get(self.index_array(6), (i,))])
        entry = ("get", name, (index, ("bin", "%", i, ("int", 3))) if rows else (index,), "")
        target, source = self.line(type_name), self.line(type_name)
        value = self.get(source, (i,))
        if is_float(type_name):
            value = times(value, entry)
        elif is_float(table_type):
            value = ("bin", "+", value, ("cast", "int", entry)) if TYPES[type_name][0] == "u" else value
        else:
            value = ("bin", "%", plus(value, entry), ("int", 10)) if type_name == "int" else plus(value, entry)
        body = [("set", self.get(target, (i,)), "=", value)]
        if self.chance(0.4):
            line = self.line(type_name, None, 2)
            copied = ("cast", type_name, ("get", name, ((var("c"),) * (2 if rows else 1)), ""))
            body.append(("for", self.loop("c", 0, ("int", 3)), [("set", self.get(line, (i, var("c"))), "=", copied)]))
            return self.around(body, ["i"]), 2
        return self.around(body, ["i"]), 1

    def index_array(self, limit):
        return self.new_array(self.draw.choice(INDEX_TYPES), "index", 1, limit)

    def ragged(self):
        """T own[3]; for i { for k < length[i] { own[0] = A[i][k]; .. } }: how often it is set depends on data."""
        self.tag("ragged", "local array")
        type_name = self.any_type()
        i, k, c = var("i"), var("k"), var("c")
        own, acc = self.fresh("o"), "acc" + self.fresh("t")
        source, target = self.line(type_name, "data", 2), self.line(type_name, "free" if is_float(type_name) else "sum")
        element = lambda d: ("local", own, d if isinstance(d, tuple) else ("int", d))
        filled = self.draw.sample(range(3), self.draw.choice((2, 3, 3)))
        if self.chance(0.3):
            inner = [("for", self.loop("c", 0, ("int", 3)), [("set", element(c), "=", self.get(source, (i, c)))])]
        else:
            inner = [("set", element(d), "=", self.get(source, self.draw.choice([(i, k), (k, i)]))) for d in filled]
        if self.chance(0.2):
            inner[0] = ("if", self.condition(["i", "k"]), [inner[0]], [])
        inner += [("set", var(acc), "+=", element(d)) for d in self.draw.sample(range(3), 2)]
        if self.chance(0.3):
            inner = [("if", self.condition(["i", "k"]), inner, [])]
        if self.chance(0.2):
            inner.insert(0, ("continue", self.condition(["i", "k"])))
        body = [("declare", type_name, acc, ("int", 0)),
                ("for", self.loop("k", 0, self.get(self.index_array(9), (i,))), inner),
                ("set", self.get(target, (i,)), "=", var(acc))]
        self.before += [("array", type_name, own, 3)] + [("set", element(d), "=", ("int", d)) for d in range(3)]
        return self.around(body, ["i"]), 2

    def helpers(self):
        """Functions of the file that choose and loop."""
        self.tag("helper function", "call")
        kind = self.draw.choice(["float", "double", "unsigned"])
        iterators = ["i", "j"][:self.draw.choice((1, 2))]
        here = tuple(map(var, iterators))
        values = self.values_of(kind)
        target, source, other = (self.line(kind, values, len(iterators)) for _ in range(3))
        second = var(self.draw.choice(iterators)) if kind == "double" else self.get(other, here)
        second = ("cast", "int", second) if kind == "double" else second
        value = ("call", "help_" + kind, self.get(source, here), second)
        if self.chance(0.4):
            value = ("call", "help_" + kind, value, value[3])
        body = [("set", self.get(target, here), "=", value)]
        if self.chance(0.3):
            body = [("if", ("bin", ">", value, ("int", 0)), body, [("set", self.get(target, here), "=", ("int", 1))])]
        return self.around(body, iterators), len(iterators)

    # ---- counters and pointers that walk

    def counters(self):
        """int k = 0; for (i ..) { A[k] = ..; k += 2; }, and *w++."""
        self.tag("counter")
        type_name, step, start = self.any_type(), self.draw.choice((1, 1, 2, 3)), self.draw.choice((0, 0, 1, 4))
        depth, kind = self.draw.choice((1, 1, 2)), self.draw.choice(["int", "int", "long", "unsigned", "size_t"])
        i, j = var("i"), var("j")
        name = "k" + self.fresh("c")
        position = i if depth == 1 else plus(times(i, 7), j)
        inner_size = ("int", 7) if depth == 2 else None
        early = self.draw.randrange(2) if self.chance(0.1) else None    # the counter is advanced before this statement
        at = ("counter", name, plus(times(position, step), start + step if early == 0 else start))
        source, target = self.line(type_name), self.line(type_name)
        for array in (source, target):
            if self.arrays[array].layout == "constant":
                self.arrays[array].layout = "flat"
        body = [("set", self.get(target, (at,)), "=", self.mixed(
            type_name, self.get(source, (at if self.chance(0.4) else position,)), ("cast", type_name, i)))]
        if self.chance(0.4):
            walked = self.fresh("A")
            self.arrays[walked] = Array(walked, type_name, self.values_of(type_name), 1, "flat", False, spelled="walk")
            self.tag("walking pointer")
            many = self.draw.choice((1, 2))
            body.append(("set", self.get(walked, (times(position, many),)), "=", self.get(source, (position,))))
            body.append(("advance", "w_" + walked, many))
        if self.chance(0.2):
            body = [("if", self.condition(["i"]), body[:1], [])] + body[1:]
        body.insert(len(body) if early is None else early, ("advance", name, step))
        if self.chance(0.4):
            self.tag("counter in branches")
            other, before = self.line(type_name), self.draw.randrange(step + 1)
            if self.arrays[other].layout == "constant":
                self.arrays[other].layout = "flat"
            there = ("counter", name, plus(times(position, step), start + before))
            changes = [s for s in body if s[0] == "advance" and s[1] != name]
            otherwise = [("advance", name, before)] if before else []
            otherwise += [("set", self.get(other, (there,)), "=", self.get(source, (position,)))] + changes
            otherwise += [("advance", name, step - before)] if step > before else []
            body = [("if", self.condition(["i"]), *self.draw.sample([body, otherwise], 2))]
        self.before.append(("declare", kind, name, ("int", start)))
        if depth == 2:
            body = [("for", self.loop("j", 0, inner_size), body)]
        return [("for", self.loop("i", 0, var("n")), body)], depth

    def local_plane(self):
        """T w[2][3] in an iteration."""
        self.tag("local plane")
        type_name = self.any_type()
        rows, columns = self.draw.choice((2, 3)), self.draw.choice((2, 4))
        name = self.fresh("w")
        a, b, i = var("a"), var("b"), var("i")
        source, target = self.line(type_name, None, 2), self.line(type_name)
        fill = self.get(source, (i, plus(times(a, columns), b)))
        if self.chance(0.3):
            fill = self.mixed(type_name, fill, ("cast", type_name, a))
        filling = [("set", ("local", name, a, b), "=", fill)]
        loops = [("for", self.loop("a", 0, ("int", rows)), [("for", self.loop("b", 0, ("int", columns)), filling)])]
        if self.chance(0.3):
            loops = [("for", self.loop("b", 0, ("int", columns)), [("for", self.loop("a", 0, ("int", rows)), filling)])]
        value = self.mixed(type_name, ("local", name, ("int", rows - 1), ("int", 0)),
                           ("local", name, ("int", 0), ("int", columns - 1)))
        body = [("array", type_name, name, rows, columns)] + loops + [("set", self.get(target, (i,)), "=", value)]
        if self.chance(0.4):
            wide = self.line(type_name, None, 2)
            body.append(("for", self.loop("b", 0, ("int", columns)),
                         [("set", self.get(wide, (i, b)), "=", ("local", name, ("bin", "%", b, ("int", rows)), b))]))
        return self.around(body, ["i"]), 2

    def gathers(self):
        """Index arrays of every integer type; an offset or a scale before or after them."""
        self.tag("index types", "gather")
        type_name, limit = self.any_type(), self.draw.choice((5, 23))
        index = self.index_array(limit)
        i, j = var("i"), var("j")
        ndim = self.draw.choice((1, 2))
        name = self.fresh("G" + self.name + "_")
        self.arrays[name] = Array(name, type_name, self.values_of(type_name), ndim, "constant")
        at = self.get(index, (self.draw.choice([i, plus(i, 1), times(i, 2)]),))
        at = self.draw.choice([at, at, plus(at, 1), minus(("int", limit), at), ("cast", "int", at)])
        target = self.line(type_name, None, 2 if ndim == 2 else 1)
        here = (i, j)[:ndim]
        value = self.get(name, (at, j) if ndim == 2 else (at,))
        body = [("set", self.get(target, here), "=", self.mixed(type_name, value, ("cast", type_name, i)))]
        if self.chance(0.3):
            self.types = [self.wrapping()]
            body += self.reduction(["i", "j"][:ndim])
        return self.around(body, ["i", "j"][:ndim]), ndim

    def bare_gathers(self):
        """Data choose elements behind bare pointers: the launcher has to find out how much of them is touched."""
        self.tag("bare gather", "gather")
        self.bare = True
        form = self.draw.choice(("plain", "plain", "offsets", "keyed", "masked", "twice"))
        if form in ("offsets", "keyed"):
            return getattr(self, form)()
        type_name, limit = self.any_type(), self.draw.choice((5, 23))
        ndim = self.draw.choice((1, 1, 2))
        name = self.fresh("A")
        self.arrays[name] = Array(name, type_name, self.values_of(type_name), ndim, self.draw.choice(("flat", "vla")),
                                  self.restrict)
        i, j = var("i"), var("j")
        at = self.get(self.index_array(limit), (self.draw.choice([i, plus(i, 1), times(i, 2)]),))
        if form == "twice":
            at = self.get(self.index_array(limit), (self.get(self.new_array("int", "index", 1, 9), (i,)),))
        at = self.draw.choice([at, at, plus(at, 1), minus(("int", limit), at), ("cast", "int", at),
                               plus(times(at, 2), 3)])
        here = (i, j)[:ndim]
        value = self.get(name, (at, j) if ndim == 2 else (at,))
        target = self.line(type_name, None, ndim)
        body = [("set", self.get(target, here), "=", self.mixed(type_name, value, ("cast", type_name, i)))]
        if form == "masked":
            test = ("bin", self.draw.choice(("<", ">", "!=")), self.get(self.new_array("int", "data", 1), (i,)),
                    ("int", self.draw.choice((0, 0, 20))))
            body = [("if", test, body,
                     [] if self.chance(0.5) else [("set", self.get(target, here), "=", ("cast", type_name, i))])]
        if self.chance(0.3):
            self.types = [self.wrapping()]
            body += self.reduction(["i", "j"][:ndim])
        return self.around(body, ["i", "j"][:ndim]), ndim

    def counted_triangles(self):
        """A place that is counted through the rows of a triangle: for i for (j = 0; j <= i; j++) A[at++] = .."""
        self.tag("counted triangle")
        self.size_type = "int"
        i, j, n, m = var("i"), var("j"), var("n"), var("m")
        half = lambda a, b: ("bin", "/", times(a, b), ("int", 2))
        low, end, before = self.draw.choice((
            (("int", 0), plus(i, 1), half(i, plus(i, 1))), (("int", 0), i, half(i, minus(i, 1))),
            (i, n, minus(times(i, n), half(i, minus(i, 1)))),
            (plus(i, 1), n, minus(times(i, minus(n, 1)), half(i, minus(i, 1)))),
            (("int", 0), minus(n, i), minus(times(i, n), half(i, minus(i, 1)))),
            (("int", 2), plus(i, 3), half(i, plus(i, 1)))))
        name, start = "at" + self.fresh("c"), self.draw.choice((0, 0, 1, 4))
        counts = self.draw.choice(["int", "int", "int", "long", "size_t"])
        tail, early, batch = self.draw.choice((0, 0, 1)), self.chance(0.2), self.chance(0.3)
        first = plus(plus(before, times(i, tail)), start)
        kind = self.any_type()
        target, source = self.line(kind, None, 2 if batch else 1), self.line(kind)
        for array in (source, target):
            if self.arrays[array].layout == "constant":
                self.arrays[array].layout = "flat"
        at = lambda value: self.get(target, (var("k"), ("counter", name, value)) if batch else (
            ("counter", name, value),))
        body = [("set", at(plus(first, minus(plus(j, 1 if early else 0), low))), "=",
                 self.mixed(kind, self.get(source, (i,)), self.get(source, (j,)))), ("advance", name, 1)]
        if self.chance(0.2):
            body[0] = ("if", self.condition(["i"]), body[:1], [])
        nests = [("for", self.loop("j", low, end), body[::-1] if early else body)]
        if tail:
            rows = plus(first, minus(end, low))
            nests += [("set", at(rows), "=", self.get(source, (i,))), ("advance", name, tail)]
        nests = [("for", self.loop("i", 0, n), nests)]
        declared = ("declare", counts, name, ("int", start))
        if batch:
            return [("for", self.loop("k", 0, m), [declared] + nests)], 3
        self.before.append(declared)
        return nests, 2

    def packed_triangles(self):
        """Rows of a triangle after each other in one dimension, upwards or downwards."""
        self.tag("packed triangle")
        self.size_type = "int"
        i, j, n = var("i"), var("j"), var("n")
        half = lambda a, b: ("bin", "/", times(a, b), ("int", 2))
        low, end, place = self.draw.choice((
            (("int", 0), plus(i, 1), plus(half(i, plus(i, 1)), j)),
            (("int", 0), plus(i, 1), plus(j, half(i, plus(i, 1)))),
            (("int", 0), i, plus(half(i, minus(i, 1)), j)),
            (i, n, plus(minus(times(i, n), half(i, minus(i, 1))), minus(j, i))),
            (i, n, plus(half(i, minus(minus(times(n, 2), i), 1)), j)),
            (plus(i, 1), n, minus(minus(plus(minus(times(n, i), half(i, plus(i, 1))), j), i), 1)),
            (("int", 0), minus(n, i), plus(half(minus(minus(n, 1), i), minus(n, i)), j)),
        ))
        if self.chance(0.2):
            low = plus(low, 1)
        if self.chance(0.25):
            end = plus(end, self.draw.choice((-1, -1, 1)))
        if self.chance(0.15):
            place = plus(place, self.draw.choice((1, 7)))
        kind = self.any_type()
        target, source, values = self.line(kind), self.line(kind), self.values_of(kind)
        here = self.get(target, (place,))
        read = self.draw.choice([self.get(source, (i,)), self.get(source, (j,)),
                                 self.get(self.new_array(kind, values, 1), (place,)), here])
        body = [("set", here, "=", self.mixed(kind, read, self.get(source, (j,))))]
        if self.chance(0.2):
            body = [("if", self.condition(["i", "j"]), body, [])]
        if self.chance(0.2):
            self.types = [self.wrapping()]
            body += self.reduction(["i", "j"])
        inner = self.loop("j", low, end)
        if self.chance(0.2):
            inner = self.loop("j", minus(end, 1), low, test=">=", step=1)
        nests = [("for", inner, body)]
        if self.chance(0.3):
            sums = self.wrapping()
            self.types = [sums]
            nests.append(("for", self.loop("j", low, end), self.reduction(["i", "j"])))
        return self.around(nests, ["i"]), 2
