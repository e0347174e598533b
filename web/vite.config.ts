import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootPlugin } from './build/boot-plugin.ts'
import { wirePlugin } from './build/wire-plugin.ts'

/** Where the gateway listens while the client is developed. */
const GATEWAY = process.env.HUANJI_GATEWAY ?? 'http://127.0.0.1:3000'

/** What the sign-in page needs as well; it goes into the entry. */
const ENTRY =
  /web\/src\/(shell\/wordmark|components\/(button|icon|toast|field\/field|overlay\/overlay-host))/
const DESK =
  /(node_modules\/@tanstack\/|web\/src\/(shell|components|api\/queries)|domain\/src\/(money|time)\.ts)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), wirePlugin(), bootPlugin()],
  server: {
    proxy: { '/api': GATEWAY, '/api_auth': GATEWAY, '/admin': GATEWAY, '/xySaasDetect': GATEWAY, '/report': GATEWAY },
  },
  build: {
    target: 'es2022',
    // A data: URI would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few chunks on purpose: what every page needs, what every signed-in page needs, and the heavy things apart.
        codeSplitting: {
          // A group takes what it names only: with its imports it would take what the sign-in page needs too.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 30 },
            { name: 'antd', test: /node_modules\/(antd|@ant-design|@rc-component|dayjs)\//, priority: 20 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 20 },
            { name: 'form', test: /(node_modules\/react-hook-form\/|web\/src\/components\/form\/)/, priority: 20 },
            { name: 'desk', test: (id: string) => DESK.test(id) && !ENTRY.test(id), priority: 10 },
          ],
        },
      },
    },
  },
})
