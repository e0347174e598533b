import { createApp } from '@huanji/server/app'
import { openDatabase } from '@huanji/server/database/open'
import * as modules from '@huanji/server/modules'
import { SMS_SCENES } from '@huanji/server/modules/auth/sms-scenes'
import { systemClock } from '@huanji/server/platform/clock'
import { createLog } from '@huanji/server/platform/log'
import { readSettings } from '@huanji/server/settings'

/** A marketplace that nothing here reaches: only exports run while calls are measured. */
const NO_MARKETPLACE = { url: 'http://127.0.0.1:9', appKey: 'bench', appSecret: 'bench-secret' }

/** Nor is a message sent. */
const NO_PROVIDER = 'http://127.0.0.1:9'

/** The real gateway over one database, as production runs it: no check of its own answers, no limit on the rate. */
export async function openGateway(databaseUrl: string, dataFolder: string, usesQueue = false) {
  const settings = readSettings({
    HUANJI_MODE: 'production',
    HUANJI_SECRET: 'a secret that only measurements use',
    HUANJI_DATA: dataFolder,
    DATABASE_URL: databaseUrl,
    HUANJI_RATE_FACTOR: '0',
    // of which one merchant gets two fifths: as many as the bare server has
    HUANJI_POOL: '25',
    HUANJI_LOG_LEVEL: 'warn',
    HUANJI_SMS: 'aliyun',
    HUANJI_SMS_ENDPOINT: NO_PROVIDER,
    HUANJI_SMS_KEY_ID: 'bench',
    HUANJI_SMS_KEY_SECRET: 'bench-secret',
    HUANJI_SMS_SIGN: 'bench',
    HUANJI_SMS_TEMPLATES: SMS_SCENES.map((scene) => `${scene}=SMS_1`).join(','),
    HUANJI_MARKETPLACE_URL: NO_MARKETPLACE.url,
    HUANJI_MARKETPLACE_APP_KEY: NO_MARKETPLACE.appKey,
    HUANJI_MARKETPLACE_APP_SECRET: NO_MARKETPLACE.appSecret,
  })
  const log = createLog('warn')
  const open = await openDatabase({ ...settings, cursorKey: settings.secret, log })
  const app = await createApp({
    settings: { ...settings, host: '127.0.0.1', port: 0, opsPort: 0 },
    open,
    clock: systemClock,
    log,
    modules,
    marketplace: NO_MARKETPLACE,
    usesQueue,
  })
  await app.listen()
  return { app, open }
}

const { BENCH_DATABASE_URL, BENCH_DATA, BENCH_QUEUE } = process.env
if (BENCH_DATABASE_URL !== undefined && BENCH_DATA !== undefined) {
  const { app } = await openGateway(BENCH_DATABASE_URL, BENCH_DATA, BENCH_QUEUE === 'yes')
  process.stdout.write(`${JSON.stringify({ url: app.url })}\n`)
}
