"""The games that come with Boyi: one folder and one line here each."""

from boyi.core.registry import register_game

register_game("gomoku", "boyi.games.gomoku.rules:Gomoku")
register_game("othello", "boyi.games.othello.rules:Othello")
register_game("loa", "boyi.games.loa.rules:LinesOfAction")
register_game("nogo", "boyi.games.nogo.rules:NoGo")
register_game("tictactoe", "boyi.games.toys:TicTacToe")
register_game("coin2x2", "boyi.games.toys:Coin2x2")
