import type { Grade } from '../template/types.ts'

/** Digits as people write a phone number to hide it: `138 0000-1111`, `１３８…`. */
const MOBILE = /(?<!\d)1[3-9](?:[\s\-—_.]?\d){9}(?!\d)/
/** Ways to a deal outside the marketplace, and how people write them so that no filter sees them. */
const WAYS = [
  /[微薇徽威][\s.]*[信芯]/,
  /加[\s.]*[微薇v]/i,
  /(?<![a-z])v[\s.]*x(?![a-z])/i,
  /(?<![a-z])wei\s?xin/i,
  /(?<![a-z])wechat/i,
  /(?<![a-z])q{2}(?![a-z])|扣扣|企鹅号/i,
  /支付宝|公众号|二维码|抖音|快手|小红书|淘宝|拼多多|转转|京东/,
  /https?:|www\.|[a-z0-9-]+\.(?:com|cn|net|top|shop)(?![a-z])/i,
  /(?:电话|手机号|联系方式)[:：是]?\s*\d{5,}/,
]

/** A way to a deal outside the marketplace in a text, as it stands there; null without one. An IMEI or price is none. */
export function contactIn(text: string): string | null {
  const plain = text.normalize('NFKC')
  const mobile = MOBILE.exec(plain)
  if (mobile) return mobile[0]
  for (const way of WAYS) {
    const found = way.exec(plain)
    if (found) return found[0]
  }
  return null
}

/** Why the marketplace may punish a text that leads buyers elsewhere, in a sentence that says what to do; null where it does not. */
export function contactWarning(text: string): string | null {
  const contact = contactIn(text)
  return contact === null ? null : `“${contact}”像是站外联系方式，闲鱼会下架商品、处罚店铺，请删掉`
}

/** Why a claim of new goods ends in a return: they are not; null where nothing is claimed, or it is so. */
export function claimWarning(text: string, grade: Grade | null): string | null {
  if (grade === null || grade === 'NEW') return null
  const claim = /(?<!非|不是|\d)(?:全新|未拆封|未激活)/.exec(text.normalize('NFKC'))
  return claim === null ? null : `成色不是全新，写“${claim[0]}”容易被买家按“与描述不符”退货，请改掉`
}

/** The warning where pictures of a flaw are kept from buyers; null where none is. */
export const hiddenFlawWarning = (hidden: number): string | null =>
  hidden === 0 ? null : `有${hidden}张瑕疵图不给买家看，容易被按“与描述不符”退货，建议加回来`
