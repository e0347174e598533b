import pg from 'pg'
import { afterAll, beforeAll, test } from 'vitest'
import { type Cluster, canStartCluster, copyOnCluster, nodesOf, startCluster } from '../support/citus.ts'
import { runCampaign } from './campaign.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20_261_126)
/** `FAULT_KILLS=200` for the long form. */
const KILLS = Number(process.env.FAULT_KILLS ?? 6)
const TEST_TIMEOUT_MS = 3_600_000

let cluster: Cluster
let url: string
beforeAll(async () => {
  if (!canStartCluster()) return
  cluster = await startCluster()
  url = await copyOnCluster(cluster.template, 'campaign')
})
afterAll(() => cluster?.stop())

/** Transactions over several nodes that none of them has ended yet. */
async function preparedTransactions(): Promise<number> {
  const counts = await Promise.all(
    nodesOf(url).map(async (connectionString) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      try {
        const { rows } = await client.query('select count(*)::int as count from pg_prepared_xacts')
        return rows[0].count as number
      } finally {
        await client.end()
      }
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

test.skipIf(!canStartCluster())(
  `${KILLS} kills of gateways, worker and nodes of a cluster lose nothing, double nothing, and all come back (seed ${SEED})`,
  () => {
    const parts = {
      coordinator: () => cluster.restart(0),
      'node 1': () => cluster.restart(1),
      'node 2': () => cluster.restart(2),
    }
    return runCampaign({ url, parts, preparedTransactions }, { seed: SEED, kills: KILLS })
  },
  TEST_TIMEOUT_MS,
)
