import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { LoginContext } from '@huanji/contract/envelope'
import { buildWeb, WEB_FOLDER } from '@huanji/server/start/web-build'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { signIn } from '../contract/fixtures/client.ts'
import { BROWSER_ARGUMENTS, browserPath } from '../support/browser.ts'
import { PASSWORD, PHONE } from './databases.ts'
import { verdict } from './markdown.ts'
import { type Measured, newDraft, type Result } from './measurements.ts'

/** A page on its first visit, and what it may cost. */
interface Visit {
  readonly path: string
  readonly signedIn: boolean
  /** There once the page can be used: a field to type into, or a row of data. */
  readonly usable: string
  readonly mostScriptKib: number
}

const VISITS: readonly Visit[] = [
  { path: '/login', signedIn: false, usable: 'input[type=tel]', mostScriptKib: 110 },
  { path: '/sale/order', signedIn: true, usable: 'tr[data-key]', mostScriptKib: 170 },
  { path: '/sale/yxorder', signedIn: true, usable: 'tr[data-key]', mostScriptKib: 170 },
  { path: '/sale/product', signedIn: true, usable: 'tr[data-key]', mostScriptKib: 170 },
  { path: '/check/ys/list', signedIn: true, usable: 'tr[data-key]', mostScriptKib: 170 },
]
const MOST_CALLS = 2
/** Long enough for what a page fetches and moves after it can be used. */
const SETTLE_MS = 1500
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const KIB = 1024
/** Of the phone whose record the inspection list shows; other measurements have the numbers below. */
const SERIAL = 9_000_000

/** What one visit with an empty cache came to. */
interface Figures {
  /** Bytes as gzip at level 6, by the file's ending; counted until the page can be used. */
  readonly gzipBytes: Readonly<Record<string, number>>
  readonly files: number
  readonly callsBeforeUse: number
  /** The browser's layout shift score up to a second and a half after use. */
  readonly layoutShift: number
  /** The rule and the element of each. */
  readonly accessibilityFindings: readonly string[]
}

/**
 * Opens the built client's first pages in a browser with an empty cache, before a real gateway, and counts what can be
 * counted exactly: bytes, calls, shifts and findings. Times depend on the machine (docs/performance.md).
 * @param measured a gateway whose database has orders and goods; it gets an inspection
 */
export async function webPages({ url }: Measured, say: (line: string) => void): Promise<Result> {
  await buildWeb(say)
  const who = await signIn({ url, letPass: async () => {} }, PHONE, PASSWORD)
  await newDraft(url, who, SERIAL)
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_ARGUMENTS] })
  try {
    const rows = []
    for (const visit of VISITS) {
      say(`opening ${visit.path}`)
      const figures = await firstVisit(browser, url, visit, who)
      for (const finding of figures.accessibilityFindings) say(`axe: ${finding}`)
      rows.push(rowOf(visit, figures))
    }
    return {
      note: 'First visit with an empty cache, 1440 × 900. JavaScript and styles are what is loaded until the page can be used, as gzip at level 6.',
      head: [
        'page',
        'JavaScript',
        'goal',
        'styles',
        'files',
        'calls before use',
        'goal',
        'layout shift',
        'axe findings',
      ],
      rows,
    }
  } finally {
    await browser.close()
  }
}

function rowOf(visit: Visit, figures: Figures): (string | number)[] {
  const scriptKib = (figures.gzipBytes['.js'] ?? 0) / KIB
  return [
    visit.path,
    `${scriptKib.toFixed(1)} KiB`,
    verdict(scriptKib, { atMost: visit.mostScriptKib }),
    `${((figures.gzipBytes['.css'] ?? 0) / KIB).toFixed(1)} KiB`,
    figures.files,
    figures.callsBeforeUse,
    verdict(figures.callsBeforeUse, { atMost: MOST_CALLS }),
    `${figures.layoutShift.toFixed(3)} (${verdict(figures.layoutShift, { atMost: 0 })})`,
    `${figures.accessibilityFindings.length} (${verdict(figures.accessibilityFindings.length, { atMost: 0 })})`,
  ]
}

async function firstVisit(browser: Browser, url: string, visit: Visit, who: LoginContext): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const seen = await serveBuild(context)
    if (visit.signedIn) await context.addInitScript(storing(who))
    await context.addInitScript(watching(visit.usable))
    await page.goto(`${url}${visit.path}`, { waitUntil: 'commit' })
    await page.locator(visit.usable).first().waitFor()
    const files = [...seen]
    await page.waitForTimeout(SETTLE_MS)
    return {
      gzipBytes: bytesByEnding(files),
      files: files.length,
      callsBeforeUse: await page.evaluate<number>(CALLS_BEFORE_USE),
      layoutShift: await page.evaluate<number>('window.shift'),
      accessibilityFindings: await findings(page),
    }
  } finally {
    await context.close()
  }
}

/** Answers for files with those of the build and lets calls through to the gateway. Gives the files asked for. */
async function serveBuild(context: BrowserContext): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  await context.route('**/*', async (route, request) => {
    if (request.method() !== 'GET') return route.continue()
    const file = fileOf(request)
    seen.add(file)
    return route.fulfill({ path: file })
  })
  return seen
}

/** The built file behind an address; a page of the application is the one page there is. */
function fileOf(request: Request): string {
  const file = path.join(WEB_FOLDER, new URL(request.url()).pathname)
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? file : path.join(WEB_FOLDER, 'index.html')
}

function bytesByEnding(files: readonly string[]): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const file of files) {
    const ending = path.extname(file)
    bytes[ending] = (bytes[ending] ?? 0) + gzipSync(readFileSync(file), { level: 6 }).length
  }
  return bytes
}

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(`axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(RULES)} } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`)
}

// What runs in the page is text: these types know no browser.
const storing = (who: LoginContext): string =>
  `for (const [key, value] of Object.entries(${JSON.stringify(who)})) localStorage.setItem(key, value)`

/** Keeps when the page could be used first, and by how much its contents have moved. */
const watching = (usable: string): string => `
  window.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value })
    .observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(usable)})) return
    window.usableAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`

const CALLS_BEFORE_USE = `performance.getEntriesByType('resource')
  .filter(({ initiatorType, startTime }) => initiatorType === 'fetch' && startTime < window.usableAt).length`
