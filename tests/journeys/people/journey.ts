import { type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import { FIRST_MERCHANT } from './accounts.ts'
import { type Caller, productUrl, signIn } from './caller.ts'
import { type Hands, handsAt } from './hands.ts'
import { signUp } from './newcomers.ts'
import { recordToasts } from './toasts.ts'
import { expectNoFaults, type Watch, watch } from './watch.ts'

export { expect } from '@playwright/test'

/** Somebody at a desk with a browser of their own. */
export interface Desk {
  readonly page: Page
  readonly hands: Hands
  readonly watched: Watch
}

/** How a desk is set up: its window, and for which merchant its person works, the first one unless said otherwise. */
type DeskOptions = BrowserContextOptions & { readonly merchantName?: string }

interface Fixtures {
  /** A desk with a fresh browser at which nobody has signed in. */
  newDesk: (options?: BrowserContextOptions) => Promise<Desk>
  /** A desk whose browser already holds a session of the person with this phone. */
  deskOf: (phone: string, options?: DeskOptions) => Promise<Desk>
  /** A desk whose browser already holds this session, with 登录后保持. */
  deskWith: (caller: Caller, options?: BrowserContextOptions) => Promise<Desk>
  /** The owner of a merchant of our own, whose people and rights no other journey looks at: signed up once. */
  ownOwner: () => Promise<Caller>
  /** The same person without a browser; signed in once for all journeys of this run. */
  callerOf: (phone: string, merchantName?: string) => Promise<Caller>
}

/** The name of the merchant that journeys of people and rights are at home with. */
export const OWN_MERCHANT = '晨光二手机行'

let owner: Promise<Caller> | undefined

const callers = new Map<string, Promise<Caller>>()

function callerOf(phone: string, merchantName = FIRST_MERCHANT): Promise<Caller> {
  const post = `${phone} ${merchantName}`
  const known = callers.get(post) ?? signIn(phone, merchantName)
  callers.set(post, known)
  return known
}

/** What the browser keeps for a session with 登录后保持. */
function storedSession({ session }: Caller) {
  const { loginInfo, ...texts } = session
  const entries = Object.entries({ ...texts, loginInfo: JSON.stringify(loginInfo) })
  return entries.map(([name, value]) => ({ name, value }))
}

/** A journey: desks for its people, and the certainty that no page did what it must not do. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they need, and this one needs nothing
  baseURL: async ({}, use) => {
    await use(productUrl())
  },
  newDesk: async ({ browser, baseURL }, use) => {
    const desks: Desk[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport: { width: 1440, height: 900 },
        ...options,
      })
      await context.addInitScript(recordToasts)
      const page = await context.newPage()
      const desk = { page, hands: handsAt(page), watched: await watch(page) }
      desks.push(desk)
      return desk
    })
    for (const { watched } of desks) expectNoFaults(watched)
    for (const { page } of desks) await page.context().close()
  },
  deskWith: async ({ newDesk }, use) => {
    await use(async (caller, options = {}) => {
      const origins = [{ origin: new URL(productUrl()).origin, localStorage: storedSession(caller) }]
      return newDesk({ ...options, storageState: { cookies: [], origins } })
    })
  },
  deskOf: async ({ deskWith }, use) => {
    await use(async (phone, { merchantName, ...options } = {}) =>
      deskWith(await callerOf(phone, merchantName), options),
    )
  },
  ownOwner: async ({ browser }, use) => {
    await use(() => {
      owner ??= signUp(browser, OWN_MERCHANT)
      return owner
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  callerOf: async ({}, use) => {
    await use(callerOf)
  },
})
