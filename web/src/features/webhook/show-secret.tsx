import { lazy } from 'react'
import { lazyPage } from '../../components/late/lazy-page.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'

const SecretDialog = lazy(lazyPage(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog })))

/** Shows a new key until the person has taken it. */
export async function showSecret(secret: string, said?: string): Promise<void> {
  await openOverlay((close) => (
    <SecretDialog secret={secret} onClose={() => close()}>
      {said ?? ''}
    </SecretDialog>
  ))
}
