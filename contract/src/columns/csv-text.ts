/** Spreadsheets take these for the beginning of a formula, the full-width ones too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** An amount or a count: nothing can come of its sign. */
const NUMBER = /^-?(0|[1-9]\d{0,10})(\.\d+)?$/
/** What a spreadsheet would read as a number and spoil: long digits, a leading zero, `12E34`. */
const NUMBER_LIKE = /^[+-]?\d[\d.,:/-]*(e[+-]?\d+)?$/i

/** A text that no spreadsheet begins to calculate with: one that looks like a formula gets an apostrophe. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/**
 * A text as a spreadsheet keeps it: never a formula, and digits of a code as they are (R-EXPORTS-2).
 * @param isCode never a number, however short
 */
export function keptText(text: string, isCode: boolean): string {
  if (!isCode && NUMBER.test(text)) return text
  if (NUMBER_LIKE.test(text) && !/^[+-]/.test(text))
    return isCode || text.length > 11 || /^0\d/.test(text) ? `\t${text}` : text
  return withoutFormula(text)
}

/** A cell of a CSV file (RFC 4180). */
export const quotedCell = (text: string): string => (/[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
