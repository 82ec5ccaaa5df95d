"""The Chinese of what the server says, and of what it passes on from players."""

from __future__ import annotations

from boyi.bridges import sentences as bridges_sentences
from boyi.core.sentences import Pair, add_sentences
from boyi.formats import sentences as formats_sentences
from boyi.programs import sentences as players_sentences

SENTENCES: tuple[Pair, ...] = (
    # Rooms
    ("There is no such game.", "没有这盘棋。"),
    ("There is no such move in this game.", "这盘棋里没有这一手。"),
    ("There is no such cell on this board.", "棋盘上没有这个位置。"),
    ("There is no such registered engine.", "没有这个已登记的引擎。"),
    ("The engine {name} plays {game!} only, not {other!}.", "引擎 {name} 只会下 {game!}，不会下 {other!}。"),
    ("This room is full.", "房间已满。"),
    ("The server has too many rooms open: try again later.", "服务器打开的房间太多：请稍后再试。"),
    ("Something went wrong in this room: it is opened again.", "房间出了问题：正在重新打开。"),
    (
        "The server cannot read or store games now: nothing was changed. Its terminal says why.",
        "服务器现在不能读取或保存棋局：什么也没有改变。原因见服务器的终端。",
    ),
    ("Something went wrong: nothing was changed.", "出了问题：什么也没有改变。"),
    ("That is not the join token that the server printed.", "这不是服务器显示的邀请码。"),
    ("You are watching: only the players move.", "您在观战：只有棋手可以落子。"),
    ("You are watching: only the players can do this.", "您在观战：只有棋手可以这样做。"),
    ("That is not your side.", "那不是您的一方。"),
    ("The computer is thinking: wait for its move.", "电脑正在思考：请等它落子。"),
    ("The board has changed meanwhile: look again.", "棋盘已经变化：请再看一下。"),
    ("You have moved already.", "您已经落子。"),
    ("The game had ended before your move.", "您落子之前对局已经结束。"),
    ("The other player is not here yet.", "对手还没有来。"),
    ("The game is over.", "对局已结束。"),
    ("The game goes on.", "对局正在进行。"),
    ("This game is open for review: nobody plays.", "这盘棋供复盘：没有人在下。"),
    ("The game is not being played now.", "现在没有在对局。"),
    ("The game is over: its moves cannot be taken back.", "对局已结束：不能悔棋。"),
    ("Another request stands: answer it first.", "还有一个请求：请先答复。"),
    ("Nothing is asked any more.", "已经没有请求了。"),
    ("Only the owner of the room lets people in.", "只有房主可以让人加入。"),
    ("Only the owner of the room can lock it.", "只有房主可以锁定。"),
    ("Only the owner of the game can change it.", "只有棋局的主人可以修改。"),
    ("Only the owner of the game can delete it.", "只有棋局的主人可以删除。"),
    ("The game goes on: it can be changed when it is over.", "对局正在进行：结束后才能修改。"),
    ("The game goes on: it can be reviewed when it is over.", "对局正在进行：结束后才能复盘。"),
    ("The moves that were played stay as they are.", "已经下过的着法不能改动。"),
    ("There is no move to add in this message.", "消息里没有要加入的着法。"),
    ("The teacher has locked the computer's help.", "老师已锁定电脑的帮助。"),
    (
        "This game comes from a locked one that is not over: it stays locked.",
        "这盘棋来自一盘尚未结束的锁定棋局：仍然锁定。",
    ),
    ("In a game between two people the computer gives no advice.", "两人对局时电脑不提供建议。"),
    ("A hint is on its way.", "提示马上就来。"),
    ("A review is on its way.", "复盘正在进行。"),
    ("The game is over here: there is nothing to analyse.", "对局到此结束：没有可分析的。"),
    ("The computer has too much to do: try again in a moment.", "电脑太忙：请稍后再试。"),
    ("The search broke down three times: choose another opponent.", "搜索三次出错：请换一个对手。"),
    (
        "The search did not end when its time was over: choose another opponent.",
        "搜索到时间后没有结束：请换一个对手。",
    ),
    (
        "All places for programs are taken: choose a level, or try again later.",
        "程序的位置已满：请选一个等级，或稍后再试。",
    ),
    ("The engine is no longer registered.", "这个引擎已不再登记。"),
    ("The other program left.", "对方程序离开了。"),
    ("For another game, invite the program again.", "与课程程序再下一盘，请重新邀请。"),
    # Files
    (
        "No more than {most} files are read at once: this one was not.",
        "一次最多读取 {most} 个文件：这个没有读取。",
    ),
    (
        "No more than {most} games are read at once: the others of this file were left out.",
        "一次最多读取 {most} 盘棋：这个文件里其余的没有读取。",
    ),
    (
        "Too many files are being made or read: try again in a moment.",
        "正在生成或读取的文件太多：请稍后再试。",
    ),
    ("The one who asked for the file has left.", "要这个文件的人已经离开。"),
    ("The file takes too long to make: choose fewer games.", "生成这个文件的时间太长：请少选几盘棋。"),
    (
        "The file would be larger than {megabytes} MB: choose fewer games.",
        "文件将超过 {megabytes} MB：请少选几盘棋。",
    ),
    (
        "No more than {most} games are drawn at once: choose fewer games.",
        "一次最多画 {most} 盘棋：请少选几盘。",
    ),
    ("{game!} has no cells: give moves or a position.", "{game!} 没有棋格：请给出着法或局面。"),
    # Swap2
    (
        "Swap2 begins a game from the empty board, and only games that have it.",
        "Swap2 只用于有此开局规则的棋类，并从空棋盘开始。",
    ),
    ("Choose a colour first.", "请先选择颜色。"),
    ("That cannot be chosen now.", "现在不能这样选。"),
    ("The opening must not end the game.", "开局不能结束对局。"),
    (
        "In this step of the opening you have put no stone to take back.",
        "开局的这一步里您还没有可以收回的棋子。",
    ),
    (
        "The opening has no hints: its stones should suit both colours.",
        "开局阶段没有提示：摆下的棋子应对双方都合适。",
    ),
    # Messages and requests
    ("Nothing was said: begin with join.", "没有收到消息：请先发送 join。"),
    ("The first message must be join.", "第一条消息必须是 join。"),
    ("You have joined already.", "您已经加入。"),
    ("There is nothing to say in this message.", "消息里没有内容。"),
    ("A message is JSON text, not bytes.", "消息应为 JSON 文本，不是字节。"),
    ("A message has at most {bytes} bytes.", "一条消息最多 {bytes} 字节。"),
    ("Too many messages: the connection is closed. Wait a moment.", "消息太多：连接已关闭。请稍等。"),
    ("The message is not understood: {place}: {what}.", "看不懂这条消息：{place}：{what}。"),
    ("The request is not understood: {place}: {what}.", "看不懂这个请求：{place}：{what}。"),
    ("The request is not understood.", "看不懂这个请求。"),
    ("There is nothing here.", "这里什么也没有。"),
    ("That cannot be done here.", "这里不能这样做。"),
    ("This server does not go by that name.", "本服务器不使用那个名字。"),
    ("This request comes from another site.", "这个请求来自别的网站。"),
    (
        "No more than {megabytes} MB can be sent at once: send fewer or smaller files, or use "
        "boyi library import on the server's computer.",
        "一次最多传 {megabytes} MB：请少传几个或拆成较小的文件，或在服务器的电脑上使用 boyi library import。",
    ),
    ("The request did not arrive in time.", "请求没有及时到达。"),
    (
        "Exporting a game needs the server's join token or a token of the game.",
        "导出棋局需要服务器的邀请码，或这盘棋的令牌。",
    ),
    (
        "A game here has at most {most} moves with all its variations; this one has {count}.",
        "这里的一盘棋连同变化最多 {most} 手；这一盘有 {count} 手。",
    ),
    ("Making a room needs the join token that the server printed.", "创建房间需要服务器显示的邀请码。"),
    (
        "This server shows its library only to those who have its join token.",
        "这个服务器的棋库只对持有邀请码的人开放。",
    ),
    (
        "Exporting a game needs the server's join token or a token of the game.",
        "导出棋局需要服务器的邀请码或这盘棋的令牌。",
    ),
    ("The chat is for those who have the server's join token.", "聊天只对持有邀请码的人开放。"),
    (
        "You are watching: the owner of the room has not opened the chat to spectators.",
        "您在观战：房主没有向观众开放聊天。",
    ),
    ("You write too fast: wait a moment.", "您写得太快：请稍等。"),
    ("Only the owner of the room opens its chat to spectators.", "只有房主可以向观众开放聊天。"),
    (
        "Help is locked here: games against the computer begin at the start.",
        "这里的帮助已锁定：与电脑对局只能从头开始。",
    ),
    # Programs of the course
    (
        "{address} could not be reached: check the address and that the program waits.",
        "无法连接 {address}：请检查地址，并确认对方程序正在等待。",
    ),
    ("The port {port} cannot be used here: choose another.", "这里不能使用端口 {port}：请换一个。"),
    (
        "Too many connections to other programs: try again in a moment.",
        "连接其他程序的次数太多：请稍后再试。",
    ),
    (
        "Too many rooms wait for programs of the course: try again later.",
        "等待课程程序的房间太多：请稍后再试。",
    ),
    (
        "This server connects to no such address: its owner allows more with --course-network.",
        "服务器不连接这样的地址：服务器的主人可以用 --course-network 允许更多地址。",
    ),
    ("On the network a game belongs to those who have its token.", "在网络上，棋局属于持有令牌的人。"),
    # Making games, files
    (
        "Begin from a game, from a position or from moves, not from several.",
        "请只从一盘棋、一个局面或一串着法开始，不要同时用几种。",
    ),
    ("The game is over in this position: choose another.", "这个局面已经结束：请换一个。"),
    ("Give cells or a position, not both.", "请给出格子或局面，不要两者都给。"),
    (
        "There is nothing to import: choose a file or paste a game.",
        "没有可导入的：请选择文件或粘贴棋谱。",
    ),
    (
        "{kind} cannot be played here: choose a level or a classic program.",
        "这里不能选 {kind}：请选等级或经典程序。",
    ),
    ("{name} cannot be chosen here: the server decides it.", "这里不能选 {name}：由服务器决定。"),
    ("A move may take at most {seconds} seconds here.", "这里每步最多 {seconds} 秒。"),
    ("{spec} does not play {game!}.", "{spec} 不会下 {game!}。"),
    ("{text} names no player: write kind:name,key=value, for example random.", "{text} 不是棋手。"),
    (
        "{setting} is not accepted: give a whole number from {low} to {high}.",
        "不接受 {setting}：请给 {low} 到 {high} 的整数。",
    ),
    (
        "{setting} is not accepted: give a number from {low} to {high}.",
        "不接受 {setting}：请给 {low} 到 {high} 的数。",
    ),
    ("{setting} is not accepted: choose {offered!}.", "不接受 {setting}：请选 {offered!}。"),
    ("{player} has no setting {setting}: write {usage}.", "{player} 没有设置 {setting}：请写 {usage}。"),
    ("There is no player {name}: choose {offered}.", "没有棋手 {name}：请选 {offered}。"),
    ("There is no stored game {name}.", "库中没有棋局 {name}。"),
    (
        "The stored game {name} is damaged: its {column} cannot be read.",
        "棋局 {name} 已损坏：{column} 无法读取。",
    ),
    ("The stored game {name} is damaged: move {ply} is missing.", "棋局 {name} 已损坏：缺第 {ply} 手。"),
    (
        "The stored game {name} is damaged: it has {count} moves, but the last is move {last}.",
        "棋局 {name} 已损坏：只有 {count} 手，最后一手却是第 {last} 手。",
    ),
    (
        "The stored game {name} is damaged: it has {count} moves instead of {length}.",
        "棋局 {name} 已损坏：应有 {length} 手，只有 {count} 手。",
    ),
    (
        "The stored game {name} is damaged: its moves do not lead to its end ({reason}).",
        "棋局 {name} 已损坏：着法与终局（{reason}）不符。",
    ),
    ("The stored game {name} is damaged: {why}.", "棋局 {name} 已损坏：{why}。"),
    # The command
    (
        "A URL has // after its kind: write a file name, sqlite:///FILE or {url}.",
        "网址的类型后面是 //：请写文件名、sqlite:///FILE 或 {url}。",
    ),
    (
        "{text} is not a network: write, for example, {example}.",
        "{text} 不是网络：请写，例如 {example}。",
    ),
    ("The port {port} is in use: choose another with --port.", "端口 {port} 已被占用：请用 --port 换一个。"),
    ("Boyi cannot listen on {host}: {reason!}.", "Boyi 不能在 {host} 上监听：{reason!}。"),
)


def register() -> None:
    """Let the table know them, and those of the layers that the server passes on."""
    formats_sentences.register()
    bridges_sentences.register()
    players_sentences.register()
    add_sentences(SENTENCES)
