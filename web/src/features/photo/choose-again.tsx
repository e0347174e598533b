import { useRef } from 'react'
import type { QueuedPhoto } from './photo-queue.ts'
import { picturesIn } from './pictures-in.ts'
import type { TileProps } from './tile-props.ts'

type ChooseAgainProps = Pick<TileProps, 'title' | 'onFiles' | 'onDrop'> & {
  photo: QueuedPhoto
  /** What stands on the button. */
  word: string
}

/** Takes another picture for one that is of no use; what is chosen and is no picture is named, and takes nothing away. */
export function ChooseAgain({ title, photo, word, onFiles, onDrop }: ChooseAgainProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" aria-label={`${word}${title}`} onClick={() => input.current?.click()}>
        {word}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`替换${title}`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length === 0) return
          if (picturesIn(files).length > 0) onDrop(photo.key)
          onFiles(files, photo.key)
        }}
      />
    </>
  )
}
