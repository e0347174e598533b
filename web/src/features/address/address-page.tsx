import { ADDRESS_KIND_LABELS } from '@huanji/contract/features/address/labels'
import { addressColumns } from '@huanji/contract/features/address/rows'
import { optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import tag from '../../components/state-tag/state-tag.module.css'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { can } from '../../session/session.ts'
import { ADDRESS_ACTIONS, rowLabel } from './address-actions.tsx'
import { addressLine } from './address-values.ts'
import { editAddress } from './edit-address.tsx'
import type { AddressRow } from './types.ts'

function Kind({ row: { kind, isDefault } }: { row: AddressRow }) {
  return (
    <span className={tag.tags}>
      <StateTag tone={kind === 'ship' ? 'info' : 'neutral'}>{ADDRESS_KIND_LABELS[kind]}</StateTag>
      {isDefault ? <StateTag tone="success">默认</StateTag> : null}
    </span>
  )
}

const addresses = defineList({
  key: 'addresses',
  title: PAGES.addresses.title,
  call: api.address.list,
  rowKey: (row) => row.addressId,
  rowLabel,
  tabs: { name: 'kind', options: optionsOf(ADDRESS_KIND_LABELS) },
  filters: [{ kind: 'text', name: 'keyword', label: '地址', placeholder: '联系人 / 电话 / 地址', main: true }],
  columns: addressColumns,
  cells: {
    kind: {
      widthPx: 172,
      cell: (row) => <Kind row={row} />,
      text: ({ kind, isDefault }) => ADDRESS_KIND_LABELS[kind] + (isDefault ? ' 默认' : ''),
    },
    contact: { widthPx: 128 },
    phone: { widthPx: 160 },
    address: { widthPx: 440, grows: 1, copy: addressLine },
  },
  actions: ADDRESS_ACTIONS,
  empty: {
    title: '还没有地址',
    hint: '把整段地址粘贴进去就能识别；发货和退货都要先有地址。',
    lead: { name: '添加地址', grant: api.address.edit.path, run: ({ queries }) => editAddress(queries, null, 'ship') },
  },
})

function AddButton() {
  const queries = useQueryClient()
  const [search] = useSearchParams()
  const add = () => void editAddress(queries, null, search.get('kind') === 'return' ? 'return' : 'ship')
  useShortcuts([{ key: 'n', label: '添加地址', run: add }])
  return (
    <Button tone="primary" icon="plus" onClick={add}>
      添加地址
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(addresses)

/** 地址管理: where parcels leave from, and where returns go. */
export function AddressPage() {
  return <ListPage list={addresses} toolbar={can(api.address.edit.path) ? <AddButton /> : null} />
}
