"""The network: six layers of attention over both texts at once, and three outputs from what the two became."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import BertModel

from training.labels import CLASSES


class Network(nn.Module):
    """Logits of supported, unsupported and contradicted for pairs of premise and hypothesis.

    The premise's and the hypothesis' tokens are averaged apart, which is what the weights were first made for; the
    outputs read the first token, the hypothesis, the difference of the two averages and their product.
    """

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        width = int(encoder.config.hidden_size)
        self.encoder = encoder
        self.drop = nn.Dropout(0.1)
        self.inner = nn.Linear(4 * width, width)
        self.outer = nn.Linear(width, len(CLASSES))

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Three integer tensors of shape [pairs, tokens] → logits of shape [pairs, 3]."""
        states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        second = (types * mask).unsqueeze(-1).to(states.dtype)
        first = ((1 - types) * mask).unsqueeze(-1).to(states.dtype)
        premise = (states * first).sum(1) / first.sum(1).clamp(min=1)
        hypothesis = (states * second).sum(1) / second.sum(1).clamp(min=1)
        seen = torch.cat([states[:, 0], hypothesis, (premise - hypothesis).abs(), premise * hypothesis], dim=-1)
        logits: Tensor = self.outer(self.drop(torch.tanh(self.inner(self.drop(seen)))))
        return logits


def fresh(weights: Path) -> Network:
    """The encoder as it was shipped and new outputs; seed torch before. The word vectors are frozen."""
    network = Network(
        BertModel.from_pretrained(weights, add_pooling_layer=False, attn_implementation="sdpa", local_files_only=True)
    )
    network.encoder.embeddings.word_embeddings.weight.requires_grad = False
    return network


def groups(network: Network, *, encoder: float, outputs: float) -> list[dict[str, Any]]:
    """Parameters with their learning rates, for the optimiser."""
    inner = [p for p in network.encoder.parameters() if p.requires_grad]
    outer = [*network.inner.parameters(), *network.outer.parameters()]
    return [{"params": inner, "lr": encoder}, {"params": outer, "lr": outputs}]
