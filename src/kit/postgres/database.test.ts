import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFault, EXIT } from '../base/failure.ts'
import { Database } from './database.ts'
import { databaseFault } from './faults.ts'

async function faultOf(work: Promise<unknown>): Promise<CommandFault> {
  const fault = await work.then(
    () => assert.fail('it should have been refused'),
    (error: unknown) => error,
  )
  assert.ok(fault instanceof CommandFault, String(fault))
  return fault
}

test('an invalid address is refused without showing its password', async () => {
  const fault = await faultOf(Database.open({ url: 'mysql://ann:secret@db/plat?password=secret' }))
  assert.equal(fault.exitCode, EXIT.usage)
  assert.match(
    fault.message,
    /^The database address must look like .*; you gave "mysql:\/\/ann:…@db\/plat\?password=…"/,
  )
  for (const password of ['sec/ret', '12/secret', '12?secret', '12#secret']) {
    const { message } = await faultOf(Database.open({ url: `postgres://ann:${password}@db/plat` }))
    assert.match(message, /^The database address must .* with %2F for a \/ .*; you gave "postgres:\/\/ann:…@db\/plat"/)
  }
})

test('a refused certificate is reported in one sentence', () => {
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]) {
    const fault = databaseFault(Object.assign(new Error('no'), { code }), 'postgres://ann@db/plat')
    assert.equal(fault?.exitCode, EXIT.denied)
    assert.match(fault.message, new RegExp(`^TLS with the database postgres://ann@db/plat fails with ${code}: use`))
  }
})

test('refusals of a pooler, lost prepared statements and a missing worker are reported in one sentence each', () => {
  for (const [code, message, exitCode, sentence] of [
    ['08P01', 'unsupported startup parameter: statement_timeout', EXIT.usage, /add statement_timeout and options to/],
    ['08P01', 'password authentication failed', EXIT.denied, /refuses the user or the password/],
    ['08P01', 'no such database: plat', EXIT.noInput, /does not exist/],
    ['08P01', 'no more connections allowed (max_client_conn)', EXIT.busy, /has no connection left/],
    ['08P01', 'query_wait_timeout', EXIT.busy, /lost the connection/],
    ['XX000', 'failure on connection marked as essential: db2:5432', EXIT.busy, /one of its workers does not answer/],
    [
      '42P05',
      'prepared statement "version" already exists',
      EXIT.usage,
      /loses prepared statements: use session pooling/,
    ],
    [
      '26000',
      'prepared statement "version" does not exist',
      EXIT.usage,
      /loses prepared statements: use session pooling/,
    ],
  ] as const) {
    const fault = databaseFault(Object.assign(new Error(message), { code }), 'postgres://ann@db/plat')
    assert.equal(fault?.exitCode, exitCode)
    assert.match(fault.message, sentence)
  }
})
