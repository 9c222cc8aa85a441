"""The same with the names of version 0.1: the backends were asked one by one, through their registry."""

import casbridge
from casbridge.backends import registry

problems = registry.problems()
for name in registry.names():
    if name not in problems:
        found = registry.get(name).availability()
        print(name, found.version or found.reason)
for name, reason in problems.items():
    print(name, reason)
system = casbridge.read_system("x^2 + y^2 = 5\ny = x + 1")
script = casbridge.render(system, "sympy:groebner")
name = f"{script.target.name}:{script.method.name}"
result = casbridge.run(system, name)
print(result.status, result.answer.components[0])
print(casbridge.crosscheck(system, ["reference", name]).kind)
