export { PhotoPage as default } from '../../features/photo/phone/photo-page.tsx'
