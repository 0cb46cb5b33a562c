"""The play page: sit down against any evaluator, in a browser on the same machine.

The server knows the rules and holds the games; the page shows what it is told and asks. Needs the
extra `web` (Starlette and uvicorn), which nothing outside this package imports.
"""
