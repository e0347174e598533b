import { shopRow } from '@huanji/contract/features/shop/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavePage, showPage, signInAs } from '../people/testing/page.tsx'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { ConsentPage } from './consent-page.tsx'

const PATH = '/authcode'
const BIND = '/api/xyAccount/bind'
const SHOP = { ...emptyRow(shopRow), shopName: '焕新旗舰店', authorisedUntil: '2027-11-23T02:00:00.000Z' }

beforeEach(() => signInAs(['/store/account', BIND]))
afterEach(leavePage)

function open(query: string, answer: object = { shop: SHOP, wanted: null }) {
  const sent = stubGateway({ [BIND]: () => answer })
  const router = showPage({ path: PATH, page: ConsentPage, address: `${PATH}${query}` })
  return { sent, router }
}

test('brings code and state to the server once, forgets them, and says what was bound', async () => {
  const { sent, router } = open('?code=the-code&state=the-state')
  await screen.findByText('已绑定“焕新旗舰店”')
  expect(sent.map(({ body }) => body)).toMatchObject([{ step: 'finish', code: 'the-code', state: 'the-state' }])
  expect(router.state.location.search).toBe('')
  screen.getByText(/授权有效期至 2027-11-23/)
  screen.getByRole('link', { name: '返回店铺账号' })
})

test('says so where another shop was authorised than the one that was to be', async () => {
  open('?code=a&state=b', { shop: SHOP, wanted: '老店' })
  await screen.findByText('您授权的是“焕新旗舰店”，“老店”没有重新授权。')
})

test('a refusal by the owner asks the server nothing', async () => {
  const { sent } = open('?error=access_denied&state=b')
  await screen.findByText('您在闲鱼拒绝了授权，店铺没有绑定。')
  expect(sent).toHaveLength(0)
})

test('without code or state it says where to begin', async () => {
  const { sent } = open('?code=a')
  await screen.findByText('没有授权信息')
  expect(sent).toHaveLength(0)
})

test.each(['授权已超过10分钟，请回到店铺账号重新绑定', '授权信息无效，请回到店铺账号重新绑定'])(
  'says why it was refused: %s',
  async (sentence) => {
    open('?code=a&state=b', refusal('CONSENT_EXPIRED', sentence))
    await screen.findByText(sentence)
    screen.getByRole('button', { name: '重新绑定' })
  },
)
