export { RoleEditPage as default } from '../../../../features/role/edit/role-edit-page.tsx'
