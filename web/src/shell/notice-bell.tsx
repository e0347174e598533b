import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../components/button/button.tsx'
import { lateModule } from '../components/late/late-module.ts'
import { toast } from '../components/toast/toast.ts'

/** What a person came for is there first. */
const WAIT_MS = 2500

const load = () => import('../features/notice/bell.tsx')
const loadLater = lateModule(load, 'quiet')
const loadNow = lateModule(load)

/** Where the bell will be. */
export const BellPlace = ({ onClick }: { onClick?: () => void }) => (
  <Button tone="quiet" icon="bell" aria-label="消息" onClick={onClick} />
)

/** The bell that says how many notices are unread; it comes once the page has settled, or when it is pressed. */
export function NoticeBell() {
  const [Bell, setBell] = useState<ComponentType<{ opens: boolean }> | null>(null)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const come = async () => {
      try {
        const { default: loaded } = await loadLater()
        setBell(() => loaded)
      } catch {
        // its place stays, and pressing it asks again
      }
    }
    const timer = setTimeout(come, WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  const press = async () => {
    setPressed(true)
    try {
      const { default: loaded } = await loadNow()
      setBell(() => loaded)
    } catch {
      toast('error', '消息没有加载成功，请刷新页面后重试')
    }
  }
  return Bell ? <Bell opens={isPressed} /> : <BellPlace onClick={() => void press()} />
}
