"""Showing the page in the browser of this desktop, where there is one."""

from __future__ import annotations

import os
import webbrowser


def show(url: str) -> bool:
    """Open the address; False where no browser has windows. Never an error: it was printed too.

    A browser for terminals would take the terminal away from the server that runs in it, so only one that the
    user names in BROWSER is started there.
    """
    try:
        browser = webbrowser.get()
        in_terminal = type(browser) is webbrowser.GenericBrowser
        if in_terminal and not os.environ.get("BROWSER"):
            return False
        return browser.open(url)
    except (webbrowser.Error, OSError):
        return False
