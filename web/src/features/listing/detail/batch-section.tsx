import { linkTo, PAGES } from '@huanji/contract/pages'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { cx } from '../../../components/class-names.ts'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import type { ListingDetail } from '../types.ts'
import styles from './batch-section.module.css'

interface BatchVersionProps {
  batchId: string
  batchVersion: number | null
}

function BatchVersion({ batchId, batchVersion }: BatchVersionProps) {
  const input = { batchId, ...(batchVersion === null ? {} : { batchVersion }) }
  const { data, error } = useQuery(queryOf(api.goods.batchInfo, input))
  if (error) return <p className="muted">{errorText(error)}</p>
  if (!data) return <p className="muted">正在加载…</p>
  const link = linkTo('batchUnits', { batchId })
  return (
    <>
      <Facts
        items={[
          {
            label: '批次',
            value: can(PAGES.batches.path) ? (
              <Link to={link}>{data.batchNo}</Link>
            ) : (
              <Code text={data.batchNo} what="批次号" />
            ),
          },
          { label: '版本', value: `V${data.batchVersion}` },
          { label: '固定于', value: data.frozenAt === null ? '未固定' : <Time at={data.frozenAt} /> },
          { label: '成色', value: GRADE_LABELS[data.grade] },
          { label: '模板版本', value: data.templateVersion },
          { label: '手机', value: `${data.units.length}${data.unitsAreCapped ? '+' : ''} 台` },
        ]}
      />
      <details className={styles.answers}>
        <summary>质检结果</summary>
        {data.groups.map((group) => (
          <section key={group.name}>
            <h3>{group.name}</h3>
            <dl>
              {group.lines.map((line) => (
                <div key={line.itemName} className={cx(line.exception && styles.exception)}>
                  <dt>{line.itemName}</dt>
                  <dd>{line.answer}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </details>
    </>
  )
}

/** The batch behind a listing, in the version that it is sold by. */
export function BatchSection({ listing: { batchId, batchVersion } }: { listing: ListingDetail }) {
  if (batchId === null) return null
  return (
    <Section title="批次版本">
      <BatchVersion batchId={batchId} batchVersion={batchVersion} />
    </Section>
  )
}
