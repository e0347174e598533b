import { Button } from '../../../components/button/button.tsx'
import styles from './photo-page.module.css'
import type { progressOf } from './places.ts'

type Progress = ReturnType<typeof progressOf>

/** What is still on its way or in question, or that everything is kept. */
function keptWords({ comingCount, stuckCount }: Progress): string {
  if (comingCount > 0) return `还有${comingCount}张正在上传，完成前请不要关闭此页`
  return stuckCount > 0 ? `还有${stuckCount}张没有保存，请处理后再离开` : '照片都已保存到工作台'
}

/** Every compulsory photograph is taken: the person may end here, or add what is recommended. */
export function AllIn({ progress, onEnd }: { progress: Progress; onEnd: () => void }) {
  const { recommendedCount } = progress
  return (
    <section className={styles.done} role="status" aria-label="必拍照片已齐">
      <h2>必拍照片已齐</h2>
      <p>
        {keptWords(progress)}
        {recommendedCount > 0 ? `；还可补拍${recommendedCount}张建议照片` : ''}。
      </p>
      <Button tone="primary" className={styles.big} onClick={onEnd}>
        完成
      </Button>
    </section>
  )
}

/** The end of one phone's photographs, and what comes next: a link is of one phone. */
export function TaskEnd({ progress }: { progress: Progress }) {
  const isKept = progress.comingCount + progress.stuckCount === 0
  return (
    <section className={styles.done} role="status" aria-label="这台拍完了">
      <h2>这台拍完了</h2>
      <p>
        {keptWords(progress)}
        {isKept ? '，可以回去封袋，此页可以关闭' : ''}。
      </p>
      <p>拍下一台：在工作台打开那一台，点“手机拍照”，扫它的二维码。</p>
      <p className={styles.aside}>要重拍这一台的照片，点下面的位置。</p>
    </section>
  )
}
