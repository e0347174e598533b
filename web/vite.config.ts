import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './build/boot-plugin.ts'
import { classNamesPlugin } from './build/class-names-plugin.ts'
import { columnsPlugin } from './build/columns-plugin.ts'
import { framePlugin, scopedName } from './build/frame-plugin.ts'
import { gatewayPlugin } from './build/gateway-plugin.ts'
import { wirePlugin } from './build/wire-plugin.ts'

/** What every visitor loads: starting up, and what the sign-in page shares with the rest. */
const BASE =
  /(web\/src\/(main|app\/|session\/|platform\/(clock|ids|idempotency-key)|components\/(field\/field-frame|button\/|icon\/icon\.|class-names|toast\/|overlay\/overlay-host)|shell\/wordmark)|domain\/src\/validation)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), wirePlugin(), columnsPlugin(), framePlugin(), bootPlugin(), classNamesPlugin(), gatewayPlugin()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    // A data: URI would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // Few chunks on purpose: what every page needs, what every signed-in page needs, and the heavy things apart.
        // A group takes along what its files import, unless a group of higher priority names it.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 50 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 40 },
            { name: 'base', test: BASE, priority: 30 },
            { name: 'form', test: /(node_modules\/react-hook-form\/|web\/src\/components\/form\/)/, priority: 10 },
            { name: 'trade', test: /(domain\/src|web\/src\/features)\//, minShareCount: 2, priority: 5 },
            {
              name: 'app',
              // Outside of what every page loads: the form engine, which would bring the schema library; the event stream,
              // which comes after the rows; the check of a code's kind, which would bring every carrier; the box of a
              // scanning place; what only pages of one thing show; and what a component loads when it is opened, which
              // stands in its folder `lazy`.
              test: /(node_modules\/@tanstack\/|web\/src\/(shell|api(?!\/live))\/|web\/src\/components\/(?!form\/|detail\/|actions\/action-bar|photo-viewer\/|[\w-]+\/lazy\/|scan\/(wrong-kind|scan-box|use-lone-keys)))/,
              priority: 20,
            },
          ],
        },
      },
    },
  },
})
