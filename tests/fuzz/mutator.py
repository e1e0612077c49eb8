"""A seeded mutator: from a few whole documents to any number of damaged ones, each by its index.

`mutated(seeds, seed=…, index=…)` depends on its arguments alone: not on the hash seed, the process
or the inputs before it. So a failing input is named by two numbers, and processes can share a range.
"""

import gzip
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

LONG = 5_000
"""Digits of a huge number, and characters of a long line."""
MOST = 1_000_000
"""Largest document in bytes, before it is compressed."""
DEPTHS = (3, 60, 400, 900, 2_000, 9_000)

TOKENS = (
    b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity",
    b"-0", b"1e999", b"-1e-999", b"95.00", b"1E5", b"01", b"+1", b".5", b"0x10", b"9" * 20, b"9" * 400, b"9" * LONG,
    b"''", b"//", b"\\u0000", b"\\ud800", b"\\udc00\\ud800", b"\\ud835\\udc9c", b"\\uFFFF", b"\\x", b"\xed\xa0\x80",
    b"\xc0\xaf", b"\xff", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\x1f\x8b",
    b"\x1b[31m", b"\xe2\x80\xa8", b"\xc2\x85", b"\r\n", b"\r", b"\n", b"\n\n", b"\t", b"\x0b", b"\x0c", b" ", b"=",
    b"#", b"'''", b'"""', b"[[", b"]]", b".", b"inf", b"0x" + b"f" * LONG, b"nan", b"1979-05-27",
    b"07:32:00", b"1979-05-27T07:32:00Z", b"0b1", b"1_000", b";", b"|", b"a.b.c", b"[a]", b"<<", b"\xd9\xa3",
    b"\xf0\x9d\x92\x9c", b"e\xcc\x81", b"schema", b"claims", b"nodes", b"fields", b"text", b"claimId", b"id",
)  # fmt: skip
LITERALS = (
    b"NaN", b"-Infinity", b"1e999", b"-0", b"95.00", b"1E5", b"9" * 25, b"9" * LONG, b"-1e-999", b"1.", b"tru", b"",
)  # fmt: skip
TEXTS = (
    "", " ", "x", "95.00", "COMPARISON", "comparison", "result", "fee-1", "\ud800", "\udc00\ud800", "\x00", "𝒜", "é",
    "\ufeff", "\u2028", "x" * LONG, "claims", "claims[0]", "claims[", "].text", "../../etc/passwd", "cards", "released",
    "2026-02-30", "inf", "N/A",
)  # fmt: skip


class Seed(NamedTuple):
    """One whole document; `form` is `json`, `lines`, `toml` or `csv`."""

    form: str
    raw: bytes


class Literally(bytes):
    """Stands in a tree for the bytes that are to be written in its place."""


class Pairs(list[tuple[str, Any]]):
    """An object as a list of pairs, so that a key can stand twice."""


def mutated(seeds: Sequence[Seed], *, seed: int, index: int) -> bytes:
    """The damaged document number `index` of the series `seed`."""
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  reproducible, not secret
    chosen = chance.choice(seeds)
    raw = chosen.raw
    if chosen.form == "json" and chance.random() < 0.6:
        raw = in_tree(raw, chance, seeds)
    elif chosen.form == "lines":
        raw = in_lines(raw, chance, seeds)
    if chance.random() < 0.6:
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            raw = chance.choice(BYTE_CHANGES)(raw, chance, seeds)[:MOST]
    return wrapped(raw, chance) if chance.random() < 0.05 else raw


# Bytes.


def flip_bit(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    if not raw:
        return raw
    place = chance.randrange(len(raw))
    return raw[:place] + bytes((raw[place] ^ 1 << chance.randrange(8),)) + raw[place + 1 :]


def insert_byte(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    place = chance.randint(0, len(raw))
    return raw[:place] + chance.randbytes(chance.choice((1, 1, 4))) + raw[place:]


def delete_piece(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    start, end = piece(raw, chance)
    return raw[:start] + raw[end:]


def duplicate_piece(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    start, end = piece(raw, chance)
    return raw[:end] + raw[start:end] * chance.choice((1, 1, 2, 20)) + raw[end:]


def move_piece(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    start, end = piece(raw, chance)
    rest = raw[:start] + raw[end:]
    place = chance.randint(0, len(rest))
    return rest[:place] + raw[start:end] + rest[place:]


def truncate(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    place = chance.randint(0, len(raw))
    return raw[:place] if chance.random() < 0.8 else raw[place:]


def splice(raw: bytes, chance: random.Random, seeds: Sequence[Seed]) -> bytes:
    other = chance.choice(seeds).raw
    start, end = piece(other, chance)
    place = chance.randint(0, len(raw))
    return raw[:place] + other[start:end] + raw[place + chance.choice((0, end - start)) :]


def insert_token(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    place = chance.randint(0, len(raw))
    return raw[:place] + chance.choice(TOKENS) + raw[place:]


def swap_token(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    """Every or one occurrence of a token that is there becomes another."""
    there = [token for token in TOKENS if token in raw]
    if not there:
        return raw
    return raw.replace(chance.choice(there), chance.choice(TOKENS), chance.choice((1, 1, 1, -1)))


def nest(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    """A deep value in the place of nothing or of all."""
    left, right = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"[", b""), (b"{a=", b"}"), (b"a.", b"")))
    depth = chance.choice(DEPTHS)
    place = chance.randint(0, len(raw))
    deep = left * depth + chance.choice((b"", b"1", b'"x"')) + right * depth
    return deep if chance.random() < 0.1 else raw[:place] + deep + raw[place:]


def change_ends(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    """A byte-order mark, other line ends, blank lines, a line that is too long, a rest."""
    kind = chance.randrange(7)
    if kind == 0:
        return chance.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) + raw
    if kind == 1:
        return raw.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\x0b", b"\n\n", b"\xe2\x80\xa8")))
    if kind == 2:
        return raw.replace(b",", b",\n ").replace(b"{", b"{\n")
    if kind == 3:
        return raw + b"x" * (LONG * chance.choice((1, 30))) + b"\n" + raw
    if kind == 4:
        return chance.choice((b"\n", b"\r\n", b" ", b"\x00")) * chance.choice((1, 50)) + raw
    return raw + chance.choice((b"\n" + raw, raw, b"," + raw, b"\x00", b"]", b"}", b"\n\n\n", b"\n[]", b"\nnull"))


def change_lines(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    """Lines that are gone, twice there, or in another order."""
    lines = raw.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(3)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def to_other_encoding(raw: bytes, chance: random.Random, _seeds: Sequence[Seed]) -> bytes:
    return raw.decode(errors="replace").encode(chance.choice(("utf-16", "utf-32", "utf-8-sig", "latin-1")), "replace")


def piece(raw: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(raw))
    return start, min(len(raw), start + chance.choice((1, 2, 8, 40, 200)))


BYTE_CHANGES: tuple[Callable[[bytes, random.Random, Sequence[Seed]], bytes], ...] = (
    flip_bit, flip_bit, insert_byte, delete_piece, delete_piece, duplicate_piece, move_piece, truncate, splice, splice,
    insert_token, insert_token, swap_token, swap_token, nest, change_ends, change_lines, to_other_encoding,
)  # fmt: skip


def wrapped(raw: bytes, chance: random.Random) -> bytes:
    """gzip, whole or damaged."""
    packed = gzip.compress(raw, mtime=0)
    kind = chance.randrange(6)
    if kind == 0:
        return packed[: chance.randint(0, len(packed))]
    if kind == 1:
        return flip_bit(packed, chance, ())
    if kind == 2:
        return packed + chance.choice((raw, packed, b"\x00" * 9, b"\x1f\x8b"))
    return gzip.compress(packed, mtime=0) if kind == 3 else packed


# Trees.


def in_lines(raw: bytes, chance: random.Random, seeds: Sequence[Seed]) -> bytes:
    """JSON Lines: some of the lines as trees."""
    return b"\n".join(in_tree(line, chance, seeds) if chance.random() < 0.3 else line for line in raw.splitlines())


def in_tree(raw: bytes, chance: random.Random, seeds: Sequence[Seed]) -> bytes:
    """The document with one or more of its values changed, written in one of the ways that JSON may be written."""
    tree = json.loads(raw)
    for _ in range(chance.choice((1, 1, 2, 4))):
        tree = changed(tree, chance, seeds)
    return written(tree, chance)


def changed(tree: Any, chance: random.Random, seeds: Sequence[Seed]) -> Any:
    """The tree with one value changed at a random depth; containers on the way are copied."""
    if isinstance(tree, Pairs) or not isinstance(tree, (list, dict)) or not tree or chance.random() < 0.1:
        return instead_of(tree, chance, seeds)
    if isinstance(tree, list):
        place = chance.randrange(len(tree))
        kind = chance.randrange(12)
        if kind == 0:
            return tree[:place] + tree[place + 1 :]
        if kind == 1:
            return [*tree[:place], tree[place], *tree[place:]]
        return [*tree[:place], changed(tree[place], chance, seeds), *tree[place + 1 :]]
    return changed_object(tree, chance, seeds)


def changed_object(tree: dict[str, Any], chance: random.Random, seeds: Sequence[Seed]) -> Any:
    key = chance.choice(list(tree))
    kind = chance.randrange(12)
    if kind == 0:
        return {name: value for name, value in tree.items() if name != key}
    if kind == 1:
        other = chance.choice((key[:-1], key + "s", key.upper(), key.swapcase(), *TEXTS))
        return {other if name == key else name: value for name, value in tree.items()}
    if kind == 2:
        return Pairs([*tree.items(), (key, changed(tree[key], chance, seeds))])
    if kind == 3:
        return tree | {chance.choice(TEXTS): instead_of(tree[key], chance, seeds)}
    return tree | {key: changed(tree[key], chance, seeds)}


def instead_of(value: Any, chance: random.Random, seeds: Sequence[Seed]) -> Any:
    """Something else in the place of a value: another type, nothing, an odd number, a deep value, part of a seed."""
    return chance.choice(REPLACEMENTS)(value, chance, seeds)


def other_type(_value: Any, chance: random.Random, _seeds: Sequence[Seed]) -> Any:
    return chance.choice((None, True, False, 0, 12, -1, 1.5, [], {}, "", [[]], [None], {"": {}}))


def odd_literal(_value: Any, chance: random.Random, _seeds: Sequence[Seed]) -> Any:
    return Literally(chance.choice(LITERALS))


def deep_value(_value: Any, chance: random.Random, _seeds: Sequence[Seed]) -> Any:
    depth, (left, right) = chance.choice(DEPTHS), chance.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return Literally(left * depth + b"1" + right * depth)


def wrapped_value(value: Any, chance: random.Random, _seeds: Sequence[Seed]) -> Any:
    return chance.choice(([value], {chance.choice(TEXTS): value}, str(value)[:40]))


def odd_text(value: Any, chance: random.Random, _seeds: Sequence[Seed]) -> Any:
    return chance.choice(TEXTS) + (value if isinstance(value, str) and chance.random() < 0.5 else "")


def part_of_a_seed(_value: Any, chance: random.Random, seeds: Sequence[Seed]) -> Any:
    return part_of(json.loads(chance.choice([seed for seed in seeds if seed.form == "json"]).raw), chance)


REPLACEMENTS = (other_type, odd_literal, deep_value, wrapped_value, wrapped_value, odd_text, odd_text, part_of_a_seed)


def part_of(tree: Any, chance: random.Random) -> Any:
    while isinstance(tree, (list, dict)) and tree and chance.random() < 0.7:
        tree = chance.choice(list(tree.values()) if isinstance(tree, dict) else tree)
    return tree


def written(tree: Any, chance: random.Random) -> bytes:
    """JSON bytes; blanks and escapes vary from document to document."""
    blank = chance.choice((b"", b"", b"", b" ", b"\n", b"\r\n\t"))
    plain = chance.random() < 0.5

    def write(value: Any) -> bytes:
        if isinstance(value, Literally):
            return bytes(value)
        if isinstance(value, (dict, Pairs)):
            pairs = value.items() if isinstance(value, dict) else value
            return b"{" + (b"," + blank).join(text(name) + b":" + blank + write(item) for name, item in pairs) + b"}"
        if isinstance(value, list):
            return b"[" + blank + (b"," + blank).join(map(write, value)) + b"]"
        return text(value) if isinstance(value, str) else json.dumps(value).encode()

    def text(value: str) -> bytes:
        return json.dumps(value, ensure_ascii=not plain).encode(errors="surrogatepass")

    return write(tree)
