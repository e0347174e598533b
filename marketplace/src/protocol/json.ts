/**
 * Parses JSON without rounding: an integer that a JavaScript number cannot hold becomes its digits as text.
 * Some pages of the platform show 18- and 19-digit ids as bare numbers (docs/open-platform.md §1.6, §6).
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    return isRounded && context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value
  })
}
