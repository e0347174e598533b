export { AuctionStationPage as default } from '../../../../features/batch/auction-station-page.tsx'
