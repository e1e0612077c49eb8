"""The engine that decides who may ask, what may be read and what applies."""
