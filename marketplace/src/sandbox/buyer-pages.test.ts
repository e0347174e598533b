import { REPORT_NUMBER_LINE } from '@huanji/domain/listing-texts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from './clock.ts'
import { curatedReport, entryOf, phoneProduct, readEntry } from './testing/goods.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

const NUMBER = 'ZJ260302000001'
const HOSTILE = `"><script>ran=1</script><img src=x onerror='ran=1'>`

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const page = async (path: string) => {
  const response = await fetch(`${fixture.sandbox.url}${path}`)
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    html: await response.text(),
  }
}

const line = (group: string, question: string, answer: string, type: number) => ({
  group_name: group,
  question_name: question,
  answer_name: answer,
  answer_type: type,
})

/** A phone in the auction, reviewed; gives its item. */
async function auctioned(changes: Parameters<typeof entryOf>[3] = {}): Promise<number> {
  const { client, sandbox } = fixture
  const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
  const { request } = entryOf(fixture, productId, 'open', {
    report: {
      summary: '机身 1项异常 / 功能 全部正常',
      imei: '353322110000008',
      items: [
        line('成色', REPORT_NUMBER_LINE, NUMBER, 0),
        line('机身', '后盖', '无划痕', 1),
        { ...line('机身', '边框', '明显划痕', 2), images: ['https://images.example.com/defect.jpg'] },
        line('功能', '触摸', '正常', 1),
      ],
    },
    ...changes,
  })
  const { entry_id: entryId } = await client.uploadEntry(SELLER_ID, request)
  await sandbox.control.advance(MINUTE_MS)
  const { item_id: itemId } = await readEntry(fixture, entryId)
  return itemId ?? 0
}

/** A curated phone on the shelf; gives its item. */
async function curated(changes: Parameters<typeof phoneProduct>[0] = {}): Promise<number> {
  const { client, sandbox } = fixture
  const report = {
    ...curatedReport,
    report_items: [
      ...curatedReport.report_items,
      ...curatedReport.report_items.map((item) => ({
        ...item,
        question_name: '屏幕划痕',
        answer_name: '轻微划痕',
        answer_type: 2,
        answer_desc: '右上角',
      })),
    ],
  }
  const product = phoneProduct({ item_biz_type: 19, outer_id: NUMBER, report_data: { yx_3c: report }, ...changes })
  const { product_id } = await client.createProduct(SELLER_ID, product)
  await client.publishProduct(SELLER_ID, { product_id, user_name: [USER_NAME] })
  await sandbox.control.advance(MINUTE_MS)
  const { publish_shop } = await client.productDetail(SELLER_ID, { product_id })
  return publish_shop[0]?.item_id ?? 0
}

/** That the texts stand in this order. */
function inOrder(html: string, ...texts: readonly string[]): void {
  let from = 0
  for (const text of texts) {
    const place = html.indexOf(text, from)
    expect([text, place >= from]).toEqual([text, true])
    from = place
  }
}

describe('a phone of the auction', () => {
  it('has an item page with its pictures, price, session and way to the report', async () => {
    const itemId = await auctioned()
    expect(itemId).toBeGreaterThan(0)
    const { status, html } = await page(`/pages/item/${itemId}`)
    expect(status).toBe(200)
    inOrder(
      html,
      '<img src="https://images.example.com/1.jpg"',
      '¥1500.00',
      '起拍价',
      '明拍',
      '苹果 iPhone 13',
      'A 95新',
    )
    expect(html).toContain(`/pages/quality-report/${itemId}`)
    expect(html).toContain('已质检，功能正常，外观良好。')
  })

  it('has its report by the item’s number and by its own, exceptions first with their pictures, then everything', async () => {
    const itemId = await auctioned()
    for (const path of [
      `/pages/quality-report/${itemId}`,
      `/pages/detect-report?itemId=${itemId}`,
      `/pages/detect-report?detectNo=${NUMBER}`,
    ]) {
      const { status, html } = await page(path)
      expect(status, path).toBe(200)
      inOrder(html, 'A 95新', '机身 1项异常 / 功能 全部正常', '发现 1 项异常', NUMBER, '353••••••••0008')
      inOrder(
        html,
        '异常项（1）',
        '机身 · 边框',
        'defect.jpg',
        '实拍图',
        '1.jpg',
        '检测明细',
        '明显划痕（异常）',
        '无划痕',
        '触摸',
      )
      expect(html, path).not.toContain('353322110000008')
      expect(html, path).toContain(`/pages/item/${itemId}`)
    }
  })
})

describe('a curated phone', () => {
  it('has the report that it was listed with, by its item and by its number', async () => {
    const itemId = await curated()
    expect(itemId).toBeGreaterThan(0)
    for (const path of [
      `/pages/quality-report/${itemId}`,
      `/pages/detect-report?itemId=${itemId}`,
      `/pages/detect-report?detectNo=${NUMBER}`,
    ]) {
      const { status, html } = await page(path)
      expect(status, path).toBe(200)
      inOrder(
        html,
        '95新',
        '外观 1项异常',
        NUMBER,
        '苹果 iPhone 13',
        '353••••••••0008',
        '2026-03-01 10:00:00',
        '质师傅',
      )
      inOrder(html, '外观 · 屏幕划痕', '轻微划痕（右上角）', '检测明细', '无明显使用痕迹')
      expect(html, path).not.toMatch(/353322110000008|质检员甲/)
    }
    const { html } = await page(`/pages/item/${itemId}`)
    inOrder(html, '¥2100.00', '严选', '95新', `/pages/quality-report/${itemId}`)
  })

  it('is found by the number as 1.0.0 called it, before the merchant’s own code', async () => {
    const [first] = curatedReport.report_items
    if (!first) throw new Error('no line')
    const numbered = { ...first, question_name: '质检编号', answer_name: 'ZJ260302000002' }
    await curated({
      report_data: { yx_3c: { ...curatedReport, report_items: [...curatedReport.report_items, numbered] } },
    })
    expect((await page('/pages/detect-report?detectNo=ZJ260302000002')).status).toBe(200)
    expect((await page(`/pages/detect-report?detectNo=${NUMBER}`)).status).toBe(404)
  })

  it('without a report has an item page that leads to none', async () => {
    const itemId = await curated({ item_biz_type: 2, report_data: {} })
    const { status, html } = await page(`/pages/item/${itemId}`)
    expect([status, html.includes('/pages/quality-report/')]).toEqual([200, false])
    expect((await page(`/pages/quality-report/${itemId}`)).status).toBe(404)
  })
})

it('keeps what merchants wrote as words, and lets nothing run or load but pictures', async () => {
  const itemId = await auctioned({
    degree: HOSTILE,
    report: {
      summary: HOSTILE,
      imei: HOSTILE,
      items: [line(HOSTILE, HOSTILE, HOSTILE, 2), line(HOSTILE, '质检编号', HOSTILE, 0)],
    },
  })
  for (const path of [`/pages/item/${itemId}`, `/pages/quality-report/${itemId}`]) {
    const { html, policy } = await page(path)
    expect(html, path).not.toMatch(/<script|<img src=x|onerror='/)
    expect(html, path).toContain('&lt;script&gt;')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; img-src http: https: data:; base-uri 'none'/)
  }
})

it('says so when there is no such item or report, and answers no other address as a page', async () => {
  for (const path of [
    '/pages/item/1',
    '/pages/quality-report/1',
    '/pages/detect-report?detectNo=x',
    '/pages/detect-report?itemId=1',
    '/pages/detect-report',
  ]) {
    const { status, html } = await page(path)
    expect(status, path).toBe(404)
    expect(html, path).toContain('没有找到')
  }
  expect((await page('/pages/nothing')).status).toBe(405)
})
