"""What is installed with the judge, by the extra that needs it."""

from judge.installed import by_extra, version_of


def test_requirements_stand_by_their_extras() -> None:
    stated = [
        "msgspec>=0.19",
        "PyYAML",
        "a-b_c.d[more]~=1.0; extra == 'plot'",
        'jinja2>=3.1; python_version < "4" and extra == "html"',
        "colorama; sys_platform == 'win32'",
    ]
    assert by_extra(stated) == {
        "": ("msgspec", "PyYAML", "colorama"),
        "plot": ("a-b_c.d",),
        "html": ("jinja2",),
    }


def test_a_package_that_is_missing_has_no_version() -> None:
    assert version_of("msgspec")
    assert version_of("no-such-package-of-ours") == ""
