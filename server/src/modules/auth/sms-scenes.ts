/** What a code is sent for; a code of one scene is worth nothing in another. */
export const SMS_SCENES = ['login', 'signUp', 'resetPassword', 'updatePassword'] as const

export type SmsScene = (typeof SMS_SCENES)[number]

/** What a message is sent for: a code, or what somebody asked to be told of. */
export type SmsPurpose = SmsScene | 'notice'
