import { beforeEach, expect, test } from 'vitest'
import { ApiRefusal } from '../../api/refusal.ts'
import { clearSession, storePermissions } from '../../session/session.ts'
import { actionsForRow, actionsForRows, defineAction, eachRow } from './action.ts'

interface Row {
  readonly no: string
  readonly allowedActions: readonly string[]
}
const OPEN: Row = { no: 'A', allowedActions: ['ship'] }
const SHUT: Row = { no: 'B', allowedActions: [] }
const ship = defineAction<Row>({
  key: 'ship',
  name: '发货',
  grant: '/deliver',
  bulk: true,
  allowed: 'ship',
  run: () => {},
})
const merge = defineAction<Row>({ key: 'merge', name: '合并', bulk: true, single: false, run: () => {} })
const ACTIONS = [ship, merge]
const keys = (actions: readonly { key: string }[]) => actions.map(({ key }) => key)

beforeEach(() => {
  clearSession()
  storePermissions(['/deliver'])
})

test('a row is offered what is granted, single and allowed by the row', () => {
  expect(keys(actionsForRow(ACTIONS, OPEN))).toEqual(['ship'])
  expect(keys(actionsForRow(ACTIONS, SHUT))).toEqual([])
  storePermissions([])
  expect(keys(actionsForRow(ACTIONS, OPEN))).toEqual([])
})

test('ticked rows are offered what is allowed for at least one of them', () => {
  expect(keys(actionsForRows(ACTIONS, [OPEN, SHUT]))).toEqual(['ship', 'merge'])
  expect(keys(actionsForRows(ACTIONS, [SHUT]))).toEqual(['merge'])
})

test('each row gets its own outcome in the rows’ order; one that fails fails alone', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => index)
  let running = 0
  let most = 0
  const outcomes = await eachRow(rows, String, async (row) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 9 - row))
    running--
    if (row === 3) throw new ApiRefusal('80060001', '封袋码已被使用', 'BAG_USED', null)
    if (row === 4) throw new TypeError('Failed to fetch')
    return row === 0 ? '已发货' : undefined
  })
  expect(outcomes.map(({ label }) => label)).toEqual(rows.map(String))
  expect(outcomes.filter(({ ok }) => !ok).map(({ label, message }) => [label, message])).toEqual([
    ['3', '封袋码已被使用'],
    ['4', '网络连接失败，请检查网络后重试'],
  ])
  expect(outcomes[0]?.message).toBe('已发货')
  expect(most).toBe(4)
})
