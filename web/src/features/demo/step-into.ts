import { PAGES } from '@huanji/contract/pages'
import { restartAt } from '../../session/restart.ts'
import { clearSession, isSignedIn, type Session, storeSession } from '../../session/session.ts'
import { type DemoAccount, demoApi } from './demo-api.ts'

async function sessionOf({ phone, merchantName }: DemoAccount, password: string): Promise<Session> {
  const answer = await demoApi.auth.login({ phone, password, keep: false }, { handles: 'all' })
  if (!('ticket' in answer)) return answer
  const { ticket, candidates } = answer
  const chosen = candidates.find((one) => one.merchantName === merchantName) ?? candidates[0]
  if (!chosen) throw new Error('a ticket names nobody to choose from')
  return demoApi.auth.loginAffirm({ ticket, employeeId: chosen.employeeId }, { handles: 'all' })
}

/** Signs in as one of the demo's accounts, in the place of whoever is signed in. @throws ApiRefusal, as a sign-in does */
export async function stepInto(account: DemoAccount, password: string): Promise<void> {
  const session = await sessionOf(account, password)
  if (isSignedIn()) {
    await demoApi.auth.logout({}, { handles: 'all' }).catch(() => {})
    clearSession()
  }
  storeSession(session)
  await restartAt(PAGES.home.path)
}
