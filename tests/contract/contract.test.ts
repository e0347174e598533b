import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { orderState } from '@huanji/contract/features/order/rows'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundState } from '@huanji/contract/features/refund/rows'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_NIGHTLY, IS_WHOLE } from '../support/depth.ts'
import { type Asked, askAll, checkAccess, type Holder } from './checks/access.ts'
import { EVERY, type IsTried } from './checks/at-once.ts'
import { checkFields, checkPayload } from './checks/fields.ts'
import { checkIsolation, examplesOf, knownName, withOwnIds } from './checks/isolation.ts'
import { checkOptions, checkSorts, isCounted, isSorted, needsOf } from './checks/lists.ts'
import { checkMany } from './checks/many.ts'
import { checkDocument, checkNames, checkPaths } from './checks/openapi.ts'
import { checkSession } from './checks/session.ts'
import { checkTransport } from './checks/transport.ts'
import { documentedPermissions } from './documented-permissions.ts'
import { signIn } from './fixtures/client.ts'
import { fingerprint, oneOfEach } from './fixtures/fingerprint.ts'
import { type Merchant, NO_POST, PASSWORD, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { problemsOf } from './gateway/answer-check.ts'
import { codeOf, request, SIGNED_OUT, sendText } from './gateway/target.ts'
import { validInput } from './schema/arbitrary.ts'
import { SPECIFICATION_PATHS } from './specification-paths.ts'

/** One bad context in so many for public calls, which look at none but do their work each time. */
const PUBLIC_STEP = 4
/** Random payloads a call, and the seed that makes the same ones again. */
const RUNS = Number(process.env.CONTRACT_RUNS ?? 20)
/** One in so many of another merchant's things in lists of ids, other ones for each call, beside those of the kinds that it names. */
const FOREIGN_STEP_IN_LISTS = 5
const SEED = Number(process.env.CONTRACT_SEED ?? (IS_NIGHTLY ? Date.now() % 1_000_000 : 20_261_128))
const FILL_TIMEOUT_MS = 600_000
const SLOWED_DOWN_SECONDS = 16 * 60
const OWNER_POST = '老板'

/** The gateway with two merchants in the middle of their work. Everything below is done as A, or as nobody. */
let system: TestSystem
let a: Merchant
let b: Merchant
let fingerprintOfB: string
/** One id of each kind of thing that B has. */
let thingsOfB: Awaited<ReturnType<typeof oneOfEach>>
let staff: Holder[]
/** A session of A's that was logged out. */
let ended: LoginContext
const documented = documentedPermissions()

beforeAll(async () => {
  system = await startTestSystem()
  a = await system.addMerchant({ phone: '13800133001', name: '甲手机行' })
  b = await system.addMerchant({ phone: '13800133002', name: '乙手机行' })
  await system.fill(a, 1)
  await system.fill(b, 2)
  staff = await system.staffOf(a)
  ended = await system.endedSession(a)
  fingerprintOfB = await fingerprint(system.query, b.merchantId)
  thingsOfB = await oneOfEach(system.query, b.merchantId)
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  await system?.end()
})

const byPath = allCalls.map((spec) => [spec.path, spec] as const)

/** One case in `step`: which of them goes on from call to call, so that each is tried with many of them. */
const oneIn =
  (step: number, spec: CallSpec): IsTried =>
  (index) =>
    (index + allCalls.indexOf(spec)) % step === 0

/** The context of A's owner; a call that ends the session gets one of its own, and a public one is made signed out. */
async function callerOf(spec: CallSpec): Promise<LoginContext> {
  if (spec.access === 'public') return SIGNED_OUT
  if (!spec.path.endsWith('/logout')) return a.owner.context
  // The wrong passwords of the checks before may have slowed this address down, and ask for a picture's letters.
  await system.target.letPass(SLOWED_DOWN_SECONDS)
  for (const table of ['login_attempt', 'login_place']) await system.query(`delete from ${table}`)
  return signIn(system.target, a.phone, PASSWORD)
}

describe('the table', () => {
  test('spells the specification’s paths as the specification does', () => {
    const paths = allCalls.map((spec) => spec.path)
    expect(checkPaths(paths)).toEqual([])
    const existing = SPECIFICATION_PATHS.filter((path) => paths.includes(path)).length
    process.stdout.write(
      `${existing} of the specification's ${SPECIFICATION_PATHS.length} calls exist, ${paths.length - existing} beyond them\n`,
    )
    expect(existing).toBeGreaterThan(0)
  })

  test('names no field like the login context', () => {
    expect(checkNames(allCalls)).toEqual([])
  })

  test('is described whole by /openapi.json', async () => {
    const response = await fetch(`${system.target.url}/openapi.json`)
    expect(response.status).toBe(200)
    expect(checkDocument(await response.json(), allCalls)).toEqual([])
  })

  test.each(byPath)('%s has an example that its own schema takes', (_path, spec) => {
    for (const example of examplesOf(spec)) expect(spec.input.safeParse(example).error?.issues).toBeUndefined()
  })

  test.each(byPath)('%s names id fields that the suite has things for', (_path, spec) => {
    expect(spec.ids.filter((field) => knownName(field, a.ids) === null)).toEqual([])
  })
})

describe.runIf(IS_WHOLE)('session', () => {
  test.each(byPath)('%s takes good sessions only', async (_path, spec) => {
    const cases = { mine: a.owner.context, stranger: b.owner.context, ended }
    const isTried = spec.access === 'public' ? oneIn(PUBLIC_STEP, spec) : EVERY
    expect(await checkSession(system.target, spec, cases, isTried)).toEqual([])
  })
})

describe.runIf(IS_WHOLE)('permission', () => {
  /** What the owner and the staff were answered, by call: asked once and compared with both. */
  const answers = new Map<CallSpec, Promise<Asked[]>>()
  const asked = (spec: CallSpec): Promise<Asked[]> => {
    const known = answers.get(spec) ?? askAll(system.target, spec, [a.owner, ...staff])
    answers.set(spec, known)
    return known
  }

  test.each(byPath)('%s lets in exactly those whom its access rule names', async (_path, spec) => {
    expect(checkAccess(spec, await asked(spec))).toEqual([])
  })

  test.each(byPath)('%s lets in exactly those posts whom docs/permissions.md names', async (path, spec) => {
    const posts = documented.get(path)
    const ofPosts = (await asked(spec)).filter(({ holder }) => holder.name !== NO_POST)
    const isNamed = ({ isOwner, name }: Holder) => posts?.has(isOwner ? OWNER_POST : name) ?? false
    expect(checkAccess(spec, ofPosts, isNamed)).toEqual([])
  })
})

describe.runIf(IS_WHOLE)('what is no call', () => {
  test.each(byPath)('%s refuses everything but a POST of its JSON', async (_path, spec) => {
    expect(await checkTransport(system.target, spec, await callerOf(spec))).toEqual([])
  })

  test.each(['/api/goods/List', '/api/goods/list/', '/api/nothing', '/api//goods/list'])(
    '%s is no path',
    async (path) => {
      const answer = await sendText(system.target, path, '{}')
      expect(codeOf(answer)).toBe(ERR.unknownPath)
      expect(problemsOf(answer, null)).toEqual([])
    },
  )

  test('a path of odd bytes is no path', async () => {
    const answer = await request(system.target, '/api/%00%ff', { method: 'POST' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })
})

describe('fields', () => {
  test.each(byPath)('%s answers soundly whatever stands in one field', async (_path, spec) => {
    const who = await callerOf(spec)
    for (const example of examplesOf(spec)) {
      const payload = spec.access === 'public' ? example : withOwnIds(spec, a.ids, example)
      const found = await (IS_WHOLE ? checkFields : checkPayload)(system.target, spec, who, payload)
      expect(found).toEqual([])
    }
  })
})

describe.runIf(IS_WHOLE)('several values', () => {
  test.each(byPath)('%s takes several values of a field where it says so, and not too many', async (_path, spec) => {
    const payload = spec.access === 'public' ? spec.example : withOwnIds(spec, a.ids)
    expect(await checkMany(system.target, spec, await callerOf(spec), payload)).toEqual([])
  })
})

/** The tabs under which lists have orders of their own. */
const STATES_OF: Readonly<Record<string, readonly string[]>> = {
  [auctionOrder.list.path]: orderState.options,
  [curatedOrder.list.path]: orderState.options,
  [refund.list.path]: refundState.options,
}

describe.runIf(IS_WHOLE)('lists', () => {
  const listOf = (spec: CallSpec) => ({ spec, who: a.owner.context, needs: needsOf(spec, a.ids) })

  test.each(byPath.filter(([, spec]) => isCounted(spec)))('%s counts what it finds', async (_path, spec) => {
    expect(await checkOptions(system.target, listOf(spec))).toEqual([])
  })

  test.each(byPath.filter(([, spec]) => isSorted(spec)))('%s is in the order that it says', async (path, spec) => {
    const states = (STATES_OF[path] ?? []).map((state) => ({ state }))
    expect(await checkSorts(system.target, listOf(spec), [{}, ...states])).toEqual([])
  })
})

describe.runIf(IS_WHOLE)(`random payloads (CONTRACT_SEED=${SEED})`, () => {
  test.each(byPath)('%s answers soundly whatever its schema takes', async (_path, spec) => {
    const who = await callerOf(spec)
    const payloads = fc.sample(validInput(spec.input), { numRuns: RUNS, seed: SEED })
    const found = []
    for (const payload of payloads) found.push(...(await checkPayload(system.target, spec, who, payload)))
    expect(found).toEqual([])
  })
})

describe('isolation', () => {
  const withIds = byPath.filter(([, spec]) => spec.ids.length > 0)

  /** Whether a call names things of a table: `orderId` those of `sale_order`. */
  const names = ({ ids }: CallSpec, what: string): boolean => {
    const kind = what.split('.')[0]?.split('_').at(-1) ?? what
    return ids.some((field) => field.toLowerCase().includes(kind))
  }

  test.each(withIds)("%s tells nobody that another merchant's things exist", async (_path, spec) => {
    const first = withIds.findIndex(([path]) => path === spec.path)
    const chosen = (step: number) => (what: string, index: number) => names(spec, what) || (index + first) % step === 0
    const one = thingsOfB.find(({ what }) => names(spec, what)) ?? thingsOfB[first % thingsOfB.length]
    const foreign = IS_WHOLE || one === undefined ? thingsOfB : [one]
    const inLists = new Set(thingsOfB.filter(({ what }, index) => chosen(FOREIGN_STEP_IN_LISTS)(what, index)))
    const isTriedInList = (thing: (typeof thingsOfB)[number]) => inLists.has(thing)
    const given = { who: a.owner.context, own: a.ids, foreign, isTriedInList, missingId: randomUUID }
    expect(await checkIsolation(system.target, spec, given)).toEqual([])
  })

  test('nothing of B has changed by all that was done as A', async () => {
    expect(await fingerprint(system.query, b.merchantId)).toBe(fingerprintOfB)
  })
})
