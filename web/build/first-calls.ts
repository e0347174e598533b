import path from 'node:path'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { type Plugin, runnerImport } from 'vite'

/** What a page asks for first at an address without a query. */
export interface FirstCall {
  readonly path: string
  /** The call's payload, without the login context. */
  readonly input: Readonly<Record<string, unknown>>
  /** Storage key, but for the employee's id at its end, of the filters that the page would restore; empty for none. */
  readonly restores: string
}

type Preloads = typeof import('./page-preloads.ts')

const PRELOADS = path.join(import.meta.dirname, 'page-preloads.ts')
const RESTORED = /^filters:/

/** What a page's `preload` does where nothing is stored and nobody signed in: its call, which is not made. */
async function callOf(preload: () => void): Promise<FirstCall | null> {
  let made: Omit<FirstCall, 'restores'> | null = null
  let restores = ''
  const nothing = {
    getItem(key: string) {
      if (RESTORED.test(key)) restores = key
      return null
    },
  }
  const noFetch = (to: string, { body }: { body: string }) => {
    const input = Object.fromEntries(
      Object.entries(JSON.parse(body)).filter(([key]) => !LOGIN_CONTEXT_KEYS.some((name) => name === key)),
    )
    made = { path: to, input }
    return new Promise<never>(() => {})
  }
  const stand = { fetch: noFetch, localStorage: nothing, sessionStorage: nothing, location: { search: '' } }
  const before = Object.keys(stand).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(stand)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  try {
    preload()
    // a call is put together before it is sent
    await new Promise((resolve) => setTimeout(resolve))
    return made && { ...(made as Omit<FirstCall, 'restores'>), restores }
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

/**
 * Route path → the call that its page makes first, found by letting each page's `preload` ask without anybody answering:
 * what a page asks stands in the page alone.
 * @param plugins what the client's sources need in order to be run
 */
export async function firstCalls(plugins: readonly Plugin[]): Promise<Readonly<Record<string, FirstCall>>> {
  const { module } = await runnerImport<Preloads>(PRELOADS, {
    root: path.join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins],
  })
  const calls: Record<string, FirstCall> = {}
  for (const [route, preload] of module.PRELOADS) {
    const call = preload && (await callOf(preload))
    if (call) calls[route] = call
  }
  return calls
}
