import type { OutputOf } from '@huanji/contract/call'
import { fillText, REFUSALS } from '@huanji/contract/errors'
import type { detRecord } from '@huanji/contract/features/inspection/inspection'
import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { type ClassifiedCode, classifyCode, codesToFind } from '@huanji/domain/codes/classify'
import { checkSerialNumber, isPartNumber } from '@huanji/domain/codes/imei'
import {
  DEVICE_ON_SALE_MESSAGE,
  openInspectionMessage,
  PART_NUMBER_MESSAGE,
  SIM_CODE_MESSAGE,
} from '@huanji/domain/codes/messages'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { searchedBy } from '../catalogue/known.ts'
import { recordsOfUnits } from './earlier-store.ts'
import { suggestionsFor } from './learned-models.ts'
import { findBag } from './sealed-bag/store.ts'
import { imeiFault } from './unit-codes.ts'
import { type KnownUnit, ordersInHouse, unitsByAnyCode, unitsOfPhone } from './unit-store.ts'

type Verified = OutputOf<typeof detRecord.verifyBarCode>
type Known = Omit<Verified, 'suggestions'>
type Verdict = Pick<Verified, 'result' | 'message' | 'openInspectionId'>

const UNKNOWN_CODE_MESSAGE = '条码不存在或不属于本商家'
/**
 * Says what a scanned code is and whether its phone may be inspected (docs/domain.md §3.4). Any code of
 * the phone, our bar code, a bag code or an inspection number will do. Changes nothing.
 * Refuses CODE_INVALID for a code that names no phone, with what to scan instead.
 */
export async function verifyCode(tx: Tx, raw: string): Promise<Verified> {
  const classified = classifyCode(raw)
  const { code, scanned } = await foundUnder(tx, codesToFind(raw))
  const known = scanned ? await knownPhone(tx, code, scanned) : await unknownPhone(tx, raw, code, classified)
  return {
    ...known,
    suggestions: known.imei !== null && known.result === 'free' ? await suggestionsFor(tx, known.imei) : [],
  }
}

/** The phone that one of these codes names, the likeliest first, and that code; without a phone the likeliest code. */
async function foundUnder(tx: Tx, codes: readonly string[]): Promise<{ code: string; scanned: KnownUnit | undefined }> {
  for (const code of codes) {
    const [scanned] = await unitsByAnyCode(tx, code)
    if (scanned) return { code, scanned }
  }
  return { code: codes[0] ?? '', scanned: undefined }
}

async function knownPhone(tx: Tx, code: string, scanned: KnownUnit): Promise<Known> {
  const units = await unitsOfPhone(tx, scanned)
  // an old label may lead to a phone that has become another unit since
  const unit = units[0] ?? scanned
  const records = await recordsOfUnits(tx, [...new Set([scanned, ...units].map((one) => one.unitId))])
  const codeKind = kindOf(code, scanned)
  return {
    ...verdictOf(unit, codeKind, { recordCount: records.length, orderNo: await orderOf(tx, unit) }),
    codeKind,
    code,
    barCode: unit.barCode,
    imei: unit.imei === '' ? null : unit.imei,
    suggestedModelIds: [unit.modelId],
    history: records.map(
      ({ createdAt, modelName: _modelName, channel: _channel, isReplaced: _isReplaced, ...record }) => ({
        ...record,
        inspectedAt: createdAt,
      }),
    ),
  }
}

function kindOf(code: string, unit: KnownUnit): string {
  if (code === unit.imei || code === unit.imei2) return 'imei'
  if (code === unit.meid) return 'meid'
  if (code === unit.sn) return 'sn'
  if (code === unit.barCode) return 'barCode'
  return classifyCode(code).kind === 'inspectionNo' ? 'inspectionNo' : 'bagCode'
}

/** The order that a phone waits to be shipped for, or null. */
const orderOf = async (tx: Tx, { unitId }: KnownUnit): Promise<string | null> =>
  (await ordersInHouse(tx, [unitId])).get(unitId) ?? null

/** What else is known of a phone. */
interface Past {
  readonly recordCount: number
  readonly orderNo: string | null
}

function verdictOf(unit: KnownUnit, codeKind: string, { recordCount, orderNo }: Past): Verdict {
  const { state, inspectionId, inspectionNo } = unit
  const isPhonesOwn = codeKind === 'imei' || codeKind === 'meid' || codeKind === 'sn'
  switch (state) {
    case 'draft':
    case 'awaiting_photos':
      return {
        result: 'inspecting',
        message: openInspectionMessage(inspectionNo ?? ''),
        openInspectionId: inspectionId,
      }
    case 'awaiting_seal':
    case 'listable': {
      const label = stateLabel(INSPECTION_STATES, state) ?? state
      const message = `该手机已质检（单号${inspectionNo ?? ''}），当前为“${label}”；如需重新质检，请选择重检`
      return { result: 'inspected', message, openInspectionId: inspectionId }
    }
    case 'listed':
      return { result: 'on_sale', message: DEVICE_ON_SALE_MESSAGE, openInspectionId: null }
    case 'sold':
      if (orderNo !== null) {
        const message = fillText(REFUSALS.UNIT_IN_ORDER, { orderNo })
        return { result: 'sold', message, openInspectionId: null }
      }
      if (isPhonesOwn) break
      return { result: 'sold', message: '该手机已售出；如已退回，请扫描IMEI重新质检', openInspectionId: null }
  }
  return { result: 'free', message: freeMessage(state, recordCount), openInspectionId: null }
}

function freeMessage(state: string | null, recordCount: number): string {
  if (state === 'sold') return '该手机曾售出，可重新质检，也可复用历史报告'
  return recordCount > 0 ? `可以质检，该手机有${recordCount}条历史记录，可复用报告` : '可以质检'
}

async function unknownPhone(tx: Tx, raw: string, code: string, classified: ClassifiedCode): Promise<Known> {
  const answer = (
    codeKind: string,
    verdict: Pick<Verdict, 'result' | 'message'>,
    models: readonly CatalogueModel[],
  ) => ({
    ...verdict,
    codeKind,
    code,
    barCode: null,
    imei: codeKind === 'imei' ? code : null,
    openInspectionId: null,
    suggestedModelIds: models.map((model) => model.id),
    history: [],
  })
  const free = { result: 'free', message: freeMessage(null, 0) } as const
  const { kind } = classified
  if (kind === 'imei') return answer('imei', free, [])
  if (kind === 'meid') return answer('meid', free, [])
  if (kind === 'barCode' || kind === 'inspectionNo' || kind === 'batchNo') {
    return answer(kind, { result: 'unknown', message: UNKNOWN_CODE_MESSAGE }, [])
  }
  const models = await modelsWithNumber(tx, code)
  if (models.length > 0) return answer('model', { result: 'unknown', message: '这是机型编号，请扫描IMEI条码' }, models)
  if (await findBag(tx, code)) {
    return answer('bagCode', { result: 'unknown', message: '该封袋码还未绑定手机，请扫描IMEI或条码' }, [])
  }
  if (/^\d*$/.test(code)) refuse('CODE_INVALID', { message: imeiFault(raw) ?? UNKNOWN_CODE_MESSAGE }, { field: 'code' })
  if (kind === 'waybill') refuse('CODE_INVALID', { message: '这是快递单号，请扫描IMEI条码' }, { field: 'code' })
  const serial = checkSerialNumber(code)
  if (serial.ok) return { ...answer('sn', { ...free, message: '可以质检（序列号）' }, []), code: serial.serialNumber }
  if (kind === 'simCard') refuse('CODE_INVALID', { message: SIM_CODE_MESSAGE }, { field: 'code' })
  if (isPartNumber(code)) refuse('CODE_INVALID', { message: PART_NUMBER_MESSAGE }, { field: 'code' })
  return refuse('CODE_INVALID', { message: '无法识别该编码，请扫描IMEI、条码或封袋码' }, { field: 'code' })
}

/** The models with this regulatory number, such as A2634 or ALN-AL00, however it was written. */
async function modelsWithNumber(tx: Tx, code: string): Promise<CatalogueModel[]> {
  const { catalogues } = await searchedBy(tx)
  return catalogues.flatMap((catalogue) => catalogue.withNumber(code))
}
