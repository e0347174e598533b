import { afterAll, beforeAll, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { runCampaign } from './campaign.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20_261_126)
/** Each part is killed once; `FAULT_KILLS=200` for the long form. */
const KILLS = Number(process.env.FAULT_KILLS ?? 4)
const TEST_TIMEOUT_MS = 3_600_000

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

test(
  `${KILLS} kills of gateways, worker and PostgreSQL lose nothing, double nothing, and all come back (seed ${SEED})`,
  () =>
    runCampaign(
      {
        url: postgres.url,
        parts: { PostgreSQL: () => postgres.restart('killed') },
        preparedTransactions: async () => 0,
      },
      { seed: SEED, kills: KILLS },
    ),
  TEST_TIMEOUT_MS,
)
