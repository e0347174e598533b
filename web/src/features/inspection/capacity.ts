/** The capacities that phones are made with, as they are written: `12GB`, `1TB`. */
const RAMS = ['1', '1.5', '2', '3', '4', '6', '8', '10', '12', '16', '18', '24', '32']
const STORAGES = ['8', '16', '32', '64', '128', '256', '512']
const LARGE: Readonly<Record<string, string>> = { '1T': '1TB', '2T': '2TB', '1024': '1TB', '2048': '2TB' }

/** A text in half width and capitals, without blanks and its unit's B: `12 gb` is `12G`. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/(?<=[GT])B$/, '')

/** The RAM that was typed, `12`, `12G` or `12GB`, as it is written; null for none that a phone has. */
export function ramOf(text: string): string | null {
  const amount = plainOf(text).replace(/G$/, '')
  return RAMS.includes(amount) ? `${amount}GB` : null
}

/** The storage that was typed, `256`, `256G` or `1T`, as it is written; null for none that a phone has. */
export function storageOf(text: string): string | null {
  const plain = plainOf(text)
  const amount = plain.replace(/G$/, '')
  return LARGE[plain] ?? LARGE[amount] ?? (STORAGES.includes(amount) ? `${amount}GB` : null)
}
