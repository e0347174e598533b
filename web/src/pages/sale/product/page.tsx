export { ListingsPage as default, preload } from '../../../features/listing/listings-page.tsx'
