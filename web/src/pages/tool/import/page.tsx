export { preload, StockImportPage as default } from '../../../features/stock-import/stock-import-page.tsx'
