import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { OPTION_NAMES, variableOf } from '../../src/kit/base/settings.ts'
import { MAX_WAIT_S } from '../../src/service/operations/followed.ts'
import { ROOT } from '../e2e/program.ts'

const files = readdirSync(join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(ROOT, 'deploy', name)).isFile(),
)

function textOf(name: string): string {
  return readFileSync(join(ROOT, 'deploy', name), 'utf8')
}

test('every setting in a file of deploy/ exists, because an unknown one would stop the service', () => {
  const variables = new Set(OPTION_NAMES.map(variableOf))
  let seen = 0
  for (const name of files) {
    for (const [variable] of textOf(name).matchAll(/\bPLAT_[A-Z_]+\b/g)) {
      assert.ok(variables.has(variable), `${variable} in deploy/${name}`)
      seen += 1
    }
  }
  assert.ok(seen > 8)
})

test('the image names its base images by digest', () => {
  const bases = [...textOf('Dockerfile').matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(([, base]) => base ?? '')
  assert.equal(bases.length, 2)
  for (const base of bases) assert.match(base, /^[a-z]+:[a-z0-9-]+@sha256:[0-9a-f]{64}$/)
})

test('the units give a service more time to stop than running calls need', () => {
  const seconds = /^TimeoutStopSec=(\d+)$/m.exec(textOf('plat.service'))?.[1]
  const grace = /stop_grace_period: (\d+)s/.exec(textOf('compose.yaml'))?.[1]
  for (const given of [seconds, grace]) assert.ok(Number(given) > 10, given)
})

test('the health check of the image follows the operator port, and proxies wait longer than the longest call', () => {
  assert.match(textOf('Dockerfile'), /127\.0\.0\.1:' \+ \(process\.env\.PLAT_OPERATOR_PORT \|\| 8083\)/)
  const limits = ['nginx.conf', 'Caddyfile'].flatMap((name) => [
    ...textOf(name).matchAll(/(?:proxy_read_timeout|response_header_timeout) (\d+)(s|h)\b/g),
  ])
  assert.ok(limits.length > 0)
  for (const [text, time, unit] of limits) assert.ok(Number(time) > MAX_WAIT_S || unit === 'h', text)
})

test('no proxy log contains a query, a path about people in any case, or a header', () => {
  const nginx = textOf('nginx.conf')
  const servers = nginx.split(/^server \{/m).slice(1)
  for (const server of servers) assert.match(server, /^ {4}access_log (off|\S+ plat);/m)
  const [, format = ''] = /log_format plat ([^;]+);/.exec(nginx) ?? []
  assert.doesNotMatch(format, /\$(request|request_uri|args|uri|http_referer)\b/)
  assert.match(nginx, /location ~\* \^\/\(skip\|feeds\)\S* \{\s+access_log off;/)
  assert.match(nginx, /error_log \S+ crit;/)
  assert.match(
    textOf('Caddyfile'),
    /^\{[\s\S]*log \{\s+format filter \{[\s\S]*request>uri delete\s+request>headers delete/m,
  )
})
