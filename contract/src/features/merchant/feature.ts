import { closed, defineFeature, some } from '../../feature.ts'
import { merchant } from './calls.ts'
import { openingSteps } from './first-steps.ts'
import { merchantInfo } from './profile.ts'

export const merchantFeature = defineFeature({
  groups: {
    merchant: {
      title: '商家',
      calls: merchant,
      keys: some([merchant.dataDict, merchant.city], '登录和本人账号只供人使用'),
    },
    openingSteps: {
      title: '开店步骤',
      calls: openingSteps,
      keys: closed('只供本人在页面上使用'),
      beyond: 'the first ten minutes of a merchant, worked out of what is there',
    },
    merchantInfo: {
      title: '商家资料',
      calls: merchantInfo,
      keys: closed('员工和权限只由人管理'),
      beyond:
        "what a merchant is called stands on every buyer's report, and can be changed after signing up (商家资料, `/merchant/profile`)",
    },
  },
  pages: {
    merchantProfile: {
      path: '/merchant/profile',
      beyond: 'what the merchant is called, and what it takes on with it',
      title: '商家资料',
      group: 'merchant',
      posts: ['manager'],
      needs: [merchantInfo.rename],
      actions: [{ title: '修改商家名称', grant: merchantInfo.rename, posts: ['manager'] }],
    },
  },
  topics: ['badge', 'figure', 'start'],
})
