import type { Random } from '../../../kit/algorithms/random.ts'
import type { Log } from '../../../kit/base/log.ts'
import { clip } from '../../../kit/base/sentence.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { looksLikeAddress } from '../../../kit/params/index.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { KeyedRoute, Route } from '../routes/route.ts'
import { operationOf, type Visit } from './visit.ts'

/** Calls that fail by our fault have up to so many lines in each second, whatever the share of the others. */
const FAILED_LINES_A_SECOND = 100

/** When more comes than can be answered, every call is slow: lines of all of them would make it slower. */
const SLOW_LINES_A_SECOND = 10

const SECOND_MS = 1000

/** How long a call took, in milliseconds. */
interface Took {
  /** From when its request was read until its answer was written. */
  readonly ms: number
  /** The parts of it before its turn came, and in which a thread worked on it. */
  readonly queuedMs: number
  readonly workedMs: number
}

/**
 * The log lines of calls: a share of all of them, and those that took long. No line holds a key, an address or a name;
 * of a call about people it only tells which operation it was.
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

  tell(call: Call, visit: Visit, reply: Reply, took: Took): void {
    if (this.#isSlow(visit, took) && this.#hasRoomForSlow()) {
      const asked = askedOf(visit)
      const fields = fieldsOf(call, visit, reply, took)
      this.#log.info({ ...fields, ...(asked && { asked }) }, 'A slow call')
    } else if (this.#share > 0 && this.#isChosen(reply.status)) {
      this.#log.info(fieldsOf(call, visit, reply, took), 'A call')
    }
  }

  /** A call that had to wait for others says nothing of what is slow, nor does an operator who looks. */
  #isSlow({ isToldElsewhere, route }: Visit, { ms }: Took): boolean {
    return this.#slowMs > 0 && ms >= this.#slowMs && !isToldElsewhere && route?.kind !== 'operator'
  }

  #hasRoomForSlow(): boolean {
    if (this.#slowLines.haveRoom()) return true
    if (this.#slowLeftOut === 0) setTimeout(() => this.#tellLeftOut(), SECOND_MS).unref()
    this.#slowLeftOut += 1
    return false
  }

  #tellLeftOut(): void {
    this.#log.info({ calls: this.#slowLeftOut }, 'More slow calls, without lines of their own')
    this.#slowLeftOut = 0
  }

  #isChosen(status: number): boolean {
    if (status >= 500 && this.#failedLines.haveRoom()) return true
    return this.#share === 1 || this.#random.chance(this.#share)
  }
}

/** Bounds how many lines of a kind are written in each second. */
class LinesASecond {
  readonly #most: number
  #second = 0
  #lines = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Whether one more may be written now. */
  haveRoom(): boolean {
    const second = Math.floor(performance.now() / SECOND_MS)
    if (second !== this.#second) [this.#second, this.#lines] = [second, 0]
    this.#lines += 1
    return this.#lines <= this.#most
  }
}

/** The fields of every line. */
interface Fields {
  readonly requestId: string
  readonly keyId?: string
  readonly method: string
  readonly operation: string
  readonly status: number
  /** Why the call was refused. */
  readonly code?: string
  readonly gone?: true
  readonly credits: number
  /** From when the request was read until the answer was written. */
  readonly ms: number
  /** The parts of `ms` before the call's first slot, and in which a thread worked on the call. */
  readonly queuedMs: number
  readonly workedMs: number
  readonly bytes: number
  /** `made` for this call, `kept` from an earlier one, or `caller`: the caller had the answer. */
  readonly from: 'made' | 'kept' | 'caller'
  readonly encoding?: string
}

function fieldsOf(call: Call, { route, account, credits, isKept }: Visit, reply: Reply, took: Took): Fields {
  const { status, headers, code } = reply
  const { requestId, method } = call
  const encoding = headers['content-encoding']
  return {
    requestId,
    ...(account && { keyId: account.keyId }),
    method,
    operation: operationOf(route),
    status,
    ...(code !== undefined && { code }),
    ...(call.gone && { gone: true }),
    credits,
    ms: rounded(took.ms),
    queuedMs: rounded(took.queuedMs),
    workedMs: rounded(took.workedMs),
    bytes: method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0),
    ...(encoding !== undefined && { encoding }),
    from: status === 304 ? 'caller' : isKept ? 'kept' : 'made',
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

type Asked = Readonly<Record<string, string>>

/** The arguments of a call, by the names on the wire; undefined where it is about people, or was not read. */
function askedOf({ route, texts }: Visit): Asked | undefined {
  if (route === undefined || texts === undefined || !isKeyed(route) || isAboutPeople(route)) return undefined
  const asked: Record<string, string> = {}
  for (const [name, { declaredAs = name, personal, unlogged }] of Object.entries(route.parameters)) {
    const text = texts.get(declaredAs)
    if (text !== undefined) asked[name] = personal || unlogged || namesHome(text) ? lengthOf(text) : clip(text)
  }
  return asked
}

function isKeyed(route: Route): route is KeyedRoute {
  return route.kind === 'keyed'
}

function isAboutPeople({ skip, subject }: KeyedRoute): boolean {
  return skip || subject !== undefined
}

/** Even an id is no id where a caller put an address or a URL in its place. */
function namesHome(text: string): boolean {
  return looksLikeAddress(text) || text.includes('/')
}

function lengthOf(text: string): string {
  return `(${text.length} characters)`
}
