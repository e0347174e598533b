import { dictionary } from '@huanji/domain/dictionary'
import { MENU } from './menu.ts'
import type { MenuNode } from './menu-tree.ts'

/** One thing that is needed: a grant, or any one of several, the usual one first. */
type Need = string | readonly string[]

const INSPECTIONS = '/xySaasDetect/detRecord/getDetectRecordList'
const REPORT = '/xySaasDetect/detRecord/getDetRecordDetails'
const SCAN = '/xySaasDetect/detRecord/verifyBarCode'
const INSPECT = '/xySaasDetect/detRecord/addDetectRecord'
const SHOOT = '/xySaasDetectApi/realPhoto/saveRealPhoto'
const SHOOT_FAULTS = '/api/ext/defPhoto/save'
const BATCHES = '/xySaasDetect/detRecord/getMultiDetRecordList'
const BATCH_UNITS = '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId'
const BAGS = '/xySaasDetect/sealBag/GetSealBagList'
const GOODS = '/api/goods/list'
const AUCTION = '/api/yushiorder/v1/order'
const CURATED = '/api/saleorder/v1/order'
const ORDERS = [`${AUCTION}/list`, `${CURATED}/list`]
const REFUND = '/api/refund/v1'
const REFUNDS = `${REFUND}/list`
const ORDER_MONEY = 'field:orderMoney'
const FILES = '/api/goods/export_list'

/** All of these need the same. */
const each = (grants: readonly string[], needs: readonly Need[]): Readonly<Record<string, readonly Need[]>> =>
  Object.fromEntries(grants.map((grant) => [grant, needs]))

/** What has to be held for a page to show anything: the call of its list, or the work that is done on it. */
const PAGE_NEEDS: Readonly<Record<string, readonly Need[]>> = dictionary({
  '/store/account': ['/api/xyAccount/list'],
  // what was begun at a station goes on from its list
  '/check/ys/check': [SCAN, '/check/ys/list'],
  '/check/yx/check': [SCAN, '/check/yx/sing-list'],
  '/check/ys/list': [INSPECTIONS],
  '/check/yx/sing-list': [INSPECTIONS],
  '/check/yx/batchCheck': ['/xySaasDetect/detRecord/addMultiCommodity'],
  '/check/yx/plural-list': [BATCHES],
  '/check/ys/baglog': [BAGS],
  '/check/phone': ['/api/ext/phone/life'],
  '/sale/product': [GOODS],
  '/sale/order': [`${AUCTION}/list`],
  '/sale/yxorder': [`${CURATED}/list`],
  '/sale/after-sale': [REFUNDS],
  '/capital/bill': ['/api/bill/v1/list'],
  '/account/staff': ['/api/emp/list'],
  '/account/role': ['/api/role/list'],
  '/account/webhook': ['/api/ext/webhook/list'],
  '/account/audit': ['/api/ext/audit/list'],
  '/account/apikey': ['/api/ext/apiKey/list'],
  '/merchant/profile': ['/api/ext/merchant/rename'],
  '/merchant/address': ['/api/address/list'],
  '/tool/download': [FILES],
  '/tool/import': ['/api/ext/stockImport/start'],
})

/** What an action cannot be done without, beside a page that it stands on. A list needs what a click on its rows opens. */
const ACTION_NEEDS: Readonly<Record<string, readonly Need[]>> = dictionary({
  ...each(
    ['remark', 'bind', 'business', 're_post_set', 'del'].map((call) => `/api/xyAccount/${call}`),
    ['/api/xyAccount/list'],
  ),
  [INSPECTIONS]: [REPORT],
  [SCAN]: [[INSPECT, SHOOT]],
  [INSPECT]: [SCAN, INSPECTIONS],
  // a phone with a fault is finished by the picture of it
  [SHOOT]: [SCAN, INSPECTIONS, SHOOT_FAULTS],
  [SHOOT_FAULTS]: [SHOOT],
  '/xySaasDetect/realPhoto/useOldRealPhotoInfo': [SHOOT],
  '/api/ext/sealBag/bind': [INSPECTIONS],
  '/xySaasDetect/detRecord/addMultiCommodity': [INSPECT, BATCHES],
  '/xySaasDetect/detRecord/updateXyUid': [INSPECTIONS],
  '/xySaasDetect/detRecord/deleteDetRecord': [INSPECTIONS],
  '/api/ext/modelMapping/save': [INSPECTIONS],
  [BATCHES]: [BATCH_UNITS, REPORT],
  [BATCH_UNITS]: [BATCHES],
  '/api/ext/sealBag/registerRoll': [BAGS],
  [GOODS]: ['/api/goods/detail'],
  ...each(
    ['detail', 'publish', 'edit', 'operate'].map((call) => `/api/goods/${call}`),
    [GOODS],
  ),
  '/api/goods/export_create': [GOODS, FILES],
  ...each(['field:reservePrice', 'field:costPrice'], [GOODS]),
  [`${AUCTION}/list`]: [`${AUCTION}/detail`],
  ...each(
    ['detail', 'delivery', 'close', 'offerRecord'].map((call) => `${AUCTION}/${call}`),
    [`${AUCTION}/list`],
  ),
  [`${AUCTION}/export`]: [`${AUCTION}/list`, FILES],
  [`${CURATED}/list`]: [`${CURATED}/detail`],
  ...each(
    ['detail', 'setDeliveryStock', 'close'].map((call) => `${CURATED}/${call}`),
    [`${CURATED}/list`],
  ),
  [`${CURATED}/delivery`]: [`${CURATED}/list`, `${CURATED}/setDeliveryStock`],
  [`${CURATED}/changePrice`]: [`${CURATED}/list`, ORDER_MONEY],
  [`${CURATED}/export`]: [`${CURATED}/list`, FILES],
  ...each([`${AUCTION}/addRemark`, 'field:buyerContact', '/api/ext/buyerContact/reveal'], [ORDERS]),
  [ORDER_MONEY]: [[...ORDERS, REFUNDS]],
  [REFUNDS]: [`${REFUND}/detail`, `${REFUND}/detail_yushi`],
  ...each(
    [
      ...['detail', 'detail_yushi', 'refuse', 'remark'].map((call) => `${REFUND}/${call}`),
      ...['receive', 'recheck', 'resend'].map((call) => `/api/ext/refund/${call}`),
    ],
    [REFUNDS],
  ),
  // nobody gives money back without seeing how much
  ...each(
    ['agree', 'confirm', 'confirm_yushi'].map((call) => `${REFUND}/${call}`),
    [REFUNDS, ORDER_MONEY],
  ),
  '/api/ext/refund/export': [REFUNDS, FILES],
  ...each(['/api/ext/bill/reconcile', '/api/ext/bill/adjust'], ['/api/bill/v1/list']),
  '/api/ext/bill/export': ['/api/bill/v1/list', FILES],
  ...each(
    [
      ...['edit', 'updateStatus', 'del'].map((call) => `/api/emp/${call}`),
      ...['requirePasswordReset', 'endSessions'].map((call) => `/api/ext/emp/${call}`),
    ],
    ['/api/emp/list'],
  ),
  ...each(['/api/role/edit', '/api/role/del'], ['/api/role/list']),
  '/api/ext/webhook/save': ['/api/ext/webhook/list'],
  '/api/ext/audit/verify': ['/api/ext/audit/list'],
  ...each(['/api/ext/apiKey/edit', '/api/ext/apiKey/revoke'], ['/api/ext/apiKey/list']),
  ...each(['/api/address/edit', '/api/address/del'], ['/api/address/list']),
  'scope:allExports': [FILES],
})

/** Pages beside those it stands on from which an action is done: a report opens from wherever its number stands. */
const ALSO_DONE_ON: Readonly<Record<string, readonly string[]>> = dictionary({
  [REPORT]: ['/check/yx/plural-list', '/check/ys/baglog', '/check/phone'],
})

/** The pages of the menu that an action stands on, in its order. */
function pagesByAction(nodes: readonly MenuNode[], found = new Map<string, string[]>()): Map<string, string[]> {
  for (const { path, children = [] } of nodes) {
    for (const { interfaceId } of children)
      if (path !== undefined && interfaceId !== undefined)
        found.set(interfaceId, [...(found.get(interfaceId) ?? []), path])
    pagesByAction(children, found)
  }
  return found
}

const PAGES_BY_ACTION = pagesByAction(MENU)

/** Everything that a page or an action cannot do without; nothing for what the menu does not know. */
export function needsOf(grant: string): readonly Need[] {
  const pages = PAGES_BY_ACTION.get(grant)
  const page = pages === undefined ? [] : [[...pages, ...(ALSO_DONE_ON[grant] ?? [])]]
  return [...page, ...(PAGE_NEEDS[grant] ?? []), ...(ACTION_NEEDS[grant] ?? [])]
}

/** Says what a grant cannot do without. */
export type NeedsOf = (grant: string) => readonly Need[]

/** What is needed of what is known: a need that nothing known meets is left out. */
export const needsAmong = (known: ReadonlySet<string>): NeedsOf => {
  const kept = (need: Need): Need[] => {
    if (typeof need === 'string') return known.has(need) ? [need] : []
    const some = need.filter((one) => known.has(one))
    return some.length > 0 ? [some] : []
  }
  return (grant) => needsOf(grant).flatMap(kept)
}

const isMet = (need: Need, held: ReadonlySet<string>): boolean =>
  typeof need === 'string' ? held.has(need) : need.some((one) => held.has(one))

/**
 * The grants with everything that they cannot do without. Where one of several would do and none is held, the usual one
 * is taken, once what is needed in any case is there.
 */
export function withNeeds(grants: Iterable<string>, needs: NeedsOf = needsOf): Set<string> {
  const held = new Set(grants)
  for (;;) {
    const unmet = [...held].flatMap((grant) => needs(grant).filter((need) => !isMet(need, held)))
    const plain = unmet.filter((need) => typeof need === 'string')
    const [usual] = unmet.flatMap((need) => (typeof need === 'string' ? [] : need.slice(0, 1)))
    if (plain.length === 0 && usual === undefined) return held
    for (const grant of plain.length > 0 ? plain : [usual ?? '']) held.add(grant)
  }
}

/**
 * What is left of the grants once some were taken away: without those that could be done before and now lack something,
 * and without those that need these in turn. What could not be done before either stays as it is.
 */
export function withoutStranded(
  left: Iterable<string>,
  before: ReadonlySet<string>,
  needs: NeedsOf = needsOf,
): Set<string> {
  const held = new Set(left)
  for (;;) {
    const stranded = [...held].filter((grant) => needs(grant).some((need) => isMet(need, before) && !isMet(need, held)))
    if (stranded.length === 0) return held
    for (const grant of stranded) held.delete(grant)
  }
}

/** What is held and cannot be done, with what it lacks. */
interface Gap {
  readonly grant: string
  /** As many grants as are needed, the usual one where one of several would do. */
  readonly lacks: readonly string[]
}

/** Everything that is held of these grants and cannot be done with them. */
export function gapsOf(grants: Iterable<string>, needs: NeedsOf = needsOf): Gap[] {
  const held = new Set(grants)
  return [...held].flatMap((grant) => {
    const unmet = needs(grant).filter((need) => !isMet(need, held))
    const lacks = unmet.flatMap((need) => (typeof need === 'string' ? need : need.slice(0, 1)))
    return lacks.length === 0 ? [] : [{ grant, lacks }]
  })
}
