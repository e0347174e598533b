import { tuneAllocator } from './start/allocator.ts'

tuneAllocator()
const { runServer } = await import('./start/run-server.ts')
await runServer({ webAt: null })
