import { PAGE_GROUPS, type PageGroup } from '@huanji/contract/pages'
import type { IconName } from '../components/icon/icon.tsx'
import { isPermitted, MENU_PAGES, type PageFacts } from '../session/pages.ts'

/** A group of the sidebar; it is there while one of its pages is. */
export interface RouteGroup {
  readonly key: PageGroup
  readonly path: string
  readonly title: string
  readonly icon: IconName
}

/** The picture of each group that has a page here. */
const GROUP_ICONS: Partial<Record<PageGroup, IconName>> = {
  store: 'shop',
  check: 'inspect',
  sale: 'sale',
  capital: 'capital',
  account: 'person',
  merchant: 'building',
  tool: 'download',
}

/** The groups in the sidebar's order. */
export const GROUPS: readonly RouteGroup[] = (Object.keys(PAGE_GROUPS) as PageGroup[]).flatMap((key) => {
  const icon = GROUP_ICONS[key]
  return icon ? [{ key, icon, ...PAGE_GROUPS[key] }] : []
})

/** The sidebar for these permissions: groups with their visible pages; a group without any is gone. */
export function sidebarOf(permissions: ReadonlySet<string>): { group: RouteGroup; pages: PageFacts[] }[] {
  return GROUPS.map((group) => ({
    group,
    pages: MENU_PAGES.filter((page) => page.group === group.key && isPermitted(page, permissions)),
  })).filter(({ pages }) => pages.length > 0)
}
