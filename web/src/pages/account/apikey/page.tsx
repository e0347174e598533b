export { ApiKeyPage as default, preload } from '../../../features/api-key/api-key-page.tsx'
