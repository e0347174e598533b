import { describe, expect, test } from 'vitest'
import { findModel } from '../catalogue/testing/models.ts'
import { CHANNEL_RULES, CHANNELS, type Channel } from '../channel.ts'
import { checkAnswers } from '../template/answers.ts'
import { TEMPLATE_2026001 as TEMPLATE } from '../template/data-2026001.ts'
import { exceptionsOf } from '../template/exceptions.ts'
import { findItem } from '../template/template.ts'
import { CLAIMS, chosen } from '../template/testing/answers.ts'
import type { Answers, Grade } from '../template/types.ts'
import { functionFaultsOf } from './function-axis.ts'
import { gradeOf } from './grade.ts'
import { channelRefusal, mapGrade, repairFlagOf } from './map.ts'

/** What a channel makes of a phone: the worst cap, the grade, and how it is offered there, null where it is not. */
type Result = readonly [worstCap: Grade, grade: Grade, offered: string | null]

interface Worked {
  readonly name: string
  readonly options: readonly string[]
  readonly curated: Result
  readonly auction: Result
}

/** The same cap and grade on both channels, each with its own name for it. */
function same(name: string, options: readonly string[], worstCap: Grade, grade: Grade, curated: string | null): Worked {
  const auction = mapGrade(grade).auctionAllowed ? mapGrade(grade).auctionLabel : null
  return { name, options, curated: [worstCap, grade, curated], auction: [worstCap, grade, auction] }
}

const WORKED: readonly Worked[] = [
  same('none, second-hand', ['A11-1'], '99', '99', '99新'),
  same('B01 细微, C01 细微', ['B01-2', 'C01-2'], '99', '99', '99新'),
  same('B01, B02 细微, B03 针点, C01 细微', ['B01-2', 'B02-2', 'B03-2', 'C01-2'], '99', '95', '95新'),
  same('B01 轻微, B03 轻微, A14 85–89%', ['B01-3', 'B03-3', 'A14-2'], '95', '95', '95新'),
  same('B01, B02, B03, C01 all 轻微', ['B01-3', 'B02-3', 'B03-3', 'C01-3'], '95', '90', '9成新'),
  same('D04 轻微透图, D03 轻微, C01 细微', ['D04-2', 'D03-2', 'C01-2'], '95', '95', '95新'),
  {
    name: 'A09 国行展示机: a cap on the curated channel, a label at auction',
    options: ['A09-7'],
    curated: ['90', '90', '9成新'],
    auction: ['99', '99', 'S 99新'],
  },
  same('B03 轻微, A14 <80%', ['B03-3', 'A14-4'], '80', '80', '8成新'),
  // a changed front camera is R2, which the curated channel does not take at this grade
  same('F03 Face ID异常, E04 前摄更换', ['F03-2', 'E04-3'], '80', '80', null),
  same('E01 非原装屏, F31 无原彩, E10 显示屏-未知部件', ['E01-4', 'F31-2', 'E10-4'], '70', '70', null),
  same('B08 碎裂', ['B08-3'], 'E', 'E', null),
  same('F01 无法开机', ['F01-5'], 'E', 'E', null),
  same('A16 隐藏ID', ['A16-3'], 'X', 'X', null),
]

function iphone13() {
  const model = findModel('apple-iphone-13')
  if (!model) throw new Error('the catalogue lost iPhone 13')
  return model
}

/** A phone as it is inspected: specification, claims and the exceptions, cleaned as the channel's set asks. */
function inspected(channel: Channel, exceptions: Answers) {
  const model = iphone13()
  const given = { A06: { options: ['A06-2'] }, A07: { options: [], value: '午夜色' }, ...CLAIMS, ...exceptions }
  const quick = CHANNEL_RULES[channel].itemSet === 'quick'
  const checked = checkAnswers(TEMPLATE, model, given, { channel, quick })
  return { ...checked, graded: gradeOf(TEMPLATE, checked.answers, { channel, platform: model.platform }) }
}

describe.each(CHANNELS)('the worked examples of the trade on the channel %s', (channel) => {
  test('are thirteen', () => {
    expect(WORKED).toHaveLength(13)
  })

  test.each(WORKED)('$name', ({ options, [channel]: [worstCap, grade, offered] }) => {
    const bare = gradeOf(TEMPLATE, chosen(...options), { channel, platform: 'apple' })
    expect(bare).toMatchObject({ worstCap, grade, invalid: null })

    const { graded, answers, missing, problems } = inspected(channel, chosen(...options))
    expect(graded).toMatchObject({ worstCap, grade, invalid: null })
    expect(missing).toEqual([])
    expect(problems.filter((problem) => problem.level === 'block')).toEqual([])
    const label = mapGrade(grade)[channel === 'auction' ? 'auctionLabel' : 'curatedLabel']
    const functions = functionFaultsOf(exceptionsOf(TEMPLATE, answers), TEMPLATE.version)
    const refusal = channelRefusal({ grade, repairFlag: repairFlagOf(answers), functions }, channel)
    expect(refusal === null ? label : null).toBe(offered)
  })
})

describe('the origin', () => {
  const ORIGINS: readonly (readonly [option: string, curated: Grade, auction: Grade])[] = [
    ['A09-1', '99', '99'],
    ['A09-2', '99', '99'],
    ['A09-3', '99', '99'],
    ['A09-4', '99', '99'],
    ['A09-5', '70', '99'],
    ['A09-6', '90', '99'],
    ['A09-7', '90', '99'],
    ['A09-8', '90', '99'],
    ['A09-9', '99', '99'],
    ['A09-10', 'X', 'X'],
  ]

  test('has a result for each of its options', () => {
    const options = findItem(TEMPLATE, 'A09')?.options.map((option) => option.code)
    expect(ORIGINS.map(([option]) => option)).toEqual(options)
  })

  test.each(ORIGINS)('%s is %s on the curated channel and %s at auction', (option, curated, auction) => {
    expect(inspected('curated', chosen(option)).graded.grade).toBe(curated)
    expect(inspected('auction', chosen(option)).graded.grade).toBe(auction)
  })

  test('that caps hides no other exception at auction', () => {
    expect(inspected('auction', chosen('A09-5', 'B03-4')).graded.grade).toBe('90')
    expect(inspected('curated', chosen('A09-5', 'B03-4')).graded.grade).toBe('70')
  })
})
