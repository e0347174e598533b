export { BatchUnitsPage as default, preload } from '../../../../features/batch/batch-units-page.tsx'
