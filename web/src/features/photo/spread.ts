import { picturesIn } from './pictures-in.ts'

/** Pictures that were chosen together, each with its place, and what is to be said of those that found none. */
export interface Spread<Place> {
  readonly given: readonly (readonly [Place, File])[]
  /** What was not used and why, in words; empty when everything was. */
  readonly notes: readonly string[]
}

/**
 * Gives files that were chosen together to places in order, one each. What is no picture names itself and takes no
 * place; a picture without a place left is counted.
 */
export function spread<Place>(places: readonly Place[], files: readonly File[]): Spread<Place> {
  const pictures = picturesIn(files)
  const others = files.filter((file) => !pictures.includes(file))
  const given = pictures.slice(0, places.length).map((picture, index) => [places[index] as Place, picture] as const)
  const leftCount = pictures.length - given.length
  return {
    given,
    notes: [
      ...others.map(({ name }) => `“${name}”不是图片，没有使用`),
      ...(leftCount > 0
        ? [`多选了${leftCount}张，没有空位可放，没有使用：${namesOf(pictures.slice(-leftCount))}`]
        : []),
    ],
  }
}

const NAMED = 3

const namesOf = (files: readonly File[]): string =>
  files
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join('、') + (files.length > NAMED ? '等' : '')
