import type { LoginContext } from '@huanji/contract/envelope'
import { shop } from '@huanji/contract/features/shop/calls'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { MarketplaceRefused, MarketplaceTimeout } from '@huanji/marketplace/client/errors'
import type { Shop } from '@huanji/marketplace/protocol/shops'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshShops, shopJobs } from '../../sync/shops.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../people/commands.ts'

const MINE = '13800135101'
const OTHERS = '13800135102'

let gateway: AccountGateway
let merchant: CreatedMerchant
let other: CreatedMerchant
let login: LoginContext

/** The shops that the marketplace would authorise, by code; each code counts once. */
const codes = new Map<string, Shop>()
/** What each seller has authorised. */
const authorised = new Map<number, Shop[]>()
const cancelled: number[] = []
let isAway = false

const client: Partial<MarketplaceClient> = {
  listShops: async (sellerId) => ({ list: authorised.get(sellerId) ?? [] }),
  createAuthorization: async (sellerId, { authorize_code: code }) => {
    if (isAway) throw new MarketplaceTimeout('/authorize/create', 1)
    const found = codes.get(code)
    if (!found) throw new MarketplaceRefused('/authorize/create', 100008, '授权码无效或已使用，请重新授权')
    codes.delete(code)
    const rest = (authorised.get(sellerId) ?? []).filter((one) => one.authorize_id !== found.authorize_id)
    authorised.set(sellerId, [...rest, found])
    return found
  },
  cancelAuthorization: async (_, { authorize_id: id }) => {
    cancelled.push(id)
    return {}
  },
}

beforeAll(async () => {
  gateway = await startAccountGateway({
    marketplaceClient: client as MarketplaceClient,
    settings: {
      consentUrl: 'https://market.example.com/authorize?client=1&back={redirect}&state={state}',
      ownOrigins: ['https://shop.example.com', 'http://localhost:8080'],
    },
    modules: { jobHandlers: shopJobs, schedules: [] },
  })
  merchant = await gateway.merchant(MINE, '示例商家')
  other = await gateway.merchant(OTHERS, '别的商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(1000)
  for (const table of ['shop_account', 'shop_directory', 'shop_consent']) await gateway.query(`delete from ${table}`)
  codes.clear()
  authorised.clear()
  // what the test before left to be done
  await gateway.runJobs()
  cancelled.length = 0
  isAway = false
  login = await gateway.signIn(MINE)
})

function remoteShop(authorizeId: number, changes: Partial<Shop> = {}): Shop {
  return {
    authorize_id: authorizeId,
    authorize_expires: Math.floor(gateway.clock.now().getTime() / 1000) + 365 * 86_400,
    user_identity: `identity-${authorizeId}`,
    user_name: `member${authorizeId}`,
    user_nick: `昵称${authorizeId}`,
    shop_name: `店铺${authorizeId}`,
    is_deposit_enough: true,
    is_pro: true,
    is_valid: true,
    is_trial: false,
    valid_end_time: 0,
    item_biz_types: '2,0,19',
    ...changes,
  }
}

/** The owner of the shop consents on the marketplace's page; gives the code. */
function consents(given: Shop): string {
  const code = `code-${given.authorize_id}-${codes.size}`
  codes.set(code, given)
  return code
}

const bind = (input: Parameters<typeof gateway.call<typeof shop.bind>>[1], who = login) =>
  gateway.call(shop.bind, input, { login: who })

/** Goes to the consent page; gives the state that it leads back with. */
async function begin(more: object = {}, who = login): Promise<string> {
  const answer = granted(await bind({ step: 'begin', ...more }, who))
  if (!('consentUrl' in answer)) throw new Error('no address to go to')
  return new URL(answer.consentUrl).searchParams.get('state') ?? ''
}

const finish = (code: string, state: string, who = login) => bind({ step: 'finish', code, state }, who)

const refusalOf = async (answer: ReturnType<typeof bind>) => (await answer)._bizErrCode

const list = async (who = login) => granted(await gateway.call(shop.list, {}, { login: who })).list

async function bound(authorizeId: number, who = login): Promise<string> {
  const state = await begin({}, who)
  const answer = granted(await finish(consents(remoteShop(authorizeId)), state, who))
  return 'shop' in answer ? answer.shop.shopAccountId : ''
}

describe('the way to the consent page', () => {
  it('names the page, and where it leads back to', async () => {
    const answer = granted(await bind({ step: 'begin', origin: 'http://localhost:8080' }))
    const url = new URL('consentUrl' in answer ? answer.consentUrl : '')
    expect(url.origin + url.pathname).toBe('https://market.example.com/authorize')
    expect(url.searchParams.get('client')).toBe('1')
    expect(url.searchParams.get('back')).toBe('http://localhost:8080/authcode')
    // 256 random bits
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect('expiresAt' in answer && Date.parse(answer.expiresAt) - gateway.clock.now().getTime()).toBe(600_000)
    expect(await begin()).not.toBe(await begin())
  })

  it('leads back to the configured address where nothing is said, and nowhere but to our own', async () => {
    const answer = granted(await bind({ step: 'begin' }))
    expect('consentUrl' in answer && answer.consentUrl).toContain(
      encodeURIComponent('https://shop.example.com/authcode'),
    )
    for (const origin of ['https://evil.example.com', 'https://shop.example.com.evil.com', 'http://shop.example.com']) {
      expect(await refusalOf(bind({ step: 'begin', origin }))).toBe('CONSENT_ORIGIN_FOREIGN')
    }
  })

  it('keeps only a digest of what comes back', async () => {
    const state = await begin()
    const rows = await gateway.query('select * from shop_consent')
    expect(JSON.stringify(rows)).not.toContain(state)
    expect(rows).toHaveLength(1)
  })
})

describe('what the consent page leads back with', () => {
  it('binds the shop, and is recorded', async () => {
    const answer = granted(await finish(consents(remoteShop(1)), await begin()))
    expect(answer).toMatchObject({
      shop: { shopName: '店铺1', state: 'normal', expiresInDays: 365, channels: ['auction', 'curated'], enabled: true },
      wanted: null,
    })
    expect((await list()).map(({ shopName }) => shopName)).toEqual(['店铺1'])
    const [line] = await gateway.query(
      'select action_label, subject_label from audit_log order by sequence desc limit 1',
    )
    expect(line).toEqual({ action_label: '绑定店铺', subject_label: '店铺1' })
  })

  it('is refused when it was made up', async () => {
    await begin()
    expect(await refusalOf(finish(consents(remoteShop(1)), 'A'.repeat(43)))).toBe('CONSENT_INVALID')
    expect(codes.size).toBe(1)
    expect(await list()).toEqual([])
  })

  it('defect: is the shop that stands here, also where it was authorised under another number', async () => {
    const shopAccountId = await bound(1)
    const anew = remoteShop(2, { user_identity: 'identity-1', shop_name: '店铺1' })
    expect(granted(await finish(consents(anew), await begin()))).toMatchObject({ shop: { shopAccountId } })
    expect(await list()).toMatchObject([{ shopAccountId, state: 'normal' }])
    // the marketplace still names the authorisation before, which is not valid any more
    for (const [sellerId, all] of authorised) {
      const left = all.map((one) => (one.authorize_id === 1 ? { ...one, is_valid: false } : one))
      authorised.set(sellerId, left)
    }
    gateway.clock.advance(1000)
    await refreshShops(gateway.services, merchant.merchantId)
    expect(await list()).toMatchObject([{ shopAccountId, state: 'normal' }])
    granted(await bind({ step: 'unbind', shopAccountId }))
    for (const sellerId of authorised.keys()) {
      authorised.set(sellerId, [remoteShop(3, { user_identity: 'identity-1', shop_name: '店铺1' })])
    }
    gateway.clock.advance(1000)
    await refreshShops(gateway.services, merchant.merchantId)
    expect(await list()).toMatchObject([{ shopAccountId, state: 'unauthorised' }])
  })

  it('counts once', async () => {
    const state = await begin()
    granted(await finish(consents(remoteShop(1)), state))
    expect(await refusalOf(finish(consents(remoteShop(2)), state))).toBe('CONSENT_USED')
    expect(await list()).toHaveLength(1)
  })

  it('counts once however many bring it at the same time', async () => {
    const state = await begin()
    const answers = await Promise.all([1, 2, 3, 4].map((id) => refusalOf(finish(consents(remoteShop(id)), state))))
    expect(answers.toSorted()).toEqual(['', 'CONSENT_USED', 'CONSENT_USED', 'CONSENT_USED'])
    expect(await list()).toHaveLength(1)
  })

  it('counts for the session that began it alone', async () => {
    const state = await begin()
    const again = await gateway.signIn(MINE)
    expect(await refusalOf(finish(consents(remoteShop(1)), state, again))).toBe('CONSENT_INVALID')
    // and a stranger who tries does not use it up
    granted(await finish(consents(remoteShop(1)), state))
  })

  it('counts for the merchant and the person that began it alone', async () => {
    const state = await begin()
    const stranger = await gateway.signIn(OTHERS)
    expect(await refusalOf(finish(consents(remoteShop(1)), state, stranger))).toBe('CONSENT_INVALID')
    expect(await list(stranger)).toEqual([])
  })

  it('counts for ten minutes', async () => {
    const state = await begin()
    gateway.clock.advance(10 * 60_000)
    expect(await refusalOf(finish(consents(remoteShop(1)), state))).toBe('CONSENT_EXPIRED')
    expect(await list()).toEqual([])
  })

  it('is spent when the marketplace refuses the code, and says what the marketplace says', async () => {
    const state = await begin()
    const answer = await finish('a code that was used', state)
    expect([answer._bizErrCode, answer._errStr]).toEqual([
      'MARKETPLACE_REFUSED',
      '闲鱼拒绝了此操作：授权码无效或已使用，请重新授权',
    ])
    expect(await refusalOf(finish(consents(remoteShop(1)), state))).toBe('CONSENT_USED')
  })

  it('binds nothing while the marketplace is away', async () => {
    isAway = true
    expect(await refusalOf(finish(consents(remoteShop(1)), await begin()))).toBe('MARKETPLACE_UNAVAILABLE')
    expect(await list()).toEqual([])
  })

  it('says so when another shop was authorised than the one that was to be', async () => {
    const first = await bound(1)
    const state = await begin({ shopAccountId: first })
    expect(granted(await finish(consents(remoteShop(2)), state))).toMatchObject({
      shop: { shopName: '店铺2' },
      wanted: '店铺1',
    })
  })
})

describe('a shop that is bound to another merchant', () => {
  it('is refused until it was unbound there', async () => {
    const stranger = await gateway.signIn(OTHERS)
    const shopAccountId = await bound(1)
    const answer = await finish(consents(remoteShop(1)), await begin({}, stranger), stranger)
    expect([answer._bizErrCode, answer._errStr]).toEqual([
      'SHOP_BOUND_ELSEWHERE',
      '店铺“店铺1”已绑定其他商家，请先在原商家解绑',
    ])
    expect(await list(stranger)).toEqual([])
    // neither does the look at the marketplace bring it
    await refreshShops(gateway.services, other.merchantId)
    expect(await list(stranger)).toEqual([])
    granted(await bind({ step: 'unbind', shopAccountId }))
    expect(await bound(1, stranger)).not.toBe('')
    // and the first one does not get it back by itself
    await refreshShops(gateway.services, merchant.merchantId)
    expect(await list()).toMatchObject([{ state: 'unauthorised' }])
  })
})

describe('a shop that was unbound', () => {
  it('is not authorised, stays so when the marketplace still names it, and comes back by consent', async () => {
    const shopAccountId = await bound(1)
    const answer = granted(await bind({ step: 'unbind', shopAccountId }))
    expect(answer).toMatchObject({ shop: { state: 'unauthorised', expiresInDays: null } })
    expect('shop' in answer && answer.shop.allowedActions).not.toContain('unbind')
    expect(await refusalOf(bind({ step: 'unbind', shopAccountId }))).toBe('STATE_CHANGED')
    gateway.clock.advance(1000)
    await refreshShops(gateway.services, merchant.merchantId)
    expect(await list()).toMatchObject([{ state: 'unauthorised' }])
    expect(await bound(1)).toBe(shopAccountId)
    expect(await list()).toMatchObject([{ state: 'normal' }])
  })

  it('lets the marketplace know, unless it was bound again meanwhile', async () => {
    const first = await bound(1)
    granted(await bind({ step: 'unbind', shopAccountId: first }))
    await gateway.runJobs()
    expect(cancelled).toEqual([1])
    await bound(1)
    granted(await bind({ step: 'unbind', shopAccountId: first }))
    await bound(1)
    await gateway.runJobs()
    expect(cancelled).toEqual([1])
  })
})

describe('without an address of the consent page', () => {
  it('says that nothing is configured', async () => {
    const bare = await startAccountGateway({ settings: { consentUrl: '' } })
    try {
      await bare.merchant(MINE, '示例商家')
      const answer = await bare.call(shop.bind, { step: 'begin' }, { login: await bare.signIn(MINE) })
      expect(answer._bizErrCode).toBe('CONSENT_NOT_CONFIGURED')
    } finally {
      await bare.close()
    }
  })
})
