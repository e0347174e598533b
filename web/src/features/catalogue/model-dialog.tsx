import { useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api } from '../../api/client.ts'
import { ApiRefusal, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { type FormControl, useContractForm } from '../../components/form/use-contract-form.ts'
import { Note } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { MainKeyHint } from '../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../components/shortcuts/use-main-key.ts'
import { modelTitleOf } from '../inspection/queries.ts'
import { BrandField } from './brand-field.tsx'
import styles from './fields.module.css'
import { LikeField } from './like-field.tsx'
import {
  capacityFault,
  capacityOf,
  isApple,
  type ModelStart,
  skuOf,
  sortedCapacities,
  USUAL_COLOURS,
  usualStorages,
  valuesOf,
} from './model-values.ts'
import { TagsField } from './tags-field.tsx'
import type { MadeModel, ModelValues, OwnModel } from './types.ts'

const LABELS = {
  brand: '品牌',
  name: '名称',
  numbers: '型号',
  storages: '容量',
  colours: '颜色',
  likeModelId: '检测项同',
} as const

const loadCalls = () => import('@huanji/contract/features/catalogue/calls')
const createSchema = () => loadCalls().then(({ catalogue }) => catalogue.createModel.input)
const editSchema = () => loadCalls().then(({ catalogue }) => catalogue.editModel.input)

/** The field that a sentence of the catalogue is about: 容量“8”写法不对. */
const fieldOfSentence = (message: string): string | null =>
  Object.entries(LABELS).find(([, label]) => message.includes(label))?.[0] ?? null

/** A refusal of what was written, at the field that it is about. */
function placed(error: unknown): unknown {
  if (!isRefusal(error, 'MODEL_INVALID') || error.field !== null) return error
  return new ApiRefusal(error.errCode, error.message, error.bizErrCode, { field: fieldOfSentence(error.message) })
}

/** The model with this title, as the search knows it. */
async function modelTitled(title: string): Promise<MadeModel | null> {
  const { models } = await api.detConfig.productSearch({ query: title, limit: 12 }, { handles: 'all' })
  const found = models.find((model) => modelTitleOf(model) === title)
  return found ? { modelId: found.modelId, title, sku: {} } : null
}

/** The title in 已有机型“…”，请直接选用. */
const titleIn = (message: string): string => /“(.+)”/.exec(message)?.[1] ?? ''

async function send({ modelId, version, ...facts }: ModelValues, options: object): Promise<MadeModel> {
  if (modelId === undefined || version === undefined) {
    const made = await api.catalogue.createModel(facts, options)
    return { modelId: made.modelId, title: made.title, sku: {} }
  }
  await api.catalogue.editModel({ modelId, version, ...facts }, options)
  return { modelId, title: modelTitleOf(facts), sku: {} }
}

/** A model as it is now, after a colleague's change. */
async function latestOf({ modelId, name }: OwnModel): Promise<Partial<ModelValues>> {
  const { list } = await api.catalogue.listModels({ keyword: name, page: 1, pageSize: 100 }, { handles: 'all' })
  const row = list.find((one) => one.modelId === modelId)
  return row ? valuesOf(row) : {}
}

interface ModelDialogProps {
  /** Null to write one down. */
  row: OwnModel | null
  start: ModelStart
  /** Those that have models, most of them first. */
  brands: readonly string[]
  onClose: (made?: MadeModel) => void
}

/** Sends the model. One that is known already is kept, so that it can be taken instead. */
function useModelForm({ row, start, onClose }: ModelDialogProps) {
  const [known, setKnown] = useState<MadeModel | null>(null)
  const form = useContractForm<ModelValues, MadeModel>({
    schema: row ? editSchema : createSchema,
    defaults: start.values,
    submit: async (values, options) => {
      setKnown(null)
      try {
        const made = await send(values, options)
        return { ...made, sku: skuOf(values, start.sku) }
      } catch (error) {
        if (isRefusal(error, 'MODEL_KNOWN')) setKnown(await modelTitled(titleIn(error.message)).catch(() => null))
        throw placed(error)
      }
    },
    onDone: onClose,
    labels: LABELS,
    describe: (_field, value) => (Array.isArray(value) ? value.join('、') : undefined),
    ...(row ? { loadLatest: () => latestOf(row) } : {}),
  })
  return { form, known }
}

/** 新建机型, 编辑机型: a model that the catalogue lacks. Ctrl+Enter saves. */
export function ModelDialog(props: ModelDialogProps) {
  const { row, onClose } = props
  const formId = useId()
  const inside = useRef<HTMLDivElement>(null)
  const { form, known } = useModelForm(props)
  useMainKey(inside, () => {
    if (!form.isSubmitting) form.submit()
  })
  return (
    <Dialog
      title={row ? '编辑机型' : '新建机型'}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      widthPx={620}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            {row ? '保存' : '新建'} <MainKeyHint />
          </SubmitButton>
        </>
      }
    >
      <div ref={inside}>
        <ContractFormView form={form} id={formId}>
          <Fields {...props} form={form} />
        </ContractFormView>
        {known && row === null ? (
          <Note tone="info">
            <span>已有机型“{known.title}”</span>
            <Button small tone="primary" onClick={() => onClose(known)}>
              直接选用
            </Button>
          </Note>
        ) : null}
      </div>
    </Dialog>
  )
}

/** The box that has the focus first: the first one that the text left open. */
const firstOpen = ({ brand, name }: ModelValues): 'brand' | 'name' | 'numbers' =>
  brand === '' ? 'brand' : name === '' ? 'name' : 'numbers'

function Fields({ row, start, brands, form }: ModelDialogProps & { form: FormControl<ModelValues> }) {
  const brand = useWatch({ control: form.methods.control, name: 'brand' })
  const first = firstOpen(start.values)
  const { numbers, storages, colours, name } = LABELS
  return (
    <>
      <div className={styles.pair}>
        <BrandField form={form} brands={brands} takesFocus={first === 'brand'} />
        <TextField form={form} name="name" label={name} required maxLength={40} takesFocus={first === 'name'} />
      </div>
      <TagsField
        form={form}
        name="numbers"
        label={numbers}
        hint="手机上的型号，如 ALN-AL00；多个用逗号或回车分开"
        maxLength={30}
        read={(text) => text.normalize('NFKC').toUpperCase()}
        takesFocus={first === 'numbers'}
      />
      <TagsField
        form={form}
        name="storages"
        label={storages}
        hint={isApple(brand) ? '如 128GB；不填则质检时再选' : '如 8+256；不填则质检时再选'}
        maxLength={20}
        usual={usualStorages(brand)}
        read={(text) => capacityOf(text, brand)}
        faultOf={(capacity) => capacityFault(capacity, brand)}
        sort={sortedCapacities}
      />
      <TagsField
        form={form}
        name="colours"
        label={colours}
        hint="不填则质检时再选"
        maxLength={20}
        usual={USUAL_COLOURS}
      />
      <LikeField form={form} brands={brands} title={row?.likeTitle ?? null} />
    </>
  )
}
