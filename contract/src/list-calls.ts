export { LIST_CALLS } from './tables.ts'
