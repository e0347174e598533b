import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { type Action, type ActionContext, defineAction, eachRow } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { KeyRow } from '../people/types.ts'
import type { SavedKey } from './key-dialog.tsx'

const KeyDialog = latePart(async () => (await import('./key-dialog.tsx')).KeyDialog)
const SecretDialog = latePart(async () => (await import('./secret-dialog.tsx')).SecretDialog)
const RotateDialog = latePart(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const KeyDrawer = latePart(async () => (await import('./key-drawer.tsx')).KeyDrawer)

type Context = Pick<ActionContext<KeyRow>, 'refresh'>

/** Shows one key and how it is used. */
export const openKey = (row: KeyRow) => void openOverlay((close) => <KeyDrawer row={row} onClose={close} />)

async function showSecret(saved: SavedKey, { refresh }: Context): Promise<void> {
  void refresh()
  await openOverlay((close) => <SecretDialog saved={saved} onClose={close} />)
}

/** Asks what the new key may do, and shows its secret. */
export async function addKey(context: Context): Promise<void> {
  const saved = await openOverlay<SavedKey>((close) => <KeyDialog keyId={null} onClose={close} />)
  if (saved) await showSecret(saved, context)
}

const details = defineAction<KeyRow>({
  key: 'details',
  name: '详情',
  icon: 'eye',
  run: ([row]) => {
    if (row) openKey(row)
  },
})

const edit = defineAction<KeyRow>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.programKeys.edit.path,
  allowed: 'edit',
  run: async ([row], { refresh }) => {
    if (!row) return
    const saved = await openOverlay<SavedKey>((close) => <KeyDialog keyId={row.keyId} onClose={close} />)
    if (!saved) return
    toast('success', '已保存，从下一次调用起生效')
    await refresh()
  },
})

const rotate = defineAction<KeyRow>({
  key: 'rotate',
  name: '更换',
  icon: 'refresh',
  grant: api.programKeys.edit.path,
  allowed: 'rotate',
  run: async ([row], context) => {
    if (!row) return
    const saved = await openOverlay<SavedKey>((close) => <RotateDialog apiKey={row} onClose={close} />)
    if (saved) await showSecret(saved, context)
  },
})

const revoke = defineAction<KeyRow>({
  key: 'revoke',
  name: '停用',
  icon: 'minus',
  tone: 'danger',
  grant: api.programKeys.revoke.path,
  allowed: 'revoke',
  confirm: ([row]) => ({
    title: '停用接口密钥？',
    body: `使用“${row?.name ?? ''}”的程序将立即不能调用任何接口，不能恢复。`,
    ok: '停用',
    tone: 'danger',
  }),
  run: async (rows, { refresh }) => {
    const outcomes = await eachRow(
      rows,
      (row) => row.name,
      async ({ keyId }) => {
        await api.programKeys.revoke({ keyId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
        return '已停用，立即生效'
      },
    )
    await refresh()
    return outcomes
  },
})

/** What can be done with a key, most wanted first. */
export const KEY_ACTIONS: readonly Action<KeyRow>[] = [rotate, edit, details, revoke]
