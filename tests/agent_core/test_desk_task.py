"""The desk task from words to receipts: B.4."""

from __future__ import annotations

from agent_core.lifecycles.task import TaskState
from agent_core.settings import AgentSettings
from xlerobot_agent.contracts.instruction import Activity, Answer
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

GOALS = ("inside(red_cup, tray)", "inside(yellow_paper, bin)")
DEMO = "put the red cup in the tray and the yellow paper in the bin, then check the desk"


def _skills(bench) -> list[str]:  # type: ignore[no-untyped-def]
    return [
        " ".join(filter(None, (g.skill, g.object_id, g.target_id))) for g in bench.desk.submitted
    ]


def test_the_whole_task(bench) -> None:  # type: ignore[no-untyped-def]
    reply = bench.say(DEMO)
    assert reply.answer is Answer.ACCEPT
    assert reply.understood == GOALS
    bench.run()
    assert _skills(bench) == [
        "observe_scene",
        "pick red_cup",
        "place red_cup tray",
        "pick yellow_paper",
        "place yellow_paper bin",
        "move_to_rest",
        "observe_scene",
        "verify_state",
    ]
    status = bench.agent.status
    assert status.finished
    assert status.succeeded
    assert status.verified == GOALS
    assert status.progress == 1.0
    assert status.activity is Activity.IDLE
    assert bench.desk.submitted[-1].predicates == (*GOALS, "at_rest_pose")


def test_tidy_is_the_configured_places_in_both_languages(make_bench) -> None:  # type: ignore[no-untyped-def]
    for words in ("tidy the desk", "收拾桌面"):
        bench = make_bench()
        assert bench.say(words).understood == GOALS
        bench.run()
        assert bench.agent.status.succeeded
        assert bench.desk.place == {"red_cup": "tray", "yellow_paper": "bin"}
    assert "完成" in bench.agent.status.reason


def test_either_order_and_one_object(make_bench) -> None:  # type: ignore[no-untyped-def]
    bench = make_bench()
    bench.say("throw the paper away, then put the cup in the tray")
    bench.run()
    assert [g.object_id for g in bench.desk.picks] == ["yellow_paper", "red_cup"]
    bench = make_bench()
    bench.say("把红杯子放进托盘")
    bench.run()
    assert bench.agent.status.succeeded
    assert [g.object_id for g in bench.desk.picks] == ["red_cup"]


def test_what_is_in_its_place_already_is_only_checked(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.place.update(red_cup="tray", yellow_paper="bin")
    bench.say("tidy the desk")
    bench.run()
    assert bench.desk.motions == []
    assert bench.agent.status.succeeded
    assert _skills(bench)[-1] == "verify_state"


def test_what_is_in_the_hand_goes_first(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.place["yellow_paper"] = "hand"
    bench.say("put the cup in the tray and the paper in the bin")
    bench.run()
    assert _skills(bench)[1] == "place yellow_paper bin"
    assert bench.agent.status.succeeded


def test_something_else_in_the_hand_is_put_down_first(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.place["yellow_paper"] = "hand"
    bench.say("put the cup in the tray")
    bench.run()
    assert _skills(bench)[1:3] == ["place yellow_paper table", "pick red_cup"]
    assert bench.agent.status.succeeded


def test_a_failed_grasp_repeats_this_step_alone(bench) -> None:  # type: ignore[no-untyped-def]
    """S3-69, S0-30: the other task keeps its id, the intent stays active."""
    bench.desk.forced = [("pick", Reason.SLIPPED, Verdict.FAILED)]
    bench.say("tidy the desk")
    bench.until_skill("pick")
    before = bench.agent.state.active().tasks
    bench.until(lambda: len(bench.desk.picks) == 2)
    assert bench.desk.picks[1].object_id == "red_cup"
    assert [t.task_id for t in bench.agent.state.active().tasks] == [t.task_id for t in before]
    bench.run()
    assert bench.agent.status.succeeded
    assert len(bench.desk.picks) == 3


def test_a_repair_uses_another_method(make_bench, settings: AgentSettings) -> None:  # type: ignore[no-untyped-def]
    methods = settings.model_copy(update={"methods": {"pick": ("", "side", "steep")}})
    bench = make_bench(settings=methods)
    bench.desk.always = {"pick": (Reason.GRASP_EMPTY, Verdict.FAILED)}
    bench.say("put the cup in the tray")
    bench.run()
    assert [g.method for g in bench.desk.picks] == [""] * 3 + ["side"] * 3 + ["steep"] * 2
    assert not bench.agent.status.succeeded


def test_one_hopeless_object_does_not_stop_the_other(bench) -> None:  # type: ignore[no-untyped-def]
    """S0-30: another task goes on; the end says honestly which half is done."""
    bench.desk.before_result = lambda goal: (
        bench.desk.always.update({"pick": (Reason.UNREACHABLE, Verdict.REJECTED)})
        if goal.object_id == "red_cup"
        else bench.desk.always.clear()
    )
    bench.say("tidy the desk")
    bench.run()
    status = bench.agent.status
    assert status.finished
    assert not status.succeeded
    assert status.verified == ("inside(yellow_paper, bin)",)
    assert "red cup" in status.reason
    assert "reach" in status.reason
    assert bench.desk.at_rest


def test_an_unreachable_goal_stays_refused_until_it_is_seen_elsewhere(bench) -> None:  # type: ignore[no-untyped-def]
    """S0-29, S1-59, S2-34: other words for the same goal change nothing; another place does."""
    bench.desk.always = {"pick": (Reason.UNREACHABLE, Verdict.REJECTED)}
    bench.say("put the cup in the tray")
    bench.run()
    attempts = len(bench.desk.picks)
    assert attempts == 8
    again = bench.say("the red mug goes onto the tray")
    assert again.answer is Answer.REFUSE
    assert "reach" in again.message
    bench.desk.always = {}
    bench.desk.xy["red_cup"] = (0.3, -0.2)
    bench.agent.on_scene(bench.desk.observe())
    bench.step(2)
    assert bench.say("put the cup in the tray").answer is Answer.ACCEPT
    bench.run()
    assert bench.agent.status.succeeded


def test_a_missing_object_is_searched_for_and_then_said_so(bench) -> None:  # type: ignore[no-untyped-def]
    """S1-32: the search ends within its looks."""
    bench.desk.place["red_cup"] = "gone"
    bench.say("put the cup in the tray and the paper in the bin")
    bench.run()
    assert _skills(bench).count("observe_scene") <= 4
    assert bench.desk.place["yellow_paper"] == "bin"
    assert "not found" in bench.agent.status.reason
    assert all(g.object_id != "red_cup" for g in bench.desk.picks)


def test_a_missing_target_is_searched_for_before_anything_is_picked(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.hidden.add("tray")
    bench.say("put the cup in the tray")
    bench.run()
    assert bench.desk.motions == []
    assert "not found" in bench.agent.status.reason


def test_a_target_not_seen_while_carrying_is_looked_for_from_rest(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.forced = [("place", Reason.TARGET_MISSING, Verdict.REJECTED)] * 3
    bench.say("put the cup in the tray")
    bench.run()
    assert bench.agent.status.succeeded
    assert len(bench.desk.picks) == 1
    after = _skills(bench)[_skills(bench).index("move_to_rest") :]
    assert after[:3] == ["move_to_rest", "observe_scene", "place red_cup tray"]


def test_an_object_that_comes_back_into_view_is_fetched(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.hidden.add("red_cup")
    looks = []

    def reveal(goal: object) -> None:
        looks.append(goal)
        if len(looks) == 2:
            bench.desk.hidden.clear()

    bench.desk.before_result = reveal
    bench.say("put the cup in the tray")
    bench.run()
    assert bench.agent.status.succeeded


def test_a_cup_that_vanishes_is_a_missing_target_not_a_theft(bench) -> None:  # type: ignore[no-untyped-def]
    """The hand closes on nothing, a search begins, the cup is found elsewhere."""
    bench.desk.forced = [("pick", Reason.TARGET_MISSING, Verdict.FAILED)]
    bench.say("put the cup in the tray")
    bench.run()
    assert bench.agent.status.succeeded


def test_taken_from_the_hand_and_laid_back(bench) -> None:  # type: ignore[no-untyped-def]
    """External removal is no failed method; the cup is fetched again."""
    bench.say("put the cup in the tray")
    bench.until_skill("place")
    bench.desk.place["red_cup"] = "table"
    bench.run()
    assert bench.agent.status.succeeded
    assert len(bench.desk.picks) == 2


def test_undone_behind_its_back_it_goes_on_until_the_receipt_holds(bench) -> None:  # type: ignore[no-untyped-def]
    """S0-15, S3-49: an earlier success counts for nothing against a newer observation."""
    undone = []

    def undo(goal) -> None:  # type: ignore[no-untyped-def]
        if goal.skill == "verify_state" and not undone:
            undone.append(goal)
            bench.desk.place["red_cup"] = "table"

    bench.desk.before_result = undo
    bench.say("tidy the desk")
    bench.run()
    assert bench.agent.status.succeeded
    assert [g.object_id for g in bench.desk.picks].count("red_cup") == 2
    states = [t.state for t in bench.agent.state.intents[-1].tasks]
    assert states == [TaskState.SUCCEEDED] * 3


def test_undone_for_ever_ends_within_budget(bench) -> None:  # type: ignore[no-untyped-def]
    def undo(goal) -> None:  # type: ignore[no-untyped-def]
        if goal.skill == "verify_state":
            bench.desk.place["red_cup"] = "table"

    bench.desk.before_result = undo
    bench.say("put the cup in the tray")
    bench.run(600.0)
    assert bench.agent.status.finished
    assert not bench.agent.status.succeeded
    assert len(bench.desk.picks) <= 9


def test_a_full_target_is_asked_about_and_used_when_there_is_room(bench) -> None:  # type: ignore[no-untyped-def]
    """BLOCKED until its predicate, or its deadline."""
    bench.desk.place["yellow_paper"] = "tray"
    bench.say("put the cup in the tray")
    bench.until(lambda: bench.agent.status.activity is Activity.BLOCKED)
    notices = [e for e in bench.agent.events if e.kind == "effect.notify"]
    assert "no room" in notices[-1].payload["message"]
    assert bench.desk.motions == []
    bench.desk.place["yellow_paper"] = "table"
    bench.agent.on_scene(bench.desk.observe())
    bench.run()
    assert bench.agent.status.succeeded


def test_a_full_target_stays_full_until_the_wait_is_over(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.place["yellow_paper"] = "tray"
    bench.say("put the cup in the tray")
    bench.run(120.0)
    status = bench.agent.status
    assert status.finished
    assert not status.succeeded
    assert "full" in status.reason
    assert 60.0 <= bench.desk.time < 62.0


def test_what_lies_in_the_way_and_is_to_go_elsewhere_goes_first(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.place["yellow_paper"] = "tray"
    bench.say("tidy the desk")
    bench.run()
    assert [g.object_id for g in bench.desk.picks] == ["yellow_paper", "red_cup"]
    assert bench.agent.status.succeeded


def test_more_than_a_target_takes_is_refused_at_once(bench) -> None:  # type: ignore[no-untyped-def]
    reply = bench.say("put everything in the tray")
    assert reply.answer is Answer.REFUSE
    bench.run(1.0)
    assert bench.desk.submitted == []


def test_a_stale_observation_is_renewed(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.forced = [("pick", Reason.PERCEPTION_UNSURE, Verdict.REJECTED)]
    bench.say("put the cup in the tray")
    bench.run()
    assert _skills(bench)[:4] == ["observe_scene", "pick red_cup", "observe_scene", "pick red_cup"]
    assert bench.agent.status.succeeded


def test_a_camera_that_never_delivers_is_said_plainly(bench) -> None:  # type: ignore[no-untyped-def]
    bench.desk.camera_fault = "front camera silent"
    bench.say("tidy the desk")
    bench.run()
    status = bench.agent.status
    assert status.finished
    assert not status.succeeded
    assert bench.desk.motions == []
    assert "see" in status.reason
    bench.desk.camera_fault = ""
    bench.say("tidy the desk")
    bench.run()
    assert bench.agent.status.succeeded


def test_a_skill_that_never_ends_is_cancelled_then_given_up(bench) -> None:  # type: ignore[no-untyped-def]
    bench.say("put the cup in the tray")
    bench.until_skill("pick")
    bench.desk.silent = True
    bench.until(lambda: bench.desk.stops != [], seconds=80.0)
    assert len(bench.desk.cancelled) == 1
    bench.desk.silent = False
    bench.run()
    assert bench.agent.status.succeeded


def test_only_looking_and_only_resting(make_bench) -> None:  # type: ignore[no-untyped-def]
    bench = make_bench()
    bench.say("check the desk")
    bench.run()
    assert _skills(bench) == ["observe_scene"]
    assert bench.agent.status.succeeded
    assert "red cup" in bench.agent.status.reason
    bench = make_bench()
    bench.desk.at_rest = False
    bench.say("go home")
    bench.run()
    assert _skills(bench) == ["observe_scene", "move_to_rest", "verify_state"]
    assert bench.agent.status.succeeded


def test_every_skill_has_a_task_or_is_a_chore_of_an_intent(bench) -> None:  # type: ignore[no-untyped-def]
    """Nothing is executed that leads up to no intent."""
    bench.say("tidy the desk")
    bench.run()
    tasks = {t.task_id for t in bench.agent.state.intents[-1].tasks}
    for goal in bench.desk.submitted:
        assert goal.task_id in tasks or goal.skill in (
            "observe_scene",
            "move_to_rest",
            "verify_state",
        )
    assert len({g.goal_id for g in bench.desk.submitted}) == len(bench.desk.submitted)
