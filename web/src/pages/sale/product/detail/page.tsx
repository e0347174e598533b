export { ListingPage as default } from '../../../../features/listing/detail/listing-page.tsx'
