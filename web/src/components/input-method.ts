/** What is asked of a key, of the browser's own event or of React's. */
type KeyPress = Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key'> | { readonly nativeEvent: KeyboardEvent }

/** The code that browsers give to keys which an input method has taken. */
const TAKEN_KEY_CODE = 229

/**
 * True for a key that belongs to an input method, such as the Enter that ends a word of Chinese: nothing else may answer it.
 * Safari sends that Enter once the composition is over, and the key's code alone tells then.
 */
export function isComposed(event: KeyPress): boolean {
  const { isComposing, keyCode, key } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === TAKEN_KEY_CODE || key === 'Process'
}
