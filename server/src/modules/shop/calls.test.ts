import type { LoginContext } from '@huanji/contract/envelope'
import { shop } from '@huanji/contract/features/shop/calls'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import type { Shop } from '@huanji/marketplace/protocol/shops'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { somebodyWaits } from '../../../../tests/support/lock-wait.ts'
import { newId } from '../../platform/ids.ts'
import { refreshShops, shopJobs, shopSchedules } from '../../sync/shops.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../people/commands.ts'
import { requireUsableShop } from './commands.ts'

const DAY_MS = 24 * 3_600_000

let gateway: AccountGateway
let merchant: CreatedMerchant
let login: LoginContext
/** What the marketplace says of the merchants' shops, by seller; null: it cannot be reached. */
const remote = new Map<number, Shop[] | null>()

const listShops: MarketplaceClient['listShops'] = async (sellerId) => {
  const list = remote.get(sellerId) ?? null
  if (list === null) throw new Error('the marketplace does not answer')
  return { list }
}

beforeAll(async () => {
  gateway = await startAccountGateway({
    marketplaceClient: { listShops } as MarketplaceClient,
    modules: { jobHandlers: shopJobs, schedules: shopSchedules },
  })
  merchant = await gateway.merchant('13800135001', '示例商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(1000)
  for (const table of ['shop_account', 'shop_directory']) await gateway.query(`delete from ${table}`)
  login = await gateway.signIn('13800135001')
})

function remoteShop(authorizeId: number, changes: Partial<Shop> = {}): Shop {
  return {
    authorize_id: authorizeId,
    authorize_expires: Math.floor(gateway.clock.now().getTime() / 1000) + 30 * 86_400,
    user_identity: `identity-${authorizeId}`,
    user_name: `member${authorizeId}`,
    user_nick: `昵称${authorizeId}`,
    shop_name: `店铺${authorizeId}`,
    is_deposit_enough: true,
    is_pro: false,
    is_valid: true,
    is_trial: false,
    valid_end_time: 0,
    item_biz_types: '2,0,19',
    ...changes,
  }
}

async function refresh(...shops: Shop[]): Promise<void> {
  remote.set(merchant.sellerId, shops)
  gateway.clock.advance(1000)
  await refreshShops(gateway.services, merchant.merchantId)
}

const inDays = (days: number) => Math.floor((gateway.clock.now().getTime() + days * DAY_MS) / 1000)

const list = async (filter: object = {}) => granted(await gateway.call(shop.list, filter, { login }))

describe('shops', () => {
  it('are what the marketplace says they are', async () => {
    await refresh(remoteShop(1))
    const page = await list()
    expect(page.list).toEqual([
      {
        shopAccountId: expect.any(String),
        shopName: '店铺1',
        nick: '昵称1',
        userName: 'member1',
        state: 'normal',
        authorisedUntil: expect.stringMatching(/Z$/),
        depositEnough: true,
        depositFen: null,
        auctionAllowed: true,
        curatedAllowed: true,
        multiStockAllowed: false,
        expiresInDays: 29,
        channels: ['auction', 'curated'],
        enabled: true,
        repost: { enabled: false },
        liveListings: 0,
        openOrders: 0,
        allowedActions: ['rebind', 'business', 'repost', 'remark', 'unbind', 'delete'],
        remark: '',
        version: 1,
      },
    ])
    expect(page.counts).toEqual({ normal: 1 })
  })

  it('change with the marketplace but keep their id and what people wrote here', async () => {
    await refresh(remoteShop(1))
    const [before] = (await list()).list
    await gateway.query("update shop_account set remark = '主力店', version = 2")
    await refresh(remoteShop(1, { shop_name: '新店名', is_pro: true, item_biz_types: '2', is_deposit_enough: false }))
    const [after] = (await list()).list
    expect(after).toMatchObject({
      shopAccountId: before?.shopAccountId,
      shopName: '新店名',
      multiStockAllowed: true,
      curatedAllowed: false,
      auctionAllowed: true,
      depositEnough: false,
      remark: '主力店',
      version: 2,
    })
  })

  it('have a state that follows from the time', async () => {
    await refresh(
      remoteShop(1, { authorize_expires: inDays(30) }),
      remoteShop(2, { authorize_expires: inDays(6.9) }),
      remoteShop(3, { authorize_expires: inDays(-1) }),
      remoteShop(4, { is_valid: false }),
    )
    const page = await list()
    const states = Object.fromEntries(page.list.map(({ shopName, state }) => [shopName, state]))
    expect(states).toEqual({ 店铺1: 'normal', 店铺2: 'expiring', 店铺3: 'expired', 店铺4: 'unauthorised' })
    expect(page.counts).toEqual({ normal: 1, expiring: 1, expired: 1, unauthorised: 1 })
    expect((await list({ state: 'expiring' })).list.map(({ shopName }) => shopName)).toEqual(['店铺2'])
    const found = await list({ keyword: 'MEMBER3' })
    expect(found.list.map(({ shopName }) => shopName)).toEqual(['店铺3'])
    expect(found.counts).toEqual({ expired: 1 })
  })

  it('that the marketplace no longer names are not authorised any more, and come back when it does', async () => {
    await refresh(remoteShop(1), remoteShop(2))
    await refresh(remoteShop(2))
    expect((await list({ state: 'unauthorised' })).list.map(({ shopName }) => shopName)).toEqual(['店铺1'])
    await refresh(remoteShop(1), remoteShop(2))
    expect((await list({ state: 'normal' })).total).toBe(2)
    await refresh()
    expect((await list({ state: 'unauthorised' })).total).toBe(2)
  })

  it('stay as they are while the marketplace cannot be reached', async () => {
    await refresh(remoteShop(1))
    remote.set(merchant.sellerId, null)
    await expect(refreshShops(gateway.services, merchant.merchantId)).rejects.toThrow('does not answer')
    expect((await list()).counts).toEqual({ normal: 1 })
  })

  it('of each merchant are refreshed again and again, whatever becomes of one of them', async () => {
    const other = await gateway.merchant(`1380013${String(gateway.clock.now().getTime()).slice(-4)}`, '别的商家')
    remote.set(merchant.sellerId, null)
    remote.set(other.sellerId, [remoteShop(9)])
    await shopSchedules[0]?.run(gateway.services)
    const rows = await gateway.query('select merchant_id, shop_name from shop_account')
    expect(rows).toEqual([{ merchant_id: other.merchantId, shop_name: '店铺9' }])
    // and nobody sees another merchant's
    expect((await list()).list).toEqual([])
  })
})

describe('choosing a shop', () => {
  const options = async (channel?: 'auction' | 'curated') =>
    granted(await gateway.call(shop.options, channel ? { channel } : {}, { login })).options

  it('offers all, and says which can be used for the channel', async () => {
    await refresh(
      remoteShop(1),
      remoteShop(2, { item_biz_types: '2' }),
      remoteShop(3, { item_biz_types: '19' }),
      remoteShop(4, { is_deposit_enough: false }),
      remoteShop(5, { authorize_expires: inDays(-1) }),
    )
    const usable = async (channel?: 'auction' | 'curated') =>
      (await options(channel)).filter((one) => one.usable).map(({ label }) => label)
    expect(await options()).toHaveLength(5)
    expect(await usable()).toEqual(['店铺1', '店铺2', '店铺3'])
    expect(await usable('auction')).toEqual(['店铺1', '店铺2'])
    expect(await usable('curated')).toEqual(['店铺1', '店铺3'])
  })

  it('names what is wrong with a shop that cannot be used', async () => {
    await refresh(
      remoteShop(1),
      remoteShop(2, { item_biz_types: '2' }),
      remoteShop(3, { is_deposit_enough: false }),
      remoteShop(4, { is_valid: false }),
      remoteShop(5, { authorize_expires: inDays(-1) }),
      remoteShop(6),
      remoteShop(7, { item_biz_types: '19' }),
    )
    await gateway.query('update shop_account set enabled = false where authorize_id = 6')
    const idOf = new Map((await options()).map(({ label, value }) => [label, value]))
    const use = (name: string, channel: 'auction' | 'curated') =>
      gateway.db.tenant(merchant.merchantId, (tx) =>
        requireUsableShop(tx, idOf.get(name) ?? '', channel, gateway.clock.now()),
      )
    expect(await use('店铺1', 'curated')).toMatchObject({ userName: 'member1', sellerId: merchant.sellerId })
    const refusals: [string, 'auction' | 'curated', string][] = [
      ['店铺2', 'curated', '未开通严选'],
      ['店铺3', 'auction', '保证金不足'],
      ['店铺4', 'auction', '未授权'],
      ['店铺5', 'auction', '授权已过期'],
      ['店铺6', 'auction', '已停用'],
      ['店铺7', 'auction', '未开通鱼市'],
    ]
    for (const [name, channel, reason] of refusals) {
      await expect(use(name, channel)).rejects.toThrow(`店铺“${name}”${reason}，请先在店铺账号中处理`)
    }
  })

  it('defect: was deleted while goods were being put into it', async () => {
    await refresh(remoteShop(1))
    const [row] = (await list()).list
    const shopAccountId = row?.shopAccountId ?? ''
    const done: string[] = []
    const held = Promise.withResolvers<void>()
    const publishing = gateway.db.tenant(merchant.merchantId, async (tx) => {
      await requireUsableShop(tx, shopAccountId, 'auction', gateway.clock.now())
      held.resolve()
      await somebodyWaits(gateway.database.open)
      done.push('published')
    })
    await Promise.race([held.promise, publishing])
    const deleting = gateway.call(shop.del, { shopAccountId }, { login }).then(() => done.push('deleted'))
    await Promise.all([publishing, deleting])
    expect(done).toEqual(['published', 'deleted'])
  })

  it('cannot tell another merchant’s shop from one that does not exist', async () => {
    await refresh(remoteShop(1))
    const [foreign] = (await list()).list
    const other = await gateway.merchant(`1380014${String(gateway.clock.now().getTime()).slice(-4)}`, '外人')
    const use = (id: string) =>
      gateway.db.tenant(other.merchantId, (tx) => requireUsableShop(tx, id, 'auction', gateway.clock.now()))
    await expect(use(foreign?.shopAccountId ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(use(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('what people write of a shop', () => {
  const only = async () => (await list()).list[0] ?? { shopAccountId: '', version: 0 }

  it('is kept, recorded, and not overwritten by a colleague who has not seen it', async () => {
    await refresh(remoteShop(1))
    const { shopAccountId, version } = await only()
    const remark = (text: string) => gateway.call(shop.remark, { shopAccountId, remark: text, version }, { login })
    expect(granted(await remark('主力店')).shop).toMatchObject({ remark: '主力店', version: version + 1 })
    expect((await remark('另一个备注'))._bizErrCode).toBe('VERSION_CONFLICT')
    expect(granted(await gateway.call(shop.remark, { shopAccountId }, { login })).shop.remark).toBe('')
    const lines = await gateway.query("select before, after from audit_log where action = '/api/xyAccount/remark'")
    expect(lines).toEqual([
      { before: { 备注: '' }, after: { 备注: '主力店' } },
      { before: { 备注: '主力店' }, after: { 备注: '' } },
    ])
  })

  it('decides for what it is used, within what the marketplace permits', async () => {
    await refresh(remoteShop(1, { item_biz_types: '2,19' }), remoteShop(2, { item_biz_types: '2' }))
    const [second, first] = (await list()).list
    const business = (row: typeof first, enabled: boolean, channels: ('auction' | 'curated')[]) =>
      gateway.call(shop.business, { shopAccountId: row?.shopAccountId ?? '', enabled, channels }, { login })
    expect((await business(second, true, ['curated']))._errStr).toBe('闲鱼没有为店铺“店铺2”开通严选，请先在闲鱼开通')
    granted(await business(first, true, ['curated']))
    const usable = async (channel: 'auction' | 'curated') =>
      granted(await gateway.call(shop.options, { channel }, { login }))
        .options.filter((one) => one.usable)
        .map(({ label }) => label)
    expect(await usable('auction')).toEqual(['店铺2'])
    expect(await usable('curated')).toEqual(['店铺1'])
    granted(await business(first, false, ['curated']))
    expect(await usable('curated')).toEqual([])
    // what the marketplace opens later was not asked for
    await refresh(remoteShop(1, { item_biz_types: '2,19' }))
    expect((await list()).list.find(({ shopName }) => shopName === '店铺1')).toMatchObject({
      channels: ['curated'],
      enabled: false,
    })
  })
})
