"""What each command does: a module for each, with its arguments and one function from them to an exit code.

A module of this room that bears a command's name, with `_` for `-`, has a `COMMAND`, see `declared.Command`.
The table is all that `judge --help` and a wrong command need: no command's module is imported for them.
"""

from collections.abc import Mapping

# Each command with its line in `judge --help`.
COMMANDS: Mapping[str, str] = {
    "run": "judge solutions on cases and show the verdicts",
    "report": "make reports of the results that `run --json` has written",
    "show": "run one solution on one case and show every byte",
    "try": "run one program on standard input, and show what it prints and needs",
    "mistakes": "show the names of all mistakes, with an example each",
    "mutate": "make every mistake of right outputs and show who catches it",
    "stress": "search for a case that breaks a solution, make it small, keep it",
    "bench": "compare the speeds of solutions",
    "listen": "make a problem of each that the browser extension Competitive Companion sends",
    "new": "begin a problem: a first test, and a program from your template",
    "import": "take problems of other tools into the project",
    "export": "write a problem as a package of another tool",
    "limits": "show how far each solution is from its limits",
    "generate": "make cases from a seed, as a subject offers them",
    "list": "show the solutions, the cases, and the files that are neither",
    "check": "read every file, count the answers of every case, ask the validators about every input",
    "doctor": "show what the judge finds here and what it lacks, for bug reports",
    "completion": "print what a shell needs to complete commands and names: bash, zsh or fish",
    "json-schema": "print the JSON Schema of what --json writes",
}
EXIT_CODES = (
    "exit codes: 0 all as expected, 1 some verdict is not or nothing was judged, 2 bad input, 3 a bug,"
    " 130 interrupted"
)
