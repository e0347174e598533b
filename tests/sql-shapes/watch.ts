import { SqlError } from 'libpg-query'
import type pg from 'pg'
import { type Placements, placementsOfProduct } from './placements.ts'
import { refusedShapes, SHAPES, type Shape } from './shapes.ts'

/** A statement that a cluster would refuse, and who gave it. */
interface Refused {
  readonly text: string
  readonly shapes: readonly Shape[]
  readonly test: string
}

/** Looks at every statement that transactions of calls and of jobs are given, each text once. */
export interface Watch {
  /** A connection is given a text; `test` says by whom. */
  hear(connection: object, text: string, test: () => string): void
  /** What a cluster would have refused since the last time, for people; null where there was nothing. */
  report(): string | null
}

/** What a transaction may do: the work of calls asks one node, the work of jobs several. */
type Part = 'one node' | 'several nodes'

/** What a transaction begins with: a role's part of the work. */
const ROLE = /^begin\b.*\bset local role huanji_(app|worker)\b/s
/** Tests that want to see what row level security leaves of a statement say so (tests/support/databases.ts). */
const SEVERAL_NODES = /^set local citus\.multi_task_query_log_level = 'off'/
const END = /^(commit|rollback)$/
/** Of a transaction and its settings; they name no table. */
const WITHOUT_TABLE = /^(begin|set|savepoint|release|rollback|fetch|close)\b/

/** A text in which each list of parameters is one, and many rows to insert are one: what is looked at once, however long. */
const withFewParameters = (text: string): string =>
  text.replace(/\$\d+(?:, \$\d+)*/g, '$$1').replace(/\(\$1\)(?:, \(\$1\))+/g, '($$1)')

function shapesOf(part: Part, text: string, placements: Placements): readonly Shape[] {
  try {
    return refusedShapes(text, placements, part === 'one node')
  } catch (error) {
    // PostgreSQL refuses it by itself
    if (error instanceof SqlError) return []
    throw error
  }
}

export function createWatch(placementsNow: () => Placements = placementsOfProduct): Watch {
  let placements: Placements | null = null
  const parts = new WeakMap<object, Part>()
  const known = {
    'one node': new Map<string, readonly Shape[]>(),
    'several nodes': new Map<string, readonly Shape[]>(),
  }
  let refused: Refused[] = []
  const told = new Set<string>()

  function look(part: Part, text: string): readonly Shape[] {
    const earlier = known[part].get(text)
    if (earlier !== undefined) return earlier
    const short = withFewParameters(text)
    placements ??= placementsNow()
    const shapes = known[part].get(short) ?? shapesOf(part, short, placements)
    known[part].set(text, shapes).set(short, shapes)
    return shapes
  }

  return {
    hear: (connection, text, test) => {
      const role = ROLE.exec(text)?.[1]
      if (role !== undefined) parts.set(connection, role === 'app' ? 'one node' : 'several nodes')
      else if (END.test(text)) parts.delete(connection)
      else if (SEVERAL_NODES.test(text)) parts.set(connection, 'several nodes')
      const part = parts.get(connection)
      if (part === undefined || WITHOUT_TABLE.test(text)) return
      const shapes = look(part, text)
      if (shapes.length > 0) refused.push({ text, shapes, test: test() })
    },
    report: () => {
      const fresh = refused.filter(({ text }) => !told.has(text))
      for (const { text } of fresh) told.add(text)
      refused = []
      return fresh.length === 0 ? null : wordsOf(fresh)
    },
  }
}

const wordsOf = (refused: readonly Refused[]): string =>
  [
    'a cluster refuses what this gives the database (docs/scaling.md, What a statement has to look like):',
    ...refused.flatMap(({ text, shapes, test }) => [
      ...shapes.map((shape) => `- ${shape}: ${SHAPES[shape]}`),
      `  ${text}`,
      `  given by ${test}`,
    ]),
  ].join('\n')

/** Lets `watch` hear every statement that the driver's connections are given in this process. */
export function listen(client: typeof pg.Client, watch: Watch, test: () => string): void {
  const original = client.prototype.query
  const listening = function (this: pg.Client, ...words: unknown[]): unknown {
    const [first] = words
    const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text
    // a cursor of the driver has no text of its own
    if (typeof text === 'string') watch.hear(this, text, test)
    return Reflect.apply(original, this, words)
  }
  Reflect.set(client.prototype, 'query', listening)
}
