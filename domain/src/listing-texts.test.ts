import { describe, expect, it } from 'vitest'
import {
  CONTENT_MAX_UNITS,
  contentProblem,
  countUnits,
  cutToUnits,
  photoChoiceProblem,
  skusProblem,
  skuTextsOf,
  TITLE_MAX_UNITS,
  titleProblem,
} from './listing-texts.ts'

describe('the length of a text', () => {
  it('counts a Chinese sign as two and a Latin one as one', () => {
    expect(countUnits('iPhone 13 128GB')).toBe(15)
    expect(countUnits('苹果13')).toBe(6)
  })

  it('cuts no sign in two', () => {
    expect(cutToUnits('苹果A', 3)).toBe('苹')
    expect(cutToUnits('A苹果', 3)).toBe('A苹')
  })
})

describe('a title', () => {
  it.each([
    ['苹'.repeat(30), null],
    ['苹'.repeat(31), '标题最多30个汉字（字母和数字按半个汉字计），超出1个字，请缩短标题'],
    ['A'.repeat(TITLE_MAX_UNITS), null],
    ['iPhone <95新>', '标题不能包含“<”或“>”，请删除后重试'],
    ['好手机😀', '标题不能包含表情符号，请删除后重试'],
    [' ', '请填写标题'],
  ])('%s', (title, problem) => {
    expect(titleProblem(title)).toBe(problem)
  })

  it('says so of a faulty phone', () => {
    expect(titleProblem('iPhone 13', { requiredWord: '故障' })).toBe('故障机的标题须包含“故障”二字，请补充')
    expect(titleProblem('故障 iPhone 13', { requiredWord: '故障' })).toBeNull()
  })
})

it('takes a description of 5–5000 units without tags', () => {
  expect(contentProblem('好机')).toContain('至少')
  expect(contentProblem('好手机')).toBeNull()
  expect(contentProblem('苹'.repeat(CONTENT_MAX_UNITS / 2))).toBeNull()
  expect(contentProblem('苹'.repeat(CONTENT_MAX_UNITS / 2 + 1))).toContain('超出1个字')
  expect(contentProblem('好手机<b>95新</b>')).toContain('HTML')
})

it('takes each picture once, and only what there is', () => {
  const known = new Set(['a', 'b'])
  expect(photoChoiceProblem(['b', 'a'], known)).toBeNull()
  expect(photoChoiceProblem([], known)).toContain('至少')
  expect(photoChoiceProblem(['a', 'a'], known)).toContain('重复')
  expect(photoChoiceProblem(['a', 'c'], known)).toContain('已被删除')
})

describe('the texts of SKUs', () => {
  const sku = (storage: string, colour: string) => ({ storage, colour })

  it('leave a spec of one value out', () => {
    expect(skuTextsOf([sku('128GB', '黑色'), sku('256GB', '黑色')])).toEqual(['容量:128GB', '容量:256GB'])
    expect(skuTextsOf([sku('128GB', '黑色')])).toEqual([''])
  })

  it('hold no signs that the marketplace reads itself', () => {
    expect(skuTextsOf([sku('128GB', '黑;白'), sku('128GB', '红:色')])).toEqual(['颜色:黑 白', '颜色:红 色'])
  })

  it('are told apart, and not too many', () => {
    expect(skusProblem([sku('128GB', '黑:'), sku('128GB', '黑;')])).toContain('文字相同')
    expect(skusProblem(Array.from({ length: 21 }, (_, n) => sku('128GB', `色${n}`)))).toContain('最多20个值')
    expect(skusProblem([sku('128GB', '黑'), sku('256GB', '白')])).toBeNull()
  })
})
