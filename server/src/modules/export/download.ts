import { Readable } from 'node:stream'
import { boundTo } from '../../database/shop-bound.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import { obstacleTo } from '../../gateway/allowed-actions.ts'
import type { Download } from '../../gateway/downloads.ts'
import type { HandlerGroup } from '../../gateway/handler.ts'
import { FileMissing } from '../../storage/storage.ts'
import { liveSession } from '../account/session-store.ts'
import { exportSources } from '../export-source/source.ts'
import { actorOf } from '../people/acting.ts'
import { closedTo, EXPORT_ACTIONS } from './actions.ts'
import { seesAll } from './commands.ts'
import { contentTypeOf } from './file/formats.ts'
import { EXPORT_FILES_PATH, openLink } from './link.ts'
import { readParts } from './parts.ts'
import { fileName } from './present.ts'
import { findExport } from './store.ts'

const lost = () => new TransportRefusal('malformed', { detail: '这个文件找不到了，请回到列表重新导出' })
const gone = () => new TransportRefusal('malformed', { detail: '这个下载地址过期了，请回到“导出记录”再点一次“下载”' })

const STREAM = { objectMode: false, highWaterMark: 65_536 }

/** The parts of a file whose first one is there: of a file that the storage has lost it is said before anything is sent. */
async function begun(parts: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  try {
    const first = await parts.next()
    return (async function* () {
      if (!first.done) yield first.value
      yield* parts
    })()
  } catch (error) {
    if (error instanceof FileMissing) throw lost()
    throw error
  }
}

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
        const actor = await actorOf(tx, employeeId, sessionId)
        const found = actor && (await findExport(boundTo(tx, actor.shops), exportId))
        if (found === null || actor === null) return null
        const session = { merchantId, sessionId, employeeId, phone: actor.phone }
        // whoever signed out, or was signed out, has no link any more
        if ((await liveSession(tx, session, clock.now())) === null) return null
        const facts = { state: found.state, closed: closedTo(sources, found, actor) }
        const isTheirs = found.employeeId === employeeId || seesAll(actor)
        return isTheirs && obstacleTo(EXPORT_ACTIONS.download, facts) === null ? found : null
      })
      if (task === null) throw gone()
      return {
        fileName: fileName(task, sources),
        contentType: contentTypeOf(task.format),
        bytes: task.bytes,
        content: Readable.from(await begun(readParts(storage, merchantId, task)), STREAM),
      }
    },
  }
}
