import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { photosLink } from '../links/inspection-links.ts'
import { recordDetail, templateOf } from '../station/testing/records.ts'
import { openStation, stubGateway } from '../station/testing/station.tsx'
import { photoOf } from './testing/photos.ts'

const DRAFT = recordDetail()
const SUBMITTED = recordDetail({
  state: 'awaiting_photos',
  grade: '99',
  answers: templateOf('quick').defaults,
})

beforeEach(() => {
  storePermissions(['/xySaasDetect/detRecord/getDetectRecordList', '/xySaasDetectApi/realPhoto/saveRealPhoto'])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A station whose record has the photographs of some positions. */
function openWith(detail: typeof DRAFT, positions: readonly string[], address: string): string[] {
  const scrolled: string[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.closest('section')?.getAttribute('aria-label') ?? '')
  })
  stubGateway({
    getDetRecordDetails: () => detail,
    getDetectRealPhoto: () => ({
      shots: templateOf('quick').shots,
      photos: positions.map((position) => photoOf(position)),
      missingShots: [],
    }),
  })
  openStation(address)
  return scrolled
}

const tileInFocus = () => document.activeElement?.closest<HTMLElement>('[data-tile]')?.dataset.tile

test('defect: 继续拍照 opened the station at the top of the checklist, two screens above the photographs', async () => {
  const scrolled = openWith(SUBMITTED, ['front_off', 'front_on'], photosLink(SUBMITTED))
  await waitFor(() => expect(tileInFocus()).toBe('back'))
  expect(scrolled).toEqual(['照片'])
  expect(screen.getByRole('region', { name: '照片' })).toBeTruthy()
})

test('a record that lacks nothing but photographs opens there however it is opened', async () => {
  openWith(SUBMITTED, [], `/check/ys/check?inspectionId=${SUBMITTED.inspectionId}`)
  await waitFor(() => expect(tileInFocus()).toBe('front_off'))
})

test('a draft opens at its first open item, and at its photographs where a link says so', async () => {
  openWith(DRAFT, [], `/check/ys/check?inspectionId=${DRAFT.inspectionId}`)
  await waitFor(() => expect(document.activeElement?.getAttribute('data-item')).toBeTruthy())
  cleanup()
  localStorage.clear()
  openWith(DRAFT, ['front_off'], photosLink(DRAFT))
  // its defect comes first
  await waitFor(() => expect(tileInFocus()).toBe('B03'))
})
