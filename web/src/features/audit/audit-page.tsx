import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { AUDIT_SUBJECT_LABELS } from '@huanji/contract/features/audit/labels'
import { auditColumns } from '@huanji/contract/features/audit/rows'
import { optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList, type FilterOption } from '../../components/list/list-types.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { Time } from '../../components/time/time.tsx'
import { deviceName } from '../../platform/device-name.ts'
import { can } from '../../session/session.ts'
import type { AuditRow } from '../people/types.ts'
import { subjectText } from './subject-text.ts'
import { VerifyButton } from './verify-button.tsx'

const AuditDrawer = latePart(async () => (await import('./audit-drawer.tsx')).AuditDrawer)

type AuditList = OutputOf<Calls['auditTrail']['list']>

const open = (entry: AuditRow) => void openOverlay((close) => <AuditDrawer entry={entry} onClose={close} />)

const deviceOf = ({ userAgent }: AuditRow): string => (userAgent ? deviceName(userAgent) : '')

const DASH = <span className="muted">—</span>

const details = defineAction<AuditRow>({
  key: 'details',
  name: '详情',
  icon: 'eye',
  run: ([entry]) => {
    if (entry) open(entry)
  },
})

const PEOPLE_AT_MOST = 12

async function searchPeople(keyword: string): Promise<FilterOption[]> {
  if (!can(api.employee.list.path)) return []
  const { list } = await api.employee.list({ page: 1, pageSize: PEOPLE_AT_MOST, keyword: keyword.trim() })
  // The label stands in the address: the number's end tells two of one name apart and gives nothing away.
  return list.map(({ staffId, name, phone }) => ({ value: staffId, label: `${name}（尾号${phone.slice(-4)}）` }))
}

async function searchKeys(keyword: string): Promise<FilterOption[]> {
  if (!can(api.programKeys.list.path)) return []
  const { list } = await api.programKeys.list({ page: 1, pageSize: PEOPLE_AT_MOST, keyword: keyword.trim() })
  return list.map(({ keyId, name, hint }) => ({ value: keyId, label: `接口密钥 ${name}（${hint}…）` }))
}

/** Who can have done something: people, and the programs that call with keys. */
const searchActors = async (keyword: string): Promise<FilterOption[]> =>
  (await Promise.all([searchPeople(keyword), searchKeys(keyword)])).flat()

/** What can be chosen stands in any answer of the list: the one on screen serves, and only without one it is asked for. */
async function actionOptions(queries: QueryClient): Promise<readonly FilterOption[]> {
  const answers = queries.getQueriesData<AuditList>({ queryKey: [api.auditTrail.list.path] })
  const known = answers.find(([, answer]) => answer !== undefined)?.[1]
  return (known ?? (await api.auditTrail.list({ page: 1, pageSize: 1 }))).actions
}

/** The log as the signed-in person may search it: people can be looked up only where they may be seen. */
const auditList = (queries: QueryClient) =>
  defineList({
    key: 'audit',
    title: PAGES.audit.title,
    call: api.auditTrail.list,
    rowKey: (row) => String(row.sequence),
    rowLabel: (row: AuditRow) => `第${row.sequence}条`,
    open,
    filters: [
      { kind: 'text', name: 'keyword', label: '人或东西的名字', placeholder: '操作人或对象的名称', main: true },
      ...(can(api.employee.list.path) || can(api.programKeys.list.path)
        ? [{ kind: 'search', name: 'actorId', label: '操作人', search: searchActors, counted: true } as const]
        : []),
      { kind: 'select', name: 'action', label: '操作', options: () => actionOptions(queries), counted: true },
      { kind: 'select', name: 'subject', label: '对象', options: optionsOf(AUDIT_SUBJECT_LABELS), counted: true },
      { kind: 'days', name: 'from', to: 'to', label: '日期' },
    ],
    columns: auditColumns,
    cells: {
      at: { widthPx: 178, cell: (row) => <Time at={row.at} withSeconds />, text: ({ at }) => formatShanghai(at, true) },
      who: { widthPx: 96 },
      action: { widthPx: 190 },
      subject: { widthPx: 200, grows: 2, cell: (row) => subjectText(row) || DASH, text: subjectText },
      change: { grows: 3 },
      ip: { widthPx: 128, copy: null },
      device: { cell: (row) => deviceOf(row) || DASH, text: deviceOf },
      sequence: { widthPx: 90 },
    },
    actions: [details],
    empty: { title: '还没有日志', hint: '员工、角色、价格、发货和资金的变更会自动记录在这里，无需操作。' },
  })

/** 操作日志: what changed people, rights and money, and the proof that nothing of it was altered. */
export function AuditPage() {
  const queries = useQueryClient()
  // Which filters there are depends on who is signed in; a change of that starts the application anew.
  const [list] = useState(() => auditList(queries))
  return <ListPage list={list} toolbar={can(api.auditTrail.verify.path) ? <VerifyButton /> : null} />
}
