"""The judge: one claim and the passages selected for it go to a language model, one judgement comes back.

Each claim is judged by itself, and passages are shown in the order of their ids, so that neither the
neighbours of a claim nor the order of its evidence changes anything. There is no confidence: a number
that a model says of itself is not measured. Where a reply cannot be read, or does not hold, the model is asked
once more and told why; what then does not hold is the failure.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from claimgauge.errors import Problem
from claimgauge.evidence import EvidenceNode, is_seen
from claimgauge.labellers.judge.verdict import Fallen, JudgeFailureReason, Verdict, upheld, verdict_schema
from claimgauge.labels import Judgement, LabellerFailure
from claimgauge.language import (
    Answered,
    Completion,
    Failed,
    LanguageModel,
    Prompt,
    PromptTemplate,
    Refused,
    Truncated,
    once_more,
    read_reply,
    rendered,
    template_digest,
    with_places,
)

LABELLER: Final = "judge/2"
PLACES: Final = frozenset({"claim", "passages"})
LONGEST_SHOWN = 100_000


class Judge:
    """A model and the prompt that it is given.

    `longest_shown` bounds claim and passages together, in characters: beyond it nothing is sent and
    nothing is cut. `labeller` names what every judgement depends on: the version of this reading, the
    model, the prompt and its digest. Raises PromptError for a prompt that has not exactly the places
    of PLACES.
    """

    def __init__(
        self,
        model: LanguageModel,
        prompt: PromptTemplate,
        *,
        seed: int | None = None,
        longest_shown: int = LONGEST_SHOWN,
    ) -> None:
        self._model = model
        self._prompt = with_places(prompt, PLACES)
        self._seed = seed
        self._longest = longest_shown
        self.prompt_digest = template_digest(prompt)
        named = f"{model.id}, prompt {prompt.id}/{prompt.version} {self.prompt_digest[:19]}"
        self.labeller = f"{LABELLER} ({named})"

    async def judge(self, text: str, passages: Iterable[EvidenceNode]) -> Judgement | LabellerFailure:
        """What the passages say of the claim `text`; of two passages with one id the first counts.

        Where no passage holds anything, or the claim does not, no model is asked.
        """
        shown = _shown(passages)
        if not shown:
            return Judgement(label="UNSUPPORTED", labeller=self.labeller, reason="no_evidence")
        if not is_seen(text):
            return self._failure("unreadable", "the claim holds no text to judge")
        length = len(text) + sum(len(node.content) for node in shown.values())
        if length > self._longest:
            message = f"claim and passages have {length} characters, the most that is sent is {self._longest}"
            return self._failure("too_long", f"{message}; select fewer passages")
        data = [{"evidenceId": name, "text": node.content} for name, node in shown.items()]
        prompt = rendered(
            self._prompt, {"claim": text, "passages": data}, schema=verdict_schema(shown), seed=self._seed
        )
        said = await self._asked(prompt, shown)
        if isinstance(said, Fallen):
            said = await self._asked(once_more(prompt, said.message), shown)
        return self._failure(said.reason, said.message) if isinstance(said, Fallen) else said

    async def _asked(self, prompt: Prompt, shown: dict[str, EvidenceNode]) -> Judgement | LabellerFailure | Fallen:
        return self._judged(await self._model.complete(prompt), shown)

    def _judged(self, completion: Completion, shown: dict[str, EvidenceNode]) -> Judgement | LabellerFailure | Fallen:
        """A judgement, a failure that no second try would mend, or what fell of a reply that came whole."""
        match completion:
            case Answered():
                return self._read(completion.text, shown)
            case Truncated():
                return self._failure("truncated", "the reply was cut off; allow it more tokens in the prompt")
            case Refused():
                return self._failure("refused", "the model declined to judge the claim")
            case Failed():
                return self._failure(completion.kind, completion.message)
            case _:
                assert_never(completion)

    def _read(self, reply: str, shown: dict[str, EvidenceNode]) -> Judgement | Fallen:
        verdict = read_reply(reply, Verdict)
        if isinstance(verdict, Problem):
            return Fallen("unreadable", str(verdict))
        held = upheld(verdict, shown)
        if isinstance(held, Fallen):
            return held
        return Judgement(
            label=held.label,
            dimensions=held.dimensions,
            evidence=held.evidence,
            labeller=self.labeller,
            reason="judged",
        )

    def _failure(self, reason: JudgeFailureReason, message: str) -> LabellerFailure:
        return LabellerFailure(labeller=self.labeller, reason=reason, message=message)


def _shown(passages: Iterable[EvidenceNode]) -> dict[str, EvidenceNode]:
    """The passages with text, by id, in the order of their ids."""
    first: dict[str, EvidenceNode] = {}
    for node in passages:
        first.setdefault(node.evidence_id, node)
    return {name: first[name] for name in sorted(first) if is_seen(first[name].content)}
