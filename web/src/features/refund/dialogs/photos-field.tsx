import { useEffect, useRef } from 'react'
import { PhotoTile } from '../../photo/photo-tile.tsx'
import { picturesIn } from '../../photo/pictures-in.ts'
import type { CasePhotos } from './use-case-photos.ts'

interface PhotosFieldProps {
  title: string
  hint: string
  max: number
  photos: CasePhotos
  disabled: boolean
}

/** The pictures of a form: from files, the camera, by drag or by paste. */
export function PhotosField({ title, hint, max, photos, disabled }: PhotosFieldProps) {
  const latest = useRef(photos.add)
  latest.current = photos.add
  useEffect(() => {
    if (disabled) return
    const onPaste = (event: ClipboardEvent) => {
      const files = picturesIn(event.clipboardData?.files)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [disabled])
  return (
    <PhotoTile
      tileKey="case"
      title={`${title}（${photos.photos.length} / ${max}），${hint}`}
      hint="选择、拍摄、拖入或粘贴照片"
      rule="optional"
      photos={photos.photos}
      queued={photos.queued}
      max={max}
      isDisabled={disabled}
      targets={[]}
      onFiles={photos.add}
      onRemove={photos.remove}
      onRetry={photos.retry}
      onDrop={photos.drop}
      onAccept={photos.accept}
      onView={photos.view}
      onMove={() => {}}
    />
  )
}
