"""From launch entities and arguments to the processes to start."""

from __future__ import annotations

import difflib
import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from xlerobot_agent.launching import launch_file
from xlerobot_agent.launching.entities import (
    Argument,
    Entity,
    Include,
    NamedValue,
    Node,
    Scalar,
)
from xlerobot_agent.launching.errors import LaunchError
from xlerobot_agent.launching.substitution import Context, package_share, substitute, truth


@dataclass(frozen=True)
class ProcessPlan:
    """One process: its name for people, its command and its whole environment."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class ShownArgument:
    """A launch argument as ``--show-args`` prints it."""

    name: str
    default: str | None
    description: str


@dataclass
class _Scope:
    """Values as they stand while the file is read from top to bottom."""

    path: Path
    given: Mapping[str, str]
    share: Callable[[str], Path]
    executable: Callable[[str, str], Path]
    variables: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    def text(self, value: Scalar) -> str:
        raw = str(value).lower() if isinstance(value, bool) else str(value)
        return substitute(
            raw, Context(self.variables, self.environment, self.path.parent, self.share)
        )


def arguments(path: Path) -> tuple[ShownArgument, ...]:
    """The launch arguments a file declares, in order."""
    return tuple(
        ShownArgument(e.name, None if e.default is None else _plain(e.default), e.description)
        for _, e in launch_file.read(path)
        if isinstance(e, Argument)
    )


def plan(
    path: Path,
    given: Mapping[str, str],
    *,
    environment: Mapping[str, str] | None = None,
    share: Callable[[str], Path] = package_share,
    executable: Callable[[str, str], Path] | None = None,
) -> tuple[ProcessPlan, ...]:
    """The processes a launch file starts under the given arguments.

    Args:
        path: the launch file.
        given: ``name:=value`` arguments of the command line.
        environment: what the processes inherit; this process's own by default.
        share: finds a package's share folder.
        executable: finds a package's executable.

    Raises:
        LaunchError: the file, an argument, a package or an executable cannot be used.
    """
    base = dict(os.environ if environment is None else environment)
    entities = launch_file.read(path)
    _refuse_unknown(path, entities, given)
    scope = _Scope(path, given, share, executable or find_executable, environment=base)
    return tuple(_processes(entities, scope))


def _refuse_unknown(
    path: Path, entities: tuple[tuple[str, Entity], ...], given: Mapping[str, str]
) -> None:
    known = [e.name for _, e in entities if isinstance(e, Argument)]
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise LaunchError(f"{path.name} has no launch argument '{name}'; {hint}")


def _processes(entities: Iterable[tuple[str, Entity]], scope: _Scope) -> Iterable[ProcessPlan]:
    for kind, entity in entities:
        if isinstance(entity, Argument):
            _declare(entity, scope)
        elif isinstance(entity, NamedValue):
            values = scope.variables if kind == "let" else scope.environment
            values[entity.name] = scope.text(entity.value)
        elif isinstance(entity, Node) and _wanted(entity, scope):
            yield _node(entity, scope)
        elif isinstance(entity, Include) and _wanted(entity, scope):
            yield from plan(
                Path(scope.text(entity.file)),
                {a.name: scope.text(a.value) for a in entity.arguments},
                environment=scope.environment,
                share=scope.share,
                executable=scope.executable,
            )


def _declare(argument: Argument, scope: _Scope) -> None:
    if argument.name in scope.given:
        value = scope.given[argument.name]
    elif argument.default is not None:
        value = scope.text(argument.default)
    else:
        raise LaunchError(f"{scope.path.name} needs {argument.name}:=… ({argument.description})")
    legal = [_plain(choice["value"]) for choice in argument.choice]
    if legal and value not in legal:
        raise LaunchError(f"{argument.name}:={value} is not one of {', '.join(legal)}")
    scope.variables[argument.name] = value


def _wanted(entity: Node | Include, scope: _Scope) -> bool:
    if entity.condition and not truth(scope.text(entity.condition)):
        return False
    return not (entity.exclusion and truth(scope.text(entity.exclusion)))


def _node(node: Node, scope: _Scope) -> ProcessPlan:
    name = scope.text(node.name)
    command = [str(scope.executable(scope.text(node.package), scope.text(node.executable)))]
    command += shlex.split(scope.text(node.args))
    command += ["--ros-args", "-r", f"__node:={name}"]
    namespace = scope.text(node.namespace)
    if namespace:
        command += ["-r", f"__ns:=/{namespace.strip('/')}"]
    for parameter in node.parameters:
        if parameter.source:
            command += ["--params-file", scope.text(parameter.source)]
        else:
            command += ["-p", f"{parameter.name}:={_parameter(parameter.value, scope)}"]
    for remap in node.remaps:
        command += ["-r", f"{scope.text(remap.source)}:={scope.text(remap.target)}"]
    environment = dict(scope.environment)
    environment.update({e.name: scope.text(e.value) for e in node.environment})
    label = f"{namespace.strip('/')}/{name}" if namespace.strip("/") else name
    return ProcessPlan(label, tuple(command), environment)


def _parameter(value: object, scope: _Scope) -> str:
    """A parameter's value as YAML on one line, which is how rcl reads ``-p name:=value``."""
    if isinstance(value, str):
        text = scope.text(value)
        return text if text.strip() else '""'
    if isinstance(value, list):
        items = [scope.text(v) if isinstance(v, str) else v for v in value]
        return yaml.safe_dump(items, default_flow_style=True, width=10**6).strip()
    return _plain(value)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def find_executable(package: str, name: str) -> Path:
    """A package's executable, where ament installs it: ``<prefix>/lib/<package>/<name>``.

    Raises:
        LaunchError: the package or the executable is not installed.
    """
    from ament_index_python.packages import PackageNotFoundError, get_package_prefix

    try:
        path = Path(get_package_prefix(package)) / "lib" / package / name
    except PackageNotFoundError as error:
        raise LaunchError(f"no ROS package '{package}' is installed; run 'make setup'") from error
    if not os.access(path, os.X_OK):
        there = sorted(p.name for p in path.parent.glob("*")) if path.parent.is_dir() else []
        known = ", ".join(there) or "none"
        raise LaunchError(f"package '{package}' has no executable '{name}'; there are {known}")
    return path
