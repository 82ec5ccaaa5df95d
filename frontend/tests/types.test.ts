import { expect, it } from "vitest";
import schema from "../src/protocol/schema.json";
import types from "../src/protocol/types.ts?raw";
// @ts-expect-error a plain script without types
import { makeTypes } from "../tools/types.js";

it("the types of messages are those of the schema: else run npm run types", () => {
  expect(types).toBe((makeTypes as (schema: unknown) => string)(schema));
});
