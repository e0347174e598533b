/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const ms = (value: number): string => `${value.toFixed(2)} ms`
export const perSecond = (value: number): string => `${Math.round(value)}/s`
export const ratio = (value: number): string => value.toFixed(2)
export const thousands = (value: number): string => value.toLocaleString('en-US').replaceAll(',', ' ')

/** How a measured ratio stands to its goal: at least, or at most, so much. */
export function verdict(value: number, goal: { atLeast: number } | { atMost: number }): string {
  const [isMet, text] =
    'atLeast' in goal ? [value >= goal.atLeast, `≥ ${goal.atLeast}`] : [value <= goal.atMost, `≤ ${goal.atMost}`]
  return `${text} ${isMet ? 'met' : 'MISSED'}`
}
