"""Loops side by side over the same few arrays: what may become one loop, and what must not."""
from program import is_float
from shapes import Shapes, minus, plus, times, var


class Neighbours(Shapes):
    def neighbours(self):
        """for i { a = f(b) } for j { s += a } s2 = s / 2; for i { b = g(a, c) }, in a region or in a loop; (statements,
        depth)."""
        self.tag("neighbours", "several nests")
        self.size_type = "int"
        type_name = self.draw.choice(["float", "double", "int", "int", self.wrapping(), self.wrapping()])
        depth, count = self.draw.choice((1, 1, 2)), self.draw.choice((2, 2, 3, 4))
        self.near_type, self.near_depth, values = type_name, depth, self.values_of(type_name)
        self.near = [self.new_array(type_name, values, depth) for _ in range(self.draw.choice((2, 3, 3)))]
        self.near_range = self.draw.choice([(0, 0), (0, 0), (1, 0), (1, 1), (2, 1)])
        self.near_down = self.chance(0.15)
        around = self.chance(0.2)
        body = []
        for k in range(count):
            body.append(self.near_nest(k))
            if self.chance(0.2):
                body.append(self.between())
        if around:
            name = self.draw.choice(("time", "time", "row"))
            size = ("int", self.draw.choice((1, 2, 3))) if name == "time" else var("p")
            return [("for", self.loop(name, 0, size), body)], depth + 1
        return body, depth

    def near_header(self, name, size, shift):
        low, high = self.near_range
        if self.chance(0.12):
            low += self.draw.choice((0, 1))
        lower, upper = ("int", low + shift), minus(var(size), high - shift) if high != shift else var(size)
        kind = "int" if self.chance(0.8) else "long"
        if self.near_down:
            return self.loop(name, minus(upper, 1), lower, kind, test=">=")
        if self.chance(0.25):
            return self.loop(name, lower, minus(upper, 1), kind, test="<=")
        return self.loop(name, lower, upper, kind)

    def near_nest(self, k):
        names = self.draw.choice((["i", "j"], ["i", "j"], ["j", "i"], ["k", "l"]))[:self.near_depth]
        shift = self.draw.choice((0, 0, 0, 0, 1))
        here = tuple(minus(var(n), shift) if shift else var(n) for n in names)
        body = [self.near_statement(names, here) for _ in range(self.draw.choice((1, 1, 1, 2)))]
        if self.chance(0.15):
            body = [("if", self.condition(names), body, [])]
        sizes = "nm" if self.chance(0.93) else "mn"
        for name, size in reversed(list(zip(names, sizes))):
            body = [("for", self.near_header(name, size, shift), body)]
        return body[0]

    def near_read(self, here):
        place = here
        if self.chance(0.25):
            d = self.draw.randrange(len(here))
            near = self.draw.choice([plus(here[d], 1), plus(here[d], 1), plus(here[d], 2)])
            place = here[:d] + (near,) + here[d + 1:]
        elif self.chance(0.05):
            place = here[::-1]
        return self.get(self.draw.choice(self.near), place)

    def near_statement(self, names, here):
        type_name = self.near_type
        kind = self.draw.random()
        if kind < 0.2:
            wraps = self.wrapping()
            held = [n for n, s in self.scalars.items() if s[1] == "data" and n.startswith("near")]
            name = self.draw.choice(held) if held and self.chance(0.3) else self.fresh("near")
            self.scalars.setdefault(name, (wraps, "data", ("int", 1), True))
            wraps = self.scalars[name][0]
            value = ("cast", wraps, self.near_read(here)) if not is_float(type_name) else ("cast", wraps, var(names[0]))
            return ("set", var(name), self.draw.choice(("+=", "+=", "^=")), value)
        if kind < 0.3:
            self.scalars.setdefault("most" + type_name[0], (type_name, self.values_of(type_name) if is_float(type_name)
                                                            else "data", ("int", 0), True))
            most, value = var("most" + type_name[0]), self.near_read(here)
            return ("if", ("bin", ">", value, most), [("set", most, "=", value)], [])
        if kind < 0.4:
            self.scalars.setdefault("last" + type_name[0],
                                    (type_name, self.values_of(type_name), ("int", 1), self.chance(0.6)))
            last = var("last" + type_name[0])
            return ("set", last, "=", self.near_read(here))
        if kind < 0.47 and "last" + type_name[0] in self.scalars:
            return ("set", self.get(self.draw.choice(self.near), here), "=", var("last" + type_name[0]))
        target = self.draw.choice(self.near)
        return ("set", self.get(target, here), "=", self.mixed(type_name, self.near_read(here), self.near_read(here)))

    def between(self):
        held = [n for n in self.scalars if n.startswith("near")]
        if held and self.chance(0.6):
            return ("set", var(self.draw.choice(held)), self.draw.choice(("^=", "=")), ("int", 3))
        target = self.draw.choice(self.near)
        return ("set", self.get(target, (("int", 0),) * self.near_depth), "=", ("int", 2))
