import { createMarketplaceClient, type MarketplaceClient } from '@huanji/marketplace/client/client'
import type { Sandbox, SandboxControl } from '@huanji/marketplace/sandbox/options'
import { fetchFrom } from '@huanji/server/demo/in-process'
import { systemClock } from '@huanji/server/platform/clock'

const MARKETPLACE = 'http://marketplace.test'

interface Access {
  readonly appKey: string
  readonly appSecret: string
}

/** The line between the product and the marketplace of the present world. */
export interface Line {
  readonly url: string
  readonly client: MarketplaceClient
  /** Leads to this marketplace from now on; gives its control, by which the line knows when calls go wrong. */
  connect(sandbox: Sandbox): SandboxControl
}

/**
 * A line over HTTP while calls may go wrong, since that is where they break off, come late or twice; while none can, the
 * same calls are answered without the network.
 */
export function openLine(access: Access): Line {
  const to = { url: '', answer: fetch, isSound: false }
  const client = createMarketplaceClient({
    ...access,
    baseUrl: MARKETPLACE,
    fetch: (address, init) =>
      to.isSound ? to.answer(address, init) : fetch(String(address).replace(MARKETPLACE, to.url), init),
    now: () => systemClock.now().getTime(),
    // what goes wrong is to be met by the jobs, and not hidden by the client
    retry: { attempts: 1 },
    breaker: { failuresToOpen: 1_000_000 },
  })
  return {
    url: MARKETPLACE,
    client: {
      ...client,
      // long lists that never change, asked for with every publication
      listQmsBrands: remembered(client.listQmsBrands),
      listQmsModels: remembered(client.listQmsModels),
      listQmsReportItems: remembered(client.listQmsReportItems),
    },
    connect: (sandbox) => {
      Object.assign(to, { url: sandbox.url, answer: fetchFrom(sandbox), isSound: true })
      const { control } = sandbox
      return {
        ...control,
        setFaults: (faults) => {
          const { callFaultShare = 0, lateCallShare = 0, twiceCallShare = 0 } = faults
          to.isSound = callFaultShare + lateCallShare + twiceCallShare === 0
          control.setFaults(faults)
        },
        beAway: (outage) => {
          to.isSound = false
          return control.beAway(outage)
        },
      }
    },
  }
}

/** Asks once for each question that was answered. */
function remembered<Input, Output>(
  ask: (sellerId: number, input: Input) => Promise<Output>,
): (sellerId: number, input: Input) => Promise<Output> {
  const answers = new Map<string, Output>()
  return async (sellerId, input) => {
    const question = JSON.stringify(input)
    const answer = answers.get(question) ?? (await ask(sellerId, input))
    answers.set(question, answer)
    return answer
  }
}
