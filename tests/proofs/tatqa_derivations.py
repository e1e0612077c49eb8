"""The derivations of TAT-QA, such as `(44.1-56.7)/56.7`: parsed, never evaluated, and turned into declared operations.

    expression = term (("+" | "-") term)*      term = factor (("*" | "/") factor)*
    factor = ("-" | "$")* (number "%"? | "(" expression ")" | "[" expression "]") "%"?

A number alone in brackets, as in `13 + (110)`, is a negative amount of accounting.
"""

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from claimgauge.claims import Operand
from claimgauge.claims.claim import Operation

_TOKEN = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+|[-+*/()\[\]%$]|thousand|million|billion")
_MIXED = ("thousand", "million", "billion")


class UnreadableError(Exception):
    """A derivation that this grammar does not have."""


class Leaf(NamedTuple):
    """A number as written, without its sign."""

    text: str
    value: Fraction


class Node(NamedTuple):
    """`+`, `-`, `*` or `/` over two parts, `neg` over one."""

    sign: Literal["+", "-", "*", "/", "neg"]
    parts: tuple["Leaf | Node", ...]


Tree = Leaf | Node


def parsed(derivation: str) -> Tree:
    """The tree of a derivation. Raises UnreadableError."""
    tokens = _TOKEN.findall(derivation)
    if "".join(tokens) != re.sub(r"\s+", "", derivation) or any(token in _MIXED for token in tokens):
        raise UnreadableError(derivation)
    tree, rest = _sum(tokens)
    if rest:
        raise UnreadableError(derivation)
    return tree


def _sum(tokens: Sequence[str]) -> tuple[Tree, Sequence[str]]:
    return _chain(tokens, ("+", "-"), lambda rest: _chain(rest, ("*", "/"), _factor))


def _chain(
    tokens: Sequence[str], signs: tuple[str, ...], part: Callable[[Sequence[str]], tuple[Tree, Sequence[str]]]
) -> tuple[Tree, Sequence[str]]:
    tree, tokens = part(tokens)
    while tokens and tokens[0] in signs:
        sign = tokens[0]
        right, tokens = part(tokens[1:])
        tree = Node(sign, (tree, right))  # type: ignore[arg-type]
    return tree, tokens


def _factor(tokens: Sequence[str]) -> tuple[Tree, Sequence[str]]:
    if not tokens:
        raise UnreadableError("ends early")
    head, rest = tokens[0], tokens[1:]
    if head == "$":
        return _factor(rest)
    if head == "-":
        tree, rest = _factor(rest)
        return Node("neg", (tree,)), rest
    if head in "([":
        tree, rest = _sum(rest)
        if not rest or rest[0] not in ")]":
            raise UnreadableError("a bracket stays open")
        tree = Node("neg", (tree,)) if isinstance(tree, Leaf) else tree
        return tree, rest[1:]
    if not head[0].isdigit() and head[0] != ".":
        raise UnreadableError(head)
    leaf = Leaf(head, Fraction(head.replace(",", "")))
    return (Leaf(f"{head}%", leaf.value), rest[1:]) if rest[:1] == ["%"] else (leaf, rest)


def valued(tree: Tree) -> Fraction | None:
    """What a tree of plain numbers comes to; None for a division by zero."""
    if isinstance(tree, Leaf):
        return tree.value
    values = [value for part in tree.parts if (value := valued(part)) is not None]
    if len(values) < len(tree.parts) or (tree.sign == "/" and not values[1]):
        return None
    return _STEPS[tree.sign](*values)


_STEPS: dict[str, Callable[..., Fraction]] = {
    "neg": operator.neg,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class Found(NamedTuple):
    """A cell that a number stands for, `opposite` where the cell has the other sign."""

    operand: Operand
    opposite: bool


Find = Callable[[Leaf, bool], Found | None]
"""From a number and whether it is negative to its cell."""


class Part(NamedTuple):
    """A part of a declared derivation; `negative` where it is the negated value that the text means."""

    operand: Operand
    negative: bool = False


class UndeclarableError(Exception):
    """A derivation that no declared operation says; the message is its class."""


def declared(tree: Tree, find: Find, *, percent: bool) -> Part:
    """The operand that a derivation comes to; `* 100` falls away where the answer is in percent."""
    if percent and (plain := _without_hundred(tree)) is not None:
        tree = plain
    return _Builder(find, percent=percent).part(tree)


def _without_hundred(tree: Tree) -> Tree | None:
    if isinstance(tree, Node) and tree.sign == "*" and tree.parts[1] == Leaf("100", Fraction(100)):
        return tree.parts[0]
    return None


class _Builder:
    def __init__(self, find: Find, *, percent: bool) -> None:
        self.find = find
        self.percent = percent

    def part(self, tree: Tree) -> Part:
        if isinstance(tree, Leaf):
            return self._leaf(tree, negative=False)
        if tree.sign == "neg":
            return self._negated(tree.parts[0])
        if tree.sign == "+":
            return self._sum(_terms(tree))
        two = {"-": self._difference, "*": self._product, "/": self._quotient}
        return two[tree.sign](*tree.parts)

    def _negated(self, inner: Tree) -> Part:
        if isinstance(inner, Leaf):
            return self._leaf(inner, negative=True)
        part = self.part(inner)
        return part._replace(negative=not part.negative)

    def _leaf(self, leaf: Leaf, *, negative: bool) -> Part:
        found = self.find(leaf, negative)
        if found is None:
            raise UndeclarableError("nil written as a dash" if not leaf.value else "a number that the evidence lacks")
        return Part(found.operand, negative=found.opposite)

    def _sum(self, terms: Sequence[Tree]) -> Part:
        parts = [self.part(term) for term in terms]
        up = [part.operand for part in parts if not part.negative]
        down = [part.operand for part in parts if part.negative]
        if not up or not down:
            return Part(_together("sum", up or down), negative=not up)
        return Part(derived("difference", _together("sum", up), _together("sum", down)))

    def _difference(self, left: Tree, right: Tree) -> Part:
        if isinstance(left, Node) and left.sign == "/" and right == Leaf("1", Fraction(1)):
            return self._of_two("change", left.parts[0], left.parts[1])
        if left == Leaf("1", Fraction(1)) and isinstance(right, Leaf) and right.text.endswith("%"):
            return Part(derived("difference", Operand(constant="1"), self._positive(right)))
        first, second = self.part(left), self.part(right)
        if first.negative == second.negative:
            pair = (second, first) if first.negative else (first, second)
            return Part(derived("difference", *(part.operand for part in pair)))
        return Part(_together("sum", [first.operand, second.operand]), negative=first.negative)

    def _of_two(self, operation: Operation, left: Tree, right: Tree) -> Part:
        first, second = self.part(left), self.part(right)
        if first.negative != second.negative:
            raise UndeclarableError("signs that the cells do not have")
        return Part(derived(operation, first.operand, second.operand))

    def _positive(self, tree: Tree) -> Operand:
        part = self.part(tree)
        if part.negative:
            raise UndeclarableError("signs that the cells do not have")
        return part.operand

    def _product(self, left: Tree, right: Tree) -> Part:
        first, second = self.part(left), self.part(right)
        return Part(derived("product", first.operand, second.operand), negative=first.negative != second.negative)

    def _quotient(self, left: Tree, right: Tree) -> Part:
        if isinstance(left, Node) and left.sign == "neg" and not isinstance(left.parts[0], Leaf):
            return self._negated(Node("/", (left.parts[0], right)))
        terms = _terms(left)
        if len(terms) > 1 and self._counts(right, len(terms)):
            whole = self._sum(terms)
            if whole.operand.operation == "sum":
                return Part(derived("mean", *whole.operand.operands), whole.negative)
            return self._by(whole, len(terms))
        if isinstance(left, Node) and left.sign == "-" and left.parts[1] == right:
            return self._of_two("change", left.parts[0], right)
        first = self.part(left)
        if isinstance(right, Leaf) and "2" <= right.text <= "9" and self.find(right, False) is None:  # noqa: FBT003
            return self._by(first, int(right.text))
        second = self.part(right)
        operation: Operation = "share" if self.percent else "ratio"
        return Part(derived(operation, first.operand, second.operand), first.negative != second.negative)

    def _counts(self, tree: Tree, terms: int) -> bool:
        """Whether a divisor is the number of terms: as written, or counted from years (`2019-2017+1`)."""
        return valued(tree) == terms

    def _by(self, whole: Part, divisor: int) -> Part:
        return Part(derived("ratio", whole.operand, Operand(constant=str(divisor))), whole.negative)  # type: ignore[arg-type]


def _terms(tree: Tree) -> list[Tree]:
    if isinstance(tree, Node) and tree.sign == "+":
        return [*_terms(tree.parts[0]), *_terms(tree.parts[1])]
    return [tree]


def _together(operation: Operation, operands: Sequence[Operand]) -> Operand:
    return operands[0] if len(operands) == 1 else derived(operation, *operands)


def derived(operation: Operation, *operands: Operand) -> Operand:
    """An operand that is itself derived."""
    return Operand(operation=operation, operands=operands)
