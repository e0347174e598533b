import { expect, type Page } from '@playwright/test'

/** What a page did that it must not do, as sentences; empty when all is well. */
export interface Watch {
  readonly faults: readonly string[]
  /** Says that the network is about to fail on purpose: lost requests are no faults until `isOver`. */
  expectLostNetwork(): () => void
  /** Says that the server is about to fail on purpose: broken answers are no faults from now on. */
  expectBrokenAnswers(): void
}

/** Watches a page for errors, failed requests, server errors and breaches of its security policy. */
export async function watch(page: Page): Promise<Watch> {
  const faults: string[] = []
  let isLostExpected = false
  let isBrokenExpected = false
  await page.exposeBinding('reportBreach', (_source, breach: string) => {
    faults.push(`security policy: ${breach}`)
  })
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) =>
      globalThis.reportBreach(event.violatedDirective + ' ' + event.blockedURI))`,
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (isLostExpected && message.text().includes('net::ERR_')) return
    if (isBrokenExpected && message.text().includes('status of 5')) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // a page that is left takes its questions back
    if (reason === 'net::ERR_ABORTED' || isLostExpected) return
    faults.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !isBrokenExpected) {
      faults.push(`answer: ${response.status()} ${response.url()} to ${response.request().postData() ?? ''}`)
    }
  })
  return {
    faults,
    expectLostNetwork: () => {
      isLostExpected = true
      return () => {
        isLostExpected = false
      }
    },
    expectBrokenAnswers: () => {
      isBrokenExpected = true
    },
  }
}

/** Fails the journey when the page did anything it must not do. */
export function expectNoFaults(watched: Watch): void {
  expect(watched.faults).toEqual([])
}
