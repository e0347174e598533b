import type { Session } from '../../session/session.ts'
import type { MerchantChoice } from './choose-merchant.tsx'

/** What a sign-in answers: a session, or a ticket with the merchants to choose from. */
export type SignedIn = Session | MerchantChoice

/** The id of the form that is shown, by which the phone's box above it belongs to it. */
export const SIGN_IN_FORM = 'sign-in'

/** What both forms that sign in share with the page. */
export interface SignInFormProps {
  phone: string
  keep: boolean
  setKeep: (keep: boolean) => void
  isAgreed: boolean
  setAgreed: (isAgreed: boolean) => void
  onSignedIn: (answer: SignedIn) => Promise<void>
}
