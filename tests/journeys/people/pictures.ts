import { createPhotographer } from '@huanji/server/demo/photographs'

const photographer = createPhotographer()

/** A drawn JPEG of a shot or a defect, by the shot's code or the item's: what an inspector's camera would give. */
export const pictureOf = (subject: string): Promise<Buffer> =>
  photographer.take({ subject, paint: 'black', platform: 'apple', variant: 0 })
