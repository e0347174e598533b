import { defineFeature, some } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { shop, shopRepost } from './calls.ts'
import { SHOP_STATE_LABELS } from './labels.ts'
import { shopColumns } from './rows.ts'

export const shopFeature = defineFeature({
  groups: {
    shop: { title: '店铺', calls: shop, keys: some([shop.list, shop.options], '店铺授权和备注只由人管理') },
    shopRepost: {
      title: '自动重新上架',
      calls: shopRepost,
      keys: some([shopRepost.info], '会在以后自动执行，请在页面上设置'),
    },
  },
  pages: {
    shops: {
      path: '/store/account',
      title: '店铺账号',
      group: 'store',
      params: { takes: ['state'] },
      posts: ['manager', 'operator'],
      needs: [shop.list],
      actions: [
        { title: '查看店铺', grant: shop.list, posts: ['manager', 'operator'] },
        { title: '修改备注', grant: shop.remark, needs: [shop.list] },
        { title: '绑定、解绑', grant: shop.bind, needs: [shop.list], begins: ['绑定店铺'] },
        { title: '启用、停用店铺', grant: shop.business, needs: [shop.list] },
        { title: '重新上架设置', grant: shopRepost.save, needs: [shop.list] },
        { title: '删除店铺', grant: shop.del, needs: [shop.list] },
      ],
    },
    shopConsent: {
      path: '/authcode',
      title: '店铺授权',
      group: null,
      highlights: '/store/account',
      params: { takes: ['code', 'state', 'error'] },
    },
  },
  lists: {
    shops: { call: shop.list, columns: shopColumns },
  },
  topics: ['shop'],
  dictionaries: {
    shopState: optionsOf(SHOP_STATE_LABELS),
  },
})
