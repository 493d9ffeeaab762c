import { hash } from 'node:crypto'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { Service, type ServiceParts } from '../../src/doors/http/answering/service.ts'
import type { DataClocks } from '../../src/doors/http/routes/area-days.ts'
import type { Backend } from '../../src/doors/http/routes/backend.ts'
import type { Hooks } from '../../src/doors/http/routes/kept.ts'
import type { IdentityProvider, OperatorPages } from '../../src/doors/http/routes/operator-gate.ts'
import type {
  Access,
  Account,
  Balance,
  Debit,
  Entry,
  IdempotencyKey,
  Plan,
  Price,
  RateState,
  Usage,
} from '../../src/guard/access/access.ts'
import { fingerprint } from '../../src/guard/access/key-text.ts'
import type { Audit } from '../../src/guard/privacy/privacy.ts'
import type { Subscriptions } from '../../src/guard/subscriptions/index.ts'
import { listOf, object, text as saidText } from '../../src/kit/answers/index.ts'
import { type Clock, fixedClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { type Log, silentLog } from '../../src/kit/base/log.ts'
import { optional, personal, required, text, wholeNumber } from '../../src/kit/params/index.ts'
import { type Operation, operation } from '../../src/service/operations/operation.ts'

/** The key that the fake access of these tests accepts. */
export const TRIAL_KEY = 'plat_trial'

const PLAN: Plan = {
  name: 'trial',
  credits: 100,
  period: 'month',
  areas: ['A', 'B'],
  skip: false,
  requestsPerSecond: 10,
  burst: 20,
  callsInFlight: 5,
}

export class TrialAccess implements Access {
  readonly account: Account
  /** How debits ended, in order. */
  readonly events: string[] = []
  /** The idempotency keys of debits, in order. */
  readonly idempotencyKeys: (IdempotencyKey | undefined)[] = []
  rateFault: Fault | undefined
  missFault: Fault | undefined
  /** If defined, the key's id is refused with this fault. */
  idFault: Fault | undefined
  misses = 0
  #left: number
  #inFlight = 0

  constructor(plan: Partial<Plan> = {}) {
    const whole = { ...PLAN, ...plan }
    this.account = { keyId: 'k1', label: 'trial', plan: whole, periodStartMs: 0, periodEndMs: 86_400_000 }
    this.#left = whole.credits
  }

  get inFlight(): number {
    return this.#inFlight
  }

  async admit(key: string | undefined): Promise<Account | Fault> {
    if (key === undefined) return new Fault('key.missing')
    return key === TRIAL_KEY ? this.account : new Fault('key.unknown')
  }

  async admitId(keyId: string): Promise<Account | Fault> {
    return (
      this.idFault ??
      ([this.account.keyId, fingerprint(TRIAL_KEY)].includes(keyId) ? this.account : new Fault('key.unknown'))
    )
  }

  async enter(account: Account, price?: Price): Promise<Entry | Fault> {
    if (this.rateFault !== undefined) return this.rateFault
    const debit = price && (await this.debit(account, price))
    if (debit instanceof Fault) return debit
    this.#inFlight += 1
    return { rate: { remaining: 19, resetS: 0.1 }, ...(debit && { debit }) }
  }

  missesExceeded(): Fault | undefined {
    return this.missFault
  }

  async miss(): Promise<undefined> {
    this.misses += 1
  }

  async rate(): Promise<RateState> {
    return { remaining: 20, resetS: 0 }
  }

  leave(): void {
    this.#inFlight -= 1
  }

  async debit(account: Account, { operation: name, credits, idempotencyKey }: Price): Promise<Debit | Fault> {
    this.idempotencyKeys.push(idempotencyKey)
    if (credits > this.#left) return new Fault('credits.exhausted')
    this.#left -= credits
    return { account, operation: name, credits, balance: await this.balance() }
  }

  async settle({ operation: name, credits: debited }: Debit, credits = debited) {
    this.#left += debited - credits
    this.events.push(`settled ${name} ${credits}`)
    return { credits, balance: await this.balance() }
  }

  async refund({ operation: name, credits }: Debit): Promise<void> {
    this.#left += credits
    this.events.push(`refunded ${name} ${credits}`)
  }

  async balance(): Promise<Balance> {
    return { remaining: this.#left, over: 0 }
  }

  async usage(): Promise<readonly Usage[]> {
    return [{ day: '1970-01-01', operation: '/echo', calls: 2, credits: 2 }]
  }

  async usageSince(_account: Account, day: string): Promise<readonly Usage[]> {
    return [{ day, operation: '/echo', calls: 5, credits: 5 }]
  }

  async close(): Promise<void> {}
}

/** An operation that returns its arguments as many times as requested. */
export const echo = operation({
  path: '/pro/Echo',
  summary: 'Says it again.',
  group: 'Trial',
  parameters: {
    say: required(text(12_000, 'hello'), 'What to say.'),
    times: optional(wholeNumber(1, 5000), 'How often.'),
  },
  answer: object({ said: listOf(saidText()) }),
  run: async ({ say, times = 1 }) => ({ said: Array.from({ length: times }, () => say) }),
})

/** An operation that fails in the way that `how` names. */
const candidate = (zpid: number) => ({ zpid, address: `${zpid} Elm St`, why: `unit ${zpid}` })

export const fail = operation({
  path: '/fail',
  summary: 'Fails.',
  group: 'Trial',
  credits: 6,
  parameters: { how: required(text(20, 'miss'), 'In which way.') },
  answer: object({}),
  run: async ({ how }) => {
    if (how === 'miss') throw new Fault('home.unknown', 'No such home.', { container: { propertyDetails: {} } })
    if (how === 'damage') throw new Fault('catalogue.damaged', undefined, { retryAfterS: 60 })
    if (how === 'many') throw new Fault('address.ambiguous', 'Two fit.', { candidates: [candidate(1), candidate(2)] })
    throw new TypeError('the secret cause')
  },
})

export const trace = operation({
  path: '/skip/trace',
  summary: 'Needs a plan that opens it.',
  group: 'Trial',
  credits: 6,
  skip: true,
  parameters: { whom: personal(optional(wholeNumber(1, 9), 'Who.')) },
  subject: ({ whom }) => `number ${whom ?? 'none'}`,
  answer: object({}),
  run: async () => ({}),
})

export const faraway = operation({
  area: 'C',
  path: '/faraway',
  summary: 'Stands in area C.',
  group: 'Trial',
  parameters: {},
  answer: object({}),
  run: async () => ({}),
})

export const TRIAL_OPERATIONS: readonly Operation[] = [echo, fail, trace, faraway]

/** Writes entries to a list, or refuses them. */
export class TrialAudit implements Audit {
  readonly entries: string[] = []
  broken = false
  /** Whether each entry must wait for another process. */
  waits = false

  async record({ keyId, operation: path, subject }: Parameters<Audit['record']>[0]): Promise<boolean> {
    if (this.broken) throw new Error('the disk is full')
    this.entries.push(`${keyId} ${path} ${subject}`)
    return this.waits
  }
}

class TrialSubscriptions implements Pick<Subscriptions, 'useCode'> {
  readonly #used = new Set<string>()

  async useCode(code: string): Promise<boolean> {
    return this.#used.size < this.#used.add(code).size
  }
}

const NO_HOOKS: Hooks = {
  refusalOf: async () => undefined,
  test: async () => ({ isTaken: false, sentence: '' }),
}

export interface Trial {
  readonly service: Service
  readonly access: TrialAccess
  readonly audit: TrialAudit
  /** Messages of errors that were logged. */
  readonly errors: string[]
}

type TrialParts = Partial<ServiceParts> & {
  plan?: Partial<Plan>
  context?: Context
  kept?: Backend['kept']
  operators?: OperatorPages
  identity?: IdentityProvider
  damage?: string
  clock?: Clock
  dataClocks?: DataClocks
  version?: () => string
}

function sealed(content: string): string {
  return hash('sha256', `secret ${content}`, 'base64url')
}

/** Subscriptions in which only authorization codes work. */
export function trialKept(): Backend['kept'] {
  return { subscriptions: new TrialSubscriptions() as Partial<Subscriptions> as Subscriptions, hooks: NO_HOOKS }
}

/** Makes a service. `damage`: what its catalog reports about damage. */
export function trial(parts: TrialParts = {}): Trial {
  const access = new TrialAccess(parts.plan)
  const audit = new TrialAudit()
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) }
  const words = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
  // the operations above use only the catalog's version and signatures
  const { version = () => 'v1', clock = fixedClock(0), dataClocks, operators, identity } = parts
  const about = () => ({ dataVersion: version(), damage: parts.damage, sample: false, counts: { home: 0 } })
  const catalog = { about, version, seal: sealed } as Catalog
  const { context = { catalog, clock, log, words } } = parts
  const { kept = trialKept() } = parts
  const service = new Service({
    operations: TRIAL_OPERATIONS,
    pictures: async (path) =>
      path === '/media/Home-1.svg' ? { contentType: 'image/svg+xml', body: '<svg/>' } : undefined,
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' },
    log,
    backend: {
      access,
      audit,
      context,
      kept,
      ...(dataClocks && { dataClocks }),
      ...(operators && { operators }),
      ...(identity && { identity }),
    },
    ...parts,
  })
  return { service, access, audit, errors }
}
