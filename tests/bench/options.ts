/** What the command line asks for. */
export interface BenchOptions {
  /** Databases by number of orders, smallest first. */
  readonly sizes: readonly number[]
  readonly rounds: number
  readonly roundMs: number
  readonly connections: number
  /** Rows of the list that is exported. */
  readonly exportRows: number
  /** How long people work without a pause, in minutes. */
  readonly soakMinutes: number
  /** The sections that are measured. */
  readonly sections: readonly Section[]
}

const SECTIONS = ['bare', 'depth', 'growth', 'home', 'web', 'photos', 'exports', 'soak', 'backup'] as const
export type Section = (typeof SECTIONS)[number]

const USAGE = `npm run bench -- [options]
  --orders <n>        orders of the larger database (100000); the smaller one has a tenth
  --million           a third database with 1 000 000 orders
  --rounds <n>        rounds of each measurement, of which the median counts (5)
  --round-ms <n>      length of a round in milliseconds (1500)
  --connections <n>   requests under way at once (8)
  --export-rows <n>   rows of the list that is exported, in a database of its own (100000)
  --minutes <n>       length of the soak (2)
  --only <section>    one of ${SECTIONS.join(', ')}; may be given several times
`

/** Reads the command line. @throws Error with the usage for what it does not know */
export function readOptions(words: readonly string[]): BenchOptions {
  const numbers: Record<string, number> = {
    orders: 100_000,
    rounds: 5,
    'round-ms': 1500,
    connections: 8,
    'export-rows': 100_000,
    minutes: 2,
  }
  let million = false
  const chosen: Section[] = []
  for (let index = 0; index < words.length; index += 1) {
    const name = words[index]?.replace(/^--/, '') ?? ''
    if (name === 'million') {
      million = true
      continue
    }
    const section = SECTIONS.find((one) => name === 'only' && one === words[index + 1])
    if (section !== undefined) {
      chosen.push(section)
      index += 1
      continue
    }
    const value = Number(words[index + 1])
    if (!(name in numbers) || !Number.isInteger(value) || value < 1)
      throw new Error(`not understood: ${words[index]}\n${USAGE}`)
    numbers[name] = value
    index += 1
  }
  const { orders = 0, rounds = 0, 'round-ms': roundMs = 0, connections = 0 } = numbers
  const { 'export-rows': exportRows = 0, minutes: soakMinutes = 0 } = numbers
  const sizes = [Math.max(1000, Math.round(orders / 10)), orders, ...(million && orders < 1_000_000 ? [1_000_000] : [])]
  return {
    sizes,
    rounds,
    roundMs,
    connections,
    exportRows,
    soakMinutes,
    sections: chosen.length > 0 ? chosen : SECTIONS,
  }
}
