import { merchant } from '@huanji/contract/features/merchant/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerCalls } from '../../../api/testing/answers.ts'
import { storePermissions } from '../../../session/session.ts'
import { LISTING } from '../testing/listing.ts'
import { ListingFacts } from './listing-facts.tsx'

const NO_REPORTS = { qualityReportUrl: '', detectReportUrl: '' }

async function show(itemUrl: string, listing = LISTING, reports = NO_REPORTS): Promise<void> {
  const site = { appId: '', siteUrl: '', itemUrl, ...reports }
  answerCalls({ [merchant.dataDict.path]: { _data: { version: '1', dictionaries: {}, site } } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ListingFacts listing={listing} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await act(async () => {})
}

const link = () => screen.queryByRole('link', { name: '在闲鱼查看' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('where the operator configured it, the item’s page is one press away, in a window of its own', async () => {
  await show('https://market.example.com/item?id={itemId}')
  expect((await screen.findByRole('link', { name: '在闲鱼查看' })).getAttribute('href')).toBe(
    'https://market.example.com/item?id=7788',
  )
  expect(link()?.getAttribute('target')).toBe('_blank')
  expect(link()?.getAttribute('rel')).toBe('noreferrer')
})

test('defect: no screen led to the quality report and the detect report', async () => {
  await show('', LISTING, {
    qualityReportUrl: 'https://market.example.com/quality/{itemId}',
    detectReportUrl: 'https://market.example.com/detect?{key}={value}',
  })
  const addressOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await addressOf('验机报告')).toBe('https://market.example.com/quality/7788')
  expect(await addressOf('检测报告')).toBe('https://market.example.com/detect?itemId=7788')
})

test('without an address, or before the item is there, there is only what there is', async () => {
  await show('')
  expect(screen.getByText('7788')).toBeTruthy()
  expect(link()).toBeNull()
  cleanup()
  await show('https://market.example.com/item?id={itemId}', { ...LISTING, itemId: '' })
  expect(link()).toBeNull()
})

test('an order is linked where its channel has a page that the person may open, and only told of elsewhere', async () => {
  const order = { ...LISTING, orderId: '01890000-0000-7000-8000-000000000003' }
  storePermissions(['/sale/order'])
  await show('', order)
  expect(screen.getByRole('link', { name: '查看订单' }).getAttribute('href')).toBe(
    `/sale/order/detail?orderId=${order.orderId}`,
  )
  cleanup()
  await show('', { ...order, channel: 'curated' })
  expect(screen.getByText('已生成订单')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '查看订单' })).toBeNull()
  cleanup()
  storePermissions([])
  await show('', order)
  expect(screen.queryByRole('link', { name: '查看订单' })).toBeNull()
})
