import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from './checks/finding.ts'
import { withOwnIds } from './checks/isolation.ts'
import { repeatWrite } from './checks/repeats.ts'
import { type Client, dataOf } from './world/client.ts'
import { rowCounts } from './world/fingerprint.ts'
import { type Merchant, startWorld, type World } from './world/world.ts'

const FILL_TIMEOUT_MS = 600_000

let world: World
/** Did every write of its life once. */
let once: Merchant
/** Did every write of the same life ten times at once and once again. */
let tenfold: Merchant
const findings: Finding[] = []
const written = new Set<string>()

beforeAll(async () => {
  world = await startWorld()
  once = await world.addMerchant({ phone: '13800133003', name: '丙手机行' })
  tenfold = await world.addMerchant({ phone: '13800133004', name: '丁手机行' })
  await world.fill(once, 3)
  await world.fill(tenfold, 4, repeatingClient)
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  await world?.end()
})

/** A client that makes each write ten times at once and once again under the same key. */
function repeatingClient(client: Client): Client {
  return {
    who: client.who,
    url: client.url,
    rest: client.rest,
    call: async (spec, payload, step) => {
      if (spec.kind === 'read') return client.call(spec, payload, step)
      written.add(spec.path)
      const repeated = await repeatWrite(world.target, spec, client.who, payload, step ?? randomUUID())
      findings.push(...repeated.findings)
      return dataOf(spec, repeated.answer)
    },
  }
}

/**
 * Public calls have nobody whose key it could be; logging out ends the session that a repeat would come with; a secret
 * answer is not kept; and guesses at a password are counted one by one, whatever key they come under.
 */
const isKeyed = (spec: CallSpec): boolean =>
  spec.kind === 'write' &&
  spec.access !== 'public' &&
  spec.rate !== 'signIn' &&
  !spec.answerIsSecret &&
  !spec.path.endsWith('/logout')

describe('repeats', () => {
  test('every write of a journey answers a repeat with its first result', () => {
    expect(findings).toEqual([])
    expect(written.size).toBeGreaterThan(5)
  })

  test('ten at once and one later have the effect of one', async () => {
    await world.settled()
    expect(await rowCounts(world.query, tenfold.merchantId)).toEqual(await rowCounts(world.query, once.merchantId))
  })

  test.each(allCalls.filter(isKeyed).map((spec) => [spec.path, spec] as const))(
    '%s answers equal repeats equally, refused or not',
    async (_path, spec) => {
      const { findings: found } = await repeatWrite(
        world.target,
        spec,
        once.owner.context,
        withOwnIds(spec, once.ids),
        randomUUID(),
      )
      expect(found).toEqual([])
    },
  )
})
