import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { stopChild } from '../support/stop-child.ts'

const execute = promisify(execFile)

export type InputMethod = 'fcitx5' | 'ibus'
/** How the input method stands: it composes Chinese, or lets letters through. */
export type Layout = 'chinese' | 'english'

/** Where each toolkit is told to look for its input method. */
const MODULES: Readonly<Record<InputMethod, string>> = { fcitx5: 'fcitx', ibus: 'ibus' }

const FCITX_PROFILE = `[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin
[Groups/0/Items/0]
Name=keyboard-us
[Groups/0/Items/1]
Name=pinyin
[GroupOrder]
0=Default
`
/** One state for all windows, so that it can be set from outside. */
const FCITX_CONFIG = `[Behavior]
ShareInputState=All
ShowInputMethodInformation=False
`

const IBUS_SETTINGS = `[org/freedesktop/ibus/general]
preload-engines=['xkb:us::eng', 'libpinyin']
use-global-engine=true
`

/** What each input method calls its layouts. */
const LAYOUTS = {
  fcitx5: { chinese: 'pinyin', english: 'keyboard-us' },
  ibus: { chinese: 'libpinyin', english: 'xkb:us::eng' },
} as const satisfies Record<InputMethod, Record<Layout, string>>

/** A screen without a monitor, with a window manager, a keyboard and an input method of its own. */
export interface Desk {
  /** Runs a program on the screen. */
  start(file: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess
  /** Presses keys and moves the mouse, as xdotool takes them. */
  press(args: readonly string[]): Promise<string>
  use(layout: Layout): Promise<void>
  /** What has been said by the programs on it. */
  output(): string
  readonly folder: string
  close(): Promise<void>
}

const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

/** Waits until something is so. @throws Error when it never is */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + LIMIT_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > limit) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Reads the first line of what a program writes to the pipe at this place. */
const firstLine = (child: ChildProcess, place: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdio[place]?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)))
  })

function makeHome(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-input-'))
  const settings = path.join(folder, 'config/glib-2.0/settings')
  mkdirSync(settings, { recursive: true })
  writeFileSync(path.join(settings, 'keyfile'), IBUS_SETTINGS)
  const fcitx = path.join(folder, 'config/fcitx5')
  mkdirSync(fcitx, { recursive: true })
  mkdirSync(path.join(folder, 'run'), { mode: 0o700 })
  writeFileSync(path.join(fcitx, 'profile'), FCITX_PROFILE)
  writeFileSync(path.join(fcitx, 'config'), FCITX_CONFIG)
  return folder
}

/** Asks an input method for a layout; whether it has it shows in what it makes of keys, and not in its answer. */
async function askFor(
  method: InputMethod,
  layout: Layout,
  run: (file: string, args: readonly string[]) => Promise<string>,
): Promise<void> {
  const name = LAYOUTS[method][layout]
  const asked = method === 'fcitx5' ? run('fcitx5-remote', ['-s', name]) : run('ibus', ['engine', name])
  await asked.catch(() => '')
}

/** Opens a screen with this input method at work. */
export async function openDesk(method: InputMethod): Promise<Desk> {
  const folder = makeHome()
  const children: ChildProcess[] = []
  let output = ''
  let env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    XDG_DATA_HOME: path.join(folder, 'data'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    LANG: 'C.UTF-8',
    GTK_IM_MODULE: MODULES[method],
    XMODIFIERS: `@im=${MODULES[method]}`,
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'keyfile',
  }
  const spawnHere = (
    file: string,
    args: readonly string[],
    own: Readonly<Record<string, string>> = {},
  ): ChildProcess => {
    const child = spawn(file, args, { env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-8000)
      })
    }
    children.push(child)
    return child
  }
  const run = async (file: string, args: readonly string[]) => (await execute(file, [...args], { env })).stdout
  const screen = spawnHere('nice', [
    '-n',
    '-15',
    'Xvfb',
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1280x800x24',
    '-nolisten',
    'tcp',
  ])
  env = { ...env, DISPLAY: `:${await firstLine(screen, 3)}` }
  const bus = spawnHere('dbus-daemon', ['--session', '--nofork', '--print-address=3'])
  env = { ...env, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 3) }
  spawnHere('openbox', [])
  if (method === 'fcitx5') spawnHere('fcitx5', ['--disable=wayland,cloudpinyin'])
  else spawnHere('ibus-daemon', ['--xim', '--panel=disable'])
  return {
    start: spawnHere,
    // a scanner has its own clock: what else this machine does must not hold its keys up
    press: (args) => run('nice', ['-n', '-15', 'xdotool', ...args]),
    use: (layout) => askFor(method, layout, run),
    output: () => output,
    folder,
    async close() {
      for (const child of children.reverse()) await stopChild(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
