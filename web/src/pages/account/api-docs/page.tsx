export { ApiDocsPage as default } from '../../../features/api-docs/api-docs-page.tsx'
