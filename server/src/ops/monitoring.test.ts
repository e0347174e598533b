import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')

const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            for: z.string().regex(/^\d+[smh]$/),
            labels: z.object({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.object({ summary: z.string().min(1), description: z.string().min(1), runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('deploy/monitoring/alerts.yaml')))
  .groups.flatMap((group) => group.rules)

const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('deploy/monitoring/dashboard.json')))

/** Names of metrics in an expression: every other word of the language is shorter or stands before a bracket. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(huanji|process|nodejs)_[a-z0-9_]+/g)?.map((name) => name.replace(/_(count|bucket|sum)$/, '')) ??
  []

let gateway: TestGateway
let worker: TestGateway
let known: ReadonlySet<string>
const metricsOf = async (one: TestGateway) => (await fetch(`${one.app.opsUrl}/metrics`)).text()
beforeAll(async () => {
  gateway = await startTestGateway({ settings: { part: 'gateway' } })
  worker = await startTestGateway({ settings: { part: 'worker' } })
  const text = await metricsOf(gateway)
  known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
})
afterAll(async () => {
  await gateway.close()
  await worker.close()
})

describe('the alerts', () => {
  it('name metrics that a process gives', () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr } of rules) {
      const named = metricsIn(expr)
      expect([alert, named.length > 0 || expr.startsWith('up{')]).toEqual([alert, true])
      for (const name of named) expect([alert, name, known.has(name)]).toEqual([alert, name, true])
    }
  })

  it('each have a paragraph that says what to do, and no paragraph is without one', () => {
    const page = read('docs/monitoring.md')
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, expr, for: time, labels, annotations } of rules) {
      expect(page).toContain(`\`${labels.severity}\` · `)
      expect(page).toContain(`\`${expr}\` for ${time}`)
      expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`)
    }
  })
})

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0

/** What a process gives, as series that stay as they are for half an hour. */
async function steadySeries(one: TestGateway, instance: string): Promise<string[]> {
  const lines = (await metricsOf(one)).split('\n').filter((line) => /^huanji_\w+(\{|\s)/.test(line))
  return [...lines, 'up 1'].map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    // the machine of a test may be short of space; how much is left is no part of this
    const steady = name === 'huanji_data_folder_free_bytes' ? '1e12' : value
    const own = [labels, 'job="huanji"', `instance="${instance}"`].filter(Boolean).join(', ')
    return `      - { series: '${name}{${own}}', values: '${steady}x120' }`
  })
}

describe('Prometheus', () => {
  it('defect: the gauge of a healthy worker said that it hears nobody, which raised an alert for ever', async () => {
    expect(await metricsOf(gateway)).toContain('huanji_changes_whole')
    expect(await metricsOf(worker)).not.toContain('huanji_changes_whole')
  })

  it('is told where Alertmanager is', () => {
    const { alerting } = parse(read('deploy/monitoring/prometheus.yaml'))
    expect(alerting.alertmanagers[0].static_configs[0].targets).toEqual(['alertmanager:9093'])
    expect(read('docs/monitoring.md')).toContain('`alertmanager:9093`')
  })

  it.runIf(hasPromtool)('takes the files, and raises nothing of a healthy gateway and worker', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-alerts-'))
    try {
      fs.cpSync(path.join(ROOT, 'deploy/monitoring'), folder, { recursive: true })
      const promtool = (...words: string[]) =>
        execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      promtool('check', 'config', 'prometheus.yaml')
      const series = [...(await steadySeries(gateway, 'gateway:8081')), ...(await steadySeries(worker, 'worker:8081'))]
      const expected = rules.map(({ alert }) => `      - { eval_time: 25m, alertname: ${alert}, exp_alerts: [] }`)
      const head = ['rule_files: [alerts.yaml]', 'evaluation_interval: 15s', 'tests:', '  - interval: 15s']
      const test = [...head, '    input_series:', ...series, '    alert_rule_test:', ...expected].join('\n')
      fs.writeFileSync(path.join(folder, 'healthy.test.yaml'), test)
      expect(promtool('test', 'rules', 'healthy.test.yaml')).toContain('SUCCESS')
      // the same with a gateway that hears nobody: the test can fail
      const deaf = test.replace(/(huanji_changes_whole\{[^}]*\}', values: ')1/, '$10')
      fs.writeFileSync(path.join(folder, 'deaf.test.yaml'), deaf)
      expect(() => promtool('test', 'rules', 'deaf.test.yaml')).toThrow()
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the dashboard', () => {
  it('shows metrics that a process gives, and every one of ours', () => {
    const shown = new Set(dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
    expect([...shown].filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => name.startsWith('huanji_') && !shown.has(name))).toEqual([])
  })
})
