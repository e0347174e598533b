import { SHOT_RULES } from '@huanji/domain/photos/shots'
import { Button } from '../../../components/button/button.tsx'
import { hasLiveCamera } from './live-camera.tsx'
import { Outline } from './outline.tsx'
import styles from './photo-page.module.css'
import { PictureInput } from './picture-input.tsx'
import type { Place } from './places.ts'

interface WantedCardProps {
  place: Place
  /** Several at once go on to the next places. */
  onPictures: (pictures: readonly File[]) => void
  onLive: () => void
}

/** What comes of a further photograph: a shot has one, a defect several. */
const AGAIN = { real: '已有照片，再拍将替换', defect: '已有照片，可再添一张' } as const

/** The photograph to take now: what it should show, and the ways to take it. */
export function WantedCard({ place, onPictures, onLive }: WantedCardProps) {
  const { title, hint, rule, subject, photo } = place
  const isLive = hasLiveCamera()
  return (
    <section className={styles.wanted} aria-label={`现在拍：${title}`}>
      <Outline subject={subject} className={styles.outline} />
      <div className={styles.ask}>
        <h2>{title}</h2>
        <p className="muted">
          {photo ? AGAIN[subject.kind] : SHOT_RULES[rule]}
          {hint === '' ? '' : `；${hint}`}
        </p>
        <div className={styles.ways}>
          {isLive ? (
            <Button tone="primary" className={styles.big} onClick={onLive}>
              取景拍照
            </Button>
          ) : null}
          <PictureInput
            label={isLive ? '系统相机' : '拍照'}
            name={`拍照：${title}`}
            tone={isLive ? 'plain' : 'primary'}
            isCamera
            onPictures={onPictures}
          />
          <PictureInput label="从相册选" name={`从相册选：${title}`} isSeveral onPictures={onPictures} />
        </div>
      </div>
    </section>
  )
}
