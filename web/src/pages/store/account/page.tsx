export { preload, ShopPage as default } from '../../../features/shop/shop-page.tsx'
