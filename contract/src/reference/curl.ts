import { IDEMPOTENCY_HEADER } from '../envelope.ts'

/** How a program makes a call, as a line for a shell. */
export function curlOf(origin: string, path: string, kind: 'read' | 'write', example: unknown): string {
  const lines = [
    `curl -X POST '${origin}${path}'`,
    `-H 'Authorization: Bearer hj_live_…'`,
    `-H 'Content-Type: application/json'`,
    ...(kind === 'write' ? [`-H '${IDEMPOTENCY_HEADER}: 每次操作一个新编号'`] : []),
    `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`,
  ]
  return lines.join(' \\\n  ')
}
