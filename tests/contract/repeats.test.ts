import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { programKeys } from '@huanji/contract/features/api-key/calls'
import { webhook } from '@huanji/contract/features/webhook/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_WHOLE } from '../support/depth.ts'
import type { Finding } from './checks/finding.ts'
import { withOwnIds } from './checks/isolation.ts'
import { AT_ONCE, repeatWrite } from './checks/repeats.ts'
import { type Client, dataOf, plainClient, withCamera } from './fixtures/client.ts'
import { rowCounts } from './fixtures/fingerprint.ts'
import { type Merchant, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { envelopeOf, send } from './gateway/target.ts'

const FILL_TIMEOUT_MS = 600_000
/** The trade repeats some writes often: each is made ten times at once so many times, and then twice at once. */
const TENFOLD = IS_WHOLE ? 3 : 1
const TWOFOLD = 2
/** Calls whose refusal, or first result, is repeated by itself; one in so many where not every call is. */
const STEP = IS_WHOLE ? 1 : 5

let system: TestSystem
/** Made every write of its trading once. */
let once: Merchant
/** Made the same writes several times at once and once again. */
let tenfold: Merchant
/** The rows of `once` when its trading was over: with time its sessions, bills and keys go on changing. */
let rowsOnce: Record<string, number>
const findings: Finding[] = []
const written = new Map<string, number>()

beforeAll(async () => {
  system = await startTestSystem()
  once = await system.addMerchant({ phone: '13800133003', name: '丙手机行' })
  await system.fill(once, 3)
  await system.settled()
  rowsOnce = await rowsOf(once)
  tenfold = await system.addMerchant({ phone: '13800133004', name: '丁手机行' })
  await system.fill(tenfold, 4, repeatingClient)
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  await system?.end()
})

/**
 * How many rows a merchant has in each table. Of what is searched for it is how many things were entered, and when: the
 * names of their buyers differ, and longer ones have more words and pieces.
 */
async function rowsOf({ merchantId }: Merchant): Promise<Record<string, number>> {
  const { search_part: _pieces, search_entry: _words, ...rows } = await rowCounts(system.query, merchantId)
  const entered = await system.query(
    'select distinct list, subject_id, state, at from search_entry where merchant_id = $1',
    [merchantId],
  )
  return { ...rows, search_entry: entered.rows.length }
}

/** A client that makes each write ten times at once, later on twice, and once again under the same key. */
function repeatingClient(client: Client): Client {
  return withCamera({
    ...client,
    call: async (spec, payload, key) => {
      if (spec.kind === 'read') return client.call(spec, payload)
      const earlier = written.get(spec.path) ?? 0
      written.set(spec.path, earlier + 1)
      const times = earlier < TENFOLD ? AT_ONCE : TWOFOLD
      const repeated = await repeatWrite(system.target, spec, client.who, payload, key ?? randomUUID(), times)
      findings.push(...repeated.findings)
      return dataOf(spec, repeated.answer)
    },
  })
}

/**
 * Public calls have nobody whose key it could be; logging out ends the session that a repeat would come with; a secret
 * answer is not kept, one that is told once refuses its repeat; and guesses at a password are counted one by one, whatever key they come under.
 */
const isKeyed = (spec: CallSpec): boolean =>
  spec.kind === 'write' &&
  spec.access !== 'public' &&
  spec.rate !== 'signIn' &&
  !spec.answerIsSecret &&
  !spec.secretIsTold &&
  !spec.path.endsWith('/logout')

/** What a secret is made for: the keys and endpoints of the merchant may be gone by then, and an old one has its secret. */
const SECRET_FOR: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  [programKeys.rotate.path]: async (client) => {
    const { keyId } = await client.call(programKeys.create, { ...programKeys.create.example, name: '换密钥的程序' })
    return { keyId, keepHours: 24 }
  },
  [webhook.save.path]: async () => webhook.save.example,
  [webhook.rotate.path]: async (client) => {
    const { endpointId } = await client.call(webhook.save, webhook.save.example)
    return { endpointId }
  },
}

describe('repeats', () => {
  test('every write of the trading steps answers a repeat with its first result', () => {
    expect(findings).toEqual([])
    expect(written.size).toBeGreaterThan(5)
  })

  test('several at once and one later have the effect of one', async () => {
    await system.settled()
    expect(await rowsOf(tenfold)).toEqual(rowsOnce)
  })

  test.each(
    allCalls
      .filter(isKeyed)
      .filter((_spec, index) => index % STEP === 0)
      .map((spec) => [spec.path, spec] as const),
  )('%s answers equal repeats equally, refused or not', async (_path, spec) => {
    const { findings: found } = await repeatWrite(
      system.target,
      spec,
      once.owner.context,
      withOwnIds(spec, once.ids),
      randomUUID(),
    )
    expect(found).toEqual([])
  })

  test.each(allCalls.filter(({ secretIsTold }) => secretIsTold).map((spec) => [spec.path, spec] as const))(
    '%s makes one secret, tells it once, and says so to a repeat',
    async (_path, spec) => {
      const make = SECRET_FOR[spec.path]
      const { context } = once.owner
      const payload = make ? await make(plainClient(system.target, context)) : withOwnIds(spec, once.ids)
      const key = { idempotencyKey: randomUUID() }
      const again = () => send(system.target, spec.path, context, payload, key)
      const answers = [...(await Promise.all(Array.from({ length: AT_ONCE }, again))), await again()]
      const words = answers.map((answer) => envelopeOf(answer)?._bizErrCode)
      expect(words.filter((word) => word === '')).toHaveLength(1)
      expect(words.filter((word) => word === 'SECRET_TOLD')).toHaveLength(AT_ONCE)
      const kept = await system.query('select answer from idempotency_record where path = $1', [spec.path])
      expect(kept.rows.map((row) => (row as { answer: string }).answer).join('')).not.toContain('secret')
    },
  )
})
