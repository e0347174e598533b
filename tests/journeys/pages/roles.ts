import { role } from '@huanji/contract/features/people/role'
import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from '../fixtures/api-client.ts'
import { expect } from '../fixtures/journey.ts'
import { roleId } from '../fixtures/new-accounts.ts'

/** The role editor. */
export const editor = {
  name: (page: Page): Locator => page.getByLabel('角色名称'),
  post: (page: Page): Locator => page.getByLabel('从岗位模板开始'),
  limit: (page: Page): Locator => page.getByLabel('单笔退款额度'),
  save: (page: Page): Promise<void> => page.getByRole('button', { name: '保存', exact: true }).click(),
  /** A page of the permission tree with all that can be done there. */
  page: (page: Page, title: string): Locator => page.getByRole('group', { name: title, exact: true }),
  /** One thing that can be done on a page of the tree; the page itself by its own title. */
  box: (page: Page, title: string, action: string): Locator =>
    page.getByRole('group', { name: title, exact: true }).getByRole('checkbox', { name: action, exact: true }),
} as const

/** Opens the editor for a new role, or for one that exists. */
export async function openEditor(page: Page, query = ''): Promise<void> {
  await page.goto(`/account/role/edit${query}`)
  await expect(page.getByRole('group', { name: '权限', exact: true })).toBeVisible()
}

/** The line of a role in the list of roles. */
export const roleRow = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: '角色权限表格' }).getByRole('row').filter({ hasText: name })

/** Makes a role by a call. */
export const makeRole = (owner: ApiClient, name: string, grants: readonly string[]): Promise<{ roleId: string }> =>
  owner.call(role.edit, { name, grants: [...grants], refundLimitFen: 0 })

/** Changes the name or the grants of a role by a call, as a colleague elsewhere does. */
export async function changeRole(
  client: ApiClient,
  name: string,
  change: { readonly name?: string; readonly grants?: (grants: readonly string[]) => readonly string[] },
): Promise<void> {
  const id = await roleId(client, name)
  const { role: found } = await client.call(role.info, { roleId: id })
  if (!found) throw new Error(`the role ${name} is gone`)
  await client.call(role.edit, {
    roleId: id,
    version: found.version,
    name: change.name ?? found.name,
    grants: [...(change.grants?.(found.grants) ?? found.grants)],
    refundLimitFen: found.refundLimitFen,
  })
}
