import { REFUSAL_PHOTOS_MAX } from '@huanji/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { ChoiceField, choicesOf } from '../../inspection/choice/choice-field.tsx'
import { useChoiceKeys } from '../../inspection/choice/use-choice-keys.ts'
import { FaultNote } from '../../trade/fault-note.tsx'
import { Note } from '../../trade/note.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import { NoteField } from './note-field.tsx'
import { PhotosField } from './photos-field.tsx'
import { useCaseForm } from './use-case-form.ts'
import { photosObstacle, useCasePhotos } from './use-case-photos.ts'

const EXPLANATION_MAX = 200

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

/** 拒绝: a reason that the marketplace takes for this order, why in our own words, and pictures that show it. */
export function RefuseDialog({ refund: opened, onClose }: RefundDialogProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const queries = useQueryClient()
  const asked = queryOf(api.extRefund.refuseReasons, { refundId: refund.refundId })
  const query = useQuery(asked)
  const [reason, setReason] = useState<string | null>(null)
  const [explanation, setExplanation] = useState('')
  const [error, setError] = useState('')
  const [wasTried, setTried] = useState(false)
  const photos = useCasePhotos(refund.refundId, REFUSAL_PHOTOS_MAX)
  useLeaveGuard(
    () => (explanation !== '' || reason !== null || photos.photos.length + photos.queued.length > 0) && !isSending,
  )
  const obstacle = photosObstacle(photos)
  /** Another claim can have other reasons; the old ones are taken away, so that none of them is chosen meanwhile. */
  const askReasons = () => {
    setReason(null)
    void queries.resetQueries({ queryKey: asked.queryKey })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSending || reason === null || obstacle !== '') return
    if (explanation.trim() === '') return setError('请填写拒绝说明，买家会看到')
    const wanted = { ...named, reason, explanation: explanation.trim(), uploadIds: [...photos.uploadIds] }
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
        <Note tone="warning">
          <span>拒绝后买家可以申诉，由平台判定；请如实说明并上传照片。</span>
        </Note>
        <DetailPending query={query} waiting={LOADING}>
          {({ reasons }) => <ReasonField reasons={reasons} chosen={reason} onChoose={setReason} />}
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
          hint="建议拍清差异处与设备编号"
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
