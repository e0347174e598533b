import { PAGES } from '@huanji/contract/pages'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { IdMissing } from '../../components/empty/id-missing.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { BatchHead } from './batch-head.tsx'
import styles from './batch-units-page.module.css'
import { askHeadEarly } from './queries.ts'
import { unitsOf } from './units.tsx'

const batchIdIn = (search: string): string => new URLSearchParams(search).get('batchId') ?? ''

/** @public called by the application when it starts at this address (`PageModule`) */
export function preload(): void {
  const batchId = batchIdIn(location.search)
  if (batchId === '') return
  askListEarly(unitsOf(batchId))
  askHeadEarly(batchId)
}

function Units({ batchId }: { batchId: string }) {
  const list = useMemo(() => unitsOf(batchId), [batchId])
  return (
    <div className={styles.page}>
      <BatchHead batchId={batchId} />
      <div className={styles.list}>
        <ListPage list={list} />
      </div>
    </div>
  )
}

/** 批次详情: one batch with its versions, and its phones. */
export function BatchUnitsPage() {
  const [search] = useSearchParams()
  const batchId = search.get('batchId') ?? ''
  if (batchId !== '') return <Units key={batchId} batchId={batchId} />
  return <IdMissing what="批次编号" list="多台质检列表" to={PAGES.batches.path} />
}
