"""The files that patterns mean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from casbridge.errors import InputError
from casbridge.studies.globbing import Budget, files_of

FILES = (
    "a.xml",
    "b.txt",
    "sub/c.xml",
    "sub/.hidden.xml",
    "sub/deep/d.xml",
    ".cache/e.xml",
    "odd [1].xml",
    "sub/line\nbreak.xml",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "linked.xml").symlink_to("a.xml")
    (tmp_path / "broken.xml").symlink_to("nowhere")
    return tmp_path


def found(pattern: str, folder: Path) -> list[str]:
    return list(files_of(pattern, os.fspath(folder), Budget()))


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("*.xml", ["a.xml", "broken.xml", "linked.xml", "odd [1].xml"]),
        ("a.xml", ["a.xml"]),
        ("./a.xml", ["a.xml"]),
        ("sub//c.xml", ["sub/c.xml"]),
        ("sub/../a.xml", ["a.xml"]),
        ("?.xml", ["a.xml"]),
        ("[ab].*", ["a.xml", "b.txt"]),
        ("odd [[]1].xml", ["odd [1].xml"]),
        ("*/c.xml", ["loop/sub/c.xml", "sub/c.xml"][1:]),
        ("**/d.xml", ["sub/deep/d.xml"]),
        ("**/**/d.xml", ["sub/deep/d.xml"]),
        ("sub/**", ["sub/c.xml", "sub/line\nbreak.xml", "sub/deep/d.xml"]),
        ("sub/**/*.xml", ["sub/c.xml", "sub/line\nbreak.xml", "sub/deep/d.xml"]),
        ("sub/.*", ["sub/.hidden.xml"]),
        (".cache/*", [".cache/e.xml"]),
        ("**/e.xml", []),
        ("sub", ["sub"]),
        ("empty/*", []),
        ("none/*.xml", []),
        ("a.xml/*", []),
        ("loop/a.xml", ["loop/a.xml"]),
    ],
)
def test_a_pattern(pattern: str, files: list[str], folder: Path) -> None:
    assert [name for name in found(pattern, folder) if not name.startswith("loop/") or "loop" in pattern] == files


def test_an_absolute_pattern_gives_absolute_names(folder: Path) -> None:
    assert found(f"{folder}/sub/*.xml", folder / "empty") == [f"{folder}/sub/c.xml", f"{folder}/sub/line\nbreak.xml"]


def test_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert found("~/a.*", folder / "empty") == [f"{folder}/a.xml"]


def test_links_to_folders_are_followed_once_only_where_the_pattern_says_so(folder: Path) -> None:
    assert "loop/a.xml" in found("*/a.xml", folder)
    assert not any(name.startswith("loop/") for name in found("**", folder))


def test_two_patterns_share_a_budget(folder: Path) -> None:
    budget = Budget(entries=20)
    list(files_of("*.xml", os.fspath(folder), budget))
    with pytest.raises(InputError, match=r"'\*\*' means more than 20 files; expected a narrower pattern"):
        list(files_of("**", os.fspath(folder), budget))


def test_time_is_bounded(folder: Path) -> None:
    with pytest.raises(InputError, match="more than 0 s of looking"):
        list(files_of("*", os.fspath(folder), Budget(seconds=0)))


@pytest.mark.parametrize("pattern", ["", " ", "a\0b", "x" * 5000, "/", "./", "//"])
def test_what_is_no_pattern(pattern: str, folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        found(pattern, folder)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("pattern", ["*" * 200 + "b", "*a" * 100, "[" * 100, "**/" * 300 + "a.xml", "[!" + "a" * 1000])
def test_a_hostile_pattern_ends(pattern: str, folder: Path) -> None:
    (folder / ("a" * 200)).touch()
    found(pattern, folder)


def test_a_link_into_a_closed_folder_counts_as_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").symlink_to("/proc/1/cwd")  # only its owner may look there
    assert "closed" in found("*", folder) or os.path.isdir(folder / "closed")


def test_a_folder_that_cannot_be_listed_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: str) -> None:
        raise PermissionError(13, "Permission denied", place)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match="the folder 'sub/' cannot be listed: Permission denied"):
        found("sub/*.xml", folder)
