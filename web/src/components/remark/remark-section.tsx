import { type ReactNode, useState } from 'react'
import { Button } from '../button/button.tsx'
import { Section } from '../detail/detail.tsx'
import { toast } from '../toast/toast.ts'
import styles from './remark.module.css'

interface RemarkSectionProps {
  remark: string
  mayWrite: boolean
  /** The form; told with anything once the remark is kept, with nothing when the person gave up. */
  form: (onDone: (kept?: object) => void) => ReactNode
}

/** 备注 on a thing's page: read and written in its place. */
export function RemarkSection({ remark, mayWrite, form }: RemarkSectionProps) {
  const [isEditing, setEditing] = useState(false)
  if (!mayWrite && remark === '') return null
  if (isEditing) {
    return (
      <Section title="备注">
        {form((kept) => {
          setEditing(false)
          if (kept) toast('success', '备注已保存')
        })}
      </Section>
    )
  }
  return (
    <Section
      title="备注"
      extra={
        mayWrite ? (
          <Button small tone="link" onClick={() => setEditing(true)}>
            {remark === '' ? '添加备注' : '修改'}
          </Button>
        ) : null
      }
    >
      <p className={styles.said}>{remark || <span className="muted">没有备注</span>}</p>
    </Section>
  )
}
