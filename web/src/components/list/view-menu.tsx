import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { loginInfo } from '../../session/session.ts'
import { MenuButton, type MenuItem, type MenuLine } from '../menu/menu-button.tsx'
import type { Filter } from './list-types.ts'
import { asTableSettings, type TableSettings } from './table-settings.ts'
import { type ListState, readListState, writeListState } from './url-state.ts'

export type SavedView = OutputOf<Calls['savedView']['list']>['views'][number]

interface ViewMenuProps {
  listKey: string
  filters: readonly Filter[]
  sorts: readonly string[]
  pageSize: number | undefined
  state: ListState
  go: (next: ListState) => void
  settings: TableSettings
  /** Of the filters that are named, else of those there are. */
  setSettings: (next: TableSettings, of?: Readonly<Record<string, string>>) => void
  /** True once rows are there: views wait until then. */
  isReady: boolean
}

/** What a view keeps of a state: its filters, order and page size. */
const viewQuery = (state: ListState, pageSize: number | undefined): string =>
  writeListState({ ...state, page: 1, cursor: '', view: '' }, pageSize)

/** Filters and columns under a name: opening and keeping them. The view that is open names the button. */
export function ViewMenu(props: ViewMenuProps) {
  const { listKey, state, isReady } = props
  const [isApproached, setApproached] = useState(false)
  const asked = useQuery({
    ...queryOf(api.savedView.list, { listKey }),
    enabled: isApproached || (state.view !== '' && isReady),
  })
  const views = asked.data?.views ?? []
  const current = views.find(({ viewId }) => viewId === state.view)
  const isChanged = current !== undefined && isOther(current, props)
  const items = useViewItems(props, views, current, isChanged)
  const name = current && (isChanged ? `${current.name} 已修改` : current.name)
  return (
    <MenuButton
      label={name ? `常用筛选：${name}` : '常用筛选'}
      items={asked.isPending ? [] : items}
      none={asked.isError ? '常用筛选加载失败，请稍后重试' : '加载中…'}
      tone="quiet"
      onApproach={() => setApproached(true)}
    >
      {name ?? '常用筛选'}
    </MenuButton>
  )
}

/** True where the list is filtered or sorted otherwise than its view says. */
function isOther(view: SavedView, { state, filters, sorts, pageSize }: ViewMenuProps): boolean {
  return viewQuery(readListState(view.query, filters, pageSize, sorts), pageSize) !== viewQuery(state, pageSize)
}

/** One's own views, and those of others for whoever owns the merchant. */
const mayEdit = (view: SavedView): boolean => view.isMine || loginInfo().isOwner

function useViewItems(
  { listKey, state, go, filters, sorts, pageSize, settings, setSettings }: ViewMenuProps,
  views: readonly SavedView[],
  current: SavedView | undefined,
  isChanged: boolean,
): readonly MenuItem[] {
  const queries = useQueryClient()
  const open = (view: SavedView) => {
    const columns = asTableSettings(view.columns)
    const next = readListState(view.query, filters, pageSize, sorts)
    if (columns) setSettings(columns, next.values)
    go({ ...next, view: view.viewId })
  }
  const now = { query: viewQuery(state, pageSize), columns: settings }
  const show = (viewId: string) => go({ ...state, view: viewId })
  // What changes views is loaded when it is asked for.
  const changes = () => import('./view-changes-panel.tsx')
  const lineOf = (view: SavedView): MenuLine => ({
    key: view.viewId,
    label: view.name,
    ...(view.isMine ? {} : { note: view.ownerName }),
    isChecked: view.viewId === current?.viewId,
    run: () => open(view),
  })
  const item = (key: string, label: string, run: () => void): MenuLine => ({ key, label, run })
  const groups = [
    { key: 'shared', label: '共享常用筛选', lines: views.filter(({ isShared }) => isShared).map(lineOf) },
    { key: 'own', label: '我的常用筛选', lines: views.filter(({ isShared }) => !isShared).map(lineOf) },
    {
      key: 'changes',
      label: '',
      lines: [
        ...(current && isChanged && mayEdit(current)
          ? [item('save', '保存修改', () => void changes().then(({ keepView }) => keepView(queries, current, now)))]
          : []),
        item('saveAs', '另存为…', () => void changes().then(({ saveView }) => saveView(queries, listKey, now, show))),
      ],
    },
  ]
  if (current && mayEdit(current)) {
    const to = current.isShared ? '取消共享' : '共享给全店'
    groups[2]?.lines.push(
      item('rename', '重命名…', () => void changes().then(({ renameView }) => renameView(queries, current))),
      item('share', to, () => void changes().then(({ shareView }) => shareView(queries, current))),
      {
        ...item(
          'remove',
          '删除…',
          () => void changes().then(({ removeView }) => removeView(queries, current, () => show(''))),
        ),
        tone: 'danger',
      },
    )
  }
  return groups.flatMap(({ key, label, lines }) =>
    lines.length === 0 ? [] : [{ kind: 'heading' as const, key, label }, ...lines],
  )
}
