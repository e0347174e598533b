import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { type Action, type ActionOutcome, defineAction, eachRow } from '../../components/actions/action.ts'
import { addressValues } from './address-values.ts'
import { editAddress, refreshAddresses } from './edit-address.tsx'
import type { AddressRow } from './types.ts'

async function callEach(
  rows: readonly AddressRow[],
  queries: QueryClient,
  call: (row: AddressRow, options: { idempotencyKey: string; handles: 'all' }) => Promise<unknown>,
): Promise<ActionOutcome[]> {
  const outcomes = await eachRow(rows, rowLabel, async (row) => {
    await call(row, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
  })
  await refreshAddresses(queries)
  return outcomes
}

/** What a person knows an address by. */
export const rowLabel = ({ contactName, regionName, detail }: AddressRow): string =>
  `${contactName} ${regionName}${detail}`

const edit = defineAction<AddressRow>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.address.edit.path,
  allowed: 'edit',
  run: async ([row], { queries }) => {
    if (row) await editAddress(queries, row, row.kind)
  },
})

const makeDefault = defineAction<AddressRow>({
  key: 'default',
  name: '设为默认',
  icon: 'check',
  grant: api.address.edit.path,
  allowed: 'makeDefault',
  run: (rows, { queries }) =>
    callEach(rows, queries, (row, options) => api.address.edit({ ...addressValues(row), isDefault: true }, options)),
})

const remove = defineAction<AddressRow>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.address.del.path,
  allowed: 'delete',
  bulk: true,
  task: 'address.delete',
  confirm: (rows) => ({
    title: '删除地址',
    body: `${rows.length === 1 && rows[0] ? `将删除“${rowLabel(rows[0])}”` : `将删除${rows.length}个地址`}，不能恢复。${
      rows.some((row) => row.isDefault) ? '其中有默认地址，删除后同类地址中最新的一个会成为默认。' : ''
    }`,
    ok: '删除',
    tone: 'danger',
  }),
  run: (rows, { queries }) =>
    callEach(rows, queries, (row, options) => api.address.del({ addressId: row.addressId }, options)),
})

/** What can be done with an address. */
export const ADDRESS_ACTIONS: readonly Action<AddressRow>[] = [edit, makeDefault, remove]
