"""Short sentences about what goes on and why."""

from __future__ import annotations

from agent_core.beliefs.store import BeliefStore
from agent_core.wording.names import Names, listed
from xlerobot_agent.contracts.reasons import Reason

_REASON_EN: dict[Reason, str] = {
    Reason.UNREACHABLE: "out of my reach",
    Reason.TOO_HEAVY: "too heavy",
    Reason.TOO_HOT: "a joint is too hot",
    Reason.BLOCKED: "something is in the way",
    Reason.TARGET_MISSING: "not found on the desk",
    Reason.SLIPPED: "it slipped",
    Reason.GRASP_EMPTY: "the hand closed on nothing",
    Reason.WRONG_OBJECT: "that was the wrong thing",
    Reason.TARGET_OCCUPIED: "the place is full",
    Reason.EXTERNAL_REMOVAL: "somebody took it",
    Reason.OUT_OF_WORKSPACE: "outside the workspace",
    Reason.PERCEPTION_UNSURE: "I cannot see well enough",
    Reason.TIMEOUT: "it took too long",
    Reason.HEARTBEAT_LOST: "a part of the robot fell silent",
    Reason.SAFETY_HOLD: "safety holds the arm",
    Reason.LEASE_LOST: "somebody else has control of the arm",
    Reason.DRIVER_FAULT: "the arm's driver reports a fault",
    Reason.UNKNOWN: "for an unknown reason",
    Reason.CANCELLED: "it was cancelled",
    Reason.SUPERSEDED: "another goal took its place",
    Reason.STOPPED: "I was stopped",
    Reason.INVALID_GOAL: "the skill does not take that request",
}
_REASON_ZH: dict[Reason, str] = {
    Reason.UNREACHABLE: "够不着",
    Reason.TOO_HEAVY: "太重",
    Reason.TOO_HOT: "关节过热",
    Reason.BLOCKED: "被挡住了",
    Reason.TARGET_MISSING: "桌上找不到",
    Reason.SLIPPED: "滑落了",
    Reason.GRASP_EMPTY: "没有抓到",
    Reason.WRONG_OBJECT: "抓错了东西",
    Reason.TARGET_OCCUPIED: "目标已满",
    Reason.EXTERNAL_REMOVAL: "被人拿走了",
    Reason.OUT_OF_WORKSPACE: "超出工作区",
    Reason.PERCEPTION_UNSURE: "看不清楚",
    Reason.TIMEOUT: "超时",
    Reason.HEARTBEAT_LOST: "有部件没有响应",
    Reason.SAFETY_HOLD: "安全系统已停住手臂",
    Reason.LEASE_LOST: "手臂正由别人控制",
    Reason.DRIVER_FAULT: "手臂驱动报告故障",
    Reason.UNKNOWN: "原因不明",
    Reason.CANCELLED: "已取消",
    Reason.SUPERSEDED: "被另一个动作取代",
    Reason.STOPPED: "已被停止",
    Reason.INVALID_GOAL: "技能不接受这个请求",
}


def cause(reason: Reason, language: str) -> str:
    """A reason in words."""
    return (_REASON_ZH if language == "zh" else _REASON_EN)[reason]


def say(language: str, english: str, chinese: str) -> str:
    """The sentence of that language."""
    return chinese if language == "zh" else english


def scene_in_words(store: BeliefStore, held: str, names: Names, language: str) -> str:
    """What is believed to be on the desk: a belief, said as one."""
    if store.stamp < 0.0:
        return say(language, "I have not seen the desk yet.", "我还没有看过桌面。")
    seen = [
        names.thing(o, language)
        for o in sorted(store.sightings)
        if store.in_view(o) is not None and o != held
    ]
    inside = [
        names.goal(name, language).replace("放进", "在", 1)
        for name, belief in sorted(store.beliefs.items())
        if name.startswith("inside(") and store.is_true(belief.predicate)
    ]
    parts = [
        say(language, f"I see {listed(seen, 'en')}", f"我看到{listed(seen, 'zh')}")
        if seen
        else say(language, "I see nothing I know", "我没有看到认识的东西")
    ]
    if inside:
        parts.append(listed(inside, language))
    if held:
        thing = names.thing(held, language)
        parts.append(say(language, f"I hold {thing}", f"手里拿着{thing}"))
    if store.fault:
        parts.append(say(language, f"the cameras: {store.fault}", f"摄像头：{store.fault}"))
    return say(language, "; ".join(parts) + ".", "；".join(parts) + "。")
