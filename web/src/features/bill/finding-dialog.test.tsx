import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import type { FindingRow } from './bill-labels.ts'
import { FindingDialog } from './finding-dialog.tsx'
import { decisionText, FINDING_WAYS, type FindingWay, outcomeText, wayName } from './finding-ways.ts'

const FINDING: FindingRow = {
  findingId: '01890000-0000-7000-8000-000000000001',
  kind: 'noBills',
  state: 'open',
  subject: '3800000000000000001',
  orderId: '01890000-0000-7000-8000-000000000002',
  orderNo: '3800000000000000001',
  channel: 'auction',
  shopName: '南桥手机小店',
  theirsFen: 0,
  oursFen: 193_000,
  surplusFen: -193_000,
  expectedFen: 193_000,
  actualFen: 0,
  differenceFen: -193_000,
  detail: '订单没有账单',
  decidedWay: '',
  note: '',
  decidedBy: '',
  outcome: '',
  askedAt: null,
  foundAt: '2026-11-22T02:00:00.000Z',
  checkedAt: '2026-11-22T02:00:00.000Z',
  version: 3,
  allowedActions: ['makeBills', 'refetch', 'adjust', 'accept'],
}
const REASON = '与闲鱼客服核实'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ways = Object.keys(FINDING_WAYS) as FindingWay[]

test.each(ways)('%s asks for the reason, makes its own call and says what became of it', async (way) => {
  const { path } = api.billCheck[way]
  const finding = { ...FINDING, state: 'closed' }
  const sent = stubGateway({ [path]: () => ({ finding }) })
  const onClose = vi.fn()
  showScreen(<FindingDialog way={way} finding={FINDING} onClose={onClose} />)
  fireEvent.change(await screen.findByLabelText(/^原因/), { target: { value: REASON } })
  fireEvent.click(screen.getByRole('button', { name: wayName(way) }))
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(finding))
  const booking = way === 'adjust' ? { direction: 'in', amountFen: 193_000 } : {}
  const asked = { findingId: FINDING.findingId, version: 3, reason: REASON, ...booking }
  expect(sent).toMatchObject([{ path, body: asked, idempotencyKey: expect.stringMatching(/./) }])
})

test('what was settled is said, and where something still differs that it does', () => {
  const { makeBills, adjust } = FINDING_WAYS
  expect(makeBills.done({ ...FINDING, state: 'closed' })).toBe('账单已补上，对上了')
  expect(adjust.done(FINDING)).toBe('调账已记上，还没对上，请接着处理')
})

test('defect: a loss stood green with a plus, and no side said whose number it was', async () => {
  const charged = { theirsFen: 99_40, oursFen: 119_40, surplusFen: -20_00, differenceFen: 20_00 }
  showScreen(<FindingDialog way="accept" finding={{ ...FINDING, ...charged }} onClose={() => {}} />)
  const said = (await screen.findByText('差多少')).closest('dl')?.textContent ?? ''
  expect(said).toContain('闲鱼的数¥99.40我们的数¥119.40差多少少收 ¥20.00')
  expect(said).not.toContain('+')
})

test('defect: only one way of settling showed why it was taken', () => {
  for (const way of ways) {
    const done = { ...FINDING, decidedWay: way, decidedBy: '何佳', note: REASON }
    expect(decisionText(done)).toBe(`何佳“${wayName(way)}”：${REASON}`)
  }
  expect(decisionText(FINDING)).toBe('')
  expect(outcomeText({ ...FINDING, askedAt: FINDING.foundAt, outcome: '闲鱼仍是¥119.40' })).toBe('正在向闲鱼查…')
  expect(outcomeText({ ...FINDING, outcome: '闲鱼仍是¥119.40' })).toBe('闲鱼仍是¥119.40')
})
