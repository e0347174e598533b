import { runServer } from './run-server.ts'

/** The gateway of `npm run dev`: the development server at DEV_ADDRESS serves the web client and hands the calls on. */
await runServer({ webAt: process.env.DEV_ADDRESS ?? null })
