import { api } from '../../api/client.ts'
import { toast } from '../../components/toast/toast.ts'

/** Leaves for another site; apart, so that a test can stay. */
export const leaveFor = { address: (url: string): void => location.assign(url) }

/**
 * Leads to the marketplace's own page, on which the owner of a shop consents; it leads back to the page
 * that takes its answer (`shopConsent`). A refusal is shown like any other.
 * @param shopAccountId the shop to authorise anew; a new one when left out
 */
export async function goToConsent(shopAccountId?: string): Promise<void> {
  const origin = location.origin
  const answer = await api.shop.bind({
    step: 'begin',
    origin,
    ...(shopAccountId === undefined ? {} : { shopAccountId }),
  })
  if (!('consentUrl' in answer) || !/^https?:\/\//.test(answer.consentUrl)) {
    toast('error', '闲鱼授权页地址不正确，请联系客服')
    throw new Error('the consent page has no address of the web')
  }
  leaveFor.address(answer.consentUrl)
}
