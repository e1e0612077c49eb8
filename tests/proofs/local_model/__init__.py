"""A real model under four forms of prompt, with and without repair.

    make prove NAME=local_model
    python -m tests.proofs.local_model --date 2026-11-30
    python -m tests.proofs.local_model --ask cards     # only asks, so that several domains can be asked at once

SmolLM2-135M narrates 24 instances of each of three domains under each form; what it answered is kept in
build/local-model, so that a stopped run asks nothing twice. What was to be decided stands in registration.toml
beside the plan. Writes docs/reference/local-model.md and its page with drawings, build/local-model/report.html.
"""
