import { expect, test } from 'vitest'
import { explainPublishError } from './publish-errors.ts'
import { wordsOfRefusal } from './refusal-words.ts'

const field = (name: string, why: string) => `请求参数错误, field "${name}" ${why}`

test.each([
  [field('waybill_no', '运单号应为至少10位字母、数字或下划线'), '运单号应为至少10位字母、数字或下划线'],
  [field('express_name', 'is not set'), '快递公司未填写'],
  [field('order_price', 'Too small: expected number to be >=1'), '商品价过小或过短'],
  [field('publish_shop.0.title', 'Too big: expected string to have <=60 characters'), '标题过大或过长'],
  [field('price', '应与其中一个规格的价格一致'), '价格应与其中一个规格的价格一致'],
  [field('report_data.yx_3c', 'is not set'), '质检报告未填写'],
  [field('stock', 'Invalid input: expected number, received string'), '库存不符合闲鱼的要求'],
  [field('some_new_field', 'is not set'), '提交的内容不符合闲鱼的要求'],
  ['Internal parameter mismatch', '提交的内容不符合闲鱼的要求'],
  ['没有可公开的实拍图，请补拍后重新上架', '没有可公开的实拍图，请补拍后重新上架'],
])('defect: technical English reached people: %s', (msg, words) => {
  expect(wordsOfRefusal(100_004, msg)).toBe(words)
  expect(words).not.toMatch(/[a-z_]{4,}/)
})

test('another refusal keeps its sentence where people can read it', () => {
  expect(wordsOfRefusal(100_409, '订单已付款，不能改价')).toBe('订单已付款，不能改价')
  expect(wordsOfRefusal(100_409, 'order is locked')).toBe('提交的内容不符合闲鱼的要求')
})

test('defect: a publication’s reason that the platform’s list lacks was shown in English', () => {
  expect(explainPublishError('X', 'unknown: something broke').meaning).toBe('发布失败')
  expect(explainPublishError('X', '商品图片模糊').meaning).toBe('商品图片模糊')
})
