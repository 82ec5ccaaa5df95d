"""The Chinese for what is said when someone else's program fails."""

from __future__ import annotations

from boyi.core.sentences import Pair, add_sentences

SENTENCES: list[Pair] = [
    ("{name} printed more than {amount!} without a move.", "{name} 没有走棋就输出了超过 {amount!}。"),
    (
        "{name} and its children used more than {amount} MB of memory together.",
        "{name} 与其子进程合计使用的内存超过 {amount} MB。",
    ),
    ("{name} did not move within {seconds} s.", "{name} 在 {seconds} 秒内没有走棋。"),
    ("{name} did not get ready in time.", "{name} 没有及时准备好。"),
    ("{name} cannot be started: {why!}.", "{name} 无法启动：{why!}。"),
    # Those with more at the end stand before those without.
    ("{name} closed its output: {last}.", "{name} 关闭了输出：{last}。"),
    ("{name} closed its output.", "{name} 关闭了输出。"),
    ("{name} was ended by signal {number}: {last}.", "{name} 被信号 {number} 终止：{last}。"),
    ("{name} was ended by signal {number}.", "{name} 被信号 {number} 终止。"),
    ("{name} ended with exit code {number}: {last}.", "{name} 以退出码 {number} 结束：{last}。"),
    ("{name} ended with exit code {number}.", "{name} 以退出码 {number} 结束。"),
    ("{name} refuses: {last}.", "{name} 拒绝：{last}。"),
]

WORDS = {"100,000 lines": "100,000 行"}


def register() -> None:
    """Let the table know them."""
    add_sentences(SENTENCES, words=WORDS)
