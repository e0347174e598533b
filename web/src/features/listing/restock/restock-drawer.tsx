import { STOCK_UNITS_MAX } from '@huanji/contract/constants'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import type { Fen } from '@huanji/domain/money'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import type { SendWithKey } from '../../../api/idempotency-key.ts'
import { Button } from '../../../components/button/button.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { LOST_BY_TOAST, ownFault, useWrite } from '../../../components/form/use-write.ts'
import { FailureNote, Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { can } from '../../../session/session.ts'
import { addLink } from '../../links/batch-links.ts'
import { confirmPrices } from '../confirm-prices.tsx'
import { UnitPicker } from '../publish/unit-picker.tsx'
import { FIXED_COLUMNS, isWrong, type LineEdit } from '../sheet/lines.ts'
import { PriceSheet } from '../sheet/price-sheet.tsx'
import { useSpans } from '../sheet/use-spans.ts'
import type { ListableUnit, ListingDetail } from '../types.ts'
import styles from './restock-drawer.module.css'
import { changedPrices, type RestockLine, restockLines } from './restock-lines.ts'

interface RestockDrawerProps {
  listing: ListingDetail
  onClose: (isDone?: true) => void
}

const HEAD = {
  title: '规格',
  cell: ({ skuText, free, added }: RestockLine) => (
    <>
      {skuText}
      <SubLine>
        现有 {free} 台{added > 0 ? <b>，补 {added} 台</b> : null}
      </SubLine>
    </>
  ),
}

/** Which phones a listing takes: iPhone 13，128GB 午夜色，99新. */
const neededText = ({ modelName, skus, grade }: Pick<ListingDetail, 'modelName' | 'skus' | 'grade'>): string =>
  [
    modelName,
    skus
      .map(({ skuText }) => skuText)
      .filter(Boolean)
      .join('或'),
    grade === null ? '' : GRADE_LABELS[grade],
  ]
    .filter((part) => part !== '')
    .join('，')

/** The chosen phones and prices, sent together. */
function useRestock({ listing, onClose }: RestockDrawerProps) {
  const [units, setUnits] = useState<readonly ListableUnit[]>([])
  const [typed, setTyped] = useState<ReadonlyMap<string, Fen | null>>(new Map())
  const { during, isSending, fault, setFault } = useWrite(LOST_BY_TOAST)
  const latest = useRef(units)
  const spans = useSpans(listing)
  const lines = useMemo(() => restockLines(listing, units, typed, spans), [listing, units, typed, spans])
  useLeaveGuard(() => latest.current.length > 0)

  const setChosen = (next: readonly ListableUnit[]) => {
    latest.current = next
    setFault(null)
    setUnits(next)
  }
  const has = (id: string) => latest.current.some(({ inspectionId }) => inspectionId === id)
  const add = (more: readonly ListableUnit[]): number => {
    const fresh = more
      .filter(({ inspectionId }) => !has(inspectionId))
      .slice(0, STOCK_UNITS_MAX - latest.current.length)
    setChosen([...latest.current, ...fresh])
    return fresh.length
  }
  const remove = (ids: readonly string[]) =>
    setChosen(latest.current.filter(({ inspectionId }) => !ids.includes(inspectionId)))
  const edit = (edits: readonly LineEdit[]) => {
    setFault(null)
    setTyped(new Map([...typed, ...edits.map(({ key, fen }) => [key, fen] as const)]))
  }

  const restock = async (sendWithKey: SendWithKey, isConfirmed: boolean): Promise<void> => {
    const skus = changedPrices(lines)
    const row = {
      listingId: listing.listingId,
      version: listing.version,
      inspectionIds: units.map(({ inspectionId }) => inspectionId),
      ...(skus.length > 0 ? { skus } : {}),
      priceConfirmed: isConfirmed,
    }
    const input = { action: 'restock' as const, rows: [row] }
    const { results } = await sendWithKey(input, (options) => api.goods.operate(input, options))
    const [result] = results
    if (result && !result.ok && result.refusal === 'PRICE_NEEDS_CONFIRMATION') {
      // a doubt that only the server has: beside what else is on sale
      const question = { key: listing.listingId, label: listing.title, question: result.message }
      return (await confirmPrices([question])) ? restock(sendWithKey, true) : setFault(ownFault(result.message))
    }
    if (!result?.ok) return setFault(ownFault(result?.message ?? '没有收到结果，请刷新查看'))
    toast('success', `已补货 ${units.length} 台，闲鱼确认后库存生效`)
    onClose(true)
  }
  const submit = async () => {
    if (isSending || units.length === 0 || lines.some(isWrong)) return
    const questions = lines.flatMap(({ key, name, verdict: { question } }) =>
      question === null ? [] : [{ key, label: name, question }],
    )
    if (!(await confirmPrices(questions))) return
    await during((sendWithKey) => restock(sendWithKey, questions.length > 0))
  }
  return { units, lines, has, add, remove, edit, submit, isSending, failure: fault?.message ?? '' }
}

/** 补货: phones of the same model and grade come to a listing of stock, new variants with their price. */
export function RestockDrawer(props: RestockDrawerProps) {
  const { listing, onClose } = props
  const work = useRestock(props)
  const { units, lines, add, remove, has, isSending } = work
  const box = useRef<ScanBoxHandle>(null)
  useEffect(() => box.current?.focus(), [])
  const { channel, modelId, grade } = listing
  const only = grade === null ? { modelId } : { modelId, grade }
  const scanned = async (code: string): Promise<ScanOutcome> => {
    const { list } = await api.goods.listable({ channel, ...only, code, page: 1, pageSize: 1 }, { handles: 'all' })
    const [unit] = list
    if (!unit) return { ok: false, message: `这台不行：要${neededText(listing)}、能上架的` }
    if (has(unit.inspectionId)) return { ok: true, message: '已在列表中' }
    if (add([unit]) === 0) return { ok: false, message: `一次最多补 ${STOCK_UNITS_MAX} 台，请先提交` }
    return { ok: true, message: `已加入 ${unit.skuText}` }
  }
  return (
    <Dialog
      title={`补货：${listing.title}`}
      kind="drawer"
      widthPx={1180}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <>
          <span className={styles.sum}>已选 {units.length} 台</span>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} disabled={units.length === 0} onClick={() => void work.submit()}>
            补货
          </Button>
        </>
      }
    >
      <div className={styles.restock}>
        <div className={styles.left}>
          <Note tone="info">
            <span>
              需要：<b>{neededText(listing)}</b>
              {listing.batchId !== null && can(api.batch.getMultiDetRecordList.path) ? (
                <>
                  {' '}
                  没有现成的，<Link to={addLink(listing.channel, listing.batchId)}>去追加手机 →</Link>
                </>
              ) : null}
            </span>
          </Note>
          <ScanBox ref={box} name="publish" label="扫描手机，补货" onScan={scanned} active={!isSending} />
          <UnitPicker
            channel={channel}
            only={only}
            isChosen={(id) => units.some(({ inspectionId }) => inspectionId === id)}
            add={add}
            remove={remove}
            hasBatches
            disabled={isSending}
          />
        </div>
        <div>
          <FailureNote text={work.failure} />
          <PriceSheet
            label="规格价格表"
            columns={FIXED_COLUMNS}
            lines={lines}
            head={HEAD}
            showsCost={can('field:costPrice')}
            showsErrors
            disabled={isSending}
            onEdit={work.edit}
          />
        </div>
      </div>
    </Dialog>
  )
}
