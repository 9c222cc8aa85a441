"""The cache: what it keeps, what it knows as its own, and what it does with damaged files."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from casbridge.counting import BoxShape, Cache, derivation, essentially_different
from casbridge.counting.cache import is_count
from casbridge.counting.derivation import is_derivation
from casbridge.errors import UsageError

DAMAGED = (b"", b"[]", b"1", b'{"question": {}}', b'{"question": {}, "result": 1, "digest": ""}', b"\x00", b"\xff\xfe")


def test_the_cache_takes_what_is_there(tmp_path: Path) -> None:
    seen: Counter[int] = Counter()
    first = essentially_different(BoxShape(2, 2), lambda done, _: seen.update([done]), cache=Cache(tmp_path))
    assert sum(seen.values()) == len(first.classes)
    assert (
        essentially_different(BoxShape(2, 2), lambda *_: pytest.fail("counted again"), cache=Cache(tmp_path)) == first
    )


def test_the_cache_knows_its_own(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "made" / "here")
    cache.put({"a": [1, 2]}, {"b": 10**30})
    assert cache.get({"a": (1, 2)}) == {"b": 10**30}
    assert cache.get({"a": [1, 3]}) is None
    (file,) = cache.folder.iterdir()
    with pytest.raises(UsageError):
        Cache(file)


@pytest.mark.parametrize("content", [*DAMAGED, b"[" * 100_000, b"9" * 5000, b'{"a": [null]}', None])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes | None) -> None:
    said: list[str] = []
    cache = Cache(tmp_path, said.append)
    cache.put({"a": 1}, 288)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    content = whole[: len(whole) // 2] if content is None else content
    file.write_bytes(content)
    assert cache.get({"a": 1}, is_count) is None
    assert [path.suffix for path in tmp_path.iterdir()] == [".damaged"]
    assert file.with_suffix(".damaged").read_bytes() == content
    (line,) = said
    assert str(file) in line
    cache.put({"a": 1}, 288)
    assert cache.get({"a": 1}, is_count) == 288
    assert len(said) == 1


@pytest.mark.parametrize("result", [{"a": [None]}, None, -1, True, 1.0, "288", [288]])
def test_a_result_of_another_form_is_not_believed(tmp_path: Path, result: object) -> None:
    """Not even with the right digest."""
    cache = Cache(tmp_path, lambda _: None)
    cache.put({"a": 1}, 288)
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    text = json.dumps([kept["question"], result], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    file.write_text(json.dumps({**kept, "result": result, "digest": digest}), encoding="utf-8")
    assert cache.get({"a": 1}, is_count) is None
    assert not file.exists()


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    cache = Cache(tmp_path, lambda _: None)
    cache.put({"a": 1}, 288)
    (file,) = tmp_path.iterdir()
    file.unlink()
    file.mkdir()
    assert cache.get({"a": 1}) is None
    cache.put({"a": 1}, 288)
    assert cache.get({"a": 1}) == 288


def test_what_a_derivation_looks_like() -> None:
    right = derivation(BoxShape(2, 2)).as_json()
    assert is_derivation(json.loads(json.dumps(right)))
    step = right["steps"][0]
    for wrong in (
        None,
        [],
        {},
        {"count": 288},
        {**right, "more": 1},
        {**right, "count": None},
        {**right, "steps": []},
        {**right, "steps": {}},
        {**right, "steps": [None]},
        {**right, "steps": [{**step, "value": None}]},
        {**right, "steps": [{**step, "value": float("inf")}]},
        {**right, "steps": [{**step, "name": 1}]},
        {**right, "steps": [{"name": "N", "value": 1}]},
    ):
        assert not is_derivation(wrong)
