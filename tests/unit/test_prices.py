"""What a call costs, exactly; a budget of money; and that an unknown cost is never nothing."""

import asyncio
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Failed, Message, Prices, Prompt, Refused, Spent, Truncated, cost_of
from claimgauge.models import Budget, BudgetedModel, ScriptedModel
from claimgauge.narration import call_of

PRICES = msgspec.convert({"in": "0.15", "out": "0.60", "currency": "USD"}, Prices)
PROMPT = Prompt(messages=(Message(role="user", text="Hello?"),), max_tokens=100)


def said(tokens_in=1000, tokens_out=50, cost=None):
    return Answered(text="Hi.", spent=Spent(tokens_in=tokens_in, tokens_out=tokens_out, cost=cost))


def asked(model, times=1):
    async def each():
        return [await model.complete(PROMPT) for _ in range(times)]

    return asyncio.run(each())


@pytest.mark.parametrize(
    ("expected", "spent", "prices"),
    [
        ("0.00018", {}, PRICES),
        ("0.5", {"cost": "0.5"}, PRICES),
        ("0.5", {"cost": "0.5"}, None),
        ("1E-7", {"cost": "1e-7"}, None),
        ("0", {"cost": "0"}, PRICES),
        ("0", {"tokens_in": 0, "tokens_out": 0}, PRICES),
        (None, {}, None),
        (None, {"tokens_in": None}, PRICES),
        (None, {"tokens_out": None}, PRICES),
        (None, {"cost": "1e999999"}, PRICES),
        (None, {"cost": "free"}, PRICES),
    ],
)
def test_a_cost_is_the_stated_one_or_else_that_of_the_tokens(expected, spent, prices):
    completion = said(**spent)
    found = cost_of(completion.spent, prices)
    assert (None if expected is None else Decimal(expected)) == found
    assert found == cost_of(call_of(PROMPT, completion, model="m"), prices)


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.decimals("0.000001", "1000", places=6))
def test_no_cost_is_rounded(tokens_in, tokens_out, price):
    prices = Prices(tokens_in=str(price), tokens_out=str(price), currency="EUR")
    found = cost_of(Spent(tokens_in=tokens_in, tokens_out=tokens_out), prices)
    assert (tokens_in + tokens_out) * int(price * 10**6) == int(found.scaleb(12))


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("in is '-1'", {"in": "-1"}),
        ("in is ''", {"in": ""}),
        ("out is 'NaN'", {"out": "NaN"}),
        ("out is '1_0'", {"out": "1_0"}),
        ("out is '1e400'", {"out": "1e400"}),
        ("currency", {"currency": " "}),
    ],
)
def test_prices_that_make_no_sense_are_refused(message, changed):
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.convert({"in": "0.15", "out": "0.60", "currency": "USD"} | changed, Prices)
    with pytest.raises(ValueError, match="cost is"):
        Budget(cost="much")


@pytest.mark.parametrize(
    ("calls", "cost", "completion"),
    [
        (0, "0.00005", said()),
        (1, "0.0002", said()),
        (1, "0.00023", said()),
        (2, "0.00024", said()),
        (3, "0.0005", said(cost="0.0001")),
        (1, "0.00006", Failed(kind="timeout", message="slow")),
        (3, "0.00006", Failed(kind="unavailable", message="down")),
        (1, "0.00015", Truncated(text="Hi", spent=Spent(tokens_in=1000, tokens_out=50))),
        (2, "0.00018", Refused(reason="no")),
    ],
)
def test_beyond_its_money_a_model_is_not_asked(calls, cost, completion):
    model = ScriptedModel(lambda _prompt: completion)
    found = asked(BudgetedModel(model, Budget(cost=cost), prices=PRICES), 3)
    assert calls == len(model.asked)
    assert ["budget"] * (3 - calls) == [each.kind for each in found[calls:]]


def test_what_was_spent_adds_up_exactly():
    model = BudgetedModel(ScriptedModel(lambda _prompt: said(cost="0.1")), Budget(cost="1"))
    asked(model, 12)
    assert (Decimal(1), 10) == (model.cost, model.calls)


@pytest.mark.parametrize("completion", [said(), Failed(kind="timeout", message="slow"), said(cost="1e999999")])
def test_a_cost_that_nobody_knows_is_an_error_and_not_nothing(completion):
    with pytest.raises(ModelError, match="give the prices"):
        asked(BudgetedModel(ScriptedModel(lambda _prompt: completion), Budget(cost="1")))


def test_a_stated_cost_that_cannot_be_read_is_an_error_even_where_there_are_prices():
    with pytest.raises(ModelError, match="does not say what a call costs"):
        asked(BudgetedModel(ScriptedModel(lambda _prompt: said(cost="1e999999")), Budget(cost="1"), prices=PRICES))


def test_without_a_budget_of_money_no_cost_has_to_be_known():
    assert said() == asked(BudgetedModel(ScriptedModel(lambda _prompt: said()), Budget(calls=1)))[0]
