"""The attackers by name, one file each; ``peace`` is none, to compare with."""

from __future__ import annotations

import asyncio

from benchmarks.attack.attack import Attack, Bounds
from benchmarks.attack.attackers import (
    assignment_flood,
    bad_messages,
    byte_flood,
    chat_flood,
    chatty_bot,
    code_guesses,
    explanation_flood,
    fork_bomb,
    full_disk,
    gif_exports,
    guide_flood,
    huge_tree,
    lock_bypass,
    many_engines,
    mass_analyses,
    memory_hog,
    mutated_files,
    odd_paths,
    oversized_bodies,
    parser_bombs,
    port_scan,
    replay_flood,
    slow_loris,
    stopped_worker,
    stranger,
    tmp_filler,
    tournament_flood,
    unlimited_specs,
    upload_flood,
)
from benchmarks.attack.target import Target


async def peace(target: Target) -> None:
    """Nothing happens."""
    await asyncio.sleep(target.some(8, 2))


ATTACKS: dict[str, Attack] = {
    attack.name: attack
    for attack in (
        Attack("peace", peace),
        Attack("chatty-bot", chatty_bot.run),
        Attack("byte-flood", byte_flood.run),
        Attack("fork-bomb", fork_bomb.run),
        Attack("memory-hog", memory_hog.run, bounds=Bounds(memory=1_600)),
        Attack("tmp-filler", tmp_filler.run),
        Attack("many-engines", many_engines.run, seconds=45),
        Attack("unlimited-specs", unlimited_specs.run),
        Attack("mass-analyses", mass_analyses.run, seconds=45),
        Attack("stopped-worker", stopped_worker.run, seconds=45, bounds=Bounds(answer=20)),
        Attack("gif-exports", gif_exports.run, seconds=60),
        Attack("huge-tree", huge_tree.run, seconds=60),
        Attack("mutated-files", mutated_files.run),
        Attack("oversized-bodies", oversized_bodies.run),
        Attack("slow-loris", slow_loris.run, seconds=75),
        Attack("bad-messages", bad_messages.run),
        Attack("chat-flood", chat_flood.run),
        Attack("guide-flood", guide_flood.run),
        Attack("assignment-flood", assignment_flood.run),
        # Explanations that nobody closes end after 90 seconds: those of one address, and a spare one.
        Attack(
            "explanation-flood", explanation_flood.run, seconds=60, bounds=Bounds(processes=4, sockets=10)
        ),
        Attack("code-guesses", code_guesses.run),
        Attack("tournament-flood", tournament_flood.run, prepare=tournament_flood.prepare),
        Attack(
            "upload-flood",
            upload_flood.run,
            arguments=("--lan",),
            prepare=upload_flood.prepare,
            seconds=300,
            bounds=Bounds(memory=1_600, student=300),
            student=True,
        ),
        Attack("parser-bombs", parser_bombs.run, prepare=parser_bombs.prepare, seconds=200, student=True),
        Attack(
            "odd-paths",
            odd_paths.run,
            prepare=odd_paths.prepare,
            clean=odd_paths.clean,
            seconds=100,
            student=True,
        ),
        Attack(
            "full-disk",
            full_disk.run,
            prepare=full_disk.prepare,
            clean=full_disk.clean,
            seconds=150,
            student=True,
        ),
        Attack(
            "replay-flood",
            replay_flood.run,
            prepare=replay_flood.prepare,
            seconds=60,
            bounds=Bounds(student=300, processes=8),  # games on the largest board are long
            student=True,
        ),
        Attack("port-scan", port_scan.run, arguments=("--lan",)),
        Attack("lock-bypass", lock_bypass.run, arguments=("--lock",)),
        Attack("stranger", stranger.run, arguments=("--lan",)),
    )
}
