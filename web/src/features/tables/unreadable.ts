/** A file that cannot be read, with what to do. */
export class TableUnreadable extends Error {}
