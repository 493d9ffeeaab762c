import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startServer, type TestServer, whyNoServer } from '../postgres/server.ts'
import { plat, scratch, serve } from './program.ts'

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
        const answer = await node.get(node.homePath, { 'x-service-key': key })
        assert.equal(answer.status, 200)
        left.push(Number(answer.headers.get('x-credits-remaining')))
      }
    }
    assert.deepEqual(new Set(left).size, 8)
    const listed = await plat(['keys', 'list', '--json'], environment)
    const [{ creditsUsed, creditsLimit }] = JSON.parse(listed.stdout).keys
    assert.equal(creditsLimit - creditsUsed, Math.min(...left))
    for (const node of nodes) await node.stop()
  })
})
