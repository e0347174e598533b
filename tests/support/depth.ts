/** `npm test nightly`: with new seeds, longer, and whole on every home of the data. */
export const IS_NIGHTLY = process.env.TEST_NIGHTLY === 'yes'

/** Of what is generated in great number each run tries one in so many, by its place, and the night all of it. */
export const sampled = <T>(all: readonly T[], oneIn: number): T[] =>
  IS_NIGHTLY ? [...all] : all.filter((_, at) => at % oneIn === 0)

/**
 * Whether the generated suites try every call with everything: on the embedded database each statement runs too, over one
 * valid example and one thing of another merchant.
 */
export const IS_WHOLE = IS_NIGHTLY || process.env.TEST_DATABASE === 'postgres' || process.env.TEST_DATABASE === 'citus'
