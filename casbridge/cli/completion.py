"""casbridge completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from casbridge.errors import UsageError

_EPILOG = """\b
Examples:
  casbridge completion bash > ~/.local/share/bash-completion/completions/casbridge
  casbridge completion zsh > ~/.zfunc/_casbridge
  casbridge completion fish > ~/.config/fish/completions/casbridge.fish
"""


@click.command(name="completion", epilog=_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script for a SHELL."""
    from casbridge.cli.group import casbridge

    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"shell {shell}", expected="bash, zsh or fish")
    click.echo(kind(casbridge, {}, "casbridge", "_CASBRIDGE_COMPLETE").source())
    return 0
