/** Scenes that a provider has a template for, each its own. */
export const TEMPLATE_SCENES = ['login', 'signUp', 'resetPassword', 'updatePassword'] as const

/** Scenes that came later: without a template of their own they are sent by that of `updatePassword`. */
export const LATER_SCENES = ['confirmSelf', 'changePhone'] as const

/** What a code is sent for; a code of one scene is worth nothing in another. */
export const SMS_SCENES = [...TEMPLATE_SCENES, ...LATER_SCENES] as const

export type SmsScene = (typeof SMS_SCENES)[number]

/** What a message is sent for: a code, or what somebody asked to be told of. */
export type SmsPurpose = SmsScene | 'notice'
