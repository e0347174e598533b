import { Readable } from 'node:stream'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import { obstacleTo } from '../../gateway/allowed-actions.ts'
import type { Download } from '../../gateway/downloads.ts'
import type { HandlerGroup } from '../../gateway/handler.ts'
import { exportSources } from '../export-source/source.ts'
import { actorOf } from '../people/acting.ts'
import { closedTo, EXPORT_ACTIONS } from './actions.ts'
import { seesAll } from './commands.ts'
import { contentTypeOf } from './file/formats.ts'
import { EXPORT_FILES_PATH, openLink } from './link.ts'
import { readParts } from './parts.ts'
import { fileName } from './present.ts'
import { findExport } from './store.ts'

const gone = () => new TransportRefusal('malformed', { detail: '下载链接已失效，请回到导出记录重新下载' })

/** The files of exports by their signed links; the rights of whoever asked for the link are looked at once more. */
export function exportDownload(groups: readonly HandlerGroup[]): Download {
  const sources = exportSources(groups)
  return {
    path: `${EXPORT_FILES_PATH}/*`,
    open: async ({ '*': token = '' }, { db, clock, settings, storage }) => {
      const link = openLink(settings.secret, token, clock.now())
      if (link === null) throw gone()
      const { merchantId, exportId, employeeId, sessionId } = link
      const task = await db.tenant(merchantId, async (tx) => {
        const found = await findExport(tx, exportId)
        const actor = await actorOf(tx, employeeId, sessionId)
        if (found === null || actor === null) return null
        const facts = { state: found.state, closed: closedTo(sources, found, actor) }
        const isTheirs = found.employeeId === employeeId || seesAll(actor)
        return isTheirs && obstacleTo(EXPORT_ACTIONS.download, facts) === null ? found : null
      })
      if (task === null) throw gone()
      return {
        fileName: fileName(task, sources),
        contentType: contentTypeOf(task.format),
        bytes: task.bytes,
        content: Readable.from(readParts(storage, merchantId, task), { objectMode: false, highWaterMark: 65_536 }),
      }
    },
  }
}
