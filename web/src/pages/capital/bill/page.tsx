export { BillPage as default, preload } from '../../../features/bill/bill-page.tsx'
