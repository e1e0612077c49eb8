"""How Sphinx builds these pages: Markdown in, one theme, nothing fetched."""  # noqa: INP001  # no package

from claimgauge import __version__

project = "claimgauge"
author = "the claimgauge authors"
copyright = "2026, the claimgauge authors"  # noqa: A001  # Sphinx reads this name
version = release = __version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_build"]
nitpicky = True

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"claimgauge {__version__}"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_search_language = "en"
html_theme_options = {"top_of_page_buttons": []}
