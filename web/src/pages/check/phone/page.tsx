import { PhonePage } from '../../../features/phone/phone-page.tsx'

/** 一机一档: the whole life of the phone that any code leads to. */
export default function Page() {
  return <PhonePage />
}
