/** How many lines are read at a time. */
export const ROWS_MAX = 500
