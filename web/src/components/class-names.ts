/** The class names that are given, parted by a blank: `cx(field.input, isNumber && 'num')`. */
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
