"""A server and a Chromium for all browser tests, and a page for each.

Without Playwright or a Chromium these tests are skipped and say why, unless the environment asks
for them: CROWNHEAD_BROWSER=required makes a failure of that. Pictures go to test-output/browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.needs import lack, need

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.playpage import PlayPage

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_MS = 30_000
"""A busy machine is no failure."""
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")

Open = Callable[..., "PlayPage"]


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Look for what the tests need before the first of them is imported."""
    need("playwright", "axe_playwright_python", "starlette", "uvicorn")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser: it takes seconds."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium; Playwright downloads none of its own."""
    from playwright.sync_api import expect, sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        lack(f"no {', '.join(CHROMIUMS)} found in PATH (Debian: apt-get install chromium)")
    # Chromium does not run its sandbox as root, as which containers run.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@contextmanager
def serving(runs: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `crownhead serve` as a person does; give its address and the process."""
    command = [sys.executable, "-m", "rl", "serve", "--port", str(port), "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "--runs", str(runs)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().split()
        assert said[:2] == ["playing", "at"], said
        yield said[2], process
        process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server for all tests, and tell its address."""
    with serving(tmp_path_factory.mktemp("no-runs")) as (url, _):
        yield url


@pytest.fixture(scope="session")
def port(server: str) -> int:
    """Return the port of the server."""
    return int(server.rsplit(":", 1)[1].strip("/"))


@pytest.fixture
def open_page(chromium: Browser, server: str) -> Iterator[Open]:
    """Return what opens the play page; an error in the page's scripts fails the test."""
    from tests.browser.playpage import TRACE, PlayPage

    errors: list[str] = []
    contexts = []

    def opening(
        width: int = 1280, height: int = 900, *, url: str = server, **options: object
    ) -> PlayPage:
        size = {"width": width, "height": height}
        context = chromium.new_context(viewport=size, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(TRACE)
        page.goto(url)
        return PlayPage(page)

    yield opening
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(open_page: Open) -> PlayPage:
    """Open the play page at the width of a desktop."""
    return open_page()


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Return the folder for pictures, which is no part of the repository."""
    folder = ROOT / "test-output" / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
