"""Blocking calls over coroutines, for scripts and notebooks alike."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_blocking(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine to its end and return its result.

    Where an event loop runs in this thread already, as in Jupyter, the coroutine gets a loop and a thread of
    its own; the caller's loop waits meanwhile, as it does during any blocking call.

    >>> import asyncio
    >>> run_blocking(lambda: asyncio.sleep(0, "done"))
    'done'
    >>> async def notebook():
    ...     return run_blocking(lambda: asyncio.sleep(0, "done"))
    >>> asyncio.run(notebook())
    'done'
    """
    import asyncio  # it takes long to load, and a search by an engine does not need it

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    return _in_own_thread(work)


def _in_own_thread(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    import asyncio
    from concurrent.futures import Future
    from threading import Thread

    answer: Future[Result] = Future()
    started: Future[Callable[[], object]] = Future()

    async def run() -> Result:
        task, loop = asyncio.ensure_future(work()), asyncio.get_running_loop()
        started.set_result(lambda: loop.call_soon_threadsafe(task.cancel))
        return await task

    def serve() -> None:
        try:
            answer.set_result(asyncio.run(run()))
        except BaseException as error:
            answer.set_exception(error)

    thread = Thread(target=serve, name="boyi event loop")
    thread.start()
    try:
        return answer.result()
    except KeyboardInterrupt:  # the work ends its players before this returns
        started.result()()
        raise
    finally:
        thread.join()
