import { Button } from '../../components/button/button.tsx'
import { Code } from '../../components/code/code.tsx'
import { Note } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import styles from './webhook.module.css'

interface SecretDialogProps {
  secret: string
  /** What becomes of the key before, where there is one. */
  children?: string
  onClose: () => void
}

/** Shows a receiver's key, which is never shown again. */
export function SecretDialog({ secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title="签名密钥"
      widthPx={520}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          已保存好
        </Button>
      }
    >
      <Note tone="warning">密钥只显示这一次，关闭后无法再次查看，请立即保存到接收系统。</Note>
      <p className={styles.secret}>
        <Code text={secret} what="签名密钥" />
      </p>
      {children ? <p className={styles.hint}>{children}</p> : null}
    </Dialog>
  )
}
