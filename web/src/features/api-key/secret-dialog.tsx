import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { copyText } from '../../components/copy/copy-text.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import styles from './key.module.css'
import type { SavedKey } from './key-dialog.tsx'

/** Shows a new key's secret, this once. */
export function SecretDialog({ saved, onClose }: { saved: SavedKey; onClose: () => void }) {
  const secret = saved.secret ?? ''
  return (
    <Dialog
      title={`接口密钥“${saved.name}”`}
      widthPx={600}
      onClose={onClose}
      closable={false}
      footer={
        <>
          <Button onClick={() => void copyText(secret)}>复制密钥</Button>
          <Button tone="primary" onClick={onClose}>
            我已保存
          </Button>
        </>
      }
    >
      <p>
        <strong>密钥只显示这一次。</strong>
        请现在复制，交给使用它的程序，不要写进网页、聊天或代码仓库。丢失后只能更换。
      </p>
      <section className={styles.secret} aria-label="密钥">
        <code>{secret}</code>
      </section>
      <p className="muted">
        程序在每次请求中带上 <code>Authorization: Bearer 密钥</code>，用法见
        <Link to={PAGES.apiDocs.path} onClick={onClose}>
          接口文档
        </Link>
        。
      </p>
    </Dialog>
  )
}
