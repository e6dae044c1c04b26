"""Values with something in every field, so that each can be changed."""

from pathlib import Path

from helpers import make_limits
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.points import Group, Worth
from judge.model.programs import CheckerProgram, Grader, Language, Solution
from judge.model.verdicts import Expectation, Rule, Verdict
from judge.platform.errors import Fault
from judge.platform.files import stored

INPUT_FILE = stored(Path(__file__))
FULL_LANGUAGE = Language(
    name="lua",
    suffixes=(".lua",),
    file="main.lua",
    run=("lua", "{file}"),
    builds=(("luac", "{file}"),),
    flags=("-O",),
    install="apt-get install lua",
    reads=("/usr/share/lua",),
    nothing="-- nothing",
)
FULL_GRADER = Grader(module="sum", files=(("grader.lua", INPUT_FILE),))
FULL_EXPECTATION = Expectation(pattern="*", verdicts=(Verdict.WA,), line=1)
FULL_SOLUTION = Solution(
    name="adds.lua",
    path=Path("solutions/adds.lua"),
    digest="0123",
    stamp=INPUT_FILE.stamp,
    format="text",
    source="a book",
    interpreter="lua5.4",
    is_warm=True,
    flags=("-O1",),
    expectations=(FULL_EXPECTATION,),
    language=FULL_LANGUAGE,
    problems=("sum",),
    beside=(("part.lua", INPUT_FILE),),
    faults=(Fault(Path("adds.lua"), 1, "wrong"),),
    rules=(
        Rule(
            tests=("*",),
            required=(Verdict.WA,),
            points=(0.0, 1.0),
            message="too many",
            bounds="lower",
        ),
    ),
    told_by="path",
    known=(FULL_EXPECTATION,),
    grader=FULL_GRADER,
)
_CHECKER = CheckerProgram(program=FULL_SOLUTION, protocol="testlib", arguments=("x",))
FULL_CHECKER = replace(_CHECKER, others=(_CHECKER,))
FULL_CASE = Case(
    id="sum/small",
    title="Sums",
    format="text",
    input=b"1 2\n",
    answer=b"3\n",
    limits=make_limits(),
    any_answer=False,
    path=Path(__file__),
    stamp=INPUT_FILE.stamp,
    line=1,
    compare="tokens",
    beside=(INPUT_FILE,),
    checker=FULL_CHECKER,
    worth=Worth(points=1, groups=(Group(name="a", most_points=1.0, requires=("b",)),)),
    input_name="in.txt",
    output_name="out.txt",
    expectations=(FULL_EXPECTATION,),
    interactor=FULL_CHECKER,
    grader=FULL_GRADER,
    arguments=("a",),
    given=(("a", INPUT_FILE),),
)
