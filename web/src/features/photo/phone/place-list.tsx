import { SHOT_RULES } from '@huanji/domain/photos/shots'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import type { PhotoQueue } from '../photo-queue.ts'
import { Outline } from './outline.tsx'
import type { PhoneSaved } from './phone-client.ts'
import styles from './photo-page.module.css'
import type { Place } from './places.ts'

interface PlaceListProps {
  places: readonly Place[]
  currentKey: string | null
  queue: PhotoQueue<PhoneSaved>
  isEnded: boolean
  onChoose: (key: string) => void
}

/** How a photograph stands, in words. It is called saved only once the server has it. */
function standingText({ standing, queued, rule }: Place): string {
  if (standing === 'saved') return '已保存'
  if (standing === 'open') return rule === 'optional' ? SHOT_RULES.optional : `未拍 · ${SHOT_RULES[rule]}`
  if (standing === 'doubtful') return '待确认'
  if (standing === 'failed') return queued?.error ?? ''
  return queued?.step === 'uploading' ? `上传中 ${Math.round(queued.progress * 100)}%` : '处理中'
}

/** Everything that the task wants: what is missing stands before what is there. */
export function PlaceList({ places, currentKey, queue, isEnded, onChoose }: PlaceListProps) {
  const inOrder = [
    ...places.filter(({ standing }) => standing !== 'saved'),
    ...places.filter(({ standing }) => standing === 'saved'),
  ]
  return (
    <ul className={styles.places} aria-label="全部照片">
      {inOrder.map((place) => {
        const { key, title, standing, photo, queued, subject } = place
        return (
          <li key={key} data-standing={standing} className={cx(styles.place, key === currentKey && styles.current)}>
            <button
              type="button"
              aria-current={key === currentKey ? 'true' : undefined}
              disabled={isEnded}
              onClick={() => onChoose(key)}
            >
              {queued || photo ? (
                <img
                  key={queued?.previewUrl ?? photo?.photoId}
                  src={queued?.previewUrl ?? photo?.thumbUrl}
                  alt=""
                  width={44}
                  height={44}
                  onError={({ currentTarget }) => currentTarget.style.setProperty('visibility', 'hidden')}
                />
              ) : (
                <Outline subject={subject} className={styles.small} />
              )}
              <span className={styles.words}>
                <span className={styles.name}>{title}</span>
                <span className={styles.standing}>{standingText(place)}</span>
              </span>
            </button>
            {queued?.step === 'failed' && !queued.isUnusable && !isEnded ? (
              <Button className={styles.big} aria-label={`重试${title}`} onClick={() => queue.retry(queued.key)}>
                重试
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
