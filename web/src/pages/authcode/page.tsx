export { ConsentPage as default } from '../../features/shop/consent-page.tsx'
