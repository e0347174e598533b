import { TAB_COUNT_CAP } from '@huanji/contract/constants'
import { EMPLOYEE_STATUS_LABELS } from '@huanji/contract/features/people/labels'
import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { searchModels } from '@huanji/domain/catalogue/search'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { lettersOf, readsAs } from '@huanji/domain/pinyin'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { searchedBy } from '../catalogue/known.ts'
import { countRecordsOfModels } from '../inspection/list-store.ts'
import { countListingsOfModels } from '../listing/list-store.ts'
import { countOrdersOfModels, listOrders } from '../order/list-store.ts'
import { namesOfEmployees } from '../people/employee-store.ts'
import { listRefunds } from '../refund/list-store.ts'
import { HITS_OF_A_KIND_MAX, type Hit, holdsAny, type Place } from './hit.ts'
import { readingsOfName } from './name-readings.ts'
import { ORDER_GRANTS, orderHit, REFUND_GRANTS, refundHit } from './trade-hits.ts'

type Found = Omit<Hit, 'kind'>

/** The first rows of a list, without counting it any further. */
const FIRST = { page: 1, pageSize: HITS_OF_A_KIND_MAX, countTo: HITS_OF_A_KIND_MAX } as const

/** A list with the phones of a model: how many of each model it has. */
interface ModelPlace {
  readonly grant: string
  readonly page: 'auctionInspections' | 'curatedInspections' | 'listings' | 'auctionOrders' | 'curatedOrders'
  readonly unit: string
  readonly countOf: (tx: Tx, modelIds: readonly string[]) => Promise<Readonly<Record<string, number>>>
}

const INSPECTIONS = '/xySaasDetect/detRecord/getDetectRecordList'

const MODEL_PLACES: readonly ModelPlace[] = [
  ...CHANNELS.map(
    (channel): ModelPlace => ({
      grant: INSPECTIONS,
      page: CHANNEL_PAGES[channel].inspections,
      unit: '台',
      countOf: (tx, modelIds) => countRecordsOfModels(tx, channel, modelIds),
    }),
  ),
  { grant: '/api/goods/list', page: 'listings', unit: '件', countOf: countListingsOfModels },
  {
    grant: '/api/yushiorder/v1/order/list',
    page: 'auctionOrders',
    unit: '单',
    countOf: (tx, modelIds) => countOrdersOfModels(tx, 'auction', modelIds),
  },
  {
    grant: '/api/saleorder/v1/order/list',
    page: 'curatedOrders',
    unit: '单',
    countOf: (tx, modelIds) => countOrdersOfModels(tx, 'curated', modelIds),
  },
]

const countText = (count: number, unit: string): string =>
  count < TAB_COUNT_CAP ? `${count}${unit}` : `${TAB_COUNT_CAP - 1}+${unit}`

/** The lists that have phones of the models that the words may mean, the likeliest model first. */
async function modelHits(tx: Tx, words: string, actor: Actor): Promise<Found[]> {
  const models = searchModels(words, HITS_OF_A_KIND_MAX, await searchedBy(tx)).map(({ model }) => model)
  if (models.length === 0) return []
  const ids = models.map(({ id }) => id)
  const places = MODEL_PLACES.filter(({ grant }) => holdsAny(actor, [grant]))
  const counts: Readonly<Record<string, number>>[] = []
  for (const { countOf } of places) counts.push(await countOf(tx, ids))
  return models.flatMap((model) =>
    places.flatMap(({ page, unit }, at) => {
      const count = counts[at]?.[model.id] ?? 0
      if (count === 0) return []
      const title = modelTitle(model)
      const link = linkTo(page, { modelId: model.id, 'modelId.label': title })
      return [{ title, subtitle: `${PAGES[page].title} ${countText(count, unit)}`, link }]
    }),
  )
}

async function orderHits(tx: Tx, keyword: string, channel: Channel): Promise<Found[]> {
  const { list } = await listOrders(tx, channel, { ...FIRST, keyword })
  return list.map((order) => orderHit(order, order.buyerNick))
}

async function refundHits(tx: Tx, keyword: string, channel: Channel): Promise<Found[]> {
  const { list } = await listRefunds(tx, { ...FIRST, keyword, channel: [channel] })
  return list.map((refund) => refundHit(refund, refund.buyerNick))
}

/** So many digits of a phone number are no accident. */
const PHONE_END = /^\d{4,11}$/
const END_DIGITS = 4

/** Colleagues by a part of the name, by its pinyin, or by the end of the phone number. */
async function employeeHits(tx: Tx, words: string): Promise<Found[]> {
  const letters = lettersOf(words)
  const isMeant = ({ name, phone }: { readonly name: string; readonly phone: string }): boolean =>
    name.includes(words) ||
    (PHONE_END.test(words) && phone.endsWith(words)) ||
    (letters !== null && readsAs(readingsOfName(name), letters))
  const found = (await namesOfEmployees(tx)).filter(isMeant)
  return found.map(({ name, phone, status }) => ({
    title: name,
    subtitle: `员工 · 手机尾号 ${phone.slice(-END_DIGITS)} · ${EMPLOYEE_STATUS_LABELS[status]}`,
    link: linkTo('staff', { keyword: name }),
  }))
}

/** Where words may lead, likeliest first. */
export const WORD_PLACES: readonly Place[] = [
  { kind: 'model', grants: MODEL_PLACES.map(({ grant }) => grant), hitsOf: modelHits },
  ...CHANNELS.map(
    (channel): Place => ({
      kind: 'order',
      grants: [ORDER_GRANTS[channel]],
      hitsOf: (tx, words) => orderHits(tx, words, channel),
    }),
  ),
  ...CHANNELS.map(
    (channel): Place => ({
      kind: 'refund',
      grants: [REFUND_GRANTS[channel]],
      hitsOf: (tx, words) => refundHits(tx, words, channel),
    }),
  ),
  { kind: 'employee', grants: ['/api/emp/list'], hitsOf: employeeHits },
]
