"""How to play, over REST: the guide of a game, and what is tried on its boards. Nothing is kept."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath

from boyi.server.bodies import Error
from boyi.server.lessons import Attempt, GuideView, Tried, guide_view, try_lesson

router = APIRouter(prefix="/api/guides", responses={"4XX": {"model": Error}})

GameName = Annotated[str, InPath(max_length=40)]


@router.get("/{game}")
async def guide(game: GameName) -> GuideView:
    """How to play a game: small boards, notation, tips."""
    return await asyncio.to_thread(guide_view, game)


@router.post("/{game}")
async def attempt(game: GameName, tried: Attempt) -> Tried:
    """What someone tries on a board of the guide, judged."""
    return await asyncio.to_thread(try_lesson, game, tried)
