"""The documentation site: `make docs` builds it into build/site."""

from __future__ import annotations

import sys
from pathlib import Path

import casbridge

sys.path.insert(0, str(Path(__file__).parent / "_site"))

project = "casbridge"
author = "The casbridge developers"
copyright = "the casbridge developers"
release = casbridge.__version__
html_title = f"casbridge {release}"

extensions = ["myst_parser", "reference", "formulas", "accessible", "searching"]
exclude_patterns = ["_site"]
# Anchors of headings are those of code hosts, so that links work there too.
myst_heading_anchors = 6
myst_enable_extensions = ["dollarmath"]

# Quotes in commands are copied as they stand.
smartquotes = False

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 100
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_math_renderer = "mathml"
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
html_copy_source = False
html_search_scorer = str(Path(__file__).parent / "_site" / "scorer.js")
html_show_sourcelink = False
html_theme_options = {"top_of_page_buttons": []}
