import { PUBLISH_ERRORS } from '@huanji/marketplace/protocol/publish-errors'
import { describe, expect, it } from 'vitest'
import { failureOfCode, NO_ADDRESS, NO_PHOTOS, ownFailure, presentFailure, REMOVED_REMOTELY } from './failures.ts'

const curesOf = (errCode: string, errMsg: string) => {
  const { field, cure } = presentFailure(failureOfCode(errCode, errMsg)) ?? {}
  return { field, cure }
}

describe('why the marketplace would not take a listing', () => {
  it.each(
    PUBLISH_ERRORS.map(
      ({ code, subCode, meaning }) => [`${code} ${subCode ?? ''}`.trim(), code, subCode, meaning] as const,
    ),
  )('has a way to its cure: %s', (_name, code, subCode, meaning) => {
    const asMain = curesOf(code, subCode === null ? meaning : `${subCode}:${meaning}`)
    expect(asMain.cure).toEqual(expect.any(String))
    // the platform does not say in which of the two places the more precise code stands
    if (subCode !== null) expect(curesOf(subCode, meaning)).toEqual(asMain)
  })

  it.each([
    ['10001', '商品主图不清晰', 'images', 'inspection'],
    ['TOP_IMAGE_NOT_FOUND', '图片不存在', 'images', 'inspection'],
    ['TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR:风险内容', 'content', 'editor'],
    ['TOP_ITEM_EDIT_FAIL', 'SKU_PRICE_ILLEGAL:价格', 'price', 'price'],
    ['TOP_ITEM_EDIT_FAIL', 'DIVISION_ERROR_DIVISION_ID:发货地异常', 'address', 'address'],
    ['TOP_ITEM_ADD_FAIL', 'C2S2C_DATA_MISSED:缺少品牌', 'model', 'inspection'],
    ['TOP_SELLER_NOTALLOW_ACCESS', '', 'shop', 'shop'],
    ['retry', 'retry', '', 'retry'],
  ])('%s %s is about "%s" and mended by %s', (code, text, field, cure) => {
    expect(curesOf(code, text)).toEqual({ field, cure })
  })

  it('leads nowhere where the marketplace says what nobody knows, in its own words', () => {
    const failure = presentFailure(failureOfCode('E9', '未知原因'))
    expect(failure).toMatchObject({ code: 'E9', field: '', cure: null, message: expect.stringContaining('未知原因') })
  })

  it('is found by ourselves too, and is nothing without a reason', () => {
    expect(presentFailure(ownFailure(NO_PHOTOS, '没有实拍图'))).toMatchObject({ field: 'images', cure: 'inspection' })
    expect(presentFailure(ownFailure(NO_ADDRESS, '没有发货地址'))).toMatchObject({ field: 'address', cure: 'address' })
    expect(presentFailure(ownFailure(REMOVED_REMOTELY, '已被删除'))).toMatchObject({ cure: 'retry' })
    expect(presentFailure(ownFailure('', ''))).toBeNull()
  })
})
