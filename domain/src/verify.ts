import { verifyCarriers } from './carriers.ts'
import { verifyBillTypes } from './fees/bill-types.ts'
import { verifyFeeTables } from './fees/fee-table.ts'
import { verifyRepairFlags } from './grading/map.ts'
import { ALL_STATES } from './states/all.ts'
import { verifyStates } from './states/transition.ts'
import { TEMPLATES } from './template/template.ts'
import { verifyRuleOptions, verifyTemplate } from './template/verify.ts'

/**
 * Every check of the trade data that can be made before the first call is answered: templates, state tables, carriers
 * and fees; the catalogue is checked as it is read.
 * @throws Error naming the first fault; a server that meets one must not start
 */
export function verifyDomain(): void {
  for (const template of TEMPLATES) {
    verifyTemplate(template)
    verifyRuleOptions(template)
    verifyRepairFlags(template)
  }
  for (const table of ALL_STATES) verifyStates(table)
  verifyCarriers()
  verifyBillTypes()
  verifyFeeTables()
}
