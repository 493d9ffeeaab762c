import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Access, Account } from '../../src/access/access.ts'
import { openAccess, openKeyring } from '../../src/access/index.ts'
import { systemClock } from '../../src/base/clock.ts'
import { Fault } from '../../src/base/failure.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import { listen, Service } from '../../src/http/index.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { writePlans } from '../../test/access/write-plans.ts'
import { BENCH_PLAN } from '../metering.ts'
import { answerQuestions, processorTime } from '../pinned.ts'
import { benchLog, CARDS, WORDS } from '../search/setting.ts'

export interface MeteringServer {
  /** Answers its port, the key to call with, and the path of a home. */
  listen(order: { readonly dataDir: string; readonly isMetered: boolean }): Promise<Called>
  processorTime(): number
}

export interface Called {
  readonly port: number
  readonly key: string
  readonly path: string
}

const folder = mkdtempSync(join(tmpdir(), 'plat-bench-metering-'))
let close = async () => {}

answerQuestions({ listen: begin, processorTime } satisfies MeteringServer, async () => {
  await close()
  rmSync(folder, { recursive: true })
})

/** The service over a catalogue, with keys and credits in a folder of its own. */
async function begin({ dataDir, isMetered }: Parameters<MeteringServer['listen']>[0]): Promise<Called> {
  writePlans(folder, [BENCH_PLAN])
  const keyring = await openKeyring(folder, systemClock, randomBytes)
  const { key } = await keyring.create({ plan: BENCH_PLAN.name, label: '' })
  await keyring.close()
  const catalog = openCatalog(dataDir, benchLog, CARDS)
  const kept = await openAccess({ dataDir: folder, clock: systemClock, log: benchLog, demo: () => false })
  const account = await kept.admit(key, false)
  if (account instanceof Fault) throw account
  const service = new Service({
    operations: OPERATIONS,
    pictures: async () => undefined,
    log: benchLog,
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: WORDS.Portal },
  })
  const context = { catalog, clock: systemClock, log: benchLog, words: WORDS }
  const access = isMetered ? kept : unmetered(kept, account)
  service.open({ access, context, audit: { record: async () => {} } })
  const ports = { host: '127.0.0.1', portA: 0, portB: 0, portC: 0, hostA: '', hostB: '', hostC: '' }
  const listening = await listen(service, ports)
  close = async () => {
    await listening.close(0)
    await kept.close()
    catalog.close()
  }
  const [zpid = 0] = await catalog.near.homes({ latitude: 30.27, longitude: -97.74 }, 1)
  return { port: Number(new URL(listening.local).port), key, path: `/byzpid?zpid=${zpid}` }
}

/** Lets everybody in, without a look at the key, and counts nothing. */
function unmetered(access: Access, account: Account): Access {
  const { plan } = account
  const [admitted, settled, nothing] = [Promise.resolve(account), Promise.resolve(1), Promise.resolve()]
  const reserved = Promise.resolve({ account, operation: '', credits: 1, remaining: plan.credits - 1 })
  const rate = { remaining: plan.burst, resetS: 0 }
  return {
    admit: () => admitted,
    enter: () => rate,
    missesTooMany: () => undefined,
    miss() {},
    rate: () => rate,
    leave() {},
    reserve: () => reserved,
    settle: () => settled,
    release: () => nothing,
    remaining: async () => plan.credits,
    over: () => 0,
    usage: async () => [],
    usageSince: async () => [],
    close: () => access.close(),
  }
}
