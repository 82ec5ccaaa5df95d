import { expect, test } from "vitest";
import { placeBeside } from "../src/ui/beside";

test("beside a board on a desk it stands in the right column", () => {
  const place = placeBeside({ left: 100, right: 860, top: 20, bottom: 780 }, 1280, 800);
  expect(place).toBeDefined();
  expect(place!.left).toBeGreaterThanOrEqual(860);
  expect(place!.left + place!.width).toBeLessThanOrEqual(1280);
});

test("on a phone it stands below the board", () => {
  const place = placeBeside({ left: 8, right: 382, top: 110, bottom: 484 }, 390, 844);
  expect(place).toBeDefined();
  expect(844 - 12 - place!.maxHeight).toBeGreaterThanOrEqual(484 - 12);
});

test("where there is no room it does not open", () => {
  expect(placeBeside({ left: 8, right: 352, top: 100, bottom: 444 }, 360, 520)).toBeUndefined();
});
