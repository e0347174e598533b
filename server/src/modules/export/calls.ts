import type { ExportKindKey } from '@huanji/contract/export-kinds'
import { billExport } from '@huanji/contract/features/bill/export'
import { exportTasks, goodsExport } from '@huanji/contract/features/export/calls'
import { auctionOrderExport, curatedOrderExport } from '@huanji/contract/features/order/export'
import { refundExport } from '@huanji/contract/features/refund/export'
import { type CallContext, type HandlerGroup, handlers } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { exportSources } from '../export-source/source.ts'
import {
  cancelExport,
  createExport,
  type ExportRequest,
  requireFile,
  requireOwn,
  retryExport,
  seesAll,
} from './commands.ts'
import { LINK_MS, signedLink } from './link.ts'
import { fileName, presentExport } from './present.ts'
import { countExports, listExports, markSeen } from './store.ts'

/** The calls of exports, over the lists of `groups`. */
export function exportCalls(groups: readonly HandlerGroup[]): HandlerGroup[] {
  const sources = exportSources(groups)
  const create = (kind: ExportKindKey) => (context: CallContext, request: ExportRequest) => {
    const source = sources.get(kind)
    if (source === undefined) throw new Error(`${kind} cannot be exported`)
    return createExport(context, source, request)
  }
  return [
    handlers(goodsExport, {
      create: create('listings'),

      list: async ({ tx, actor, now }, { mine, ...filter }) => {
        const employeeId = mine === true || !seesAll(actor) ? actor.employeeId : null
        const page = await listExports(tx, { ...filter, employeeId })
        const counts = await countExports(tx, { ...filter, employeeId })
        return { ...page, list: page.list.map((task) => presentExport(task, sources, actor, now)), counts }
      },
    }),
    handlers(auctionOrderExport, { create: create('auction-orders') }),
    handlers(curatedOrderExport, { create: create('curated-orders') }),
    handlers(billExport, { create: create('bills'), createMonth: create('bill-months') }),
    handlers(refundExport, { create: create('refunds') }),
    handlers(exportTasks, {
      cancel: async (context, { exportId }) => {
        const task = await cancelExport(context, sources, exportId)
        return { export: presentExport(task, sources, context.actor, context.now) }
      },

      retry: async (context, { exportId }) => {
        const task = await retryExport(context, sources, exportId)
        return { export: presentExport(task, sources, context.actor, context.now) }
      },

      link: async (context, { exportId }) => {
        const task = await requireFile(context, sources, exportId)
        const { actor, now, services, tx } = context
        const expiresAt = later(now, LINK_MS)
        const { merchantId, employeeId, sessionId } = actor
        const url = signedLink(services.settings.secret, { merchantId, exportId, employeeId, sessionId, expiresAt })
        if (task.employeeId === employeeId) await markSeen(tx, exportId, now)
        return { url, fileName: fileName(task, sources), expiresAt: expiresAt.toISOString() }
      },

      seen: async (context, { exportId }) => {
        await requireOwn(context, exportId)
        await markSeen(context.tx, exportId, context.now)
        return {}
      },
    }),
  ]
}
