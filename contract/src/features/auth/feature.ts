import { closed, defineFeature } from '../../feature.ts'
import { auth } from './calls.ts'
import { ownSessions } from './session.ts'

export const authFeature = defineFeature({
  groups: {
    auth: { title: '登录', calls: auth, keys: closed('登录和本人账号只供人使用') },
    ownSessions: { title: '登录设备', calls: ownSessions, keys: closed('登录和本人账号只供人使用') },
  },
})
