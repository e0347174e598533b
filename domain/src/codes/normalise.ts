/** The AIM symbology identifier that a scanner may send before a code: `]C1` for GS1-128, `]Q3` for a QR code. */
const AIM_IDENTIFIER = /^\][A-Z][0-9A-Z]/
const LABEL = /^(?:IMEI(?:\s*[12](?=\s*:|\s+|\d{15}(?!\d)))?\s*:?\s*)+/u
/** An IMEI with what `*#06#` shows behind it (`/01`), or with the phone's second one. */
const BEHIND_IMEI = /^(\d{14,16})\/.*$/

/**
 * A scanned or pasted code in its plain form: half-width, upper case, without blanks, dashes and control characters,
 * without a leading `IMEI:` or `IMEI1:`, and an IMEI without what stands behind it and a `/` (docs/domain.md §3.1). A `/` in
 * any other code is a part of it. Gives an empty string when nothing is left.
 */
export function normaliseCode(raw: string): string {
  const plain = raw
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .replace(AIM_IDENTIFIER, '')
  return plain
    .replace(LABEL, '')
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(BEHIND_IMEI, '$1')
}
