"""A folder of one's own templates is taken before casbridge's; casbridge's remain there to extend.

`my_templates/singular/minAssGTZ.sing.j2` extends `casbridge/singular/base.sing.j2`, which has the ring, the system and
the printing of the answer, and replaces the computation. A template that uses a name that does not exist is an error
with file and line: nothing is left empty without a word.
"""

import tempfile
from pathlib import Path

import casbridge

HERE = Path(__file__).parent


def main() -> None:
    system = casbridge.read_system((HERE / "systems" / "bits.xml").read_bytes())
    script = casbridge.render(system, "singular:minAssGTZ", templates=HERE / "my_templates")
    print(script.text)

    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "singular" / "std.sing.j2"
        broken.parent.mkdir()
        broken.write_text("ring r = {{ charcteristic }}, x, dp;\n", encoding="utf-8")
        try:
            casbridge.render(system, "singular:std", templates=Path(folder))
        except casbridge.CasbridgeError as error:
            print("refused:", str(error).removeprefix(f"{folder}/"))


if __name__ == "__main__":
    main()
