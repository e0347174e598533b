import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../button/button.tsx'
import { confirm } from '../confirm/confirm.tsx'
import field from '../field/field.module.css'
import { FieldFrame } from '../field/field-frame.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import { toast } from '../toast/toast.ts'
import type { TableSettings } from './table-settings.ts'
import styles from './view-changes-panel.module.css'
import type { SavedView } from './view-menu.tsx'

/** What a view keeps. */
interface ViewContent {
  readonly query: string
  readonly columns: TableSettings
}

const NAME_MAX = 20

/** Does one change of views, says so, and asks for the views anew, also where it was refused. */
async function change(queries: QueryClient, done: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    toast('success', done)
  } catch (error) {
    // A refusal has been shown by then.
    if (!isRefusal(error)) toast('error', errorText(error))
  } finally {
    await refresh(queries, api.savedView.list)
  }
}

/** Writes the present filters and columns into an existing view. */
export const keepView = (queries: QueryClient, { viewId, version, name }: SavedView, content: ViewContent) =>
  change(queries, `已保存到“${name}”`, () => api.savedView.update({ viewId, version, ...content }))

/** Shares a view with everyone of the merchant, or takes it back. */
export const shareView = (queries: QueryClient, { viewId, version, isShared }: SavedView) =>
  change(queries, isShared ? '已取消共享' : '已共享给全店', () =>
    api.savedView.update({ viewId, version, isShared: !isShared }),
  )

/** Asks and deletes a view; the list keeps its filters. */
export async function removeView(queries: QueryClient, view: SavedView, closed: () => void): Promise<void> {
  const agreed = await confirm({
    title: '删除常用筛选',
    body: view.isShared ? `“${view.name}”是共享常用筛选，删除后全店都看不到。` : `删除“${view.name}”？`,
    ok: '删除',
    tone: 'danger',
  })
  if (!agreed) return
  await change(queries, '已删除', async () => {
    await api.savedView.remove({ viewId: view.viewId })
    closed()
  })
}

/** Asks for a name and keeps the present filters and columns under it. */
export async function saveView(
  queries: QueryClient,
  listKey: string,
  content: ViewContent,
  saved: (viewId: string) => void,
): Promise<void> {
  await openOverlay((close) => (
    <ViewDialog
      title="另存为常用筛选"
      name=""
      canShare
      onClose={close}
      save={async (name, isShared) => {
        const { viewId } = await api.savedView.save({ listKey, name, isShared, ...content }, { handles: 'all' })
        await refresh(queries, api.savedView.list)
        saved(viewId)
      }}
    />
  ))
}

/** Asks for another name of a view. */
export async function renameView(queries: QueryClient, { viewId, version, name }: SavedView): Promise<void> {
  await openOverlay((close) => (
    <ViewDialog
      title="重命名常用筛选"
      name={name}
      onClose={close}
      save={async (next) => {
        await api.savedView.update({ viewId, version, name: next }, { handles: 'all' })
        await refresh(queries, api.savedView.list)
      }}
    />
  ))
}

interface ViewDialogProps {
  title: string
  name: string
  canShare?: boolean
  save: (name: string, isShared: boolean) => Promise<void>
  onClose: () => void
}

function ViewDialog({ title, name: start, canShare, save, onClose }: ViewDialogProps) {
  const id = useId()
  const queries = useQueryClient()
  const [name, setName] = useState(start)
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setRefusal('请填写名称')
    setBusy(true)
    try {
      await save(name.trim(), isShared)
      onClose()
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
      await refresh(queries, api.savedView.list)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closable={!isBusy}
      widthPx={420}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={`${id}-form`} busy={isBusy}>
            保存
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)}>
        <FieldFrame id={id} label="名称" required error={refusal} hint="保存当前的筛选条件、排序和列设置">
          <input
            id={id}
            className={field.input}
            type="text"
            maxLength={NAME_MAX}
            autoComplete="off"
            aria-invalid={refusal !== ''}
            aria-describedby={`${id}-note`}
            data-takes-focus=""
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setRefusal('')
            }}
          />
        </FieldFrame>
        {canShare ? (
          <label className={styles.share}>
            <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
            共享给全店
          </label>
        ) : null}
      </form>
    </Dialog>
  )
}
