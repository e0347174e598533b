import { SHOP_STATE_LABELS } from '@huanji/contract/features/shop/labels'
import { shopColumns } from '@huanji/contract/features/shop/rows'
import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import tag from '../../components/state-tag/state-tag.module.css'
import { StateTag, type StateTone } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { can } from '../../session/session.ts'
import { goToConsent } from './bind-shop.ts'
import { SHOP_ACTIONS } from './shop-actions.tsx'
import styles from './shop-page.module.css'
import { businessText, expiryText, permittedChannels } from './shop-text.ts'
import type { ShopRow } from './types.ts'
import { useConsentPage } from './use-consent-page.ts'

const STATE_TONES: Readonly<Record<ShopRow['state'], StateTone>> = {
  normal: 'success',
  expiring: 'warning',
  expired: 'danger',
  unauthorised: 'neutral',
}

function Name({ row }: { row: ShopRow }) {
  const known = [row.remark, row.nick === row.shopName ? '' : row.nick, row.userName].filter((part) => part !== '')
  return (
    <span className={styles.name} title={[row.shopName, ...known].join('\n')}>
      {row.shopName}
      <SubLine>{known.join(' · ')}</SubLine>
    </span>
  )
}

/** The last day of an authorisation; one that was taken back has none, whatever it once said. */
const untilText = ({ state, authorisedUntil: at }: ShopRow): string =>
  at === null || state === 'unauthorised' ? '—' : formatShanghai(at).slice(0, 10)

function State({ row }: { row: ShopRow }) {
  const left = expiryText(row)
  return (
    <StateTag tone={STATE_TONES[row.state]}>
      {SHOP_STATE_LABELS[row.state]}
      {left === '' ? '' : ` · ${left}`}
    </StateTag>
  )
}

function Business({ row }: { row: ShopRow }) {
  const permitted = permittedChannels(row)
  if (!row.enabled) return <StateTag tone="danger">已停用</StateTag>
  if (permitted.length === 0) return <span className="muted">闲鱼未开通</span>
  return (
    <span className={tag.tags}>
      {permitted.map((channel) =>
        row.channels.includes(channel) ? (
          <StateTag key={channel} tone="info">
            {CHANNEL_LABELS[channel]}
          </StateTag>
        ) : (
          <StateTag key={channel}>{CHANNEL_LABELS[channel]}未启用</StateTag>
        ),
      )}
    </span>
  )
}

/** What hangs on the shop: it has to go before the shop can. */
const Hanging = ({ row: { liveListings, openOrders } }: { row: ShopRow }) => (
  <span className={liveListings + openOrders > 0 ? 'num' : 'num muted'}>
    {liveListings}件 / {openOrders}单
  </span>
)

const Deposit = ({ row }: { row: ShopRow }) =>
  row.depositEnough ? <StateTag tone="success">已缴足</StateTag> : <StateTag tone="danger">不足</StateTag>

const shops = defineList({
  key: 'shops',
  title: PAGES.shops.title,
  call: api.shop.list,
  rowKey: (row) => row.shopAccountId,
  rowLabel: (row: ShopRow) => row.shopName,
  tabs: { name: 'state', options: optionsOf(SHOP_STATE_LABELS), counts: (answer) => answer.counts },
  filters: [{ kind: 'text', name: 'keyword', label: '店铺', placeholder: '店铺名 / 昵称 / 会员名 / 备注', main: true }],
  columns: shopColumns,
  cells: {
    shop: { widthPx: 190, grows: 1, shows: ['remark'], cell: (row) => <Name row={row} /> },
    state: { widthPx: 146, cell: (row) => <State row={row} /> },
    until: { widthPx: 112, cell: untilText, text: untilText },
    channels: { widthPx: 152, cell: (row) => <Business row={row} />, text: businessText },
    deposit: {
      widthPx: 92,
      cell: (row) => <Deposit row={row} />,
      text: ({ depositEnough }) => (depositEnough ? '已缴足' : '不足'),
    },
    live: { widthPx: 116, shows: ['orders'], cell: (row) => <Hanging row={row} /> },
    repost: { widthPx: 116, tones: { 'repost.enabled': 'primary' } },
  },
  actions: SHOP_ACTIONS,
  empty: {
    title: '还没有店铺',
    hint: '到闲鱼同意授权后会自动回到这里；发布商品前要先有店铺。',
    lead: { name: '绑定店铺', grant: api.shop.bind.path, run: () => goToConsent().catch(() => {}) },
  },
})

function BindButton() {
  const { isLeaving, leave: bind } = useConsentPage()
  useShortcuts([{ key: 'n', label: '绑定店铺', run: bind }])
  return (
    <Button tone="primary" icon="plus" busy={isLeaving} onClick={bind}>
      绑定店铺
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(shops)

/** 店铺账号: the marketplace's shops that this merchant sells from. */
export function ShopPage() {
  return <ListPage list={shops} toolbar={can(api.shop.bind.path) ? <BindButton /> : null} />
}
