import { type ComponentType, Suspense } from 'react'
import { lateDecoration } from '../../components/late/late-part.ts'
import { readText } from '../../session/storage.ts'

export interface DemoCornerProps {
  /** Under the forms of the sign-in page, or a menu in the header. */
  place: 'signIn' | 'header'
}

/** Kept for the tab once the server has said that this is no demo. */
export const NO_DEMO = 'noDemo'
/** Nobody waits for it: it comes once the page has settled, and so costs no page anything. */
const WAIT_MS = 1200

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    const later = () => setTimeout(resolve, WAIT_MS)
    if (document.readyState === 'complete') later()
    else addEventListener('load', later, { once: true })
  })

const Nothing: ComponentType<DemoCornerProps> = () => null

const Corner = lateDecoration(async (): Promise<ComponentType<DemoCornerProps>> => {
  if (readText(NO_DEMO) !== '') return Nothing
  await settled()
  return (await import('./corner.tsx')).Corner
})

/** What makes a demo easy to try; outside of a demo there is nothing of it. */
export const DemoCorner = (props: DemoCornerProps) => (
  <Suspense fallback={null}>
    <Corner {...props} />
  </Suspense>
)
