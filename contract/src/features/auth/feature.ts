import { closed, defineFeature } from '../../feature.ts'
import { auth } from './calls.ts'
import { extSession } from './session.ts'

export const authFeature = defineFeature({
  groups: {
    auth: { title: '登录', calls: auth, keys: closed('登录和本人账号只供人使用') },
    extSession: { title: '登录设备', calls: extSession, keys: closed('登录和本人账号只供人使用') },
  },
  beyond: [
    { calls: [extSession.list, extSession.end, extSession.endOthers], why: "登录设备: one's own sessions" },
    {
      calls: [extSession.switchMerchant],
      why: 'one phone number, two merchants: from one to the other without signing in anew',
    },
    {
      calls: [extSession.sendProofCode, extSession.prove],
      why: 'a person proves who they are before owners and powers change',
    },
    { calls: [extSession.sendPhoneCode, extSession.changePhone], why: '更换手机号' },
  ],
})
