import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { findModel } from '@huanji/domain/catalogue/testing/models'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { markListed, markSold } from './commands.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
})
afterAll(() => shop.close())

const detail = (inspectionId: string, by = owner) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId }, by.login)
const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)

describe('a record from the draft to the sale', () => {
  test('goes from draft over photographs and bag to the shelf, and tells it', async () => {
    const imei = nextImei()
    const shopAccountId = await shop.shop(owner)
    const draft = await shop.save(owner, { mode: 'draft', code: { kind: 'imei', imei }, answers: {} })
    expect(draft).toMatchObject({ state: 'draft', version: 1 })
    expect(draft.barCode).toMatch(/^HJ\d{10}$/)
    expect(draft.inspectionNo).toMatch(/^ZJ261120\d{6}$/)

    const { inspectionId, photoTaskId } = draft
    await shop.shoot(owner, photoTaskId, ['front_off', 'front_on'])
    const submitted = await shop.save(owner, {
      inspectionId,
      version: 1,
      code: { kind: 'imei', imei: `IMEI: ${imei}/01` },
      answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } },
      shopAccountId,
    })
    expect(submitted).toMatchObject({ state: 'awaiting_photos', version: 2, explanation: { grade: '95' } })
    expect(submitted.missingShots.map((shot) => shot.code)).toEqual([
      'back',
      'left',
      'right',
      'top',
      'bottom',
      'about',
      'battery',
    ])
    expect(submitted.missingDefectPhotos).toMatchObject([{ itemCode: 'B01', optionCode: 'B01-3' }])

    const shot = await shop.shoot(
      owner,
      photoTaskId,
      submitted.missingShots.map((one) => one.code),
    )
    expect(shot).toMatchObject({ inspectionState: 'awaiting_photos', missingShots: [] })
    const defect = await shop.shootDefect(owner, photoTaskId, 'B01', 'B01-3')
    expect(defect.inspectionState).toBe('awaiting_seal')

    await shop.data(bagRoll.registerRoll, { firstCode: 'LIFE00000001', count: 3 }, owner.login)
    const sealed = await shop.data(bagRoll.bind, { inspectionId, bagCode: 'life00000001' }, owner.login)
    expect(sealed).toEqual({ inspectionId, bagCode: 'LIFE00000001', inspectionState: 'listable' })

    const report = await detail(inspectionId)
    expect(report).toMatchObject({
      state: 'listable',
      grade: '95',
      systemGrade: '95',
      repairFlag: 'R0',
      exceptionCount: 1,
      bagCode: 'LIFE00000001',
      shopName: '焕机小店',
      photoCount: 10,
      modelName: '苹果 iPhone 13',
      skuText: '128GB 午夜色',
      code: { kind: 'imei', imei },
      inspectorName: '老板',
    })
    // every row of a list showed the same black strip: the front with its screen off
    expect(report.coverUrl).toBe(report.photos.find((photo) => photo.position === 'back')?.thumbUrl)
    expect(report.coverUrl).toContain('-320.webp')
    expect(report.photos).toHaveLength(10)
    expect(report.photos[0]).toMatchObject({ position: 'front_off', internal: false })
    const body = report.groups.find((group) => group.code === 'B')
    expect(body).toMatchObject({ summary: '1项异常，7项未检', exceptionCount: 1 })
    expect(body?.lines[0]).toMatchObject({ itemCode: 'B01', exception: true })
    const basics = report.groups.find((group) => group.code === 'A')
    expect(basics?.lines.find((line) => line.itemCode === 'A03')).toMatchObject({
      value: '苹果 iPhone 13',
      options: [],
    })
    expect(basics?.lines.find((line) => line.itemCode === 'A14')).toMatchObject({ value: '95%' })
    expect(report.history.map((line) => line.action)).toEqual(['create', 'submit', 'completePhotos', 'seal'])
  })

  test('a bag scanned with the submission seals the phone once its photographs are there', async () => {
    await shop.data(bagRoll.registerRoll, { firstCode: 'EARLY0000001', count: 2 }, owner.login)
    const draft = await shop.save(owner, { mode: 'draft' })
    const { inspectionId, photoTaskId, version } = draft
    const { code } = await detail(inspectionId)
    const submitted = await shop.save(owner, { inspectionId, version, code, bagCode: 'EARLY0000001' })
    expect(submitted.state).toBe('awaiting_photos')
    const { inspectionState } = await shop.shoot(
      owner,
      photoTaskId,
      submitted.missingShots.map((shot) => shot.code),
    )
    expect(inspectionState).toBe('listable')
  })

  test('is refused again once it is finished, and can be corrected before', async () => {
    const first = await shop.save(owner)
    const { inspectionId } = first
    const { code } = await detail(inspectionId)
    const again = await shop.save(owner, {
      inspectionId,
      version: first.version,
      code,
      answers: { ...CLEAN_ANSWERS, E01: { options: ['E01-4'] } },
    })
    expect(again).toMatchObject({ state: 'awaiting_photos', version: 2, explanation: { grade: '70' } })
    const reopened = await shop.save(owner, { inspectionId, version: 2, code, mode: 'draft' })
    expect(reopened).toMatchObject({ state: 'draft', version: 3 })
    expect((await detail(inspectionId)).history.map((line) => line.action)).toEqual([
      'create',
      'submit',
      'revise',
      'reopen',
    ])
    const done = await shop.photographed(owner)
    const late = shop.submission({ inspectionId: done.inspectionId, version: done.version })
    expect(await shop.refusalOf(detRecord.addDetectRecord, late, owner)).toBe('STATE_CHANGED')
  })

  test('an Android phone for the curated channel is asked everything, RAM included', async () => {
    const model = findModel('xiaomi-14')
    const variant = model?.storages[0]
    const sku = { ram: variant?.ram ?? '', storage: variant?.storage ?? '', colour: model?.colours[0] ?? '' }
    const withoutRam = shop.submission({ channel: 'curated', modelId: 'xiaomi-14', sku: { ...sku, ram: '' } })
    const refused = await shop.call(detRecord.addDetectRecord, withoutRam, owner.login)
    expect(refused).toMatchObject({ _bizErrCode: 'SKU_INCOMPLETE', _errStr: '请补全规格：运行内存' })
    const record = await shop.save(owner, { channel: 'curated', modelId: 'xiaomi-14', sku, answers: CLEAN_ANSWERS })
    expect(record.explanation).toMatchObject({ grade: '99', curatedLabel: '99新' })
    const report = await detail(record.inspectionId)
    expect(report.skuText).toBe(`${sku.ram}+${sku.storage} ${sku.colour}`)
    const basics = report.groups.find((group) => group.code === 'A')?.lines
    expect(basics?.find((line) => line.itemCode === 'A05')?.options).toMatchObject([{ name: sku.ram }])
  })

  test('a phone that must not be sold is recorded, and neither sealed nor listed', async () => {
    await shop.data(bagRoll.registerRoll, { firstCode: 'STOP00000001', count: 1 }, owner.login)
    const locked = { ...CLEAN_ANSWERS, A16: { options: ['A16-3'] } }
    const record = await shop.photographed(owner, { answers: locked })
    expect(record.explanation?.grade).toBe('X')
    await shop.shootDefect(owner, record.photoTaskId, 'A16', 'A16-3')
    const bind = { inspectionId: record.inspectionId, bagCode: 'STOP00000001' }
    expect(await shop.refusalOf(bagRoll.bind, bind, owner)).toBe('GRADE_NOT_ALLOWED')
    const withBag = shop.submission({ answers: locked, bagCode: 'STOP00000001' })
    expect(await shop.refusalOf(detRecord.addDetectRecord, withBag, owner)).toBe('GRADE_NOT_ALLOWED')
    expect((await detail(record.inspectionId)).state).toBe('awaiting_seal')
    await expect(
      inMerchant((tx) => markListed(tx, [record.inspectionId], owner.actor, shop.clock.now())),
    ).rejects.toMatchObject({ code: 'STATE_CHANGED' })
  })
})

describe('what addDetectRecord refuses', () => {
  const refusal = (change: Parameters<TradingGateway['submission']>[0], by = owner) =>
    shop.refusalOf(detRecord.addDetectRecord, shop.submission(change), by)

  test.each([
    ['86024604000001', '请输入15位IMEI'],
    ['86024604000001A', 'IMEI只能是数字'],
    ['490154203237519', 'IMEI不对，请核对是否录错'],
    ['89860012345678901234', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['6901234567892', '这是商品条码，请扫描IMEI条码'],
    ['000000000000000', 'IMEI不对，请核对是否录错'],
  ])('the code %s', async (imei, message) => {
    const answer = await shop.call(
      detRecord.addDetectRecord,
      shop.submission({ code: { kind: 'imei', imei } }),
      owner.login,
    )
    expect(answer).toMatchObject({ _bizErrCode: 'CODE_INVALID', _errStr: message })
  })

  test('two equal IMEIs, a wrong MEID and a wrong serial number', async () => {
    const imei = nextImei()
    expect(await refusal({ code: { kind: 'imei', imei, imei2: imei } })).toBe('CODE_INVALID')
    expect(await refusal({ code: { kind: 'meid', meid: 'AF0123450ABCDE0' } })).toBe('CODE_INVALID')
    expect(await refusal({ code: { kind: 'sn', sn: '短' } })).toBe('CODE_INVALID')
  })

  test('an unknown model, an incomplete SKU, a SKU that was never made', async () => {
    expect(await refusal({ modelId: 'apple-iphone-0' })).toBe('MODEL_UNKNOWN')
    expect(await refusal({ sku: { storage: '128GB' } })).toBe('SKU_INCOMPLETE')
    expect(await refusal({ sku: { storage: '2TB', colour: '午夜色' } })).toBe('SKU_INCOMPLETE')
  })

  test('answers that are missing or contradict each other, naming them', async () => {
    const missing = await shop.call(detRecord.addDetectRecord, shop.submission({ answers: {} }), owner.login)
    expect(missing._bizErrCode).toBe('ANSWERS_MISSING')
    expect(missing._errStr).toContain('购买渠道')
    const asNew = { ...CLEAN_ANSWERS, A11: { options: ['A11-2'] }, B03: { options: ['B03-3'] } }
    expect(await refusal({ answers: asNew })).toBe('ANSWERS_INVALID')
  })

  test('a grade that is raised by hand, or lowered without a reason', async () => {
    const worn = { ...CLEAN_ANSWERS, B03: { options: ['B03-4'] } }
    expect(await refusal({ answers: worn, finalGrade: '99' })).toBe('OVERRIDE_INVALID')
    expect(await refusal({ answers: worn, finalGrade: '80' })).toBe('OVERRIDE_INVALID')
    const lowered = await shop.save(owner, { answers: worn, finalGrade: '80', overrideReason: '边框整体偏旧' })
    expect(await detail(lowered.inspectionId)).toMatchObject({
      grade: '80',
      systemGrade: '90',
      overrideReason: '边框整体偏旧',
    })
  })

  test('a shop that cannot be used, and ids of another merchant exactly as ids of nobody', async () => {
    expect(await refusal({ shopAccountId: await shop.shop(owner, false) })).toBe('SHOP_UNUSABLE')
    const foreignShop = await shop.shop(rival)
    const foreign = await shop.save(rival)
    for (const [own, missing] of [
      [{ shopAccountId: foreignShop }, { shopAccountId: newId() }],
      [{ reusedInspectionId: foreign.inspectionId }, { reusedInspectionId: newId() }],
      [
        { inspectionId: foreign.inspectionId, version: 1 },
        { inspectionId: newId(), version: 1 },
      ],
    ]) {
      const one = await shop.call(detRecord.addDetectRecord, shop.submission(own), owner.login)
      const other = await shop.call(detRecord.addDetectRecord, shop.submission(missing), owner.login)
      expect(one._bizErrCode).toBe('NOT_FOUND')
      expect(one).toEqual(other)
    }
    expect(await shop.refusalOf(detRecord.getDetRecordDetails, { inspectionId: foreign.inspectionId }, owner)).toBe(
      'NOT_FOUND',
    )
  })

  test('an edit of an old version, naming who was faster and when', async () => {
    const colleague = await shop.colleague(owner, '李质检', ['/xySaasDetect/detRecord/addDetectRecord'])
    const { inspectionId } = await shop.save(owner, { mode: 'draft' })
    const { code } = await detail(inspectionId)
    await shop.save(colleague, { inspectionId, version: 1, mode: 'draft', code })
    const late = await shop.call(
      detRecord.addDetectRecord,
      shop.submission({ inspectionId, version: 1, mode: 'draft', code }),
      owner.login,
    )
    expect(late._bizErrCode).toBe('VERSION_CONFLICT')
    expect(late._errStr).toBe('李质检已于2026-11-20 10:00修改过这条记录，请查看最新内容后再提交')
  })

  test('the reuse of another phone’s report', async () => {
    const { inspectionId } = await shop.save(owner)
    expect(await refusal({ reusedInspectionId: inspectionId })).toBe('CODE_INVALID')
  })
})

describe('one phone, one record', () => {
  test('of twenty submissions of one IMEI at once one wins, and the others are told its number', async () => {
    const imei = nextImei()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.call(detRecord.addDetectRecord, shop.submission({ code: { kind: 'imei', imei } }), owner.login),
      ),
    )
    const won = answers.filter((answer) => answer._errCode === '0')
    expect(won).toHaveLength(1)
    const inspectionNo = won[0]?._data?.inspectionNo
    for (const answer of answers.filter((one) => one._errCode !== '0')) {
      expect(answer._bizErrCode).toBe('IMEI_IN_INSPECTION')
      expect(answer._errStr).toContain(inspectionNo)
    }
  })

  test('its two IMEIs at once make one unit', async () => {
    const [imei, imei2] = [nextImei(), nextImei()]
    const codes = [
      { kind: 'imei', imei, imei2 },
      { kind: 'imei', imei: imei2, imei2: imei },
    ] as const
    const answers = await Promise.all(
      codes.map((code) => shop.call(detRecord.addDetectRecord, shop.submission({ code }), owner.login)),
    )
    expect(answers.map((answer) => answer._bizErrCode).sort()).toEqual(['', 'IMEI_IN_INSPECTION'])
  })

  test('codes of two phones are not mixed', async () => {
    const [one, other] = [nextImei(), nextImei()]
    await shop.save(owner, { code: { kind: 'imei', imei: one } })
    await shop.save(owner, { code: { kind: 'imei', imei: other } })
    const mixed = shop.submission({ code: { kind: 'imei', imei: one, imei2: other } })
    expect(await shop.refusalOf(detRecord.addDetectRecord, mixed, owner)).toBe('CODE_INVALID')
  })

  test('a draft with a mistyped IMEI is corrected in place and keeps its bar code', async () => {
    const [wrong, right] = [nextImei(), nextImei()]
    const draft = await shop.save(owner, { mode: 'draft', code: { kind: 'imei', imei: wrong } })
    const { inspectionId } = draft
    const fixed = await shop.save(owner, {
      inspectionId,
      version: 1,
      mode: 'draft',
      code: { kind: 'imei', imei: right },
    })
    expect(fixed.barCode).toBe(draft.barCode)
    const verified = await shop.data(detRecord.verifyBarCode, { code: wrong, channel: 'auction' }, owner.login)
    expect(verified).toMatchObject({ result: 'free', history: [] })
    expect(await shop.data(detRecord.verifyBarCode, { code: right, channel: 'auction' }, owner.login)).toMatchObject({
      result: 'inspecting',
      openInspectionId: inspectionId,
    })
  })

  test('another merchant knows nothing of it', async () => {
    const imei = nextImei()
    await shop.save(owner, { code: { kind: 'imei', imei } })
    expect(await shop.data(detRecord.verifyBarCode, { code: imei, channel: 'auction' }, rival.login)).toMatchObject({
      result: 'free',
      history: [],
    })
    expect((await shop.save(rival, { code: { kind: 'imei', imei } })).state).toBe('awaiting_photos')
  })
})

describe('scanning a code', () => {
  const verify = (code: string) => shop.data(detRecord.verifyBarCode, { code, channel: 'auction' }, owner.login)

  test('finds the phone by any of its codes in every state', async () => {
    const [imei, imei2] = [nextImei(), nextImei()]
    const code = { kind: 'imei', imei, imei2, sn: 'C39XK0AAHFLG' } as const
    const record = await shop.listable(owner, 'SCAN00000001', { code })
    for (const scanned of [
      imei,
      imei2,
      'c39xk0aahflg',
      'SC39XK0AAHFLG',
      record.barCode,
      'SCAN00000001',
      record.inspectionNo,
    ]) {
      expect(await verify(scanned)).toMatchObject({ result: 'inspected', barCode: record.barCode })
    }
    await inMerchant((tx) => markListed(tx, [record.inspectionId], owner.actor, shop.clock.now()))
    expect(await verify(imei)).toMatchObject({ result: 'on_sale', message: '该手机已在售，不能重复质检' })
    expect(await shop.refusalOf(detRecord.addDetectRecord, shop.submission({ code }), owner)).toBe('UNIT_ON_SALE')
    await inMerchant((tx) => markSold(tx, [record.inspectionId], 'marketplace', shop.clock.now()))
    expect(await verify(record.barCode)).toMatchObject({ result: 'sold' })
    expect(await verify(imei)).toMatchObject({
      result: 'free',
      suggestedModelIds: ['apple-iphone-13'],
      history: [{ inspectionId: record.inspectionId, grade: '99', state: 'sold' }],
    })
  })

  test('defect: took the other bar codes of a box as serial numbers', async () => {
    const answer = await verify('SK7XV2L9QH4')
    expect(answer).toMatchObject({ result: 'free', codeKind: 'sn', code: 'K7XV2L9QH4' })
    const imei = nextImei()
    expect(await verify(`]C18002${imei}`)).toMatchObject({ result: 'free', codeKind: 'imei', code: imei })
    for (const [code, words] of [
      ['1PMLPF3CH/A', '这是型号部件号，请扫描IMEI或序列号条码'],
      ['8986012012345678901F', '这是SIM卡号/EID，请扫描IMEI条码'],
    ] as const) {
      const refused = await shop.call(detRecord.verifyBarCode, { code, channel: 'auction' }, owner.login)
      expect(refused).toMatchObject({ _bizErrCode: 'CODE_INVALID', _errStr: words })
    }
  })

  test('tells what was scanned by mistake', async () => {
    const message = async (code: string) => {
      const answer = await shop.call(detRecord.verifyBarCode, { code, channel: 'auction' }, owner.login)
      return answer._data?.message ?? `${answer._bizErrCode} ${answer._errStr}`
    }
    expect(await message('490154203237519')).toBe('CODE_INVALID IMEI不对，请核对是否录错')
    expect(await message('89860012345678901234')).toBe('CODE_INVALID 这是SIM卡号/EID，请扫描IMEI条码')
    expect(await message('6901234567892')).toBe('CODE_INVALID 这是商品条码，请扫描IMEI条码')
    expect(await message('HJ0000999999')).toBe('条码不存在或不属于本商家')
    expect(await message('a2634')).toBe('这是机型编号，请扫描IMEI条码')
    expect(await message('*')).toBe('CODE_INVALID 无法识别该编码，请扫描IMEI、条码或封袋码')
    await shop.data(bagRoll.registerRoll, { firstCode: 'LOOSE0000001', count: 1 }, owner.login)
    expect(await message('LOOSE0000001')).toBe('该封袋码还未绑定手机，请扫描IMEI或条码')
  })
})
