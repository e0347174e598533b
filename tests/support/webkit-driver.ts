import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ownPort } from './ports.ts'
import { stopChild } from './stop-child.ts'

/** WebKit's own small browser, without a name in the path. */
export const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/** The system's own keyboard module, and no shared graphics, which a screen without a monitor has not. */
export const WEBKIT_SETTINGS = { WEBKIT_DISABLE_COMPOSITING_MODE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' } as const

/** How WebDriver names an element in its answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const LOOK_EVERY_MS = 50
const WAIT_LIMIT_MS = 20_000

/** A window of WebKit's browser, driven by WebDriver. */
export interface WebKit {
  readonly version: string
  open(url: string): Promise<void>
  /** Makes the window so large, outside. */
  resize(width: number, height: number): Promise<void>
  /** What a script's expression gives, on the page. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Waits until an expression is true on the page. @throws Error with the page's text when it never is */
  until(expression: string): Promise<void>
  /** Waits for an element, by a selector of CSS, and clicks it. */
  click(selector: string): Promise<void>
  /** Chooses a file, as a person does in the dialog of such a box. */
  choose(selector: string, file: string): Promise<void>
  /** A picture of the window, PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** The number of the screen that Xvfb has opened. */
const displayOf = (screen: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    screen.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()))
    screen.once('error', reject)
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })

/** Next to no room for the browser's own buttons: without this no window is as narrow as a phone. */
const NARROW = `button, entry, toolbar, toolitem, headerbar, box, separator, image {
  padding: 0; margin: 0; min-width: 0; border: 0; font-size: 1px;
}
entry { min-width: 1px; }
`

/** The settings of a user whose windows may be narrow. */
function makeSettings(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-webkit-'))
  const gtk = path.join(folder, 'gtk-3.0')
  mkdirSync(gtk)
  writeFileSync(path.join(gtk, 'gtk.css'), NARROW)
  return folder
}

type Answer = { readonly value: { readonly error?: string; readonly message?: string } | null }

/** Makes a call of WebDriver. @throws Error with what the driver refused */
async function ask<Value>(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as Answer
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value as Value
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + WAIT_LIMIT_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > limit) throw new Error(`not within ${WAIT_LIMIT_MS / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Starts WebKit's browser on a screen of its own. */
export async function openWebKit(): Promise<WebKit> {
  const settings = makeSettings()
  const screenArgs = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', screenArgs, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const display = await displayOf(screen)
  const port = await ownPort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...WEBKIT_SETTINGS,
      DISPLAY: `:${display}`,
      LANG: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: settings,
    },
  })
  const site = `http://127.0.0.1:${port}`
  await until('the driver is ready', async () => (await ask<{ ready: boolean }>(`${site}/status`, 'GET')).ready)
  const options = { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } }
  const session = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
    `${site}/session`,
    'POST',
    {
      capabilities: { alwaysMatch: options },
    },
  )
  return {
    version: session.capabilities.browserVersion,
    ...pageOf(`${site}/session/${session.sessionId}`),
    async close() {
      await ask(`${site}/session/${session.sessionId}`, 'DELETE').catch(() => undefined)
      await stopChild(driver)
      await stopChild(screen)
      rmSync(settings, { recursive: true, force: true })
    },
  }
}

function pageOf(at: string): Omit<WebKit, 'version' | 'close'> {
  const evaluate = <Value>(expression: string): Promise<Value> =>
    ask<Value>(`${at}/execute/sync`, 'POST', { script: `return (${expression})`, args: [] })
  const waitFor = async (expression: string): Promise<void> => {
    try {
      await until(expression, () => evaluate<boolean>(`Boolean(${expression})`))
    } catch (cause) {
      throw new Error(`${String(cause)}\n${await evaluate<string>('document.body.innerText')}`, { cause })
    }
  }
  const find = async (selector: string): Promise<string> => {
    await waitFor(`document.querySelector(${JSON.stringify(selector)})`)
    const found = await ask<Record<string, string>>(`${at}/element`, 'POST', { using: 'css selector', value: selector })
    return found[ELEMENT] ?? ''
  }
  return {
    evaluate,
    until: waitFor,
    open: (url) => ask(`${at}/url`, 'POST', { url }),
    resize: async (width, height) => {
      await ask(`${at}/window/rect`, 'POST', { width, height })
      await waitFor(`innerWidth === ${width}`)
    },
    click: async (selector) => ask(`${at}/element/${await find(selector)}/click`, 'POST', {}),
    choose: async (selector, file) => ask(`${at}/element/${await find(selector)}/value`, 'POST', { text: file }),
    picture: async () => Buffer.from(await ask<string>(`${at}/screenshot`, 'GET'), 'base64'),
  }
}
