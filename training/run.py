"""Trains the network; started again, it goes on from the last checkpoint.

python -m training.run [--passes 1.0] [--minutes M] [--from-stage N] [--seed 7] [--threads 1] [--out build/train]
                       [--without SOURCE …]
"""

import argparse
import hashlib
import math
import time
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch.nn.functional import cross_entropy

from training import data, encoding, network, schedule, weights
from training.checkpoint import Checkpoint, load, save
from training.data import Pair
from training.encoding import Encoded
from training.labels import target
from training.manifest import manifest, write
from training.network import Network

EVERY = 180.0
"""Seconds between two checkpoints."""
SAID = 50
"""Batches between two lines of progress."""


class Settings(NamedTuple):
    """What a run is told; all of it is in the manifest."""

    seed: int = 7
    passes: float = 1.0
    encoder_rate: float = 1e-4
    outputs_rate: float = 5e-4
    decay: float = 0.01
    clip: float = 1.0


class Task(NamedTuple):
    """The pairs to learn from, encoded, with their soft targets (shape [pairs, 3]) and the order of the batches.

    ``starts`` is the first batch of each stage.
    """

    pairs: list[Pair]
    rows: list[Encoded]
    targets: torch.Tensor
    order: list[list[int]]
    starts: list[int]

    def digest(self) -> str:
        """SHA-256 of the encoded pairs and their targets."""
        found = hashlib.sha256(self.targets.numpy().tobytes())
        for row in self.rows:
            found.update(row.ids.tobytes() + b"|" + row.types.tobytes() + b"\n")
        return found.hexdigest()


def prepared(settings: Settings, without: Collection[str] = ()) -> Task:
    """Reads and encodes every pair of the part ``train`` but those of the sources left out; a minute or less."""
    reader = encoding.tokenizer(weights.folder())
    pairs = [pair for pair in data.pairs() if pair.part == "train" and pair.source not in without]
    rows = [encoding.encoded(reader, pair.premise, pair.hypothesis) for pair in pairs]
    sources, lengths = [pair.source for pair in pairs], [len(row.ids) for row in rows]
    orders = [
        schedule.batches(sources, lengths, seed=settings.seed, passes=settings.passes, stages=schedule.STAGES[:number])
        for number in range(len(schedule.STAGES) + 1)
    ]
    *starts, _end = map(len, orders)
    return Task(pairs, rows, torch.tensor([target(pair.label) for pair in pairs]), orders[-1], starts)


def train(
    task: Task, settings: Settings, *, plan: str, out: Path, limit: float = math.inf, leap: int = 0
) -> Checkpoint:
    """Runs the batches behind the checkpoint, none before the batch ``leap``, and answers the last checkpoint.

    After ``limit`` seconds of work in all it stops. The learning rate falls with the batches or with the time,
    whichever is further, so that it has come to nothing at either end.
    """
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("medium")
    learner = network.fresh(weights.folder())
    optimiser = torch.optim.AdamW(
        network.groups(learner, encoder=settings.encoder_rate, outputs=settings.outputs_rate),
        weight_decay=settings.decay,
    )
    factors = [group["lr"] for group in optimiser.param_groups]
    path = out / "checkpoint.pt"
    past = load(path, plan)
    if past:
        learner.load_state_dict(past.network)
        optimiser.load_state_dict(past.optimiser)
        torch.set_rng_state(past.generator)
    before, spans = (past.seconds, past.spans or ((0, past.step),)) if past else (0.0, ())
    first = max(past.step if past else 0, leap)
    started = saved = time.monotonic()
    learner.train()
    losses: list[float] = []
    for step in range(first, len(task.order) if before < limit else first):
        worked = before + time.monotonic() - started
        pace = schedule.rate(max((step + 1) / (len(task.order) + 1), worked / limit))
        for group, factor in zip(optimiser.param_groups, factors, strict=True):
            group["lr"] = factor * pace
        losses.append(_step(learner, optimiser, task, task.order[step], settings.clip))
        now = time.monotonic()
        last = step + 1 == len(task.order) or before + now - started >= limit
        if (step + 1) % SAID == 0 or last:
            _say(task.order, first, step + 1, now - started, losses)
            losses.clear()
        if now - saved > EVERY or last:
            past = _checkpoint(plan, step + 1, before + now - started, learner, optimiser)
            past = past._replace(spans=(*spans, (first, step + 1)))
            save(path, past)
            saved = now
        if last:
            break
    return past or _checkpoint(plan, first, before, learner, optimiser)


def done(task: Task, end: Checkpoint) -> dict[str, Any]:
    """What was learnt up to a checkpoint, for the manifest: batches, pairs in all and by source, seconds of work."""
    spans = end.spans or ((0, end.step),)
    places = [place for first, stop in spans for batch in task.order[first:stop] for place in batch]
    met = Counter(task.pairs[place].source for place in places)
    return {"done": {"spans": spans, "pairs": len(places), "met": dict(met), "seconds": round(end.seconds)}}


def _step(learner: Network, optimiser: torch.optim.Optimizer, task: Task, batch: Sequence[int], clip: float) -> float:
    ids, mask, types = map(torch.from_numpy, encoding.padded([task.rows[place] for place in batch]))
    loss = cross_entropy(learner(ids, mask, types), task.targets[list(batch)])
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(learner.parameters(), clip)
    optimiser.step()
    return float(loss.detach())


def _checkpoint(plan: str, step: int, seconds: float, learner: Network, optimiser: torch.optim.Optimizer) -> Checkpoint:
    return Checkpoint(plan, step, seconds, learner.state_dict(), optimiser.state_dict(), torch.get_rng_state())


def _say(order: Sequence[Sequence[int]], first: int, step: int, seconds: float, losses: Sequence[float]) -> None:
    done, left = (sum(map(len, part)) for part in (order[first:step], order[step:]))
    pace = done / seconds * 60
    print(
        f"batch {step} of {len(order)} · loss {sum(losses) / len(losses):.3f} · {pace:.0f} pairs a minute · "
        f"{seconds / 60:.1f} minutes gone, about {left / pace:.0f} to go",
        flush=True,
    )


def main() -> None:
    """Reads the command line, trains, and writes ``manifest.json`` beside the checkpoint."""
    parser = argparse.ArgumentParser(description="Trains the network of the embedded labeller.")
    parser.add_argument("--passes", type=float, default=1.0, help="multiplies the mixture, to fit a budget of time")
    parser.add_argument("--minutes", type=float, default=math.inf, help="of work in all, after which it stops")
    parser.add_argument("--from-stage", type=int, default=1, choices=(1, 2), help="leave out what is left before it")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=data.ROOT / "build" / "train")
    parser.add_argument("--without", nargs="*", default=[], metavar="SOURCE", help="sources to leave out")
    told = parser.parse_args()
    torch.set_num_threads(told.threads)
    settings = Settings(seed=told.seed, passes=told.passes)
    task = prepared(settings, told.without)
    record: dict[str, Any] = manifest(task.pairs, task.digest(), task.order, settings._asdict())
    write(told.out / "manifest.json", record)
    print(f"{len(task.pairs)} pairs, {len(task.order)} batches, plan {record['plan'][:12]}", flush=True)
    end = train(
        task,
        settings,
        plan=record["plan"],
        out=told.out,
        limit=told.minutes * 60,
        leap=task.starts[told.from_stage - 1],
    )
    limit = told.minutes if math.isfinite(told.minutes) else None
    write(told.out / "manifest.json", record | done(task, end) | {"limit_minutes": limit})
    print(f"batch {end.step} after {end.seconds / 60:.0f} minutes", flush=True)


if __name__ == "__main__":
    main()
