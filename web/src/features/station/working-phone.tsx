import { CHANNEL_RULES } from '@huanji/domain/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { can } from '../../session/session.ts'
import { type TypedBag, useTypedBag } from '../bag/bag-check.ts'
import { defectsToShoot, withNormal } from '../checklist/checklist.ts'
import { ChecklistForm, type ChecklistHandle } from '../checklist/checklist-form.tsx'
import { PhotoPanel, type PhotoPanelHandle } from '../photo/photo-panel.tsx'
import type { PhotoTask } from '../photo/use-photo-task.ts'
import { shopsQuery } from '../shop/shops-query.ts'
import type { ShopOption } from '../shop/types.ts'
import columns from './columns.module.css'
import { FinishCard } from './finish-card.tsx'
import { GradePanel } from './grade-panel.tsx'
import { HistoryCard } from './history-card.tsx'
import { missingOf } from './missing.ts'
import { type Missing, MissingList } from './missing-list.tsx'
import type { ScannedWords } from './model-choices.ts'
import { ModelPicker } from './model-picker.tsx'
import { SkuPicker } from './sku-picker.tsx'
import { type OpenPhone, usualSkuOf } from './station-state.ts'
import type { AuctionInstead } from './use-auction-instead.ts'
import type { PhoneFacts } from './use-phone-facts.ts'
import type { Station } from './use-station.ts'
import { useUsualShop } from './use-usual-shop.ts'
import styles from './working-phone.module.css'

/** The question that is open again after it was answered. */
export type Reopened = 'model' | 'sku' | null

export interface WorkingPhoneHandle {
  /** Goes to the first thing that keeps the phone from being submitted. Gives what it is, or null when nothing does. */
  readonly goToMissing: () => string | null
  /** Goes to the field that the server named: `answers.A09`, `bagCode`. */
  readonly goToField: (field: string) => void
}

interface WorkingPhoneProps {
  station: Station
  phone: OpenPhone
  facts: PhoneFacts
  task: PhotoTask
  reopened: Reopened
  /** What was scanned and means several models, of which one is to be chosen. */
  scannedWords: ScannedWords | null
  onReopen: (question: Reopened) => void
  onReuse: (inspectionId: string) => void
  /** Told a record's state after photographs were taken over. */
  onPhotosMoved: (photoTaskId: string, state: string) => void
  refusal: string
  /** The way on of a phone that the channel does not take, and whether the last submit was refused for that. */
  auctionInstead: AuctionInstead | null
  isGradeRefused: boolean
  isSubmitting: boolean
  onSubmit: () => void
  ref?: Ref<WorkingPhoneHandle>
}

/** The phone at the station: the question that is open, its photographs, and what ends it. */
export function WorkingPhone(props: WorkingPhoneProps) {
  const { station, phone, facts, task, reopened, isSubmitting, onSubmit, ref } = props
  const checklist = useRef<ChecklistHandle>(null)
  const photos = useRef<PhotoPanelHandle>(null)
  const root = useRef<HTMLDivElement>(null)
  const shops = useQuery(shopsQuery(station.channel)).data?.options ?? []
  useUsualShop(station, shops)
  const client = useQueryClient()
  const bag = useTypedBag(phone.bagCode, phone.record?.inspectionId ?? null)
  const { channel } = station
  const hasPhotos = facts.step === 'items' && reopened === null && task.shots.length > 0
  const startsAtPhotos = phone.opensAt === 'photos' && hasPhotos && task.isKnown
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is opened at its photographs
  useEffect(() => {
    if (startsAtPhotos) photos.current?.goToFirst()
  }, [startsAtPhotos, phone.record?.inspectionId])
  const missing = missingOf(
    { channel, phone, facts, task, bag },
    {
      toItem: (code) => checklist.current?.goTo(code),
      toPhoto: (key) => photos.current?.goTo(key),
      toBag: () => {
        root.current?.querySelector<HTMLElement>('[data-field="bagCode"]')?.focus()
        // A colleague may have registered its roll meanwhile.
        void refresh(client, api.bagRoll.check)
      },
    },
  )
  useImperativeHandle(ref, () => ({
    goToMissing: () => {
      const first = missing.find((entry) => entry.level === 'must')
      first?.go()
      return first?.text ?? null
    },
    goToField: (field) => {
      const [name = '', itemCode] = field.split('.')
      if (name === 'answers' && itemCode) checklist.current?.goTo(itemCode)
      else root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus()
    },
  }))
  return (
    <div className={columns.body} ref={root} tabIndex={-1}>
      <div className={columns.main}>
        <Question {...props} checklist={checklist} />
        {hasPhotos ? (
          <PhotoPanel
            ref={photos}
            task={task}
            defects={defectsToShoot(facts.groups, task)}
            isEnabled={phone.record !== null && can(api.realPhoto.saveRealPhoto.path)}
          />
        ) : null}
      </div>
      <Side {...props} bag={bag} missing={missing} shops={shops} />
      <StationBar facts={facts} isSubmitting={isSubmitting} onSubmit={onSubmit} />
    </div>
  )
}

type SideProps = WorkingPhoneProps & { bag: TypedBag; missing: readonly Missing[]; shops: readonly ShopOption[] }

/** Grade, what is missing and earlier records, which scroll when they are long; the end of the phone stays in sight. */
function Side(props: SideProps) {
  const { station, phone, facts, bag, missing, shops, refusal, isSubmitting, onSubmit, onReuse } = props
  return (
    <aside className={columns.side} aria-label="成色与提交">
      <div className={columns.facts}>
        <Section title="实时成色">
          <GradePanel channel={station.channel} facts={facts} auctionInstead={props.auctionInstead} />
        </Section>
        <Section title="还差什么">
          <MissingList missing={missing} />
        </Section>
        {phone.history.length > 0 ? (
          <HistoryCard phone={phone} onReuse={onReuse} onMoved={props.onPhotosMoved} />
        ) : null}
      </div>
      <Section title="完成质检">
        <FinishCard
          channel={station.channel}
          phone={phone}
          bag={bag}
          systemGrade={facts.check?.explanation.grade ?? null}
          shops={shops}
          refusal={refusal}
          auctionInstead={props.isGradeRefused ? props.auctionInstead : null}
          needsBag={CHANNEL_RULES[station.channel].needsBag}
          isSubmitting={isSubmitting}
          onChange={(fields) => station.dispatch({ type: 'changed', fields })}
          onSubmit={onSubmit}
        />
      </Section>
    </aside>
  )
}

/** On a tablet the side column stands below everything, so grade and submit stay at hand at the bottom. */
function StationBar({ facts, isSubmitting, onSubmit }: Pick<WorkingPhoneProps, 'facts' | 'isSubmitting' | 'onSubmit'>) {
  const { explanation } = facts.check ?? {}
  return (
    <div className={styles.bar}>
      {explanation ? <GradeBadge grade={explanation.grade} /> : null}
      <p>{explanation?.reason ?? '选完机型和规格后显示成色'}</p>
      <Button tone="primary" busy={isSubmitting} onClick={onSubmit}>
        提交质检
      </Button>
    </div>
  )
}

type QuestionProps = WorkingPhoneProps & { checklist: RefObject<ChecklistHandle | null> }

/** Model, then SKU, then the checklist; an answered one can be opened again. */
function Question({ station, phone, facts, reopened, scannedWords, onReopen, checklist }: QuestionProps) {
  const isChecklist = facts.step === 'items' && reopened === null && facts.groups.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the walk over the open items begins when the checklist appears, and anew with a reused report
  useEffect(() => {
    if (isChecklist && (phone.opensAt !== 'photos' || phone.reusedInspectionId !== null)) checklist.current?.goToOpen()
  }, [isChecklist, phone.reusedInspectionId])
  if (facts.step === 'model' || reopened === 'model') {
    return (
      <ModelPicker
        channel={station.channel}
        suggestedIds={phone.suggestedModelIds}
        suggestions={phone.suggestions}
        scannedWords={scannedWords}
        onPick={({ id, title, sku }) => {
          onReopen(null)
          if (id !== phone.modelId) station.dispatch({ type: 'modelPicked', modelId: id, title })
          if (Object.keys(sku).length > 0) station.dispatch({ type: 'skuPicked', sku })
        }}
      />
    )
  }
  if (!facts.properties || !facts.full || (facts.step === 'items' && facts.groups.length === 0)) {
    return <div className={columns.wait} aria-busy="true" />
  }
  if (!isChecklist) {
    return (
      <>
        <SkuPicker
          properties={facts.properties}
          sku={phone.sku}
          usual={usualSkuOf(phone)}
          onPick={(sku) => station.dispatch({ type: 'skuPicked', sku })}
        />
        {reopened === 'sku' && facts.step === 'items' ? (
          <Button tone="primary" onClick={() => onReopen(null)}>
            完成
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <ChecklistForm
      ref={checklist}
      groups={facts.groups}
      full={facts.full}
      problems={facts.check?.problems ?? []}
      onAnswer={(itemCode, answer) => station.dispatch({ type: 'answered', itemCode, answer })}
      onNormal={(groupCode) =>
        station.dispatch({ type: 'answersReplaced', answers: withNormal(facts.groups, phone.answers, groupCode) })
      }
      onOpen={facts.openGroup}
    />
  )
}
