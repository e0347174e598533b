import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoLinks, photoPages } from '@huanji/contract/features/inspection/photo-link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { plainPicture, sendParts } from '../../../../../tests/support/photo-sender.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { newId } from '../../../platform/ids.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { setEmployeeStatus } from '../../people/commands.ts'
import { clearRoles } from '../../people/employee-store.ts'
import { assignRole, insertRole } from '../../people/store.ts'
import { markListed } from '../commands.ts'
import { linkToken, readLinkToken } from './link-token.ts'

const REAL = realPhoto.saveRealPhoto.path
const DEFECT = '/api/ext/defPhoto/save'
const MINUTE_MS = 60_000

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const secret = () => shop.app.services.settings.secret

let names = 0

/** A colleague whose rights come from a role, as a link asks for them. */
async function colleague(grants: readonly string[]): Promise<SignedInEmployee> {
  names += 1
  const name = `验机员${names}`
  const person = await shop.colleague(owner, name, grants)
  const roleId = newId()
  const now = shop.clock.now()
  await inMerchant(async (tx) => {
    await insertRole(tx, { id: roleId, name, preset: null, grants: [...grants], refundLimitFen: 0 }, now)
    await assignRole(tx, person.actor.employeeId, roleId)
  })
  return person
}

async function linkFor(by: SignedInEmployee, photoTaskId: string) {
  const link = await shop.data(photoLinks.create, { photoTaskId }, by.login)
  expect(link.path).toMatch(/^\/photo#[\w-]{64}$/)
  return { ...link, token: link.path.split('#')[1] ?? '' }
}

/** A task with a link of the owner's. */
async function linked(change: Parameters<typeof shop.save>[1] = {}) {
  const record = await shop.save(owner, change)
  return { ...record, ...(await linkFor(owner, record.photoTaskId)) }
}

/** Sends a picture as the phone does and gives the upload's id. */
async function uploadFrom(token: string): Promise<string> {
  const bytes = await plainPicture()
  const form = await shop.data(photoPages.sign, { token, contentType: 'image/jpeg', sizeBytes: bytes.length })
  await sendParts(form, bytes, shop.postForm)
  return form.uploadId
}

const back = { kind: 'real', position: 'back' } as const

/** What each of the page's calls answers to a token, without what differs between any two answers. */
async function answersTo(token: string) {
  const answers = [
    await shop.call(photoPages.task, { token }),
    await shop.call(photoPages.sign, { token, contentType: 'image/jpeg', sizeBytes: 1000 }),
    await shop.call(photoPages.save, { token, uploadId: newId(), subject: back }),
  ]
  return answers.map(({ status, _errCode, _errStr, _bizErrCode, _data }) => ({
    status,
    _errCode,
    _errStr,
    _bizErrCode,
    _data,
  }))
}

describe('a link for a phone', () => {
  test('takes the photographs of one task in the name of whoever made it', async () => {
    const inspector = await colleague([REAL, DEFECT])
    const record = await shop.save(owner, { answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-2'] } } })
    const { token, expiresAt } = await linkFor(inspector, record.photoTaskId)
    const task = await shop.data(photoPages.task, { token })
    expect(task).toMatchObject({ photoTaskId: record.photoTaskId, modelName: '苹果 iPhone 13', expiresAt, photos: [] })
    expect(task.skuText).toContain('128GB')
    expect(task.defects).toMatchObject([{ itemCode: 'B01', optionCode: 'B01-2', photos: [] }])

    const saved = await shop.data(photoPages.save, { token, uploadId: await uploadFrom(token), subject: back })
    expect(saved.photos).toMatchObject([{ position: 'back', takenBy: inspector.actor.employeeName }])
    expect(saved.missingShots.map((shot) => shot.code)).not.toContain('back')
    const subject = { kind: 'defect', itemCode: 'B01', optionCode: 'B01-2' } as const
    await shop.data(photoPages.save, { token, uploadId: await uploadFrom(token), subject })
    const after = await shop.data(photoPages.task, { token })
    expect(after.photos).toMatchObject([{ position: 'back' }])
    expect(after.defects).toMatchObject([{ itemCode: 'B01', photos: [{ itemCode: 'B01' }] }])
  })

  test('goes on with a broken upload, and saves it once however often it is sent', async () => {
    const { token } = await linked()
    const bytes = await plainPicture()
    const wanted = { token, contentType: 'image/jpeg' as const, sizeBytes: bytes.length }
    const { uploadId } = await shop.data(photoPages.sign, wanted)
    const again = await shop.data(photoPages.sign, { ...wanted, uploadId })
    expect(again).toMatchObject({ uploadId, parts: [{ index: 0 }] })
    await sendParts(again, bytes, shop.postForm)
    for (let times = 0; times < 2; times += 1) {
      const { photos } = await shop.data(photoPages.save, { token, uploadId, subject: back })
      expect(photos.map((photo) => photo.photoId)).toEqual([uploadId])
    }
    expect((await shop.data(photoPages.sign, { ...wanted, uploadId })).parts).toEqual([])
  })

  test('moves the record on with the last photograph', async () => {
    const { token, photoTaskId, missingShots } = await linked()
    for (const { code } of missingShots) {
      await shop.data(photoPages.save, {
        token,
        uploadId: await uploadFrom(token),
        subject: { kind: 'real', position: code },
      })
    }
    const task = await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)
    expect(task.state).toBe('complete')
    // photographs may still be exchanged
    expect((await shop.data(photoPages.task, { token })).missingShots).toEqual([])
  })

  test('is given again to the same person for half its time, and lives an hour', async () => {
    const other = await colleague([REAL])
    const { photoTaskId, linkId, token } = await linked()
    shop.clock.advance(29 * MINUTE_MS)
    expect(await linkFor(owner, photoTaskId)).toMatchObject({ linkId, token })
    const others = await linkFor(other, photoTaskId)
    expect(others.linkId).not.toBe(linkId)
    shop.clock.advance(2 * MINUTE_MS)
    const second = await linkFor(owner, photoTaskId)
    expect(second.linkId).not.toBe(linkId)
    expect((await shop.data(photoPages.task, { token })).photoTaskId).toBe(photoTaskId)
    shop.clock.advance(29 * MINUTE_MS)
    expect((await shop.call(photoPages.task, { token }))._bizErrCode).toBe('PHOTO_LINK_INVALID')
    const { links } = await shop.data(photoLinks.list, { photoTaskId }, owner.login)
    expect(links.map((link) => link.linkId)).toEqual([second.linkId, others.linkId])
  })

  test('says when a phone last used it, to the minute', async () => {
    const { photoTaskId, token } = await linked()
    const lastUsed = async () => {
      const { links } = await shop.data(photoLinks.list, { photoTaskId }, owner.login)
      return links.map((link) => link.lastUsedAt)
    }
    expect(await lastUsed()).toEqual([null])
    const first = shop.clock.now().toISOString()
    await shop.data(photoPages.task, { token })
    expect(await lastUsed()).toEqual([first])
    shop.clock.advance(MINUTE_MS - 1)
    await shop.data(photoPages.task, { token })
    expect(await lastUsed()).toEqual([first])
    shop.clock.advance(1)
    await shop.data(photoPages.task, { token })
    expect(await lastUsed()).toEqual([shop.clock.now().toISOString()])
  })

  test('offers and saves no defect for somebody who may not save one', async () => {
    const inspector = await colleague([REAL])
    const record = await shop.save(owner, { answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-2'] } } })
    const { token } = await linkFor(inspector, record.photoTaskId)
    expect((await shop.data(photoPages.task, { token })).defects).toEqual([])
    const subject = { kind: 'defect', itemCode: 'B01', optionCode: 'B01-2' } as const
    const answer = await shop.call(photoPages.save, { token, uploadId: await uploadFrom(token), subject })
    expect(answer._bizErrCode).toBe('PHOTO_LINK_INVALID')
  })

  test('is not made for a record whose photographs are settled, nor for another merchant’s', async () => {
    const rival = await shop.merchant('乙行')
    const foreign = await shop.save(rival, { mode: 'draft' })
    for (const photoTaskId of [foreign.photoTaskId, newId()]) {
      for (const spec of [photoLinks.create, photoLinks.list, photoLinks.revoke]) {
        expect(await shop.refusalOf(spec, { photoTaskId }, owner)).toBe('NOT_FOUND')
      }
    }
    const record = await shop.listable(owner, 'LINK00000001')
    await inMerchant((tx) => markListed(tx, [record.inspectionId], owner.actor, shop.clock.now()))
    const { photoTaskId } = record
    expect(await shop.refusalOf(photoLinks.create, { photoTaskId }, owner)).toBe('STATE_CHANGED')
  })
})

describe('a link that does not work', () => {
  test('is answered alike, whatever the cause', async () => {
    const { merchantId } = owner.actor
    const rival = await shop.merchant('丙行')
    const good = await linked()
    const broken: Record<string, string> = {
      'forged signature': `${good.token.slice(0, -1)}${good.token.endsWith('A') ? 'B' : 'A'}`,
      'cut off': good.token.slice(0, 40),
      'cut short': good.token.slice(0, 5),
      longer: `${good.token}A`,
      empty: '-',
      'another merchant’s name': linkToken({ merchantId: rival.actor.merchantId, linkId: good.linkId }, secret()),
      'another secret': linkToken({ merchantId, linkId: good.linkId }, 'another secret'),
      'no link': linkToken({ merchantId, linkId: newId() }, secret()),
    }

    const leaver = await colleague([REAL])
    broken['a disabled employee'] = (await linkFor(leaver, good.photoTaskId)).token
    const demoted = await colleague([REAL])
    broken['a removed right'] = (await linkFor(demoted, good.photoTaskId)).token
    await inMerchant(async (tx) => {
      await setEmployeeStatus(tx, leaver.actor.employeeId, 'disabled', shop.clock.now())
      await clearRoles(tx, demoted.actor.employeeId)
    })
    const { links } = await shop.data(photoLinks.list, { photoTaskId: good.photoTaskId }, owner.login)
    expect(links.map((link) => link.linkId)).toEqual([good.linkId])

    const listed = await shop.listable(owner, 'LINK00000002')
    broken['a record that went on sale'] = (await linkFor(owner, listed.photoTaskId)).token
    await inMerchant((tx) => markListed(tx, [listed.inspectionId], owner.actor, shop.clock.now()))
    expect(await shop.data(photoLinks.list, { photoTaskId: listed.photoTaskId }, owner.login)).toEqual({ links: [] })

    const revoked = await linked()
    const { photoTaskId } = revoked
    expect(await shop.data(photoLinks.revoke, { photoTaskId }, owner.login)).toEqual({ count: 1 })
    expect(await shop.data(photoLinks.revoke, { photoTaskId }, owner.login)).toEqual({ count: 0 })
    broken.revoked = revoked.token

    const expected = await answersTo('x'.repeat(64))
    expect(expected.map((answer) => answer._bizErrCode)).toEqual(Array(3).fill('PHOTO_LINK_INVALID'))
    for (const [cause, token] of Object.entries(broken)) {
      expect([cause, await answersTo(token)]).toEqual([cause, expected])
    }
    // the good one still opens its task, and no other upload than its own
    expect((await shop.data(photoPages.task, { token: good.token })).photoTaskId).toBe(good.photoTaskId)
    const foreign = await shop.upload(owner, (await shop.save(owner, { mode: 'draft' })).photoTaskId)
    const answer = await shop.call(photoPages.save, { token: good.token, uploadId: foreign, subject: back })
    expect(answer._bizErrCode).toBe('NOT_FOUND')
  })

  test('stops an upload that is under way when it is revoked', async () => {
    const { token, photoTaskId } = await linked()
    const uploadId = await uploadFrom(token)
    await shop.data(photoLinks.revoke, { photoTaskId }, owner.login)
    const answer = await shop.call(photoPages.save, { token, uploadId, subject: back })
    expect(answer._bizErrCode).toBe('PHOTO_LINK_INVALID')
    const task = await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)
    expect(task.photos).toEqual([])
  })

  test('cannot be guessed without end from one address', async () => {
    const limited = await startTradingGateway({ settings: { rateFactor: 0.01 } })
    try {
      const codes: string[] = []
      for (let tries = 0; tries < 10; tries += 1) {
        const { _bizErrCode, status } = await limited.call(photoPages.task, { token: 'x'.repeat(64) })
        codes.push(_bizErrCode || String(status))
      }
      expect(codes.filter((code) => code === 'PHOTO_LINK_INVALID')).toHaveLength(6)
      expect(codes.slice(6)).toEqual(Array(4).fill('429'))
    } finally {
      await limited.close()
    }
  })
})

describe('a token', () => {
  const name = { merchantId: newId(), linkId: newId() }

  test('names its merchant and its link, and is the same whenever it is made', () => {
    const token = linkToken(name, 'secret')
    expect(token).toHaveLength(64)
    expect(linkToken(name, 'secret')).toBe(token)
    expect(readLinkToken(token, 'secret')).toEqual(name)
  })

  test('is worth nothing with any one letter changed', () => {
    const token = linkToken(name, 'secret')
    for (let at = 0; at < token.length; at += 1) {
      const letter = token[at] === 'x' ? 'y' : 'x'
      expect(readLinkToken(token.slice(0, at) + letter + token.slice(at + 1), 'secret')).toBeNull()
    }
  })
})
