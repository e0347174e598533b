import { Button } from '../../../components/button/button.tsx'
import { Wordmark } from '../../../components/wordmark/wordmark.tsx'
import styles from './photo-page.module.css'
import { TaskView } from './task-view.tsx'
import { usePhonePhotos, usePhoneTask, useToken } from './use-phone-task.ts'

const ENDED = '拍照链接已失效，请在工作台重新扫码'

/** The photographs of one task, taken with a phone that nobody has signed in on: the link in the address is all it has. */
export function PhotoPage() {
  const token = useToken()
  // what is known of one link's task must not meet the token of another's
  return <LinkPage key={token} token={token} />
}

function LinkPage({ token }: { token: string }) {
  const state = usePhoneTask(token)
  const { queue, queued } = usePhonePhotos(token, state)
  const { task, isEnded, error, ask } = state
  return (
    <main className={styles.page}>
      <Wordmark className={styles.sign} />
      {isEnded ? (
        <div className={styles.ended} role="alert">
          <h1>{ENDED}</h1>
          <p>
            {queued.length > 0 ? `${queued.length}张照片还没有上传，` : '没有上传完的照片'}
            仍保留在本机，重新扫描同一任务的二维码后继续上传。
          </p>
        </div>
      ) : null}
      {error !== '' && !isEnded ? (
        <div className={styles.lost} role="alert">
          <p>{error}</p>
          <Button className={styles.big} onClick={() => void ask()}>
            重试
          </Button>
        </div>
      ) : null}
      {task && queue ? (
        <TaskView key={task.photoTaskId} task={task} queue={queue} queued={queued} isEnded={isEnded} />
      ) : isEnded || error !== '' ? null : (
        <p className={styles.wait} aria-busy="true">
          加载中…
        </p>
      )}
    </main>
  )
}
