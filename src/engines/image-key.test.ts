import { expect, it } from "vitest";
import { imageKey } from "./image-key.js";

const COMMONS = "https://upload.wikimedia.org/wikipedia/commons";

it.each([
  [`${COMMONS}/a/ab/Bee%20on_Aster.jpg`, `${COMMONS}/thumb/a/ab/Bee_on_Aster.jpg/1280px-Bee_on_Aster.jpg`],
  [
    `${COMMONS}/a/ab/Bee.jpg?utm_source=x`,
    "https://thumb.wikimedia.org/wikipedia/commons/thumb/a/ab/Bee.jpg/960px-Bee.jpg?utm_content=thumbnail",
  ],
  ["https://live.staticflickr.com/65535/123_abc_b.jpg", "https://farm1.staticflickr.com/65535/123_abc.jpg"],
  ["https://images.unsplash.com/photo-1?w=1080", "https://images.unsplash.com/photo-1?w=400"],
])("%s and %s are one image", (one, other) => {
  expect(imageKey(one)).toBe(imageKey(other));
});

it.each([
  [`${COMMONS}/a/ab/Bee.jpg`, `${COMMONS}/a/ab/Bee.png`],
  ["https://museum.test/image?id=1", "https://museum.test/image?id=2"],
  [`${COMMONS}/a/ab/%E0%A4%A.jpg`, "no address"],
])("%s and %s are two", (one, other) => {
  expect(imageKey(one)).not.toBe(imageKey(other));
});
