// Is the committed bundle the one that these sources make? Builds beside it and compares, byte by byte.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const committed = join(import.meta.dirname, "../../src/boyi/web");
const fresh = mkdtempSync(join(tmpdir(), "boyi-web-"));

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

try {
  execFileSync("npx", ["vite", "build", "--logLevel", "error"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, BOYI_WEB: fresh },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const names = new Set([...files(committed), ...files(fresh)]);
  const stale = [...names].filter((name) => {
    try {
      return !readFileSync(join(committed, name)).equals(readFileSync(join(fresh, name)));
    } catch {
      return true;
    }
  });
  if (stale.length > 0) {
    console.error(`The built page in src/boyi/web is not current (${stale.join(", ")}): run "make page".`);
    process.exitCode = 1;
  } else {
    console.log("The built page is current.");
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
