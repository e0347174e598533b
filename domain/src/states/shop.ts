import { defineStates } from './transition.ts'

/** The authorisation of one shop account to be run from here. */
export const SHOP_STATES = defineStates({
  name: 'shop authorisation',
  initial: 'awaiting',
  states: [
    { code: 'awaiting', label: '待授权' },
    { code: 'authorised', label: '已授权' },
    { code: 'expired', label: '授权已过期' },
    { code: 'revoked', label: '授权已取消' },
    { code: 'unbound', label: '已解绑', final: true },
  ],
  moves: [
    { from: ['awaiting', 'expired', 'revoked'], action: 'authorise', to: 'authorised', label: '授权', who: 'owner' },
    { from: ['authorised'], action: 'renew', to: 'authorised', label: '续期', who: 'system' },
    { from: ['authorised'], action: 'expire', to: 'expired', label: '授权到期', who: 'system' },
    { from: ['authorised'], action: 'revoke', to: 'revoked', label: '平台取消授权', who: 'marketplace' },
    {
      from: ['awaiting', 'authorised', 'expired', 'revoked'],
      action: 'unbind',
      to: 'unbound',
      label: '解绑',
      who: 'owner',
    },
  ],
})

export type ShopState = (typeof SHOP_STATES)['states'][number]['code']
export type ShopAction = (typeof SHOP_STATES)['moves'][number]['action']
