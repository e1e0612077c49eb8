"""A narrator whose first attempt is shared by settings: what it said of an instance it says again without being asked.

For narrators that always say the same; of a language model the recording does it.
"""

from claimgauge.narration import Brief, Narration, Narrator, NarratorReference, RepairRequest


class SharedNarrator:
    """Keeps the narration of the last brief, since the cells of an instance follow one another."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._said: tuple[Brief, Narration] | None = None

    @property
    def reference(self) -> NarratorReference:
        """That of the narrator within."""
        return self._narrator.reference

    async def narrate(self, brief: Brief) -> Narration:
        """What was said of this very brief, or else what the narrator says."""
        if self._said is None or self._said[0] is not brief:
            self._said = (brief, await self._narrator.narrate(brief))
        return self._said[1]

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:
        """What the narrator says."""
        return await self._narrator.repair(brief, request)
