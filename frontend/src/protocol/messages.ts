/** What the page calls the generated types. */
import type { Client, Join, Languages, PositionView, RoomView, Server } from "./types";

export type * from "./types";

export type Side = PositionView["turn"];
export type Phase = RoomView["phase"];

type WithoutRef<Message> = Message extends unknown ? Omit<Message, "ref"> : never;
/** A message before the socket gives it its number. */
export type ClientBody = WithoutRef<Exclude<Client, Join>>;
/** `lost` is the page's own word for a message whose fate is unknown. */
export type ServerMessage = Server | { type: "refused"; ref: number; code: "lost"; text: Languages };
