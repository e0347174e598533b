/**
 * A scanned or pasted code in its plain form: half-width, upper case, without blanks, dashes and control characters,
 * cut at the first `/` (`*#06#` shows `/01` after the IMEI), without a leading `IMEI:` or `IMEI1:` (docs/domain.md §3.1).
 * Gives an empty string when nothing is left.
 */
export function normaliseCode(raw: string): string {
  const plain = raw
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
  const withoutLabel = plain.replace(/^(?:IMEI(?:\s*[12](?=\s*:|\s+|\d{15}(?!\d)))?\s*:?\s*)+/u, '')
  const beforeSlash = withoutLabel.split('/', 1)[0] ?? ''
  return beforeSlash.replace(/[\s\p{Pd}]/gu, '')
}
