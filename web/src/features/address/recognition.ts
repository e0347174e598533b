import type { ParsedAddress } from '@huanji/domain/address/parse'
import type { AddressInput } from './types.ts'

/** The fields that a pasted address fills, in the form's order. */
export const PASTED_FIELDS = ['contactName', 'contactPhone', 'regionCode', 'detail'] as const

export type PastedField = (typeof PASTED_FIELDS)[number]
export type PastedValues = Pick<AddressInput, PastedField>

/** What the form's fields are called. */
export const FIELD_LABELS: Readonly<Record<PastedField, string>> = {
  contactName: '联系人',
  contactPhone: '电话',
  regionCode: '所在地区',
  detail: '详细地址',
}

/**
 * The values of the form after a paste: what was recognised, and beside it what the person had typed. A value that an
 * earlier paste left there belongs to another address and goes.
 * @param earlier what the paste before recognised, if there was one
 */
export function afterPaste(values: PastedValues, parsed: ParsedAddress, earlier: ParsedAddress | null): PastedValues {
  const kept = (field: PastedField): string => (values[field] === earlier?.[field] ? '' : values[field])
  const pick = (field: PastedField): string => parsed[field] ?? kept(field)
  return {
    contactName: pick('contactName'),
    contactPhone: pick('contactPhone'),
    regionCode: pick('regionCode'),
    detail: pick('detail'),
  }
}

/** How a field came through the last paste: found in it and unchanged since, not found and still empty, or neither. */
export function fateOf(field: PastedField, value: string, parsed: ParsedAddress | null): 'found' | 'missing' | 'own' {
  if (parsed === null) return 'own'
  if (parsed[field] !== null && parsed[field] === value) return 'found'
  return value === '' ? 'missing' : 'own'
}

const ALL = PASTED_FIELDS.length

/** What a paste came to, in one sentence. */
export function pasteSummary(parsed: ParsedAddress): string {
  const names = (isFound: boolean) =>
    PASTED_FIELDS.filter((field) => (parsed[field] !== null) === isFound)
      .map((field) => FIELD_LABELS[field])
      .join('、')
  const found = names(true)
  if (found === '') return '没有识别出地址，请在下面手动填写'
  const summary =
    PASTED_FIELDS.filter((field) => parsed[field] !== null).length === ALL
      ? '已全部识别，请核对后保存'
      : `已识别：${found}；未识别：${names(false)}，请补填`
  const { phoneExtension } = parsed
  return phoneExtension === null ? summary : `${summary}。分机${phoneExtension}写在详细地址末尾，快递凭它联系收件人`
}
