import type { Random } from '../../../kit/algorithms/random.ts'
import type { Log } from '../../../kit/base/log.ts'
import { clip } from '../../../kit/base/sentence.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { looksLikeAddress } from '../../../kit/params/index.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { operationOf, type RequestContext } from './request-context.ts'

/**
 * The maximum number of log lines per second for 5xx answers. Up to this number, every 5xx answer is logged, not only a
 * sample.
 */
const FAILED_LINES_A_SECOND = 100

/** The maximum number of log lines per second for slow calls. During an overload, all calls are slow. */
const SLOW_LINES_A_SECOND = 10

const SECOND_MS = 1000

/** How long a call took, in milliseconds. */
interface CallDuration {
  /** From reading the request to writing the answer. */
  readonly ms: number
  /** The time before the thread began to work on the call. `workedMs`: the time that the thread worked on it. */
  readonly queuedMs: number
  readonly workedMs: number
}

/**
 * Logs a sample of calls, and slow calls. Never logs keys, addresses or names. For a call about people, it logs only
 * the operation.
 */
export class CallLog {
  readonly #log: Log
  readonly #share: number
  readonly #slowMs: number
  readonly #random: Random
  readonly #failedLines = new LinesASecond(FAILED_LINES_A_SECOND)
  readonly #slowLines = new LinesASecond(SLOW_LINES_A_SECOND)
  #slowLeftOut = 0

  constructor(log: Log, { accessLog, slowMs }: Pick<Settings, 'accessLog' | 'slowMs'>, random: Random) {
    this.#log = log
    this.#share = accessLog
    this.#slowMs = slowMs
    this.#random = random
  }

  log(call: Call, requestContext: RequestContext, reply: Reply, took: CallDuration): void {
    if (this.#isSlow(requestContext, took) && this.#hasRoomForSlow()) {
      const asked = parametersOf(requestContext)
      const fields = fieldsOf(call, requestContext, reply, took)
      this.#log.info({ ...fields, ...(asked && { asked }) }, 'A slow call')
    } else if (this.#share > 0 && this.#isChosen(reply.status)) {
      this.#log.info(fieldsOf(call, requestContext, reply, took), 'A call')
    }
  }

  /** Whether to log a call as slow. Ignores operators' pages, and delays that another log line or metric reports. */
  #isSlow({ isReportedElsewhere, route }: RequestContext, { ms }: CallDuration): boolean {
    return this.#slowMs > 0 && ms >= this.#slowMs && !isReportedElsewhere && route?.kind !== 'operator'
  }

  #hasRoomForSlow(): boolean {
    if (this.#slowLines.haveRoom()) return true
    if (this.#slowLeftOut === 0) setTimeout(() => this.#tellLeftOut(), SECOND_MS).unref()
    this.#slowLeftOut += 1
    return false
  }

  #tellLeftOut(): void {
    this.#log.info({ calls: this.#slowLeftOut }, 'More slow calls, which were not logged')
    this.#slowLeftOut = 0
  }

  #isChosen(status: number): boolean {
    if (status >= 500 && this.#failedLines.haveRoom()) return true
    return this.#share === 1 || this.#random.chance(this.#share)
  }
}

/** Limits the number of log lines per second. */
class LinesASecond {
  readonly #most: number
  #second = 0
  #lines = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a line and returns true if the limit allows it. */
  haveRoom(): boolean {
    const second = Math.floor(performance.now() / SECOND_MS)
    if (second !== this.#second) [this.#second, this.#lines] = [second, 0]
    this.#lines += 1
    return this.#lines <= this.#most
  }
}

/** Returns the fields of a log line. */
function fieldsOf(call: Call, { route, account, credits, isKept }: RequestContext, reply: Reply, took: CallDuration) {
  const { status, headers, code } = reply
  const { requestId, method } = call
  const encoding = headers['content-encoding']
  return {
    requestId,
    ...(account && { keyId: account.keyId }),
    method,
    operation: operationOf(route),
    status,
    ...(code !== undefined && { code }), // only refusals have a code
    ...(call.gone && { gone: true }),
    credits,
    ms: rounded(took.ms),
    queuedMs: rounded(took.queuedMs),
    workedMs: rounded(took.workedMs),
    bytes: method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0),
    ...(encoding !== undefined && { encoding }),
    // `caller`: the client already had the answer (304); `kept`: it came from the cache; `made`: Plat made it
    from: status === 304 ? 'caller' : isKept ? 'kept' : 'made',
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

type LoggedParameters = Readonly<Record<string, string>>

/** Returns the parameters to log; undefined for calls about people, and if the parameters were not read. */
function parametersOf({ route, texts }: RequestContext): LoggedParameters | undefined {
  if (route?.kind !== 'keyed' || texts === undefined) return undefined
  if (route.skip || route.subject !== undefined) return undefined // the call is about people
  const parameters: Record<string, string> = {}
  for (const [name, { declaredAs = name, personal, unlogged }] of Object.entries(route.parameters)) {
    const text = texts.get(declaredAs)
    if (text !== undefined) parameters[name] = personal || unlogged || namesHome(text) ? lengthOf(text) : clip(text)
  }
  return parameters
}

/** Whether a parameter value may identify a home: an address or URL in place of an id. */
function namesHome(text: string): boolean {
  return looksLikeAddress(text) || text.includes('/')
}

function lengthOf(text: string): string {
  return `(${text.length} characters)`
}
