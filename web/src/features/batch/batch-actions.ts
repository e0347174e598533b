import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { type Action, defineAction } from '../../components/actions/action.ts'
import { refreshInspections } from '../inspection/queries.ts'
import { addLink, batchLink } from '../links/batch-links.ts'
import { batchHeadQuery } from './queries.ts'
import type { BatchRow, BatchUnitRow } from './types.ts'

/** Shows the phones of a batch. */
const openBatch: Action<BatchRow> = defineAction<BatchRow>({
  key: 'units',
  name: '查看明细',
  icon: 'list',
  grant: api.batch.getDetRecordDetailsByDetRecordId.path,
  run: ([row], { navigate }) => {
    if (row) void navigate(batchLink(row.batchId))
  },
})

/** Goes on scanning phones into a batch, at the station of its channel. */
const addToBatch: Action<BatchRow> = defineAction<BatchRow>({
  key: 'add',
  name: '追加手机',
  icon: 'plus',
  shortcut: 'a',
  grant: api.batch.addMultiCommodity.path,
  allowed: 'add',
  run: ([row], { navigate }) => {
    if (row) void navigate(addLink(row.channel, row.batchId))
  },
})

/** Changes what was answered once for all; what was offered or sold stays as it was. */
const editBatch: Action<BatchRow> = defineAction<BatchRow>({
  key: 'edit',
  name: '修改',
  icon: 'edit',
  shortcut: 'm',
  grant: api.batch.addMultiCommodity.path,
  allowed: 'edit',
  run: async ([row], { queries }) => {
    if (!row) return
    const { openBatchEditor } = await import('./batch-editor.tsx')
    const done = await openBatchEditor(row.batchId)
    if (!done) return
    const { getMultiDetRecordList, getDetRecordDetailsByDetRecordId } = api.batch
    await Promise.all([
      refresh(queries, getMultiDetRecordList, getDetRecordDetailsByDetRecordId),
      refreshInspections(queries),
    ])
    return [{ label: row.batchNo, ok: true, message: done }]
  },
})

/** How many labels are asked for at once. */
const PAGE_SIZE = 200

/** Every phone of a batch that is not voided. */
async function allUnits(batchId: string): Promise<BatchUnitRow[]> {
  const units: BatchUnitRow[] = []
  for (let page = 1, cursor: string | null = null; ; page += 1) {
    const answer: Awaited<ReturnType<typeof api.batch.getDetRecordDetailsByDetRecordId>> =
      await api.batch.getDetRecordDetailsByDetRecordId({
        batchId,
        page,
        pageSize: PAGE_SIZE,
        ...(cursor === null ? {} : { cursor }),
      })
    units.push(...answer.list.filter(({ state }) => state !== 'voided'))
    cursor = answer.nextCursor
    if (cursor === null) return units
  }
}

/** Prints the labels of all phones of a batch. */
const printBatchLabels: Action<BatchRow> = defineAction<BatchRow>({
  key: 'labels',
  name: '打印标签',
  icon: 'print',
  grant: api.batch.getDetRecordDetailsByDetRecordId.path,
  run: async ([row]) => {
    if (!row) return
    const [units, { labelOf, printLabels }] = await Promise.all([
      allUnits(row.batchId),
      import('../label/label-dialog.tsx'),
    ])
    if (units.length === 0) return [{ label: row.batchNo, ok: false, message: '本批没有可打印的手机' }]
    void printLabels(units.map(labelOf))
    return
  },
})

/** What can be done with a batch, in its list and over its phones. */
export const BATCH_ACTIONS: readonly Action<BatchRow>[] = [openBatch, addToBatch, editBatch, printBatchLabels]
export const BATCH_HEAD_ACTIONS: readonly Action<BatchRow>[] = [addToBatch, editBatch, printBatchLabels]

/** Gives the photographs of the batch's sample to phones that lack some of their own. */
export const copySamplePhotos: Action<BatchUnitRow> = defineAction<BatchUnitRow>({
  key: 'copyPhotos',
  name: '复制样机照片',
  icon: 'camera',
  grant: api.photoReuse.useOldRealPhotoInfo.path,
  bulk: true,
  single: false,
  run: async (rows, { queries, refresh: refreshList }) => {
    const batchId = rows[0]?.batchId ?? ''
    const { batch } = await queries.fetchQuery({ ...batchHeadQuery(batchId), staleTime: 0 })
    const label = ({ inspectionNo }: BatchUnitRow) => inspectionNo
    if (batch.samplePhotoTaskId === null) {
      return rows.map((row) => ({ label: label(row), ok: false, message: '本批还没有样机' }))
    }
    const others = rows.filter(({ isSample }) => !isSample)
    const { results } =
      others.length === 0
        ? { results: [] }
        : await api.photoReuse.copyRealPhoto({
            fromPhotoTaskId: batch.samplePhotoTaskId,
            toInspectionIds: others.map(({ inspectionId }) => inspectionId),
          })
    const byId = new Map(results.map((result) => [result.inspectionId, result]))
    await Promise.all([refreshList(), refresh(queries, api.detRecord.getDetRecordDetails)])
    return rows.map((row) => {
      const result = byId.get(row.inspectionId)
      if (!result) return { label: label(row), ok: false, message: '样机本身', isSkipped: true as const }
      return { label: label(row), ok: result.ok, message: result.message || `已复制 ${result.addedCount} 张` }
    })
  },
})
