import { verifyCarriers } from './carriers.ts'
import { BRANDS, verifyCatalogue } from './catalogue/models.ts'
import { verifyBillTypes } from './fees/bill-types.ts'
import { verifyFeeTables } from './fees/fee-table.ts'
import { verifyRepairFlags } from './grading/map.ts'
import { ALL_STATES } from './states/all.ts'
import { verifyStates } from './states/transition.ts'
import { findItem, TEMPLATES } from './template/template.ts'
import type { Template } from './template/types.ts'
import { verifyRuleOptions, verifyTemplate } from './template/verify.ts'

/** Brand answers are set from the catalogue, so every brand has to be an option. */
function verifyBrands(template: Template): void {
  const names = findItem(template, 'A02')?.options.map((option) => option.name) ?? []
  for (const brand of BRANDS) {
    if (!names.includes(brand)) throw new Error(`template: item A02 has no option for brand ${brand}`)
  }
}

/**
 * Every check of the trade data that can be made before the first call is answered: templates, the catalogue, state
 * tables, carriers and fees.
 * @throws Error naming the first fault; a server that meets one must not start
 */
export function verifyDomain(): void {
  for (const template of TEMPLATES) {
    verifyTemplate(template)
    verifyRuleOptions(template)
    verifyRepairFlags(template)
    verifyBrands(template)
  }
  verifyCatalogue()
  for (const table of ALL_STATES) verifyStates(table)
  verifyCarriers()
  verifyBillTypes()
  verifyFeeTables()
}
