"""The platform's module of this name, for the child process of a student's file."""

from boyi.programs.students.mo_board import Board
from boyi.programs.students.mo_referee import Game

__all__ = ["Board", "Game"]
