import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { recordAction } from '@huanji/contract/features/inspection/record-action'
import { OWNER } from '../../journeys/fixtures/accounts.ts'
import { signIn } from '../../journeys/fixtures/api-client.ts'
import { inspectPhone, newBags } from '../../journeys/fixtures/phones.ts'
import { wornPhone } from '../../journeys/fixtures/worn-phone.ts'
import { expect, test } from './webkit.ts'

/** The narrowest phone that is in use, one as most are, and a desk. */
const WIDTHS = [360, 390, 1280]

test('WebKit: a buyer reads a report, its pictures and every detail, at any width', async ({ webkit, open }) => {
  const phone = await wornPhone(await signIn(OWNER))
  for (const width of WIDTHS) {
    await webkit.resize(width, 844)
    await open(phone.reportPath ?? '')
    expect(await webkit.evaluate(`document.querySelector('h1').innerText`)).toBe(phone.modelName)
    expect(await webkit.evaluate('document.scrollingElement.scrollWidth')).toBe(width)
    const faults = phone.groups.flatMap(({ lines }) => lines).filter(({ exception }) => exception).length
    await webkit.evaluate(`document.querySelectorAll('summary').forEach((summary) => summary.click())`)
    await webkit.until(`document.querySelectorAll('details[open]').length === ${phone.groups.length}`)
    expect(await webkit.evaluate(`document.body.innerText.split('（异常）').length - 1`)).toBe(faults)
    expect(await webkit.evaluate('document.scrollingElement.scrollWidth')).toBe(width)
    const pictures = await webkit.evaluate<number>('document.images.length')
    expect(pictures).toBeGreaterThan(8)
    for (let place = 0; place < pictures; place += 1) {
      await webkit.evaluate(`document.images[${place}].scrollIntoView()`)
      await webkit.until(`document.images[${place}].complete && document.images[${place}].naturalWidth > 0`)
    }
  }
  expect(await webkit.evaluate('document.scripts.length')).toBe(0)
  const text = await webkit.evaluate<string>('document.body.innerText')
  expect(text).toContain('封袋或防拆标被拆后')
  expect(text).toContain(phone.imei.slice(-4))
  expect(text).not.toContain(phone.imei)
})

test('WebKit: a photograph of the report leads to itself, large', async ({ webkit, open }) => {
  const phone = await wornPhone(await signIn(OWNER))
  await open(phone.reportPath ?? '')
  const address = await webkit.evaluate<string>(`document.querySelector('a:has(img)').href`)
  await open(address)
  await webkit.until('document.images[0]?.naturalWidth > 600')
})

test('WebKit: a report that was withdrawn, and an address of none, say so and show nothing', async ({
  webkit,
  open,
}) => {
  const client = await signIn(OWNER)
  const [bagCode = ''] = await newBags(client, 1)
  const { inspectionId, inspectionNo } = await inspectPhone(client, bagCode)
  const { reportPath } = await client.call(detRecord.getDetRecordDetails, { inspectionId })
  await open(reportPath ?? '')
  expect(await webkit.evaluate('document.body.innerText')).toContain(inspectionNo)
  await client.call(recordAction.deleteDetRecord, { rows: [{ inspectionId }], reason: '录入错误', voidsBag: true })
  // what a browser may have kept is looked at anew by an address of its own
  await open(`${reportPath}?x=1`)
  expect(await webkit.evaluate(`document.querySelector('h1').innerText`)).toBe('该报告已作废')
  expect(await webkit.evaluate('document.images.length')).toBe(0)
  await open(`${reportPath?.slice(0, -2)}__`)
  expect(await webkit.evaluate(`document.querySelector('h1').innerText`)).toBe('报告不存在')
})
