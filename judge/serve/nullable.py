"""Requests in which null is as good as no field: clients in typed languages send all of theirs."""

from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec import NODEFAULT, UNSET, Struct, defstruct, field
from msgspec.structs import FieldInfo, fields

S = TypeVar("S", bound=Struct)


def nullable(shape: type[S]) -> type[S]:
    """Return the struct with null for its default in each optional field that has no meaning for null."""
    hints = get_type_hints(shape, include_extras=True)
    optional = [each for each in fields(shape) if not each.required and each.default not in (None, UNSET)]

    def take_defaults(self: S) -> None:
        for each in optional:
            if getattr(self, each.name) is None:
                setattr(self, each.name, _make_default(each))

    return defstruct(  # type: ignore[return-value]
        shape.__name__,
        [(each.name, _allow_null(hints[each.name]), _repeat_default(each)) for each in optional],
        bases=(shape,),
        namespace={"__doc__": shape.__doc__, "__post_init__": take_defaults},
        module=shape.__module__,
        kw_only=True,
    )


def _make_default(found: FieldInfo) -> Any:
    return found.default if found.default is not NODEFAULT else found.default_factory()


def _repeat_default(found: FieldInfo) -> Any:
    has_value = found.default is not NODEFAULT
    return found.default if has_value else field(default_factory=found.default_factory)


def _allow_null(hint: Any) -> Any:
    """Return the hint of a type or null, with the same description."""
    words = getattr(hint, "__metadata__", ())
    either = (hint.__origin__ if words else hint) | None
    return Annotated[(either, *words)] if words else either
