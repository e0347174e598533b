import { tableOfText as read } from '../../tables/lazy/read-table.ts'

/** The lines of a pasted text, for who wants its cells alone. */
export const tableOfText = (text: string): string[][] => read(text).lines.map(({ cells }) => [...cells])
