import type { CallSpec, InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { extDefPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { extSealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import sharp from 'sharp'
import { startTestGateway, type TestGateway } from '../../../../../tests/support/gateway.ts'
import { sendParts } from '../../../../../tests/support/upload-parts.ts'
import type { Actor } from '../../../platform/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { addEmployee, createMerchant } from '../../people/commands.ts'
import { searchGroup } from '../../search/calls.ts'
import { saveShop } from '../../shop/store.ts'
import { batchGroups } from '../batch/calls.ts'
import { detRecordGroup } from '../calls.ts'
import { detConfigGroup } from '../config-calls.ts'
import { photoGroups } from '../photo/calls.ts'
import { photoJobs } from '../photo/jobs.ts'
import { recordGroups } from '../record-calls.ts'
import { sealedBagGroups } from '../sealed-bag/calls.ts'

export type Answers = InputOf<typeof detRecord.addDetectRecord>['answers']
export type Submission = InputOf<typeof detRecord.addDetectRecord>

/** A person of a merchant, as tests sign in: the token is the employee's id. */
export interface SignedInEmployee {
  readonly actor: Actor
  readonly login: LoginContext
}

/** The answers that nobody may fill in for the inspector, all of them normal. */
export const CLEAN: Answers = {
  A08: { options: ['A08-1'] },
  A09: { options: ['A09-1'] },
  A11: { options: ['A11-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: [], value: '95' },
  A16: { options: ['A16-1'] },
  A17: { options: ['A17-1'] },
  A18: { options: ['A18-1'] },
}

export const IPHONE_13 = {
  modelId: 'apple-iphone-13',
  sku: { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' },
} as const

let serial = 0

/** An IMEI that no other test has. */
export function nextImei(): string {
  serial += 1
  const digits = `86024604${String(serial).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}

let picture: Promise<Buffer> | null = null

/** The bytes of a real JPEG, large enough to be accepted. */
export function jpeg(): Promise<Buffer> {
  picture ??= sharp({ create: { width: 800, height: 600, channels: 3, background: '#4060a0' } })
    .jpeg()
    .toBuffer()
  return picture
}

/** A gateway with the calls of inspecting, whose employees sign in without passwords. */
export async function startInspectionGateway(options: Parameters<typeof startTestGateway>[0] = {}) {
  const actors = new Map<string, Actor>()
  const gateway = await startTestGateway({
    ...options,
    modules: {
      groups: [
        detRecordGroup,
        detConfigGroup,
        ...batchGroups,
        ...photoGroups,
        ...sealedBagGroups,
        ...recordGroups,
        searchGroup,
      ],
      jobHandlers: photoJobs,
      sessionReader: async (_tx, context) => actors.get(context.loginToken) ?? null,
      ...options.modules,
    },
  })
  const phones = { next: 1 }
  const addSession = (
    employee: Omit<Actor, 'sessionId' | 'grants'>,
    grants: readonly string[] = [],
  ): SignedInEmployee => {
    const actor = { ...employee, sessionId: newId(), grants: new Set(grants) }
    actors.set(actor.employeeId, actor)
    const { employeeId, merchantId } = actor
    return { actor, login: { loginToken: employeeId, loginPhone: actor.phone, employeeId, merchantId } }
  }
  const nextPhone = () => `1380013${String(phones.next++).padStart(4, '0')}`

  async function merchant(name: string): Promise<SignedInEmployee> {
    const phone = nextPhone()
    const now = gateway.clock.now()
    const made = await gateway.db.global((tx) => createMerchant(tx, { name, phone, passwordHash: 'none', now }))
    return addSession({
      merchantId: made.merchantId,
      employeeId: made.employeeId,
      employeeName: `${name}老板`,
      phone,
      isOwner: true,
      refundLimitFen: null,
    })
  }

  async function colleague(
    owner: SignedInEmployee,
    name: string,
    grants: readonly string[],
    refundLimitFen: number | null = 0,
  ): Promise<SignedInEmployee> {
    const phone = nextPhone()
    const now = gateway.clock.now()
    const { merchantId } = owner.actor
    const employee = { phone, name, roleIds: [], isOwner: false, now }
    const employeeId = await gateway.db.tenant(merchantId, (tx) => addEmployee(tx, employee))
    return addSession({ merchantId, employeeId, employeeName: name, phone, isOwner: false, refundLimitFen }, grants)
  }

  async function shop(owner: SignedInEmployee, isValid = true): Promise<string> {
    const shopAccountId = newId()
    const now = gateway.clock.now()
    const authorisedUntil = new Date(now.getTime() + 90 * 24 * 3_600_000)
    await gateway.db.tenant(owner.actor.merchantId, (tx) =>
      saveShop(
        tx,
        shopAccountId,
        {
          authorizeId: ++serial,
          userIdentity: `u${serial}`,
          userName: `seller${serial}`,
          nick: '焕机小店',
          shopName: '焕机小店',
          authorisedUntil,
          isValid,
          isPro: false,
          depositEnough: true,
          itemBizTypes: [2, 10, 19],
        },
        now,
      ),
    )
    return shopAccountId
  }

  return { ...gateway, ...inspectionFixtures(gateway), merchant, colleague, shop }
}

export type InspectionGateway = Awaited<ReturnType<typeof startInspectionGateway>>

function inspectionFixtures(gateway: TestGateway) {
  const { call, data } = gateway

  /** What `save` sends when nothing else is said: a clean iPhone 13. */
  const submission = (change: Partial<Submission> = {}): Submission => ({
    mode: 'submit',
    channel: 'auction',
    code: { kind: 'imei', imei: nextImei() },
    ...IPHONE_13,
    answers: CLEAN,
    ...change,
  })

  const save = (by: SignedInEmployee, change: Partial<Submission> = {}) =>
    data(detRecord.addDetectRecord, submission(change), by.login)

  /** Posts a form to this gateway as a browser does. */
  async function postForm(url: string, form: FormData): Promise<Response> {
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const { pathname } = new URL(url, gateway.url)
    return gateway.post(pathname, Buffer.from(await sent.arrayBuffer()), headers)
  }

  /** Sends a picture as a browser does and gives the upload's id. */
  async function upload(by: SignedInEmployee, photoTaskId: string, bytes?: Buffer): Promise<string> {
    const body = bytes ?? (await jpeg())
    const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: body.length }
    const form = await data(detConfig.getUploadSign, wanted, by.login)
    await sendParts(form, body, postForm)
    return form.uploadId
  }

  async function shoot(by: SignedInEmployee, photoTaskId: string, positions: readonly string[]) {
    const photos = await Promise.all(
      positions.map(async (position) => ({ uploadId: await upload(by, photoTaskId), position })),
    )
    return data(realPhoto.saveRealPhoto, { photoTaskId, photos }, by.login)
  }

  async function shootDefect(by: SignedInEmployee, photoTaskId: string, itemCode: string, optionCode: string) {
    const photos = [{ uploadId: await upload(by, photoTaskId), itemCode, optionCode }]
    return data(extDefPhoto.save, { photoTaskId, photos }, by.login)
  }

  /** A record in 待封袋: submitted, with every photograph it must have. */
  async function photographed(by: SignedInEmployee, change: Partial<Submission> = {}) {
    const record = await save(by, change)
    await shoot(
      by,
      record.photoTaskId,
      record.missingShots.map((shot) => shot.code),
    )
    return record
  }

  /** A record in 可上架, in a bag of its own. */
  async function listable(by: SignedInEmployee, bagCode: string, change: Partial<Submission> = {}) {
    const record = await photographed(by, change)
    await data(extSealBag.registerRoll, { firstCode: bagCode, count: 1 }, by.login)
    await data(extSealBag.bind, { inspectionId: record.inspectionId, bagCode }, by.login)
    return record
  }

  /** The stable word of a refusal, or an empty text; a refusal of the transport is an error. */
  async function refusalOf<S extends CallSpec>(spec: S, payload: InputOf<S>, by: SignedInEmployee): Promise<string> {
    const { _errCode, _errStr, _bizErrCode } = await call(spec, payload, by.login)
    if (_errCode !== '0' && _bizErrCode === '') throw new Error(`${spec.path}: ${_errCode} ${_errStr}`)
    return _bizErrCode
  }

  return { submission, save, postForm, upload, shoot, shootDefect, photographed, listable, refusalOf }
}
