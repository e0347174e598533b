import { API_KEY_STATE_LABELS } from '@huanji/contract/features/api-key/labels'
import { linkTo } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Facts, Section } from '../../components/detail/detail.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import { grantTree } from '../people/grant-tree.ts'
import type { KeyInfo, KeyRow } from '../people/types.ts'
import styles from './key.module.css'
import { KEY_TONES } from './key-tones.ts'

type Shown = NonNullable<KeyInfo['key']>

const DASH = <span className="muted">—</span>

/** One key: what it may do, its limits, and how it is used. */
export function KeyDrawer({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const query = useQuery(queryOf(api.programKeys.info, { keyId: row.keyId }))
  return (
    <Dialog
      title={`接口密钥“${row.name}”`}
      kind="drawer"
      widthPx={680}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <DetailPending query={query} waiting={LOADING}>
        {(info) =>
          info.key === null ? null : (
            <div className={styles.drawer}>
              <KeySection shown={info.key} onClose={onClose} />
              <GrantsSection info={info} held={info.key.grants} />
              <UsageSection usage={info.usage} />
            </div>
          )
        }
      </DetailPending>
    </Dialog>
  )
}

function KeySection({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { keyId, name, state, expiresAt, lastUsedAt, lastUsedIp, places } = shown
  const log = linkTo('audit', { actorId: keyId, 'actorId.label': `接口密钥 ${name}` })
  return (
    <Section
      title="密钥"
      extra={
        can(api.auditTrail.list.path) ? (
          <Link to={log} onClick={onClose}>
            它的操作日志
          </Link>
        ) : null
      }
    >
      <Facts
        items={[
          { label: '状态', value: <StateTag tone={KEY_TONES[state]}>{API_KEY_STATE_LABELS[state]}</StateTag> },
          { label: '密钥开头', value: <span className="code">{shown.hint}…</span> },
          { label: '创建人', value: shown.creatorName },
          { label: '创建时间', value: <Time at={shown.createdAt} /> },
          { label: '到期时间', value: expiresAt === null ? '长期有效' : <Time at={expiresAt} /> },
          { label: '每分钟上限', value: `${shown.ratePerMinute}次` },
          { label: '上次使用', value: lastUsedAt === null ? DASH : <Time at={lastUsedAt} /> },
          { label: '上次使用的IP', value: lastUsedIp === '' ? DASH : <span className="code">{lastUsedIp}</span> },
          { label: '只允许的IP', value: places.length === 0 ? '不限' : places.join('、'), wide: true },
        ]}
      />
      {state === 'suspended' ? (
        <p className="muted">创建人已停用或离职，密钥暂停使用；更换后由您作为创建人继续使用。</p>
      ) : null}
    </Section>
  )
}

function GrantsSection({ info, held }: { info: KeyInfo; held: readonly string[] }) {
  const pages = useMemo(() => {
    const grants = new Set(held)
    return grantTree(info.tree).groups.flatMap(({ pages }) =>
      pages.flatMap(({ path, title, actions }) => {
        const names = actions.filter(({ id }) => grants.has(id)).map((action) => action.title)
        return names.length === 0 ? [] : [{ path, title, names }]
      }),
    )
  }, [info.tree, held])
  return (
    <Section title="可以做什么">
      <dl className={styles.grants}>
        {pages.map(({ path, title, names }) => (
          <div key={path} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{names.join('、')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function UsageSection({ usage }: { usage: KeyInfo['usage'] }) {
  return (
    <Section title="近30天使用">
      {usage.length === 0 ? (
        <p className="muted">还没有使用过。</p>
      ) : (
        <table className={styles.usage} aria-label="近30天使用">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">调用</th>
              <th scope="col">被拒</th>
            </tr>
          </thead>
          <tbody>
            {usage.map(({ day, calls, refused }) => (
              <tr key={day}>
                <td className="num">{day}</td>
                <td className="num">{calls}</td>
                <td className={refused === 0 ? 'num muted' : 'num'}>{refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
