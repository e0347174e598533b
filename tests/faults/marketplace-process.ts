import type { Market } from '@huanji/server/demo/trade/market'
import { marketOverHttp } from '../support/market-over-http.ts'
import { ownPort } from '../support/ports.ts'
import { type RunningProcess, startProgram } from './server-process.ts'

/** A sandbox marketplace in a process of its own, driven through its control routes. */
export interface MarketplaceProcess {
  readonly url: string
  readonly appKey: string
  readonly appSecret: string
  readonly control: Market
  /** Buyers do nothing by themselves from here on. */
  quietBuyers(): Promise<void>
  /** The next calls of a path fail after they had their effect. */
  loseAnswers(path: string, times: number): Promise<void>
  readonly running: RunningProcess
}

const APP_KEY = 'faults-app'
const APP_SECRET = 'faults-app-secret'

/** Starts a sandbox that pushes to `pushUrl` and keeps its data in `dataFile`. */
export async function startMarketplace(dataFile: string, pushUrl: string): Promise<MarketplaceProcess> {
  const port = await ownPort()
  const url = `http://127.0.0.1:${port}`
  const running = startProgram('marketplace/src/sandbox/main.ts', {
    SANDBOX_APP_KEY: APP_KEY,
    SANDBOX_APP_SECRET: APP_SECRET,
    SANDBOX_PUSH_URL: pushUrl,
    SANDBOX_PORT: String(port),
    SANDBOX_DATA: dataFile,
    SANDBOX_CONTROL: '1',
  })
  const market = marketOverHttp((action, body) => control(url, action, body))
  await untilAnswering(async () => market.nowMs(), running)
  return {
    url,
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    running,
    control: market,
    quietBuyers: async () => {
      await market.setBehaviour({ bid: false, shop: false, defaultShare: 0, refundShare: 0 })
    },
    loseAnswers: async (path, times) => {
      await market.failNext({ kind: 'reset', path, afterEffect: true, times })
    },
  }
}

async function control(url: string, action: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/sandbox/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data?: unknown }
  if (code !== 0) throw new Error(`the sandbox refused ${action}: ${code} ${msg}`)
  return data
}

async function untilAnswering(ask: () => Promise<unknown>, running: RunningProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask()
      return
    } catch (error) {
      if (tries === 400)
        throw new Error(`the sandbox does not answer; it wrote:\n${running.output()}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
