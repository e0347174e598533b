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
 * to the box a person put the cursor in, unless that takes codes, and gives way to any other page: the shell's. `list` leaves
 * such a box alone as well, and goes before the shell: what it does not know it hands on (`giveToShell`).
 */
export type ScanReach = 'everywhere' | 'outsideFields' | 'list'

export interface PageReceiver extends ScanReceiver {
  readonly reach: ScanReach
}

/** What listens, with its layer; the last one receives what no box has. */
const pages: { readonly page: PageReceiver; readonly layer: number }[] = []
const boxes = new Map<Element, ScanReceiver>()

/** The shell's is under everything, whenever it came. */
const SHELL_LAYER = -1

/**
 * Adds a page and gives the way to take it away again. It goes before those of lower layers, and of its own before those
 * that came earlier.
 * @param layer 0 for the page itself, above it the dialogs in the order they were opened
 */
export function addPage(page: PageReceiver, layer = 0): () => void {
  const added = { page, layer: page.reach === 'outsideFields' ? SHELL_LAYER : layer }
  pages.splice(pages.findLastIndex((other) => other.layer <= added.layer) + 1, 0, added)
  return () => {
    pages.splice(pages.indexOf(added), 1)
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
export const pageReceiver = (): PageReceiver | undefined => pages.at(-1)?.page

export const boxReceiver = (element: EventTarget | null): ScanReceiver | undefined =>
  element instanceof Element ? boxes.get(element) : undefined

export const hasReceivers = (): boolean => pages.length + boxes.size > 0

/** Hands a code on to the shell, which looks it up. */
export const giveToShell = (code: string): void => pages.find(({ layer }) => layer === SHELL_LAYER)?.page.onScan(code)

/** Gives a code to the page as if it were scanned: what was typed into one of its boxes goes the same way. */
export const giveToPage = (code: string): void => pageReceiver()?.onScan(code)
