import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notice } from '@huanji/contract/features/notice/calls'
import { webhook } from '@huanji/contract/features/webhook/calls'
import type { Locator, Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { IN_BACKGROUND, sellPhone } from './fixtures/marketplace.ts'
import { inspectPhone, newBags } from './fixtures/phones.ts'

const DEAL_FEN = 230_000

async function newOrder(client: ApiClient) {
  const [bagCode = ''] = await newBags(client, 1)
  return sellPhone(client, await inspectPhone(client, bagCode), DEAL_FEN)
}

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^消息/ })
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: '消息' })
const rows = (page: Page): Locator => drawer(page).getByRole('listitem')

interface Message {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A system of the merchant's own, which checks what it is sent as the document for receivers says. */
async function startReceiver() {
  const messages: Message[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      messages.push({ headers: request.headers, body })
      response.writeHead(status).end(status === 200 ? 'ok' : '暂不接收')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/huanji`,
    messages,
    answers: (next: number) => {
      status = next
    },
    isSigned: ({ headers, body }: Message, secret: string) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const expected = createHmac('sha256', key).update(signed).digest('base64')
      return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an order arrives: the bell counts it by itself, leads to it, and what was read is read on every device', async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  await owner.call(notice.readAll, {})
  const { page } = await signedInUser(OWNER)
  const other = await signedInUser(OWNER)
  await page.goto('/check/ys/list')
  await other.page.goto('/')
  await expect(bell(page)).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(bell(other.page)).toHaveAttribute('aria-haspopup', 'dialog')

  const { orderId } = await newOrder(owner)
  for (const one of [page, other.page]) await expect(bell(one)).toHaveAccessibleName(/条未读/, IN_BACKGROUND)
  await bell(page).click()
  const first = rows(page).filter({ hasText: '新订单' }).first()
  await expect(first.getByRole('img', { name: '未读' })).toBeVisible()
  // orders of other journeys within the same minute are one notice with this one, which leads to their list
  const href = (await first.getByRole('link').getAttribute('href')) ?? ''
  expect([`/sale/order/detail?orderId=${orderId}`, '/sale/order']).toContain(href.replace(/(\/order)\?.*/, '$1'))
  await first.getByRole('link').click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === href)
  await expect(drawer(page)).toBeHidden()

  const unreadOf = async () => (await owner.call(notice.list, { unreadOnly: true })).notices
  await expect.poll(async () => (await unreadOf()).map(({ subjectId }) => subjectId)).not.toContain(orderId)
  await bell(other.page).click()
  const same = rows(other.page)
    .filter({ has: other.page.locator(`a[href="${href}"]`) })
    .first()
  await expect(same).toBeVisible()
  await expect(same.getByRole('img', { name: '未读' })).toHaveCount(0)
  await other.page.keyboard.press('Escape')
  await expect(drawer(other.page)).toBeHidden()
})

test('what somebody does not want to be told of is kept, and the whole drawer goes by keyboard', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  await newOrder(owner)
  await newOrder(owner)
  const { page } = await signedInUser(OWNER)
  await page.goto('/')
  await bell(page).click()
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await drawer(page).getByRole('button', { name: '全部已读' }).click()
  await expect(bell(page)).toHaveAccessibleName('消息')
  await drawer(page).getByText('未读', { exact: true }).click()
  await expect(drawer(page).getByText('没有未读消息')).toBeVisible()

  await drawer(page).getByRole('button', { name: '设置' }).click()
  const settings = page.getByRole('dialog', { name: '消息设置' })
  const choice = settings.getByRole('checkbox', { name: '新订单：站内' })
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(choice).not.toBeChecked()
  await settings.getByLabel('几点起不发短信').selectOption('21:00')
  await expect(settings.getByLabel('几点起不发短信')).toBeEnabled()
  await page.reload()
  await bell(page).click()
  await drawer(page).getByRole('button', { name: '设置' }).click()
  await expect(settings.getByRole('checkbox', { name: '新订单：站内' })).not.toBeChecked()
  await expect(settings.getByLabel('几点起不发短信')).toHaveValue('21')
  await newOrder(owner)
  const kinds = (await owner.call(notice.list, { unreadOnly: true })).notices.map(({ kind }) => kind)
  expect(kinds).not.toContain('newOrder')
  await owner.call(notice.saveChoices, {
    kinds: [{ kind: 'newOrder', isShown: true, isSent: false }],
    quietFrom: 22,
  })
})

test('another system gets signed messages, and one that it refused is sent again by hand', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const receiver = await startReceiver()
  try {
    const { page } = await signedInUser(OWNER)
    await page.goto('/account/webhook')
    await page.getByRole('button', { name: '添加接收地址' }).click()
    const dialog = page.getByRole('dialog', { name: '添加接收地址' })
    await dialog.getByLabel('名称').fill('旅程进销存')
    await dialog.getByLabel('接收地址').fill('https://192.168.1.10/hooks')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('不能推送到内网或本机地址')).toBeVisible()
    await dialog.getByLabel('接收地址').fill(receiver.url)
    await dialog.getByRole('button', { name: '保存' }).click()
    const shown = page.getByRole('dialog', { name: '签名密钥' })
    const secret = /whsec_[\w+/=]+/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
    expect(secret).not.toBe('')
    await shown.getByRole('button', { name: '已保存好' }).click()

    const { orderId } = await newOrder(owner)
    const ofOrder = () =>
      receiver.messages.find(
        ({ body }) => (JSON.parse(body) as { data: { subjectId?: string } }).data.subjectId === orderId,
      )
    await expect.poll(() => ofOrder() !== undefined, IN_BACKGROUND).toBe(true)
    const message = ofOrder()
    if (message === undefined) throw new Error('nothing came')
    expect(receiver.isSigned(message, secret)).toBe(true)

    receiver.answers(500)
    const card = page.getByRole('region', { name: '旅程进销存' })
    await card.getByRole('button', { name: '发送测试' }).click()
    const told = page.getByRole('dialog', { name: '发送测试：旅程进销存' })
    await expect(told).toContainText('500', IN_BACKGROUND)
    await expect(told).toContainText('暂不接收')
    await told.getByRole('button', { name: '关闭' }).click()
    await card.getByRole('button', { name: '推送记录' }).click()
    const record = page.getByRole('dialog', { name: '推送记录：旅程进销存' })
    const test = record.getByRole('row').filter({ hasText: '测试' })
    await expect(test).toContainText('500 暂不接收', IN_BACKGROUND)
    const refused = receiver.messages.find(({ body }) => body.includes('"test"'))
    receiver.answers(200)
    await test.getByRole('button', { name: '重新推送' }).click()
    await expect(test).toContainText('已送达', IN_BACKGROUND)
    const again = receiver.messages.filter(({ headers }) => headers['webhook-id'] === refused?.headers['webhook-id'])
    expect(again.length).toBeGreaterThan(1)
    await record.getByRole('button', { name: '关闭' }).click()
    await card.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog', { name: '删除接收地址' }).getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('还没有接收地址')).toBeVisible()
  } finally {
    for (const { endpointId } of (await owner.call(webhook.list, {})).endpoints) {
      await owner.call(webhook.remove, { endpointId })
    }
    receiver.close()
  }
})
