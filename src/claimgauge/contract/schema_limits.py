"""How large a schema may be: the published limits of OpenAI's strict mode, which are the narrowest known."""

from collections.abc import Iterator, Mapping
from typing import Any

from claimgauge.errors import EvidenceError

MOST_OPTIONS = 1000
"""Most enum values of one schema in strict mode."""
LARGE_ENUM = 250
MOST_CHARACTERS_OF_LARGE_ENUM = 15_000
MOST_CHARACTERS = 120_000
"""Most characters of names of properties and definitions and of enum values together."""
MOST_PROPERTIES = 5_000


def check_size(schema: Mapping[str, Any]) -> None:
    """Raise EvidenceError where a schema is larger than strict mode allows."""
    enums = [each["enum"] for each in parts_of(schema) if "enum" in each]
    properties = [name for each in parts_of(schema) for name in each.get("properties", ())]
    options = [text for enum in enums for text in enum]
    large = [len("".join(enum)) for enum in enums if len(enum) > LARGE_ENUM]
    for found, most, what in (
        (len(options), MOST_OPTIONS, "facts to choose from"),
        (max(large, default=0), MOST_CHARACTERS_OF_LARGE_ENUM, "characters in one list of facts"),
        (len("".join((*schema["$defs"], *properties, *options))), MOST_CHARACTERS, "characters of names"),
        (len(properties), MOST_PROPERTIES, "properties"),
    ):
        if found > most:
            raise EvidenceError(
                f"the schema would have {found} {what}, and strict mode takes {most} at most; choose a part of the"
                " evidence, by files or by the entities it is about (--about ENTITY)"
            )


def parts_of(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Every schema within a schema, itself among them."""
    if isinstance(schema, dict):
        yield schema
        for key in ("properties", "$defs"):
            for each in schema.get(key, {}).values():
                yield from parts_of(each)
        for each in (schema.get("items"), *schema.get("anyOf", ())):
            yield from parts_of(each)
