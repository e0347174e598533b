export { MENU, REFUND_GRANTS } from './tables.ts'
