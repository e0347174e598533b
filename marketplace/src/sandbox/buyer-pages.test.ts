import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from './clock.ts'
import { entryOf, phoneProduct, readEntry } from './testing/goods.ts'
import { SELLER_ID } from './testing/merchant.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const page = async (path: string) => {
  const response = await fetch(`${fixture.sandbox.url}${path}`)
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy'),
    html: await response.text(),
  }
}

it('shows an item, its report by the item’s number and the report by its own', async () => {
  const { client, sandbox } = fixture
  const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
  const { request } = entryOf(fixture, productId, 'open', {
    report: {
      summary: '机身 1项异常',
      items: [
        { group_name: '成色', question_name: '质检编号', answer_name: 'ZJ260302000001', answer_type: 0 },
        { group_name: '机身', question_name: '边框', answer_name: '<b>划痕</b>', answer_type: 2 },
      ],
    },
  })
  const { entry_id: entryId } = await client.uploadEntry(SELLER_ID, request)
  await sandbox.control.advance(MINUTE_MS)
  const { item_id: itemId } = await readEntry(fixture, entryId)
  expect(itemId).toBeGreaterThan(0)
  expect((await page(`/pages/item/${itemId}`)).html).toContain(`/pages/quality-report/${itemId}`)
  for (const path of [
    `/pages/quality-report/${itemId}`,
    `/pages/detect-report?itemId=${itemId}`,
    '/pages/detect-report?detectNo=ZJ260302000001',
  ]) {
    const { status, policy, html } = await page(path)
    expect([status, policy], path).toEqual([200, "default-src 'none'"])
    expect(html, path).toContain('机身 1项异常')
    expect(html, path).toContain('&lt;b&gt;划痕&lt;/b&gt;')
  }
})

it('says so when there is no such item or report, and answers no other address as a page', async () => {
  for (const path of [
    '/pages/item/1',
    '/pages/quality-report/1',
    '/pages/detect-report?detectNo=x',
    '/pages/detect-report',
  ]) {
    const { status, html } = await page(path)
    expect(status, path).toBe(404)
    expect(html, path).toContain('没有找到')
  }
  expect((await page('/pages/nothing')).status).toBe(405)
})
