"""How much a narrator may say: the bounds of the schema that a model is held to. Nothing is cut to them."""

from typing import Annotated

import msgspec

AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]


class ReplyBounds(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Most claims, and of each claim most cited items of a kind, fewest pieces of evidence, and most characters."""

    max_claims: AtLeastOne = 8
    max_items: AtLeastOne = 4
    min_cited: Annotated[int, msgspec.Meta(ge=0)] = 0
    longest_text: AtLeastOne = 240
