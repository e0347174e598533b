import { randomUUID } from 'node:crypto'
import type { CallSpec, InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { type Client, dataOf, pauseBriefly, withCamera } from '../contract/fixtures/client.ts'
import { type Answer, codeOf, send } from '../contract/gateway/target.ts'

const PATIENCE_MS = 120_000
const PAUSE_MS = 40
const AGAIN: ReadonlySet<string | null> = new Set([ERR.busy, ERR.keyInFlight])

/**
 * A client that repeats whatever is not answered, a write under the same key, as a person's retry does; of several
 * gateways over one database it asks the next one, as a load balancer does.
 */
export function patientClient(urls: readonly string[], who: LoginContext): Client {
  let turn = 0

  /** Asks until there is an answer that says something about what was asked. @throws Error when nobody answers for two minutes */
  async function untilAnswered<T>(what: string, ask: (url: string) => Promise<T>, isFinal: (answer: T) => boolean) {
    const deadline = performance.now() + PATIENCE_MS
    for (let last: unknown = null; ; ) {
      try {
        const answer = await ask(urls[turn % urls.length] ?? '')
        if (isFinal(answer)) return answer
        last = answer
      } catch (error) {
        last = error
      }
      turn += 1
      if (performance.now() > deadline) throw new Error(`${what} is not answered any more`, { cause: last })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  const client = {
    who,
    pause: pauseBriefly,
    call: async <S extends CallSpec>(spec: S, payload: InputOf<S>, key: string = randomUUID()) => {
      const options = spec.kind === 'write' ? { idempotencyKey: key } : {}
      const ask = (url: string): Promise<Answer> =>
        send({ url, letPass: async () => {} }, spec.path, who, payload, options)
      return dataOf(spec, await untilAnswered(spec.path, ask, (answer) => !AGAIN.has(codeOf(answer))))
    },
    post: (address: string, body: FormData) => {
      const { pathname, search } = new URL(address, urls[0])
      const ask = (url: string) => fetch(new URL(pathname + search, url), { method: 'POST', body })
      return untilAnswered(pathname, ask, ({ status }) => status < 500)
    },
  }
  return withCamera(client, { oneByOne: true })
}
