/** The formats of an exported file. */
export const EXPORT_FORMAT_LABELS = { xlsx: 'Excel', csv: 'CSV' } as const
