import type { Settings } from '../settings.ts'

/** The tracing of this process. */
export interface Tracing {
  /** Sends what is left and ends the tracing. */
  stop(): Promise<void>
}

/**
 * Sends the spans of this process to a collector over OTLP, a share of the traces as the settings say; null without
 * `HUANJI_TRACES_URL`. What makes and sends them is loaded only then.
 */
export async function startTracing({ traces, part }: Settings): Promise<Tracing | null> {
  if (traces === null) return null
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'huanji', 'huanji.part': part }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traces.percent / 100) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: traces.url }))],
  })
  provider.register()
  return { stop: () => provider.shutdown() }
}
