import { savedView } from '@huanji/contract/features/saved-view/calls'
import { handlers } from '../../gateway/handler.ts'
import { changeView, maySeeList, removeView, saveView } from './commands.ts'
import { viewsFor } from './store.ts'

/** The calls of saved views. */
export const savedViewCalls = handlers(savedView, {
  list: async ({ tx, actor }, { listKey }) => {
    const seesShared = maySeeList(listKey, actor)
    const rows = await viewsFor(tx, listKey, actor.employeeId)
    const views = rows
      .filter(({ employeeId }) => seesShared || employeeId === actor.employeeId)
      .map(({ viewId, name, query, columns, isShared, ownerName, version, employeeId }) => ({
        viewId,
        name,
        query,
        isShared,
        ownerName,
        version,
        columns: JSON.parse(columns) as unknown,
        isMine: employeeId === actor.employeeId,
      }))
    return { views }
  },

  save: saveView,

  update: changeView,

  remove: async (context, { viewId }) => {
    await removeView(context, viewId)
    return {}
  },
})
