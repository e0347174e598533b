import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { role } from '@huanji/contract/features/people/role'
import { needsOf, withNeeds } from '@huanji/contract/grant-needs'
import { grantedMenu, grantTitles } from '@huanji/contract/granted-menu'
import { MENU } from '@huanji/contract/menu'
import { flattenMenu, type MenuNode, pagePaths } from '@huanji/contract/menu-tree'
import { PAGES, type PageSpec } from '@huanji/contract/pages'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRole, addStaff, phonesFrom, proveSelf, signInByCode } from './attacks/gateway.ts'

const TITLES = grantTitles(MENU)
const GRANTS = [...new Set(flattenMenu(MENU))]
const SPECS = new Map<string, CallSpec>(allCalls.map((spec) => [spec.path, spec]))
const nextPhone = phonesFrom(13800139700)

let gateway: AccountGateway
let owner: LoginContext
let worker: LoginContext
let roleId: string

beforeAll(async () => {
  gateway = await startAccountGateway()
  const phone = nextPhone()
  await gateway.merchant(phone, '示例商家')
  owner = await signInByCode(gateway, phone)
  const ofWorker = nextPhone()
  roleId = await addRole(gateway, owner, '一件事', [], 0)
  await addStaff(gateway, owner, ofWorker, [roleId])
  gateway.clock.advance(61_000)
  worker = await signInByCode(gateway, ofWorker)
})
afterAll(() => gateway.close())

/** Makes the worker's role exactly these grants, as the editor saves it. */
async function give(grants: Iterable<string>): Promise<void> {
  const { role: found } = granted(await gateway.call(role.info, { roleId }, { login: owner }))
  if (!found) throw new Error('the role is gone')
  const content = { roleId, version: found.version, name: found.name, refundLimitFen: 0 }
  await proveSelf(gateway, owner)
  granted(await gateway.call(role.edit, { ...content, grants: [...grants] }, { login: owner }))
}

const answerTo = async (spec: CallSpec) => gateway.call(spec, spec.example as never, { login: worker })

const seenPages = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ path, hidden, children = [] }) => [
    ...(path === undefined || hidden || children.some((child) => child.path !== undefined) ? [] : [path]),
    ...seenPages(children),
  ])

/** The calls that a page makes when it is opened. */
const callsOf = (page: string): CallSpec[] => needsOf(page).flatMap((need) => SPECS.get([need].flat()[0] ?? '') ?? [])

/** The pages that open with a menu: those in it, and those that light up one of its entries. */
const opens = (path: string, held: ReadonlySet<string>): boolean =>
  path === PAGES.home.path ||
  Object.values<PageSpec>(PAGES).some(
    (page) =>
      page.path === path &&
      [page.path, page.highlights, page.opensWith].some((grant) => grant !== undefined && held.has(grant)),
  )

it.each(GRANTS)('a role of %s with what it needs has a menu, no refused list and no dead link', async (grant) => {
  const wanted = withNeeds([grant])
  await give(wanted)
  const { menu } = granted(await gateway.call(merchant.menu, { needMenu: 1 }, { login: worker }))
  const held = new Set(flattenMenu(menu))
  const name = TITLES.get(grant) ?? grant
  for (const one of wanted) if (!pagePaths(MENU).includes(one)) expect(held, `${name}: ${one}`).toContain(one)
  const pages = seenPages(grantedMenu(menu, held))
  if (!pagePaths(MENU).includes(grant)) expect(pages, name).not.toEqual([])
  for (const page of pages)
    for (const spec of callsOf(page)) {
      const answer = await answerTo(spec)
      expect(answer._errCode, `${name}: ${page} asks ${spec.path}`).not.toBe(ERR.notGranted)
      if (spec.kind === 'read' && spec.ids.length === 0) expect(answer._errCode, `${name}: ${spec.path}`).toBe(ERR.ok)
    }
  const own = SPECS.get(grant)
  if (own) expect((await answerTo(own))._errCode, name).not.toBe(ERR.notGranted)
  const { todos } = granted(await gateway.call(merchant.business, {}, { login: worker }))
  for (const { link } of todos) expect(opens(link.split('?')[0] ?? '', held), `${name}: ${link}`).toBe(true)
})

it('defect: a refusal named neither the right that is missing nor who can give it', async () => {
  await give([])
  const spec = SPECS.get('/api/yushiorder/v1/order/list')
  if (!spec) throw new Error('no list of orders')
  expect(await answerTo(spec)).toMatchObject({
    _errCode: ERR.notGranted,
    _errStr: '您的账号不能做这一步。请老板在“角色权限”里勾上“鱼市订单·查看列表”',
  })
})
