"""The trained network → the files that the package ships: an INT8 network, its tokenizer and a card.

python -m training.export [--out build/train]

They lie in ``OUT/model``: ``entailment.int8.onnx``, ``tokenizer.json``, ``card.json``, ``ATTRIBUTION.md``. The network
takes ``input_ids``, ``attention_mask`` and ``token_type_ids`` (int64, [pairs, tokens]) and gives ``logits`` (float32,
[pairs, 3]).
"""

import argparse
import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]
from torch import nn
from transformers import BertModel

from claimgauge.evidence import windows
from training import data, encoding, weights
from training.labels import CLASSES
from training.manifest import write
from training.network import Network

INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
EXACT: Final = "entailment.fp32.onnx"
SMALL: Final = "entailment.int8.onnx"


def trained(out: Path) -> Network:
    """The network of the last checkpoint, without dropout, in full precision."""
    state: Mapping[str, Any] = torch.load(out / "checkpoint.pt", weights_only=True)["network"]
    encoder = BertModel.from_pretrained(
        weights.folder(), add_pooling_layer=False, attn_implementation="eager", local_files_only=True
    )
    network = Network(encoder)
    network.load_state_dict(state)
    return network.eval()


def export(network: nn.Module, exact: Path, small: Path) -> None:
    """Writes the network twice: as it is, and with its weights in eight bits, a scale for each channel."""
    ids = torch.tensor([[101, 2023, 102, 2008, 2003, 102], [101, 2023, 2003, 102, 2008, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1]])
    torch.onnx.export(
        network,
        (ids, torch.ones_like(ids), types),
        str(exact),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={name: {0: "pairs", 1: "tokens"} for name in INPUTS} | {"logits": {0: "pairs"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(exact, small, per_channel=True, weight_type=QuantType.QInt8)


def card(folder: Path, manifest: bytes, spans: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What a reader of the files has to know: outputs in order, the longest pair, digests, where they come from."""
    record: dict[str, Any] = json.loads(manifest)
    return {
        "schema": "claimgauge.entailment-card/1",
        "classes": list(CLASSES),
        "max_tokens": encoding.LONGEST,
        "files": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in (SMALL, "tokenizer.json")},
        "windows": hashlib.sha256(Path(windows.__file__).read_bytes()).hexdigest(),
        "manifest": hashlib.sha256(manifest).hexdigest(),
        "plan": record["plan"],
        "batches": {"learnt": [list(span) for span in spans], "planned": record["batches"]},
        "data": record["data"],
        "weights": record["weights"],
        "packages": record["packages"],
    }


def main() -> None:
    """Reads the command line and writes the folder ``model``."""
    parser = argparse.ArgumentParser(description="Exports the trained network.")
    parser.add_argument("--out", type=Path, default=data.ROOT / "build" / "train")
    out: Path = parser.parse_args().out
    folder = out / "model"
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    state: Mapping[str, Any] = torch.load(out / "checkpoint.pt", weights_only=True)
    spans = state.get("spans") or ((0, state["step"]),)
    export(trained(out), out / EXACT, folder / SMALL)
    encoding.tokenizer(weights.folder()).save(str(folder / "tokenizer.json"), pretty=False)
    shutil.copyfile(data.ROOT / "training" / "ATTRIBUTION.md", folder / "ATTRIBUTION.md")
    write(folder / "card.json", card(folder, (out / "manifest.json").read_bytes(), spans))
    for path in (out / EXACT, *sorted(folder.iterdir())):
        print(f"{path.stat().st_size / 1e6:7.2f} MB  {path.name}")


if __name__ == "__main__":
    main()
