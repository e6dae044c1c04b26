from judge.cli import entry

entry()
