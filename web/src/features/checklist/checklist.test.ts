import { describe, expect, test } from 'vitest'
import type { Answers } from '../inspection/types.ts'
import { templateOf } from '../station/testing/records.ts'
import {
  answerByOption,
  answerByValue,
  type ChecklistInput,
  checklistItems,
  checklistOf,
  defectsToShoot,
  findItems,
  isReadable,
  keyedItems,
  openItems,
  withNormal,
  withSkuAnswers,
} from './checklist.ts'

const quick = templateOf('quick')
const full = templateOf('full')

function checklist(answers: Answers = {}, change: Partial<ChecklistInput> = {}) {
  return checklistOf({
    quick,
    full,
    answers: { ...quick.defaults, ...answers },
    uninspectable: [],
    missing: [],
    opened: new Set(),
    ...change,
  })
}

function itemOf(code: string) {
  const item = full.groups.flatMap((group) => group.items).find((one) => one.code === code)
  if (!item) throw new Error(`no item ${code}`)
  return item
}

describe('the checklist of one phone', () => {
  test('asks the claims first and nothing that model and SKU have settled', () => {
    expect(openItems(checklist()).map(({ item }) => item.code)).toEqual(['A09', 'A12', 'A14', 'A16'])
    const codes = checklistItems(checklist()).map(({ item }) => item.code)
    expect(codes).not.toContain('A02')
    expect(codes).not.toContain('A06')
  })

  test('shows an item outside the quick set once it is answered, missing, or its group is opened', () => {
    const codes = (groups: ReturnType<typeof checklist>) => checklistItems(groups).map(({ item }) => item.code)
    expect(codes(checklist())).not.toContain('B10')
    expect(codes(checklist({ B10: { options: ['B10-2'] } }))).toContain('B10')
    expect(openItems(checklist({}, { missing: ['A18'] })).map(({ item }) => item.code)).toContain('A18')
    const opened = checklist({}, { opened: new Set(['B']) })
    expect(codes(opened)).toContain('B11')
    expect(opened.find((group) => group.code === 'B')?.hiddenCount).toBe(0)
  })

  test('gives every item the keys of its pinyin, whatever else is shown', () => {
    const keysOf = (groups: ReturnType<typeof checklist>) =>
      new Map(checklistItems(groups).map((entry) => [entry.item.code, entry.keys]))
    const few = keysOf(checklist())
    const many = keysOf(checklist({}, { opened: new Set(['A', 'B', 'C', 'D', 'E', 'F']) }))
    expect(new Set(many.values()).size).toBe(many.size)
    for (const [code, keys] of few) expect(many.get(code)).toBe(keys)
    expect([few.get('C01'), few.get('A14'), few.get('F12')]).toEqual(['ph', 'dc', 'wf'])
    expect(keyedItems(full).map(({ code }) => code)).toEqual(expect.arrayContaining([...many.keys()]))
  })

  test('counts exceptions and open items in the head of a group', () => {
    const groups = checklist({ C01: { options: ['C01-3'] }, C02: { options: ['C02-2'] } })
    expect(groups.find((group) => group.code === 'C')?.summary).toBe('2项异常')
    expect(groups.find((group) => group.code === 'A')?.summary).toBe('4项待选')
  })

  test('defect: a group said 全部正常 while items of it were not asked', () => {
    const said = (groups: ReturnType<typeof checklist>, code: string) =>
      groups.find((group) => group.code === code)?.summary
    expect(said(checklist(), 'D')).toBe('已检8项正常，其余1项未检')
    expect(said(checklist({}, { opened: new Set(['D']) }), 'D')).toBe('已检8项正常，其余1项未检')
    expect(said(checklist({ D09: { options: ['D09-1'] } }), 'D')).toBe('全部正常')
  })

  test('an item that cannot be inspected is neither open nor an exception', () => {
    const groups = checklist({}, { uninspectable: ['A14', 'A16'] })
    expect(openItems(groups).map(({ item }) => item.code)).toEqual(['A09', 'A12'])
    expect(groups.find((group) => group.code === 'A')?.summary).toBe('2项待选，2项无法检测')
  })
})

describe('choosing', () => {
  test('in a multi choice an exception clears the normal answer and the normal answer clears the exceptions', () => {
    const display = itemOf('D08')
    const first = answerByOption(display, { options: ['D08-1'] }, 'D08-2')
    expect(first).toEqual({ options: ['D08-2'] })
    const second = answerByOption(display, first, 'D08-3')
    expect(second).toEqual({ options: ['D08-2', 'D08-3'] })
    expect(answerByOption(display, second, 'D08-1')).toEqual({ options: ['D08-1'] })
    expect(answerByOption(display, { options: ['D08-2'] }, 'D08-2')).toEqual({ options: ['D08-1'] })
  })

  test.each([
    ['100', 'A14-1'],
    ['90', 'A14-1'],
    ['89', 'A14-2'],
    ['84', 'A14-3'],
    ['79', 'A14-4'],
    ['0', 'A14-4'],
  ])('a battery of %s %% stands for option %s', (typed, option) => {
    expect(answerByValue(itemOf('A14'), undefined, typed)).toEqual({ options: [option], value: typed })
  })

  test('only whole percents are taken, and an emptied battery is open again', () => {
    expect(isReadable(itemOf('A14'), '101')).toBe(false)
    expect(isReadable(itemOf('A14'), '9x')).toBe(false)
    expect(isReadable(itemOf('A14'), '')).toBe(true)
    expect(answerByValue(itemOf('A14'), { options: ['A14-2'], value: '88' }, '')).toBeNull()
  })

  test('one key puts a group right and leaves the claims as they were made', () => {
    const answers: Answers = {
      ...quick.defaults,
      A09: { options: ['A09-6'] },
      C01: { options: ['C01-4'] },
      D08: { options: ['D08-2'] },
    }
    const groups = checklist(answers)
    expect(withNormal(groups, answers, 'C')).toMatchObject({ C01: { options: ['C01-1'] }, D08: { options: ['D08-2'] } })
    const all = withNormal(groups, answers)
    expect(all).toMatchObject({ C01: { options: ['C01-1'] }, D08: { options: ['D08-1'] }, A09: { options: ['A09-6'] } })
    expect('A12' in all).toBe(false)
  })
})

describe('what follows from the answers', () => {
  test('a defect photo is due once an item, and only where the item asks for one', () => {
    const groups = checklist({ D08: { options: ['D08-2', 'D08-3'] }, F02: { options: ['F02-2'] } })
    expect(defectsToShoot(groups, { shots: full.shots, real: [] })).toEqual([
      { itemCode: 'D08', itemName: '显示异常', optionCode: 'D08-2', text: '屏生线、闪屏/抖动' },
    ])
  })

  test('defect: the battery was to be photographed twice', () => {
    const groups = checklist({ A14: { options: ['A14-2'], value: '87' } })
    expect(defectsToShoot(groups, { shots: full.shots, real: [] })).toEqual([])
    const optional = [{ code: 'battery', rule: 'optional' as const }]
    const defect = { itemCode: 'A14', itemName: '电池健康度', optionCode: 'A14-2', text: '85%–89%' }
    expect(defectsToShoot(groups, { shots: optional, real: [] })).toEqual([defect])
    expect(defectsToShoot(groups, { shots: optional, real: [{ position: 'battery' }] })).toEqual([])
  })

  test('the SKU fills its own items', () => {
    const answers = withSkuAnswers(full, {}, { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' })
    expect(answers).toEqual({
      A04: { options: [], value: 'A2634' },
      A06: { options: ['A06-2'] },
      A07: { options: [], value: '午夜色' },
    })
  })

  test('items are found by name before those that only have the word in an option', () => {
    expect(findItems(full, '屏幕划痕')[0]?.code).toBe('C01')
    expect(findItems(full, 'e09')[0]?.code).toBe('E09')
    expect(findItems(full, '生锈').map((item) => item.code)).toEqual(['E09'])
    expect(findItems(full, '品牌')).toEqual([])
    expect(findItems(full, ' ')).toEqual([])
  })
})
