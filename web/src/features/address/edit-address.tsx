import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { AddressKind, AddressRow } from './types.ts'

const AddressDialog = latePart(async () => (await import('./address-dialog.tsx')).AddressDialog)

/** The default of a kind moves from one row to another, and the choices of a shipment follow the list. */
export const refreshAddresses = (queries: QueryClient): Promise<void> =>
  refresh(queries, api.address.list, api.address.info, api.address.options)

/** Asks for a new address of this kind, or changes one. */
export async function editAddress(queries: QueryClient, address: AddressRow | null, kind: AddressKind): Promise<void> {
  const isSaved = await openOverlay<boolean>((close) => <AddressDialog address={address} kind={kind} onClose={close} />)
  if (!isSaved) return
  toast('success', address ? '地址已保存' : '地址已添加')
  await refreshAddresses(queries)
}
