import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/button-class.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { can } from '../../session/session.ts'
import { batches } from './batches.tsx'

function NewBatch() {
  if (!can(PAGES.batchInspection.path)) return null
  return (
    <Link className={buttonClass({ tone: 'primary' })} to={linkTo('batchInspection')}>
      多台质检
    </Link>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(batches)

/** 多台质检列表 */
export function BatchesPage() {
  return <ListPage list={batches} toolbar={<NewBatch />} />
}
