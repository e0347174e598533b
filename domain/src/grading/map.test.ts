import { describe, expect, test } from 'vitest'
import { TEMPLATE_2026001 as TEMPLATE } from '../template/data-2026001.ts'
import { exceptionsOf } from '../template/exceptions.ts'
import { itemsOf } from '../template/template.ts'
import { chosen } from '../template/testing/answers.ts'
import { GRADES, type Grade } from '../template/types.ts'
import { functionFaultsOf } from './function-axis.ts'
import { gradeOf } from './grade.ts'
import { GRADE_LABELS, REPAIR_FLAG_LABELS, type RepairFlag } from './ladder.ts'
import { channelRefusal, labelOnChannel, mapGrade, repairFlagOf, verifyRepairFlags } from './map.ts'

describe('the names of a grade on the channels', () => {
  test.each([
    ['NEW', 'S+ 全新', '全新', 100, true, 'yes'],
    ['99', 'S 99新', '99新', 99, true, 'yes'],
    ['95', 'A 95新', '95新', 95, true, 'yes'],
    ['90', 'B 9成新', '9成新', 90, true, 'yes'],
    ['80', 'C 8成新', '8成新', 80, true, 'repairR0R1'],
    ['70', 'D 7成新', null, 70, true, 'no'],
    ['E', 'E 故障机', null, 50, true, 'no'],
    ['X', '不可上架', null, null, false, 'no'],
  ] as const)('%s', (grade, auctionLabel, curatedLabel, stuffStatus, auctionAllowed, curatedAllowed) => {
    const mapped = { grade, auctionLabel, curatedLabel, stuffStatus, auctionAllowed, curatedAllowed }
    expect(mapGrade(grade)).toMatchObject(mapped)
    expect(labelOnChannel(grade, 'auction')).toBe(auctionLabel)
    expect(labelOnChannel(grade, 'curated')).toBe(curatedLabel ?? GRADE_LABELS[grade])
  })
})

const FLAGS = ['R0', 'R1', 'R2', 'R3'] as const satisfies readonly RepairFlag[]

/**
 * The repair flag of each exception in E, none left out. Other groups never mean a repair: what is only damaged or does
 * not work may be as it left the factory.
 */
const FLAG_OF: Readonly<Record<RepairFlag, string>> = {
  R0: 'E11-2 E11-3 E11-4 E11-5 E11-6',
  R1: 'E02-2 E02-3 E02-4 E02-5 E05-2 E07-2 E07-3 E08-3 E08-4 E10-3 E10-6',
  R2: 'E01-2 E01-3 E01-4 E01-5 E04-2 E04-3 E04-4 E05-3 E06-2 E06-3 E06-4 E06-5 E06-6 E10-4 E10-5',
  R3: 'E03-2 E03-3 E03-4 E03-5 E09-2 E09-3',
}

describe('the repair flag', () => {
  test.each(FLAGS.flatMap((flag) => FLAG_OF[flag].split(' ').map((option) => ({ flag, option }))))(
    'of $option is $flag',
    ({ flag, option }) => {
      expect(repairFlagOf(chosen(option))).toBe(flag)
    },
  )

  test('is stated for every exception of group E', () => {
    const exceptions = itemsOf(TEMPLATE)
      .filter((item) => item.code.startsWith('E'))
      .flatMap((item) => item.options.filter((option) => option.cap !== null).map((option) => option.code))
    expect(Object.values(FLAG_OF).join(' ').split(' ').toSorted()).toEqual(exceptions.toSorted())
  })

  test('of every other option of the template is R0', () => {
    const stated = new Set(Object.values(FLAG_OF).join(' ').split(' '))
    const others = itemsOf(TEMPLATE).flatMap((item) => item.options.filter((option) => !stated.has(option.code)))
    expect(others.length).toBeGreaterThan(300)
    for (const option of others) expect(repairFlagOf(chosen(option.code)), option.code).toBe('R0')
  })

  test.each([
    ['R0', []],
    ['R1', ['E05-2', 'E07-2']],
    ['R2', ['E01-2', 'E02-3']],
    ['R3', ['E03-2', 'E01-2']],
    ['R3', ['E02-2', 'E05-2', 'E04-2', 'E09-2']],
  ] as const)('%s is the heaviest of several', (flag, options) => {
    expect(repairFlagOf(chosen(...options))).toBe(flag)
  })

  test('has a name for each', () => {
    expect(FLAGS.map((flag) => REPAIR_FLAG_LABELS[flag])).toEqual([
      '未发现拆修',
      '换电池/后盖',
      '屏幕/摄像头/外壳更换',
      '主板/进水',
    ])
  })

  test('every item that means a repair stands in the template', () => {
    expect(() => verifyRepairFlags(TEMPLATE)).not.toThrow()
    expect(() => verifyRepairFlags({ ...TEMPLATE, groups: [] })).toThrow('no item E01')
  })
})

const NOT_CURATED = '该成色不支持上架严选，请改为鱼市质检'
const NOT_CURATED_REPAIRED = '该手机有屏幕、主板等拆修，不支持上架严选，请改为鱼市质检'
const NOWHERE = '该手机不可上架，请退回或作废质检记录'

/** What the curated channel says of each grade with R0, R1, R2, R3. */
const CURATED: Readonly<Record<Grade, readonly (string | null)[]>> = {
  NEW: [null, null, NOT_CURATED_REPAIRED, NOT_CURATED_REPAIRED],
  '99': [null, null, NOT_CURATED_REPAIRED, NOT_CURATED_REPAIRED],
  '95': [null, null, NOT_CURATED_REPAIRED, NOT_CURATED_REPAIRED],
  '90': [null, null, NOT_CURATED_REPAIRED, NOT_CURATED_REPAIRED],
  '80': [null, null, NOT_CURATED_REPAIRED, NOT_CURATED_REPAIRED],
  '70': [NOT_CURATED, NOT_CURATED, NOT_CURATED, NOT_CURATED],
  E: [NOT_CURATED, NOT_CURATED, NOT_CURATED, NOT_CURATED],
  X: [NOWHERE, NOWHERE, NOWHERE, NOWHERE],
}

const WORKING = { flag: 'F0', names: [] } as const

/** Every exception among the functions, with whether a consumer may be sold a phone that has it: only what is rarely used. */
const FUNCTIONS = itemsOf(TEMPLATE)
  .filter(({ code }) => code.startsWith('F'))
  .flatMap(({ options }) => options.filter(({ cap }) => cap !== null))
  .map(({ code, cap }) => ({ code, isTaken: cap === '90' }))

describe('what a channel refuses', () => {
  const CELLS = GRADES.flatMap((grade) =>
    FLAGS.map((flag, index) => ({ grade, flag, curated: CURATED[grade][index] ?? null })),
  )

  test.each(CELLS)('$grade with $flag', ({ grade, flag, curated }) => {
    const offered = { grade, repairFlag: flag, functions: WORKING }
    expect(channelRefusal(offered, 'curated')).toBe(curated)
    expect(channelRefusal(offered, 'auction')).toBe(grade === 'X' ? NOWHERE : null)
  })

  test('defect: a phone whose functions are impaired was sold to consumers', () => {
    const offered = (...options: string[]) => {
      const answers = chosen(...options)
      const { grade } = gradeOf(TEMPLATE, answers, { channel: 'curated', platform: 'apple' })
      const functions = functionFaultsOf(exceptionsOf(TEMPLATE, answers), TEMPLATE.version)
      return { grade, repairFlag: repairFlagOf(answers), functions }
    }
    const faceId = offered('F03-2')
    expect(faceId).toMatchObject({ grade: '80', repairFlag: 'R0', functions: { flag: 'F2' } })
    const why = 'Face ID无法录入或识别：功能有异常的手机不支持上架严选，请改为鱼市质检'
    expect(channelRefusal(faceId, 'curated')).toBe(why)
    expect(channelRefusal(faceId, 'auction')).toBeNull()
    // what is rarely used is named in the title and sold
    const flash = offered('F08-2')
    expect(flash).toMatchObject({ grade: '90', functions: { flag: 'F1', names: ['闪光灯异常'] } })
    expect(channelRefusal(flash, 'curated')).toBeNull()
    expect(offered('B01-5').functions).toEqual({ flag: 'F0', names: [] })
    expect(offered('F12-3').functions.flag).toBe('F3')
  })

  test.each(FUNCTIONS)('$code of the functions is taken by the curated channel: $isTaken', ({ code, isTaken }) => {
    const answers = chosen(code)
    const functions = functionFaultsOf(exceptionsOf(TEMPLATE, answers), TEMPLATE.version)
    // whatever grade another template may give it
    expect(channelRefusal({ grade: '90', repairFlag: 'R0', functions }, 'curated') === null).toBe(isTaken)
  })
})
