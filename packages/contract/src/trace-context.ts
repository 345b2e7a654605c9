/** The trace that a call belongs to, as W3C Trace Context writes it. */
export interface TraceContext {
  /** `00-<trace id>-<parent id>-<flags>`. */
  readonly traceparent: string
  readonly tracestate?: string
}

const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/
const STATE = /^[\x20-\x7e]{1,512}$/

/** Reads the headers of a trace; undefined when there is none, or it is not what the standard says: such a one is started anew. */
export function readTraceContext(traceparent: unknown, tracestate?: unknown): TraceContext | undefined {
  const [whole, trace, parent, flags] = (typeof traceparent === 'string' && PARENT.exec(traceparent)) || []
  if (whole === undefined || whole.length > 200 || (whole.startsWith('00-') && whole.length !== 55)) return undefined
  const state = typeof tracestate === 'string' && STATE.test(tracestate) ? { tracestate } : {}
  // What a later version adds is not known here.
  return { traceparent: `00-${trace}-${parent}-${flags}`, ...state }
}
