import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useController } from 'react-hook-form'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { type FormControl, useContractForm } from '../../components/form/use-contract-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { GrantEditor } from '../people/grant-editor.tsx'
import { grantTree } from '../people/grant-tree.ts'
import type { KeyInfo, KeyInput } from '../people/types.ts'
import styles from './key.module.css'
import { ExpiryField, PlacesField, RateField } from './key-fields.tsx'
import { heldGrants, reachOf, shownGrants } from './key-grants.ts'

/** What was saved: of a new key its secret, which is shown this once. */
export interface SavedKey {
  readonly name: string
  readonly secret: string | null
}

interface KeyDialogProps {
  /** Null for a new one. */
  keyId: string | null
  onClose: (saved?: SavedKey) => void
}

const WIDTH_PX = 760
const USUAL_RATE = 120
const NOTE =
  '程序只能做勾选的事；价格、成本、买家联系方式等字段也要单独勾选，不勾选就不返回。您失去的权限，密钥同时失去。'

/** Makes a key, or changes what one may do. */
export function KeyDialog({ keyId, onClose }: KeyDialogProps) {
  const query = useQuery({
    ...queryOf(api.programKeys.info, keyId === null ? {} : { keyId }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const whole = (
    <Dialog
      title={keyId === null ? '创建接口密钥' : '编辑接口密钥'}
      kind="drawer"
      widthPx={WIDTH_PX}
      onClose={() => onClose()}
    >
      <DetailPending query={query} waiting={LOADING}>
        {() => null}
      </DetailPending>
    </Dialog>
  )
  return query.data === undefined ? whole : <KeyForm info={query.data} onClose={onClose} />
}

const startOf = (key: KeyInfo['key']): KeyInput =>
  key === null
    ? { name: '', grants: [], ratePerMinute: USUAL_RATE, places: [], expiresAt: null }
    : {
        name: key.name,
        grants: key.grants,
        ratePerMinute: key.ratePerMinute,
        places: key.places,
        expiresAt: key.expiresAt,
      }

function useKeyForm(key: KeyInfo['key'], onClose: KeyDialogProps['onClose']): FormControl<KeyInput> {
  return useContractForm<KeyInput, SavedKey>({
    schema: () => import('@huanji/contract/features/api-key/calls').then(({ programKeys }) => programKeys.create.input),
    defaults: startOf(key),
    submit: async (values, options) => {
      const { name } = values
      if (key === null) return { name, secret: (await api.programKeys.create(values, options)).secret }
      await api.programKeys.edit({ ...values, keyId: key.keyId, version: key.version }, options)
      return { name, secret: null }
    },
    onDone: onClose,
  })
}

function KeyForm({ info, onClose }: { info: KeyInfo; onClose: KeyDialogProps['onClose'] }) {
  const { key } = info
  const formId = useId()
  const form = useKeyForm(key, onClose)
  return (
    <Dialog
      title={key === null ? '创建接口密钥' : `编辑接口密钥“${key.name}”`}
      kind="drawer"
      widthPx={WIDTH_PX}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            {key === null ? '创建' : '保存'}
          </SubmitButton>
        </>
      }
    >
      <ContractFormView form={form} id={formId}>
        <div className={styles.fields}>
          <TextField
            form={form}
            name="name"
            label="名称"
            required
            maxLength={20}
            takesFocus
            placeholder="例如：仓库系统"
            hint="操作日志中显示为“接口密钥 名称”"
          />
          <RateField form={form} />
          <ExpiryField form={form} present={key?.expiresAt ?? null} />
        </div>
        <PlacesField form={form} />
        <GrantsField form={form} info={info} />
      </ContractFormView>
    </Dialog>
  )
}

/** What the program may do, ticked in the tree that roles are made with. */
function GrantsField({ form, info }: { form: FormControl<KeyInput>; info: KeyInfo }) {
  const tree = useMemo(() => grantTree(info.tree), [info.tree])
  const reach = useMemo(() => reachOf(tree, info.grantable), [tree, info.grantable])
  const { field, fieldState } = useController({ control: form.methods.control, name: 'grants' })
  const grants = useMemo(() => shownGrants(tree, field.value), [tree, field.value])
  return (
    <GrantEditor
      editing={{ tree, grants, reach, isReadOnly: false, change: (next) => field.onChange(heldGrants(tree, next)) }}
      ref={field.ref}
      error={fieldState.error?.message ?? ''}
      note={NOTE}
    />
  )
}
