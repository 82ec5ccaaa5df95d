/** What the last import could not read, until it is closed or something else is imported. */
import type { Imported } from "../net/api";

let list = $state.raw<Imported["errors"]>([]);

export const unread = {
  get list(): Imported["errors"] {
    return list;
  },
  tell(errors: Imported["errors"]): void {
    list = errors;
  },
};
