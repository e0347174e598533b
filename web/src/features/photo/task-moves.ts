import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { detailQuery } from '../inspection/queries.ts'
import type { DefectPhotos, RealPhotos } from '../inspection/types.ts'

type Listener = (photoTaskId: string, inspectionState: string) => void

const listeners = new Set<Listener>()

/** Told of the state that a record has after its photographs changed, whoever changed them. */
export function onTaskMoved(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says which state a record has now. */
export function tellTaskMoved(photoTaskId: string, inspectionState: string): void {
  for (const listener of listeners) listener(photoTaskId, inspectionState)
}

const isComplete = (real: RealPhotos, defects: DefectPhotos): boolean =>
  real.state === 'complete' && defects.required.every(({ photoCount }) => photoCount > 0)

/**
 * Asks for a record's state when the last photograph that it needed came in from elsewhere: only the phone that sent it
 * was told.
 * @param real undefined until the server has answered; so is `defects`
 */
export function useTaskMoves(
  photoTaskId: string | null,
  real: RealPhotos | undefined,
  defects: DefectPhotos | undefined,
): void {
  const client = useQueryClient()
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (photoTaskId === null || !real || !defects) return
    if (!isComplete(real, defects)) {
      waiting.current = photoTaskId
      return
    }
    if (waiting.current !== photoTaskId) return
    waiting.current = null
    // A lost question is asked again with the next photograph, or by whoever opens the record.
    client.fetchQuery({ ...detailQuery(real.inspectionId), staleTime: 0 }).then(
      ({ state }) => tellTaskMoved(photoTaskId, state),
      () => {},
    )
  }, [client, photoTaskId, real, defects])
}
