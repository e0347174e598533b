/**
 * What the product calls its things, posts and actions, in the words of people who sell phones. A thing has one name, on
 * screens and in refusals, help, messages, exports, the API reference and the log. States, kinds of messages and types of
 * bills have theirs beside what they mean (states, notices, fees), in these words.
 */

/** A name, and the names that were given up for it. */
export interface Term {
  readonly name: string
  /** One sentence for whoever has just come to the trade. */
  readonly means: string
  /** Words that may stand nowhere, because another one is this thing's name; each is searched for as it stands. */
  readonly gaveUp: readonly string[]
  /** Where a word of `gaveUp` is part of another name, or of what somebody else calls a thing. */
  readonly stays?: readonly string[]
}

export const TERMS: readonly Term[] = [
  {
    name: '老板',
    means: '什么都能看、什么都能做的人，可以有几位。店长以外的岗位由老板或店长开通。',
    gaveUp: ['店主', '主账号', '管理员'],
    stays: ['数据库管理员'],
  },
  { name: '发货员', means: '选手机、打包、发货的人。', gaveUp: ['仓管'] },
  {
    name: '手机',
    means: '您收进来、质检、拍照、封袋、卖出去的每一台。',
    gaveUp: ['设备'],
    stays: ['登录设备', '此设备', '其他设备', '所有设备', '未知设备', '某台设备', '登录中的设备', '另一台设备上'],
  },
  {
    name: '条码',
    means: '我们自己印的标签号，贴在手机上，扫它就找到这台手机。',
    gaveUp: ['设备编码', '设备条码', '手机编码', '手机条码'],
  },
  {
    name: '单号',
    means: '一张单子的号：质检单号、订单号、售后单号、运单号。',
    gaveUp: ['质检编号', '订单编号', '售后编号'],
  },
  { name: '核对', means: '拿手上的和记录里的比一遍，一样才往下走。', gaveUp: ['核验', '校验'] },
  {
    name: '选手机',
    means: '给订单挑出要寄的那一台。',
    gaveUp: ['选机', '选择发货手机', '选择发货设备', '更换设备', '更换手机'],
    stays: ['更换手机号', '选机型'],
  },
  { name: '严选单台', means: '一台手机是一件商品，一口价。', gaveUp: ['单库存', '一机一品'] },
  {
    name: '多台一起卖',
    means: '同机型、同成色的几台手机是一件商品，卖一台少一台。',
    gaveUp: ['多库存', '批量质检'],
  },
  {
    name: '闲鱼',
    means: '手机在那里卖的平台；鱼市是它的竞拍，严选是它的一口价。',
    gaveUp: ['根据平台', '平台方案', '平台关闭'],
  },
  {
    name: '平台判定',
    means: '买卖双方谈不拢时，由闲鱼来断，您再选处理办法。',
    gaveUp: ['裁决', '判定方案', '平台裁定'],
  },
  { name: '货款', means: '买家为手机付的钱，不算运费。', gaveUp: ['订单结算'] },
  { name: '到手', means: '货款扣掉平台费用以后剩下的钱。', gaveUp: ['净额', '实收'] },
  { name: '赚', means: '到手的钱再扣掉成本。', gaveUp: ['毛利'] },
  { name: '冻结', means: '闲鱼先扣着、还不能用的钱：有售后的货款，或保证金。放开叫解冻。', gaveUp: [] },
  { name: '补发', means: '同意换货或补寄以后，再寄一次给买家。', gaveUp: ['补寄'] },
  { name: '改运单', means: '寄出以后换一个运单号。', gaveUp: ['重新发货'] },
  { name: '场次', means: '鱼市一天开很多场竞拍，手机报进其中一场，到点开拍。', gaveUp: [] },
  { name: '起拍价', means: '买家从这个价往上出。', gaveUp: [] },
  { name: '保底价', means: '出到这个价就一定成交；没出到，您可以谈，也可以不卖。', gaveUp: [] },
  { name: '议价', means: '买家出的价没到保底价，问您卖不卖；到时间没答复就流拍。', gaveUp: [] },
  { name: '补差', means: '手机不退，把差的钱退给买家。', gaveUp: [] },
  {
    name: '封袋',
    means: '装手机的一次性袋子，袋上的码跟着手机到买家；扫了还没拍完照叫预留，照片齐了叫绑定。',
    gaveUp: [],
  },
  { name: '成色', means: '99新、95新这些是买家看的；前面的字母是闲鱼给的同一个等级，S 最好。', gaveUp: [] },
  { name: '拆修', means: 'R0 是没发现拆过修过；R1 换过电池或后盖，R2、R3 修得更重。', gaveUp: [] },
  { name: '没卖出', means: '竞拍流拍，或到时没有卖掉，闲鱼撤了下来。', gaveUp: ['自动下架'] },
  { name: '自己下架', means: '您把商品撤了下来。', gaveUp: ['手动下架'] },
  { name: '卖完了', means: '这件商品的手机都卖掉了。', gaveUp: ['售罄'] },
  { name: '卖掉了', means: '卖掉以后撤下来的商品。', gaveUp: ['售出下架'] },
  { name: '快到发货时间', means: '再不发货就要超时赔钱。', gaveUp: ['发货即将超时', '临近截止'] },
  {
    name: '消息',
    means: '新订单、售后、到期这些事，在右上角的铃铛里。',
    gaveUp: ['通知设置', '消息通知', '通知中心', '短信通知'],
  },
]

/** Where a word that was given up stands in a text, with the term that took its place; each place once. */
export interface GivenUp {
  readonly at: number
  readonly word: string
  readonly term: Term
}

/** Finds the words of a text that were given up, in their order. */
export function givenUpWords(text: string): GivenUp[] {
  const found: GivenUp[] = []
  for (const term of TERMS) {
    for (const word of term.gaveUp) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        if (!isPartOf(text, at, word, term.stays ?? [])) found.push({ at, word, term })
      }
    }
  }
  return found.sort((one, other) => one.at - other.at)
}

/** Whether the word at this place belongs to one of the longer names. */
const isPartOf = (text: string, at: number, word: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const within = name.indexOf(word)
    return within !== -1 && text.startsWith(name, at - within)
  })
