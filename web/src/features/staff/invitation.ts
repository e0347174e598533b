/** Who was added, and where: what the person must know to sign in. */
export interface Invitation {
  readonly merchantName: string
  readonly employeeName: string
  readonly phone: string
  /** Where this product is reached, without a slash at the end. */
  readonly siteUrl: string
}

/**
 * What to send to a new employee. Nobody sets a password for someone else, so the first sign-in is by a code
 * (R-RIGHTS-19).
 */
export function invitationText({ merchantName, employeeName, phone, siteUrl }: Invitation): string {
  return [
    `${employeeName}，您好！${merchantName}已为您开通账号。`,
    `网址：${siteUrl}/login`,
    `手机号：${phone}`,
    '登录步骤：',
    '1. 打开网址，选择“验证码登录”；',
    '2. 输入手机号，获取短信验证码并登录；',
    '3. 以后想用密码登录，可在登录页点“忘记密码”设置密码。',
  ].join('\n')
}
