import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { handlers } from '../../gateway/handler.ts'
import { listImports } from './cost-store.ts'
import { checkCosts, importCosts, undoImport } from './costs.ts'
import { lifeOf } from './life.ts'

/** 一机一档: the whole life of the phone that any code leads to (R-PHONES-1). */
export const phoneGroup = handlers(phoneRecord, {
  life: (context, { code }) => lifeOf(context, code),
})

/** What many phones cost, from a list that somebody keeps elsewhere. */
export const costGroup = handlers(phoneCost, {
  check: checkCosts,
  import: importCosts,
  imports: ({ tx }, paging) => listImports(tx, paging),
  undo: undoImport,
})
