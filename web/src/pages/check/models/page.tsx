export { ModelsPage as default, preload } from '../../../features/catalogue/models-page.tsx'
