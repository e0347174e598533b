/**
 * A table of values by text, in which no text finds what every object has: `constructor` is not in it. Tables that are
 * looked up with what somebody wrote are made with it.
 */
export const dictionary = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), entries)
