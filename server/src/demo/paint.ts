/** A body colour with what its edges and its shine look like. */
export interface Paint {
  readonly body: string
  readonly edge: string
  readonly shine: string
}

const PAINTS = {
  black: { body: '#26282c', edge: '#3d4046', shine: '#4a4e55' },
  white: { body: '#efeee9', edge: '#d5d3cc', shine: '#ffffff' },
  silver: { body: '#d3d6da', edge: '#b4b9bf', shine: '#eef0f2' },
  grey: { body: '#7f848b', edge: '#686d74', shine: '#a5aab1' },
  blue: { body: '#5f86b3', edge: '#4a6d96', shine: '#8fb0d4' },
  green: { body: '#6f9a86', edge: '#567e6c', shine: '#9fc3b2' },
  red: { body: '#b8434a', edge: '#94343b', shine: '#d9777c' },
  pink: { body: '#e6bcc0', edge: '#cd9da2', shine: '#f6dde0' },
  purple: { body: '#9d8fb8', edge: '#7f729a', shine: '#c4b9d9' },
  gold: { body: '#dcc7a0', edge: '#bfa87e', shine: '#f1e4c9' },
  orange: { body: '#d98652', edge: '#b96b3c', shine: '#f0b18b' },
} as const satisfies Readonly<Record<string, Paint>>

export type PaintName = keyof typeof PAINTS

/** Which paint a colour's Chinese name speaks of; the first sign found decides. */
const SIGNS: readonly (readonly [RegExp, PaintName])[] = [
  [/橙|橘|珊瑚/, 'orange'],
  [/粉|樱|玫/, 'pink'],
  [/红/, 'red'],
  [/紫|茄|罗兰/, 'purple'],
  [/金|黄|沙漠|胡杨|霞/, 'gold'],
  [/绿|青|薄荷|翠/, 'green'],
  [/蓝|海|湖|空|群青/, 'blue'],
  [/银|原色|钛/, 'silver'],
  [/白|雪|星光|月/, 'white'],
  [/灰|石墨|深空|曼岛/, 'grey'],
]

/** The paint that comes nearest to a colour of the catalogue; what names none is black. */
export function paintNameOf(colour: string): PaintName {
  if (colour.includes('黑') || colour.includes('午夜')) return 'black'
  return SIGNS.find(([sign]) => sign.test(colour))?.[1] ?? 'black'
}

export const paintOf = (name: PaintName): Paint => PAINTS[name]
