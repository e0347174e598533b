/** What is asked of a key, of the browser's own event or of React's. */
type KeyPress =
  | Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key' | 'target'>
  | { readonly nativeEvent: KeyboardEvent }

/** The code that browsers give to keys which an input method has taken. */
const TAKEN_KEY_CODE = 229

/** True for what an input method can write into; a field for codes is such only while it is an ordinary box. */
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, code-field[data-ordinary]') || target.isContentEditable === true)

/**
 * True for a key that belongs to an input method, such as the Enter that ends a word of Chinese: nothing else may answer it.
 * Safari sends that Enter once the composition is over, and the key's code alone tells then. Firefox and WebKit go on
 * saying `isComposing` of keys elsewhere when a box was left in the middle of a word; there it means nothing.
 */
export function isComposed(event: KeyPress): boolean {
  const { isComposing, keyCode, key, target } = 'nativeEvent' in event ? event.nativeEvent : event
  return (isComposing && isEditable(target)) || keyCode === TAKEN_KEY_CODE || key === 'Process'
}
