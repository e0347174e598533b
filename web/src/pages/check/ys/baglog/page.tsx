export { BagLogPage as default } from '../../../../features/bag/bag-log-page.tsx'
