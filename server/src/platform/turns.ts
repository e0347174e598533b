/**
 * Which part of `count` rows a regular look takes, `limit` at a time, so that look after look each is reached and what
 * stays as it is holds up nothing else. The turn goes by the clock: processes that look at once take the same part.
 */
export function offsetOfTurn(
  { now, everySeconds }: { readonly now: Date; readonly everySeconds: number },
  count: number,
  limit: number,
): number {
  const turn = Math.floor(now.getTime() / (everySeconds * 1000))
  return (turn % Math.max(1, Math.ceil(count / limit))) * limit
}

/** A regular look: when, and how often there is one. */
export type Turn = Parameters<typeof offsetOfTurn>[0]
