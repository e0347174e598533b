import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { recordAction } from '@huanji/contract/features/inspection/record-action'
import { shotName } from '@huanji/domain/photos/shots'
import type { BagAction } from '@huanji/domain/states/bag'
import { currentTemplate, findItem } from '@huanji/domain/template/template'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { recordsOfUnits } from './earlier-store.ts'
import { bagLinesOf, historyLinesOf, LOG_MAX, removedPhotosOf } from './record-store.ts'
import { findRecord } from './store.ts'
import { codesOfUnit, unitsOfPhone } from './unit-store.ts'

type Log = OutputOf<typeof recordAction.getDetRecordLogList>['list']
/** A line, and its place among those of the same moment. */
type Placed = Omit<Log[number], 'inspectionNo'> & { readonly place: number }

const SYSTEM = '系统'

/** What happened to a bag, as the log of its record says it. */
const BAG_LABELS: Readonly<Record<BagAction | 'register', string>> = {
  register: '登记封袋',
  bind: '绑定封袋',
  unbind: '解绑封袋',
  rebind: '换绑封袋',
  ship: '封袋出库',
  unship: '撤销封袋出库',
  open: '封袋拆封',
  void: '作废封袋',
  hold: '预留封袋',
  release: '取消预留封袋',
}

/** What a person did comes first, then what it brought about. */
const PLACES = { written: 0, photo: 1, bag: 2, moved: 3 } as const
const WRITTEN: readonly string[] = ['create', 'reinspect', 'submit', 'revise', 'reopen', 'void', 'replace']

const plain = { fromState: null, toState: null, changes: [] } as const

async function historyPart(tx: Tx, ids: readonly string[]): Promise<Placed[]> {
  const lines = await historyLinesOf(tx, ids)
  return lines.reverse().map(({ sequence: _sequence, changes, ...line }) => ({
    ...line,
    changes: changes.map((change) => ({ ...change })),
    place: WRITTEN.includes(line.action) ? PLACES.written : PLACES.moved,
  }))
}

async function bagPart(tx: Tx, ids: readonly string[]): Promise<Placed[]> {
  const lines = await bagLinesOf(tx, ids)
  return lines.reverse().map(({ inspectionId, at, who, action, bagCode, orderNo, note }) => ({
    ...plain,
    inspectionId,
    at,
    who: who ?? SYSTEM,
    changes: [],
    action: `bag.${action}`,
    actionLabel: BAG_LABELS[action],
    note: [bagCode, orderNo === '' ? '' : `订单${orderNo}`, note].filter((part) => part !== '').join('；'),
    place: PLACES.bag,
  }))
}

/** What a photograph that is gone showed. */
function subjectOf({ position, itemCode }: { readonly position: string | null; readonly itemCode: string | null }) {
  if (position !== null) return shotName(position) ?? position
  const item = itemCode === null ? null : findItem(currentTemplate('curated', 'full'), itemCode)
  return `${item?.name ?? itemCode ?? ''}（瑕疵）`
}

/** The photographs that were removed or replaced once their record had been submitted; before that nothing was settled. */
async function photoPart(tx: Tx, ids: readonly string[], history: readonly Placed[]): Promise<Placed[]> {
  const submittedAt = new Map<string, string>()
  for (const { inspectionId, action, at } of history) {
    if (action === 'submit' && !submittedAt.has(inspectionId)) submittedAt.set(inspectionId, at)
  }
  const photos = await removedPhotosOf(tx, ids)
  return photos
    .reverse()
    .filter(({ inspectionId, at }) => at > (submittedAt.get(inspectionId) ?? at))
    .map(({ inspectionId, at, removedBy, isReplaced, ...photo }) => ({
      ...plain,
      inspectionId,
      at,
      who: removedBy ?? SYSTEM,
      changes: [],
      action: isReplaced ? 'photo.replace' : 'photo.remove',
      actionLabel: isReplaced ? '更换照片' : '删除照片',
      note: subjectOf(photo),
      place: PLACES.photo,
    }))
}

/** The numbers of the records that a log is about, by their ids. */
async function recordsOf(
  tx: Tx,
  { inspectionId, wholePhone }: ParsedOf<typeof recordAction.getDetRecordLogList>,
): Promise<Map<string, string>> {
  const record = (await findRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
  const numbers = new Map([[inspectionId, record.inspectionNo]])
  const codes = wholePhone ? await codesOfUnit(tx, record.unitId) : null
  if (codes === null) return numbers
  const units = await unitsOfPhone(tx, codes)
  const others = await recordsOfUnits(tx, [...new Set([record.unitId, ...units.map((unit) => unit.unitId)])])
  for (const other of others) numbers.set(other.inspectionId, other.inspectionNo)
  return numbers
}

/**
 * What happened to a record, or to all records of its phone: what people did and changed, its bags, and the photographs
 * that were taken off it. Oldest first, the newest 500 lines. Refuses NOT_FOUND.
 */
export async function recordLog(tx: Tx, input: ParsedOf<typeof recordAction.getDetRecordLogList>): Promise<Log> {
  const numbers = await recordsOf(tx, input)
  const ids = [...numbers.keys()]
  const history = await historyPart(tx, ids)
  const lines = [...history, ...(await bagPart(tx, ids)), ...(await photoPart(tx, ids, history))]
  lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.place - b.place))
  return lines
    .slice(-LOG_MAX)
    .map(({ place: _place, ...line }) => ({ ...line, inspectionNo: numbers.get(line.inspectionId) ?? '' }))
}
