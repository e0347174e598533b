import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { can } from '../../session/session.ts'

/** The way to a phone's whole life by its bar code; nothing for whoever may not open it. */
export function PhoneLink({ barCode }: { barCode: string }) {
  if (barCode === '' || !can(PAGES.phone.path)) return null
  return <Link to={linkTo('phone', { code: barCode })}>一机一档</Link>
}
