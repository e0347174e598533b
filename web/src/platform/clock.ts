/**
 * The times of the client; no other file asks this machine for one. Deadlines are the server's, so moments are told by
 * its clock, learned from its answers: a machine whose clock is wrong shows the same as any other.
 */

/** Clocks that part by more than this between two looks did not drift: the machine slept, or its clock was set. */
const JUMP_MS = 2_000
/** The server's time is put right when it is out by more than this; the ways of answers differ, and a second must not waver. */
const SLACK_MS = 500

let steadyMs = performance.now()
let wallMs = Date.now()
/** How long the steady clock stood still: on most systems it does so while the machine sleeps. */
let sleptMs = 0
/** What `elapsedMs` lacks to the server's time; null before the first answer. */
let serverAheadMs: number | null = null
const onJump = new Set<() => void>()

/**
 * A clock in milliseconds that never goes back, whatever the machine's is set to, for measuring how long ago something
 * was; time that the machine slept counts.
 */
export function elapsedMs(): number {
  const [steady, wall] = [performance.now(), Date.now()]
  const apartMs = wall - wallMs - (steady - steadyMs)
  steadyMs = steady
  wallMs = wall
  if (Math.abs(apartMs) > JUMP_MS) {
    // forward it may also have been set, which the next answer of the server tells
    if (apartMs > 0) sleptMs += apartMs
    for (const jumped of onJump) queueMicrotask(jumped)
  }
  return steadyMs + sleptMs
}

/** The server's time in milliseconds since 1970; before its first answer, this machine's. */
export const nowMs = (): number => {
  const elapsed = elapsedMs()
  return serverAheadMs === null ? wallMs : elapsed + serverAheadMs
}

/** This machine's own time in milliseconds since 1970, for what one page leaves to the next one on the same machine. */
export const machineMs = (): number => Date.now()

/**
 * Learns the server's time from an answer: it was told between the two moments.
 * @param serverMs milliseconds since 1970
 * @param leftMs when the request left and `arrivedMs` when the answer came, both by `elapsedMs`
 */
export function learnServerTime(serverMs: number, leftMs: number, arrivedMs: number): void {
  const [least, most] = [serverMs - arrivedMs, serverMs - leftMs]
  const isRight = serverAheadMs !== null && serverAheadMs >= least - SLACK_MS && serverAheadMs <= most + SLACK_MS
  if (!isRight) serverAheadMs = (least + most) / 2
}

/** Hears when the machine has slept or its clock was set: what is on screen may be out of date. Ends with the returned function. */
export function watchJumps(jumped: () => void): () => void {
  // what happened before is none of theirs
  elapsedMs()
  onJump.add(jumped)
  return () => void onJump.delete(jumped)
}

/**
 * The first or last millisecond of a Shanghai calendar day as an ISO 8601 UTC moment.
 * @param day `yyyy-MM-dd`
 */
export function dayEdge(day: string, edge: 'start' | 'end'): string {
  return new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}+08:00`).toISOString()
}
