import { AUDIT_SUBJECT_LABELS } from '@huanji/contract/features/audit/labels'
import type { AuditRow } from '../people/types.ts'

const KINDS: Readonly<Record<string, string>> = AUDIT_SUBJECT_LABELS

/** What an entry is about, kind and name: `员工 王小明`. */
export const subjectText = ({ subject, subjectLabel }: Pick<AuditRow, 'subject' | 'subjectLabel'>): string =>
  `${KINDS[subject] ?? subject} ${subjectLabel}`.trim()
