import type { Session } from '../../session/session.ts'
import type { MerchantChoice } from './choose-merchant.tsx'

/** What a sign-in answers: a session, or a ticket with the merchants to choose from. */
export type SignedIn = Session | MerchantChoice

/** What both forms that sign in share with the page. */
export interface SignInFormProps {
  phone: string
  setPhone: (phone: string) => void
  keep: boolean
  setKeep: (keep: boolean) => void
  onSignedIn: (answer: SignedIn) => Promise<void>
}
