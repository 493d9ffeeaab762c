import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import { type Clock, fixedClock, systemClock } from '../../src/kit/base/clock.ts'
import { EXIT } from '../../src/kit/base/failure.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { readSettings } from '../../src/kit/base/settings.ts'
import { Database } from '../../src/kit/postgres/database.ts'
import { run } from '../../src/running/cli/index.ts'
import { databaseFindings } from '../../src/running/doctor/database.ts'
import { start } from '../../src/running/serving/start.ts'
import { cardsOf } from '../../src/running/serving/words.ts'
import { exampleRecords } from '../example-queries.ts'
import { SALES_HEADER, SALES_MAPPING } from '../ingest/trial.ts'
import { needs } from '../needs.ts'
import { comparedCalls } from '../postgres/compared-calls.ts'
import { hangingProxy } from '../postgres/hanging-proxy.ts'
import { startServer, type TestServer } from '../postgres/server.ts'
import { trialTerminal } from '../terminal.ts'
import { PLAT, Program, type Served, scratch, serve } from './program.ts'

/** A clock for both samples. With the system clock, the samples would differ. */
const SAME_MOMENT = fixedClock(systemClock.now())

const WHICH_COMMIT = `SELECT name, value FROM catalog.meta WHERE name IN ('catalogId', 'revision', 'token', 'history')`

const FREE_PORTS = { port: '0', operatorPort: '0' }

const SERVE = ['serve', '--port', '0']

/** Runs a command in this process. Returns the command's output and exit code. */
async function command(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  clock: Clock = systemClock,
) {
  const lines: string[] = []
  const written: Uint8Array[] = []
  const tell = (line: string) => lines.push(line)
  const write = async (bytes: Uint8Array) => void written.push(bytes)
  const code = await run(words, trialTerminal({ clock, environment, print: tell, note: tell, write }))
  return { code, output: lines.join('\n'), written: Buffer.concat(written) }
}

/** Repeats a request, without a time limit, until `isWanted` returns true for the answer. */
async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    await sleep(200)
  }
}

/** Matches cursors of the change log. They differ between stores, because they contain the catalog's name and times. */
const CURSORS = /(?<="(?:next|upTo|cursor)":)"[\w-]{6}\.[0-9a-z]+"/g

interface Answered {
  readonly status: number
  readonly cost: string | null
  readonly body: string
}

/** Returns the first few parts in which two answers differ. */
function differences(one: Answered | undefined, other: Answered | undefined): readonly string[] {
  assert(one !== undefined && other !== undefined)
  if (one.body === other.body && one.status === other.status && one.cost === other.cost) return []
  let at = 0
  while (at < one.body.length && one.body[at] === other.body[at]) at++
  return [one, other].map(
    ({ status, cost, body }) => `${status} ${cost} …${body.slice(Math.max(0, at - 100), at + 100)}`,
  )
}

describe('with a database', needs('PostgreSQL'), () => {
  const folder = scratch()
  let server: TestServer
  let environment: Readonly<Record<string, string>>
  const nodes: Served[] = []
  const headers: Record<string, string> = {}
  before(async () => {
    server = await startServer({ max_connections: '60' })
    environment = {
      PLAT_DATABASE_URL: server.url(),
      PLAT_DATABASE_CONNECTIONS: '12',
      PLAT_WORKERS: '1',
      PLAT_MEDIA_ORIGIN: 'https://media.example',
      PLAT_DATA: join(folder.path, 'own'),
    }
    const database = await Database.open({ url: server.url() })
    await database.inTransaction(async ({ run: perform }) => {
      await perform(`CREATE ROLE few LOGIN SUPERUSER PASSWORD 'few' CONNECTION LIMIT 0; ALTER ROLE few NOSUPERUSER`)
      await perform(`CREATE ROLE replica LOGIN SUPERUSER PASSWORD 'replica'`)
      await perform('ALTER ROLE replica SET default_transaction_read_only = on')
    })
    await database.close()
  })
  after(async () => {
    for (const { program } of nodes) program.child.kill('SIGKILL')
    await server.remove()
    folder.remove()
  })

  test('an unusable address is reported in one sentence without its password, by every command', async () => {
    const url = new URL(server.url())
    const changed = (change: Partial<URL>) => Object.assign(new URL(server.url()), change).href
    for (const [at, code, sentence] of [
      [changed({ password: 'hunter2' }), EXIT.denied, /refuses the user or the password/],
      [changed({ pathname: '/nowhere' }), EXIT.noInput, /does not exist/],
      [changed({ port: '9' }), EXIT.busy, /cannot be reached: nothing listens there/],
      [changed({ username: 'few', password: 'few' }), EXIT.busy, /has no connection left: raise max_connections/],
      [changed({ username: 'replica', password: 'replica' }), EXIT.cannotWrite, /is a replica, which can only be read/],
      ['mysql://me:hunter2@host/x', EXIT.usage, /^PLAT_DATABASE_URL must be an address such as/],
    ] as const) {
      const commands = at.includes('hunter2') ? [SERVE, ['keys', 'list'], ['people', 'list']] : [['sources', 'list']]
      for (const words of commands) {
        const { code: ended, output } = await command(words, { ...environment, PLAT_DATABASE_URL: at })
        assert.equal(ended, code, output)
        assert.match(output, sentence)
        assert.doesNotMatch(output, /\n|hunter2|replica:replica|few:few/)
        assert.ok(!output.includes(url.password), output)
      }
    }
  })

  test('an empty database, or an option only for files, is refused with a sentence that says what to do', async () => {
    const empty = await command(SERVE, environment)
    assert.equal(empty.code, EXIT.noInput)
    assert.match(
      empty.output,
      /has no catalog yet: make one with \.\/plat sample or \.\/plat import, with the same PLAT_DATABASE_URL\.$/,
    )
    for (const [words, instead] of [
      [['backup', join(folder.path, 'backup')], /pg_dump/],
      [['restore', join(folder.path, 'backup')], /pg_restore/],
    ] as const) {
      const { code, output } = await command(words, environment)
      assert.equal(code, EXIT.usage, output)
      assert.match(output, instead)
    }
  })

  test('from an empty database to two nodes: the printed commands work, and there is one ledger', async () => {
    for (const data of [{ PLAT_DATABASE_URL: '' }, {}]) {
      const made = await command(['sample', '--homes', '300'], { ...environment, ...data }, SAME_MOMENT)
      assert.equal(made.code, 0, made.output)
    }
    const plansFile = join(folder.path, 'plans.yaml')
    const plans = await command(['plans', 'show'], environment)
    writeFileSync(plansFile, plans.output.replace(/^pro:$/m, 'nodes:'))
    assert.equal((await command(['plans', 'load', plansFile], environment)).code, 0)
    writeFileSync(plansFile, 'pro: [')
    assert.equal((await command(['plans', 'load', plansFile], environment)).code, EXIT.data)
    const issued = await command(['keys', 'create', '--plan', 'nodes'], environment)
    assert.equal(issued.code, 0, issued.output)
    headers['x-service-key'] = issued.output.match(/plat_\w+/)?.[0] ?? ''
    for (const [name, workers] of [
      ['one', '1'],
      ['two', '2'],
    ] as const) {
      nodes.push(await serve(join(folder.path, name), { ...environment, PLAT_WORKERS: workers }))
    }
    const [one] = nodes as [Served]
    const left: number[] = []
    for (const [, path = ''] of one.program.stdout.matchAll(/curl .*?'http:\/\/[^/]*(\/.*)'/g)) {
      const bodies: string[] = []
      for (const node of nodes) {
        const answer = await node.get(path, headers)
        assert.equal(answer.status, 200, path)
        left.push(Number(answer.headers.get('x-credits-remaining')))
        bodies.push((await answer.text()).replaceAll(/127\.0\.0\.1:\d+/g, ''))
      }
      assert.equal(bodies[0], bodies[1])
    }
    assert.equal(new Set(left).size, 6, String(left))
    const listed = await command(['keys', 'list', '--json'], environment)
    const [{ creditsUsed, creditsLimit }] = JSON.parse(listed.output).keys
    assert.equal(creditsLimit - creditsUsed, Math.min(...left))
  })

  test('about 200 calls over all operations get the same bytes from a database and from a folder', async () => {
    const [node] = nodes as [Served]
    const settings = readSettings({ ...environment, PLAT_DATABASE_URL: '' }, FREE_PORTS)
    const catalog = openCatalog(settings.data, silentLog, cardsOf(settings))
    const calls = comparedCalls(await exampleRecords(catalog))
    catalog.close()
    assert.ok(calls.length > 150, String(calls.length))
    const inFolder = await start(settings, trialTerminal({ clock: systemClock }), silentLog)
    const bases = [inFolder.local, node.a]
    try {
      for (const [place, { path }] of calls.entries()) {
        const asked = { 'x-service-key': node.key, 'x-request-id': `compared-${place}`, 'accept-encoding': 'identity' }
        const [one, other] = await Promise.all(
          bases.map(async (base): Promise<Answered> => {
            const answer = await fetch(`${base}${path}`, { headers: asked })
            const body = (await answer.text()).replaceAll(CURSORS, '""')
            return { status: answer.status, cost: answer.headers.get('x-credits-cost'), body }
          }),
        )
        assert.deepEqual(differences(one, other), [], path)
      }
    } finally {
      await inFolder.stop()
    }
  })

  test('an export from a database has the same bytes as an export from a folder', async () => {
    const search = '/search/bypolygon?polygon=24 -125,50 -125,50 -66,24 -66&listingStatus=For_Sale'
    for (const words of [
      ['homes', '--format', 'csv'],
      ['offers', '--format', 'ndjson'],
      ['experiences', '--format', 'csv'],
      ['--search', search, '--format', 'geojson'],
      ['--search', '/search/bylocation?location=Polska', '--format', 'csv'],
    ]) {
      const [one, other] = [
        await command(['export', ...words], { ...environment, PLAT_DATABASE_URL: '' }, SAME_MOMENT),
        await command(['export', ...words], environment, SAME_MOMENT),
      ]
      assert.equal(one?.code, 0, one?.output)
      assert.deepEqual(other, one)
      assert.ok((one?.written.length ?? 0) > 1000, words.join(' '))
    }
  })

  test('an import while both nodes serve, a server that stops for a while, and a dying node', async () => {
    const [one, two] = nodes as [Served, Served]
    const versionOf = async (node: Served) =>
      (await node.get('/autocomplete?query=s', headers)).headers.get('x-data-version')
    const before = await versionOf(one)
    assert.equal(await versionOf(two), before)
    writeFileSync(join(folder.path, 'sales.yaml'), `${SALES_MAPPING}\nzpid: id\n`)
    writeFileSync(join(folder.path, 'sales.csv'), `${SALES_HEADER}7,98103,2015-01-02,150000,3\n`)
    const words = [
      'import',
      join(folder.path, 'sales.csv'),
      '--mapping',
      join(folder.path, 'sales.yaml'),
      '--replace-sample',
    ]
    const imported = await command(words, environment)
    assert.equal(imported.code, 0, imported.output)
    for (const node of nodes) {
      await until(
        () => versionOf(node),
        (version) => version !== before,
      )
      assert.equal((await node.get('/pro/byzpid?zpid=7', headers)).status, 200)
    }
    assert.equal(await versionOf(one), await versionOf(two))

    // While the server is down, nothing is charged. Afterwards, nobody has to restart anything.
    const used = async () =>
      JSON.parse((await command(['keys', 'list', '--json'], environment)).output).keys[0].creditsUsed
    const usedBefore = await used()
    await server.stop()
    for (const node of nodes) {
      const refused = await node.get('/pro/byzpid?zpid=7', headers)
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
    }
    await server.start()
    for (const node of nodes)
      await until(
        () => node.get('/pro/byzpid?zpid=7', headers),
        ({ status }) => status === 200,
      )
    assert.equal(await used(), usedBefore + 2)

    // kills one service
    one.program.child.kill('SIGKILL')
    assert.equal((await two.get('/pro/byzpid?zpid=7', headers)).status, 200)
    two.program.child.kill('SIGTERM')
    assert.equal(await two.program.ended(), 0)
    for (const { program } of nodes) {
      assert.ok(!program.stderr.includes('of the tests'), 'no password in the log')
      assert.ok(
        !program.stderr.includes('nothing was lost'),
        'nobody knows whether the server that is back is a standby',
      )
    }
  })

  test('an interrupted import or upgrade ends, even if the server does not respond, and leaves the catalog unchanged', async () => {
    const database = await Database.open({ url: server.url() })
    const rowsOf = (name: string, text: string) => database.query<{ value: string }>({ name, text })
    const revision = () => rowsOf('revision', "SELECT value FROM catalog.meta WHERE name = 'revision'")
    const importing = () =>
      rowsOf('importing', "SELECT wait_event AS value FROM pg_stat_activity WHERE application_name = 'plat import'")
    await database.inTransaction(({ run: perform }) =>
      perform(`CREATE FUNCTION catalog.late() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(3600); RETURN NEW; END $$;
        CREATE TRIGGER late BEFORE INSERT ON catalog.event_day FOR EACH ROW EXECUTE FUNCTION catalog.late()`),
    )
    const before = await revision()
    writeFileSync(join(folder.path, 'more.csv'), `${SALES_HEADER}8,98103,2015-01-03,250000,4\n`)
    const proxy = await hangingProxy(server.port)
    const url = Object.assign(new URL(server.url()), { port: proxy.port }).href
    const words = ['import', join(folder.path, 'more.csv'), '--mapping', join(folder.path, 'sales.yaml')]
    const program = new Program(PLAT, words, { ...environment, PLAT_DATABASE_URL: url })
    await until(importing, (rows) => rows.some(({ value }) => value === 'PgSleep'))
    proxy.hang()
    program.child.kill('SIGTERM')
    assert.equal(await program.ended(), EXIT.interrupted)
    assert.equal(program.stderr, 'Interrupted. Unfinished work was undone.\n')
    await proxy.close() // otherwise the server would notice the disconnect only later
    await until(importing, (rows) => rows.length === 0)
    assert.deepEqual(await revision(), before)
    await rowsOf('older', `UPDATE catalog.meta SET value = '0' WHERE name = 'derived'`)
    const upgrade = new Program(PLAT, ['upgrade'], environment)
    await until(importing, (rows) => rows.some(({ value }) => value === 'PgSleep'))
    upgrade.child.kill('SIGTERM')
    assert.equal(await upgrade.ended(), EXIT.interrupted)
    await until(importing, (rows) => rows.length === 0)
    assert.deepEqual(await revision(), before)
    await database.inTransaction(({ run: perform }) => perform('DROP FUNCTION catalog.late CASCADE'))
    await database.close()
  })

  test('an upgrade derives everything again that an older Plat derived, but only once', async () => {
    const database = await Database.open({ url: server.url(), connections: 1 })
    await database.query({ name: '', text: `UPDATE catalog.meta SET value = '0' WHERE name = 'derived'` })
    await database.query({ name: '', text: 'DELETE FROM catalog.place' })
    const upgraded = async () => {
      const { code, output } = await command(['upgrade'], environment)
      assert.equal(code, 0, output)
      const text = `SELECT (SELECT count(*) FROM catalog.place) AS places,
        (SELECT value::int8 FROM catalog.meta WHERE name = 'revision') AS revision`
      return (await database.query<{ places: number; revision: number }>({ name: 'upgraded', text }))[0]
    }
    const first = await upgraded()
    assert.ok(first !== undefined && first.places > 0)
    assert.deepEqual(await upgraded(), first)
    await database.query({ name: '', text: `UPDATE catalog.meta SET value = '99' WHERE name = 'derived'` })
    const { code, output } = await command(['upgrade'], environment)
    assert.equal(code, EXIT.data)
    assert.match(output, /^A newer version of Plat derived the catalog tables/)
    await database.close()
  })

  test('a database of a newer Plat is refused and not changed', async () => {
    const database = await Database.open({ url: server.url() })
    await database.inTransaction(({ run: perform }) =>
      perform(`INSERT INTO plat.migration (part, number, name) VALUES ('catalog', 99, '099-newer')`),
    )
    await database.close()
    const { code, output } = await command(['sources', 'list'], environment)
    assert.equal(code, EXIT.data)
    assert.match(output, /was upgraded by a newer Plat: .* Use the newer Plat\.$/)
  })

  test('the doctor reports on the database: connections for the nodes, clocks, a replica, and a ledger with a wrong sum', async () => {
    const settings = {
      ...readSettings({}),
      databaseUrl: server.url(),
      databaseReadUrl: server.url(),
      databaseConnections: 20,
    }
    const findingsNow = async (change: Partial<typeof settings> = {}, clock = systemClock) => {
      const findings = await databaseFindings({ ...settings, ...change }, clock)
      return findings.map(({ level, sentence }) => `${level}: ${sentence}`)
    }
    const of = (sentences: readonly string[], part: RegExp) => sentences.filter((sentence) => part.test(sentence))
    const [answers = '', room = '', fsync = '', held = '', ...more] = await findingsNow()
    const [prices = '', rents = '', credits = '', replica = '', ...others] = more
    assert.deepEqual(others, [])
    assert.match(answers, /^fine: postgres:\/\/plat@.* answers: PostgreSQL \d/)
    assert.match(
      room,
      /^fine: The database allows 57 connections\. Other programs use \d+, and each node may open 20, which is enough for 2 nodes\.$/,
    )
    assert.match(fsync, /^mend: The database setting fsync is off/) // tests do not have to survive a power failure
    assert.match(held, /^fine: The database has a catalog of [\d,]+ homes\.$/)
    assert.match(prices, /^fine: Prices are not estimated/)
    assert.match(rents, /^fine: Rents are not estimated/)
    assert.match(credits, /^fine: Usage and spent credits agree/)
    assert.match(replica, /^fine: .* has the same catalog, but is not a replica\.$/)
    assert.match(
      (await findingsNow({ databaseConnections: 40 }))[1] ?? '',
      /^look: .* for one node\. For more nodes, raise max_conn/,
    )
    assert.match(
      (await findingsNow({ databaseConnections: 90 }))[1] ?? '',
      /^mend: .* for 0 nodes\. Raise max_connections/,
    )
    const late = fixedClock(systemClock.now() - 3_600_000)
    assert.equal(
      of(await findingsNow({}, late), /^look: The clock of the database is 3\d{3} s ahead of the clock of this machine/)
        .length,
      1,
    )
    const elsewhere = await findingsNow({ databaseReadUrl: server.url('template1') })
    assert.equal(of(elsewhere, /^look: .*template1 has no catalog yet/).length, 1)
    const gone = { databaseUrl: 'postgres://plat@127.0.0.1:1/plat' }
    assert.deepEqual(of(await findingsNow(gone), /^mend: .* cannot be reached: nothing listens there/).length, 1)
    const database = await Database.open({ url: server.url(), connections: 1 })
    const commit = await database.query<{ name: string; value: string }>({ name: '', text: WHICH_COMMIT })
    await database.query({ name: '', text: 'CREATE DATABASE strayed' })
    const strayed = await Database.open({ url: server.url('strayed'), connections: 1 })
    const rows = commit.map(({ name, value }) => `('${name}', '${name === 'token' ? 'another' : value}')`)
    await strayed.inTransaction(({ run: perform }) =>
      perform(`CREATE SCHEMA catalog; CREATE TABLE catalog.meta AS VALUES ${rows.join(', ')};
        ALTER TABLE catalog.meta RENAME column1 TO name; ALTER TABLE catalog.meta RENAME column2 TO value`),
    )
    await strayed.close()
    const another = await findingsNow({ databaseReadUrl: server.url('strayed') })
    assert.equal(of(another, /^mend: .*strayed has catalog changes that .* never had/).length, 1)
    await database.query({ name: 'test-forged', text: 'UPDATE plat.spent SET credits = credits + 1' })
    await database.close()
    assert.deepEqual(
      of(await findingsNow(), /^mend: Days on which the usage of a key and its spent credits differ/).length,
      1,
    )
    assert.deepEqual(await findingsNow({ databaseUrl: '' }), [])
  })
})
