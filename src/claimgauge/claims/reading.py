"""One sentence that states something, told as claims: split, with pronouns resolved and pieces found."""

from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.claims.anchoring import Span
from claimgauge.claims.marks import Wording
from claimgauge.claims.parts import Part, PartForm, stretches
from claimgauge.claims.pronouns import Antecedent, antecedent_of, referring_in
from claimgauge.claims.sentences import Sentence
from claimgauge.claims.splitting import split_sentence
from claimgauge.claims.tables import ProseTables
from claimgauge.claims.words import Grammar, Word, grammar_of, words_of

_FINAL = (".", "!", "?", "\u2026", "\u3002", "\uff01")


class ToldClaim(NamedTuple):
    """A claim of a sentence; its spans are those of the answer."""

    text: str
    span: Span
    pieces: tuple[Span, ...]
    form: PartForm
    unresolved: tuple[str, ...]


class Told(NamedTuple):
    """The claims of a sentence, and what it was about, for a pronoun in the next."""

    claims: tuple[ToldClaim, ...]
    about: Antecedent | None


class _Resolved(NamedTuple):
    """What stands for a pronoun: stretches of the wording; none where it could not be told."""

    words: tuple[Word, ...]
    pronoun: str
    stretches: tuple[Span, ...]


def tell(
    wording: Wording, sentence: Sentence, before: Told | None, tables: ProseTables, *, is_read: bool, is_split: bool
) -> Told:
    """The claims of a sentence, in order; one, the sentence itself, where it is not read."""
    if not is_read:
        span = wording.span(*sentence)
        text = wording.text[sentence.start : sentence.end]
        return Told((ToldClaim(text, span, wording.pieces(*sentence), "sentence", ()),), None)
    return _Telling(wording, sentence, grammar_of(tables)).tell(before.about if before else None, is_split=is_split)


class _Telling:
    """A sentence with its words, which count from its own beginning."""

    def __init__(self, wording: Wording, sentence: Sentence, grammar: Grammar) -> None:
        self._wording = wording
        self._sentence = sentence
        self._grammar = grammar
        self._text = wording.text[sentence.start : sentence.end]
        self._words = words_of(self._text)

    def tell(self, about: Antecedent | None, *, is_split: bool) -> Told:
        whole = (Part(self._words, self._words, "sentence"),)
        parts = (split_sentence(self._text, self._grammar) if is_split else whole) or whole
        known: dict[int, _Resolved] = {}
        resolved: list[_Resolved | None] = []
        abouts: list[Antecedent | None] = []
        for part in parts:
            found = self._resolve(part, known, abouts[-1] if abouts else about)
            resolved.append(found)
            stretches_ = found.stretches if found and found.stretches else None
            if part.form != "apposition" and part.about != ():
                abouts.append(self._about(part, stretches_))
        spans = self._spans(parts)
        told = [self._claim(*each, is_whole=len(parts) == 1) for each in zip(parts, resolved, spans, strict=True)]
        return Told(tuple(told), _only(abouts))

    def _resolve(self, part: Part, known: dict[int, _Resolved], about: Antecedent | None) -> _Resolved | None:
        referring = referring_in(part.words, self._grammar)
        if referring is None:
            return None
        place = referring.words[0].start
        if place not in known:
            fits = referring.is_resolvable and about is not None and about.fits(referring.pronoun, self._grammar)
            known[place] = _Resolved(referring.words, referring.pronoun, about.stretches if fits and about else ())
        return known[place]

    def _about(self, part: Part, stretches_: tuple[Span, ...] | None) -> Antecedent | None:
        found = antecedent_of(part.words if part.about is None else part.about, stretches_, self._grammar)
        if found is None or stretches_:
            return found
        offset = self._sentence.start
        return found._replace(stretches=tuple((start + offset, end + offset) for start, end in found.stretches))

    def _spans(self, parts: Sequence[Part]) -> list[Span]:
        """The spans of the parts, each from where the one before ended, so that they cover the sentence."""
        spans: list[Span] = []
        at = 0
        for part in parts:
            start, end = part.span
            if start > at:
                start = at + len(self._text[at:]) - len(self._text[at:].lstrip())
            spans.append((start, end))
            at = max(at, end)
        last = max(range(len(spans)), key=lambda number: spans[number][1])
        spans[last] = (spans[last][0], len(self._text))
        offset = self._sentence.start
        return [self._wording.span(start + offset, end + offset) for start, end in spans]

    def _claim(self, part: Part, resolved: _Resolved | None, span: Span, *, is_whole: bool) -> ToldClaim:
        unresolved = (resolved.pronoun,) if resolved and not resolved.stretches else ()
        if is_whole and (resolved is None or unresolved):
            pieces = self._wording.pieces(*self._sentence)
            return ToldClaim(self._text, span, pieces, part.form, unresolved)
        runs = self._runs(part, resolved)
        text = " ".join(self._wording.text[start:end] for start, end in runs)
        pieces = tuple(piece for start, end in runs for piece in self._wording.pieces(start, end))
        if self._text.rstrip("\"')\u201d\u2019").endswith(_FINAL) and not text.endswith(_FINAL):
            text += "."
        return ToldClaim(text[:1].upper() + text[1:], span, pieces, part.form, unresolved)

    def _runs(self, part: Part, resolved: _Resolved | None) -> tuple[Span, ...]:
        """The stretches of the wording that the text is made of."""
        offset = self._sentence.start
        if resolved is None or not resolved.stretches:
            return tuple((start + offset, end + offset) for start, end in stretches(part.words, self._words))
        first = part.words.index(resolved.words[0])
        before, behind = part.words[:first], part.words[first + len(resolved.words) :]
        runs = [[(s + offset, e + offset) for s, e in stretches(words, self._words)] for words in (before, behind)]
        return (*runs[0], *resolved.stretches, *runs[1])


def _only(abouts: Sequence[Antecedent | None]) -> Antecedent | None:
    """What all parts are about, with every rival in any; None where they are about several things."""
    found = [each for each in abouts if each is not None]
    if not found or len(found) < len(abouts) or len({each.stretches for each in found}) != 1:
        return None
    whole = found[0]
    for each in found[1:]:
        rivals = {
            name: getattr(whole, name) or getattr(each, name) for name in whole._fields if name.startswith("other")
        }
        whole = whole._replace(is_person=whole.is_person or each.is_person, **rivals)
    return whole
