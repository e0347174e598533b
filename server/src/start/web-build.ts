import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import zlib from 'node:zlib'
import { StartupRefusal } from '../platform/startup-refusal.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
/** The web client's package. */
export const WEB = path.join(ROOT, 'web')
/** Where the built client lies. */
export const WEB_FOLDER = path.join(WEB, 'dist')
const PAGE = path.join(WEB_FOLDER, 'index.html')

/** What the client is built from. */
const SOURCES = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'domain/src',
  'package-lock.json',
]
const COMPRESSED = /\.(js|css|html|svg|json|txt)$/
const TEST_FILE = /\.test\.tsx?$/

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

/**
 * Builds the web client when it is missing or older than its sources. An installation without the build tool serves
 * what it came with.
 * @throws StartupRefusal when the client is needed and cannot be built
 */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  if (isFresh()) return compress(WEB_FOLDER)
  const tool = buildTool()
  if (tool === null) return compress(WEB_FOLDER)
  say('正在构建网页（首次或源码有更新时需要，约半分钟）…')
  // built beside and then put in place, so that no half-built client is ever served
  const fresh = `${WEB_FOLDER}-${process.pid}`
  try {
    await runBuild(tool, fresh)
    await compress(fresh)
    putInPlace(fresh, WEB_FOLDER)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

/** Puts a build where it is served from. Of two processes that were started at once, and both built, the later one keeps the other's. */
export function putInPlace(fresh: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
  try {
    fs.renameSync(fresh, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

/**
 * Builds into a folder, in a process of its own: the server never loads the build tool, whose memory goes with it.
 * @throws StartupRefusal with what the tool said of the cause
 */
async function runBuild(tool: string, folder: string): Promise<void> {
  const args = [tool, 'build', WEB, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  // a server that is told to stop meanwhile does not leave the build behind
  const end = () => build.kill()
  process.once('exit', end)
  let complaint = ''
  build.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const [code] = (await once(build, 'close')) as [number | null]
  process.off('exit', end)
  if (code === 0) return
  const reason = causeOf(complaint) || `exit code ${code}`
  throw new StartupRefusal(
    `网页构建失败：${reason}`,
    '请运行 npm run build 查看完整原因并改正。 The web client does not build: run npm run build to see why.',
  )
}

/** What the build tool writes beside the cause: what it was doing, its own source, frames of a stack. */
const BESIDE_THE_CAUSE =
  /^(✗ |error during build|Build failed|Caused by|file:\/\/|const error = |at |Stack backtrace|\d+: <)/
const BOX = /[─│╭╮╰╯┬┴]+/g
const CAUSE_LINES = 3

/** The lines of a build tool's complaint that say what is wrong and where, as one; empty where it says nothing. */
export function causeOf(complaint: string): string {
  const lines = stripVTControlCharacters(complaint)
    .split('\n')
    .map((line) => line.replace(BOX, '').trim())
    .filter((line) => /[^\s^]/.test(line) && !BESIDE_THE_CAUSE.test(line))
  return lines.slice(0, CAUSE_LINES).join(' ')
}

/** The build tool's program, or null where it is not installed and a built client is there. @throws StartupRefusal where neither is */
export function buildTool(): string | null {
  try {
    const manifest = createRequire(path.join(WEB, 'package.json')).resolve('vite/package.json')
    return path.join(path.dirname(manifest), 'bin/vite.js')
  } catch {
    if (fs.existsSync(PAGE)) return null
    throw new StartupRefusal(
      '网页还没有构建，而构建工具没有安装。',
      '请先运行 npm ci 与 npm run build。 The web client is not built: run npm ci and npm run build.',
    )
  }
}

function isFresh(): boolean {
  if (!fs.existsSync(PAGE)) return false
  const builtMs = fs.statSync(PAGE).mtimeMs
  return SOURCES.every((name) => newestMs(path.join(ROOT, name)) <= builtMs)
}

/** When the newest file of a file or folder was changed; tests do not count. */
function newestMs(place: string): number {
  if (!fs.existsSync(place)) return 0
  const { mtimeMs } = fs.statSync(place)
  if (!fs.statSync(place).isDirectory()) return TEST_FILE.test(place) ? 0 : mtimeMs
  return Math.max(0, ...fs.readdirSync(place).map((name) => newestMs(path.join(place, name))))
}

/** Puts a gzip and a Brotli form beside each file that has none yet: the server sends those as they are. */
async function compress(folder: string): Promise<void> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSED.test(name))
  for (const name of names) {
    const file = path.join(folder, name)
    if (fs.existsSync(`${file}.br`)) continue
    const bytes = fs.readFileSync(file)
    const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } }
    fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
    fs.writeFileSync(`${file}.br`, await brotli(bytes, quality))
  }
}
