import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ownPort } from './ports.ts'

/** True where PgBouncer is installed. */
export const hasPgBouncer = (): boolean => spawnSync('which', ['pgbouncer'], { stdio: 'ignore' }).status === 0

/** The versions before hand on no prepared statements in transaction mode. */
export function keepsPreparedStatements(): boolean {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  return major > 1 || minor >= 21
}

/** A pooler in transaction mode before a database, on a free loopback port; `more` are lines of its configuration. */
export async function startPgBouncer(
  databaseUrl: string,
  more: readonly string[],
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-pgbouncer-'))
  const server = new URL(databaseUrl)
  const url = new URL(databaseUrl)
  url.port = String(await ownPort())
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  fs.writeFileSync(users, `"${server.username}" "${server.password}"\n`)
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${url.port}`, 'unix_socket_dir =', 'auth_type = trust'],
    ...[`auth_file = ${users}`, 'pool_mode = transaction', 'default_pool_size = 8', ...more],
  ]
  fs.writeFileSync(file, lines.join('\n'))
  fs.chmodSync(folder, 0o755)
  // it refuses to run as root
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (text) => (said += String(text)))
  const ended = once(running, 'close')
  for (let tries = 0; !(await listens(Number(url.port))); tries += 1) {
    if (tries > 200 || running.exitCode !== null) throw new Error(`PgBouncer does not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    url: url.href,
    stop: async () => {
      running.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
