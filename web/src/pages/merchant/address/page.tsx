export { AddressPage as default, preload } from '../../../features/address/address-page.tsx'
