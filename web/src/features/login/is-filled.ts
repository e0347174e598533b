/**
 * Marks every box of a form that is to be corrected and leads to the first; true when there is none.
 * @param names only these boxes, where not all of them matter yet
 */
export function isFilled(form: HTMLFormElement | null, ...names: readonly string[]): boolean {
  const boxes = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  const asked = names.length > 0 ? boxes.filter(({ name }) => names.includes(name)) : boxes
  const [first] = asked.filter((box) => !box.checkValidity())
  first?.focus()
  return !first
}
