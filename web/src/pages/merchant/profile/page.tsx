export { ProfilePage as default } from '../../../features/merchant/profile-page.tsx'
