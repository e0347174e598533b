import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../web/src/session/public-pages.ts'
import { specifiedMenuRoutes, specifiedPublicRoutes } from '../specification.ts'
import { OWNER } from './fixtures/accounts.ts'
import { type ApiClient, signIn } from './fixtures/api-client.ts'
import { expect, OWN_MERCHANT, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone, roleId } from './fixtures/new-accounts.ts'
import { changeRole, makeRole } from './pages/roles.ts'

/** What somebody finds behind a route: where they are then, and the page's own heading. */
interface Place {
  readonly address: string
  readonly path: string
  readonly heading: string
  /** What the page has to say by itself; otherwise nothing is said aloud. */
  readonly said?: string
}

const ANY_OTHER = '/no/such/page'
const NOT_FOUND = '打不开这一页'

function firstOf<Row>(list: readonly Row[], what: string): Row {
  const [row] = list
  if (row === undefined) throw new Error(`there is no ${what}`)
  return row
}

/** The pages that show one thing, each with a thing of the merchant's own. */
async function thingPlaces(client: ApiClient): Promise<Readonly<Record<string, Place>>> {
  const one = { page: 1, pageSize: 1 }
  const [reports, batches, listings, auction, curated, cases, curatedCases] = await Promise.all([
    client.call(detRecord.getDetectRecordList, { ...one, channel: 'auction', state: 'listable' }),
    client.call(batch.getMultiDetRecordList, one),
    client.call(goods.list, { ...one, channel: 'curated', state: 'on_sale' }),
    // one without a word about its shipment
    client.call(auctionOrder.list, { ...one, state: 'awaiting_shipment' }),
    client.call(curatedOrder.list, one),
    client.call(refund.list, { ...one, channel: 'auction' }),
    client.call(refund.list, { ...one, channel: 'curated' }),
  ])
  const report = firstOf(reports.list, 'record')
  const listing = firstOf(listings.list, 'listing')
  const [order, curatedOne] = [firstOf(auction.list, 'order'), firstOf(curated.list, 'curated order')]
  const [returned, curatedBack] = [firstOf(cases.list, 'case'), firstOf(curatedCases.list, 'curated case')]
  const { batchId } = firstOf(batches.list, 'batch')
  const { listingId, title } = listing
  const places = [
    [linkTo('auctionReport', { inspectionId: report.inspectionId }), `${report.modelName} ${report.skuText}`],
    [linkTo('batchUnits', { batchId }), PAGES.batchUnits.title],
    [linkTo('listing', { listingId }), title],
    [linkTo('listingEditor', { listingId }), title],
    [linkTo('auctionOrder', { orderId: order.orderId }), order.title],
    [linkTo('curatedOrder', { orderId: curatedOne.orderId }), curatedOne.title],
    [linkTo('auctionRefund', { refundId: returned.refundId }), returned.title],
    [linkTo('curatedRefund', { refundId: curatedBack.refundId }), curatedBack.title],
    [linkTo('roleEditor', { roleId: await roleId(client, '质检员') }), PAGES.roleEditor.title],
  ] as const
  return Object.fromEntries(
    places.map(([address, heading]) => {
      const path = address.slice(0, address.indexOf('?'))
      return [path, { address, path, heading }]
    }),
  )
}

/** Pages that are headed by something else than their title. */
const HEADINGS: Readonly<Record<string, string>> = {
  [PAGES.home.path]: '程远，您好',
}

const TITLES = new Map<string, string>(
  [...Object.values(PAGES), ...Object.values(PUBLIC_PAGES)].map((one) => [one.path, one.title]),
)

/** Where a route leads that shows no page of its own. */
const LEADS_TO: Readonly<Record<string, string>> = { '/layout': PAGES.home.path }

/** Nothing was brought back from the marketplace's page, which shops.spec.ts goes to. */
const CONSENT: Place = {
  address: PAGES.shopConsent.path,
  path: PAGES.shopConsent.path,
  heading: '没有授权信息',
  said: '请从店铺账号点“绑定店铺”，到闲鱼同意授权后会回到这里。',
}

function placeOf(route: string): Place {
  if (route === CONSENT.path) return CONSENT
  const path = LEADS_TO[route] ?? route
  return { address: route, path, heading: HEADINGS[path] ?? TITLES.get(path) ?? NOT_FOUND }
}

async function expectPlace(page: Page, { address, path, heading, said }: Place): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
  await expect(page.locator('[aria-busy=true]'), `${address}: loaded`).toHaveCount(0)
  const alerts = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(alerts, `${address}: nothing failed`).toHaveText(said === undefined ? [] : [said])
  expect(new URL(page.url()).pathname, address).toBe(path)
}

test('every route of the specification opens for the owner with its own heading', async ({
  signedInUser,
  clientOf,
}) => {
  const things = await thingPlaces(await clientOf(OWNER))
  const routes = [...specifiedPublicRoutes(), ...specifiedMenuRoutes(), ANY_OTHER]
  expect(routes).toHaveLength(35)
  const { page, monitor } = await signedInUser(OWNER)
  for (const route of routes) {
    if (route === ANY_OTHER) monitor.expectMissingPage()
    await expectPlace(page, things[route] ?? placeOf(route))
    expect(monitor.faults, route).toEqual([])
  }
})

test('the public routes open for whoever is signed out, and the first ones lead to the sign-in', async ({
  newUser,
}) => {
  const { page } = await newUser()
  for (const route of specifiedPublicRoutes()) {
    const isOpen = Object.values(PUBLIC_PAGES).some(({ path }) => path === route)
    const path = isOpen ? route : PUBLIC_PAGES.login.path
    await expectPlace(page, { address: route, path, heading: TITLES.get(path) ?? '' })
  }
})

test('every page of the menu says so to whoever may not open it', async ({ browser, userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const [bagRecords, downloads] = [PAGES.bagRecords.path, PAGES.downloads.path]
  const [name, phone] = ['一处可去', newPhone()]
  await makeRole(owner, name, ['/check', bagRecords])
  await addEmployee(owner, { name: '方寸心', phone, roles: [name] })
  await givePassword(browser, phone)
  const { page } = await userWithSession(await signIn(phone, OWN_MERCHANT))
  const open = [PAGES.home.path, bagRecords]
  for (const path of specifiedMenuRoutes().filter((route) => !open.some((one) => one === route))) {
    await expectPlace(page, { address: path, path, heading: NOT_FOUND })
  }
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  await changeRole(owner, name, { grants: () => ['/tool', downloads] })
  await expectPlace(page, { address: bagRecords, path: bagRecords, heading: NOT_FOUND })
})
