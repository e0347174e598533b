export { ExportPage as default } from '../../../features/export/export-page.tsx'
