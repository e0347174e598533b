/** How long titles may be, counted as the marketplace counts: a Chinese character is two. */
export const TITLE_UNITS_MAX = 60
export const CONTENT_MIN = 5
export const CONTENT_MAX = 5000

export const titleUnits = (title: string): number => {
  let units = 0
  for (const character of title.trim()) units += character.charCodeAt(0) > 0xff ? 2 : 1
  return units
}

export function judgeTitle(title: string): string {
  if (title.trim() === '') return '请填写标题'
  return titleUnits(title) > TITLE_UNITS_MAX ? '标题太长' : ''
}
