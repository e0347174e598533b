import { type Html, html } from '@huanji/domain/html'
import type { PhotoRow } from '../inspection/photo/store.ts'
import { marksOver } from './marks.ts'

/** A photograph that buyers may see, with signed addresses. */
export interface ShownPhoto
  extends Pick<PhotoRow, 'kind' | 'position' | 'itemCode' | 'width' | 'height' | 'marks' | 'reusedFromNo'> {
  readonly url: string
  readonly thumbUrl: string
  /** It shows the first phone of the same batch. */
  readonly isSample: boolean
}

interface Captioned {
  readonly photo: ShownPhoto
  /** What it shows, for those who do not see it. */
  readonly says: string
  /** What stands below it; null where the text above it says the same. */
  readonly caption: string | null
}

function figure({ photo, caption }: Captioned, name: string, isLarge: boolean): Html {
  const { url, thumbUrl, width, height, marks, reusedFromNo } = photo
  const alt = `${name}${marks.length > 0 ? '，图上有标注' : ''}`
  const size = html`width="${width}" height="${height}"`
  const source = reusedFromNo !== null && html`<small>复用自 ${reusedFromNo}</small>`
  const below = (caption !== null || source) && html`<figcaption>${caption}${source}</figcaption>`
  const image = html`<img src="${isLarge ? url : thumbUrl}" alt="${alt}" ${size} loading="lazy">`
  return html`<li><figure><a href="${url}">${image}${marksOver(photo)}</a>${below}</figure></li>`
}

/** Photographs side by side, each opening whole; `isLarge` where details have to be seen at once. Null without any. */
export function pictures(shown: readonly Captioned[], { isLarge = false } = {}): Html | null {
  if (shown.length === 0) return null
  const figures = shown.map((one, index) => {
    const isAlone = shown.filter(({ says }) => says === one.says).length === 1
    return figure(one, isAlone ? one.says : `${one.says}，图${index + 1}`, isLarge)
  })
  return html`<ul class="shots${isLarge && ' large'}">${figures}</ul>`
}
