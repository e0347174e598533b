import { REFUSAL_PHOTOS_MAX } from '@huanji/contract/constants'
import { claimsSwap, fittingRefusal } from '@huanji/domain/refunds/refusals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { ChoiceField, choicesOf } from '../../../components/choice/choice-field.tsx'
import { useChoiceKeys } from '../../../components/choice/use-choice-keys.ts'
import { confirm } from '../../../components/confirm/confirm.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { foundOf, swappedUnits } from '../swapped.ts'
import type { RefundDetail } from '../types.ts'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import { NoteField } from './note-field.tsx'
import { PhotosField } from './photos-field.tsx'
import { useCaseForm } from './use-case-form.ts'
import { photosObstacle, useCasePhotos } from './use-case-photos.ts'

const EXPLANATION_MAX = 200

const NO_PHOTO = {
  title: '没有照片，也要拒绝吗？',
  body: '您说退回的不是售出的手机。没有照片，买家申诉时平台很难判您对。',
  ok: '没有照片，直接拒绝',
  cancel: '去拍照片',
  tone: 'danger',
} as const

function ReasonField({
  reasons,
  chosen,
  onChoose,
}: {
  reasons: readonly string[]
  chosen: string | null
  onChoose: (reason: string | null) => void
}) {
  const field = useRef<HTMLFieldSetElement>(null)
  const choices = choicesOf(reasons)
  useChoiceKeys(field, choices, chosen, onChoose)
  return <ChoiceField ref={field} legend="拒绝原因" choices={choices} chosen={chosen} onChange={onChoose} />
}

/** The marketplace's reasons that are not so, by why, so that whoever looks for one knows what is in the way. */
function Withheld({ withheld }: { withheld: readonly { readonly reason: string; readonly why: string }[] }) {
  const whys = [...new Set(withheld.map(({ why }) => why))]
  return whys.map((why) => (
    <p key={why} className="muted">
      {why}，不能选：
      {withheld
        .filter((one) => one.why === why)
        .map(({ reason }) => reason)
        .join('、')}
    </p>
  ))
}

/** Another phone came back: both by their codes, since a refusal stands or falls with them. */
function SwappedNote({ refund }: Pick<RefundDialogProps, 'refund'>) {
  const swapped = swappedUnits(refund)
  if (swapped.length === 0) return null
  return (
    <Note tone="danger">
      <span>
        {swapped.map(({ unitId, imei, barCode, received }) => (
          <span key={unitId}>
            {received?.isSamePhone ? '复检认为收到的不是' : `收到 ${received?.code}，`}售出的
            {received?.isSamePhone ? '' : '是'} <span className="code">{imei || barCode}</span>。
          </span>
        ))}
        请拍下收到的手机，和说明一起交给平台。
      </span>
    </Note>
  )
}

/** The marketplace's reasons, and the one that is chosen: a person's own choice, else what says what was found of the phones. */
function useReasons(refund: RefundDetail) {
  const queries = useQueryClient()
  const asked = queryOf(api.refundHandling.refuseReasons, { refundId: refund.refundId })
  const query = useQuery(asked)
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const fitting = fittingRefusal(query.data?.reasons ?? [], foundOf(refund))
  return {
    query,
    reason: chosen === undefined ? fitting : chosen,
    isChosen: chosen !== undefined && chosen !== null,
    choose: setChosen,
    /** Another claim can have other reasons; the old ones are taken away, so that none of them is chosen meanwhile. */
    askReasons: () => {
      setChosen(undefined)
      void queries.resetQueries({ queryKey: asked.queryKey })
    },
  }
}

/** 拒绝: a reason that the marketplace takes for this order, why in our own words, and pictures that show it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the form's fields stand in the order in which they are filled in
export function RefuseDialog({ refund: opened, onClose }: RefundDialogProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const { query, reason, isChosen, choose, askReasons } = useReasons(refund)
  const [explanation, setExplanation] = useState('')
  const [error, setError] = useState('')
  const [wasTried, setTried] = useState(false)
  const photos = useCasePhotos(refund.refundId, REFUSAL_PHOTOS_MAX)
  useLeaveGuard(() => (explanation !== '' || isChosen || photos.photos.length + photos.queued.length > 0) && !isSending)
  const obstacle = photosObstacle(photos)
  const swapped = swappedUnits(refund).length > 0 || (reason !== null && claimsSwap(reason))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSending || reason === null || obstacle !== '') return
    if (explanation.trim() === '') return setError('请填写拒绝说明，买家会看到')
    const confirmWithoutPhoto = photos.uploadIds.length === 0 && swapped
    if (confirmWithoutPhoto && !(await confirm(NO_PHOTO))) return
    const uploadIds = [...photos.uploadIds]
    const wanted = { ...named, reason, explanation: explanation.trim(), uploadIds, confirmWithoutPhoto }
    const done = await write(wanted, (options) =>
      api.refund.refuse(wanted, options).catch((failure: unknown) => {
        if (isRefusal(failure, 'REFUND_REASON_INVALID')) askReasons()
        throw failure
      }),
    )
    if (done) onClose(done)
  }
  return (
    <Dialog
      title={`拒绝售后 ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={640}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="danger" type="submit" form={formId} busy={isSending} disabled={reason === null}>
            拒绝售后
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        <SwappedNote refund={refund} />
        <Note tone="warning">
          <span>拒绝后买家可以申诉，由平台判定；请如实说明并上传照片。</span>
        </Note>
        <DetailPending query={query} waiting={LOADING}>
          {({ reasons, withheld }) => (
            <>
              <ReasonField reasons={reasons} chosen={reason} onChoose={choose} />
              <Withheld withheld={withheld} />
            </>
          )}
        </DetailPending>
        <NoteField
          label="说明（买家可见）"
          text={explanation}
          max={EXPLANATION_MAX}
          required
          error={error}
          disabled={isSending}
          onChange={(text) => {
            setExplanation(text)
            setError('')
          }}
        />
        <PhotosField
          title="凭证照片"
          hint={swapped ? '请拍下收到的手机和它的IMEI' : '拍清楚不同的地方和手机的IMEI'}
          max={REFUSAL_PHOTOS_MAX}
          photos={photos}
          disabled={isSending}
        />
        {wasTried && obstacle !== '' ? (
          <Note tone="warning">
            <span>{obstacle}</span>
          </Note>
        ) : null}
        <FaultNote
          fault={fault}
          wayOn="查看最新"
          reload={() => {
            reload()
            askReasons()
          }}
        />
      </form>
    </Dialog>
  )
}
