export const EMPLOYEE_STATUS_LABELS = { active: '启用', disabled: '停用' } as const
