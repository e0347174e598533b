import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { EmbeddedWorkerData, FromWorker, ToWorker } from './embedded-messages.ts'

/**
 * The embedded database, in a thread of its own: in the main thread it would starve every timer and request while it
 * works. It is spoken to in PostgreSQL's wire protocol, whole messages at a time.
 */
const port = parentPort
if (port === null) throw new Error('this file runs as a worker thread')
const { folder, countFsyncs } = workerData as EmbeddedWorkerData

let fsyncs = 0

/**
 * The file system under the database has no fsync, so a power cut could lose acknowledged commits. This reaches into
 * an interface that is not public: the version of the package is pinned, and a test counts the calls.
 */
function addFsync(database: PGlite): void {
  const operations = streamOperations(database.Module)
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) fs.fsyncSync(nfd)
    if (countFsyncs) fsyncs += 1
    return 0
  }
}

interface StreamOperations {
  fsync?: (stream: { nfd?: number }) => number
}

function streamOperations(module: object): StreamOperations {
  const nodeFs: unknown = Reflect.get(module, 'NODEFS')
  const operations: unknown =
    typeof nodeFs === 'object' && nodeFs !== null ? Reflect.get(nodeFs, 'stream_ops') : undefined
  if (typeof operations !== 'object' || operations === null)
    throw new Error('the embedded database hides its file system')
  return operations
}

/**
 * What the database answers to whole messages, as bytes. The streaming call is used because `execProtocolRaw` also
 * parses every row and keeps it for as long as the database is open: memory would grow with each query.
 */
async function answerOf(database: PGlite, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // the bytes lie in the database's own memory, which the next part overwrites
  await database.execProtocolRawStream(messages, { onRawData: (part) => void parts.push(part.slice()) })
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

async function answer(database: PGlite, message: ToWorker): Promise<void> {
  if (message.kind === 'connect') {
    // the one session is handed from client to client: nothing of the last one may remain
    await database.exec('rollback')
    await database.exec('discard all')
    send({ kind: 'connected' })
  } else if (message.kind === 'frames') {
    const bytes = await answerOf(database, message.bytes)
    send({ kind: 'frames', bytes }, [bytes.buffer])
  } else if (message.kind === 'fsyncs') {
    send({ kind: 'fsyncs', count: fsyncs })
  } else if (message.kind === 'ping') {
    send({ kind: 'pong' })
  } else {
    await database.close()
    send({ kind: 'closed' })
  }
}

const database = await PGlite.create(folder, {
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...['-c', 'shared_buffers=64MB', '-c', 'wal_sync_method=fsync', '-c', 'TimeZone=UTC'],
  ],
})
addFsync(database)
let last: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  last = last
    .then(() => answer(database, message))
    .catch((error: unknown) => {
      send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    })
})
send({ kind: 'open' })
