import {
  type Context,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { SkillResponse, TraceContext } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'

// Without an SDK in the process all of this does next to nothing, and a trace of the caller is passed on as it came.
const tracer = trace.getTracer('@skillwright/hub')

/** The span of a call over HTTP; `trace` is what its run belongs to. */
export interface CallSpan {
  readonly trace: TraceContext | undefined
  end(status: number): void
}

/** Begins the span of a call of a skill, in the trace of its caller. */
export function startCallSpan(skill: string, caller: TraceContext | undefined): CallSpan {
  const attributes = { 'skillwright.skill': skill }
  const span = tracer.startSpan(`invoke ${skill}`, { kind: SpanKind.SERVER, attributes }, contextOf(caller))
  return {
    trace: traceOf(span),
    end(status) {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The span of a run; `trace` is what the skill belongs to. */
export interface RunSpan {
  readonly trace: TraceContext | undefined
  /** Does something inside of it. */
  within<T>(work: () => T): T
  stage(name: string): void
  end(response: SkillResponse): void
}

/** Begins the span of a run, in the trace that it was accepted with; one that waited in the queue gets a span for that. */
export function startRunSpan(run: Run, { wasQueued }: { readonly wasQueued: boolean }): RunSpan {
  const parent = contextOf(run.trace)
  const attributes = {
    'skillwright.skill': run.skill,
    'skillwright.run_id': run.id,
    'skillwright.via': run.via,
    'skillwright.attempt': run.attempt,
    ...(run.version === undefined ? {} : { 'skillwright.version': run.version }),
    ...(run.request.action === undefined ? {} : { 'skillwright.action': run.request.action }),
  }
  if (wasQueued) {
    const since = Math.max(run.createdAt, run.dueAt ?? 0)
    tracer.startSpan('queue', { attributes, startTime: since }, parent).end(run.startedAt)
  }
  const span = tracer.startSpan(`run ${run.skill}`, { attributes }, parent)
  return {
    trace: traceOf(span),
    within: (work) => context.with(trace.setSpan(parent, span), work),
    stage: (name) => void span.addEvent(name),
    end({ status, errors }) {
      const code = errors?.[0]?.code
      if (code !== undefined) span.setAttribute('error.type', code)
      if (status === 'failed') span.setStatus({ code: SpanStatusCode.ERROR, ...(code && { message: code }) })
      span.end()
    },
  }
}

function contextOf(caller: TraceContext | undefined): Context {
  if (caller === undefined) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = '00'] = caller.traceparent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(caller.tracestate === undefined ? {} : { traceState: createTraceState(caller.tracestate) }),
  })
}

function traceOf(span: Span): TraceContext | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  if (!isSpanContextValid({ traceId, spanId, traceFlags })) return undefined
  const state = traceState?.serialize()
  return {
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`,
    ...(state ? { tracestate: state } : {}),
  }
}
