import { grantedMenu } from '@huanji/contract/granted-menu'
import type { MenuNode } from '@huanji/contract/menu-tree'
import { PAGES } from '@huanji/contract/pages'
import { Section } from '../../../components/detail/detail.tsx'
import { WORK_NAMES, workOf } from '../../home/grants.ts'
import type { Grants } from '../../people/grant-tree.ts'
import styles from './role-preview.module.css'

interface RolePreviewProps {
  nodes: readonly MenuNode[]
  grants: Grants
}

const seenIn = (node: MenuNode): MenuNode[] =>
  (node.children ?? []).filter(({ path, hidden }) => path !== undefined && !hidden)

/** What the home page begins with for somebody with only this role. */
const homeOf = (grants: Grants): string[] => [
  ...(grants.has('field:overview') ? ['待决定', '经营数据'] : []),
  ...workOf(grants).map((work) => WORK_NAMES[work]),
]

/** The menu and the home page as someone with only this role finds them. */
export function RolePreview({ nodes, grants }: RolePreviewProps) {
  const groups = grantedMenu(nodes, grants)
    .map((node) => ({ node, pages: seenIn(node) }))
    .filter(({ pages }) => pages.length > 0)
  const home = homeOf(grants)
  return (
    <Section title="看起来会是这样">
      <ul className={styles.preview}>
        <li>
          {PAGES.home.title}
          <ul>
            {home.map((part) => (
              <li key={part}>{part}</li>
            ))}
            {home.length === 0 ? <li>待办：下面这些页里有什么要做</li> : null}
          </ul>
        </li>
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
