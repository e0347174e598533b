import { fewArenas } from './start/few-arenas.ts'

fewArenas()
const { runServer } = await import('./start/run-server.ts')
await runServer({ webAt: null })
