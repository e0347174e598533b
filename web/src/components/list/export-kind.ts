import { EXPORT_KINDS, type ExportKindKey } from '@huanji/contract/export-kinds'
import { can } from '../../session/session.ts'

/** What the rows of a list's call are exported as; null where they are not, or not by this person. */
export function exportKindOf(listPath: string): ExportKindKey | null {
  const kinds = Object.keys(EXPORT_KINDS) as ExportKindKey[]
  const kind = kinds.find((key) => EXPORT_KINDS[key].listPath === listPath)
  return kind !== undefined && can(EXPORT_KINDS[kind].grant) ? kind : null
}
