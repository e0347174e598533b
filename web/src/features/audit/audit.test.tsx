import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavePage, press, said, showPage, signInAs } from '../people/testing/page.tsx'
import { AUDIT, EMPLOYEE, listOf } from '../people/testing/rows.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { AuditPage } from './audit-page.tsx'

const PATH = '/account/audit'
const LIST = '/api/ext/audit/list'
const VERIFY = '/api/ext/audit/verify'
const ALL = [PATH, LIST, VERIFY, '/api/emp/list']
const ADDED = {
  ...AUDIT,
  sequence: 41,
  action: 'bill.settled',
  actionLabel: '账单结算',
  who: '系统',
  subject: 'bill',
  subjectLabel: 'ZD261120000001',
  before: null,
  after: { 金额: '¥3,200.00' },
  ip: '',
  userAgent: '',
}

const rows = () => ({ ...listOf([AUDIT, ADDED]), actions: [{ value: '/api/emp/edit', label: '修改员工' }] })

async function open(verify: () => object = () => ({}), address = PATH) {
  const sent = stubGateway({
    [LIST]: rows,
    [VERIFY]: verify,
    '/api/emp/list': () => ({ ...listOf([EMPLOYEE]), counts: {} }),
    '/api/mch/business': () => ({}),
  })
  const router = showPage({ path: PATH, page: AuditPage, address })
  await screen.findByText('系统')
  return { router, asked: () => sent.filter(({ path }) => path === LIST) }
}

const rowOf = (text: string) => screen.getByText(text).closest('tr') as HTMLTableRowElement

beforeEach(() => signInAs(ALL))
afterEach(leavePage)

test('each line says when, who, what, on what, what changed and from where', async () => {
  await open()
  const changed = within(rowOf('角色：质检员 → 店长'))
  for (const text of ['2026-11-20 11:04:05', '陈老板', '修改员工', '员工 王小明', '203.0.113.7', 'Windows · Chrome'])
    changed.getByText(text)
  const added = within(rowOf('金额：¥3,200.00'))
  for (const text of ['系统', '账单结算', '账单 ZD261120000001']) added.getByText(text)
})

/** The calls for rows; the others count those of each option of a filter. */
const rowsAsked = (calls: ReturnType<Awaited<ReturnType<typeof open>>['asked']>) =>
  calls.filter(({ body }) => body.countBy === undefined)

test('the days of the filter are sent as moments of Shanghai, the actions come with the rows', async () => {
  const { asked } = await open(undefined, `${PATH}?from=2026-11-01&to=2026-11-02`)
  expect(asked()[0]?.body).toMatchObject({ from: '2026-10-31T16:00:00.000Z', to: '2026-11-02T15:59:59.999Z' })
  expect(asked()).toHaveLength(1)
  fireEvent.click(screen.getByRole('combobox', { name: '操作' }))
  fireEvent.click(await screen.findByRole('option', { name: /修改员工/ }))
  expect(within(screen.getByRole('listbox', { name: '操作' })).getAllByRole('option')).toHaveLength(1)
  await waitFor(() => expect(rowsAsked(asked()).at(-1)?.body.action).toBe('/api/emp/edit'))
})

test('a person is looked up by name', async () => {
  const { asked, router } = await open()
  fireEvent.click(screen.getByRole('combobox', { name: '操作人' }))
  fireEvent.change(await screen.findByRole('combobox', { name: '搜索操作人' }), { target: { value: '王' } })
  fireEvent.click(await screen.findByRole('option', { name: /王小明（尾号0021）/ }))
  await waitFor(() => expect(rowsAsked(asked()).at(-1)?.body.actorId).toBe(EMPLOYEE.staffId))
  expect(new URLSearchParams(router.state.location.search).get('actorId.label')).toBe('王小明（尾号0021）')
})

test('people are not looked up by whom they are kept from, and the proof has a grant of its own', async () => {
  signInAs([PATH, LIST])
  await open()
  expect(screen.queryByLabelText('操作人')).toBeNull()
  expect(screen.queryByRole('button', { name: '核对日志' })).toBeNull()
})

test('the drawer sets before and after side by side and marks what changed', async () => {
  await open()
  fireEvent.click(within(rowOf('角色：质检员 → 店长')).getByText('详情'))
  const drawer = within(await screen.findByRole('dialog', { name: '日志第42条：修改员工' }))
  const changed = drawer.getByRole('row', { name: /^角色/ })
  expect(changed.dataset.changed).toBe('true')
  expect([...changed.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['质检员', '店长'])
  expect(drawer.getByRole('row', { name: /^姓名/ }).dataset.changed).toBe('false')
  drawer.getByText('req-0042')
  drawer.getByRole('button', { name: '复制请求编号' })
  drawer.getByText(AUDIT.userAgent)
})

test('Enter opens the drawer of the row that has the focus', async () => {
  await open()
  rowOf('金额：¥3,200.00').focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  const drawer = within(await screen.findByRole('dialog', { name: '日志第41条：账单结算' }))
  expect(drawer.getByRole('row', { name: /^金额/ }).textContent).toContain('¥3,200.00')
})

test.each([
  [{ isIntact: true, entryCount: 1204, brokenAt: null }, '完整 · 1204条', 'success'],
  [{ isIntact: false, entryCount: 1204, brokenAt: 37 }, '从第37条起被改动或缺失（共1204条）', 'danger'],
])('the proof says %o', async (proof, text, tone) => {
  await open(() => ({ ...proof, checkedAt: AUDIT.at }))
  await press('核对日志')
  const outcome = await screen.findByText(new RegExp(text.replace(/[()（）]/g, '.')))
  expect(outcome.dataset.tone).toBe(tone)
})

test('a proof that could not be made says so', async () => {
  await open(() => refusal('NOT_FOUND', '操作过于频繁，请5秒后再试'))
  await press('核对日志')
  await waitFor(() => expect(said()).toContain('操作过于频繁，请5秒后再试'))
})
