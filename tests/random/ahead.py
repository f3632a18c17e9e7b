"""Loops that read what later iterations overwrite, and what earlier ones wrote."""
from program import TYPES, is_float
from shapes import Shapes, minus, plus, var


class Ahead(Shapes):
    def ahead(self):
        """for i { a[i] = a[i + 1] + b[i]; b[i] = a[i + 2]; } (statements, depth)."""
        self.tag("read ahead")
        self.size_type = "int"
        type_name = self.any_type()
        depth = self.draw.choice((1, 1, 2, 2))
        iterators = ["i", "j"][:depth]
        down, step = self.chance(0.2), self.draw.choice((1, 1, 1, 2))
        arrays = [self.new_array(type_name, self.values_of(type_name), depth) for _ in range(3)]
        moving = self.draw.randrange(depth)
        body = [self.ahead_statement(type_name, iterators, arrays, moving, -1 if down else 1)
                for _ in range(self.draw.choice((1, 1, 2, 2, 3)))]
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            lower = self.draw.choice((0, 0, 1))
            if down:
                loop = self.loop(iterator, minus(var(size), 1), ("int", lower), step=step, test=">=")
            else:
                loop = self.loop(iterator, lower, var(size), self.draw.choice(("int", "int", "long")), step=step)
            body = [("for", loop, body)]
            if iterator == "j" and self.chance(0.2):
                body.append(self.ahead_statement(type_name, ["i", "i"], arrays, 0, -1 if down else 1))
        return body, depth

    def ahead_statement(self, type_name, iterators, arrays, moving, direction):
        here = tuple(map(var, iterators))
        distance = direction * self.draw.choice((1, 1, 1, 2, 3)) if self.chance(0.9) else -direction
        there = list(here)
        there[moving] = plus(here[moving], distance) if distance > 0 else minus(here[moving], -distance)
        if self.chance(0.15):
            there[-1] = plus(there[-1], 1)
        target = self.get(self.draw.choice(arrays[:2]), here)
        read, other = self.get(self.draw.choice(arrays[:2]), tuple(there)), self.get(self.draw.choice(arrays), here)
        value = self.mixed(type_name, read, other)
        form = self.draw.random()
        if form < 0.1 and not is_float(type_name):
            value = ("pick", ("bin", ">", other, ("int", 2)), read, value)
        elif form < 0.2:
            return ("if", self.condition(iterators), [("set", target, "=", value)], [])
        elif form < 0.3 and TYPES[type_name][0] == "u":
            return ("set", target, self.draw.choice(("+=", "^=")), value)
        return ("set", target, "=", value)
