import { grantedMenu } from '@huanji/contract/granted-menu'
import type { MenuNode } from '@huanji/contract/menu-tree'
import { PAGES } from '@huanji/contract/pages'
import { Section } from '../../../../components/detail/detail.tsx'
import type { Grants } from '../../../../features/people/grant-tree.ts'
import styles from './sidebar-preview.module.css'

interface SidebarPreviewProps {
  nodes: readonly MenuNode[]
  grants: Grants
}

const seenIn = (node: MenuNode): MenuNode[] =>
  (node.children ?? []).filter(({ path, hidden }) => path !== undefined && !hidden)

/** The sidebar as someone with only this role finds it. */
export function SidebarPreview({ nodes, grants }: SidebarPreviewProps) {
  const groups = grantedMenu(nodes, grants)
    .map((node) => ({ node, pages: seenIn(node) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <Section title="看得到的页面">
      <ul className={styles.preview}>
        <li>{PAGES.home.title}</li>
        {groups.map(({ node, pages }) => (
          <li key={node.path}>
            {node.title}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>{page.title}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length === 0 ? <p className="muted">还没有勾选页面，登录后只看得到首页。</p> : null}
    </Section>
  )
}
