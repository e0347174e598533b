import { defineColumns } from '../../columns/define-columns.ts'
import { ADDRESS_KIND_LABELS } from '../../labels.ts'
import { addressRow } from './rows.ts'

export const addressColumns = defineColumns(addressRow, {
  kind: { title: '类型', kind: 'state', labels: ADDRESS_KIND_LABELS },
  contact: { title: '联系人', kind: 'text', value: 'contactName' },
  phone: { title: '电话', kind: 'code', value: 'contactPhone' },
  address: { title: '地址', kind: 'text', value: ['regionName', 'detail'] },
})
