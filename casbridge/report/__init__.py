"""Reports of studies: a page to show to a colleague, figures for a paper, and what a notebook shows.

    Study ──gathering──▶ Material ──┬─ page ──────▶ one HTML file
                                    ├─ markdown ──▶ a page of a guide, with plots and bundles beside it
                                    ├─ figures ───▶ SVG and PNG of each plot
                                    └─ notebook ──▶ first rows, statuses, plots

    rows ──cells──▶ Cell: a case and a method, over its repeats ──plots──▶ data + Vega-Lite specification

Read `material`, `cells`, `plots` and `page`.
"""

from __future__ import annotations

from casbridge.lazy import called, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from casbridge.report.material import Material as Material
    from casbridge.report.opening import Study as Study, open_study as open_study
    from casbridge.report.writing import figures as figures, markdown as markdown, report as report

    class CalledReport(ModuleType):
        __call__ = staticmethod(report)


_HOMES, __getattr__, __dir__ = lazy(
    __name__, {"material": "Material", "opening": "Study open_study", "writing": "figures markdown report"}
)
__all__ = [*_HOMES]
called(__name__, "writing:report")
