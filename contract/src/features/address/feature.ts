import { defineFeature, OPEN } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { address } from './calls.ts'
import { ADDRESS_KIND_LABELS } from './labels.ts'
import { addressColumns } from './rows.ts'
import { addressNaming } from './words.ts'

export const addressFeature = defineFeature({
  groups: {
    address: { title: '地址', calls: address, keys: OPEN },
  },
  pages: {
    addresses: {
      path: '/merchant/address',
      title: '地址管理',
      group: 'merchant',
      posts: ['manager', 'shipper', 'service'],
      needs: [address.list],
      actions: [
        { title: '查看地址', grant: address.list, posts: ['manager', 'shipper', 'service'] },
        {
          title: '添加、编辑地址',
          grant: address.edit,
          posts: ['manager'],
          needs: [address.list],
          begins: ['添加地址'],
        },
        { title: '删除地址', grant: address.del, posts: ['manager'], needs: [address.list] },
      ],
    },
  },
  lists: {
    addresses: { call: address.list, columns: addressColumns, naming: addressNaming },
  },
  bulk: {
    'address.delete': {
      title: '删除',
      list: address.list,
      call: address.del,
      idField: 'addressId',
      inputField: 'addressId',
      allowed: 'delete',
    },
  },
  topics: ['address'],
  dictionaries: {
    addressKind: optionsOf(ADDRESS_KIND_LABELS),
  },
})
