import { isComposed } from '../../input-method.ts'
import { CODE_FIELD } from './code-field-name.ts'
import { FieldFace } from './field-face.ts'
import { isCut, isTyped, lineAfterKey } from './field-keys.ts'
import {
  allSelected,
  EMPTY,
  endOf,
  History,
  inserted,
  type Line,
  removed,
  selected,
  selectedText,
  startOf,
} from './line-edit.ts'

/** While the product is built its pages are read without a browser. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** Fingers, and no mouse: codes are typed on the screen, which needs a box that the system knows. */
const isTouchOnly = (): boolean => navigator.maxTouchPoints > 0 && !matchMedia('(any-pointer: fine)').matches

/** Does something of an event that is under way when everybody else has had it. */
function lastOfAll(name: 'keydown' | 'paste', run: () => void): void {
  addEventListener(name, run, { once: true })
  setTimeout(() => removeEventListener(name, run), 0)
}

/**
 * A box for codes that no input method sees. Browsers give an input method the keys of whatever can be edited; this element cannot, and
 * writes its own text from keys, clipboard and drops. To scripts and forms it is what a text input is: `value`, `select()`,
 * `name`, `disabled`, labels, `input` events.
 *
 * Where it is touched, and while a mouse opens its menu, it is an ordinary box: the system's keyboard and its 粘贴 are
 * there only for such.
 */
export class CodeFieldElement extends Base {
  static readonly formAssociated = true
  static readonly observedAttributes = ['disabled', 'placeholder', 'maxlength', 'type']

  private line: Line = EMPTY
  private history = new History()
  private face: FieldFace
  private internals: ElementInternals | undefined
  /** What makes it an ordinary box now. */
  private ordinary: 'touch' | 'menu' | null = null

  constructor() {
    super()
    this.face = new FieldFace(this)
    this.internals = this.attachInternals?.()
    this.listenToKeys()
    this.listenToClipboard()
    this.listenToPointer()
    this.listenToOrdinary()
  }

  connectedCallback(): void {
    this.become(isTouchOnly() ? 'touch' : null)
    // its label may come into the page after it
    queueMicrotask(() => this.nameByLabel())
    document.addEventListener('selectionchange', this.readSelection)
    addEventListener('paste', this.takeStrayPaste, true)
  }

  disconnectedCallback(): void {
    document.removeEventListener('selectionchange', this.readSelection)
    removeEventListener('paste', this.takeStrayPaste, true)
  }

  attributeChangedCallback(): void {
    this.face.describe(this.placeholder, this.maxLength, this.type === 'search')
    this.become(this.ordinary)
  }

  get value(): string {
    return this.line.text
  }

  set value(text: string) {
    if (text === this.line.text) return
    // a value that only changes its case leaves the cursor where it is typed on
    const isSameLength = text.length === this.line.text.length
    this.show(isSameLength ? { ...this.line, text } : { text, anchor: text.length, head: text.length })
  }

  get name(): string {
    return this.getAttribute('name') ?? ''
  }

  set name(name: string) {
    this.setAttribute('name', name)
  }

  get type(): string {
    return this.getAttribute('type') ?? 'text'
  }

  set type(type: string) {
    this.setAttribute('type', type)
  }

  get placeholder(): string {
    return this.getAttribute('placeholder') ?? ''
  }

  set placeholder(text: string | undefined) {
    if (text === undefined) this.removeAttribute('placeholder')
    else this.setAttribute('placeholder', text)
  }

  get maxLength(): number {
    return Number(this.getAttribute('maxlength') ?? -1)
  }

  set maxLength(length: number | undefined) {
    if (length === undefined) this.removeAttribute('maxlength')
    else this.setAttribute('maxlength', String(length))
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled)
  }

  get form(): HTMLFormElement | null {
    return this.internals?.form ?? this.closest('form')
  }

  get labels(): readonly HTMLLabelElement[] {
    if (this.id === '') return []
    return [...document.querySelectorAll<HTMLLabelElement>(`label[for="${CSS.escape(this.id)}"]`)]
  }

  get selectionStart(): number {
    return startOf(this.line)
  }

  get selectionEnd(): number {
    return endOf(this.line)
  }

  /** Selects a part of the text, as in a text input. */
  setSelectionRange(start: number, end: number): void {
    this.show(selected(this.line, start, end))
  }

  /** Selects all of the text: what comes next takes its place. */
  select(): void {
    this.show(allSelected(this.line))
  }

  override focus(options?: FocusOptions): void {
    if (this.ordinary) this.face.input.focus(options)
    else super.focus(options)
  }

  override blur(): void {
    if (this.ordinary) this.face.input.blur()
    else super.blur()
  }

  /** A part of the page, such as a disabled group around it, switches it on or off. */
  formDisabledCallback(): void {
    this.become(this.ordinary)
  }

  formResetCallback(): void {
    this.value = ''
  }

  private get hasFocus(): boolean {
    return document.activeElement === this
  }

  /** Makes it an ordinary box or one of its own; the focus stays in it. */
  private become(ordinary: typeof this.ordinary): void {
    const isMoved = this.hasFocus && (ordinary === null) !== (this.ordinary === null)
    this.ordinary = ordinary
    this.face.turn(ordinary !== null, this.disabled)
    this.show(this.line)
    if (isMoved) this.focus({ preventScroll: true })
    if (isMoved) this.show(this.line)
  }

  private nameByLabel(): void {
    const { labels } = this
    if (labels.length === 0 || this.hasAttribute('aria-label')) return
    for (const [index, label] of labels.entries()) if (label.id === '') label.id = `${this.id}-label-${index}`
    this.setAttribute('aria-labelledby', labels.map(({ id }) => id).join(' '))
  }

  private show(line: Line): void {
    this.line = line
    this.face.show(line, this.hasFocus)
    this.internals?.setFormValue(line.text)
  }

  /** Writes what a person has changed, and says so as a text input does. */
  private change(line: Line, inputType: string, data: string | null = null): void {
    if (line.text === this.line.text) {
      this.show(line)
      return
    }
    if (!inputType.startsWith('history')) this.history.add(this.line)
    this.show(line)
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data }))
  }

  private insert(text: string, inputType: string): void {
    const { maxLength } = this
    this.change(inserted(this.line, text, maxLength < 0 ? undefined : maxLength), inputType, text)
  }

  private listenToKeys(): void {
    this.addEventListener('keydown', (event) => {
      if (this.ordinary === 'menu') this.become(null)
      if (this.disabled || event.defaultPrevented || isComposed(event)) return
      if (event.key === 'Enter') this.submitAfter(event)
      else if (!this.ordinary && this.press(event)) event.preventDefault()
    })
    // a sign that a program sends without a key, such as a scanner's on a phone beside the computer
    this.addEventListener('keypress', (event) => {
      if (this.ordinary || this.disabled || event.defaultPrevented || !isTyped(event)) return
      event.preventDefault()
      this.insert(event.key, 'insertText')
    })
  }

  /** Enter sends off the form around it, like any text input's, unless somebody takes the key. */
  private submitAfter(event: KeyboardEvent): void {
    lastOfAll('keydown', () => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      // the rest of this Enter is not for the button of a dialog that opens now
      event.preventDefault()
      this.form?.requestSubmit()
    })
  }

  /** True for a key that was one of editing. */
  private press(event: KeyboardEvent): boolean {
    const { key } = event
    if (isTyped(event)) {
      this.insert(key, 'insertText')
      return true
    }
    if (isCut(event)) return this.cut()
    if (key === 'Escape' && this.type === 'search' && this.value !== '') return this.clear()
    const next = lineAfterKey(this.line, event, this.history)
    if (!next) return false
    this.sayStep(this.line, next)
    this.change(next, key.toLowerCase() === 'z' || key.toLowerCase() === 'y' ? 'historyUndo' : 'deleteContent')
    return true
  }

  /** Tells a screen reader what the cursor has passed or taken away, where the browser can. */
  private sayStep(before: Line, after: Line): void {
    const place = Math.min(before.head, after.head)
    const text =
      after.anchor === after.head ? before.text.slice(place, Math.max(before.head, after.head)) : selectedText(after)
    if (text !== '') this.face.say(text)
  }

  private clear(): true {
    this.change(inserted(allSelected(this.line), ''), 'deleteContent')
    return true
  }

  /** Cuts by copying first: of what cannot be edited, browsers copy but do not cut. */
  private cut(): boolean {
    if (selectedText(this.line) === '') return false
    document.execCommand('copy')
    this.change(removed(this.line, -1, 'sign'), 'deleteByCut')
    return true
  }

  private listenToClipboard(): void {
    this.addEventListener('copy', (event) => {
      if (this.ordinary || selectedText(this.line) === '') return
      event.clipboardData?.setData('text/plain', selectedText(this.line))
      event.preventDefault()
    })
    this.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (this.ordinary || this.disabled || text === '') return
      // after whoever takes lists of codes anywhere on the page
      lastOfAll('paste', () => {
        if (event.defaultPrevented) return
        event.preventDefault()
        this.insert(text, 'insertFromPaste')
        this.face.say(this.value)
      })
    })
    this.addEventListener('dragover', (event) => {
      if (!this.disabled && event.dataTransfer?.types.includes('text/plain')) event.preventDefault()
    })
    this.addEventListener('drop', (event) => {
      const text = event.dataTransfer?.getData('text/plain') ?? ''
      if (this.ordinary || this.disabled || text === '') return
      event.preventDefault()
      this.focus()
      this.show(allSelected(this.line))
      this.insert(text.trim(), 'insertFromDrop')
    })
  }

  /**
   * An empty text holds no selection: browsers then send what is pasted to the next text of the page, whatever has the
   * focus. It begins anew here, so that everybody hears it from the box that was pasted into.
   */
  private readonly takeStrayPaste = (event: ClipboardEvent): void => {
    if (!this.hasFocus || event.target === this) return
    event.stopImmediatePropagation()
    event.preventDefault()
    const own = new Event('paste', { bubbles: true, cancelable: true, composed: true })
    // not every browser lets one be made with what the clipboard holds
    Object.defineProperty(own, 'clipboardData', { value: event.clipboardData })
    this.dispatchEvent(own)
  }

  private listenToPointer(): void {
    this.addEventListener('pointerdown', (event) => {
      const isMenu = event.pointerType === 'mouse' && event.button === 2
      if (isMenu && !this.ordinary && !this.disabled) this.openMenu()
      if (event.pointerType === 'touch' || event.pointerType === 'pen') this.become('touch')
    })
    this.addEventListener('dblclick', () => this.select())
    // a click on its label
    this.addEventListener('click', () => {
      if (!this.hasFocus && !this.disabled) this.focus()
    })
    this.face.clear.addEventListener('click', () => {
      this.clear()
      this.focus()
    })
    this.addEventListener('focus', () => this.face.show(this.line, true))
    this.addEventListener('blur', () => this.leave())
  }

  private leave(): void {
    this.face.show(this.line, false)
    if (this.ordinary && !isTouchOnly()) this.become(null)
  }

  /** The browser's menu has 粘贴 for a box that can be edited alone; the mouse moves again once it is closed. */
  private openMenu(): void {
    this.focus({ preventScroll: true })
    this.become('menu')
    const close = () => {
      if (this.ordinary === 'menu') this.become(null)
    }
    this.addEventListener('contextmenu', () => addEventListener('pointermove', close, { once: true }), { once: true })
  }

  private listenToOrdinary(): void {
    const { input } = this.face
    input.addEventListener('blur', () => this.leave())
    input.addEventListener('input', () => {
      this.line = { text: input.value, anchor: input.value.length, head: input.value.length }
      this.internals?.setFormValue(input.value)
      if (this.ordinary === 'menu') this.become(null)
    })
  }

  private readonly readSelection = (): void => {
    if (!this.hasFocus || this.ordinary) return
    const read = this.face.readSelection(this.line)
    if (!read) return
    this.line = read
    this.face.placeCaret(read, true)
  }
}

if (typeof customElements !== 'undefined' && !customElements.get(CODE_FIELD)) {
  customElements.define(CODE_FIELD, CodeFieldElement)
}
