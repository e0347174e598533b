import { describe, expect, it, test } from 'vitest'
import { claimWarning, contactIn, contactWarning, hiddenFlawWarning } from './punished.ts'

describe('defect: what the marketplace punishes was sent without a word', () => {
  test.each([
    ['苹果 iPhone 13 加微信13800001111', '13800001111'],
    ['iPhone 13 加 v 聊', '加 v'],
    ['电话 138 0000-1111', '138 0000-1111'],
    ['１３８００００１１１１ 面交', '13800001111'],
    ['有意加薇芯', '薇芯'],
    ['vx同号', 'vx'],
    ['详聊 VX abc123', 'VX'],
    ['QQ 12345678', 'QQ'],
    ['看 www.example.com', 'www.'],
    ['转转同款', '转转'],
  ])('%s', (text, found) => expect(contactIn(text)).toBe(found))

  it('says what to do', () => {
    expect(contactWarning('加微信13800001111')).toBe('“13800001111”像是站外联系方式，闲鱼会下架商品、处罚店铺，请删掉')
    expect(contactWarning('vx同号')).not.toBeNull()
  })

  test.each([
    '苹果 iPhone 13 128GB 午夜色 95新',
    'IMEI 861001380000287',
    '电池 85% 循环 312 次，售价 1354.00',
    '华为 Mate 60 Pro 12+512GB 雅川青',
    'vivo X100 16+256',
    'iPhone 15 Pro Max 256GB，2023.11.20 激活',
    '屏幕无划痕，微痕不影响使用；信号正常',
  ])('lets be: %s', (text) => expect([contactIn(text), claimWarning(text, '95')]).toEqual([null, null]))

  it('asks about goods called new that are not, and about flaws that are hidden', () => {
    expect(claimWarning('全新 iPhone 13', '95')).toContain('与描述不符')
    expect(claimWarning('全新 iPhone 13', 'NEW')).toBeNull()
    expect(claimWarning('99新 非全新', '99')).toBeNull()
    expect(hiddenFlawWarning(0)).toBeNull()
    expect(hiddenFlawWarning(2)).toBe('有2张瑕疵图不给买家看，容易被按“与描述不符”退货，建议加回来')
  })
})
