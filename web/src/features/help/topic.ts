import type { PageKey } from '@huanji/contract/pages'

/** The groups of the handbook, in its order. */
export const TOPIC_GROUPS = {
  start: '开始使用',
  inspect: '质检与封袋',
  sell: '上架与定价',
  order: '订单与发货',
  refund: '售后',
  money: '账单与导出',
  people: '员工与账号',
  device: '扫码与快捷键',
} as const

export type TopicGroup = keyof typeof TOPIC_GROUPS

/** One thing to do. In its texts 「…」 is a name on the screen and `…` a key. */
export interface Step {
  readonly text: string
  readonly note?: string
  /** A picture of `pictures.json`. */
  readonly picture?: string
  /** Where it is done. */
  readonly page?: PageKey
}

/** One task, titled as a person would ask for it; a file of `topics/`. */
export interface TopicText {
  /** Its place in the handbook: lower ones stand before it. */
  readonly order: number
  readonly title: string
  readonly group: TopicGroup
  /** The pages on which the help names it. */
  readonly pages: readonly PageKey[]
  readonly intro: string
  readonly steps: readonly Step[]
  readonly questions?: readonly { readonly ask: string; readonly answer: string }[]
  /** What stands above them; 常见问题 unless said otherwise. */
  readonly questionsTitle?: string
}

/** A topic under the name of its file. */
export interface Topic extends TopicText {
  readonly key: string
}
