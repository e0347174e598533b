import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './build/boot-plugin.ts'
import { classNamesPlugin } from './build/class-names-plugin.ts'
import { columnsPlugin } from './build/columns-plugin.ts'
import { firstLoadGroups } from './build/first-load.ts'
import { framePlugin } from './build/frame-plugin.ts'
import { gatewayPlugin } from './build/gateway-plugin.ts'
import { readingsPlugin } from './build/readings-plugin.ts'
import { referencePlugin } from './build/reference-plugin.ts'
import { scopedName } from './build/scoped-name.ts'
import { tablesPlugin } from './build/tables-plugin.ts'
import { wirePlugin } from './build/wire-plugin.ts'

/** A chunk that is shared is named after all that share it; its first word says enough. */
const firstWord = (name = 'asset') => name.split(/[~.]/)[0]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    wirePlugin(),
    readingsPlugin(),
    columnsPlugin(),
    tablesPlugin(),
    referencePlugin(),
    framePlugin(),
    bootPlugin(),
    classNamesPlugin(),
    gatewayPlugin(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    // A data: URI would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        chunkFileNames: ({ name }) => `assets/${firstWord(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${firstWord(names[0])}-[hash][extname]`,
        // What every page needs, what every signed-in page needs, and of the rest no page loads what it does not need:
        // tests/journeys/first-visit.spec.ts weighs them. A group takes along what its files import, unless a group of
        // higher priority names it.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 50 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 40 },
            ...firstLoadGroups(),
            {
              name: 'shared',
              // What several pages or opened parts share, together where the same ones need it.
              test: /(node_modules|domain\/src|contract\/src|web\/src\/(features|components|platform))\//,
              minShareCount: 2,
              priority: 5,
              entriesAware: true,
              entriesAwareMergeThreshold: 400,
            },
          ],
        },
      },
    },
  },
})
