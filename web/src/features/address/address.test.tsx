import { addressRow } from '@huanji/contract/features/address/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill, leavePage, press, said, showPage, signInAs } from '../people/testing/page.tsx'
import { listOf, testId } from '../people/testing/rows.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { AddressPage } from './address-page.tsx'
import type { AddressRow } from './types.ts'

const PATH = '/merchant/address'
const LIST = '/api/address/list'
const EDIT = '/api/address/edit'
const DEL = '/api/address/del'
const INFO = '/api/address/info'
const ALL = [PATH, LIST, EDIT, DEL]

const SHIP: AddressRow = {
  ...emptyRow(addressRow),
  addressId: testId(1),
  kind: 'ship',
  contactName: '王师傅',
  contactPhone: '13800130010',
  regionCode: '440305',
  regionName: '广东省深圳市南山区',
  detail: '科技园路1号',
  isDefault: true,
  allowedActions: ['edit', 'delete'],
  version: 3,
}
const RETURN: AddressRow = {
  ...SHIP,
  addressId: testId(2),
  kind: 'return',
  contactName: '李小姐',
  contactPhone: '0755-12345678',
  regionCode: '440304',
  regionName: '广东省深圳市福田区',
  detail: '和风路8号',
  isDefault: false,
  allowedActions: ['edit', 'makeDefault', 'delete'],
  version: 5,
}
const REGIONS = [
  {
    code: '440000',
    name: '广东省',
    children: [
      {
        code: '440300',
        name: '深圳市',
        children: [
          { code: '440304', name: '福田区' },
          { code: '440305', name: '南山区' },
        ],
      },
    ],
  },
]

function answers(changed: Readonly<Record<string, (input: Record<string, unknown>) => object>> = {}) {
  return {
    [LIST]: () => listOf([SHIP, RETURN]),
    [EDIT]: () => ({ addressId: testId(9), version: 1 }),
    [DEL]: () => ({}),
    '/api/mch/city': () => ({ version: '1', regions: REGIONS }),
    '/api/mch/business': () => ({}),
    ...changed,
  }
}

async function open(changed: Parameters<typeof answers>[0] = {}, address = PATH) {
  const sent = stubGateway(answers(changed))
  showPage({ path: PATH, page: AddressPage, address })
  await screen.findByText('王师傅')
  return (path: string) => sent.filter((call) => call.path === path)
}

const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLTableRowElement)
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const region = (name: string) => screen.getByRole<HTMLButtonElement>('combobox', { name, hidden: true })

async function addDialog() {
  await press('添加地址')
  await screen.findByLabelText('粘贴整段地址')
  await waitFor(() => expect(region('省份').disabled).toBe(false))
}

async function paste(text: string) {
  const box = screen.getByLabelText('粘贴整段地址')
  await act(async () => {
    fireEvent.paste(box)
    fireEvent.change(box, { target: { value: text } })
  })
  await screen.findByText(/已识别：|已全部识别|没有识别出/)
}

async function choose(level: string, name: string) {
  fireEvent.click(region(level))
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }))
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  signInAs(ALL)
})
afterEach(leavePage)

test('shows each address with its kind, its default mark and what can be copied', async () => {
  await open()
  rowOf('王师傅').getByText('默认')
  rowOf('王师傅').getByText('发货地址')
  rowOf('王师傅').getByText('广东省深圳市南山区 科技园路1号')
  rowOf('王师傅').getByRole('button', { name: '复制电话' })
  expect(rowOf('王师傅').queryByText('设为默认')).toBeNull()
  rowOf('李小姐').getByText('退货地址')
  rowOf('李小姐').getByText('设为默认')
})

test('the copied line has name, number and the whole address', async () => {
  const writeText = vi.fn(async () => {})
  await open()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await act(async () => void fireEvent.click(rowOf('王师傅').getByRole('button', { name: '复制地址' })))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('王师傅，13800130010，广东省深圳市南山区科技园路1号')
})

test('without the grants nothing can be changed', async () => {
  signInAs([PATH, LIST])
  await open()
  for (const name of ['添加地址', '编辑', '设为默认', '删除'])
    expect(screen.queryAllByRole('button', { name }), name).toHaveLength(0)
})

test('a pasted text fills the form, says what it recognised, and is saved', async () => {
  const calls = await open()
  await addDialog()
  await paste('收货人：张三 手机 138 0013 8000 广东省深圳市南山区科技园路1号')
  screen.getByText('已全部识别，请核对后保存')
  expect([value(/^联系人/), value(/^电话/), value(/^详细地址/)]).toEqual(['张三', '13800138000', '科技园路1号'])
  expect(region('区县').textContent).toBe('南山区')
  expect(screen.getAllByText('已识别，可修改')).toHaveLength(4)
  await fill(/^联系人/, '张三丰')
  await waitFor(() => expect(screen.getAllByText('已识别，可修改')).toHaveLength(3))
  await press('添加')
  await waitFor(() => expect(said()).toContain('地址已添加'))
  expect(calls(EDIT)).toHaveLength(1)
  expect(calls(EDIT)[0]?.body).toMatchObject({
    kind: 'ship',
    contactName: '张三丰',
    contactPhone: '13800138000',
    regionCode: '440305',
    detail: '科技园路1号',
    isDefault: false,
  })
  expect(calls(EDIT)[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(calls(LIST)).toHaveLength(2))
})

test('defect: an address that goods leave from and come back to had to be entered twice', async () => {
  const calls = await open()
  await addDialog()
  await paste('收货人：张三 手机 138 0013 8000 广东省深圳市南山区科技园路1号')
  fireEvent.click(screen.getByRole('checkbox', { name: '同时作为退货地址', hidden: true }))
  await press('添加')
  await waitFor(() => expect(said()).toContain('地址已添加'))
  const sent = calls(EDIT)
  expect(sent.map(({ body }) => [body.kind, body.detail])).toEqual([
    ['ship', '科技园路1号'],
    ['return', '科技园路1号'],
  ])
  expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey)
})

test('a field that was not recognised says so, keeps what was typed, and stops the submit until it is filled', async () => {
  const calls = await open()
  await addDialog()
  await paste('南山区科技园路1号 13800138000')
  screen.getByText('已识别：电话、详细地址；未识别：联系人、所在地区，请补填')
  expect(screen.getAllByText('未识别，请填写')).toHaveLength(2)
  await fill(/^联系人/, '张三')
  await press('添加')
  await screen.findByText('请选择省市区')
  expect(calls(EDIT)).toHaveLength(0)
  // Guangdong has one city here, which is taken with it.
  await choose('省份', '广东省')
  await choose('区县', '南山区')
  await waitFor(() => expect(screen.queryByText('请选择省市区')).toBeNull())
  await press('添加')
  await waitFor(() => expect(calls(EDIT)).toHaveLength(1))
  expect(calls(EDIT)[0]?.body).toMatchObject({ contactName: '张三', regionCode: '440305', detail: '南山区科技园路1号' })
})

test('a typed text is read on request; pressing add twice sends it once', async () => {
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  const calls = await open()
  await addDialog()
  await fill('粘贴整段地址', '张三，13800138000，广东 深圳 南山 科技园路1号')
  expect(value(/^联系人/)).toBe('')
  await press('识别')
  await screen.findByText('已全部识别，请核对后保存')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === EDIT) await held
    return fetch(path, init)
  })
  await press('添加')
  await press('添加')
  await act(async () => finish())
  await waitFor(() => expect(calls(EDIT)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(said()).toContain('地址已添加'))
  expect(calls(EDIT)).toHaveLength(1)
})

test('a refusal stands at the field it names, one without a field over the buttons', async () => {
  let next = refusal('REGION_UNKNOWN', '省市区不存在，请重新选择', { field: 'regionCode' })
  await open({ [EDIT]: () => next })
  await addDialog()
  await paste('张三，13800138000，广东省深圳市南山区科技园路1号')
  await press('添加')
  await screen.findByText('省市区不存在，请重新选择')
  await waitFor(() => expect(region('省份').getAttribute('aria-invalid')).toBe('true'))
  expect(value(/^详细地址/)).toBe('科技园路1号')
  next = refusal('ADDRESS_LIMIT', '最多保存50个地址，请先删除不用的地址')
  await choose('区县', '福田区')
  await press('添加')
  expect((await screen.findByText('最多保存50个地址，请先删除不用的地址')).closest('[role="alert"]')).not.toBeNull()
})

test('a new address is of the kind that the list shows', async () => {
  await open({}, `${PATH}?kind=return`)
  await addDialog()
  expect(screen.getByLabelText<HTMLSelectElement>(/^类型/).value).toBe('return')
})

test('n opens the form', async () => {
  await open()
  await act(async () => {
    fireEvent.keyDown(document.body, { key: 'n' })
    await new Promise((resolve) => setTimeout(resolve, 80))
  })
  await screen.findByLabelText('粘贴整段地址')
})

test('editing starts from what is stored and sends its version; a colleague’s change shows both sides in words', async () => {
  const calls = await open({
    [EDIT]: ({ version }) =>
      version === 5
        ? refusal('VERSION_CONFLICT', '小李已于10:30修改过这条记录')
        : { addressId: RETURN.addressId, version: 7 },
    [INFO]: () => ({ ...RETURN, regionCode: '440305', regionName: '广东省深圳市南山区', version: 6 }),
  })
  fireEvent.click(rowOf('李小姐').getByRole('button', { name: '编辑' }))
  await screen.findByText('编辑地址')
  await waitFor(() => expect(region('区县').textContent).toBe('福田区'))
  await fill(/^详细地址/, '和风路9号')
  await press('保存')
  await screen.findByText('小李已于10:30修改过这条记录')
  screen.getByText('广东省 深圳市 福田区')
  screen.getByText('广东省 深圳市 南山区')
  await press('保留我的修改再提交')
  await waitFor(() => expect(said()).toContain('地址已保存'))
  expect(calls(EDIT).at(-1)?.body).toMatchObject({
    addressId: RETURN.addressId,
    version: 6,
    regionCode: '440304',
    detail: '和风路9号',
  })
})

test('making an address the default sends it whole and asks for the list again', async () => {
  const calls = await open()
  fireEvent.click(rowOf('李小姐').getByRole('button', { name: '设为默认' }))
  await waitFor(() => expect(said()).toContain('设为默认成功'))
  expect(calls(EDIT)[0]?.body).toMatchObject({ addressId: RETURN.addressId, version: 5, isDefault: true })
  expect(calls(EDIT)[0]?.body).not.toHaveProperty('regionName')
  expect(calls(LIST)).toHaveLength(2)
})

test('deleting asks first, and warns about the default', async () => {
  const calls = await open()
  fireEvent.click(rowOf('王师傅').getByRole('button', { name: '删除' }))
  await screen.findByText(/其中有默认地址，删除后同类地址中最新的一个会成为默认/)
  expect(calls(DEL)).toHaveLength(0)
  await press('删除')
  await waitFor(() => expect(said()).toContain('删除成功'))
  expect(calls(DEL)[0]?.body).toMatchObject({ addressId: SHIP.addressId })
})

test('regions that did not load can be asked for again', async () => {
  let isUp = false
  await open({ '/api/mch/city': () => (isUp ? { version: '1', regions: REGIONS } : refusal('', '系统繁忙')) })
  await press('添加地址')
  await screen.findByText('省市区没有加载成功')
  isUp = true
  await press('重试')
  await waitFor(() => expect(region('省份').disabled).toBe(false))
})
