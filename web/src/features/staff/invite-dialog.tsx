import { Button } from '../../components/button/button.tsx'
import { copyText } from '../../components/copy/copy-text.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { type Invitation, invitationText } from './invitation.ts'
import styles from './invite-dialog.module.css'

/** Says that someone was added and how that person signs in, as a message to send on. */
export function InviteDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const message = invitationText(invitation)
  return (
    <Dialog
      title={`已添加${invitation.employeeName}`}
      onClose={onClose}
      widthPx={520}
      footer={
        <>
          <Button onClick={onClose}>完成</Button>
          <Button tone="primary" onClick={() => void copyText(message)}>
            复制登录说明
          </Button>
        </>
      }
    >
      <p>账号现在就可以使用：对方用手机号和短信验证码登录，无需您设置密码。请把下面的说明发给对方。</p>
      <pre className={styles.message}>{message}</pre>
    </Dialog>
  )
}
