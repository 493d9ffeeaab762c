import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { openIdentityProvider, signedInAs } from './openid.ts'

const CLAIMS = { sub: 'p1', email: 'ann@homes.example', email_verified: true, groups: ['sales', 'plat-operators'] }
const NONE = { sub: 'p2' }

test('a person with a listed claim is an operator, also if the claim is one of several values', () => {
  for (const operators of ['groups=plat-operators', 'groups=admins, email=ann@homes.example', 'sub=p1'])
    assert.equal(signedInAs(CLAIMS, operators).isOperator, true, operators)
  for (const operators of ['groups=plat', 'email=ann', 'roles=sales', 'sub=p'])
    assert.equal(signedInAs(CLAIMS, operators).isOperator, false, operators)
  assert.equal(signedInAs(NONE, 'groups=plat-operators').isOperator, false)
  assert.equal(signedInAs({ ...NONE, admin: true }, 'admin=true').isOperator, true)
})

test('an email address that the provider has not verified names nobody and makes no operator', () => {
  for (const verified of [false, 'false', undefined, null, 1]) {
    const signedIn = signedInAs({ ...CLAIMS, email_verified: verified }, 'email=ann@homes.example')
    assert.deepEqual(signedIn, { person: 'p1', isOperator: false, claims: [] }, String(verified))
  }
  assert.deepEqual(signedInAs({ ...CLAIMS, email_verified: 'true' }, 'email=ann@homes.example,groups=x'), {
    person: 'ann@homes.example',
    isOperator: true,
    claims: ['email=ann@homes.example', 'groups=sales', 'groups=plat-operators'],
  })
})

test('a setting without the others is refused with the names of the others', async () => {
  const open = (environment: Readonly<Record<string, string>>) =>
    openIdentityProvider(readSettings(environment), silentLog)
  assert.equal(await open({}), undefined)
  const all = {
    PLAT_OPENID_ISSUER: 'https://login.homes.example/main',
    PLAT_OPENID_CLIENT: 'plat',
    PLAT_OPENID_SECRET: 'hush',
    PLAT_OPENID_OPERATORS: 'groups=plat-operators',
  }
  await assert.rejects(open({ PLAT_OPENID_ISSUER: all.PLAT_OPENID_ISSUER }), {
    message: 'PLAT_OPENID_ISSUER also needs PLAT_OPENID_CLIENT, PLAT_OPENID_SECRET, PLAT_OPENID_OPERATORS.',
  })
  for (const missing of Object.keys(all)) {
    await assert.rejects(open({ ...all, [missing]: '' }), new RegExp(`also needs ${missing}\\.`))
  }
})

test('an issuer on another machine needs https, and no message repeats the secret', () => {
  const issuer = (text: string) => readSettings({ PLAT_OPENID_ISSUER: text }).openidIssuer
  for (const fine of [
    'https://login.example',
    'https://login.example/main/',
    'http://127.0.0.1:9000',
    'http://[::1]/x',
  ])
    assert.equal(issuer(fine), fine)
  for (const bad of [
    'http://login.example',
    'http://localhost.evil.example',
    'login.example',
    'https://',
    'https://a?b',
  ])
    assert.throws(() => issuer(bad), /PLAT_OPENID_ISSUER must be an https address/, bad)
  assert.throws(() => readSettings({ PLAT_OPENID_OPERATORS: 'groups' }), /must be claims such as groups=plat-operators/)
})
