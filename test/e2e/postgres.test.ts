import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fixedClock, systemClock } from '../../src/base/clock.ts'
import { Database } from '../../src/base/postgres/database.ts'
import { databaseFindings } from '../../src/doctor/database.ts'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'
import { plat, scratch, serve } from './program.ts'

/** On a slow machine the database is waited for in vain now and then; callers ask again. */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await answer.text()
  }
}

describe('with a database', { skip: await whyNoServer() }, () => {
  const folders = [scratch(), scratch()]
  let server: TestServer
  let environment: Readonly<Record<string, string>>
  before(async () => {
    server = await startServer({ max_connections: '60' })
    environment = { PLAT_DATABASE_URL: server.url() }
  })
  after(async () => {
    await server.remove()
    for (const folder of folders) folder.remove()
  })

  test('two nodes take the credits of one key from the database, whichever thread answers', async () => {
    const made = await plat(['sample', '--homes', '300'], environment)
    assert.equal(made.code, 0, made.stderr)
    const { code, stdout, stderr } = await plat(['keys', 'create', '--plan', 'basic'], environment)
    assert.equal(code, 0, stderr)
    const key = stdout.match(/plat_\w+/)?.[0] ?? ''
    const nodes = await Promise.all(folders.map(({ path }) => serve(path, environment)))
    const left: number[] = []
    for (let call = 0; call < 4; call++) {
      for (const node of nodes) {
        const answer = await answered(() => node.get(node.homePath, { 'x-service-key': key }))
        assert.equal(answer.status, 200)
        left.push(Number(answer.headers.get('x-credits-remaining')))
      }
    }
    assert.deepEqual(new Set(left).size, 8)
    const listed = await plat(['keys', 'list', '--json'], environment)
    const [{ creditsUsed, creditsLimit }] = JSON.parse(listed.stdout).keys
    assert.equal(creditsLimit - creditsUsed, Math.min(...left))
    for (const { program } of nodes) {
      program.child.kill('SIGTERM')
      assert.equal(await program.ended(), 0) // a machine that is slow enough has noted that it waited for the database
    }
  })

  test('the doctor tells of the database: connections for the nodes, clocks, a replica, and a ledger that does not add up', async () => {
    const settings = { databaseUrl: server.url(), databaseReadUrl: server.url(), databaseConnections: 20 }
    const found = async (change: Partial<typeof settings> = {}, clock = systemClock) => {
      const findings = await databaseFindings({ ...settings, ...change }, clock)
      return findings.map(({ level, sentence }) => `${level}: ${sentence}`)
    }
    const of = (sentences: readonly string[], part: RegExp) => sentences.filter((sentence) => part.test(sentence))
    const [answers = '', room = '', fsync = '', credits = '', replica = '', ...others] = await found()
    assert.deepEqual(others, [])
    assert.match(answers, /^fine: postgres:\/\/plat@.* answers, and is PostgreSQL \d/)
    assert.match(room, /^fine: It allows 57 connections, .* each node may open 20: that is enough for 2 nodes\.$/)
    assert.match(fsync, /^mend: Its fsync is off/) // tests need not outlive a power cut
    assert.match(credits, /^fine: What was used and what was spent agree/)
    assert.match(replica, /^fine: .* has the same catalogue, and is no replica\.$/)
    assert.match(
      (await found({ databaseConnections: 40 }))[1] ?? '',
      /^look: .* for one node: for more, raise max_conn/,
    )
    assert.match((await found({ databaseConnections: 90 }))[1] ?? '', /^mend: .* for 0 nodes: raise max_connections/)
    const late = fixedClock(systemClock.now() - 3_600_000)
    assert.equal(of(await found({}, late), /^look: Its clock is 3\d{3} s ahead of that of this machine/).length, 1)
    const elsewhere = await found({ databaseReadUrl: server.url('template1') })
    assert.equal(of(elsewhere, /^look: .*template1 has no catalogue yet/).length, 1)
    const gone = { databaseUrl: 'postgres://plat@127.0.0.1:1/plat' }
    assert.deepEqual(of(await found(gone), /^mend: .* cannot be reached: nothing listens there/).length, 1)
    const database = await Database.open({ url: server.url(), connections: 1 })
    await database.query({ name: 'test-forged', text: 'UPDATE plat.spent SET credits = credits + 1' })
    await database.close()
    assert.deepEqual(of(await found(), /^mend: On some days of keys \(1\) usage and what was spent are not/).length, 1)
    assert.deepEqual(await found({ databaseUrl: '' }), [])
  })
})
