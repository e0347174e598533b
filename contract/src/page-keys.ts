import type { Declared } from './features/index.ts'

export type PageKey = keyof Declared<'pages'> & string
