import { useQueries } from '@tanstack/react-query'
import { realPhotosQuery } from '../inspection/queries.ts'
import type { InspectionDetail } from '../inspection/types.ts'

/**
 * What the shots of these records are called: their photographs carry codes, and the photo tasks know the names. A shot
 * that is not known yet is called 实拍图.
 */
export function useShotNames(...details: readonly InspectionDetail[]): (position: string) => string {
  const tasks = details.filter(({ photos }) => photos.some(({ itemCode }) => itemCode === null))
  const queries = useQueries({ queries: tasks.map(({ photoTaskId }) => realPhotosQuery(photoTaskId)) })
  const shots = queries.flatMap(({ data }) => data?.shots ?? [])
  return (position) => shots.find(({ code }) => code === position)?.name ?? '实拍图'
}
