/** `npm test nightly`: with new seeds, longer, and whole on every home of the data. */
export const IS_NIGHTLY = process.env.TEST_NIGHTLY === 'yes'

/**
 * Whether the generated suites try every call with everything: on the embedded database each statement runs too, over one
 * valid example and one thing of another merchant.
 */
export const IS_WHOLE = IS_NIGHTLY || process.env.TEST_DATABASE === 'postgres' || process.env.TEST_DATABASE === 'citus'
