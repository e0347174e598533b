export { UserPage as default } from '../../../features/agreement/user-page.tsx'
