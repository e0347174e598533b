export { ListingEditPage as default } from '../../../../features/listing/editor/listing-edit-page.tsx'
