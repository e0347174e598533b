import { describe, expect, it } from 'vitest'
import { allCalls } from './calls.ts'
import { gapsOf, needsOf, withNeeds, withoutStranded } from './grant-needs.ts'
import { MENU } from './menu.ts'
import { flattenMenu } from './menu-tree.ts'
import { ROLE_PRESETS } from './presets.ts'

const EVERY_GRANT = new Set(flattenMenu(MENU))
const AUCTION = '/api/yushiorder/v1/order'
const CURATED = '/api/saleorder/v1/order'
const SHOOT = '/xySaasDetectApi/realPhoto/saveRealPhoto'
const INSPECT = '/xySaasDetect/detRecord/addDetectRecord'

describe('what a right cannot do without', () => {
  it('is known to the menu, all of it', () => {
    for (const grant of EVERY_GRANT)
      for (const need of needsOf(grant)) for (const one of [need].flat()) expect(EVERY_GRANT, grant).toContain(one)
  })

  it('is held by every post of the trade', () => {
    for (const { name, grants } of ROLE_PRESETS) expect(gapsOf(grants), name).toEqual([])
  })

  it('defect: whoever was given 发货 alone saw no list of orders', () => {
    expect([...withNeeds([`${AUCTION}/delivery`])].sort()).toEqual(
      [`${AUCTION}/delivery`, `${AUCTION}/list`, `${AUCTION}/detail`, '/sale/order'].sort(),
    )
    expect(withNeeds([`${CURATED}/delivery`])).toContain(`${CURATED}/setDeliveryStock`)
  })

  it('defect: whoever was to photograph alone could not, and was made no inspector by it', () => {
    const held = withNeeds([SHOOT])
    expect(held).toContain('/xySaasDetect/detRecord/verifyBarCode')
    expect(held).toContain('/xySaasDetect/detRecord/getDetectRecordList')
    expect(held).not.toContain(INSPECT)
  })

  it('takes the list of the station’s own channel', () => {
    const held = withNeeds(['/check/yx/check', SHOOT])
    expect(held).toContain('/check/yx/sing-list')
    expect(held).not.toContain('/check/ys/list')
  })

  it('is enough once it is there, and takes the usual one where one of several would do', () => {
    for (const grant of EVERY_GRANT) expect(gapsOf(withNeeds([grant])), grant).toEqual([])
    expect(withNeeds(['field:orderMoney'])).toContain(`${AUCTION}/list`)
    expect(withNeeds(['/sale/after-sale', 'field:orderMoney'])).not.toContain(`${AUCTION}/list`)
  })

  it('goes with what is taken away, but for what could not be done before either', () => {
    const before = new Set([...withNeeds([`${AUCTION}/delivery`]), `${CURATED}/delivery`])
    const left = [...before].filter((grant) => grant !== `${AUCTION}/list`)
    expect([...withoutStranded(left, before)]).toEqual([`${CURATED}/delivery`])
  })

  it('opens a call for each page that it names', () => {
    const paths = new Set(allCalls.map(({ path }) => path))
    for (const grant of EVERY_GRANT)
      for (const need of needsOf(grant).flat()) if (/^\/(api|xySaas)/.test(need)) expect(paths, grant).toContain(need)
  })
})
