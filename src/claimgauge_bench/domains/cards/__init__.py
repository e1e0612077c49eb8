"""Card portfolios: an exact optimum over a catalogue, as evidence. The catalogue that ships is fictional.

`claimgauge_bench.domains.cards.optimum` needs the extra `bench`, so nothing is imported here.
"""
