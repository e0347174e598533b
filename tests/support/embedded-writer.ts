import { openEmbedded } from '@huanji/server/database/embedded'
import pg from 'pg'

/**
 * Writes rows into the embedded database of the given folder, four at a time and for ever, and prints the number of
 * each one after its commit. It is there to be killed.
 */
const embedded = await openEmbedded(process.argv[2] ?? '')
const pool = new pg.Pool({ user: 'postgres', database: 'postgres', ssl: false, max: 1, stream: embedded.connect })
await pool.query('create table if not exists written (number bigint primary key)')
const { rows } = await pool.query<{ next: string }>('select coalesce(max(number), 0) + 1 as next from written')
let next = Number(rows[0]?.next)

async function write(): Promise<never> {
  for (;;) {
    const number = next
    next += 1
    await pool.query('insert into written values ($1)', [number])
    process.stdout.write(`${number}\n`)
  }
}

await Promise.all([write(), write(), write(), write()])
