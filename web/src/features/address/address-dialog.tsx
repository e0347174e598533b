import { ADDRESS_KIND_LABELS } from '@huanji/contract/features/address/labels'
import { optionsOf } from '@huanji/contract/labels'
import type { ParsedAddress } from '@huanji/domain/address/parse'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../components/button/button.tsx'
import { CheckField, SelectField, TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { type FormControl, useContractForm } from '../../components/form/use-contract-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import styles from './address-dialog.module.css'
import { addressValues } from './address-values.ts'
import { PasteBox } from './paste-box.tsx'
import { afterPaste, FIELD_LABELS, fateOf, PASTED_FIELDS, type PastedField } from './recognition.ts'
import { RegionField } from './region-field.tsx'
import { regionsQuery, regionText } from './regions-query.ts'
import type { AddressInput, AddressKind, AddressRow } from './types.ts'

interface AddressDialogProps {
  /** Null to add one. */
  address: AddressRow | null
  /** What a new one is for. */
  kind: AddressKind
  onClose: (isSaved?: boolean) => void
}

const LABELS = { kind: '类型', ...FIELD_LABELS, isDefault: '默认' }
const FATES = { found: styles.found, missing: styles.missing, own: undefined } as const
const HINTS = { found: '已识别，可修改', missing: '未识别，请填写', own: '' } as const

const loadSchema = () => import('@huanji/contract/features/address/calls').then(({ address }) => address.edit.input)

const blank = (kind: AddressKind): AddressInput => ({
  kind,
  contactName: '',
  contactPhone: '',
  regionCode: '',
  detail: '',
  isDefault: false,
})

/** Adds an address or changes one; a pasted text fills what can be told of it. */
export function AddressDialog({ address, kind, onClose }: AddressDialogProps) {
  const formId = useId()
  const [isForBoth, setForBoth] = useState(false)
  const form = useAddressForm(address, kind, isForBoth, onClose)
  return (
    <Dialog
      title={address ? '编辑地址' : '添加地址'}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      widthPx={600}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            {address ? '保存' : '添加'}
          </SubmitButton>
        </>
      }
    >
      <ContractFormView form={form} id={formId}>
        <AddressFields form={form} startName={address?.regionName ?? ''} />
        {address ? null : <ForBoth form={form} isChosen={isForBoth} choose={setForBoth} />}
      </ContractFormView>
    </Dialog>
  )
}

const OTHER_KIND: Readonly<Record<AddressKind, AddressKind>> = { ship: 'return', return: 'ship' }

/** Most shops ship from where returns come to: then the address is entered once. */
function ForBoth({ form, isChosen, choose }: ForBothProps) {
  const kind = useWatch({ control: form.methods.control, name: 'kind' })
  return (
    <label className={styles.both}>
      <input type="checkbox" checked={isChosen} onChange={(event) => choose(event.target.checked)} />
      同时作为{ADDRESS_KIND_LABELS[OTHER_KIND[kind]]}
    </label>
  )
}

interface ForBothProps {
  form: FormControl<AddressInput>
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

function useAddressForm(
  address: AddressRow | null,
  kind: AddressKind,
  isForBoth: boolean,
  onClose: AddressDialogProps['onClose'],
) {
  const sendOther = useIdempotencyKey()
  const saved = useRef('')
  const { data } = useQuery(regionsQuery())
  const describe = (field: string, value: unknown): string | undefined => {
    if (field === 'kind') return value === 'ship' || value === 'return' ? ADDRESS_KIND_LABELS[value] : undefined
    if (field === 'isDefault') return value === true ? '是' : '否'
    return field === 'regionCode' ? regionText(data?.regions ?? [], String(value)) || undefined : undefined
  }
  return useContractForm<AddressInput, unknown>({
    schema: loadSchema,
    defaults: address ? addressValues(address) : blank(kind),
    submit: async (values, options) => {
      const written = JSON.stringify(values)
      // where the second one was refused, the first is there already
      if (saved.current !== written) await api.address.edit(values, options)
      saved.current = written
      if (!isForBoth) return
      const other = { ...values, kind: OTHER_KIND[values.kind] }
      await sendOther(other, (keyed) => api.address.edit(other, { ...options, ...keyed }))
    },
    onDone: () => onClose(true),
    labels: LABELS,
    describe,
    ...(address
      ? { loadLatest: async () => addressValues(await api.address.info({ addressId: address.addressId })) }
      : {}),
  })
}

/** Puts what a paste gave into the form, and remembers it, so that the fields can say where their values come from. */
function usePaste({ methods }: FormControl<AddressInput>) {
  const [parsed, setParsed] = useState<ParsedAddress | null>(null)
  const fill = (next: ParsedAddress) => {
    const values = afterPaste(methods.getValues(), next, parsed)
    for (const field of PASTED_FIELDS) {
      // An empty field says that it was not recognised; the complaint that it is empty comes with the submit.
      methods.clearErrors(field)
      methods.setValue(field, values[field], { shouldDirty: true, shouldValidate: values[field] !== '' })
    }
    setParsed(next)
  }
  return { parsed, fill }
}

function AddressFields({ form, startName }: { form: FormControl<AddressInput>; startName: string }) {
  const { parsed, fill } = usePaste(form)
  const values = useWatch({ control: form.methods.control })
  const fate = (field: PastedField) => fateOf(field, values[field] ?? '', parsed)
  const marked = (field: PastedField, box: (hint: string) => ReactNode) => (
    <div className={FATES[fate(field)]}>{box(HINTS[fate(field)])}</div>
  )
  return (
    <>
      <PasteBox onParsed={fill} />
      <SelectField form={form} name="kind" label={LABELS.kind} required options={optionsOf(ADDRESS_KIND_LABELS)} />
      <div className={styles.pair}>
        {marked('contactName', (hint) => (
          <TextField form={form} name="contactName" label={LABELS.contactName} required maxLength={20} hint={hint} />
        ))}
        {marked('contactPhone', (hint) => (
          <TextField
            form={form}
            name="contactPhone"
            label={LABELS.contactPhone}
            required
            inputMode="tel"
            maxLength={20}
            hint={hint || '手机号，或带区号的座机号'}
          />
        ))}
      </div>
      {marked('regionCode', (hint) => (
        <RegionField form={form} hint={hint} startName={startName} />
      ))}
      {marked('detail', (hint) => (
        <TextField
          form={form}
          name="detail"
          label={LABELS.detail}
          required
          lines={2}
          maxLength={80}
          hint={hint || '街道、门牌号、楼层和房间'}
        />
      ))}
      <CheckField form={form} name="isDefault" label="设为该类型的默认地址" />
    </>
  )
}
