/**
 * Gives the simulated browser what it lacks of dialogs and popovers: they open, close, say so, and a button with a
 * `popovertarget` works them.
 */
export function openDialogsAndPopovers(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open')
  }
  const turn = (element: HTMLElement, newState: 'open' | 'closed') => {
    if (element.dataset.popoverIs === newState) return
    element.dataset.popoverIs = newState
    element.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }
  HTMLElement.prototype.showPopover = function showPopover() {
    turn(this, 'open')
  }
  HTMLElement.prototype.hidePopover = function hidePopover() {
    turn(this, 'closed')
  }
  HTMLElement.prototype.togglePopover = function togglePopover(wanted) {
    turn(this, wanted === true || this.dataset.popoverIs !== 'open' ? 'open' : 'closed')
    return this.dataset.popoverIs === 'open'
  }
  document.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest('[popovertarget]')?.getAttribute('popovertarget') : null
    const popover = id ? document.getElementById(id) : null
    popover?.togglePopover()
  })
}
