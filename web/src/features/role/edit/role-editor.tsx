import { grantTitles } from '@huanji/contract/granted-menu'
import { PAGES } from '@huanji/contract/pages'
import { useId, useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import detail from '../../../components/detail/detail.module.css'
import { Section } from '../../../components/detail/detail.tsx'
import { TextField } from '../../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../../components/form/form-view.tsx'
import type { FormControl } from '../../../components/form/use-contract-form.ts'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { can } from '../../../session/session.ts'
import { GrantEditor } from '../../people/grant-editor.tsx'
import { chosenCount, type Grants, type GrantTree, grantTreeWithNeeds, inOrder } from '../../people/grant-tree.ts'
import type { RoleInfo, RoleInput } from '../../people/types.ts'
import { alongText } from './along-text.ts'
import { GapNote } from './gap-note.tsx'
import { LimitField } from './limit-field.tsx'
import { PresetField } from './preset-field.tsx'
import styles from './role-editor.module.css'
import { RolePreview } from './role-preview.tsx'
import { type Filled, fillFrom, type Purpose, paysBack, readOnlyReason, startValues } from './role-start.ts'
import { useRoleForm } from './use-role-form.ts'

const TITLES: Readonly<Record<Purpose, string>> = { new: '新建角色', copy: '复制角色', edit: '编辑角色' }

interface RoleEditorProps {
  info: RoleInfo
  purpose: Purpose
  /** Under which what was typed is kept until it is saved. */
  draftKey: string
}

/** The grants in the form as a set, and how to change them so that the limit never outlives its reason. */
function useGrants(form: FormControl<RoleInput>, tree: GrantTree) {
  const { field, fieldState } = useController({ control: form.methods.control, name: 'grants' })
  const grants = useMemo(() => new Set(field.value), [field.value])
  const change = (next: Grants) => {
    const chosen = inOrder(tree, next)
    field.onChange(chosen)
    if (!paysBack(chosen)) form.methods.setValue('refundLimitFen', 0, { shouldDirty: true, shouldValidate: true })
  }
  const fill = ({ grants: chosen, refundLimitFen }: Filled) => {
    field.onChange(chosen)
    form.methods.setValue('refundLimitFen', refundLimitFen, { shouldDirty: true, shouldValidate: true })
  }
  return { field, grants, change, fill, error: fieldState.error?.message ?? '' }
}

/** The editor of one role: its name, what it may do page by page, and how much it may pay back. */
export function RoleEditor({ info, purpose, draftKey }: RoleEditorProps) {
  const tree = useMemo(() => grantTreeWithNeeds(info.tree), [info.tree])
  const titles = useMemo(() => grantTitles(info.tree), [info.tree])
  const reach = useMemo(() => new Set(info.grantable), [info.grantable])
  const [start] = useState(() => startValues(tree, info, purpose))
  const reason = readOnlyReason(info, purpose, can('/api/role/edit'))
  const isReadOnly = reason !== null
  const form = useRoleForm({ tree, info, start, draftKey, isReadOnly })
  const { field, grants, change, fill, error } = useGrants(form, tree)
  const changeAndTell = (next: Grants) => {
    const along = alongText(tree, titles, grants, next)
    if (along !== '') toast('info', along)
    change(next)
  }
  return (
    <article className={detail.page}>
      <header className={detail.head}>
        <div className={detail.name}>
          <h1>{isReadOnly && purpose === 'edit' ? '查看角色' : TITLES[purpose]}</h1>
          {info.role?.isProtected && purpose === 'edit' ? <StateTag tone="primary">系统</StateTag> : null}
          {info.role?.followsPreset && !info.role.isProtected && purpose === 'edit' ? (
            <StateTag tone="info">和模板一样</StateTag>
          ) : null}
        </div>
      </header>
      {reason === null ? null : <p className={styles.note}>{reason}</p>}
      <LeftOut tree={tree} info={info} purpose={purpose} />
      <GapNote tree={tree} titles={titles} grants={grants} reach={reach} isReadOnly={isReadOnly} change={change} />
      <div className={cx(detail.body, detail.withSide)}>
        <div className={detail.main}>
          <Basics form={form} tree={tree} info={info} isReadOnly={isReadOnly} grants={field.value} fill={fill} />
          <Section title="可以做什么">
            <GrantEditor
              editing={{ tree, grants, reach, isReadOnly, change: changeAndTell }}
              ref={field.ref}
              error={error}
            />
          </Section>
          {paysBack(field.value) ? (
            <Section title="退款额度">
              <LimitField form={form} maxFen={info.grantableLimitFen} disabled={isReadOnly} />
            </Section>
          ) : null}
        </div>
        <aside className={detail.side}>
          <div className={styles.side}>
            <RolePreview nodes={info.tree} grants={grants} />
          </div>
        </aside>
      </div>
      <Foot form={form} start={start} isReadOnly={isReadOnly} count={chosenCount(tree, grants)} />
    </article>
  )
}

interface BasicsProps {
  form: FormControl<RoleInput>
  tree: GrantTree
  info: RoleInfo
  isReadOnly: boolean
  grants: readonly string[]
  fill: (filled: Filled) => void
}

/** The name, and the post to begin with. */
function Basics({ form, tree, info, isReadOnly, grants, fill }: BasicsProps) {
  return (
    <Section title="基本信息">
      <div className={styles.basics}>
        <TextField
          form={form}
          name="name"
          label="角色名称"
          required
          maxLength={20}
          placeholder="例如：夜班发货"
          disabled={isReadOnly}
        />
        <PresetField
          tree={tree}
          info={info}
          grants={grants}
          refundLimitFen={form.methods.watch('refundLimitFen')}
          disabled={isReadOnly}
          fill={fill}
        />
      </div>
    </Section>
  )
}

/** Says of a copy what could not be copied, because nobody gives what they do not hold. */
function LeftOut({ tree, info, purpose }: { tree: GrantTree; info: RoleInfo; purpose: Purpose }) {
  if (purpose !== 'copy' || info.role === null) return null
  const { leftOutCount } = fillFrom(tree, info, info.role)
  if (leftOutCount === 0) return null
  return (
    <p className={styles.note}>
      “{info.role.name}”中有{leftOutCount}项您没有的权限，没有复制过来。
    </p>
  )
}

interface FootProps {
  form: FormControl<RoleInput>
  start: RoleInput
  isReadOnly: boolean
  count: { readonly pages: number; readonly actions: number }
}

/** Always in sight: how much is chosen, a refusal that names no field, and the buttons. */
function Foot({ form, start, isReadOnly, count }: FootProps) {
  const navigate = useNavigate()
  const formId = useId()
  const isChanged = form.methods.formState.isDirty && !isReadOnly
  return (
    <div className={styles.foot}>
      <ContractFormView form={form} id={formId}>
        <div className={styles.line}>
          <span role="status">
            已选 <b className="num">{count.pages}</b> 个页面、<b className="num">{count.actions}</b> 项权限
          </span>
          {isChanged ? (
            <Button tone="quiet" disabled={form.isSubmitting} onClick={() => form.methods.reset(start)}>
              不改了，恢复原样
            </Button>
          ) : null}
          <Button disabled={form.isSubmitting} onClick={() => void navigate(PAGES.roles.path)}>
            返回
          </Button>
          {isReadOnly ? null : <SubmitButton form={form}>保存</SubmitButton>}
        </div>
      </ContractFormView>
    </div>
  )
}
