import { useId } from 'react'
import { buttonClass } from '../../components/button/button-class.ts'
import { cx } from '../../components/class-names.ts'
import styles from './page.module.css'

interface PictureInputProps {
  /** What stands on it. */
  label: string
  /** What it is called, with the photograph it is for. */
  name: string
  /** Opens the camera at once, where the phone has one; otherwise a picture is chosen. */
  isCamera?: boolean
  tone?: 'plain' | 'primary'
  onPicture: (picture: Blob) => void
}

/** A large button that gives a picture: by the phone's own camera, or from those it has. */
export function PictureInput({ label, name, isCamera, tone = 'plain', onPicture }: PictureInputProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={cx(buttonClass({ tone }), styles.big, styles.picker)}>
      {label}
      <input
        id={id}
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: 'environment' as const } : {})}
        aria-label={name}
        onChange={({ target }) => {
          const [picture] = target.files ?? []
          // the same picture may be chosen again
          target.value = ''
          if (picture) onPicture(picture)
        }}
      />
    </label>
  )
}
