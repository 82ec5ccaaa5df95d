/** Simplified Chinese: learning, friends, a class. */
import type { people as english } from "./en-people";

export const people: Record<keyof typeof english, string> = {
  "learn.again": "重来",
  "learn.board": "{game}，第 {number} 节",
  "learn.game": "{game}怎么下",
  "learn.notation": "记谱",
  "learn.play": "去下{game}",
  "learn.right": "对了！",
  "learn.rules": "规则",
  "learn.tips": "入门要点",
  "learn.title": "怎么下",
  "learn.words": "点一点这五个小棋盘，就会下了。",
  "learn.words.free": "在自由棋盘上试一试。",
  "nav.learn": "入门",
  "title.learn": "怎么下",
};
