/** Whether an API key opens anything; one whose maker works here no more is suspended. */
export const API_KEY_STATE_LABELS = {
  active: '使用中',
  suspended: '已暂停',
  expired: '已到期',
  revoked: '已停用',
} as const
