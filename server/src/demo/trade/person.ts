import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import type { PhotoLook } from '../placeholder-photos.ts'

/** Whoever makes calls: within this process, over HTTP, or in a browser's place. */
export interface Caller {
  /** Makes a call and gives its data. @throws Error when it is refused */
  call<S extends CallSpec>(spec: S, input: InputOf<S>): Promise<OutputOf<S>>
}

/** A photograph of one shot, or of one defect. */
export interface Photo {
  readonly look: PhotoLook
  readonly shows: { readonly position: string } | { readonly itemCode: string; readonly optionCode: string }
}

/** Somebody with a camera. */
export interface Photographer extends Caller {
  /** Takes photographs and saves them on the record of a photo task. */
  savePhotos(photoTaskId: string, photos: readonly Photo[]): Promise<void>
}

/** Somebody who can wait for what happens in the background. */
export interface Observer extends Caller {
  /** Lets the background work go on for a moment. */
  pause(): Promise<void>
}

/** Longer than whatever heals itself only with the next poll. */
const WAIT_MS = 150_000

/** Asks again until there is an answer. @throws Error naming what was awaited */
export async function eventually<T>(
  { pause }: Pick<Observer, 'pause'>,
  what: string,
  ask: () => Promise<T | null | undefined>,
): Promise<T> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const found = await ask()
    if (found !== null && found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`waited ${WAIT_MS / 1000} s in vain: ${what}`)
    await pause()
  }
}
