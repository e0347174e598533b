import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** What a span stands for: a call that came in, something asked of another system, or a piece of our own work. */
export type SpanOf = 'call' | 'outside' | 'work'

const KINDS: Readonly<Record<SpanOf, SpanKind>> = {
  call: SpanKind.SERVER,
  outside: SpanKind.CLIENT,
  work: SpanKind.INTERNAL,
}

const tracer = trace.getTracer('huanji')

/**
 * Does `work` in a span of the trace at hand, or of a new one; without tracing (`HUANJI_TRACES_URL`) it only does the work.
 * A failure marks the span with the name of the error: its message may hold what a person typed.
 * @param attributes what the span says of itself, after OpenTelemetry's conventions; nothing that belongs to a person
 */
export function traced<T>(name: string, of: SpanOf, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind: KINDS[of], attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** The trace at hand, as 32 hexadecimal digits; undefined without tracing. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId
