import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../overlay/overlay-host.tsx'
import { ToastHost } from '../toast/toast-host.tsx'
import { type Action, type ActionContext, defineAction, eachRow } from './action.ts'
import { fitOf, fitText, statesText } from './fit.ts'
import { runAction } from './run-action.tsx'

interface Row {
  readonly no: string
  readonly state: string
  readonly allowedActions: readonly string[]
}

const row = (no: string, state = '销售中'): Row => ({
  no,
  state,
  allowedActions: state === '销售中' ? ['takeOff'] : [],
})
const words = { label: ({ no }: Row) => no, state: ({ state }: Row) => state }
const CONTEXT: ActionContext<Row> = {
  navigate: () => {},
  queries: new QueryClient(),
  updateRow: () => {},
  refresh: async () => {},
}

const takeOff = (more: Partial<Action<Row>> = {}) =>
  defineAction<Row>({
    key: 'take-off',
    name: '下架',
    allowed: 'takeOff',
    bulk: true,
    confirm: (rows) => ({ title: '下架商品？', body: `将下架 ${rows.length} 件。`, ok: '下架' }),
    run: (rows) =>
      eachRow(rows, words.label, async ({ no }) => {
        if (no === 'bad') throw new TypeError('lost')
      }),
    ...more,
  })

const press = (name: RegExp | string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })))
const run = (action: Action<Row>, rows: readonly Row[]) => void runAction(action, rows, CONTEXT, words)

beforeEach(() => {
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  render(
    <>
      <OverlayHost />
      <ToastHost />
      <input aria-label="备注" />
    </>,
  )
})
afterEach(() => {
  vi.useRealTimers()
  act(closeAllOverlays)
  cleanup()
})

const MIXED = [row('A'), row('B', '竞拍中'), row('C', '竞拍中'), row('D', '草稿')]

test('what is passed over is counted by its state, most frequent first', () => {
  expect(fitText(takeOff(), fitOf(takeOff(), MIXED), words)).toBe('可下架 1，跳过 3（竞拍中 2，草稿 1）')
  expect(fitText(takeOff(), fitOf(takeOff(), [row('A')]), words)).toBe('可下架 1')
  expect(statesText([row('B', '已成交'), row('C', '已成交')], words)).toBe('已成交')
  expect(fitText(takeOff(), fitOf(takeOff(), [row('B', '草稿')]), { label: words.label })).toBe(
    '可下架 0，跳过 1（当前状态不能下架 1）',
  )
})

test('defect: an action whose form could not be loaded said nothing', async () => {
  const lost = async () => {
    throw new TypeError('Failed to fetch')
  }
  await act(() => runAction(defineAction<Row>({ key: 'open', name: '同意', run: lost }), [row('A')], CONTEXT, words))
  await screen.findByText('网络连接失败，请检查网络后重试')
})

test('a bulk action counted rows it skipped as failed', async () => {
  run(takeOff(), [...MIXED, row('bad')])
  const asked = within(await screen.findByRole('dialog', { name: '下架商品？' }))
  asked.getByText('可下架 2，跳过 3（竞拍中 2，草稿 1）')
  asked.getByText('将下架 2 件。')
  await act(async () => fireEvent.click(asked.getByRole('button', { name: '下架' })))

  const results = await screen.findByRole('dialog', { name: '下架：成功 1，失败 1，跳过 3' })
  const lines = within(results).getAllByRole('row').slice(1)
  expect(lines.map((line) => [line.dataset.result, line.textContent])).toEqual([
    ['failed', 'bad失败网络连接失败，请检查网络后重试'],
    ['skipped', 'B跳过竞拍中'],
    ['skipped', 'C跳过竞拍中'],
    ['skipped', 'D跳过草稿'],
    ['done', 'A成功—'],
  ])
  expect(
    within(results)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['对象', '结果', '原因'])
})

test('an action that asks nothing still asks before it passes rows over, and does nothing when that is declined', async () => {
  const { confirm: _, ...silent } = takeOff()
  const done = vi.fn()
  run({ ...silent, run: done }, MIXED)
  await screen.findByText('可下架 1，跳过 3（竞拍中 2，草稿 1）')
  await press('取消')
  expect(done).not.toHaveBeenCalled()
})

function undoable() {
  const undone: string[][] = []
  const { confirm: _, ...action } = takeOff()
  const undo = vi.fn(async (rows: readonly Row[]) => {
    undone.push(rows.map(({ no }) => no))
    return eachRow(rows, words.label, async () => '已恢复')
  })
  return { action: { ...action, undo }, undone }
}

test('what can be undone is offered, and undone for the rows that it succeeded for', async () => {
  const { action, undone } = undoable()
  run(action, [row('A'), row('bad'), row('E')])
  await screen.findByRole('dialog', { name: '下架：成功 2，失败 1' })
  await press(/^撤销/)
  expect(undone).toEqual([['A', 'E']])
  await screen.findByText('已撤销下架')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Ctrl Z undoes once, and leaves a field its own keys', async () => {
  const { action, undone } = undoable()
  run(action, [row('A')])
  await screen.findByRole('button', { name: /^撤销/ })
  fireEvent.keyDown(screen.getByLabelText('备注'), { key: 'z', ctrlKey: true })
  expect(undone).toEqual([])
  for (let times = 0; times < 2; times++) fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(undone).toEqual([['A']]))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^撤销/ })).toBeNull())
})

test('after ten seconds nothing is undone any more', async () => {
  const { action, undone } = undoable()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  run(action, [row('A')])
  await screen.findByRole('button', { name: /^撤销/ })
  await act(() => vi.advanceTimersByTimeAsync(10_500))
  expect(screen.queryByRole('button', { name: /^撤销/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(undone).toEqual([])
})
