/** English: learning, friends, a class. */
export const people = {
  "learn.again": "Again",
  "learn.board": "{game}, lesson {number}",
  "learn.game": "How to play {game}",
  "learn.notation": "Notation",
  "learn.play": "Play {game}",
  "learn.right": "Right!",
  "learn.rules": "Rules",
  "learn.tips": "First tips",
  "learn.title": "How to play",
  "learn.words": "Five small boards, and you know the game. Click on them.",
  "learn.words.free": "Try the game on a free board.",
  "nav.learn": "Learn",
  "title.learn": "How to play",
};
