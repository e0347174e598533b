import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { can } from '../../session/session.ts'
import { listingList } from './list/listings.tsx'
import { openPublish } from './listing-actions.tsx'
import { RunningStatuses } from './running.tsx'

function PublishButton() {
  const queries = useQueryClient()
  const publish = () => void openPublish('auction', () => refresh(queries, api.goods.list))
  useShortcuts([{ key: 'n', label: '发布商品', run: publish }])
  return (
    <Button tone="primary" icon="plus" onClick={publish}>
      发布商品
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(listingList)

/** 商品: everything listed on either channel. */
export function ListingsPage() {
  return (
    <RunningStatuses>
      <ListPage list={listingList} toolbar={can(api.goods.publish.path) ? <PublishButton /> : null} />
    </RunningStatuses>
  )
}
