import { merchant } from '@huanji/contract/features/merchant/calls'
import { grantedMenu } from '@huanji/contract/granted-menu'
import { MENU } from '@huanji/contract/menu'
import { handlers } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { passwordCalls } from '../auth/password-calls.ts'
import { overviewOf } from '../figure/overview.ts'
import { countOpen } from '../task/store.ts'
import { DATA_DICTIONARY } from './dictionaries.ts'
import { REGION_TREE } from './regions.ts'
import { toDosOf } from './to-dos.ts'

const businessAnswer = rowOf(merchant.business.output)

/** The calls that the shell and the home page are made from (docs/specification.md §7). */
export const merchantGroup = handlers(merchant, {
  dataDict: async ({ services }) => {
    const { site, publicUrl } = services.settings
    return { ...DATA_DICTIONARY, site: { siteUrl: publicUrl, ...site } }
  },

  menu: async ({ actor }) => ({ menu: grantedMenu(MENU, actor.grants) }),

  business: async ({ tx, actor, now }, input) => {
    const answer = {
      todos: await toDosOf(tx, actor),
      openTasks: await countOpen(tx, actor.employeeId, now),
      overview: await overviewOf(tx, input, actor, now),
    }
    return businessAnswer(answer, actor)
  },

  city: async () => REGION_TREE,

  ...passwordCalls,
})
