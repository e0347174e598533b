import { useId } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { confirm } from '../../../components/confirm/confirm.tsx'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { toast } from '../../../components/toast/toast.ts'
import type { GrantTree } from '../../people/grant-tree.ts'
import type { RoleInfo } from '../../people/types.ts'
import { type Filled, fillFrom, presetOf } from './role-start.ts'

interface PresetFieldProps {
  tree: GrantTree
  info: RoleInfo
  grants: readonly string[]
  refundLimitFen: number | null
  disabled: boolean
  fill: (filled: Filled) => void
}

/** Starts from a post of the trade, or goes back to the one that the role was made from. */
export function PresetField({ tree, info, grants, refundLimitFen, disabled, fill }: PresetFieldProps) {
  const id = useId()
  const present = presetOf(tree, info, grants, refundLimitFen)
  const origin = info.presets.find(({ key }) => key === info.role?.presetKey)
  const start = async (key: string) => {
    const preset = info.presets.find((one) => one.key === key)
    if (!preset) return
    const question = {
      title: `按“${preset.name}”勾选？`,
      body: '现在勾的和退款额度会换成这个岗位的；保存之前都可以再改。',
      ok: '替换',
    }
    if (grants.length > 0 && present === null && !(await confirm(question))) return
    const filled = fillFrom(tree, info, preset)
    fill(filled)
    if (filled.leftOutCount > 0) toast('info', `有${filled.leftOutCount}项您没有的权限没有勾选`)
  }
  return (
    <>
      <FieldFrame id={id} label="从岗位模板开始" hint={present ? `和“${present.name}”一样` : '自己勾的'}>
        <select
          id={id}
          className={field.input}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          value={present?.key ?? ''}
          onChange={(event) => void start(event.target.value)}
        >
          <option value="">自己勾</option>
          {info.presets.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      {origin && !disabled && origin.key !== present?.key ? (
        <div>
          <Button icon="refresh" onClick={() => void start(origin.key)}>
            改回“{origin.name}”的
          </Button>
          <p className="muted">改回并保存后，以后有新功能，也会跟着“{origin.name}”自动开。</p>
        </div>
      ) : null}
    </>
  )
}
