/** Links for other people: this machine's own name for itself leads nobody here. */

const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** Whether this page was opened by a name that only this machine understands. */
export function isLocal(hostname: string): boolean {
  return LOCAL.includes(hostname);
}

/** The whole address of a path; `network` is where others find the server, if they do. */
export function linkTo(path: string, network: string, here: Location | URL = location): string {
  return (network && isLocal(here.hostname) ? network : here.origin) + path;
}
