export { preload, RolePage as default } from '../../../features/role/role-page.tsx'
