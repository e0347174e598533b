import { API_KEY_STATE_LABELS } from '@huanji/contract/features/api-key/labels'
import { apiKeyColumns } from '@huanji/contract/features/api-key/rows'
import { optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import type { KeyRow } from '../people/types.ts'
import { addKey, KEY_ACTIONS, openKey } from './key-actions.tsx'
import { KEY_TONES } from './key-tones.ts'

const FOR_GOOD = '长期有效'

const keys = defineList({
  key: 'api-keys',
  title: PAGES.apiKeys.title,
  call: api.programKeys.list,
  rowKey: (row) => row.keyId,
  rowLabel: (row: KeyRow) => row.name,
  rowState: ({ state }) => API_KEY_STATE_LABELS[state],
  open: openKey,
  filters: [
    { kind: 'text', name: 'keyword', label: '名称', placeholder: '密钥名称', main: true },
    { kind: 'select', name: 'state', label: '状态', options: optionsOf(API_KEY_STATE_LABELS) },
  ],
  columns: apiKeyColumns,
  cells: {
    name: { widthPx: 180, grows: 1 },
    state: { widthPx: 92, tones: KEY_TONES },
    hint: { widthPx: 150, copy: null },
    grants: { widthPx: 84 },
    calls: { widthPx: 96 },
    refused: { widthPx: 96 },
    rate: { widthPx: 108 },
    lastUsedAt: { widthPx: 168 },
    expiresAt: {
      widthPx: 168,
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className="muted">{FOR_GOOD}</span> : <Time at={expiresAt} />,
      text: ({ expiresAt }) => (expiresAt === null ? FOR_GOOD : formatShanghai(expiresAt)),
    },
    creator: { widthPx: 110 },
    createdAt: { widthPx: 168 },
  },
  actions: KEY_ACTIONS,
  empty: {
    title: '还没有接口密钥',
    hint: '要让别的程序（仓库、ERP、报表）读取或写入数据时，点“创建密钥”，只勾选它需要的权限。',
  },
})

function Tools() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mayAdd = can(api.programKeys.edit.path)
  const add = () => void addKey({ refresh: () => refresh(queries, api.programKeys.list) })
  useShortcuts(mayAdd ? [{ key: 'n', label: '创建密钥', run: add }] : [])
  return (
    <>
      {can(PAGES.apiDocs.path) ? <Button onClick={() => void navigate(PAGES.apiDocs.path)}>接口文档</Button> : null}
      {mayAdd ? (
        <Button tone="primary" icon="plus" onClick={add}>
          创建密钥
        </Button>
      ) : null}
    </>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(keys)

/** 接口密钥: what other people's programs call with. */
export function ApiKeyPage() {
  return <ListPage list={keys} toolbar={<Tools />} />
}
