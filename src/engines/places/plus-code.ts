import type { Point } from "./area.js";

const DIGITS = "23456789CFGHJMPQRVWX";

/** The Open Location Code of a position with ten digits, which is a field of about 14 by 14 metres. */
export function plusCode({ latitude, longitude }: Point): string {
  // 8000 fields to a degree, counted from the south pole and the date line.
  const top = 180 * 8000 - 1;
  let north = Math.min(top, Math.max(0, Math.floor(rounded((latitude + 90) * 8000))));
  let east = Math.floor(rounded(((((longitude + 180) % 360) + 360) % 360) * 8000));
  let code = "";
  for (let pair = 0; pair < 5; pair += 1) {
    code = DIGITS[north % 20]! + DIGITS[east % 20]! + code;
    north = Math.floor(north / 20);
    east = Math.floor(east / 20);
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}

/** Without the noise of binary fractions, which would move a position on an edge into the field before. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
