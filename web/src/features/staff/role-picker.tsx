import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { cx } from '../../components/class-names.ts'
import frame from '../../components/field/field.module.css'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import { loginInfo } from '../../session/session.ts'
import { roleLine } from '../people/role-words.ts'
import type { EmployeeInput, RoleRow } from '../people/types.ts'
import styles from './role-picker.module.css'

interface RolePickerProps {
  form: FormControl<EmployeeInput>
  roles: readonly RoleRow[]
}

/** The roles of an employee as boxes to tick, each with what it comes to; 老板 is for owners to give. */
export function RolePicker({ form, roles }: RolePickerProps) {
  const noteId = useId()
  const { isOwner } = loginInfo()
  return (
    <Controller
      control={form.methods.control}
      name="roleIds"
      render={({ field, fieldState }) => (
        <fieldset className={styles.roles} aria-describedby={noteId}>
          <legend className={frame.label}>
            角色<b aria-hidden="true">*</b>
          </legend>
          <ul>
            {roles.map((role) => (
              <li key={role.roleId}>
                <label>
                  <input
                    type="checkbox"
                    aria-label={role.name}
                    aria-invalid={fieldState.invalid}
                    checked={field.value.includes(role.roleId)}
                    disabled={role.isProtected && !isOwner}
                    onBlur={field.onBlur}
                    onChange={() => field.onChange(toggled(roles, field.value, role.roleId))}
                  />
                  <span>{role.name}</span>
                  <span className="muted">{roleLine(role)}</span>
                </label>
              </li>
            ))}
          </ul>
          <span id={noteId} className={cx(frame.note, Boolean(fieldState.error) && frame.error)} aria-live="polite">
            {fieldState.error?.message ?? '可以选择多个，权限合在一起'}
          </span>
        </fieldset>
      )}
    />
  )
}

/** In the list's order, so that ticking and unticking leaves nothing changed. */
function toggled(roles: readonly RoleRow[], chosen: readonly string[], roleId: string): string[] {
  const next = new Set(chosen)
  if (!next.delete(roleId)) next.add(roleId)
  return roles.flatMap((role) => (next.has(role.roleId) ? [role.roleId] : []))
}
