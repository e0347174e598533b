import path from 'node:path'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { runSource } from './run-source.ts'

/** What a page asks for first at an address without a query. */
export interface FirstCall {
  readonly path: string
  /** The call's payload, without the login context. */
  readonly input: Readonly<Record<string, unknown>>
  /** Storage key, but for the employee's id at its end, of the filters that the page would restore; empty for none. */
  readonly restores: string
}

type Preloads = typeof import('./page-preloads.ts')

const PRELOADS_FILE = path.join(import.meta.dirname, 'page-preloads.ts')
const RESTORED = /^filters:/

/** What a page's `preload` does where nothing is stored and nobody signed in: its call, which is not made. */
async function callOf(preload: () => void): Promise<FirstCall | null> {
  const made: Omit<FirstCall, 'restores'>[] = []
  let restores = ''
  const storage = {
    getItem(key: string) {
      if (RESTORED.test(key)) restores = key
      return null
    },
  }
  const fetch = (to: string, { body }: { body: string }) => {
    const sent = Object.entries(JSON.parse(body)).filter(([key]) => !LOGIN_CONTEXT_KEYS.some((name) => name === key))
    made.push({ path: to, input: Object.fromEntries(sent) })
    return new Promise<never>(() => {})
  }
  const browser = { fetch, localStorage: storage, sessionStorage: storage, location: { search: '' } }
  const before = Object.keys(browser).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  try {
    preload()
    // a call is put together before it is sent
    await new Promise((resolve) => setTimeout(resolve))
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
  const [first] = made
  return first ? { ...first, restores } : null
}

/**
 * Route path → the call that its page makes first, found by letting each page's `preload` ask without anybody answering:
 * what a page asks stands in the page alone.
 */
export async function firstCalls(): Promise<Readonly<Record<string, FirstCall>>> {
  const { PRELOADS } = await runSource<Preloads>(PRELOADS_FILE)
  const calls: Record<string, FirstCall> = {}
  for (const [route, preload] of PRELOADS) {
    const call = preload && (await callOf(preload))
    if (call) calls[route] = call
  }
  return calls
}
