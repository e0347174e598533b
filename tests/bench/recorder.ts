import pg from 'pg'

/** One statement as the driver was given it. */
export interface Recorded {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs `work` and gives every statement that any connection of this process was given meanwhile. */
export async function recording(work: () => Promise<void>): Promise<Recorded[]> {
  const statements: Recorded[] = []
  const original = pg.Client.prototype.query
  const listening = function (this: pg.Client, ...given: unknown[]): unknown {
    const [text, values] = given
    if (typeof text === 'string') statements.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(original, this, given)
  }
  Reflect.set(pg.Client.prototype, 'query', listening)
  try {
    await work()
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original)
  }
  return statements
}
