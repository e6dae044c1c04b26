"""The judge's own languages, each as a project may state one: docs/languages.md.

They are Python because reading TOML would take five percent of a start.
"""

from collections.abc import Mapping

_SANITIZED = [
    *("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DLOCAL"),
    *("-include", "judge-sanitizers.h"),
]
TABLES: Mapping[str, Mapping[str, object]] = {
    "python": {
        "suffixes": [".py", ".py3"],
        "debug": ["-X", "dev", "-W", "error"],
        "nothing": "",
    },
    "c": {
        "suffixes": [".c"],
        # A static program starts faster; the libraries for it are not installed everywhere.
        "build": [
            "gcc {flags} {debug} -o program {sources} -static -lm",
            "gcc {flags} {debug} -o program {sources} -lm",
        ],
        "flags": ["-O2", "-std=gnu17"],
        "debug": _SANITIZED,
        "run": "{folder}/program",
        "install": "apt-get install gcc",
        "nothing": "int main(void) {}\n",
        # a call of what is not defined ends the program with exit code 127
        "alone": (
            "gcc {flags} -o program {sources} -lm "
            "-Wl,--unresolved-symbols=ignore-all,--require-defined=main,-z,lazy -rdynamic"
        ),
    },
    "cpp": {
        "suffixes": [".cpp", ".cc", ".cxx", ".c++"],
        "build": [
            "g++ {flags} {debug} {headers} -o program {sources} -static -lm",
            "g++ {flags} {debug} {headers} -o program {sources} -lm",
        ],
        "flags": ["-O2", "-std=c++20"],
        "debug": [*_SANITIZED, "-D_GLIBCXX_DEBUG"],
        "run": "{folder}/program",
        "install": "apt-get install g++",
        "nothing": "int main(void) {}\n",
        "alone": (
            "g++ {flags} -o program {sources} -lm "
            "-Wl,--unresolved-symbols=ignore-all,--require-defined=main,-z,lazy -rdynamic"
        ),
    },
    "rust": {
        "suffixes": [".rs"],
        "build": "rustc {flags} {debug} -o program {file}",
        "flags": ["-O", "--edition=2021", "-Ctarget-feature=+crt-static"],
        "debug": ["-g", "-Cdebug-assertions=on"],
        "run": "{folder}/program",
        "install": "apt-get install rustc",
        "nothing": "fn main() {}\n",
    },
    "go": {
        "suffixes": [".go"],
        "build": "go build {flags} -o program {sources}",
        "run": "{folder}/program",
        "install": "apt-get install golang",
        "nothing": "package main\nfunc main() {}\n",
        "address_space": False,
        "version": "version",
    },
    "java": {
        "suffixes": [".java"],
        "file": "{class}.java",
        # the second compiler of the JVM takes longer than it saves on sources of this size
        "build": (
            "javac -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -encoding UTF-8 {flags} -d classes {sources}"
        ),
        # the first heap would else be a part of the machine's memory, full of garbage before it is collected
        "run": "java {debug} -XX:+UseSerialGC -XX:-UsePerfData -Xms64m -Xss256m -cp {folder}/classes {main}",
        "debug": ["-ea"],
        "install": "apt-get install default-jdk-headless",
        "reads": ["{bin}/../conf/security/java.security", "{bin}/../lib/security/default.policy"],
        "nothing": "public class Main { public static void main(String[] words) {} }\n",
        "alone": (
            "javac -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -encoding UTF-8 {flags} "
            "-XDshould-stop.ifNoError=PARSE -d classes {sources}"
        ),
        "address_space": False,
    },
    "javascript": {
        "suffixes": [".js"],
        "build": "node --check {file}",
        "run": "node {flags} {folder}/{file}",
        "install": "apt-get install nodejs",
        "reads": ["/etc/ssl/openssl.cnf"],
        "nothing": "",
        "alone": "node --check {file}",
        "address_space": False,
    },
    "typescript": {
        "suffixes": [".ts"],
        "build": "tsc {flags} --noEmitOnError --typeRoots {bin}/../../@types --types node {sources}",
        "flags": ["--target", "es2022", "--module", "commonjs"],
        "run": "node {folder}/main.js",
        "install": "npm install -g typescript @types/node",
        "reads": [
            "/etc/ssl/openssl.cnf",
            "{bin}/../../@types",
            "{bin}/../../@typescript",
            "{bin}/../../undici-types",
        ],
        "nothing": "",
        "address_space": False,
    },
    "kotlin": {
        "suffixes": [".kt"],
        "build": "kotlinc {flags} -include-runtime -d program.jar {sources}",
        "run": "java {debug} -XX:+UseSerialGC -XX:-UsePerfData -Xms64m -Xss256m -jar {folder}/program.jar",
        "debug": ["-ea"],
        "install": "apt-get install kotlin",
        "reads": ["{bin}/../conf/security/java.security", "{bin}/../lib/security/default.policy"],
        "nothing": "fun main() {}\n",
        "address_space": False,
        "version": "-version",
    },
    "pascal": {
        "suffixes": [".pas", ".pp"],
        "build": "fpc {flags} {debug} -oprogram {file}",
        "flags": ["-O2", "-XS"],
        "debug": ["-g", "-gl", "-O1", "-Criot", "-dLOCAL"],
        "run": "{folder}/program",
        "install": "apt-get install fpc",
        "reads": ["/etc/fpc.cfg"],
        "nothing": "begin end.\n",
        "version": "-iV",
    },
    "haskell": {
        "suffixes": [".hs"],
        "build": "ghc {flags} -o program {file}",
        "flags": ["-O2"],
        "run": "{folder}/program",
        "install": "apt-get install ghc",
        "reads": ["/var/lib/ghc"],
        "nothing": "main = return ()\n",
        "address_space": False,
        "version": "--numeric-version",
    },
    "ocaml": {
        "suffixes": [".ml"],
        "build": "ocamlopt {flags} -I +str -I +unix unix.cmxa str.cmxa -o program {file}",
        "flags": ["-O3"],
        "run": "{folder}/program",
        "install": "apt-get install ocaml-nox",
        "nothing": "",
        "version": "-version",
    },
    "zig": {
        "suffixes": [".zig"],
        "build": "zig build-exe {flags} -femit-bin=program {file}",
        "flags": ["-O", "ReleaseSafe", "-fstrip"],
        "run": "{folder}/program",
        "install": "pip install ziglang, and a link called zig to the compiler in it",
        "nothing": "pub fn main() void {}\n",
        "version": "version",
    },
    "ruby": {
        "suffixes": [".rb"],
        "build": "ruby -c {file}",
        "run": "ruby {flags} {debug} {folder}/{file}",
        "debug": ["-w"],
        "install": "apt-get install ruby",
        "nothing": "",
        "alone": "ruby -c {file}",
    },
    "perl": {
        "suffixes": [".pl"],
        "build": "perl -c {file}",
        "run": "perl {flags} {debug} {folder}/{file}",
        "debug": ["-w"],
        "install": "apt-get install perl",
        "nothing": "",
        "alone": "perl -c {file}",
        "version": "-e 'print qq(perl $^V)'",
    },
    "php": {
        "suffixes": [".php"],
        "build": "php -d display_errors=stderr -l {file}",
        "flags": ["-d", "memory_limit=-1", "-d", "display_errors=stderr"],
        "run": "php {flags} {folder}/{file}",
        "install": "apt-get install php-cli",
        "reads": ["/etc/php"],
        "nothing": "",
        "alone": "php -d display_errors=stderr -l {file}",
        "opens_links": False,
    },
    "lua": {
        "suffixes": [".lua"],
        "build": "luac -p {file}",
        "run": "lua {flags} {folder}/{file}",
        "install": "apt-get install lua5.4",
        "nothing": "",
        "alone": "luac -p {file}",
        "version": "-v",
    },
}
