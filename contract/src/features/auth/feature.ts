import { closed, defineFeature } from '../../feature.ts'
import { auth } from './calls.ts'
import { extSession } from './session.ts'

export const authFeature = defineFeature({
  groups: {
    auth: { title: '登录', calls: auth, keys: closed('登录和本人账号只供人使用') },
    extSession: { title: '登录设备', calls: extSession, keys: closed('登录和本人账号只供人使用') },
  },
})
