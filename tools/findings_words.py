"""The words of the tables in docs/findings.md and docs/findings.zh-CN.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """What one language calls the parts of the tables; braces are filled in."""

    document: str
    games: str
    players: tuple[str, ...]
    work: tuple[str, ...]
    pairings: tuple[str, ...]
    claims: tuple[str, ...]
    verdicts: dict[str, str]
    example: tuple[str, ...]
    results: dict[str, str]
    expand: str
    terminal: str
    then: str
    rates: str


LANGUAGES = {
    "en": Words(
        document="findings.md",
        games="`{command}` ({games:,} games)",
        players=("player", "games", "score", "Elo (95%)"),
        work=("nodes", "processor ms"),
        pairings=("pairing", "wins, draws, losses", "score", "Elo: 95% interval"),
        claims=("source", "claim", "games", "Elo: 95% interval", "verdict"),
        verdicts={"holds": "**holds**", "fails": "**does not hold**", "open": "open"},
        example=("simulation", "UCB1 values", "goes to", "result for the computer"),
        results={"win": "win", "loss": "loss", "draw": "draw"},
        expand="expand {node}",
        terminal=" (terminal)",
        then="; then ",
        rates="Final win rates: {rates}; {played} is played.",
    ),
    "zh_CN": Words(
        document="findings.zh-CN.md",
        games="`{command}`（{games:,} 局）",
        players=("棋手", "局数", "得分率", "Elo（95%）"),
        work=("节点", "处理器毫秒"),
        pairings=("对阵", "胜、和、负", "得分率", "Elo：95% 区间"),
        claims=("来源", "说法", "局数", "Elo：95% 区间", "结论"),
        verdicts={"holds": "**成立**", "fails": "**不成立**", "open": "未定"},
        example=("模拟", "UCB1 值", "走向", "计算机的结果"),
        results={"win": "胜", "loss": "负", "draw": "和"},
        expand="扩展 {node}",
        terminal="（终局）",
        then="；然后 ",
        rates="最后的胜率：{rates}；下 {played}。",
    ),
}
