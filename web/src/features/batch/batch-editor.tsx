import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { useWrite } from '../../components/form/use-write.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { withAnswer, withNormal } from '../checklist/checklist.ts'
import { ChecklistForm, type ChecklistHandle } from '../checklist/checklist-form.tsx'
import { shopsQuery } from '../shop/shops-query.ts'
import { GradeField, ShopField } from '../station/finish-card.tsx'
import { GradePanel } from '../station/grade-panel.tsx'
import { useChecklistFacts } from '../station/use-checklist-facts.ts'
import styles from './batch-editor.module.css'
import { type BatchCommon, batchReducer, EMPTY_BATCH } from './batch-state.ts'
import { batchHeadQuery } from './queries.ts'
import { RemarkField } from './remark-field.tsx'
import type { BatchHead } from './types.ts'

/** What saving will do to the phones of a batch, in words, before it is done. */
export function effectText({ batchVersion, versions, ...counts }: BatchHead): string {
  const { waitingCount, availableCount, lockedCount, soldCount } = counts
  const moved = waitingCount + availableCount
  const kept = lockedCount + soldCount
  const isFrozen = kept > 0 || versions.some(({ number, frozenAt }) => number === batchVersion && frozenAt !== null)
  if (!isFrozen) return `本批还没有上架或售出的手机，将直接修改 V${batchVersion}，${moved} 台随之更新。`
  return `将生成 V${batchVersion + 1}：${moved} 台随之更新（质检中 ${waitingCount}、可上架 ${availableCount}），${kept} 台保持原版本（已上架 ${lockedCount}、已售 ${soldCount}）。`
}

interface EditorProps {
  head: BatchHead
  onClose: (done?: string) => void
}

/** The checklist of a stored batch; model and SKU never change. */
function Editor({ head, onClose }: EditorProps) {
  const { channel, batchId, version } = head
  const [common, setCommon] = useState<BatchCommon>(() => batchReducer(EMPTY_BATCH, { type: 'joined', head }).common)
  const [start] = useState(common)
  const checklist = useRef<ChecklistHandle>(null)
  const { answers, modelId, sku, finalGrade, overrideReason, shopAccountId, remark } = common
  const subject = useMemo(() => ({ modelId, sku, answers, about: batchId }), [modelId, sku, answers, batchId])
  const facts = useChecklistFacts(channel, subject, () => {})
  const shops = useQuery(shopsQuery(channel)).data?.options ?? []
  const hasGroups = facts.groups.length > 0
  useEffect(() => {
    if (hasGroups) checklist.current?.goToOpen()
  }, [hasGroups])
  const { send, isSending: isSaving, fault } = useWrite()
  const isChanged = JSON.stringify(common) !== JSON.stringify(start)
  useLeaveGuard(() => isChanged && !isSaving)
  const change = (fields: Partial<BatchCommon>) => setCommon((old) => ({ ...old, ...fields }))
  const save = async () => {
    const input = {
      batchId,
      version,
      answers,
      ...(finalGrade === '' ? {} : { finalGrade, overrideReason }),
      // phones whose shop was changed by itself keep it while the batch's stays
      ...(shopAccountId === '' || shopAccountId === start.shopAccountId ? {} : { shopAccountId }),
      remark,
    }
    const done = await send(input, (options) => api.batchEdit.edit(input, options))
    if (!done) return
    const kept = done.keptCount > 0 ? `，${done.keptCount} 台保持原版本` : ''
    onClose(`已保存 V${done.batchVersion}，${done.movedCount} 台随之更新${kept}`)
  }
  return (
    <Dialog
      kind="drawer"
      widthPx={900}
      title={`修改批次 ${head.batchNo}`}
      closable={!isSaving}
      onClose={() => onClose()}
      footer={
        <>
          <p className={styles.effect} role="status" aria-label="修改范围">
            {effectText(head)}
          </p>
          <Button disabled={isSaving} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSaving} disabled={!isChanged} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      {fault ? (
        <p className={styles.refusal} role="alert">
          {fault.message}
        </p>
      ) : null}
      <div className={styles.head}>
        <GradePanel channel={channel} facts={facts} />
        <div>
          <ShopField value={shopAccountId} shops={shops} onChange={(shop) => change({ shopAccountId: shop })} />
          <GradeField graded={common} systemGrade={facts.check?.explanation.grade ?? null} onChange={change} />
          <RemarkField value={remark} onChange={(text) => change({ remark: text })} />
        </div>
      </div>
      {facts.full && hasGroups ? (
        <div className={styles.checklist}>
          <ChecklistForm
            ref={checklist}
            groups={facts.groups}
            full={facts.full}
            problems={facts.check?.problems ?? []}
            onAnswer={(itemCode, answer) => change({ answers: withAnswer(answers, itemCode, answer) })}
            onNormal={(groupCode) => change({ answers: withNormal(facts.groups, answers, groupCode) })}
            onOpen={facts.openGroup}
          />
        </div>
      ) : null}
    </Dialog>
  )
}

function LoadedEditor({ batchId, onClose }: { batchId: string; onClose: (done?: string) => void }) {
  const query = useQuery({ ...batchHeadQuery(batchId), staleTime: 0 })
  return (
    <DetailPending query={query} waiting={LOADING}>
      {({ batch }) => <Editor key={batch.version} head={batch} onClose={onClose} />}
    </DetailPending>
  )
}

/** Changes a batch in a drawer. Gives what came of it in words; undefined when it was given up. */
export const openBatchEditor = (batchId: string): Promise<string | undefined> =>
  openOverlay<string>((close) => <LoadedEditor batchId={batchId} onClose={close} />)
