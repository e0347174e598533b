import { dictionary } from '@huanji/domain/dictionary'
import { namingOf, standsIn } from '../../row-words.ts'
import { employee } from './employee.ts'
import { EMPLOYEE_STATUS_LABELS } from './labels.ts'

/** The status that an employee must be in; where it is that one, the rights of the two decide. */
const NEEDED_STATUS: Readonly<Record<string, string>> = dictionary({ disable: 'active', enable: 'disabled' })

export const employeeNaming = namingOf(employee.list, ({ name, status, isSelf }, allowed) => {
  if (isSelf) return { label: name, reason: standsIn('本人') }
  const isOtherwise = (NEEDED_STATUS[allowed] ?? status) !== status
  return { label: name, reason: isOtherwise ? standsIn(EMPLOYEE_STATUS_LABELS[status]) : '对方拥有您没有的权限' }
})
