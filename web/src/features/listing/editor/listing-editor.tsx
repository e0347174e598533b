import { linkTo } from '@huanji/contract/pages'
import { CONTENT_MAX_UNITS, TITLE_MAX_UNITS } from '@huanji/domain/listing-texts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { confirm } from '../../../components/confirm/confirm.tsx'
import { DetailPage, Facts, Section } from '../../../components/detail/detail.tsx'
import { showFirstFault } from '../../../components/form/first-fault.ts'
import { ContractFormView, SubmitButton } from '../../../components/form/form-view.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Note } from '../../../components/note/note.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { can } from '../../../session/session.ts'
import { channelOf } from '../../channel/channels.ts'
import { mayRetake, openRetake } from '../../photo/retake.tsx'
import { confirmPrices } from '../confirm-prices.tsx'
import { listingStateText } from '../listing-state-text.ts'
import { ListingStateTag } from '../listing-tags.tsx'
import { FIXED_COLUMNS, isWrong, type LineEdit, type SheetLine } from '../sheet/lines.ts'
import { PriceSheet } from '../sheet/price-sheet.tsx'
import { useSpans } from '../sheet/use-spans.ts'
import { stockWords } from '../stock-text.ts'
import type { ListingDetail } from '../types.ts'
import { CountedText } from './counted-text.tsx'
import { type EditValues, editLines, editProblems, editWarnings, isUntouched } from './edit-input.ts'
import styles from './listing-editor.module.css'
import { PhotoArranger } from './photo-arranger.tsx'
import { withRetaken } from './photo-order.ts'
import { questionsOf, useEditForm } from './use-edit-form.ts'

interface PricesProps {
  listing: ListingDetail
  lines: readonly SheetLine[]
  edit: (edits: readonly LineEdit[]) => void
  disabled: boolean
}

/** The prices: of stock by variant, with how many there are; those of a run are changed with 改价. */
function Prices({ listing, lines, edit, disabled }: PricesProps) {
  const head = useMemo(
    () => ({
      title: listing.kind === 'stock' ? '规格 / 库存' : '商品',
      cell: (line: SheetLine) => {
        const sku = listing.skus.find(({ skuId }) => skuId === line.key)
        return (
          <>
            {line.name}
            {sku ? <SubLine>{stockWords(sku)}</SubLine> : null}
          </>
        )
      },
    }),
    [listing],
  )
  if (listing.channel === 'auction') {
    return <p className="muted">竞拍的价在商品列表点“改价”改。</p>
  }
  return (
    <PriceSheet
      label={listing.kind === 'stock' ? '规格价格表' : '售价表'}
      columns={FIXED_COLUMNS}
      lines={lines}
      head={head}
      showsCost={can('field:costPrice')}
      showsErrors
      disabled={disabled}
      onEdit={edit}
    />
  )
}

function Side({ listing }: { listing: ListingDetail }) {
  return (
    <Section title="商品">
      <Facts
        items={[
          { label: '机型', value: listing.modelName, wide: true },
          { label: '成色', value: <GradeBadge grade={listing.grade} />, wide: true },
          { label: '渠道', value: channelOf(listing.channel).name, wide: true },
          { label: '店铺', value: listing.shopName, wide: true },
        ]}
      />
      <p className={styles.hint}>
        {listing.contentEdited
          ? '描述已人工修改，不再随质检结果更新。'
          : '描述由质检结果生成；修改后不再随质检结果更新。'}
      </p>
    </Section>
  )
}

/** So many phones of a lot have a button of their own. */
const RETAKEN_MAX = 6

interface RetakeButtonsProps {
  listing: ListingDetail
  /** Gets the listing with its new pictures. */
  onRetaken: (now: ListingDetail) => void
}

/** 重拍, for whoever may photograph: other pictures of the phones whose pictures buyers see. */
function RetakeButtons({ listing, onRetaken }: RetakeButtonsProps) {
  const queries = useQueryClient()
  if (!mayRetake()) return null
  const ids = [...new Set(listing.photos.map(({ inspectionId }) => inspectionId))].slice(0, RETAKEN_MAX)
  const nameOf = (inspectionId: string) =>
    listing.units.find((unit) => unit.inspectionId === inspectionId)?.barCode ?? listing.barCode
  const retake = async (inspectionId: string) => {
    await openRetake(inspectionId, nameOf(inspectionId))
    const { listingId } = listing
    onRetaken(await queries.fetchQuery({ ...queryOf(api.goods.detail, { listingId }), staleTime: 0 }))
  }
  return ids.map((inspectionId) => (
    <Button key={inspectionId} small icon="camera" onClick={() => void retake(inspectionId)}>
      {ids.length > 1 ? `重拍 ${nameOf(inspectionId)}` : '重拍照片'}
    </Button>
  ))
}

const BLOCKED = '有内容需要修改，请看标红处。'

/** Asks before something goes out that the marketplace punishes, or buyers send back for. */
function confirmPunished(warnings: readonly string[]): Promise<boolean> {
  const said = warnings.filter((warning) => warning !== '')
  if (said.length === 0) return Promise.resolve(true)
  return confirm({ title: '这样发布可能会吃亏', body: said.join('；'), ok: '就这样保存', tone: 'danger' })
}

/** 编辑商品: which photographs buyers see and in which order, the texts, and the prices. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the form's fields stand in the order in which they are filled in
export function ListingEditor({ listing }: { listing: ListingDetail }) {
  const navigate = useNavigate()
  const spans = useSpans(listing)
  const { failure } = listing
  const form = useEditForm(listing, spans)
  const { start } = form
  const values = form.methods.watch() as EditValues
  const lines = editLines(listing, values, start, spans)
  const problems = editProblems(values, start, listing)
  const warnings = editWarnings(values, start, listing)
  const isBlocked = Object.values(problems).some((problem) => problem !== '') || lines.some(isWrong)
  // validated as it is set, so that what the server said of the old value goes
  const set = <Key extends keyof EditValues>(key: Key, value: EditValues[Key]) =>
    form.methods.setValue(key as never, value as never, { shouldDirty: true, shouldValidate: true })
  const edit = (edits: readonly LineEdit[]) =>
    set('prices', { ...values.prices, ...Object.fromEntries(edits.map(({ key, fen }) => [key, fen])) })
  const mayEdit = listing.allowedActions.includes('edit')
  const submit = async () => {
    if (!mayEdit) return
    if (isBlocked) {
      showFirstFault(document)
      return toast('error', BLOCKED)
    }
    if (!(await confirmPunished(Object.values(warnings)))) return
    if (await confirmPrices(questionsOf(lines))) form.submit()
  }
  const fieldError = (key: 'title' | 'content' | 'photoIds'): string =>
    problems[key] || (form.methods.formState.errors[key]?.message as string | undefined) || ''
  const disabled = form.isSubmitting || !mayEdit
  return (
    <ContractFormView form={{ ...form, submit: () => void submit() }}>
      <DetailPage
        page="编辑商品"
        title={values.title || listing.title}
        coverUrl={listing.photos.find(({ photoId }) => photoId === values.photoIds[0])?.thumbUrl ?? listing.coverUrl}
        code={{ label: '条码', text: listing.barCode }}
        state={<ListingStateTag state={listing.state} />}
        actions={
          <>
            <Button onClick={() => void navigate(linkTo('listing', { listingId: listing.listingId }))}>取消</Button>
            {mayEdit ? <SubmitButton form={form}>保存</SubmitButton> : null}
          </>
        }
        side={<Side listing={listing} />}
      >
        {mayEdit ? null : (
          <Note tone="warning">
            <span>商品现在不能编辑（{listingStateText(listing)}），以下内容仅供查看。</span>
          </Note>
        )}
        {failure ? (
          <Note tone="danger">
            <span>{failure.message}</span>
          </Note>
        ) : null}
        <Section
          title={`照片（展示 ${values.photoIds.length} / ${listing.photos.length} 张）`}
          extra={
            mayEdit ? (
              <RetakeButtons
                listing={listing}
                onRetaken={(now) =>
                  set(
                    'photoIds',
                    withRetaken((form.methods.getValues() as EditValues).photoIds, listing.photos, now.photos),
                  )
                }
              />
            ) : null
          }
        >
          <PhotoArranger
            photos={listing.photos}
            order={values.photoIds}
            onChange={(order) => set('photoIds', order)}
            disabled={disabled}
          />
          {fieldError('photoIds') ? (
            <p className={styles.error} role="alert" data-fault="" tabIndex={-1}>
              {fieldError('photoIds')}
            </p>
          ) : null}
          {warnings.photoIds ? (
            <p className={styles.warning} role="status">
              {warnings.photoIds}
            </p>
          ) : null}
        </Section>
        <Section title="标题与描述">
          <CountedText
            label="标题"
            text={values.title}
            maxUnits={TITLE_MAX_UNITS}
            error={fieldError('title')}
            warning={warnings.title}
            disabled={disabled}
            onChange={(title) => set('title', title)}
          />
          <CountedText
            label="描述"
            text={values.content}
            maxUnits={CONTENT_MAX_UNITS}
            lines={10}
            error={fieldError('content')}
            warning={warnings.content}
            disabled={disabled}
            onChange={(content) => set('content', content)}
          />
        </Section>
        <Section title="价格">
          <Prices listing={listing} lines={lines} edit={edit} disabled={disabled} />
        </Section>
        {isUntouched(values, start) ? null : (
          <p className={styles.hint} role="status">
            {isBlocked ? BLOCKED : '有未保存的修改，已自动存为草稿。'}
          </p>
        )}
      </DetailPage>
    </ContractFormView>
  )
}
