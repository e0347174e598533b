/** Where the report of a record is. */
export const reportLink = (inspectionId: string): string => `/check/ys/detail?inspectionId=${inspectionId}`

/** Where a record that is not finished goes on. */
export const checkLink = (inspectionId: string): string => `/check/ys/check?inspectionId=${inspectionId}`
