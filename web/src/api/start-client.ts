import wire from 'virtual:wire/start'
import { buildClient } from './build-client.ts'

/** The calls of signing in and starting up, for the code that every visitor loads; all others are in `client.ts`. */
export const startApi = buildClient<'auth' | 'merchant'>(wire)
