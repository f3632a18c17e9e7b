"""Nests made to conflict: few arrays, subscripts drawn freely, several statements at every depth. Few of them may run
in parallel as a whole; each is right only when distribution, reordering and refusal are."""
from program import TYPES, is_float

SOUP_TYPES = ["unsigned"] * 4 + ["unsigned char", "unsigned short", "unsigned long", "short", "signed char", "int",
                                 "float", "double", "size_t"]


class Soup:
    def soup(self):
        """One nest; its depth."""
        self.tag("soup")
        type_name = self.draw.choice(SOUP_TYPES)
        self.types = [type_name]
        depth = self.draw.choice((1, 2, 2, 2, 3))
        pool = [self.new_array(type_name, self.soup_class(type_name),
                               self.draw.choice((1, 1, 2) if depth > 1 else (1,)))
                for _ in range(self.draw.choice((1, 2, 2, 3)))]
        for name in pool:
            self.written[name] = ([], ())
        scalars = []
        for _ in range(self.draw.choice((0, 0, 0, 1, 2))):
            scalars.append(self.fresh("t"))
            self.scalars[scalars[-1]] = (type_name, self.soup_class(type_name), ("int", 1), self.chance(0.5))
        self.pool, self.soup_scalars, self.soup_type = pool, scalars, type_name
        if self.chance(0.35):
            self.extra_sizes["pin"] = (0, 6)
        loop = self.soup_header([])
        return ("for", loop, self.soup_block([loop.name], depth - 1)), depth

    @staticmethod
    def soup_class(type_name):
        return "free" if is_float(type_name) else "data"

    def soup_header(self, iterators):
        loop = self.header(iterators, len(iterators))
        if not iterators and self.chance(0.1) and "pin" in self.extra_sizes:
            loop.lower = ("var", "pin") if not loop.down else loop.lower
        return loop

    def soup_block(self, iterators, depth):
        items = []
        for _ in range(self.draw.choice((1, 1, 2, 2, 3))):
            if depth and self.chance(0.65):
                loop = self.soup_header(iterators)
                items.append(("for", loop, self.soup_block(iterators + [loop.name], depth - 1)))
            else:
                items.append(self.soup_statement(iterators))
        if depth and not any(item[0] == "for" for item in items):
            loop = self.soup_header(iterators)
            items.insert(self.draw.randrange(len(items) + 1),
                         ("for", loop, self.soup_block(iterators + [loop.name], depth - 1)))
        return items

    def soup_statement(self, iterators):
        if self.chance(0.15):
            inner = [self.soup_set(iterators)]
            return ("if", self.soup_condition(iterators), inner, [self.soup_set(iterators)] if self.chance(0.2) else [])
        return self.soup_set(iterators)

    def soup_set(self, iterators):
        if self.soup_scalars and self.chance(0.3):
            place = ("var", self.draw.choice(self.soup_scalars))
        else:
            place = self.soup_place(iterators)
        if not is_float(self.soup_type) and self.soup_type != "int" and self.chance(0.3):
            return ("set", place, self.draw.choice(("+=", "-=", "*=", "^=", "|=", "&=")),
                    self.soup_value(iterators, place))
        return ("set", place, "=", self.soup_value(iterators, place))

    def soup_place(self, iterators):
        name = self.draw.choice(self.pool)
        return self.get(name, tuple(self.soup_subscript(iterators) for _ in range(self.arrays[name].ndim)))

    def soup_subscript(self, iterators):
        i, j = ("var", self.draw.choice(iterators)), ("var", self.draw.choice(iterators))
        end = ("bin", "-", ("var", self.draw.choice("nm")), ("int", 1))
        forms = [(9, i), (2, ("bin", "-", i, ("int", 1))), (2, ("bin", "+", i, ("int", 1))),
                 (1, ("bin", "+", i, ("int", self.draw.choice((2, 3, 7))))),
                 (1, ("int", self.draw.choice((0, 0, 1, 5)))), (1, ("bin", "-", end, i)),
                 (.7, ("bin", "*", ("int", 2), i)), (.7, ("bin", "+", ("bin", "*", ("int", 2), i), ("int", 1))),
                 (1, ("bin", "+", i, j)), (.4, ("bin", "/", i, ("int", self.draw.choice((2, 3))))),
                 (.4, ("bin", "%", i, ("int", self.draw.choice((2, 3, 8))))), (.5, end),
                 (.4, ("bin", "+", ("var", "n"), i)),
                 (.3, ("cast", self.draw.choice(("int", "short", "unsigned char", "size_t")), i)),
                 (.3, ("bin", "&", i, ("int", self.draw.choice((7, 1))))),
                 (.3, ("bin", "-", ("bin", "*", ("int", 2), i), j))]
        if "pin" in self.extra_sizes:
            forms += [(2, ("var", "pin")), (.7, ("bin", "+", i, ("var", "pin")))]
        return self.draw.choices([f for _, f in forms], [w for w, _ in forms])[0]

    def soup_condition(self, iterators):
        i, j = ("var", self.draw.choice(iterators)), ("var", self.draw.choice(iterators))
        k = ("var", "pin" if "pin" in self.extra_sizes else "m")
        forms = [("bin", "!=", i, k), ("bin", "==", i, k), ("bin", "<", i, j),
                 ("bin", "==", ("bin", "%", i, ("int", 2)), ("int", 0)),
                 ("bin", ">", i, ("int", 0)), ("bin", "<", i, ("bin", "-", ("var", "n"), ("int", 1))),
                 ("bin", "!=", i, j)]
        if self.chance(0.4):
            return ("bin", self.draw.choice(("<", ">", "!=")), self.soup_read(iterators),
                    ("real", "0.5") if is_float(self.soup_type) else ("int", 3))
        return self.draw.choice(forms)

    def soup_read(self, iterators):
        if self.soup_scalars and self.chance(0.25):
            return ("var", self.draw.choice(self.soup_scalars))
        if self.chance(0.12):
            return self.read(iterators, self.soup_type, self.soup_class(self.soup_type))
        return self.soup_place(iterators)

    def soup_value(self, iterators, place):
        a, b = self.soup_read(iterators), self.soup_read(iterators)
        if self.chance(0.15):
            return a
        if is_float(self.soup_type):
            half = ("real", "0.5f" if self.soup_type == "float" else "0.5")
            return self.draw.choice([("bin", "+", ("bin", "*", half, a), ("bin", "*", half, b)), ("un", "-", a),
                                     ("bin", "-", half, a), ("bin", "*", half, ("bin", "-", a, b)),
                                     ("pick", ("bin", "<", a, b), a, b)])
        i = ("var", self.draw.choice(iterators))
        value = self.draw.choice([("bin", self.draw.choice("+-*^"), a, b), ("bin", "+", a, i),
                                  ("bin", "*", a, ("int", 3)), ("bin", "^", a, i),
                                  ("bin", "+", ("bin", "*", a, ("int", 5)), b), i, ("bin", "&", a, ("int", 63))])
        return ("bin", "%", value, ("int", 10)) if TYPES[self.soup_type] in (("s", 32), ("s", 64)) else value
