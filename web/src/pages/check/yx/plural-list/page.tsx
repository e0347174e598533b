export { BatchesPage as default, preload } from '../../../../features/batch/batches-page.tsx'
