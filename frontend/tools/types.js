// TypeScript types from the server's JSON Schema (src/protocol/schema.json, printed by
// `python -m boyi.server.schema`). `npm run types` writes them; a test says when they are stale.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../src/protocol");
const file = join(folder, "types.ts");

/** The text of types.ts for a schema. */
export function makeTypes(schema) {
  const parts = ["// Made by tools/types.js from schema.json; do not edit.", ""];
  for (const name of ["client", "server"]) {
    parts.push(`export type ${capital(name)} = ${type(schema.properties[name])};`, "");
  }
  for (const [name, definition] of Object.entries(schema.$defs))
    parts.push(...declaration(name, definition), "");
  return parts.join("\n");
}

function declaration(name, definition) {
  const lines = definition.description ? comment(definition.description, "") : [];
  if (definition.type !== "object" || !definition.properties)
    return [...lines, `export type ${name} = ${type(definition)};`];
  lines.push(`export interface ${name} {`);
  const required = new Set(definition.required ?? []);
  for (const [field, schema] of Object.entries(definition.properties)) {
    // A discriminator has a default on the server's side, but it is always sent.
    const optional = required.has(field) || "const" in schema ? "" : "?";
    if (schema.description) lines.push(...comment(schema.description, "  "));
    lines.push(`  ${field}${optional}: ${type(schema)};`);
  }
  return [...lines, "}"];
}

function comment(text, indent) {
  return [`${indent}/** ${text.split("\n")[0].trim()} */`];
}

function type(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(type))].join(" | ");
  switch (schema.type) {
    case "array": {
      const item = schema.items ? type(schema.items) : "unknown";
      return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object": {
      const value =
        typeof schema.additionalProperties === "object" ? type(schema.additionalProperties) : "unknown";
      if (schema.propertyNames?.$ref) return `Partial<Record<${type(schema.propertyNames)}, ${value}>>`;
      const keys = schema.propertyNames?.enum;
      return keys ? `{ ${keys.map((key) => `${key}?: ${value}`).join("; ")} }` : `Record<string, ${value}>`;
    }
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
}

function capital(name) {
  return name[0].toUpperCase() + name.slice(1);
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(file, makeTypes(JSON.parse(readFileSync(join(folder, "schema.json"), "utf8"))));
}
