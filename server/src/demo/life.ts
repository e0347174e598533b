import type { OutputOf } from '@huanji/contract/call'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { extAuction, goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { extDefPhoto, realPhoto } from '@huanji/contract/calls/photo'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import { storageLabel } from '@huanji/domain/catalogue/models'
import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import type { Grade } from '@huanji/domain/template/types'
import { shanghaiDate } from '@huanji/domain/time'
import { type Caller, CallRefused } from './caller.ts'
import { type Course, courseOf } from './fates.ts'
import type { Journal } from './journal.ts'
import type { Market } from './market.ts'
import type { MerchantPlan } from './people.ts'
import type { PhonePlan } from './phones.ts'
import type { Photographer } from './photographs.ts'
import { type Draws, drawsOf } from './random.ts'
import type { Timeline } from './timeline.ts'

const MINUTE_MS = 60_000
/** Buyers' decisions are made just before a session ends, so that its offers are all there. */
const BEFORE_THE_END_MS = 3 * MINUTE_MS
const RETRY_MS = 30 * MINUTE_MS
/** How often an order is looked for before the phone is left as it is. */
const LOOKS = 6

/** A merchant at work, with what the marketplace knows it by. */
export interface Trader {
  readonly plan: MerchantPlan
  readonly sellerId: number
  readonly merchantId: string
  readonly shopAccountIds: readonly string[]
  /** The seal of the phone with this number. */
  bagCodeOf(number: number): string
}

export interface Workshop {
  readonly seed: number
  readonly journal: Journal
  readonly timeline: Timeline
  readonly caller: Caller
  readonly market: Market
  readonly photographer: Photographer
  /** Told after each phone's inspection. */
  inspected(): void
}

type Saved = Pick<
  OutputOf<typeof detRecord.addDetectRecord>,
  'inspectionId' | 'photoTaskId' | 'missingShots' | 'missingDefectPhotos'
> & { readonly grade: Grade | null }

interface OnSale {
  readonly listingId: string
  readonly reservePriceFen: number
  readonly endMs: number
}

/** Everything one phone goes through, each step at its time and done once. */
export function livePhone(workshop: Workshop, trader: Trader, phone: PhonePlan): void {
  const { plan } = workshop.journal
  const { seed, number, fate } = { ...phone, seed: workshop.seed }
  const course = courseOf(fate, { seed, number, startMs: plan.startMs, endMs: plan.endMs })
  workshop.timeline.at(course.inspectMs, () => new PhoneLife(workshop, trader, phone, course).begin())
}

class PhoneLife {
  private readonly workshop: Workshop
  private readonly trader: Trader
  private readonly phone: PhonePlan
  private readonly course: Course
  private readonly inspector: MerchantPlan['publisher']

  constructor(workshop: Workshop, trader: Trader, phone: PhonePlan, course: Course) {
    this.workshop = workshop
    this.trader = trader
    this.phone = phone
    this.course = course
    this.inspector = this.drawsFor('inspector').pick(trader.plan.inspectors)
  }

  /** Each step has draws of its own: one that is repeated after a crash comes out as it did before. */
  private drawsFor(step: string): Draws {
    return drawsOf(this.workshop.seed, `life:${this.phone.number}:${step}`)
  }

  private once<T>(step: string, work: () => Promise<T>): Promise<T> {
    const { journal, timeline } = this.workshop
    return journal.once(this.key(step), timeline.nowMs(), work)
  }

  /** Names a step of this phone; repeated calls carry it as their idempotency key. */
  private key(step: string): string {
    return `demo-${this.workshop.seed}-p${this.phone.number}-${step}`
  }

  async begin(): Promise<void> {
    const saved = await this.once('inspect', () => this.inspect())
    this.workshop.inspected()
    const { fate } = this.phone
    if (fate === 'draft') return
    await this.once('photos', () => this.photograph(saved))
    if (fate === 'awaitingPhotos' || fate === 'awaitingSeal') return
    const { publishMs, sessionMs } = this.course
    if (publishMs === null || sessionMs === null || saved.grade === null || saved.grade === 'X') return
    const { grade } = saved
    const isAlone = fate === 'publishFailed'
    this.workshop.timeline.at(publishMs, () => this.sell(saved.inspectionId, grade, sessionMs), isAlone)
  }

  private async inspect(): Promise<Saved> {
    const { caller } = this.workshop
    const { model, sku, answers, imei, fate, number } = this.phone
    const shopAccountId = this.drawsFor('shop').pick(this.trader.shopAccountIds)
    const isDraft = fate === 'draft'
    const isSealed = fate !== 'draft' && fate !== 'awaitingPhotos' && fate !== 'awaitingSeal'
    const made = await caller.call(
      this.inspector,
      detRecord.addDetectRecord,
      {
        mode: isDraft ? 'draft' : 'submit',
        channel: 'auction',
        code: { kind: 'imei', imei },
        modelId: model.id,
        sku,
        answers,
        shopAccountId,
        ...(isSealed ? { bagCode: this.trader.bagCodeOf(number) } : {}),
      },
      this.key('inspect'),
    )
    const { inspectionId, photoTaskId, missingShots, missingDefectPhotos } = made
    return { inspectionId, photoTaskId, missingShots, missingDefectPhotos, grade: made.explanation?.grade ?? null }
  }

  /** Takes the pictures: all that must be, or only the first ones of a phone that still waits for photographs. */
  private async photograph(saved: Saved): Promise<null> {
    const { caller, photographer } = this.workshop
    const { model, paint, number, fate } = this.phone
    const motifOf = (subject: string) => ({ subject, paint, platform: model.platform, variant: number })
    const send = async (subject: string) =>
      caller.upload(this.inspector, saved.photoTaskId, await photographer.take(motifOf(subject)))
    const isHalfway = fate === 'awaitingPhotos'
    const must = saved.missingShots.map((shot) => shot.code)
    const shots = isHalfway ? must.slice(0, this.drawsFor('photos').whole(0, 3)) : must
    const photos = await Promise.all(shots.map(async (position) => ({ uploadId: await send(position), position })))
    const { photoTaskId } = saved
    if (!isHalfway && saved.missingDefectPhotos.length > 0) {
      const defects = await Promise.all(
        saved.missingDefectPhotos.map(async ({ itemCode, optionCode }) => ({
          uploadId: await send(itemCode),
          itemCode,
          optionCode,
        })),
      )
      await caller.call(this.inspector, extDefPhoto.save, { photoTaskId, photos: defects })
    }
    if (photos.length > 0) await caller.call(this.inspector, realPhoto.saveRealPhoto, { photoTaskId, photos })
    return null
  }

  private async sell(inspectionId: string, grade: Grade, sessionMs: number): Promise<void> {
    const { timeline, market } = this.workshop
    const { fate } = this.phone
    if (fate === 'publishFailed') market.refuseNextPublication()
    const onSale = await this.once('publish', () => this.publish(inspectionId, grade, sessionMs))
    if (onSale === null) return
    if (fate === 'publishFailed') {
      // the marketplace's answer comes within the minute; nobody else may be the one it refuses
      await timeline.moveTo(timeline.nowMs() + 2 * MINUTE_MS)
      return
    }
    if (fate === 'offShelf') timeline.at(timeline.nowMs() + 40 * MINUTE_MS, () => this.takeOff(onSale))
    if (fate === 'unsold' || this.course.sells) {
      timeline.at(onSale.endMs - BEFORE_THE_END_MS, () => this.conclude(onSale))
    }
  }

  private async publish(inspectionId: string, grade: Grade, sessionMs: number): Promise<OnSale | null> {
    const { caller, timeline } = this.workshop
    const { publisher } = this.trader.plan
    const { sessions } = await caller.call(publisher, extAuction.sessions, {})
    const distance = (startsAt: string) => Math.abs(Date.parse(startsAt) - sessionMs)
    const [session] = sessions.toSorted((a, b) => distance(a.startsAt) - distance(b.startsAt))
    const { model, sku } = this.phone
    const label = storageLabel({ ram: sku.ram === '' ? null : sku.ram, storage: sku.storage })
    const day = shanghaiDate(new Date(timeline.nowMs()).toISOString())
    const referenceFen = referencePriceFen(model, label, grade, day)
    if (session === undefined || referenceFen === null) return null
    const draws = this.drawsFor('publish')
    const opinionFen = Math.round(referenceFen * (0.98 + 0.06 * draws.share()))
    const reservePriceFen = suggestedReserveFen(opinionFen)
    const { results } = await caller.call(
      publisher,
      goods.publish,
      {
        channel: 'auction',
        listings: [
          {
            inspectionIds: [inspectionId],
            shopAccountId: draws.pick(this.trader.shopAccountIds),
            scheduleDate: session.scheduleDate,
            scheduleNumber: session.scheduleNumber,
            startPriceFen: suggestedStartFen(opinionFen),
            reservePriceFen,
            priceConfirmed: true,
          },
        ],
      },
      this.key('publish'),
    )
    const [result] = results
    if (!result?.ok || result.listingId === null) return null
    return { listingId: result.listingId, reservePriceFen, endMs: Date.parse(session.endsAt) }
  }

  private async takeOff({ listingId }: OnSale): Promise<void> {
    const { caller } = this.workshop
    const { publisher } = this.trader.plan
    await this.once('takeOff', () =>
      caller.call(publisher, goods.operate, { action: 'off_shelf', rows: [{ listingId }] }, this.key('takeOff')),
    )
  }

  private async conclude({ listingId, reservePriceFen }: OnSale): Promise<void> {
    const { market, timeline } = this.workshop
    const { sells, payAfterMs, payAtMs } = this.course
    const share = 1 + 0.12 * this.drawsFor('deal').share()
    const priceFen = sells ? Math.round((reservePriceFen * share) / 100) * 100 : null
    await this.once('conclude', async () => market.conclude(listingId, priceFen, timeline.nowMs()))
    const payMs = payAtMs ?? (payAfterMs === null ? null : timeline.nowMs() + payAfterMs)
    if (payMs !== null) timeline.at(payMs, () => this.pay(LOOKS))
  }

  private async order() {
    const { list } = await this.workshop.caller.call(this.trader.plan.shipper, auctionOrder.list, {
      code: this.phone.imei,
    })
    return list[0] ?? null
  }

  private async pay(looks: number): Promise<void> {
    const { market, timeline } = this.workshop
    const order = await this.order()
    if (order === null) {
      if (looks > 0) timeline.at(timeline.nowMs() + RETRY_MS, () => this.pay(looks - 1))
      return
    }
    await this.once('pay', async () => market.pay(order.orderNo))
    const { shipAfterMs } = this.course
    if (shipAfterMs !== null) timeline.at(timeline.nowMs() + shipAfterMs, () => this.ship(LOOKS))
  }

  private async ship(looks: number): Promise<void> {
    const { timeline } = this.workshop
    const order = await this.order()
    if (order?.state !== 'awaiting_shipment') {
      if (looks > 0 && !this.workshop.journal.isDone(this.key('ship'))) {
        timeline.at(timeline.nowMs() + RETRY_MS, () => this.ship(looks - 1))
      }
      return
    }
    await this.once('ship', () => this.deliver(order.orderId))
  }

  private async deliver(orderId: string): Promise<null> {
    const { caller } = this.workshop
    const { imei, number } = this.phone
    const draws = this.drawsFor('parcel')
    const digits = String(draws.whole(10_000_000, 99_999_999)) + String(number).padStart(5, '0')
    const [carrierCode, waybill] = draws.pick([
      ['SF', `SF${digits}`],
      ['SF', `SF${digits}`],
      ['JD', `JD${digits}`],
      ['YTO', `YT${digits}`],
    ] as const)
    const scans = [{ unitCode: imei, bagCode: this.trader.bagCodeOf(number) }]
    try {
      await caller.call(
        this.trader.plan.shipper,
        auctionOrder.delivery,
        { orderId, carrierCode, waybill, scans },
        this.key('ship'),
      )
    } catch (error) {
      if (!(error instanceof CallRefused) || error.code !== 'ORDER_ALREADY_DELIVERED') throw error
    }
    return null
  }
}
