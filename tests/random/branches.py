"""Branches of a condition that only the call decides, over the same few places."""
from shapes import Shapes, plus, var


class Branches(Shapes):
    def branches(self):
        """if (flag) y[i] = s; else s += x[i];    if (n > 3) A[i] = ..; else .. = A[i + 1]; (statements, depth)."""
        self.tag("branches by a parameter")
        self.size_type = "int"
        self.extra_sizes["pin"] = (0, 6)
        type_name = self.wrapping()
        iterators = ["i", "j"][:self.draw.choice((1, 1, 1, 2))]
        here = tuple(map(var, iterators))
        near = here[:-1] + (plus(here[-1], self.draw.choice((0, 0, 1))),)
        source, one, other = (self.new_array(type_name, "data", len(here)) for _ in range(3))
        name = self.fresh("both")
        self.scalars[name] = (type_name, "data", ("int", 1), True)
        both, read = var(name), self.get(source, here)
        uses = [("set", self.get(one, here), "=", both), ("set", both, self.draw.choice(("+=", "^=")), read),
                ("set", self.get(one, here), self.draw.choice(("=", "+=")), read),
                ("set", self.get(other, here), "=", self.get(one, near)),
                ("set", both, "=", read), ("set", both, "+=", self.get(one, near))]
        if self.chance(0.1):
            uses.append(("if", ("bin", ">", read, both), [("set", both, "=", read)], []))
        yes, no = ([use] for use in self.draw.sample(uses, 2))
        if all(repr(both) in repr(branch) for branch in (yes, no)) and self.chance(0.6):
            no = [uses[2]]
        if self.chance(0.1):
            no = no + [self.draw.choice(uses)]
        both = ("bin", "&&", ("bin", "<", var("pin"), ("int", 4)), ("bin", ">", var("m"), ("int", 2)))
        tests = [var("pin"), ("bin", ">", var("n"), ("int", 3)), ("bin", "==", var("pin"), ("int", 2)), both]
        body = [("if", self.draw.choice(tests), yes, no)]
        if self.chance(0.1):
            body.append(self.draw.choice(uses))
        for iterator, size in reversed(list(zip(iterators, "nm"))):
            body = [("for", self.loop(iterator, self.draw.choice((0, 0, 1)), var(size)), body)]
        return body, len(iterators)
