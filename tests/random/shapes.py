"""What whole nests are written with."""
from program import TYPES, Loop, is_float


def var(name):
    return ("var", name)


def plus(left, right):
    return ("bin", "+", left, right if isinstance(right, tuple) else ("int", right))


def minus(left, right):
    return ("bin", "-", left, right if isinstance(right, tuple) else ("int", right))


def times(left, right):
    return ("bin", "*", left, right if isinstance(right, tuple) else ("int", right))


class Shapes:
    def loop(self, name, lower, upper, type_name="int", step=1, test="<", **more):
        lower = lower if isinstance(lower, tuple) else ("int", lower)
        return Loop(name, type_name, True, lower, test, upper, ("int", step), self.draw.randrange(3), **more)

    def wrapping(self):
        """A type in which sums and products are exact in any order."""
        return self.draw.choice(["unsigned"] * 3 + ["unsigned char", "unsigned short", "unsigned long", "short",
                                                    "signed char"])

    def any_type(self):
        return self.draw.choice(["float", "double", "float", "int", self.wrapping()])

    @staticmethod
    def values_of(type_name):
        return "free" if is_float(type_name) else "data"

    def mixed(self, type_name, a, b):
        """An elementwise value of two."""
        if is_float(type_name):
            return times(("real", "0.5f" if type_name == "float" else "0.5"),
                         self.draw.choice([plus(a, b), minus(a, b)]))
        value = self.draw.choice([plus(a, b), minus(a, b), ("bin", "^", a, b), plus(times(a, 3), b)])
        return ("bin", "%", value, ("int", 10)) if type_name == "int" else value

    def narrow_iterator(self):
        return self.draw.choice(["int", "int", "int", "size_t", "unsigned", "long", "short"])
