"""The runner reads our launch files as ros2 launch does and refuses the rest (DC-07)."""

from __future__ import annotations

from pathlib import Path

import pytest

from xlerobot_agent.launching.errors import LaunchError
from xlerobot_agent.launching.plan import ProcessPlan, arguments, plan

FILE = """
launch:
  - arg: {name: seed, default: 7, description: which desk}
  - arg: {name: record, default: "false", description: write a bag}
  - arg: {name: mode, default: quick, choice: [{value: quick}, {value: slow}]}
  - let: {name: twice, value: "$(var seed)$(var seed)"}
  - set_env: {name: LEVEL, value: "$(env BASE none)"}
  - node:
      pkg: demo
      exec: world
      name: world
      namespace: left_arm
      param:
        - {name: seed, value: "$(var seed)"}
        - {name: faults, value: ["a:1", "$(var twice)"]}
        - {name: calm, value: true}
        - {from: "$(find-pkg-share demo)/config/world.yaml"}
      remap: [{from: chunk, to: other/chunk}]
      env: [{name: GL, value: egl}]
  - node: {pkg: demo, exec: bag, name: bag, if: "$(var record)"}
"""


def launch(tmp_path: Path, text: str = FILE, **given: str) -> tuple[ProcessPlan, ...]:
    path = tmp_path / "x.launch.yaml"
    path.write_text(text)
    return plan(
        path,
        given,
        environment={"BASE": "ground"},
        share=lambda package: Path("/share") / package,
        executable=lambda package, name: Path("/lib") / package / name,
    )


def test_a_node_becomes_a_ros_command_line(tmp_path: Path) -> None:
    (world,) = launch(tmp_path)
    assert world.name == "left_arm/world"
    assert world.command == (
        "/lib/demo/world", "--ros-args", "-r", "__node:=world", "-r", "__ns:=/left_arm",
        "-p", "seed:=7", "-p", "faults:=['a:1', '77']", "-p", "calm:=true",
        "--params-file", "/share/demo/config/world.yaml", "-r", "chunk:=other/chunk",
    )  # fmt: skip
    assert world.environment == {"BASE": "ground", "LEVEL": "ground", "GL": "egl"}


def test_arguments_reach_conditions_and_values(tmp_path: Path) -> None:
    world, bag = launch(tmp_path, seed="12", record="true")
    assert "seed:=12" in world.command
    assert bag.name == "bag"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sead": "1"}, "did you mean 'seed'"),
        ({"mode": "warp"}, "not one of quick, slow"),
        ({"record": "maybe"}, "neither true nor false"),
    ],
)
def test_bad_arguments_are_refused_by_name(
    tmp_path: Path, given: dict[str, str], message: str
) -> None:
    with pytest.raises(LaunchError, match=message):
        launch(tmp_path, **given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("launch: [{push_ros_namespace: {namespace: x}}]", "'push_ros_namespace' is not known"),
        ("launch: [{node: {pkg: a, exec: b, name: c, respwan: true}}]", "respwan"),
        ("launch: [{let: {name: a, value: $(var b)}}]", "no argument or let"),
        ("launch: [{let: {name: a, value: $(eval 1+1)}}]", "not known here"),
        ("nodes: []", "one key, 'launch'"),
        ("launch: [{arg: {name: port, description: where}}]", "needs port:="),
        (":\n  - [", "not YAML"),
    ],
)
def test_files_that_are_not_of_the_subset_are_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(LaunchError, match=message):
        launch(tmp_path, text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match=r"absent\.launch"):
        plan(tmp_path / "absent.launch.yaml", {})


def test_show_args_lists_defaults_and_descriptions(tmp_path: Path) -> None:
    launch(tmp_path)
    shown = arguments(tmp_path / "x.launch.yaml")
    assert [(a.name, a.default) for a in shown] == [
        ("seed", "7"),
        ("record", "false"),
        ("mode", "quick"),
    ]
    assert shown[0].description == "which desk"


def test_an_include_passes_only_its_arguments(tmp_path: Path) -> None:
    (tmp_path / "x.launch.yaml").write_text(FILE)
    outer = "launch: [{include: {file: $(dirname)/x.launch.yaml, arg: [{name: seed, value: 3}]}}]"
    path = tmp_path / "outer.launch.yaml"
    path.write_text(outer)
    (world,) = plan(
        path,
        {},
        environment={"BASE": "b"},
        share=lambda p: Path("/s") / p,
        executable=lambda p, n: Path("/l") / n,
    )
    assert "seed:=3" in world.command
