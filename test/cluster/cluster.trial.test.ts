import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf, systemClock } from '../../src/kit/base/clock.ts'
import { plat, type Served, scratch, serve } from '../e2e/program.ts'
import { SALES_HEADER, SALES_MAPPING } from '../ingest/trial.ts'
import { IS_LONG } from '../long-run.ts'
import { needs } from '../needs.ts'
import { Cluster, until } from './cluster.ts'
import { Load } from './load.ts'

const HOMES = 500
/** A day within the last weeks. */
const SOLD = dayOf(systemClock.now() - 30 * 86_400_000)
const OUTAGE_MS = 30_000
const FAILOVERS = 5

/** Longer than Patroni's `ttl`, so that a server that could not renew its lease would have lost it. */
const LONGER_THAN_LEASE_MS = 30_000

if (IS_LONG) {
  describe('a cluster as docs/cluster.md builds it', needs('cluster'), () => {
    const folder = scratch()
    const nodes: (Served | undefined)[] = []
    let cluster: Cluster
    let environment: Readonly<Record<string, string>>
    let key = ''
    let load: Load
    /** The number of homes that imports have confirmed. */
    let imported = 0
    /** The number of calls that were open when something was killed. */
    let inFlight = 0

    async function startNode(index: number): Promise<void> {
      nodes[index] = await serve(join(folder.path, `node-${index}`), environment)
    }

    /** Imports new homes. Repeats the import until it is confirmed, as an operator would. */
    async function importHomes(count: number): Promise<void> {
      const rows = Array.from({ length: count }, (_, row) => `${imported + row + 1},98103,${SOLD},${300_000 + row},3\n`)
      const path = join(folder.path, 'sales.csv')
      writeFileSync(path, SALES_HEADER + rows.join(''))
      await until(async () => {
        const { code } = await plat(['import', path, '--mapping', join(folder.path, 'sales.yaml')], environment)
        return code === 0
      }, 'the import ends well')
      imported += count
    }

    async function credits(): Promise<number> {
      const { stdout } = await plat(['keys', 'list', '--json'], environment)
      const { keys } = JSON.parse(stdout) as { readonly keys: readonly { readonly creditsUsed: number }[] }
      return keys[0]?.creditsUsed ?? Number.NaN
    }

    /** Does something harmful under load. Returns the longest time without an answer until all calls are answered again. */
    async function harmed(harm: () => Promise<void>): Promise<number> {
      const sinceMs = performance.now()
      inFlight += load.inFlight
      await harm()
      await load.steady()
      return load.outageSince(sinceMs)
    }

    before(async () => {
      cluster = await Cluster.start()
      environment = { ...cluster.settings, PLAT_DATA: join(folder.path, 'own'), PLAT_WORKERS: '1' }
      writeFileSync(join(folder.path, 'sales.yaml'), `${SALES_MAPPING}\nzpid: id\n`)
      await importHomes(HOMES)
      const issued = await plat(['keys', 'create', '--plan', 'pro'], environment)
      key = issued.stdout.match(/plat_\w+/)?.[0] ?? ''
      await startNode(0)
      await startNode(1)
      load = new Load(() => nodes.filter((each) => each !== undefined), { key, homes: HOMES })
      await load.steady()
    })
    after(async () => {
      await load?.stop()
      for (const each of nodes) each?.program.child.kill('SIGKILL')
      await cluster?.remove()
      folder.remove()
    })

    test(`a killed leader is replaced within ${OUTAGE_MS / 1000} s, ${FAILOVERS} times of ${FAILOVERS}, and an import ends well`, async (context) => {
      for (let time = 0; time < FAILOVERS; time++) {
        const leader = await cluster.leader()
        const importing = importHomes(50)
        const outageMs = await harmed(() => leader.kill())
        context.diagnostic(`outage ${outageMs} ms`)
        assert.ok(outageMs <= OUTAGE_MS, `${outageMs} ms`)
        leader.start()
        await importing
        await cluster.whole()
      }
    })

    test('calls are answered without a killed standby, etcd member or node', async (context) => {
      const standby = await cluster.standby()
      context.diagnostic(`standby: outage ${await harmed(() => standby.kill())} ms`)
      standby.start()
      await cluster.whole()
      const [member] = cluster.etcd
      context.diagnostic(`etcd: outage ${await harmed(async () => member?.kill())} ms`)
      member?.start()
      const [node] = nodes
      context.diagnostic(`node: outage ${await harmed(async () => void node?.program.child.kill('SIGKILL'))} ms`)
      await startNode(0)
      await load.steady()
    })

    test('calls are answered while no etcd runs, for longer than a lease', async (context) => {
      const outageMs = await harmed(async () => {
        for (const each of cluster.etcd) await each.kill()
        await sleep(LONGER_THAN_LEASE_MS)
      })
      context.diagnostic(`outage ${outageMs} ms`)
      for (const each of cluster.etcd) each.start()
      await cluster.whole()
    })

    test('a former leader that wakes up confirms no write, and becomes the standby', async () => {
      const former = await cluster.leader()
      inFlight += load.inFlight
      former.pause()
      await until(async () => (await cluster.leader()) !== former, 'another server leads')
      await load.steady()
      former.resume()
      const write = 'CREATE TABLE public.written_to_the_former_leader ()'
      await assert.rejects(cluster.direct(former, 'plat', write))
      await until(() => former.is('sync'), 'the former leader is the standby')
      const found = await cluster.direct(
        former,
        'plat',
        `SELECT to_regclass('public.written_to_the_former_leader') AS name`,
      )
      assert.deepEqual(found, [{ name: null }])
    })

    test('answers of a standby that lags name the older state of the data', async () => {
      const standby = await cluster.standby()
      const version = async () => {
        const answer = await nodes[0]?.get('/byzpid?zpid=1', { 'x-service-key': key })
        await answer?.arrayBuffer()
        return answer?.headers.get('x-data-version')
      }
      const before = await version()
      // Patroni would undo pg_wal_replay_pause()
      const [replaying] = await cluster.direct(
        standby,
        'plat',
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'startup'`,
      )
      const pid = Number(replaying?.pid)
      process.kill(pid, 'SIGSTOP')
      try {
        await importHomes(50)
        await sleep(3000)
        assert.equal(await version(), before)
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      await until(async () => (await version()) !== before, 'the node answers with the new state')
    })

    test('nothing is lost: credits differ from answers only by the calls in flight, every import is there, and no key is limited', async (context) => {
      await load.stop()
      const { answered, others } = load
      const charged = await credits()
      context.diagnostic(
        `${answered} answered, ${charged} charged, ${inFlight} in flight, others ${JSON.stringify(others)}`,
      )
      assert.ok(charged >= answered && charged <= answered + inFlight, `${charged} for ${answered} and ${inFlight}`)
      const [node] = nodes
      assert.ok(node)
      const found = await node.get('/search/byaddress?location=98103&listingStatus=Sold', { 'x-service-key': key })
      assert.equal(found.status, 200)
      const { resultsCount } = (await found.json()) as {
        readonly resultsCount: { readonly totalMatchingCount: number }
      }
      assert.equal(resultsCount.totalMatchingCount, imported)
    })
  })
}
