import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'

const SecretDialog = latePart(async () => (await import('./secret-dialog.tsx')).SecretDialog)

/** Shows a new key until the person has taken it. */
export async function showSecret(secret: string, said?: string): Promise<void> {
  await openOverlay((close) => (
    <SecretDialog secret={secret} onClose={() => close()}>
      {said ?? ''}
    </SecretDialog>
  ))
}
