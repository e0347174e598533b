import { describe, expect, it } from 'vitest'
import { phoneProduct } from '../sandbox/testing/goods.ts'
import { CALLS } from './calls.ts'
import { EXPRESS_COMPANIES, findExpressCompany } from './carriers.ts'
import { envelopeSchema } from './envelope.ts'
import { parseExactJson } from './json.ts'
import { orderSchema, shipOrderRequest } from './orders.ts'
import { createProductRequest } from './products.ts'
import { explainPublishError, PUBLISH_ERRORS } from './publish-errors.ts'
import { classifyPush } from './pushes.ts'
import { refundSchema } from './refunds.ts'
import { countUnits, cutToUnits } from './units.ts'

describe('units', () => {
  it.each([
    ['', 0],
    ['iPhone 13', 9],
    ['苹果', 4],
    ['苹果 12', 7],
    ['（好）', 6],
    ['😀', 2],
  ])('counts %s', (text, units) => {
    expect(countUnits(text)).toBe(units)
  })

  it.each(['', 'iPhone 13 Pro Max', '苹果 iPhone 13 128GB 95新', '😀好机😀', '（全新）手机'])(
    'cuts "%s" to the longest beginning that fits',
    (text) => {
      for (let maxUnits = 0; maxUnits <= 30; maxUnits += 1) {
        const kept = cutToUnits(text, maxUnits)
        const next = [...text.slice(kept.length)][0]
        expect(text.startsWith(kept)).toBe(true)
        expect(countUnits(kept)).toBeLessThanOrEqual(maxUnits)
        if (next !== undefined) expect(countUnits(kept + next)).toBeGreaterThan(maxUnits)
      }
    },
  )
})

describe('parseExactJson', () => {
  it('keeps the digits of integers beyond 2^53', () => {
    expect(parseExactJson('{"refund_no":393611004596913055,"n":12,"f":1.5,"s":"3"}')).toEqual({
      refund_no: '393611004596913055',
      n: 12,
      f: 1.5,
      s: '3',
    })
  })
})

describe('envelope', () => {
  it('reads code, and the status some samples have in its place', () => {
    expect(envelopeSchema.parse({ code: 0, msg: 'ok', data: { a: 1 } })).toEqual({ code: 0, msg: 'ok', data: { a: 1 } })
    expect(envelopeSchema.parse({ status: 500, msg: 'Internal Server Error' }).code).toBe(500)
    expect(envelopeSchema.safeParse({ msg: 'ok' }).success).toBe(false)
  })
})

describe('products', () => {
  const [place] = phoneProduct().publish_shop
  const withPlace = (changes: object) => phoneProduct({ publish_shop: place ? [{ ...place, ...changes }] : [] })

  it('takes a phone', () => {
    expect(createProductRequest.safeParse(phoneProduct()).success).toBe(true)
  })

  it.each([
    ['a title of 31 Chinese characters', withPlace({ title: '机'.repeat(31) }), 'publish_shop.0.title'],
    ['content of 4 units', withPlace({ content: '好机' }), 'publish_shop.0.content'],
    ['content with markup', withPlace({ content: '好机好机<b>快来</b>' }), 'publish_shop.0.content'],
    ['no image', withPlace({ images: [] }), 'publish_shop.0.images'],
    ['an image twice', withPlace({ images: ['https://a.example/1', 'https://a.example/1'] }), 'publish_shop.0.images'],
    ['a price of 0', phoneProduct({ price: 0 }), 'price'],
    ['a price as text', { ...phoneProduct(), price: '100' }, 'price'],
    ['an outer id of 33 Chinese characters', phoneProduct({ outer_id: '码'.repeat(33) }), 'outer_id'],
  ])('refuses %s', (_name, product, field) => {
    const checked = createProductRequest.safeParse(product)
    expect(checked.error?.issues[0]?.path.join('.')).toBe(field)
  })

  it('takes a title of exactly 30 Chinese characters', () => {
    expect(createProductRequest.safeParse(withPlace({ title: '机'.repeat(30) })).success).toBe(true)
  })
})

describe('orders and refunds', () => {
  it('keeps order numbers as text', () => {
    expect(shipOrderRequest.shape.order_no.safeParse('1339920336328048683').success).toBe(true)
    expect(shipOrderRequest.shape.order_no.safeParse(1339920336328048).success).toBe(false)
    expect(orderSchema.shape.order_no.safeParse('123').success).toBe(false)
  })

  it.each([
    ['SF1002001234567', true],
    ['SF12345678', true],
    ['SF1234567', false],
    ['SF-10020012345', false],
  ])('checks the waybill %s', (waybill, isTaken) => {
    expect(shipOrderRequest.shape.waybill_no.safeParse(waybill).success).toBe(isTaken)
  })

  it('reads refund ids of either type', () => {
    expect(refundSchema.shape.refund_no.parse(12)).toBe('12')
    expect(refundSchema.shape.refund_no.parse('393611004596913055')).toBe('393611004596913055')
  })
})

describe('pushes', () => {
  it('reads the short order push of the samples', () => {
    const body = { order_no: '1339920336328048683', order_status: 12, refund_status: 0, modify_time: 1_700_000_000 }
    expect(classifyPush(body)).toEqual({ kind: 'order', body })
  })

  it('tells the kinds apart', () => {
    const entry = { seller_id: 1, user_name: 'a', entry_id: 2, product_id: 3, status: 'won', modify_time: 4 }
    expect(classifyPush(entry)?.kind).toBe('entry')
    expect(classifyPush({ ...entry, task_time: 4, task_result: 1 })?.kind).toBe('entryResult')
    const product = {
      seller_id: 1,
      product_id: 3,
      product_status: 22,
      publish_status: 3,
      item_biz_type: 2,
      user_name: 'a',
    }
    expect(classifyPush({ ...product, price: 1, stock: 1, modify_time: 4 })?.kind).toBe('product')
    expect(classifyPush({ ...product, task_type: 10, task_time: 4, task_result: 2 })?.kind).toBe('productResult')
  })

  it('refuses what is none of them', () => {
    expect(classifyPush(null)).toBeNull()
    expect(classifyPush({ hello: 1 })).toBeNull()
    expect(classifyPush({ order_no: 12 })).toBeNull()
  })
})

describe('dictionaries', () => {
  it('holds the 88 carriers with codes of their own, 11 of them hot', () => {
    expect(EXPRESS_COMPANIES).toHaveLength(88)
    expect(new Set(EXPRESS_COMPANIES.map((company) => company.code)).size).toBe(88)
    expect(EXPRESS_COMPANIES.filter((company) => company.is_hot)).toHaveLength(11)
    expect(findExpressCompany('shunfeng')?.express_name).toBe('顺丰速运')
    expect(findExpressCompany('qita')).toBeUndefined()
  })

  it('holds the 49 publication errors, 5 of them to retry', () => {
    expect(PUBLISH_ERRORS).toHaveLength(49)
    expect(PUBLISH_ERRORS.filter((row) => row.retry)).toHaveLength(5)
    expect(PUBLISH_ERRORS.every((row) => row.advice.length > 0)).toBe(true)
  })

  it.each([
    ['TOP_IMAGE_NOT_FOUND', '', '部分图片无法获取'],
    ['TOP_ITEM_ADD_FAIL', 'FAIL_BIZ_ITEM_EDIT_TITLE_HAS_EMOJI:标题', '标题含表情符号'],
    ['IC_OPTIMISTIC_LOCKING_CONFLICT', '', '商品正在被其他操作修改'],
    ['SOMETHING_NEW', '平台的说明', '平台的说明'],
  ])('explains %s %s', (code, text, meaning) => {
    expect(explainPublishError(code, text).meaning).toBe(meaning)
  })

  it('gives every call a path of its own', () => {
    const paths = Object.values(CALLS).map((spec) => spec.path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.every((path) => path.startsWith('/api/open/') || path.startsWith('/api/sandbox/'))).toBe(true)
  })
})
