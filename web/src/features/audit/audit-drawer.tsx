import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { Code } from '../../components/code/code.tsx'
import { Facts, Section } from '../../components/detail/detail.tsx'
import { changesOf } from '../../components/list/changes.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { Time } from '../../components/time/time.tsx'
import { deviceName } from '../../platform/device-name.ts'
import type { AuditRow } from '../people/types.ts'
import styles from './audit-drawer.module.css'
import { subjectText } from './subject-text.ts'

const or = (text: string) => text || <span className="muted">—</span>

/** One entry of the log: who did what, from where, and the thing before and after. */
export function AuditDrawer({ entry, onClose }: { entry: AuditRow; onClose: () => void }) {
  return (
    <Dialog
      title={`日志第${entry.sequence}条：${entry.actionLabel}`}
      kind="drawer"
      widthPx={680}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <div className={styles.drawer}>
        <Section title="操作">
          <Facts
            items={[
              { label: '时间', value: <Time at={entry.at} withSeconds /> },
              { label: '操作人', value: or(entry.who) },
              { label: '操作', value: entry.actionLabel },
              { label: '对象', value: or(subjectText(entry)) },
              { label: 'IP', value: or(entry.ip) },
              { label: '登录设备', value: or(entry.userAgent && deviceName(entry.userAgent)) },
            ]}
          />
          <TechnicalFacts entry={entry} />
        </Section>
        <Section title="变更内容">
          <ChangeTable entry={entry} />
        </Section>
      </div>
    </Dialog>
  )
}

/** What a technician asks for; folded away, since nobody else reads it. */
function TechnicalFacts({ entry: { requestId, action, userAgent } }: { entry: AuditRow }) {
  if (requestId === '') return null
  return (
    <details className={styles.technical}>
      <summary>技术信息</summary>
      <Facts
        items={[
          { label: '请求编号', value: <Code text={requestId} what="请求编号" />, wide: true },
          { label: '接口', value: <span className="code">{action}</span>, wide: true },
          { label: '浏览器', value: or(userAgent), wide: true },
        ]}
      />
    </details>
  )
}

function ChangeTable({ entry }: { entry: AuditRow }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return <p className="muted">这个操作没有可以对照的内容。</p>
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after, isChanged }) => (
          <tr key={name} className={cx(isChanged && styles.changed)} data-changed={isChanged}>
            <th scope="row">
              {name}
              {isChanged ? <span className="sr-only">（有变化）</span> : null}
            </th>
            <td>{isChanged && before ? <del>{before}</del> : (before ?? '—')}</td>
            <td>{isChanged && after ? <ins>{after}</ins> : (after ?? '—')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
