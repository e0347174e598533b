import { calls } from '@huanji/contract/calls/index'
import type { LoginContext } from '@huanji/contract/envelope'
import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { CHANNELS } from '@huanji/domain/channel'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import { addAddress } from '@huanji/server/modules/address/commands'
import { addEmployee, createMerchant } from '@huanji/server/modules/people/commands'
import { settableClock } from '@huanji/server/platform/clock'
import { hashPassword } from '@huanji/server/platform/passwords'
import { startTestGateway, TEST_START, type TestGateway } from '../../support/gateway.ts'
import type { Holder } from '../checks/access.ts'
import type { IdsByName } from '../checks/isolation.ts'
import { send, type Target } from '../gateway/target.ts'
import { type Client, plainClient, signIn } from './client.ts'
import type { OwnerQuery } from './fingerprint.ts'
import { gatherIds } from './gather.ts'
import { imeiOf } from './imei.ts'
import * as journey from './journey.ts'
import { type Outside, outsideOf } from './outside.ts'

export const PASSWORD = 'Contract2026'

/** A merchant with its owner signed in, and the ids of what it has. */
export interface Merchant {
  readonly merchantId: string
  readonly sellerId: number
  readonly phone: string
  readonly owner: Holder
  /** Grows with every answer that names something of the merchant's. */
  readonly ids: IdsByName
}

export interface World {
  readonly target: Target
  readonly query: OwnerQuery
  addMerchant(of: { phone: string; name: string }): Promise<Merchant>
  /** Lets a merchant do business: phones in every stage, from the scan to the bill. `life` keeps its codes apart from others'. */
  fill(merchant: Merchant, life: number, through?: (client: Client) => Client): Promise<void>
  /** Signs in one employee for each role preset, and one without any role. */
  staffOf(merchant: Merchant): Promise<Holder[]>
  /** A context of the merchant's owner that was good and is not any more. */
  endedSession(merchant: Merchant): Promise<LoginContext>
  /** Comes back when nothing is under way in the background. */
  settled(): Promise<void>
  end(): Promise<void>
}

const MARKETPLACE = { appKey: 'contract-app', appSecret: 'contract-app-secret' }
const TURN_MS = 10_000
const SHIP_FROM = { kind: 'ship', regionCode: '330106', detail: '文三路1号', isDefault: true } as const

interface Parts {
  readonly gateway: TestGateway
  readonly sandbox: Sandbox
  readonly outside: Outside
  readonly merchants: Merchant[]
  readonly passwordHash: string
}

/** Starts a gateway and a marketplace whose clocks are one, on a database of their own. */
export async function startWorld(): Promise<World> {
  const clock = settableClock(TEST_START)
  const pushUrl = { current: '' }
  const sandbox = createSandbox({
    ...MARKETPLACE,
    port: 0,
    dataFile: null,
    get pushUrl() {
      return pushUrl.current
    },
    seed: 1,
    clock: createSandboxClock({ startMs: clock.now().getTime(), speed: 0 }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    behaviour: { bid: false, shop: false, defaultShare: 0, refundShare: 0 },
  })
  await sandbox.start()
  const gateway = await startTestGateway({ clock, marketplace: { ...MARKETPLACE, url: sandbox.url } })
  pushUrl.current = `${gateway.url}/marketplace/push`
  const merchants: Merchant[] = []
  const parts: Parts = {
    gateway,
    sandbox,
    outside: outsideOf(sandbox.control),
    merchants,
    passwordHash: await hashPassword(PASSWORD),
  }
  return worldOf(parts)
}

function worldOf(parts: Parts): World {
  const { gateway, sandbox, merchants } = parts
  const target: Target = {
    url: gateway.url,
    letPass: async (seconds) => gateway.clock.advance(seconds * 1000),
  }
  return {
    target,
    query: (text, values) => gateway.database.open.ownerQuery(text, values),
    addMerchant: async (of) => {
      const merchant = await addMerchant(parts, target, of)
      merchants.push(merchant)
      return merchant
    },
    fill: (merchant, life, through = (client) => client) => fill(parts, target, merchant, life, through),
    staffOf: (merchant) => staffOf(target, merchant),
    endedSession: async (merchant) => {
      const context = await signIn(target, merchant.phone, PASSWORD)
      await send(target, calls.auth.logout.path, context, {})
      return context
    },
    settled: async () => {
      await deliverAll(parts)
    },
    end: async () => {
      await gateway.close()
      await sandbox.stop()
    },
  }
}

/** What the employee without a role goes by. */
export const NO_POST = '没有角色的员工'

/** Who works for a merchant beside the owner: the role presets, and somebody without a role. */
const STAFF: readonly (RolePreset | null)[] = [...ROLE_PRESETS.filter(({ key }) => key !== 'owner'), null]

/** The phone of the merchant's employee of that number, made from the owner's. */
const staffPhone = (ownerPhone: string, index: number): string =>
  `${ownerPhone.slice(0, 3)}${index + 1}${ownerPhone.slice(4)}`

async function addMerchant(
  { gateway, outside, passwordHash }: Parts,
  target: Target,
  { phone, name }: { phone: string; name: string },
): Promise<Merchant> {
  const now = gateway.clock.now()
  const { merchantId, sellerId } = await gateway.db.global(async (global) => {
    const merchant = await createMerchant(global, { name, phone, passwordHash, now })
    for (const [index, preset] of STAFF.entries()) {
      const roleIds = preset ? [merchant.roleIds[preset.key]] : []
      const of = staffPhone(phone, index)
      await addEmployee(merchant.tx, { phone: of, name: `${name}员工`, roleIds, isOwner: false, passwordHash, now })
    }
    await addAddress(merchant.tx, { ...SHIP_FROM, contactName: name, contactPhone: phone, now })
    return merchant
  })
  await outside.openShop({ sellerId, userName: `shop-${sellerId}`, nick: name })
  const context = await signIn(target, phone, PASSWORD)
  return { merchantId, sellerId, phone, owner: { name: '主账号', context, grants: new Set(), isOwner: true }, ids: {} }
}

async function staffOf(target: Target, { phone }: Merchant): Promise<Holder[]> {
  const holders: Holder[] = []
  for (const [index, preset] of STAFF.entries())
    holders.push({
      name: preset?.name ?? NO_POST,
      context: await signIn(target, staffPhone(phone, index), PASSWORD),
      grants: new Set(preset?.grants),
      isOwner: false,
    })
  return holders
}

/** Delivers what is due on both sides until nothing is, as minutes pass. */
async function deliverAll({ gateway, outside }: Parts): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    gateway.clock.advance(TURN_MS)
    await outside.advance(TURN_MS)
    await gateway.app.runtime.runSchedules()
    quiet = (await gateway.deliver()) === 0 ? quiet + 1 : 0
  }
}

/** Long stretches of time end sessions, so the owners sign in again afterwards. */
async function letTimePass(parts: Parts, target: Target, durationMs: number): Promise<void> {
  parts.gateway.clock.advance(durationMs)
  await parts.outside.advance(durationMs)
  for (const { phone, owner } of parts.merchants) Object.assign(owner.context, await signIn(target, phone, PASSWORD))
}

async function fill(
  parts: Parts,
  target: Target,
  merchant: Merchant,
  life: number,
  through: (client: Client) => Client,
): Promise<void> {
  const working = gatherIds(through(plainClient(target, merchant.owner.context)), merchant.ids)
  const client: Client = { ...working, rest: () => deliverAll(parts) }
  const outside: Outside = {
    ...parts.outside,
    advance: (durationMs) => letTimePass(parts, target, durationMs),
  }
  const settledOutside = wrapped(outside, () => deliverAll(parts))
  await deliverAll(parts)
  await doBusiness(client, settledOutside, life)
  await lookAround(client)
}

/** An outside world whose every act is followed by the deliveries it causes. */
function wrapped(outside: Outside, afterwards: () => Promise<void>): Outside {
  const then = async (act: Promise<void>): Promise<void> => {
    await act
    await afterwards()
  }
  return {
    nowMs: outside.nowMs,
    dump: outside.dump,
    openShop: (shop) => then(outside.openShop(shop)),
    advance: (durationMs) => then(outside.advance(durationMs)),
    placeBid: (bid) => then(outside.placeBid(bid)),
    concludeEntry: (entryId, priceFen) => then(outside.concludeEntry(entryId, priceFen)),
    payOrder: (orderNo) => then(outside.payOrder(orderNo)),
    confirmReceipt: (orderNo) => then(outside.confirmReceipt(orderNo)),
  }
}

/** Leaves phones behind in every stage: settled, waiting for shipment, on sale, listable. */
async function doBusiness(client: Client, outside: Outside, life: number): Promise<void> {
  const shopAccountId = await journey.usableShop(client)
  const bags = await journey.registerBags(client, `LIFE${life}B`, 4, 'roll')
  const inspected: journey.Inspected[] = []
  for (const [index, bagCode] of bags.entries()) {
    const phone = { imei: imeiOf(life * 1000 + index), bagCode }
    inspected.push(await journey.inspect(client, phone, shopAccountId, `phone-${index}`))
  }
  const listed: journey.Listed[] = []
  for (const [index, phone] of inspected.slice(0, 3).entries())
    listed.push(await journey.publish(client, phone, shopAccountId, `phone-${index}`))
  const ordered: journey.Ordered[] = []
  for (const phone of listed.slice(0, 2)) {
    await journey.onSale(client, phone.listingId)
    const order = await journey.win(client, outside, phone)
    await outside.payOrder(order.orderNo)
    await journey.orderIn(client, order.orderId, 'awaiting_shipment')
    ordered.push(order)
  }
  const [first] = ordered
  if (!first) throw new Error('nothing was sold')
  await journey.ship(client, first, 'phone-0')
  await journey.settle(client, outside, [first])
}

/** Reads every list once, so that the ids of everything are gathered. */
async function lookAround(client: Client): Promise<void> {
  const { address, role, employee, extSession, shop, detRecord, sealBag, goods, auctionOrder, bill } = calls
  for (const spec of [
    role.list,
    employee.list,
    extSession.list,
    address.list,
    shop.list,
    sealBag.GetSealBagList,
    goods.list,
    auctionOrder.list,
    bill.list,
  ])
    await client.call(spec, {})
  for (const channel of CHANNELS) await client.call(detRecord.getDetectRecordList, { channel })
  await client.call(address.options, {})
}
