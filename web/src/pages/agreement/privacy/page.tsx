export { PrivacyPage as default } from '../../../features/agreement/privacy-page.tsx'
