"""The Chinese of what is said about the network and about files, with the system's own words for it."""

from __future__ import annotations

from boyi.core.sentences import Pair, add_sentences

SENTENCES: tuple[Pair, ...] = (
    # The course's network
    ("{address} did not answer within {seconds} s.", "{address} 在 {seconds} 秒内没有回应。"),
    ("{address} cannot be reached: {reason!}.", "连接不上 {address}：{reason!}。"),
    ("{address} cannot be listened on: {reason!}.", "不能在 {address} 上监听：{reason!}。"),
    (
        "It is your turn, so only the other side can claim your time.",
        "现在轮到您，只有对方可以判您超时。",
    ),
    (
        "That is not possible now: the session is {phase!}, not {wanted!}.",
        "现在不能这样做：联机状态是“{phase!}”，不是“{wanted!}”。",
    ),
    (
        "{text} is not a cell: write {rows} and {columns}.",
        "{text} 不是棋盘上的位置：请写 {rows} 加 {columns}。",
    ),
    # Files
    ("In {file}: {reason!}", "文件 {file}：{reason!}"),
    ("{file}: {reason!} Nothing was imported.", "{file}：{reason!}没有导入任何棋局。"),
    ("{file} cannot be read: {reason!}.", "不能读取 {file}：{reason!}。"),
    ("{file} cannot be written: {reason!}.", "不能写入 {file}：{reason!}。"),
    (
        "{file} has {bytes} bytes; game files of up to {limit} MiB are read.",
        "{file} 有 {bytes} 字节；棋谱文件最大可读 {limit} MiB。",
    ),
    ("{file} is a directory: name a file.", "{file} 是目录：请给出文件名。"),
    ("{file} exists already: use --force to replace it.", "{file} 已经存在：要覆盖请用 --force。"),
)

WORDS = {
    # Phases of a session
    "idle": "空闲",
    "inviting": "正在邀请",
    "invited": "受到邀请",
    "playing": "正在对局",
    "ending": "正在结束",
    "gone": "已断开",
    # The network
    "that is not the name of a computer": "这不是电脑的名字",
    "name or service not known": "没有这个名字的电脑",
    "nodename nor servname provided, or not known": "没有这个名字的电脑",
    "no address associated with hostname": "没有这个名字的电脑",
    "temporary failure in name resolution": "暂时查不到这个名字",
    "address family for hostname not supported": "不支持这种地址",
    "address family not supported by protocol": "不支持这种地址",
    "connection refused": "连接被拒绝（对方没有在监听）",
    "connection timed out": "连接超时",
    "operation timed out": "连接超时",
    "connection reset by peer": "连接被对方断开",
    "connection aborted": "连接中断",
    "software caused connection abort": "连接中断",
    "broken pipe": "连接已断开",
    "no route to host": "到那台电脑没有通路",
    "host is down": "那台电脑没有开机",
    "host is unreachable": "到不了那台电脑",
    "network is unreachable": "网络不通",
    "network is down": "网络已断开",
    "address already in use": "端口已被占用",
    "cannot assign requested address": "这不是本机的地址",
    "can't assign requested address": "这不是本机的地址",
    "port must be 0-65535": "端口应为 0 到 65535",
    "invalid argument": "参数无效",
    # Files
    "it is not a file": "它不是文件",
    "embedded null byte": "名字里有空字符",
    "no such file or directory": "没有这个文件或目录",
    "is a directory": "这是目录",
    "not a directory": "这不是目录",
    "file exists": "文件已存在",
    "file name too long": "文件名太长",
    "permission denied": "没有权限",
    "operation not permitted": "不允许这样做",
    "too many levels of symbolic links": "符号链接层数太多",
    "too many open files": "打开的文件太多",
    "no space left on device": "磁盘已满",
    "disk quota exceeded": "超出磁盘配额",
    "read-only file system": "文件系统是只读的",
    "input/output error": "读写错误",
    "no such device or address": "没有这个设备或地址",
    "cannot allocate memory": "内存不足",
}


def register() -> None:
    """Let the table know them."""
    add_sentences(SENTENCES, words=WORDS)
