import './theme/tokens.css'
import './theme/base.css'
import { start } from './app/start.tsx'
import { followSystemTheme } from './theme/theme-choice.ts'

// The schema library would try whether code can be made from text, which the security policy reports as a breach.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
followSystemTheme()
void start()
