import { useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { DOUBT_TEXT } from '../photo-check.ts'
import { isOnItsWay, type PhotoQueue, type QueuedPhoto } from '../photo-queue.ts'
import { spread } from '../spread.ts'
import { LiveCamera } from './live-camera.tsx'
import type { PhoneSaved, PhoneTask } from './phone-client.ts'
import styles from './photo-page.module.css'
import { PictureInput } from './picture-input.tsx'
import { PlaceList } from './place-list.tsx'
import { nextPlace, type Place, placesOf, placesToFill, progressOf } from './places.ts'
import { AllIn, TaskEnd } from './task-end.tsx'
import { WantedCard } from './wanted-card.tsx'

interface TaskViewProps {
  task: PhoneTask
  queue: PhotoQueue<PhoneSaved>
  queued: readonly QueuedPhoto[]
  /** Nothing more can be taken; what is there is only shown. */
  isEnded: boolean
}

/** One task: what is still wanted first, and the next one by itself after each picture. */
export function TaskView({ task, queue, queued, isEnded }: TaskViewProps) {
  const places = placesOf(task, queued)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [isLive, setLive] = useState(false)
  const [isOver, setOver] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  const wanted = places.find(({ key }) => key === chosenKey) ?? nextPlace(places, null)
  const progress = progressOf(places)
  const give = (place: Place, picture: Blob) => {
    // what failed or is doubtful was taken again
    if (place.queued && !isOnItsWay(place.queued)) queue.drop(place.queued.key)
    queue.add(task.photoTaskId, place.subject, picture)
  }
  const take = (place: Place, picture: Blob) => {
    setNotes([])
    give(place, picture)
    const next = nextPlace(places, place.key)
    setChosenKey(next?.key ?? null)
    // with the last compulsory one the camera closes: whether to go on is the person's to say
    if (next?.rule !== 'must' && (place.rule === 'must' || !next)) setLive(false)
  }
  const takeSeveral = (place: Place, files: readonly File[]) => {
    const [only, ...others] = files
    const { given, notes: unused } = spread(placesToFill(places, place), files)
    if (only && others.length === 0 && unused.length === 0) return take(place, only)
    for (const [at, picture] of given) give(at, picture)
    setNotes(unused)
    setChosenKey(null)
  }
  return (
    <>
      <header className={styles.head}>
        <h1>{task.modelName}</h1>
        <p className={styles.about}>
          {task.skuText} · <span className="code">{task.inspectionNo}</span>
        </p>
        <p className={styles.progress} role="status">
          <span>
            必拍已保存 {progress.savedCount} / {progress.mustCount}
            {progress.comingCount > 0 ? `，${progress.comingCount}张上传中` : ''}
          </span>
          <progress max={Math.max(1, progress.mustCount)} value={progress.savedCount} aria-label="必拍进度" />
        </p>
      </header>
      <Doubts places={places} queue={queue} onAgain={take} />
      {notes.length > 0 ? (
        <div className={styles.lost} role="alert">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      ) : null}
      {isEnded || !progress.isComplete ? null : isOver ? (
        <TaskEnd progress={progress} />
      ) : (
        <AllIn progress={progress} onEnd={() => setOver(true)} />
      )}
      {isEnded || !wanted || (isOver && progress.isComplete) ? null : (
        <WantedCard
          place={wanted}
          onPictures={(pictures) => takeSeveral(wanted, pictures)}
          onLive={() => setLive(true)}
        />
      )}
      <PlaceList
        places={places}
        currentKey={isOver && progress.isComplete ? null : (wanted?.key ?? null)}
        queue={queue}
        isEnded={isEnded}
        onChoose={(key) => {
          setChosenKey(key)
          setOver(false)
        }}
      />
      {isLive && wanted && !isEnded ? (
        <LiveCamera
          place={wanted}
          onPicture={(picture) => take(wanted, picture)}
          onSkip={() => setChosenKey(nextPlace(places, wanted.key)?.key ?? null)}
          onClose={() => setLive(false)}
        />
      ) : null}
    </>
  )
}

interface DoubtsProps {
  places: readonly Place[]
  queue: PhotoQueue<PhoneSaved>
  onAgain: (place: Place, picture: Blob) => void
}

/** Pictures that may show nothing: taken again, or used all the same. */
function Doubts({ places, queue, onAgain }: DoubtsProps) {
  return places.map((place) => {
    const { key, title, queued } = place
    if (queued?.step !== 'doubtful' || queued.doubt === null) return null
    return (
      <section key={key} className={styles.doubt} role="alert" aria-label={`${title}${DOUBT_TEXT[queued.doubt]}`}>
        <img src={queued.previewUrl} alt={title} />
        <div>
          <p>
            <b>{title}</b>：{DOUBT_TEXT[queued.doubt]}
          </p>
          <div className={styles.choices}>
            <PictureInput
              label="重拍"
              name={`重拍${title}`}
              isCamera
              onPictures={([picture]) => picture && onAgain(place, picture)}
            />
            <Button className={styles.big} aria-label={`仍然使用${title}`} onClick={() => queue.accept(queued.key)}>
              仍然使用
            </Button>
          </div>
        </div>
      </section>
    )
  })
}
