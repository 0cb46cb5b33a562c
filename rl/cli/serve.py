"""The command that opens the play page: serve."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import click

from rl.cli.board import json_option
from rl.cli.runs import runs_option


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on, 0 for any.  [default: 8036]"
)
@click.option(
    "--browser/--no-browser", default=True, show_default=True, help="Open the page in a browser."
)
@click.option(
    "--evaluator",
    "evaluators",
    multiple=True,
    metavar="E",
    help="A file or run folder to offer as well; may be given again.",
)
@click.option("--threads", type=click.IntRange(1, 256), help="Search with N threads in all.")
@runs_option
@json_option
def serve(
    port: int | None,
    browser: bool,
    evaluators: tuple[str, ...],
    threads: int | None,
    runs_folder: Path,
    as_json: bool,
) -> None:
    """Open the play page in a browser.

    There is every ruleset, against any evaluator: it offers what needs no file, the published
    networks and the champions of the runs. Listens to this machine only; to play from another,
    forward the port (ssh -L 8036:localhost:8036 HOST). Ctrl-C ends it, and with it the games; a
    page that is still open gives its own back to the next server. In JSON the address is `url`.

    \b
    Example: crownhead serve
             crownhead serve --port 9000 --no-browser --evaluator my.safetensors
    """
    from engine.web.catalogue import Catalogue
    from engine.web.serving import HOST, PORT
    from engine.web.serving import serve as serve_page

    def tell(url: str) -> None:
        click.echo(json.dumps({"url": url}) if as_json else f"playing at {url} (Ctrl-C ends it)")

    port = PORT if port is None else port
    try:
        serve_page(
            Catalogue(runs_folder, evaluators),
            port=port,
            workers=threads or 0,
            browser=browser,
            ready=tell,
        )
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(
            f"--port: {port} is taken; perhaps the play page runs already, at "
            f"http://{HOST}:{port}/; --port 0 takes a free one"
        ) from None
