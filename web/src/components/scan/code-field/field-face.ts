import { allSelected, endOf, type Line, selected, startOf } from './line-edit.ts'

/** A browser that can speak to a screen reader by itself. */
type Speaking = HTMLElement & { ariaNotify?: (text: string) => void }

/** Makes an element of the field's inside, named for its style (`code-field.module.css`). */
function part<Name extends keyof HTMLElementTagNameMap>(name: Name, called: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.setAttribute('part', called)
  return element
}

/**
 * What is seen of a field for codes. The text stands in the field itself, so that the browser's own selection, its colours and a screen
 * reader find it there; beside it lie the caret, the placeholder, the cross that empties it and the ordinary box.
 */
export class FieldFace {
  readonly input: HTMLInputElement = part('input', 'input')
  readonly clear: HTMLElement = part('span', 'clear')
  private readonly text = document.createTextNode('')
  private readonly strip = part('span', 'line')
  private readonly caret = part('span', 'caret')
  private readonly hint = part('span', 'placeholder')
  private readonly host: HTMLElement

  constructor(host: HTMLElement) {
    this.host = host
    const { input, clear, strip, caret, hint } = this
    input.autocomplete = 'off'
    input.autocapitalize = 'off'
    input.spellcheck = false
    for (const element of [clear, caret, hint]) element.setAttribute('aria-hidden', 'true')
    strip.append(document.createElement('slot'), caret, hint)
    host.attachShadow({ mode: 'open' }).append(strip, clear, input)
  }

  /** Says of the field what its attributes say. */
  describe(placeholder: string, maxLength: number, isSearch: boolean): void {
    this.hint.textContent = placeholder
    this.input.placeholder = placeholder
    if (maxLength < 0) this.input.removeAttribute('maxlength')
    else this.input.maxLength = maxLength
    this.clear.hidden = !isSearch
    this.host.setAttribute('aria-placeholder', placeholder)
    if (this.host.hasAttribute('role')) this.host.setAttribute('role', isSearch ? 'searchbox' : 'textbox')
  }

  /** Shows the ordinary box in its place, or takes it away again. */
  turn(isOrdinary: boolean, isDisabled: boolean): void {
    const { host, input, strip, text } = this
    if (text.parentNode !== host) host.append(text)
    const isSearch = host.getAttribute('type') === 'search'
    input.disabled = isDisabled
    input.hidden = !isOrdinary
    strip.hidden = isOrdinary
    this.clear.hidden = isOrdinary || !isSearch
    host.toggleAttribute('data-ordinary', isOrdinary)
    if (isOrdinary) {
      host.removeAttribute('tabindex')
      host.removeAttribute('role')
      input.setAttribute('aria-label', this.nameOf())
      return
    }
    host.setAttribute('role', isSearch ? 'searchbox' : 'textbox')
    host.setAttribute('aria-disabled', String(isDisabled))
    if (isDisabled) host.removeAttribute('tabindex')
    else host.tabIndex = 0
  }

  show(line: Line, hasFocus: boolean): void {
    if (this.text.data !== line.text) this.text.data = line.text
    this.hint.hidden = line.text !== ''
    this.host.toggleAttribute('data-empty', line.text === '')
    if (!this.input.hidden) {
      if (this.input.value !== line.text) this.input.value = line.text
      if (hasFocus) this.input.setSelectionRange(line.anchor, line.head)
      return
    }
    this.placeSelection(line, hasFocus)
    this.placeCaret(line, hasFocus)
  }

  /** Where the browser's selection stands in the text; null while it is elsewhere. */
  readSelection(line: Line): Line | null {
    const selection = getSelection()
    const { anchorNode, focusNode } = selection ?? {}
    if (!selection || anchorNode !== this.text) return null
    // what this field has set itself
    const places = [selection.anchorOffset, selection.focusOffset]
    if (focusNode === this.text && Math.min(...places) === startOf(line) && Math.max(...places) === endOf(line))
      return null
    if (focusNode === this.text) return selected(line, selection.anchorOffset, selection.focusOffset)
    // drawn out of the field: all on that side
    const isBefore = focusNode ? this.text.compareDocumentPosition(focusNode) & Node.DOCUMENT_POSITION_PRECEDING : 0
    return selected(line, selection.anchorOffset, isBefore ? 0 : allSelected(line).head)
  }

  placeCaret({ anchor, head }: Line, hasFocus: boolean): void {
    this.caret.hidden = !hasFocus || anchor !== head
    if (!hasFocus) {
      this.strip.scrollLeft = 0
      return
    }
    const range = document.createRange()
    range.setStart(this.text, 0)
    range.setEnd(this.text, Math.min(head, this.text.length))
    const left = head === 0 ? 0 : range.getBoundingClientRect().width
    this.caret.style.left = `${left}px`
    const { strip } = this
    if (left < strip.scrollLeft) strip.scrollLeft = left
    else if (left > strip.scrollLeft + strip.clientWidth - 2) strip.scrollLeft = left - strip.clientWidth + 2
  }

  say(text: string): void {
    const host: Speaking = this.host
    host.ariaNotify?.(text)
  }

  private placeSelection({ anchor, head }: Line, hasFocus: boolean): void {
    const selection = getSelection()
    if (!selection) return
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    if (!hasFocus) {
      if (anchorNode === this.text) selection.removeAllRanges()
      return
    }
    const isThere =
      anchorNode === this.text && focusNode === this.text && anchorOffset === anchor && focusOffset === head
    if (!isThere) selection.setBaseAndExtent(this.text, anchor, this.text, head)
  }

  private nameOf(): string {
    const { host } = this
    const named = (host.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
    return host.getAttribute('aria-label') ?? named.map((element) => element?.textContent ?? '').join(' ')
  }
}
