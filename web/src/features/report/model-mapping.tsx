import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import type { ModelMapping } from '../inspection/types.ts'
import styles from './model-mapping.module.css'

const SOURCES = { name: '按名称匹配', chosen: '人工指定', none: '未匹配' } as const

/** The model and the marketplace's model that it is published as. */
export const mappingQuery = (modelId: string, query = '') =>
  queryOf(api.modelMapping.getOnLineXySpuByHsbSpuId, { modelId, query })

/** The marketplace's model beside ours, with the way to mend it. */
export function ModelMappingSection({ modelId }: { modelId: string }) {
  const { data } = useQuery(mappingQuery(modelId))
  const mend = async () => (await import('./mapping-dialog.tsx')).mendMapping(modelId)
  return (
    <Section
      title="闲鱼机型"
      extra={
        data && can(api.modelMappingEdit.save.path) ? (
          <Button small onClick={() => void mend()}>
            修改对照
          </Button>
        ) : null
      }
    >
      <dl className={styles.mapping} aria-busy={!data}>
        <dt>本店机型</dt>
        <dd>{data?.modelName ?? '…'}</dd>
        <dt>闲鱼机型</dt>
        <dd>{data ? <Published mapping={data} /> : '…'}</dd>
      </dl>
    </Section>
  )
}

function Published({ mapping: { spu, source, chosenBy, chosenAt, isAway } }: { mapping: ModelMapping }) {
  if (spu === null) {
    return <span className={styles.none}>{isAway ? '闲鱼暂时无法查询，稍后再看' : '没有匹配的机型，发布前请指定'}</span>
  }
  return (
    <>
      {spu.name}
      <span className={styles.source}>
        {SOURCES[source]}
        {chosenBy === null ? '' : ` · ${chosenBy}`}
        {chosenAt === null ? null : (
          <>
            {' '}
            <Time at={chosenAt} />
          </>
        )}
      </span>
    </>
  )
}
