/** What the marketplace takes of a listing's texts and pictures (docs/open-platform.md §3.3). */

/** The line of a report, as goods bring it to the market, that says the report’s number. */
export const REPORT_NUMBER_LINE = '质检单号'

/** A title holds 30 Chinese characters, which count as 60 units. */
export const TITLE_MAX_UNITS = 60
export const CONTENT_MIN_UNITS = 5
export const CONTENT_MAX_UNITS = 5000
export const PHOTOS_MAX = 30
/** Only so many of the pictures are shown in the marketplace's app. */
export const APP_PHOTOS_MAX = 9
/** A listing has at most two specs, each with a short name and 2–20 values. */
export const SPECS_MAX = 2
export const SPEC_VALUES_MAX = 20
export const SPEC_VALUE_MAX = 20
const SPEC_NAME = { min: 2, max: 4 }

/**
 * Length of a text as the marketplace counts it: a Chinese character, like any other full-width sign, is 2 units, a
 * Latin one 1.
 */
export function countUnits(text: string): number {
  let units = 0
  for (const sign of text) units += (sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1
  return units
}

/** The longest beginning of a text that has at most `maxUnits` units; no sign is cut in two. */
export function cutToUnits(text: string, maxUnits: number): string {
  let units = 0
  let kept = ''
  for (const sign of text) {
    units += countUnits(sign)
    if (units > maxUnits) return kept
    kept += sign
  }
  return kept
}

/** What the title of a listing with faulty phones has to say. */
export interface TitleRules {
  /** A word that the title must hold; null where none. */
  readonly requiredWord: string | null
}

/** Why the marketplace would not take a title, in a sentence that says what to do, or null. */
export function titleProblem(title: string, { requiredWord }: TitleRules = { requiredWord: null }): string | null {
  const units = countUnits(title)
  if (title.trim() === '') return '请填写标题'
  if (units > TITLE_MAX_UNITS) {
    const over = Math.ceil((units - TITLE_MAX_UNITS) / 2)
    return `标题最多30个汉字（字母和数字按半个汉字计），超出${over}个字，请缩短标题`
  }
  if (/[<>]/.test(title)) return '标题不能包含“<”或“>”，请删除后重试'
  if (/\p{Extended_Pictographic}/u.test(title)) return '标题不能包含表情符号，请删除后重试'
  if (requiredWord !== null && !title.includes(requiredWord)) {
    return `故障机的标题须包含“${requiredWord}”二字，请补充`
  }
  return null
}

/** Why the marketplace would not take a description, in a sentence that says what to do, or null. */
export function contentProblem(content: string): string | null {
  const units = countUnits(content)
  if (units < CONTENT_MIN_UNITS) return '描述至少3个汉字，请补充'
  if (units > CONTENT_MAX_UNITS) {
    const over = Math.ceil((units - CONTENT_MAX_UNITS) / 2)
    return `描述最多2500个汉字（字母和数字按半个汉字计），超出${over}个字，请删减`
  }
  return /<[a-z/][^>]*>/i.test(content) ? '描述不能包含HTML标签，请删除“<”和“>”之间的内容' : null
}

/** Why a choice of pictures cannot be shown, or null; `ids` in their order, the first is the cover. */
export function photoChoiceProblem(ids: readonly string[], known: ReadonlySet<string>): string | null {
  if (ids.length === 0) return '请至少保留一张实拍图'
  if (ids.length > PHOTOS_MAX) return `最多展示${PHOTOS_MAX}张图片，请减少${ids.length - PHOTOS_MAX}张`
  if (new Set(ids).size !== ids.length) return '图片不能重复'
  return ids.every((id) => known.has(id)) ? null : '有图片已被删除或不对外展示，请刷新后重新排序'
}

/** One spec by which buyers choose, such as 容量, and a value for each SKU in its order. */
export interface Spec {
  readonly name: string
  readonly values: readonly string[]
}

/** What a SKU is made of, in the words of buyers. */
export interface SkuWords {
  readonly storage: string
  readonly colour: string
}

const SIGNS = /[:;<>&：；]/g

const asValue = (text: string) => text.replace(SIGNS, ' ').trim().slice(0, SPEC_VALUE_MAX)

/**
 * The texts of a listing's SKUs, `容量:128GB;颜色:黑色`, in their order. A spec of one value is none: the marketplace wants
 * several, so the SKU of a listing that has only one gets no text.
 */
export function skuTextsOf(skus: readonly SkuWords[]): string[] {
  const specs: Spec[] = [
    { name: '容量', values: skus.map((sku) => asValue(sku.storage)) },
    { name: '颜色', values: skus.map((sku) => asValue(sku.colour)) },
  ].filter(({ values }) => new Set(values).size > 1)
  return skus.map((_, index) => specs.map(({ name, values }) => `${name}:${values[index] || '其他'}`).join(';'))
}

/** Why the marketplace would not take these SKUs, in a sentence that says what to do, or null. */
export function skusProblem(skus: readonly SkuWords[]): string | null {
  if (skus.length < 2) return null
  const texts = skuTextsOf(skus)
  if (new Set(texts).size !== texts.length) return '有两个规格的文字相同，请合并为一个规格'
  const names = [...new Set(texts.flatMap((text) => text.split(';').map((pair) => pair.split(':')[0] ?? '')))]
  if (names.length > SPECS_MAX) return `最多按${SPECS_MAX}种规格区分，请拆分为多个商品`
  if (names.some((name) => name.length < SPEC_NAME.min || name.length > SPEC_NAME.max)) {
    return '规格名需为2至4个字，请修改'
  }
  for (const name of names) {
    const values = new Set(texts.flatMap((text) => text.split(';').filter((pair) => pair.startsWith(`${name}:`))))
    if (values.size > SPEC_VALUES_MAX) return `“${name}”最多${SPEC_VALUES_MAX}个值，请拆分为多个商品`
  }
  return null
}
