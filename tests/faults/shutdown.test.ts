import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '../contract/fixtures/client.ts'
import { codeOf, send, type Target } from '../contract/gateway/target.ts'
import { bagsIn, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const WRITERS = 6

interface Written {
  /** First codes of the rolls whose registration was acknowledged. */
  readonly acknowledged: string[]
  /** Those that got no answer, or were told that the server is busy. */
  readonly unanswered: string[]
}

/** Registers one roll after the other, as several people at once, until the server is gone. */
async function writeUntilGone(target: Target, who: LoginContext): Promise<Written> {
  const acknowledged: string[] = []
  const unanswered: string[] = []
  const writer = async (number: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const firstCode = `LOAD${number}${String(count).padStart(6, '0')}`
      try {
        const answer = await send(target, bagRoll.registerRoll.path, who, { firstCode, count: 1 }, keyOf(firstCode))
        if (codeOf(answer) === ERR.ok) acknowledged.push(firstCode)
        else if (codeOf(answer) === ERR.busy) unanswered.push(firstCode)
        else throw new Error(`an unexpected answer: ${answer.text}`)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        unanswered.push(firstCode)
        return
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)))
  return { acknowledged, unanswered }
}

const keyOf = (firstCode: string) => ({ idempotencyKey: `roll-${firstCode}` })

async function loaded(): Promise<{ gateway: GatewayProcess; target: Target; who: LoginContext }> {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  const merchant = await withMerchant(dataFolder, '13800131002')
  const gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
  cleanups.push(async () => (gateway.isRunning ? gateway.killHard() : null))
  const target = { url: gateway.url, letPass: async () => {} }
  return { gateway, target, who: await signIn(target, merchant.phone, merchant.password) }
}

test.each(['terminate', 'killHard'] as const)(
  '%s under load keeps all that was acknowledged; the rest can be repeated',
  async (exit) => {
    const { gateway, target, who } = await loaded()
    const writing = writeUntilGone(target, who)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const ended = await gateway[exit]()
    const { acknowledged, unanswered } = await writing
    if (exit === 'terminate') expect(ended.code).toBe(0)
    expect(acknowledged.length).toBeGreaterThan(WRITERS)

    const kept = await bagsIn(gateway.settings.HUANJI_DATA ?? '')
    expect(acknowledged.filter((code) => !kept.has(code))).toEqual([])

    await gateway.start()
    for (const firstCode of unanswered) {
      const answer = await send(target, bagRoll.registerRoll.path, who, { firstCode, count: 1 }, keyOf(firstCode))
      expect(codeOf(answer), answer.text).toBe(ERR.ok)
    }
  },
)
