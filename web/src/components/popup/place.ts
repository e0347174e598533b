const GAP_PX = 4
const EDGE_PX = 8

/** Puts an element of the top layer under another one, or above it where there is more room, and within the window. */
export function placeUnder(anchor: HTMLElement, popup: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  popup.style.maxHeight = ''
  popup.style.minWidth = `${at.width}px`
  const wanted = popup.offsetHeight
  const below = clientHeight - at.bottom - GAP_PX - EDGE_PX
  const above = at.top - GAP_PX - EDGE_PX
  const isAbove = wanted > below && above > below
  const height = Math.min(wanted, isAbove ? above : below)
  popup.style.maxHeight = `${isAbove ? above : below}px`
  popup.style.top = `${isAbove ? at.top - GAP_PX - height : at.bottom + GAP_PX}px`
  popup.style.left = `${Math.max(EDGE_PX, Math.min(at.left, clientWidth - popup.offsetWidth - EDGE_PX))}px`
}
