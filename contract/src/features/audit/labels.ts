/** What kinds of things the audit log speaks of. */
export const AUDIT_SUBJECT_LABELS = {
  session: '登录',
  account: '登录账号',
  employee: '员工',
  merchant: '商家',
  role: '角色',
  address: '地址',
  shop: '店铺',
  listing: '商品',
  unit: '手机',
  // of inspections the log keeps the grades that were overridden; everything else stands in their own history
  inspection: '质检改判',
  order: '订单',
  bill: '账单',
  refund: '售后',
  view: '常用筛选',
  export: '导出',
  cost: '成本价导入',
  apiKey: '接口密钥',
  webhook: '接口推送',
  stockImport: '库存导入',
  model: '机型',
} as const
