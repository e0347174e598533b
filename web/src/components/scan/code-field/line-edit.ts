/** A line of text with what is selected in it; the cursor stands at `head`. */
export interface Line {
  readonly text: string
  readonly anchor: number
  readonly head: number
}

export const EMPTY: Line = { text: '', anchor: 0, head: 0 }

export const startOf = ({ anchor, head }: Line): number => Math.min(anchor, head)
export const endOf = ({ anchor, head }: Line): number => Math.max(anchor, head)
export const selectedText = (line: Line): string => line.text.slice(startOf(line), endOf(line))

/** The line with another selection, within its text. */
export function selected({ text }: Line, anchor: number, head: number): Line {
  const within = (place: number) => Math.max(0, Math.min(place, text.length))
  return { text, anchor: within(anchor), head: within(head) }
}

export const allSelected = (line: Line): Line => selected(line, 0, line.text.length)

/**
 * The line with a text in the place of what is selected.
 * @param atMost how long the line may become; what goes beyond is left out
 */
export function inserted(line: Line, added: string, atMost = Number.POSITIVE_INFINITY): Line {
  const [before, after] = [line.text.slice(0, startOf(line)), line.text.slice(endOf(line))]
  // a line break that is pasted becomes a blank, as in the browser's own boxes
  const fitting = added.replace(/\r\n?|\n/g, ' ').slice(0, Math.max(0, atMost - before.length - after.length))
  const head = before.length + fitting.length
  return { text: before + fitting + after, anchor: head, head }
}

/** How far a key goes: one sign, or to the end of the line. */
export type Reach = 'sign' | 'line'
/** Back towards the beginning, or on towards the end. */
export type Way = -1 | 1

const goal = ({ text, head }: Line, way: Way, reach: Reach): number => {
  if (reach === 'line') return way < 0 ? 0 : text.length
  return head + way
}

/** The line without what is selected, or, with nothing selected, without what lies before or behind the cursor. */
export function removed(line: Line, way: Way, reach: Reach): Line {
  const isSelected = line.anchor !== line.head
  return inserted(isSelected ? line : selected(line, line.head, goal(line, way, reach)), '')
}

/**
 * The line with its cursor moved.
 * @param isExtending keeps the other end of the selection where it is
 */
export function moved(line: Line, way: Way, reach: Reach, isExtending: boolean): Line {
  const isLeaving = !isExtending && reach === 'sign' && line.anchor !== line.head
  const head = isLeaving ? (way < 0 ? startOf(line) : endOf(line)) : goal(line, way, reach)
  return selected(line, isExtending ? line.anchor : head, head)
}

/** So many steps can be taken back. */
const STEPS = 100

/** What a line was before each change, for taking changes back and making them again. */
export class History {
  private past: Line[] = []
  private future: Line[] = []

  /** A change is made of this line. */
  add(before: Line): void {
    this.past.push(before)
    if (this.past.length > STEPS) this.past.shift()
    this.future = []
  }

  /** The line before the last change, or null. */
  undo(now: Line): Line | null {
    const line = this.past.pop()
    if (line) this.future.push(now)
    return line ?? null
  }

  /** The line after the change that was taken back last, or null. */
  redo(now: Line): Line | null {
    const line = this.future.pop()
    if (line) this.past.push(now)
    return line ?? null
  }
}
