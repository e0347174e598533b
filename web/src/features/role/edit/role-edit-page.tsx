import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { RoleEditor } from './role-editor.tsx'
import type { Purpose } from './role-start.ts'

/** 编辑角色: a new role, a copy of one (`copyOf`), or one that exists (`roleId`). */
export function RoleEditPage() {
  const [params] = useSearchParams()
  const copyOf = params.get('copyOf') ?? ''
  const roleId = params.get('roleId') ?? copyOf
  const purpose: Purpose = copyOf !== '' ? 'copy' : roleId !== '' ? 'edit' : 'new'
  const draftKey = `role-${purpose}:${roleId}`
  // Always the latest, and asked once: an editor that begins with an older version can only end in a conflict.
  const query = useQuery({
    ...queryOf(api.role.info, roleId === '' ? {} : { roleId }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  return (
    <DetailPending query={query}>
      {(info) => <RoleEditor key={draftKey} info={info} purpose={purpose} draftKey={draftKey} />}
    </DetailPending>
  )
}
