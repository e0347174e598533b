import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { type Action, type ActionContext, defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { goToConsent } from './bind-shop.ts'
import type { ShopRow } from './types.ts'

const RemarkDialog = latePart(async () => (await import('./remark-dialog.tsx')).RemarkDialog)
const BusinessDialog = latePart(async () => (await import('./business-dialog.tsx')).BusinessDialog)
const RepostDialog = latePart(async () => (await import('./repost-dialog.tsx')).RepostDialog)
const EndDialog = latePart(async () => (await import('./end-dialog.tsx')).EndDialog)

/** What a dialog leaves behind: the shop as it is now, or that something was done; nothing when the person gave up. */
type Done = ShopRow | true
type Close = (done?: Done) => void

/** Opens a dialog about a shop; once something was done there, says so and asks for the list again. */
async function askAbout(
  shop: ShopRow | undefined,
  { refresh, updateRow }: Pick<ActionContext<ShopRow>, 'refresh' | 'updateRow'>,
  done: string,
  render: (shop: ShopRow, close: Close) => ReactNode,
): Promise<void> {
  if (!shop) return
  const left = await openOverlay<Done>((close) => render(shop, close))
  if (left === undefined) return
  // the next dialog over this row begins with what was saved, also before the list has come again
  if (left !== true) updateRow(shop, () => left)
  toast('success', done)
  await refresh()
}

/** True where a shop stops selling, or has stopped, unless it is authorised anew. */
const isDue = ({ state }: ShopRow): boolean => state !== 'normal'

const rebind = defineAction<ShopRow>({
  key: 'rebind',
  name: '重新授权',
  icon: 'refresh',
  grant: api.shop.bind.path,
  allowed: 'rebind',
  suits: (shop) => !isDue(shop),
  run: async ([shop]) => {
    if (shop) await goToConsent(shop.shopAccountId)
  },
})

/** The same where it is what the shop needs. */
const rebindNow = defineAction<ShopRow>({ ...rebind, key: 'rebind-now', suits: isDue })

const business = defineAction<ShopRow>({
  key: 'business',
  name: '店铺开关',
  icon: 'tag',
  shortcut: 'b',
  grant: api.shop.business.path,
  allowed: 'business',
  run: ([shop], context) =>
    askAbout(shop, context, '店铺开关已保存', (row, close) => <BusinessDialog shop={row} onClose={close} />),
})

const repost = defineAction<ShopRow>({
  key: 'repost',
  name: '自动重新上架',
  icon: 'clock',
  shortcut: 'r',
  grant: api.shopRepost.save.path,
  allowed: 'repost',
  run: ([shop], context) =>
    askAbout(shop, context, '重新上架设置已保存', (row, close) => <RepostDialog shop={row} onClose={close} />),
})

const remark = defineAction<ShopRow>({
  key: 'remark',
  name: '备注',
  icon: 'edit',
  shortcut: 'm',
  grant: api.shop.remark.path,
  allowed: 'remark',
  run: ([shop], context) =>
    askAbout(shop, context, '备注已保存', (row, close) => <RemarkDialog shop={row} onClose={close} />),
})

// Both are offered also while goods or orders hang on the shop: the dialog then says which, and what to do first.
const unbind = defineAction<ShopRow>({
  key: 'unbind',
  name: '解绑',
  icon: 'exit',
  tone: 'danger',
  grant: api.shop.bind.path,
  run: ([shop], context) =>
    askAbout(shop, context, '店铺已解绑', (row, close) => <EndDialog shop={row} end="unbind" onClose={close} />),
})

const remove = defineAction<ShopRow>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.shop.del.path,
  run: ([shop], context) =>
    askAbout(shop, context, '店铺已删除', (row, close) => <EndDialog shop={row} end="delete" onClose={close} />),
})

/** What can be done with a shop. */
export const SHOP_ACTIONS: readonly Action<ShopRow>[] = [rebindNow, repost, business, rebind, remark, unbind, remove]
