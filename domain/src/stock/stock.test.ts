import { describe, expect, test } from 'vitest'
import { modelTitle, storageLabel } from '../catalogue/models.ts'
import { CATALOGUE, MODELS, modelOf } from '../catalogue/testing/models.ts'
import { SHORT_FORMS } from '../catalogue/testing/short-forms.ts'
import { readCost, readStockDay } from './amounts.ts'
import { guessModels, matchModel } from './match-model.ts'
import { readStockRow, remarkOf, STOCK_FIELDS, type WrittenStock } from './stock-row.ts'

const SEARCHED = { catalogues: [CATALOGUE] }
const NOW = '2026-11-26T04:00:00.000Z'
const EMPTY = Object.fromEntries(STOCK_FIELDS.map((field) => [field, ''])) as WrittenStock

describe('what a phone cost', () => {
  test.each([
    ['1234.5', 123_450],
    ['¥1,234.00', 123_400],
    ['￥ 1,234', 123_400],
    ['１２３４．５０', 123_450],
    ['1234元', 123_400],
    ['1234块', 123_400],
    ['1.2万', 1_200_000],
    ['0.35w', 350_000],
    ['3456.7800000000002', 345_678],
    ['', null],
    ['—', null],
  ])('%s is %s fen', (text, value) => expect(readCost(text)).toEqual({ ok: true, value }))

  test.each([
    ['一千二', '不是金额'],
    ['12.345', '不是金额'],
    ['1，2', '不是金额'],
    ['-300', '不能是负数'],
    ['0', '不能是 0'],
    ['356938035643809', '不是金额'],
    ['3569380', '请核对是否填错列'],
  ])('%s is refused: %s', (text, part) => {
    const read = readCost(text)
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(part) })
  })
})

describe('the day it came in', () => {
  test.each([
    ['2026-11-01', '2026-11-01'],
    ['2026/1/9', '2026-01-09'],
    ['2026.11.1', '2026-11-01'],
    ['2026年11月1日', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['２０２６－１１－０１', '2026-11-01'],
    ['2026-11-01 08:30', '2026-11-01'],
    ['46327', '2026-11-01'],
    ['', null],
  ])('%s is %s', (text, value) => expect(readStockDay(text, NOW)).toEqual({ ok: true, value }))

  test.each(['11月1日', '2026-02-31', '昨天', '2026-11-27'])('%s is refused', (text) => {
    expect(readStockDay(text, NOW).ok).toBe(false)
  })
})

describe('which model a line means', () => {
  const skuOf = (model: string, storage = '', colour = '') => {
    const match = matchModel({ model, storage, colour }, null, SEARCHED)
    return match.ok ? [match.model.id, match.sku.ram, match.sku.storage, match.sku.colour, match.doubt] : match.reason
  }

  test.each([
    ['iPhone 13', '128GB', '午夜色', ['apple-iphone-13', '', '128GB', '午夜色', '']],
    ['苹果13', '128', '午夜', ['apple-iphone-13', '', '128GB', '午夜色', '']],
    ['苹果13 128G 午夜色', '', '', ['apple-iphone-13', '', '128GB', '午夜色', '']],
    ['苹果13午夜色', '128g', '', ['apple-iphone-13', '', '128GB', '午夜色', '']],
    ['iPhone13 Pro Max 256G 国行', '', '远峰蓝', ['apple-iphone-13-pro-max', '', '256GB', '远峰蓝色', '']],
    ['13pm', '1T', '金色', ['apple-iphone-13-pro-max', '', '1TB', '金色', '']],
    ['ｉＰｈｏｎｅ　１５', '１２８Ｇ', '黑', ['apple-iphone-15', '', '128GB', '黑色', '']],
    ['小米14 12+256 黑色', '', '', ['xiaomi-14', '12GB', '256GB', '黑色', '']],
    ['小米14', '12GB/256GB', '白色', ['xiaomi-14', '12GB', '256GB', '白色', '']],
    ['小米14', '256', '', ['xiaomi-14', '', '256GB', '', '运行内存、颜色待质检时选']],
    ['华为 Mate 60 Pro', '12+512', '雅川青', ['huawei-mate-60-pro', '12GB', '512GB', '雅川青', '']],
    ['A2634', '', '', ['apple-iphone-13', '', '', '', '内存、颜色待质检时选']],
    ['iPhone 13', '1TB', '', 'storage'],
    ['iPhone 13 mini', '', '', ['apple-iphone-13-mini', '', '', '', '内存、颜色待质检时选']],
    ['iPhone 13 nano', '', '', 'unknown'],
    ['MLPF3CH/A', '', '', ['apple-iphone-13', '', '128GB', '午夜色', '']],
    ['15p', '', '', 'unknown'],
    ['NX789J', '', '', 'unknown'],
    ['8p 64g 银', '', '', ['apple-iphone-8-plus', '', '64GB', '银色', '']],
    ['iPhone 13 Pro Ultra', '', '', 'unknown'],
    ['苹果', '', '', 'unknown'],
    ['老人机', '', '', 'unknown'],
    ['', '', '', 'missing'],
  ])('%s %s %s', (model, storage, colour, expected) => expect(skuOf(model, storage, colour)).toEqual(expected))

  test('a person’s choice stands for the text', () => {
    const match = matchModel({ model: '苹果十三', storage: '256', colour: '' }, modelOf('apple-iphone-13'), SEARCHED)
    expect(match).toMatchObject({ ok: true, model: { id: 'apple-iphone-13' }, sku: { storage: '256GB' } })
  })

  test('a text with a hundred words costs as little as one with ten', () => {
    const long = `苹果13 ${'q z '.repeat(48)}`
    expect(skuOf(long)).toBe('unknown')
    expect(guessModels(long, 3, SEARCHED)[0]?.id).toBe('apple-iphone-13')
    // more characters than any name has, and the model none the less where it is one
    expect(skuOf(`iPhone 13 ${'国行 '.repeat(60)}`)).toEqual([
      'apple-iphone-13',
      ...['', '', '', '内存、颜色待质检时选'],
    ])
  })

  test('guesses what a text it does not know may be', () => {
    expect(guessModels('苹果13 nano 128G', 5, SEARCHED).map(({ id }) => id)).toContain('apple-iphone-13')
    expect(guessModels('iPhone', 3, SEARCHED)).toHaveLength(3)
    expect(guessModels('苹果十三', 3, SEARCHED)[0]?.id).toBe('apple-iphone-13')
    expect(guessModels('苹果十三 mini', 3, SEARCHED)[0]?.id).toBe('apple-iphone-13-mini')
    expect(guessModels('荣耀x', 3, SEARCHED).map(({ brand }) => brand)).toEqual(['荣耀', '荣耀', '荣耀'])
    expect(guessModels('冰箱', 3, SEARCHED)).toEqual([])
  })
})

test('a table of two hundred lines in dealers’ words is matched, and no line wrongly', () => {
  const lines = SHORT_FORMS.flatMap(({ form, title }) => {
    const variant = MODELS.find((model) => modelTitle(model) === title)?.storages[0]
    // what says its capacity already says it twice otherwise
    const isSaid = variant === undefined || /128|256/.test(form)
    const capacity = isSaid ? '' : `${storageLabel(variant).replaceAll('GB', '')}g`
    return [
      { title, model: form, storage: '' },
      { title, model: `${title.split(' ')[0] ?? ''} ${form} ${capacity} 国行`, storage: '' },
    ]
  })
  expect(lines.length).toBeGreaterThanOrEqual(200)
  const answers = lines.map(({ title, ...written }) => {
    const match = matchModel({ ...written, colour: '' }, null, SEARCHED)
    return { text: written.model, isMatched: match.ok, isWrong: match.ok && modelTitle(match.model) !== title }
  })
  expect(answers.filter(({ isWrong }) => isWrong)).toEqual([])
  const open = answers.filter(({ isMatched }) => !isMatched).map(({ text }) => text)
  expect(open.length, open.join(', ')).toBeLessThanOrEqual(lines.length * 0.05)
})

describe('a line', () => {
  test('is read with all that it holds', () => {
    const read = readStockRow(
      { ...EMPTY, imei: '49015420 3237518', cost: '¥1,234.00', stockedOn: '2026/11/1', sn: 'f2lx1234abcd' },
      NOW,
    )
    expect(read).toEqual({
      ok: true,
      row: {
        codes: { kind: 'imei', imei: '490154203237518', imei2: '', meid: '', sn: 'F2LX1234ABCD' },
        costFen: 123_400,
        stockedOn: '2026-11-01',
      },
    })
  })

  test('a serial number in the place of the IMEI is one', () => {
    const read = readStockRow({ ...EMPTY, imei: 'F2LX1234ABCD' }, NOW)
    expect(read).toMatchObject({ ok: true, row: { codes: { kind: 'sn', sn: 'F2LX1234ABCD' } } })
  })

  test.each([
    [{ imei: '3.56938E+14' }, '设为“文本”格式'],
    [{ imei: '490154203237519' }, 'IMEI不对'],
    [{ imei: '' }, '缺少 IMEI'],
    [{ imei: '490154203237518', cost: '-1' }, '负数'],
    [{ imei: '490154203237518', stockedOn: '去年' }, '看不懂'],
  ])('%j is refused: %s', (change, part) => {
    expect(readStockRow({ ...EMPTY, ...change }, NOW)).toMatchObject({
      ok: false,
      message: expect.stringContaining(part),
    })
  })

  test('what has no place of its own stands in the remark', () => {
    const written = { ...EMPTY, grade: '95新', supplier: '老王', colour: '骚粉', remark: '屏幕换过' }
    expect(remarkOf(written, true)).toBe('来料成色：95新；供应商：老王；颜色：骚粉；屏幕换过')
    expect(remarkOf(written, false)).toBe('来料成色：95新；供应商：老王；屏幕换过')
    expect([...remarkOf({ ...written, remark: '长'.repeat(300) }, false)]).toHaveLength(200)
  })
})
