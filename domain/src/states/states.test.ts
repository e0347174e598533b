import { describe, expect, test } from 'vitest'
import { ALL_STATES } from './all.ts'
import { BAG_STATES } from './bag.ts'
import { INSPECTION_STATES } from './inspection.ts'
import { LISTING_STATES } from './listing.ts'
import { ORDER_STATES } from './order.ts'
import { REFUND_STATES } from './refund.ts'
import { allowedActions, defineStates, nextState, stateByWireCode, stateLabel, verifyStates } from './transition.ts'

const LAMP = defineStates({
  name: 'lamp',
  initial: 'off',
  states: [
    { code: 'off', label: '关' },
    { code: 'on', label: '开' },
    { code: 'broken', label: '坏', final: true },
  ],
  moves: [
    { from: ['off'], action: 'switch', to: 'on', label: '打开', who: 'owner' },
    { from: ['on'], action: 'switch', to: 'off', label: '关上', who: 'owner' },
    { from: ['on', 'off'], action: 'smash', to: 'broken', label: '打碎', who: 'system' },
  ],
})

describe('a transition table', () => {
  test('says where an action leads, and what is allowed', () => {
    expect(nextState(LAMP, 'off', 'switch')).toBe('on')
    expect(nextState(LAMP, 'broken', 'switch')).toBeNull()
    expect(nextState(LAMP, 'nowhere', 'switch')).toBeNull()
    expect(allowedActions(LAMP, 'on')).toEqual(['switch', 'smash'])
    expect(stateLabel(LAMP, 'on')).toBe('开')
    expect(stateLabel(LAMP, 'nowhere')).toBeNull()
  })

  test('passes when it is sound', () => {
    expect(() => verifyStates(LAMP)).not.toThrow()
  })

  const [off, on, broken] = LAMP.states
  const [turnOn, turnOff, smash] = LAMP.moves
  if (!off || !on || !broken || !turnOn || !turnOff || !smash) throw new Error('the lamp lost a part')

  test.each([
    ['unknown initial state', { ...LAMP, initial: 'dim' }],
    ['declared twice', { ...LAMP, states: [...LAMP.states, off] }],
    ['names unknown state dim', { ...LAMP, moves: [...LAMP.moves, { ...turnOn, from: ['dim'] }] }],
    ['nothing leads to on', { ...LAMP, moves: [turnOff, smash] }],
    ['on is a dead end', { ...LAMP, states: [off, on], moves: [turnOn] }],
    ['broken is final but', { ...LAMP, moves: [...LAMP.moves, { ...turnOn, from: ['broken'], action: 'mend' }] }],
    ['leads to more than one state', { ...LAMP, moves: [...LAMP.moves, { ...turnOn, to: 'off' }] }],
  ])('is refused when it is not: %s', (fault, table) => {
    expect(() => verifyStates(table)).toThrow(fault)
  })
})

describe('the tables of the trade', () => {
  test.each(ALL_STATES.map((table) => [table.name, table] as const))('%s is sound', (_name, table) => {
    expect(() => verifyStates(table)).not.toThrow()
  })

  test('table names are unique', () => {
    expect(new Set(ALL_STATES.map((table) => table.name)).size).toBe(ALL_STATES.length)
  })

  test('an inspection goes from draft to sold, and a returned unit starts anew', () => {
    const way = ['submit', 'completePhotos', 'seal', 'list', 'sell', 'return']
    let state: string = INSPECTION_STATES.initial
    for (const action of way) {
      const next = nextState(INSPECTION_STATES, state, action)
      expect(next, `${state} + ${action}`).not.toBeNull()
      state = next ?? state
    }
    expect(state).toBe('voided')
    expect(nextState(INSPECTION_STATES, 'listed', 'reopen')).toBeNull()
    expect(nextState(INSPECTION_STATES, 'awaiting_photos', 'reopen')).toBe('draft')
    expect(nextState(INSPECTION_STATES, 'listable', 'replace')).toBe('voided')
    expect(nextState(INSPECTION_STATES, 'listed', 'void')).toBeNull()
  })

  test('a bag code is used once in its life', () => {
    expect(nextState(BAG_STATES, 'bound', 'bind')).toBeNull()
    expect(nextState(BAG_STATES, 'bound', 'unbind')).toBe('voided')
    expect(allowedActions(BAG_STATES, 'voided')).toEqual([])
  })

  test('an order ships only when paid, and closes only before it ships', () => {
    expect(nextState(ORDER_STATES, 'awaiting_payment', 'ship')).toBeNull()
    expect(nextState(ORDER_STATES, 'awaiting_shipment', 'ship')).toBe('shipped')
    expect(nextState(ORDER_STATES, 'shipped', 'ship')).toBeNull()
    expect(nextState(ORDER_STATES, 'shipped', 'close')).toBeNull()
  })

  test.each([
    [ORDER_STATES, [11, 12, 21, 22, 23, 24]],
    [LISTING_STATES, [-1, 21, 22, 23, 31, 33, 36]],
    [REFUND_STATES, [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('carry the numbers of the marketplace', (table, numbers) => {
    const carried = new Set(table.states.map((state) => state.wireCode))
    expect([...carried].toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(numbers)
  })

  test('a number is read back as its state', () => {
    expect(stateByWireCode(ORDER_STATES, 21)).toBe('shipped')
    expect(stateByWireCode(LISTING_STATES, 21)).toBe('draft')
    expect(stateByWireCode(ORDER_STATES, 99)).toBeNull()
  })
})
