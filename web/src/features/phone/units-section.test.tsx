import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storePermissions } from '../../session/session.ts'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import type { PhoneUnit } from './types.ts'
import { UnitsSection } from './units-section.tsx'

const SET_COST = '/api/ext/listing/setCost'
const UNIT: PhoneUnit = {
  unitId: '01890000-0000-7000-8000-000000000001',
  barCode: 'HJ2611010001',
  imei: '490154203237518',
  isCurrent: true,
  standing: 'in_stock',
  createdAt: '2026-11-01T02:00:00.000Z',
  costPriceFen: 180_000,
}

/** The section on a page that hears of what others store. */
function Page() {
  const [costPriceFen, setCost] = useState<number | null>(UNIT.costPriceFen)
  return (
    <>
      {[null, 175_000, 200_000].map((fen) => (
        <button key={fen} type="button" onClick={() => setCost(fen)}>
          存为{fen}
        </button>
      ))}
      <UnitsSection units={[{ ...UNIT, costPriceFen }]} />
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '成本价 HJ2611010001' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const stored = (fen: number | null) => fireEvent.click(screen.getByRole('button', { name: `存为${fen ?? ''}` }))
/** Enter, until nothing is under way. */
async function save() {
  fireEvent.keyDown(box(), { key: 'Enter' })
  fireEvent.submit(box())
  await waitFor(() => expect(box().readOnly).toBe(false))
}

beforeEach(() => storePermissions(['field:costPrice']))
afterEach(() => {
  cleanup()
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test.each(['1850.555', '18,50'])('defect: %s, which is no amount, took the stored cost away', async (text) => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  showScreen(<Page />)
  type(text)
  await save()
  expect(sent).toEqual([])
  expect(box().value).toBe(text)
  expect(screen.getByRole('alert').textContent).toBe('请输入正确的金额')
  type('1850.55')
  await save()
  type('')
  await save()
  expect(sent.map(({ body }) => body.rows)).toEqual([
    [{ unitId: UNIT.unitId, costPriceFen: 185_055 }],
    [{ unitId: UNIT.unitId, costPriceFen: null }],
  ])
})

test('defect: the box lost the focus when its cost was kept', async () => {
  stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  showScreen(<Page />)
  const before = box()
  before.focus()
  type('2000')
  await save()
  stored(200_000)
  expect(document.activeElement).toBe(before)
  expect(box()).toBe(before)
  expect(box().value).toBe('2000')
})

test('defect: what a colleague stored took the place of what was being typed', async () => {
  const sent = stubGateway({ [SET_COST]: () => ({ changed: 1 }) })
  showScreen(<Page />)
  stored(175_000)
  expect(box().value).toBe('1750')
  type('2000')
  stored(null)
  expect(box().value).toBe('2000')
  await save()
  expect(sent.map(({ body }) => body.rows)).toEqual([[{ unitId: UNIT.unitId, costPriceFen: 200_000 }]])
  // what is typed back to what is stored is nothing typed
  stored(175_000)
  type('1')
  type('1750')
  stored(200_000)
  expect(box().value).toBe('2000')
})
