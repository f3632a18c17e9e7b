"""Flat arrays whose dimensions have strides of their own: windows with a step and a gap, blocks beside each other in a
row, planes at any distance, halos, and one array in rows and as a whole. At some of the sizes elements of different
iterations are the same."""
from program import Array
from shapes import Shapes, minus, plus, times, var

SMALL = {"rows": (1, 9), "cols": (1, 9), "taps": (1, 4), "stride": (1, 5), "gap": (1, 4), "parts": (1, 6),
         "part": (1, 6), "pitch": (4, 40), "far": (30, 500), "depth": (1, 6), "first": (6, 12)}


class Windows(Shapes):
    def windows(self):
        self.tag("windows")
        self.size_type = self.draw.choice(["int", "int", "long", "size_t"])
        self.window_type = self.any_type()
        form = self.draw.choice([self.gathered, self.gathered, self.scattered, self.beside, self.beside, self.batched,
                                 self.mirrored, self.turned, self.viewed, self.summed, self.overlapped,
                                 self.placed, self.placed])
        return form()

    def length(self, name):
        self.extra_sizes[name] = SMALL[name]
        return var(name)

    def line_of(self):
        name = self.fresh("A")
        self.arrays[name] = Array(name, self.window_type, self.values_of(self.window_type), 1, "flat", self.restrict)
        return name

    def nested(self, loops, body):
        """In any order of the loops."""
        loops = list(loops)
        if self.chance(0.4):
            self.draw.shuffle(loops)
        for name, size in reversed(loops):
            body = [("for", self.loop(name, 0, size, self.size_type), body)]
        return body

    def windowed(self, y, x, v, u, gap):
        """Where the element v, u of the window at y, x lies."""
        step, pitch = self.length("stride"), self.length("pitch")
        row = plus(times(y, step), times(v, gap) if gap else v)
        column = plus(times(x, step), times(u, gap) if gap else u)
        return plus(plus(times(row, pitch), column), self.draw.choice((0, 0, 0, 3)))

    def gathered(self):
        y, x, v, u = map(var, "yxvu")
        source, target = self.line_of(), self.line_of()
        gap = self.length("gap") if self.chance(0.6) else None
        element = self.get(source, (self.windowed(y, x, v, u, gap),))
        here = self.get(target, (plus(times(y, self.length("cols")), x),))
        loops = [("y", self.length("rows")), ("x", self.length("cols"))]
        taps = [("v", self.length("taps")), ("u", self.length("taps"))]
        if self.window_type in ("float", "double", "int"):
            return self.nested(loops + taps, [("set", here, "=", self.mixed(self.window_type, element, element))]), 4
        inner = self.nested(taps, [("set", here, "+=", times(element, 3))])
        return self.nested(loops, inner), 4

    def scattered(self):
        y, x, v, u = map(var, "yxvu")
        source, target = self.line_of(), self.line_of()
        here = self.get(target, (self.windowed(y, x, v, u, None),))
        element = self.get(source, (plus(times(y, self.length("cols")), x),))
        value = self.mixed(self.window_type, element, here if self.chance(0.3) else element)
        loops = [("y", self.length("rows")), ("x", self.length("cols"))]
        taps = [("v", self.length("taps")), ("u", self.length("taps"))]
        return self.nested(loops + taps, [("set", here, "=", value)]), 4

    def summed(self):
        """Windows that share elements, in one or two dimensions, as flat subscripts."""
        y, x, v, u = map(var, "yxvu")
        self.window_type = self.wrapping()
        source, target, weights = self.line_of(), self.line_of(), self.line_of()
        here = self.get(target, (self.windowed(y, x, v, u, None),))
        value = times(self.get(source, (plus(times(y, self.length("cols")), x),)), self.get(weights, (plus(v, u),)))
        loops = [("y", self.length("rows")), ("x", self.length("cols"))]
        taps = [("v", self.length("taps")), ("u", self.length("taps"))]
        return self.nested(loops + taps, [("set", here, self.draw.choice(("+=", "-=")), value)]), 4

    def overlapped(self):
        y, v = var("y"), var("v")
        self.window_type = self.wrapping()
        source, target = self.line_of(), self.line_of()
        step = self.length("stride") if self.chance(0.6) else ("int", self.draw.choice((2, 3, 4)))
        width = self.length("pitch") if self.chance(0.6) else ("int", self.draw.choice((3, 5, 8)))
        element = self.get(source, (plus(times(y, width), v),))
        body = [("set", self.get(target, (plus(times(y, step), v),)), "+=", element)]
        if self.chance(0.4):
            other = self.line_of()
            body.append(("set", self.get(other, (plus(times(y, step), v),)), "+=", times(element, element)))
        return self.nested([("y", self.length("rows")), ("v", width)], body), 2

    def placed(self):
        """Data say where in its row an iteration writes, or in which row: out[y * pitch + (key[y] & 3)]. Rows may be
        shorter than that."""
        y, x = var("y"), var("x")
        keys = self.fresh("A")
        self.arrays[keys] = Array(keys, "unsigned", "data", 1, "flat", self.restrict)
        source, target, mask = self.line_of(), self.line_of(), self.draw.choice((1, 3, 7))
        pitch = self.length("pitch") if self.chance(0.5) else ("int", self.draw.choice((2, 4, 8, 9)))
        key = ("bin", "&", self.get(keys, (y,)), ("int", mask))
        key = ("cast", "int", key) if self.chance(0.6) else key
        row = times(y, pitch)
        here = self.get(target, (plus(row, key),))
        there = self.get(target, (plus(row, minus(("int", mask), key) if self.chance(0.5) else key),))
        moved = self.get(target, (plus(times(key, pitch), x),))
        value = self.mixed(self.window_type, self.get(source, (y,)), self.get(source, (y,)))
        fill = ("for", self.loop("x", 0, self.length("cols"), self.size_type),
                [("set", self.get(target, (plus(row, x),)), "=", value)])
        pick = ("for", self.loop("x", 0, self.length("cols"), self.size_type),
                [("set", self.get(target, (plus(row, x),)), "=", self.mixed(self.window_type, moved, moved))])
        put = ("set", here, "=", value)
        body = self.draw.choice([[put], [fill, put], [put, ("set", there, "=", value)], [pick], [pick, put]])
        return [("for", self.loop("y", 0, self.length("rows"), self.size_type), body)], 2

    def beside(self):
        h, t, i = map(var, "hti")
        source, target = self.line_of(), self.line_of()
        row = self.length("pitch") if self.chance(0.7) else times(self.length("parts"), self.length("part"))
        wide = plus(plus(times(t, row), times(h, self.length("part"))), i)
        packed = plus(times(plus(times(h, self.length("rows")), t), self.length("part")), i)
        places = [wide, packed] if self.chance(0.6) else [packed, wide]
        here, element = self.get(target, (places[0],)), self.get(source, (places[1],))
        return self.nested([("h", self.length("parts")), ("t", self.length("rows")), ("i", self.length("part"))],
                           [("set", here, "=",
                             self.mixed(self.window_type, element, here if self.chance(0.3) else element))]), 3

    def batched(self):
        b, y, x = map(var, "byx")
        source, target = self.line_of(), self.line_of()
        place = plus(plus(times(b, self.length("far")), times(y, self.length("pitch"))), x)
        near = plus(place, self.draw.choice((0, 1, self.length("pitch"))))
        return self.nested([("b", self.length("parts")), ("y", self.length("rows")), ("x", self.length("cols"))],
                           [("set", self.get(target, (place,)), "=",
                             self.mixed(self.window_type, self.get(source, (near,)), self.get(source, (place,))))]), 3

    def mirrored(self):
        k, j = var("k"), var("j")
        field, first, row = self.line_of(), self.length("first"), times(var("k"), self.length("pitch"))
        left, right = plus(minus(first, j), row), plus(minus(plus(first, j), 1), row)
        body = [("set", self.get(field, (left,)), "=", self.get(field, (right,)))]
        inner = ("for", self.loop("j", 1, self.length("depth"), "int", test="<="), body)
        self.size_type = "int"
        return [("for", self.loop("k", 0, self.length("rows")), [inner])], 2

    def turned(self):
        y, x = var("y"), var("x")
        source, target, rows, cols = self.line_of(), self.line_of(), self.length("rows"), self.length("cols")
        self.size_type = "int" if self.size_type == "size_t" else self.size_type
        place = plus(times(minus(minus(rows, 1), y), self.length("pitch")), minus(minus(cols, 1), x))
        return self.nested([("y", rows), ("x", cols)],
                           [("set", self.get(target, (place,)), "=", self.get(source, (plus(times(y, cols), x),)))]), 2

    def viewed(self):
        y, x, i, rows = var("y"), var("x"), var("i"), self.length("rows")
        one, other = self.line_of(), self.line_of()
        self.tag("several nests")
        place = plus(times(y, rows), x)
        value = self.mixed(self.window_type, self.get(one, (place,)), self.get(one, (plus(place, rows),)))
        first = self.nested([("y", rows), ("x", rows)], [("set", self.get(other, (place,)), "=", value)])
        second = ("for", self.loop("i", 0, times(rows, rows), self.size_type),
                  [("set", self.get(one, (i,)), "=", self.get(other, (i,)))])
        self.tag("region")
        return first + [second], 2
