import { readFileSync } from 'node:fs'

/**
 * `node server/start.mjs [main|jobs|catalogue|backup|restore|doctor|migrate] …`: the server, or one of its commands. It is plain
 * JavaScript, so that a Node that cannot read TypeScript says so in a sentence. The Node that is needed is the one that
 * package.json names.
 */
const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = Number.parseInt(devDependencies.node, 10)
if (Number.parseInt(process.version.slice(1), 10) < needed) {
  process.stderr.write(
    `焕机需要 Node ${needed} 或更新的版本，现在运行的是 ${process.version}：请用 npm start 启动（npm ci 会一并装好），或安装 Node ${needed}\n`,
  )
  process.exit(1)
}
const [name = 'main'] = process.argv.splice(2, 1)
await import(`./src/${name}.ts`)
