import type { Browser, Page } from '@playwright/test'

/** The system's Firefox. */
export const FIREFOX = '/usr/bin/firefox-esr'

/** Nothing that opens by itself, asks or calls anyone. */
export const FIREFOX_SETTINGS = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'network.captive-portal-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'trailhead.firstrun.didSeeAboutWelcome': true,
}

/** How Playwright starts the system's Firefox, which it drives by WebDriver BiDi; its own builds need none of this. */
export const FIREFOX_OPTIONS = {
  channel: 'moz-firefox',
  executablePath: FIREFOX,
  // a desk has a mouse, which points finely and hovers, whether this machine has one or not
  firefoxUserPrefs: { ...FIREFOX_SETTINGS, 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 },
} as const

/** One of the two ends of Playwright's BiDi connection: the browser's, or a page's. */
interface BidiSession {
  readonly sessionId: string
  send(method: string, params: object): Promise<unknown>
  dispatchMessage(message: BidiMessage): void
}

/** What the browser tells. */
interface BidiMessage {
  readonly method?: string
  readonly params?: { readonly url?: string; readonly navigation?: string | null; readonly download?: string }
}

/** What Playwright (1.65.1) keeps of a browser and of a page behind their interfaces. */
interface Behind {
  readonly _connection: { toImpl(of: object): unknown }
}

/** How the system looks that a page is shown with: light or dark. */
const MEDIA_FEATURES = 'emulation.setMediaFeaturesOverride'

const mended = new WeakSet<object>()

/** A file that a page gives away begins no navigation, and Playwright passes over downloads that have no name of their own. */
const namedDownload = (message: BidiMessage): BidiMessage =>
  message.method?.startsWith('browsingContext.download') && message.params?.url !== undefined
    ? { ...message, params: { ...message.params, download: message.params.navigation ?? message.params.url } }
    : message

/**
 * Lets Playwright and a Firefox of another age understand each other. Playwright sends a command before each page that
 * Firefox 153 ESR does not know; and it waits for a name of each download, which this Firefox does not give yet.
 */
export function mendBidi(browser: Browser): void {
  const impl = (browser as unknown as Behind)._connection.toImpl(browser) as { _browserSession: BidiSession }
  const prototype: BidiSession = Object.getPrototypeOf(impl._browserSession)
  if (mended.has(prototype)) return
  mended.add(prototype)
  const { send, dispatchMessage } = prototype
  prototype.send = function (this: BidiSession, method, params) {
    return method === MEDIA_FEATURES ? Promise.resolve({}) : send.call(this, method, params)
  }
  prototype.dispatchMessage = function (this: BidiSession, message) {
    dispatchMessage.call(this, namedDownload(message))
  }
}

/**
 * What a page runs first in Firefox. Playwright writes into a box by setting its value, which React takes for its own
 * doing and undoes: the browser's own way of writing is put in the place of that.
 */
export const FIREFOX_FILL = `Object.defineProperty(globalThis, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => {},
})`

/**
 * Gives the keys of a scan their own times, as a scanner's clock would: a busy machine cannot stretch the gaps between
 * them. `plannedKeyTimes` is handed the times of the next keys, down and up, from now in milliseconds.
 */
export const FIREFOX_KEY_TIMES = `(() => {
  const arrival = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp').get
  const own = new WeakMap()
  let planned = []
  globalThis.plannedKeyTimes = (fromNowMs) => {
    const nowMs = performance.now()
    planned = fromNowMs.map((ms) => nowMs + ms)
  }
  Object.defineProperty(Event.prototype, 'timeStamp', { get() { return own.get(this) ?? arrival.call(this) } })
  for (const name of ['keydown', 'keyup']) addEventListener(name, (event) => {
    if (planned.length > 0) own.set(event, planned.shift())
  }, { capture: true })
})()`

/** The style that Playwright lays over a page while it takes a picture; in Firefox the page's own policy keeps it out. */
export const PICTURE_STYLE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='

/** Keys of a scanner, by WebDriver's names, with the time of each from the first one. */
export interface PlannedKey {
  readonly value: string
  readonly atMs: number
}

const HELD_MS = 4

/** The page's own end of the connection. */
function sessionOf(page: Page): BidiSession {
  const impl = (page as unknown as Behind)._connection.toImpl(page) as { delegate: { _session: BidiSession } }
  return impl.delegate._session
}

/** Has Firefox press keys one after another by itself; they carry the times that were planned for them. */
export async function pressInFirefox(page: Page, keys: readonly PlannedKey[]): Promise<void> {
  const session = sessionOf(page)
  const times = keys.flatMap(({ atMs }) => [atMs, atMs + HELD_MS])
  await page.evaluate(`plannedKeyTimes(${JSON.stringify(times)})`)
  const actions = keys.flatMap(({ value }) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await session.send('input.performActions', {
    context: session.sessionId,
    actions: [{ type: 'key', id: 'scanner', actions }],
  })
}

/** Clicks twice: of clicks that are sent one by one Firefox takes no two for a double one. */
export async function doubleClickInFirefox(page: Page, x: number, y: number): Promise<void> {
  const session = sessionOf(page)
  const click = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  const actions = [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, ...click, ...click]
  await session.send('input.performActions', {
    context: session.sessionId,
    actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
  })
}

/** What Firefox prints of a page on the paper that the page asks for, as a PDF; colours behind texts too, where asked. */
export async function printInFirefox(page: Page, background: boolean): Promise<Buffer> {
  const session = sessionOf(page)
  const answer = await session.send('browsingContext.print', { context: session.sessionId, background })
  return Buffer.from((answer as { data: string }).data, 'base64')
}
