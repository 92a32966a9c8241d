/** Finds the first of the places, which rise, that is not before another; asked in rising order it looks at each once. */
export function firstFrom(places: readonly number[]): (from: number) => number | undefined {
  let next = 0;
  return (from) => {
    while (next < places.length && places[next]! < from) next += 1;
    return places[next];
  };
}
