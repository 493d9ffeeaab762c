import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Service } from '../src/doors/http/index.ts'
import { buildServer } from '../src/doors/http/listening/server.ts'
import { openAccess, openKeyring } from '../src/guard/access/index.ts'
import { fixedClock } from '../src/kit/base/clock.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { inject } from './http/inject.ts'
import { TrialAudit } from './http/trial.ts'
import { NOW_MS } from './operations/made-homes.ts'
import { EXPERIENCES } from './operations/made-portals.ts'
import { smallContext } from './operations/small-catalog.ts'

const FREE_CALLS = 250
const SEARCH = '/search/exp/bydestination?searchDestinations=Japan'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-trial-'))
after(() => rmSync(dataDir, { recursive: true }))

test('a key on the plan "trial" has 250 calls of area C, once: the 251st is a 402 that says so, months later too', async () => {
  const clock = fixedClock(NOW_MS)
  const keyring = await openKeyring(dataDir, clock, randomBytes)
  const { key } = await keyring.create({ plan: 'trial', label: 'a look' })
  await keyring.close()
  const access = await openAccess({ dataDir, clock, log: silentLog, demo: () => false })
  const service = new Service({
    operations: OPERATIONS,
    pictures: async () => undefined,
    log: silentLog,
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' },
  })
  service.open({ access, audit: new TrialAudit(), context: { ...smallContext({ experiences: EXPERIENCES }), clock } })
  const server = buildServer(service)
  const ask = async (url: string) => {
    clock.set(clock.now() + 1000) // within the plan's rate
    return await inject(server, { url, headers: { 'x-service-key': key } })
  }

  for (let left = FREE_CALLS - 1; left >= 0; left--) {
    const answer = await ask(SEARCH)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['x-credits-limit'], String(FREE_CALLS))
    assert.equal(answer.headers['x-credits-remaining'], String(left))
    if (left === 100) assert.equal((await ask(`${SEARCH}&adults=-1`)).statusCode, 400, 'a refusal costs nothing')
  }
  const last = await ask(SEARCH)
  assert.equal(last.statusCode, 402)
  const problem: { code: string; message: string } = last.json()
  assert.equal(problem.code, 'credits.exhausted')
  assert.match(problem.message, /250/)
  assert.match(problem.message, /do not renew/)

  clock.set(Date.UTC(2027, 5, 1))
  assert.equal((await ask(SEARCH)).statusCode, 402)
  assert.equal((await ask('/byzpid?zpid=1')).statusCode, 403)
  server.close()
  await access.close()
})
