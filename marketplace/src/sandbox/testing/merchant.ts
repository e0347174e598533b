// The merchant of the sandbox's tests: one application, one shop.

export const APP = { appKey: '203413189371893', appSecret: 'a-secret-for-tests' } as const
export const SELLER_ID = 98_765
export const USER_NAME = 'tb100000001'
