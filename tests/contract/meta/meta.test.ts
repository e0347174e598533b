import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { askAll, checkAccess } from '../checks/access.ts'
import { checkFields, checkPayload } from '../checks/fields.ts'
import type { Finding } from '../checks/finding.ts'
import { checkIsolation } from '../checks/isolation.ts'
import { checkMany } from '../checks/many.ts'
import { checkDocument, checkNames, checkPaths } from '../checks/openapi.ts'
import { repeatWrite } from '../checks/repeats.ts'
import { checkSession } from '../checks/session.ts'
import { checkTransport } from '../checks/transport.ts'
import type { Target } from '../gateway/target.ts'
import { validInput } from '../schema/arbitrary.ts'
import { SPECIFICATION_PATHS } from '../specification-paths.ts'
import { add, FAKE_CALLS, lookUp } from './fake-calls.ts'
import { type Defect, ENDED, FAKE_PEOPLE, FOREIGN_THING, OWN_THING, startFakeGateway } from './fake-gateway.ts'

const { owner, reader, stranger } = FAKE_PEOPLE

/** Every check of the suite, by name, as the suite runs it. */
const CHECKS = {
  session: (target: Target, spec: CallSpec) =>
    checkSession(target, spec, { mine: owner.context, stranger: stranger.context, ended: ENDED }),
  transport: (target: Target, spec: CallSpec) => checkTransport(target, spec, owner.context),
  fields: (target: Target, spec: CallSpec) => checkFields(target, spec, owner.context),
  many: (target: Target, spec: CallSpec) => checkMany(target, spec, owner.context, spec.example),
  random: async (target: Target, spec: CallSpec) => {
    const payloads = fc.sample(validInput(spec.input), { numRuns: 10, seed: 7 })
    return (await Promise.all(payloads.map((payload) => checkPayload(target, spec, owner.context, payload)))).flat()
  },
  access: async (target: Target, spec: CallSpec) => checkAccess(spec, await askAll(target, spec, [owner, reader])),
  isolation: (target: Target, spec: CallSpec) =>
    checkIsolation(target, spec, {
      who: owner.context,
      own: { thingId: [OWN_THING], alsoId: [OWN_THING] },
      foreign: [{ what: 'thing', id: FOREIGN_THING }],
      missingId: randomUUID,
    }),
  repeats: async (target: Target, spec: CallSpec) =>
    spec.kind === 'write' ? (await repeatWrite(target, spec, owner.context, spec.example, randomUUID())).findings : [],
} satisfies Record<string, (target: Target, spec: CallSpec) => Promise<Finding[]>>

/** Which check must notice which defect. */
const NOTICED_BY: Record<Defect, keyof typeof CHECKS> = {
  'stack in an answer': 'fields',
  'internal error': 'random',
  'no envelope': 'fields',
  cacheable: 'random',
  'undeclared refusal': 'random',
  'unknown field in the output': 'fields',
  'empty place in a sentence': 'fields',
  'SQL in a refusal': 'random',
  'no session check': 'session',
  'ended session accepted': 'session',
  'employee not compared': 'session',
  'no permission check': 'access',
  'owner kept out': 'access',
  'GET answered': 'transport',
  'any media type': 'transport',
  'no size limit': 'transport',
  'unknown field taken': 'transport',
  'input not checked': 'fields',
  'good input refused': 'random',
  'foreign id told apart': 'isolation',
  'foreign id in a list told apart': 'isolation',
  'any number of values': 'many',
  'too many values refused without saying so': 'many',
  'key forgotten': 'repeats',
  'key not compared': 'repeats',
}

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.close()))
})

async function runCheck(name: keyof typeof CHECKS, defect: Defect | null): Promise<Finding[]> {
  const target = await startFakeGateway(defect)
  running.push(target)
  const found: Finding[] = []
  for (const spec of FAKE_CALLS) found.push(...(await CHECKS[name](target, spec)))
  return found
}

describe('the checks themselves', () => {
  test.each(Object.keys(CHECKS) as (keyof typeof CHECKS)[])(
    '%s finds nothing wrong with a right gateway',
    async (name) => {
      expect(await runCheck(name, null)).toEqual([])
    },
  )

  test.each(Object.entries(NOTICED_BY) as [Defect, keyof typeof CHECKS][])(
    '“%s” is noticed by the %s check',
    async (defect, name) => {
      expect(await runCheck(name, defect)).not.toEqual([])
    },
  )
})

describe('the checks of the table', () => {
  test('the specification names 108 calls, each once', () => {
    expect(SPECIFICATION_PATHS.length).toBe(108)
    expect(new Set(SPECIFICATION_PATHS).size).toBe(108)
  })

  test('a path that the specification spells otherwise is noticed', () => {
    expect(checkPaths(['/api/goods/list', '/api/ext/anything'])).toEqual([])
    expect(checkPaths(['/api/goods/List'])).toHaveLength(1)
    expect(checkPaths(['/api/goods/list', '/api/goods/list'])).toHaveLength(1)
  })

  test('a field named like the login context is noticed', () => {
    expect(checkNames(FAKE_CALLS)).toEqual([])
    expect(checkNames([{ ...add, input: z.strictObject({ employeeId: z.string() }) }])).toHaveLength(1)
  })

  test('a document without a call, a field or an answer is noticed', () => {
    const document = {
      openapi: '3.1.0',
      paths: Object.fromEntries(FAKE_CALLS.map((spec) => [spec.path, described(spec)])),
    }
    expect(checkDocument(document, FAKE_CALLS)).toEqual([])
    expect(checkDocument({ ...document, paths: { [add.path]: described(add) } }, FAKE_CALLS)).toHaveLength(1)
    const withoutField = {
      ...document,
      paths: { ...document.paths, [lookUp.path]: described(lookUp, ['thingId', 'alsoId']) },
    }
    expect(checkDocument(withoutField, FAKE_CALLS)).toHaveLength(2)
    expect(checkDocument({}, FAKE_CALLS)).not.toEqual([])
  })
})

/** What a generator would write of a call, with only the named input fields when some are named. */
function described(spec: typeof add | typeof lookUp, only?: readonly string[]): object {
  const inputNames = Object.keys(spec.input.shape).filter((name) => !only || only.includes(name))
  const object = (names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  const context = object(['loginToken', 'loginPhone', 'employeeId', 'merchantId'])
  const envelope = object(['_errCode', '_errStr', '_bizErrCode'])
  const data = { anyOf: [object(Object.keys(spec.output.shape)), { type: 'null' }] }
  const answer = { ...envelope, properties: { ...envelope.properties, _data: data } }
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  return {
    post: { requestBody: content({ allOf: [context, object(inputNames)] }), responses: { 200: content(answer) } },
  }
}
