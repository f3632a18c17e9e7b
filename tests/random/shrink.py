"""Makes a function that fails small: tries all single simplifications at once, keeps the first that still fails,
repeats."""
import random
from dataclasses import replace

from bounds import Undefined, fit, names_in
from program import Loop, children, is_float, with_child

AT_ONCE = 48


def shrink(function, kind, test, rounds=60):
    """`test` gives a result for each of some functions; `kind` is the failure that has to stay."""
    best = function
    for _ in range(rounds):
        candidates = valid(list(simpler(best)))
        for begin in range(0, len(candidates), AT_ONCE):
            part = candidates[begin:begin + AT_ONCE]
            results = test(part)
            failing = [f for f, _ in part if results[f.name].kind == kind]
            if failing:
                best = min(failing, key=size)
                best = best.copy(name=function.name)
                break
        else:
            return best
    return best


def size(function):
    return len(repr(function.body)) + 40 * len(function.sizes) + 30 * len(function.arrays) + 30 * len(function.scalars)


def valid(candidates):
    result = []
    for number, candidate in enumerate(candidates):
        try:
            used = names_in(candidate.body)
            scalars = {n: s for n, s in candidate.scalars.items() if n in used}
            factors = [f for f in candidate.factors if f[0] in used]
            named = candidate.copy(name="%s_%d" % (candidate.name, number), scalars=scalars, factors=factors)
            result.append(fit(rename_globals(named, number), random.Random(1)))
        except Undefined:
            continue
    return result


def rename_globals(function, number):
    """Candidates stand in one file, so each has its own globals."""
    renamed = {name: "G%d_%s" % (number, name.split("_")[-1]) for name, a in function.arrays.items()
               if a.layout in ("constant", "table")}

    def walk(item):
        if isinstance(item, str):
            return renamed.get(item, item)
        if isinstance(item, (tuple, list)):
            return type(item)(walk(part) for part in item)
        if isinstance(item, Loop):
            return replace(item, lower=walk(item.lower), upper=walk(item.upper), step=walk(item.step),
                           also=item.also and walk(item.also))
        return item

    arrays = {renamed.get(n, n): replace(a, name=renamed.get(n, n)) for n, a in function.arrays.items()}
    return function.copy(body=walk(function.body), arrays=arrays)


def simpler(function):
    for body in simpler_block(function.body):
        yield function.copy(body=body)
    if function.overlap:
        yield function.copy(overlap=None)
        if function.overlap[2] not in (0, 1):
            yield function.copy(overlap=function.overlap[:2] + (1,))
    if len(function.sizes) > 1:
        for k in range(len(function.sizes)):
            yield function.copy(sizes=function.sizes[:k] + function.sizes[k + 1:],
                                overlap=function.overlap if k < len(function.sizes) - 1 else None)
    for name, array in function.arrays.items():
        aliased = array.alias or any(a.alias == name for a in function.arrays.values())
        if aliased or name in sum(map(list, function.twins), []):
            continue
        for change in simpler_array(array):
            if function.overlap and change.restrict and not array.restrict:
                continue
            yield function.copy(arrays=dict(function.arrays, **{name: change}))
    for name, scalar in function.scalars.items():
        if scalar[0] not in ("int", "double"):
            yield function.copy(scalars=dict(function.scalars,
                                             **{name: ("double" if is_float(scalar[0]) else "int",) + scalar[1:]}))
        if scalar[3]:
            yield function.copy(scalars=dict(function.scalars, **{name: scalar[:3] + (False,)}))
    if function.size_type != "int":
        yield function.copy(size_type="int")


def simpler_array(array):
    if array.type not in ("int", "double") and array.layout != "record":
        yield replace(array, type="double" if is_float(array.type) else "int")
    if array.spelled in ("member", "macro", "rows"):
        yield replace(array, spelled="")
    if array.layout == "constant":
        yield replace(array, layout="vla", columns=[])
    if array.layout == "flat" and array.ndim > 1:
        yield replace(array, layout="vla")
    if array.expanded:
        yield replace(array, expanded=False)
    if not array.restrict and array.layout not in ("constant", "table"):
        yield replace(array, restrict=True)


def simpler_block(statements):
    for k in range(len(statements)):
        if len(statements) > 1:
            yield statements[:k] + statements[k + 1:]
        for some in simpler_statement(statements[k]):
            yield statements[:k] + some + statements[k + 1:]


def simpler_statement(s):
    """Lists of statements that can stand for it."""
    kind = s[0]
    if kind == "nest":
        if s[1]:
            yield [("nest", "", s[2])]
        for some in simpler_statement(s[2]):
            if len(some) == 1 and some[0][0] == "for":
                yield [s[:2] + (some[0],)]
    elif kind == "region":
        if len(s[1]) == 1:
            yield [("nest", "", s[1][0])]
        for body in simpler_block(s[1]):
            yield [("region", body)]
    elif kind == "for":
        if len(s[2]) == 1 and s[2][0][0] == "for":
            yield [s[2][0]]
        for value in (("int", 0), ("int", 1)):
            yield put_for_name(s[2], s[1].name, value)
        for loop in simpler_loop(s[1]):
            yield [("for", loop, s[2])]
        for body in simpler_block(s[2]):
            yield [("for", s[1], body)]
    elif kind == "if":
        yield s[2]
        if s[3]:
            yield [s[:3] + ([],)]
        for e in simpler_expression(s[1]):
            yield [("if", e, s[2], s[3])]
        for body in simpler_block(s[2]):
            yield [("if", s[1], body, s[3])]
        for body in simpler_block(s[3]):
            yield [("if", s[1], s[2], body)]
    elif kind == "set":
        for e in simpler_expression(s[3]):
            yield [s[:3] + (e,)]
        for at, child in children(s[1]):
            for e in simpler_expression(child):
                yield [(s[0], with_child(s[1], at, e), s[2], s[3])]
    elif kind == "declare" and s[3]:
        for e in simpler_expression(s[3]):
            yield [s[:3] + (e,)]
    elif kind in ("continue", "break", "return") and s[1]:
        for e in simpler_expression(s[1]):
            yield [(kind, e)]


def simpler_loop(loop):
    if loop.step != ("int", 1):
        yield replace(loop, step=("int", 1))
    if not loop.declared:
        yield replace(loop, declared=True)
    if loop.type != "int":
        yield replace(loop, type="int")
    if loop.form and loop.form < 3:
        yield replace(loop, form=0)
    if loop.also:
        yield replace(loop, also=None)
    if loop.form != 3 and not loop.scale and loop.test != "<":
        yield replace(loop, test="<", lower=("int", 0), upper=("var", "n"), step=("int", 1))
    for e in simpler_expression(loop.lower):
        yield replace(loop, lower=e)
    for e in simpler_expression(loop.upper):
        yield replace(loop, upper=e)


def simpler_expression(e):
    for _, child in children(e):
        if e[0] not in ("get", "rowget", "local"):
            yield child
    if e[0] not in ("int", "real") or e[1] not in (0, 1):
        yield ("int", 1)
        if e[0] != "int":
            yield ("int", 0)
    for at, child in children(e):
        for simple in simpler_expression(child):
            yield with_child(e, at, simple)


def put_for_name(item, name, value):
    if isinstance(item, tuple):
        if item == ("var", name):
            return value
        return tuple(put_for_name(part, name, value) for part in item)
    if isinstance(item, list):
        return [put_for_name(part, name, value) for part in item]
    if isinstance(item, Loop):
        return replace(item, lower=put_for_name(item.lower, name, value), upper=put_for_name(item.upper, name, value),
                       step=put_for_name(item.step, name, value),
                       also=item.also and put_for_name(item.also, name, value))
    return item
