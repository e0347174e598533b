import { SEED } from './fixtures/drawn.ts'
import { control } from './fixtures/marketplace.ts'
import { runProduct } from './running-product.ts'

const DEMO_PHONES = 27
/** No journey is about how long the market looks at goods: it is given the time to answer before it does so. */
const REVIEW_WITHIN_MS = 500

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/**
 * Starts the whole product as a newcomer's `npm start` would, on its own folder and ports, for the journeys to use.
 * While journeys are written, JOURNEY_URL and JOURNEY_SANDBOX_URL may name a product that runs already;
 * JOURNEY_PHONES_FROM then keeps newcomers' phones apart from those of the runs before.
 */
export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.JOURNEY_URL && process.env.JOURNEY_SANDBOX_URL) {
    // the codes of the runs before are taken there
    process.env.TEST_SEED ??= String(Date.now() % 1_000_000)
    process.stdout.write(`drawn from TEST_SEED=${process.env.TEST_SEED}\n`)
    return undefined
  }
  process.stdout.write(`drawn from TEST_SEED=${SEED}\n`)
  const product = await runProduct('server/src/main.ts', DEMO_PHONES)
  if (!(await answers(`${product.opsUrl}/ready`))) throw new Error(`the product is not ready:\n${product.output()}`)
  Object.assign(process.env, product.addresses)
  await control('setBehaviour', { reviewWithinMs: REVIEW_WITHIN_MS })
  return product.stop
}
