import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import type { InspectionDetail, Photo } from '../inspection/types.ts'
import { lineText } from './compare.ts'
import { useShotNames } from './shot-names.ts'

/** A photograph for the viewer, with what it shows and where it was taken over from. */
export const viewedOf = ({ photoId, url, thumbUrl, width, height, marks, reusedFrom }: Photo, caption: string) => ({
  photoId,
  url,
  thumbUrl,
  width,
  height,
  marks,
  caption: reusedFrom === null ? caption : `${caption}（复用自 ${reusedFrom}）`,
})

/** All photographs of a record, to be looked through from any of them. */
export interface Album {
  readonly defects: readonly Photo[]
  readonly shots: readonly Photo[]
  /** What a photograph shows. */
  readonly captionOf: (photo: Photo) => string
  /** Opens the viewer at a photograph. */
  readonly open: (photo: Photo) => void
}

/** The photographs of a record: its defects in the order of the report's exceptions, then its shots. */
export function useAlbum(detail: InspectionDetail): Album {
  const shotName = useShotNames(detail)
  const lines = detail.groups.flatMap((group) => group.lines)
  const places = new Map(lines.map((line, index) => [line.itemCode, { line, index }]))
  const placeOf = ({ itemCode }: Photo) => places.get(itemCode ?? '')?.index ?? lines.length
  const captionOf = ({ itemCode, position, internal }: Photo): string => {
    if (itemCode === null) return `${shotName(position ?? '')}${internal ? '（不公开）' : ''}`
    const line = places.get(itemCode)?.line
    return line ? `${line.itemName}：${lineText(line)}` : '瑕疵图'
  }
  const defects = detail.photos
    .filter(({ itemCode }) => itemCode !== null)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  const shots = detail.photos.filter(({ itemCode }) => itemCode === null)
  const all = [...defects, ...shots]
  const open = (photo: Photo) => {
    void viewPhotos(
      all.map((one) => viewedOf(one, captionOf(one))),
      all.indexOf(photo),
    )
  }
  return { defects, shots, captionOf, open }
}
