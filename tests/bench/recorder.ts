import pg from 'pg'

/** One statement as the driver was given it, and how many rows it changed; null where it changed none by its kind. */
export interface Recorded {
  readonly text: string
  /** What the connection keeps it by once it is parsed; undefined for what is sent whole each time. */
  readonly name: string | undefined
  readonly values: readonly unknown[]
  readonly rowCount: number | null
}

/** Runs `work` and gives every statement that any connection of this process was given meanwhile, in order. */
export async function recording(work: () => Promise<void>): Promise<Recorded[]> {
  const given: Promise<Recorded>[] = []
  const original = pg.Client.prototype.query
  const listening = function (this: pg.Client, ...words: unknown[]): unknown {
    const [first] = words
    const result: unknown = Reflect.apply(original, this, words)
    const { text, name, values = [] } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    given.push(
      Promise.resolve(result as Promise<pg.QueryResult>).then((done) => ({
        text,
        name,
        values,
        rowCount: changes(done) ? done.rowCount : null,
      })),
    )
    return result
  }
  Reflect.set(pg.Client.prototype, 'query', listening)
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original)
  }
  return Promise.all(given)
}

const changes = (result: pg.QueryResult | pg.QueryResult[]): result is pg.QueryResult =>
  !Array.isArray(result) && ['INSERT', 'UPDATE', 'DELETE'].includes(result.command)
