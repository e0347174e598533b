import type { ScanOutcome } from './feedback.ts'

/** Who gets what a scanner reads. */
export interface ScanReceiver {
  /** Gets every code once; readings of the same label within 1.5 s are one. */
  readonly onScan: (code: string) => void
  /** Says how something came out that is no code, such as a fragment. */
  readonly tell: (outcome: ScanOutcome) => void
}

/**
 * `everywhere` takes bursts out of whatever has the focus, for pages that work by scanner; `outsideFields` leaves a burst
 * to the box a person put the cursor in, unless that takes codes, and gives way to any other page: the shell's.
 */
export type ScanReach = 'everywhere' | 'outsideFields'

export interface PageReceiver extends ScanReceiver {
  readonly reach: ScanReach
}

/** The pages that listen; the last one receives what no box has. */
const pages: PageReceiver[] = []
const boxes = new Map<Element, ScanReceiver>()

/** Adds a page and gives the way to take it away again. The shell's comes first, so that any other goes before it. */
export function addPage(page: PageReceiver): () => void {
  if (page.reach === 'everywhere') pages.push(page)
  else pages.unshift(page)
  return () => {
    pages.splice(pages.indexOf(page), 1)
  }
}

/** Gives what is scanned into a box to its own receiver. */
export function addBox(element: Element, receiver: ScanReceiver): () => void {
  boxes.set(element, receiver)
  return () => {
    boxes.delete(element)
  }
}

/** The page that receives what is scanned now; undefined where nobody listens. */
export const pageReceiver = (): PageReceiver | undefined => pages.at(-1)

export const boxReceiver = (element: EventTarget | null): ScanReceiver | undefined =>
  element instanceof Element ? boxes.get(element) : undefined

export const hasReceivers = (): boolean => pages.length + boxes.size > 0

/** Gives a code to the page as if it were scanned: what was typed into one of its boxes goes the same way. */
export const giveToPage = (code: string): void => pageReceiver()?.onScan(code)
