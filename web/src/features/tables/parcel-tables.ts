export { parcelsOfTable } from '@huanji/domain/tables/parcel-table'
export { tableOfText } from './read-table.ts'
