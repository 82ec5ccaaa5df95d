import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const WEB = process.env.BOYI_WEB ?? resolve(import.meta.dirname, "../src/boyi/web");
const SERVER = process.env.BOYI_SERVER ?? "http://127.0.0.1:8710";

/**
 * What is built has a fingerprint in its name, because parts that are loaded later name each other. The files of
 * public/ keep their names; a browser learns of a new one by the fingerprint that follows it in index.html.
 */
function fingerprints(): Plugin {
  return {
    name: "boyi-fingerprints",
    apply: "build",
    closeBundle() {
      const index = join(WEB, "index.html");
      const text = readFileSync(index, "utf8").replace(
        /(?:src|href)="(\/(?!assets\/)[^"]+\.(?:js|css|svg))"/g,
        (found, path: string) => {
          const content = readFileSync(join(WEB, path));
          return found.replace(
            path,
            `${path}?v=${createHash("sha256").update(content).digest("hex").slice(0, 10)}`,
          );
        },
      );
      writeFileSync(index, text);
    },
  };
}

export default defineConfig({
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => `b${hash(css)}` } }), fingerprints()],
  build: {
    outDir: WEB,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: "assets/app-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  // The server checks the origin; through this proxy it sees its own.
  server: {
    proxy: {
      "/api": {
        target: SERVER,
        ws: true,
        changeOrigin: true,
        headers: { origin: SERVER },
      },
    },
  },
  // Generous, for busy machines; nothing here waits for a clock of its own.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
});
