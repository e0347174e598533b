export { SellerPage as default } from '../../../features/agreement/seller-page.tsx'
