import fs from 'node:fs'
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
let known: ReadonlySet<string>
beforeAll(async () => {
  gateway = await startTestGateway()
  const text = await (await fetch(`${gateway.app.opsUrl}/metrics`)).text()
  known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
})
afterAll(() => gateway.close())

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

describe('the dashboard', () => {
  it('shows metrics that a process gives, and every one of ours', () => {
    const shown = new Set(dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
    expect([...shown].filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => name.startsWith('huanji_') && !shown.has(name))).toEqual([])
  })
})
