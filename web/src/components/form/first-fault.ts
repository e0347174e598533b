/**
 * Brings the first thing of a form that has to be mended into sight, and the focus to it: a long form would leave a person
 * looking for what is marked. Waits for the marks to be drawn.
 */
export function showFirstFault(within: ParentNode): void {
  requestAnimationFrame(() => {
    const fault = within.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')
    fault?.scrollIntoView({ block: 'center' })
    fault?.focus({ preventScroll: true })
  })
}
