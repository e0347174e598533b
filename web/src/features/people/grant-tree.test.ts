import { MENU } from '@huanji/contract/menu'
import { flattenMenu, type MenuNode } from '@huanji/contract/menu-tree'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chosenCount,
  type GrantPage,
  type Grants,
  type GrantTree,
  grantTree,
  groupMark,
  inOrder,
  pageMark,
  searchTree,
  toggleAction,
  toggleGroup,
  togglePage,
} from './grant-tree.ts'

const SMALL: readonly MenuNode[] = [
  {
    title: '销售',
    path: '/sale',
    children: [
      {
        title: '商品',
        path: '/sale/goods',
        children: [
          { title: '查看', interfaceId: 'goods.list' },
          { title: '导出', interfaceId: 'export' },
        ],
      },
      { title: '商品详情', path: '/sale/goods/detail', hidden: true, highlights: '/sale/goods' },
      {
        title: '订单',
        path: '/sale/order',
        children: [
          { title: '查看', interfaceId: 'order.list' },
          { title: '导出', interfaceId: 'export' },
        ],
      },
    ],
  },
  { title: '工具', path: '/tool', children: [{ title: '记录', path: '/tool/log' }] },
]
const tree = grantTree(SMALL)
const everything: Grants = new Set(flattenMenu(SMALL))
const NOTHING: Grants = new Set()

const pagesIn = (whole: GrantTree): GrantPage[] => whole.groups.flatMap(({ pages }) => pages)
function pageIn(whole: GrantTree, path: string): GrantPage {
  const page = pagesIn(whole).find((one) => one.path === path)
  if (!page) throw new Error(`no page ${path}`)
  return page
}
const goods = pageIn(tree, '/sale/goods')
const order = pageIn(tree, '/sale/order')
const sorted = (grants: Grants): string[] => [...grants].sort()

describe('reading the menu', () => {
  test('hidden pages follow their entry and are not shown apart', () => {
    expect(tree.groups.map(({ pages }) => pages.map(({ path }) => path))).toEqual([
      ['/sale/goods', '/sale/order'],
      ['/tool/log'],
    ])
    expect(goods.hiddenPaths).toEqual(['/sale/goods/detail'])
  })

  test('every grant of the real menu is within reach of the editor', () => {
    const real = grantTree(MENU)
    const shown = real.groups.flatMap(({ path, pages }) => [
      path,
      ...pages.flatMap((page) => [page.path, ...page.hiddenPaths, ...page.actions.map(({ id }) => id)]),
    ])
    expect(new Set(shown)).toEqual(new Set(flattenMenu(MENU)))
  })

  test('a hidden page whose entry is missing stands for itself, and its actions go with it', () => {
    const odd = grantTree([
      {
        title: '组',
        path: '/g',
        children: [
          {
            title: '孤页',
            path: '/g/x',
            hidden: true,
            highlights: '/nowhere',
            children: [{ title: '做', interfaceId: 'do' }],
          },
        ],
      },
    ])
    expect(pageIn(odd, '/g/x').actions).toEqual([{ id: 'do', title: '做' }])
  })

  test('the actions of a hidden page stand with its entry, each once', () => {
    const odd = grantTree([
      {
        title: '组',
        path: '/g',
        children: [
          { title: '入口', path: '/g/a', children: [{ title: '看', interfaceId: 'see' }] },
          {
            title: '详情',
            path: '/g/b',
            hidden: true,
            highlights: '/g/a',
            children: [
              { title: '看', interfaceId: 'see' },
              { title: '改', interfaceId: 'change' },
            ],
          },
        ],
      },
    ])
    expect(pageIn(odd, '/g/a').actions.map(({ id }) => id)).toEqual(['see', 'change'])
  })

  test('a page at the top is a group of itself', () => {
    const odd = grantTree([{ title: '首页', path: '/home', children: [{ title: '看', interfaceId: 'see' }] }])
    expect(odd.groups[0]?.pages.map(({ path }) => path)).toEqual(['/home'])
  })
})

describe('ticking', () => {
  test('an action opens its page, the hidden ones and the group', () => {
    const next = toggleAction(tree, NOTHING, goods, 'goods.list', everything)
    expect(sorted(next)).toEqual(['/sale', '/sale/goods', '/sale/goods/detail', 'goods.list'])
    expect(pageMark(goods, next)).toBe('some')
  })

  test('an action that stands on two pages is one grant, and opens only the page where it was ticked', () => {
    const next = toggleAction(tree, NOTHING, goods, 'export', everything)
    expect(next.has('export')).toBe(true)
    expect(pageMark(order, next)).toBe('none')
    expect(toggleAction(tree, next, order, 'export', everything).has('export')).toBe(false)
  })

  test('unticking the last action closes the page and the group', () => {
    const one = toggleAction(tree, NOTHING, goods, 'goods.list', everything)
    expect(sorted(toggleAction(tree, one, goods, 'goods.list', everything))).toEqual([])
  })

  test('a page takes all it has, and what it shares stays while another open page has it', () => {
    const both = togglePage(tree, togglePage(tree, NOTHING, goods, everything), order, everything)
    expect(pageMark(goods, both)).toBe('all')
    const left = togglePage(tree, both, goods, everything)
    expect(sorted(left)).toEqual(['/sale', '/sale/order', 'export', 'order.list'])
    expect(sorted(togglePage(tree, left, order, everything))).toEqual([])
  })

  test('a half ticked page is filled first', () => {
    const half = toggleAction(tree, NOTHING, goods, 'goods.list', everything)
    expect(pageMark(goods, togglePage(tree, half, goods, everything))).toBe('all')
  })

  test('全选 fills a group and empties a full one', () => {
    const [sale] = tree.groups
    if (!sale) throw new Error('no group')
    const full = toggleGroup(tree, NOTHING, sale, everything)
    expect(groupMark(sale, full)).toBe('all')
    expect(full.has('/tool')).toBe(false)
    expect(sorted(toggleGroup(tree, full, sale, everything))).toEqual([])
  })

  test('what the editor does not hold is neither given nor taken', () => {
    const reach: Grants = new Set(['/sale', '/sale/goods', 'goods.list'])
    const next = togglePage(tree, NOTHING, goods, reach)
    expect(sorted(next)).toEqual(['/sale', '/sale/goods', 'goods.list'])
    expect(toggleAction(tree, next, goods, 'export', reach)).toBe(next)
    expect(togglePage(tree, next, order, reach)).toBe(next)
    expect(sorted(togglePage(tree, next, goods, reach))).toEqual([])
  })

  test('an action whose page is out of reach cannot be ticked there', () => {
    const reach: Grants = new Set(['export'])
    expect(toggleAction(tree, NOTHING, goods, 'export', reach)).toBe(NOTHING)
  })
})

describe('counting and finding', () => {
  test('pages are counted by entries, shared actions once', () => {
    expect(chosenCount(tree, everything)).toEqual({ pages: 3, actions: 3 })
    expect(chosenCount(tree, NOTHING)).toEqual({ pages: 0, actions: 0 })
  })

  test('a page is found with all its actions, an action with its page only', () => {
    expect(searchTree(tree, '商品')[0]?.pages[0]).toEqual(goods)
    const [found] = searchTree(tree, ' 导出 ')
    expect(found?.pages.map(({ actions }) => actions.map(({ id }) => id))).toEqual([['export'], ['export']])
    expect(searchTree(tree, '没有这个')).toEqual([])
    expect(searchTree(tree, '')).toBe(tree.groups)
  })

  test('equal sets give equal arrays, without what the menu does not know', () => {
    expect(inOrder(tree, new Set(['export', '/gone', '/sale']))).toEqual(['/sale', 'export'])
  })
})

/** Menus of up to three groups whose pages share actions from a small stock. */
const anyMenu: fc.Arbitrary<MenuNode[]> = fc
  .array(
    fc.array(fc.record({ actions: fc.uniqueArray(fc.nat(6), { maxLength: 4 }), hiddenCount: fc.nat(2) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((groups) =>
    groups.map((pages, g) => ({
      title: `组${g}`,
      path: `/${g}`,
      children: pages.flatMap(({ actions, hiddenCount }, p) => [
        {
          title: `页${p}`,
          path: `/${g}/${p}`,
          children: actions.map((a) => ({ title: `做${a}`, interfaceId: `do${a}` })),
        },
        ...Array.from({ length: hiddenCount }, (_, h) => ({
          title: `详情${h}`,
          path: `/${g}/${p}/${h}`,
          hidden: true,
          highlights: `/${g}/${p}`,
        })),
      ]),
    })),
  )

/** A menu, what the editor may give of it, and the state after some presses. */
const anyDesk = fc
  .record({
    nodes: anyMenu,
    presses: fc.array(fc.tuple(fc.nat(2), fc.nat(99), fc.nat(99)), { maxLength: 20 }),
    kept: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    holdsAll: fc.boolean(),
  })
  .map(({ nodes, presses, kept, holdsAll }) => {
    const whole = grantTree(nodes)
    const reach: Grants = new Set(whole.order.filter((_, index) => holdsAll || kept[index % kept.length]))
    const grants = presses.reduce<Grants>((held, press) => pressed(whole, held, press, reach), new Set())
    return { whole, reach, grants }
  })

function pressed(whole: GrantTree, held: Grants, [kind, first, second]: readonly number[], reach: Grants): Grants {
  const pages = pagesIn(whole)
  const page = pages[(first ?? 0) % pages.length]
  const group = whole.groups[(first ?? 0) % whole.groups.length]
  if (kind === 0 && group) return toggleGroup(whole, held, group, reach)
  if (!page) return held
  const action = page.actions[(second ?? 0) % Math.max(1, page.actions.length)]
  if (kind === 1 || !action) return togglePage(whole, held, page, reach)
  return toggleAction(whole, held, page, action.id, reach)
}

const actionIds = (whole: GrantTree): Set<string> =>
  new Set(pagesIn(whole).flatMap(({ actions }) => actions.map(({ id }) => id)))

describe('whatever is pressed', () => {
  test('no action is granted without a page of its own, no hidden page without its entry, nothing beyond reach', () => {
    fc.assert(
      fc.property(anyDesk, ({ whole, reach, grants }) => {
        for (const id of actionIds(whole)) {
          if (!grants.has(id)) continue
          const homes = pagesIn(whole).filter((page) => page.actions.some((action) => action.id === id))
          expect(homes.some(({ path }) => grants.has(path))).toBe(true)
        }
        for (const page of pagesIn(whole))
          for (const path of page.hiddenPaths) expect(grants.has(path) && !grants.has(page.path)).toBe(false)
        for (const grant of grants) expect(reach.has(grant)).toBe(true)
      }),
    )
  })

  test('a group is granted exactly while one of its pages is', () => {
    fc.assert(
      fc.property(anyDesk, ({ whole, reach, grants }) => {
        for (const { path, pages } of whole.groups) {
          const isOpen = pages.some((page) => grants.has(page.path))
          expect(grants.has(path)).toBe(isOpen && reach.has(path))
        }
      }),
    )
  })

  test('pressing an action twice leaves every action as it was, and on an open page that keeps others everything', () => {
    fc.assert(
      fc.property(anyDesk, fc.nat(99), fc.nat(99), ({ whole, reach, grants }, first, second) => {
        const pages = pagesIn(whole).filter(({ actions }) => actions.length > 0)
        const page = pages[first % Math.max(1, pages.length)]
        const action = page?.actions[second % page.actions.length]
        if (!page || !action) return
        const once = toggleAction(whole, grants, page, action.id, reach)
        const twice = toggleAction(whole, once, page, action.id, reach)
        const actions = actionIds(whole)
        const only = (held: Grants) => sorted(held).filter((grant) => actions.has(grant))
        expect(only(twice)).toEqual(only(grants))
        const wasOpen = grants.has(page.path) && page.actions.some(({ id }) => id !== action.id && grants.has(id))
        if (wasOpen && !grants.has(action.id)) expect(sorted(twice)).toEqual(sorted(grants))
      }),
    )
  })

  test('pressing a closed page twice closes it again, and takes no other page with it', () => {
    fc.assert(
      fc.property(anyDesk, fc.nat(99), ({ whole, reach, grants }, first) => {
        const pages = pagesIn(whole)
        const page = pages[first % pages.length]
        if (!page || grants.has(page.path)) return
        const twice = togglePage(whole, togglePage(whole, grants, page, reach), page, reach)
        const open = (held: Grants) => pages.filter(({ path }) => held.has(path)).map(({ path }) => path)
        expect(open(twice)).toEqual(open(grants))
        for (const grant of grants) expect(twice.has(grant)).toBe(true)
      }),
    )
  })
})

test.each(ROLE_PRESETS)('the post $name is shown as it is: nothing of it is lost on the way', ({ grants }) => {
  const real = grantTree(MENU)
  expect(new Set(inOrder(real, new Set(grants)))).toEqual(new Set(grants))
})
