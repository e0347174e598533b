/**
 * Length of a text as the platform counts it: a Chinese character, like any other full-width sign, is 2 units, a Latin one 1
 * (docs/open-platform.md §3.3): titles of 1–60 units are 30 Chinese characters.
 */
export function countUnits(text: string): number {
  let units = 0
  for (const sign of text) units += (sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1
  return units
}

/** The longest beginning of a text that has at most `maxUnits` units; no sign is cut in two. */
export function cutToUnits(text: string, maxUnits: number): string {
  let units = 0
  let kept = ''
  for (const sign of text) {
    units += countUnits(sign)
    if (units > maxUnits) return kept
    kept += sign
  }
  return kept
}
