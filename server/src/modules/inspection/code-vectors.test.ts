import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { CHANNELS } from '@huanji/domain/channel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
/** Whose records are all refused. */
let refused: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  refused = await shop.merchant('甲行')
})
afterAll(() => shop.close())

/** The test vectors of docs/domain.md §3.1 as IMEI, with the message of those that are none. */
const IMEIS: readonly (readonly [raw: string, imei: string | null, message: string])[] = [
  ['490154203237518', '490154203237518', ''],
  ['356938035643809', '356938035643809', ''],
  ['860246040000018', '860246040000018', ''],
  ['358900110000022', '358900110000022', ''],
  ['IMEI1： 49-015420-323751-8/01', '490154203237518', ''],
  ['490154203237519', null, 'IMEI不对，请核对是否录错'],
  ['000000000000000', null, 'IMEI不对，请核对是否录错'],
  ['49015420323751', null, '请输入15位IMEI'],
  ['4901542032375181', null, '请输入15位IMEI'],
  ['49015420323751X', null, 'IMEI只能是数字'],
  ['8986001234567890123', null, '这是SIM卡号/EID，请扫描IMEI条码'],
  ['6901234567892', null, '这是商品条码，请扫描IMEI条码'],
]

const MEIDS: readonly (readonly [raw: string, meid: string | null])[] = [
  ['AF0123450ABCDE', 'AF0123450ABCDE'],
  ['af0123450abcdec', 'AF0123450ABCDE'],
  ['AF0123450ABCDED', null],
]

describe.each(CHANNELS)('the codes that a record takes on the channel %s', (channel) => {
  /** A merchant for each phone, so that none is known already. */
  const newcomer = (): Promise<SignedInEmployee> => shop.merchant(`${channel}行`)

  test.each(IMEIS)('IMEI %j', async (raw, imei, message) => {
    const payload = shop.submission({ mode: 'draft', channel, code: { kind: 'imei', imei: raw } })
    if (imei === null) {
      const answer = await shop.call(detRecord.addDetectRecord, payload, refused.login)
      expect(answer).toMatchObject({ _bizErrCode: 'CODE_INVALID', _errStr: message })
      return
    }
    const owner = await newcomer()
    const { inspectionId } = await shop.data(detRecord.addDetectRecord, payload, owner.login)
    const { code } = await shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
    expect(code).toMatchObject({ kind: 'imei', imei })
  })

  test.each(MEIDS)('MEID %j', async (raw, meid) => {
    const payload = shop.submission({ mode: 'draft', channel, code: { kind: 'meid', meid: raw } })
    if (meid === null) {
      expect(await shop.refusalOf(detRecord.addDetectRecord, payload, refused)).toBe('CODE_INVALID')
      return
    }
    const owner = await newcomer()
    const { inspectionId } = await shop.data(detRecord.addDetectRecord, payload, owner.login)
    const { code } = await shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
    expect(code).toMatchObject({ kind: 'meid', meid })
  })
})
