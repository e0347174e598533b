import { useId } from 'react'
import { buttonClass } from '../../../components/button/button-class.ts'
import { cx } from '../../../components/class-names.ts'
import styles from './photo-page.module.css'

interface PictureInputProps {
  /** What stands on it. */
  label: string
  /** What it is called, with the photograph it is for. */
  name: string
  /** Opens the camera at once, where the phone has one; otherwise a picture is chosen. */
  isCamera?: boolean
  tone?: 'plain' | 'primary'
  /** Takes several at once, where they are chosen and not taken. */
  isSeveral?: boolean
  /** At least one. */
  onPictures: (pictures: readonly File[]) => void
}

/** A large button that gives pictures: by the phone's own camera, or from those it has. */
export function PictureInput({
  label,
  name,
  isCamera,
  tone = 'plain',
  isSeveral = false,
  onPictures,
}: PictureInputProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={cx(buttonClass({ tone }), styles.big, styles.picker)}>
      {label}
      <input
        id={id}
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: 'environment' as const } : {})}
        multiple={isSeveral}
        aria-label={name}
        onChange={({ target }) => {
          const pictures = [...(target.files ?? [])]
          // the same picture may be chosen again
          target.value = ''
          if (pictures.length > 0) onPictures(pictures)
        }}
      />
    </label>
  )
}
