"""The commands: a module for each, with its arguments and a function from these to an exit code.

The module of a command has its name, with `_` for `-`, and a `COMMAND`; see `declaration.Command`.
`judge --help` needs only the table, and imports no module of a command.
"""

from collections.abc import Mapping

# Each command with its line in `judge help`.
COMMANDS: Mapping[str, str] = {
    "run": "judge solutions on cases and show the verdicts",
    "report": "make reports from the results that `judge run --json FILE` wrote",
    "show": "show how a solution fails: input, expected and printed bytes",
    "debug": "start gdb or pdb on a solution, with the input of a test",
    "try": "run one program on standard input and measure it",
    "mistakes": "explain the formatting mistakes that the judge names",
    "mutate": "make each formatting mistake in a right output and show which checkers catch it",
    "stress": "search for an input that breaks a solution, and shrink it",
    "weak": "plant mistakes in accepted programs, and find tests that reject the survivors",
    "evaluate": "judge the samples of a model on a data set, and estimate pass@k",
    "serve": "judge what comes over HTTP, also from clients of SandboxFusion and Piston",
    "similar": "list the programs of a problem that are alike beyond names and layout",
    "bench": "compare the speeds of solutions",
    "listen": "receive problems from the browser extension Competitive Companion",
    "new": "create a problem: a first test, and a program from your template",
    "import": "import packages and tests of other tools",
    "export": "export a problem as a package for another tool",
    "limits": "show how close solutions come to their limits, and suggest limits",
    "generate": "make tests: of problems by their plans, or sudokus from a seed",
    "list": "list the solutions, the cases, and the files that are ignored",
    "verify": "say whether a problem is ready: inputs, validators, answers, checker, programs, limits",
    "check": "check every file and case without running solutions",
    "doctor": "show what the judge finds on this machine and what is missing",
    "completion": "print the completion script for bash, zsh or fish",
    "json-schema": "print the JSON Schema of the --json reports",
}
EXIT_CODES = (
    "Exit codes: 0 every verdict is as expected, 1 some verdict is not or nothing was judged, 2 bad input,"
    " 3 a bug, 130 interrupted"
)
