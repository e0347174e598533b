import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainPicture } from '../../../../tests/support/photo-sender.ts'
import { newId } from '../../platform/ids.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { fetchEvidence } from './evidence.ts'
import { type Claim, claims } from './testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let claim: Claim

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('凭证手机')
  claim = await claims(gateway).opened(owner, 'refundOnly')
})
afterAll(() => gateway.close())

const HOST = 'https://img.example.com'

/** The job as it runs at the end of its tries, with hosts that a setting names. */
async function fetched(answers: Readonly<Record<string, () => Promise<Response> | Response>>, isLast = true) {
  const pictures = { hosts: ['img.example.com'], origin: 'http://127.0.0.1:1' }
  const services = { ...gateway.services, settings: { ...gateway.services.settings, pictures } }
  const job = { merchantId: owner.actor.merchantId, id: newId(), kind: 'refund.evidence', attempt: 1, isLast }
  const fetch = async (input: string | URL | Request) => {
    const answer = answers[String(input)]
    if (!answer) throw new TypeError('nobody is there')
    return answer()
  }
  await fetchEvidence(fetch)({ ...job, payload: { refundId: claim.refundId } }, services)
  return evidence()
}

const evidence = async () =>
  (await gateway.data(refund.auctionDetail, { refundId: claim.refundId }, owner.login)).evidence.map(
    ({ photo, problem }) => ({ isKept: photo !== null, problem }),
  )

const add = (paths: readonly string[]) =>
  gateway.database.open.ownerQuery(
    `insert into refund_photo (merchant_id, id, refund_id, purpose, source_url, position, taken_at)
     select $1, gen_random_uuid(), $2, 'evidence', url, place, now() from unnest($3::text[]) with ordinality as t(url, place)`,
    [owner.actor.merchantId, claim.refundId, paths],
  )

it('keeps what is a picture, and says why it does not keep the others', async () => {
  await add([
    `${HOST}/a.jpg`,
    `${HOST}/script.svg`,
    `${HOST}/gone.jpg`,
    'http://169.254.169.254/latest',
    `${HOST}/away.jpg`,
  ])
  const bytes = await plainPicture()
  const answers = {
    [`${HOST}/a.jpg`]: () => new Response(new Uint8Array(bytes)),
    [`${HOST}/script.svg`]: () => new Response('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    [`${HOST}/gone.jpg`]: () => new Response(null, { status: 404 }),
  }
  await expect(fetched(answers, false)).rejects.toThrow('cannot be reached')
  const seen = await fetched(answers)
  expect(seen).toEqual([
    { isKept: true, problem: '' },
    { isKept: false, problem: '图片格式不支持或文件已损坏' },
    { isKept: false, problem: '图片已失效（404）' },
    { isKept: false, problem: '图片不在允许的网站上，请联系运维核对' },
    { isKept: false, problem: '暂时无法获取图片，请稍后重新获取' },
  ])
  await gateway.data(refundHandling.fetchEvidence, { refundId: claim.refundId }, owner.login)
  expect((await evidence()).map(({ problem }) => problem)).toEqual(['', '', '', '', ''])
  const again = await fetched({ ...answers, [`${HOST}/away.jpg`]: () => new Response(new Uint8Array(bytes)) })
  expect(again.map(({ isKept }) => isKept)).toEqual([true, false, false, false, true])
})
