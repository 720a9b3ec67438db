"""Prints how many lines of each file were asked."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [
        (report.nodeid, dict(report.user_properties))
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if report.when == "call"
    ]
    asked = [(node, found["lines_asked"]) for node, found in reports if "lines_asked" in found]
    if asked:
        terminalreporter.section("conformance: lines asked")
        for node, lines in asked:
            terminalreporter.write_line(f"{node.split('[')[-1].rstrip(']')}: {lines}")
