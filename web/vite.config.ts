import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './build/boot-plugin.ts'
import { classNamesPlugin } from './build/class-names-plugin.ts'
import { columnsPlugin } from './build/columns-plugin.ts'
import { framePlugin } from './build/frame-plugin.ts'
import { gatewayPlugin } from './build/gateway-plugin.ts'
import { readingsPlugin } from './build/readings-plugin.ts'
import { referencePlugin } from './build/reference-plugin.ts'
import { scopedName } from './build/scoped-name.ts'
import { tablesPlugin } from './build/tables-plugin.ts'
import { wirePlugin } from './build/wire-plugin.ts'

/** What every visitor loads: starting up, and what the sign-in page shares with the rest. */
const BASE =
  /(web\/src\/(main|app\/(?!page-loads)|session\/|platform\/(clock|ids)|api\/(menu|idempotency-key)|features\/demo\/demo-corner|components\/(late\/|parked\/|wordmark\/|field\/field-frame|button\/|icon\/icon\.|class-names|toast\/|overlay\/overlay-host))|domain\/src\/validation)/

/** Parts of the shell and of the lists, and the shared components. */
const APP = /(node_modules\/@tanstack\/|web\/src\/(shell|api|components)\/)/

/** Of these, what no list shows before it is used. */
const NOT_AT_ONCE = new RegExp(
  [
    // the form engine, which would bring the schema library
    'components/form/',
    'components/(money/equation|empty/id-missing|shortcuts/(main-key-hint|use-main-key))',
    // the event stream, which comes after the rows
    'api/live',
    // the check of a code's kind, which would bring every carrier, and what only scanning places have
    'components/scan/(wrong-kind|scan-box|use-quiet-keys|code-field/)',
    // what only pages of one thing or of one kind show
    'components/(detail|photo-viewer|qr|region|countdown|segments|print|choice|barcode|remark|note|table|figures|sub-line)/',
    // what is typed in forms and sheets of prices
    'components/field/money-input',
    '/uqr/',
    'components/(actions/action-bar|list/neighbours|listbox/(listbox|use-combobox))',
    '@tanstack/.*(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)',
    // what is opened
    'shell/(palette/|switch-merchant|merchants)',
    'components/(confirm|overlay/dialog|shortcuts/shortcut-help)',
    // what a component loads later
    'components/[\\w-]+/lazy/',
  ].join('|'),
)

/** What the sign-in shows at once; what its other ways are of is loaded when they are chosen. */
const SIGN_IN =
  /features\/login\/(login-page|password-form|agreement-tick|captcha-field|form-note|form-parts|is-filled|keep-tick|other-way|phone-field|reset-ways|submit-button|typed-field|use-attempt|use-captcha)\./

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
            { name: 'base', test: BASE, priority: 30 },
            { name: 'login', test: SIGN_IN, priority: 25 },
            {
              name: 'app',
              // What the shell and every list need at once, and nothing that only other pages show or that is opened.
              test: (id) => APP.test(id) && !NOT_AT_ONCE.test(id),
              priority: 20,
            },
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
