"""A backend's author, or the maintainer of a CAS: which systems are here, and is the answer of one of them right?"""

import casbridge

for one in casbridge.list_backends():
    print(one.name, one.version or one.reason)
system = casbridge.read_system("x^2 + y^2 = 5\ny = x + 1")
script = casbridge.render(system, "sympy:groebner")
result = casbridge.run(system, script.name)
print(result.status, result.answer.components[0])
print(casbridge.crosscheck(system, f"reference,{script.name}").kind)
