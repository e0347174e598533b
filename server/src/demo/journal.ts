import fs from 'node:fs'
import path from 'node:path'

/** What the demo data of a data folder is made from. */
export interface DemoPlan {
  readonly seed: number
  readonly phones: number
  readonly merchants: number
  /** Every phone beyond the first few is sold: for measuring volumes of orders. */
  readonly sellsAll: boolean
  /** When the history begins and where it is to end, in milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
}

interface Line {
  readonly key: string
  readonly atMs: number
  readonly result?: unknown
}

const FILE = 'demo.jsonl'
const PLAN = 'plan'
const FINISHED = 'finished'

/** Which steps are done, kept beside the data: a seeding that was cut off goes on where it stopped. */
export interface Journal {
  readonly plan: DemoPlan
  readonly isFinished: boolean
  /** The virtual moment of the last step, in milliseconds since 1970. */
  readonly reachedMs: number
  /** Does a step once: one that is in the journal gives its result without being done again. */
  once<T>(key: string, atMs: number, work: () => Promise<T>): Promise<T>
  isDone(key: string): boolean
  finish(atMs: number): void
}

const fileOf = (folder: string): string => path.join(folder, FILE)

/** A line that a crash cut off in the middle counts as not written. */
function readLines(file: string): Line[] {
  const lines: Line[] = []
  for (const text of fs.readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue
    try {
      lines.push(JSON.parse(text) as Line)
    } catch {
      // what was cut off was not done
    }
  }
  return lines
}

/** The journal in a data folder, or null when nothing was begun there. */
export function openJournal(folder: string): Journal | null {
  const file = fileOf(folder)
  if (!fs.existsSync(file)) return null
  const lines = readLines(file)
  const plan = lines.find((line) => line.key === PLAN)?.result as DemoPlan | undefined
  return plan === undefined ? null : journalOf(file, plan, lines)
}

/** Begins a journal with a plan. */
export function beginJournal(folder: string, plan: DemoPlan): Journal {
  const file = fileOf(folder)
  fs.mkdirSync(folder, { recursive: true })
  const line: Line = { key: PLAN, atMs: plan.startMs, result: plan }
  fs.writeFileSync(file, `${JSON.stringify(line)}\n`)
  return journalOf(file, plan, [line])
}

function journalOf(file: string, plan: DemoPlan, before: readonly Line[]): Journal {
  const done = new Map(before.map((line) => [line.key, line]))
  let reachedMs = Math.max(...before.map((line) => line.atMs))
  // what a crash left of a line is closed off, so that the next line stands for itself
  if (!fs.readFileSync(file, 'utf8').endsWith('\n')) fs.appendFileSync(file, '\n')

  function write(line: Line): void {
    fs.appendFileSync(file, `${JSON.stringify(line)}\n`)
    done.set(line.key, line)
    reachedMs = Math.max(reachedMs, line.atMs)
  }

  return {
    plan,
    get isFinished() {
      return done.has(FINISHED)
    },
    get reachedMs() {
      return reachedMs
    },
    isDone: (key) => done.has(key),
    once: async <T>(key: string, atMs: number, work: () => Promise<T>): Promise<T> => {
      const known = done.get(key)
      if (known !== undefined) return known.result as T
      const result = await work()
      write({ key, atMs, result: result ?? null })
      return result
    },
    finish: (atMs) => write({ key: FINISHED, atMs }),
  }
}
