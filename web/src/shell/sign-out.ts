import { api } from '../api/client.ts'
import { confirm } from '../components/confirm/confirm.tsx'
import { PUBLIC_PAGES } from '../session/public-pages.ts'
import { restartAt, SIGNED_OUT_KEY } from '../session/restart.ts'
import { clearSession } from '../session/session.ts'
import { forget, storeText } from '../session/storage.ts'

/** Asks, tells the server and forgets the session; when the server cannot be told, its own expiry ends it there. */
export async function signOut(): Promise<void> {
  const agreed = await confirm({ title: '退出登录', body: '退出后需要重新登录才能继续工作。', ok: '退出' })
  if (!agreed) return
  await api.auth.logout({}, { handles: 'all' }).catch(() => {})
  // other windows hear of it, and keep nothing of what was typed there
  storeText(SIGNED_OUT_KEY, 'yes', 'local')
  forget(SIGNED_OUT_KEY)
  clearSession()
  await restartAt(PUBLIC_PAGES.login.path)
}
