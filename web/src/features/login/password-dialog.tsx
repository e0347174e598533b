import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { FormNote } from './form-note.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useNewPassword } from './use-new-password.ts'

const WIDTH_PX = 440
const FORM_ID = 'new-password'

function NewPassword({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const form = useNewPassword(hasPassword)
  useLeaveGuard(() => Object.values(form.values).some((typed) => typed !== ''))
  return (
    <Dialog
      title={hasPassword ? '修改密码' : '设置密码'}
      widthPx={WIDTH_PX}
      closable={!form.isRunning}
      onClose={onClose}
      footer={
        <>
          <Button disabled={form.isRunning} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={FORM_ID} busy={form.isRunning}>
            {hasPassword ? '修改密码' : '设置密码'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={form.submit} noValidate>
        <PasswordFields form={form} hasPassword={hasPassword} />
        <p className="muted">修改后，您在所有设备上的登录都会退出，请用新密码重新登录。</p>
        <FormNote text={form.problem} />
      </form>
    </Dialog>
  )
}

/** 修改密码: proven by the old password, or by a code where there is none or it is forgotten. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(queryOf(api.merchant.existPassword, {}))
  if (query.data) return <NewPassword hasPassword={query.data.exists} onClose={onClose} />
  return (
    <Dialog title="修改密码" widthPx={WIDTH_PX} onClose={onClose}>
      <DetailPending query={query} waiting={LOADING}>
        {() => null}
      </DetailPending>
    </Dialog>
  )
}
