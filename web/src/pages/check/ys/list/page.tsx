import { ListPage } from '../../../../components/list/list-page.tsx'
import { askListEarly } from '../../../../components/list/use-list-query.ts'
import { inspectionList, NewInspection } from '../../../../features/record/list/inspection-list.tsx'

const inspections = inspectionList('auction')

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(inspections)

/** 鱼市质检列表 */
export default function Page() {
  return <ListPage list={inspections} toolbar={<NewInspection channel="auction" />} />
}
