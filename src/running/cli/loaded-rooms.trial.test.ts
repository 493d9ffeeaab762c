import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Prints the loaded rooms (folders of the source code) when the process ends. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const rooms = new Set()
  registerHooks({ load: (url, context, next) => {
    rooms.add(url.match(/\\/src\\/(?!kit)\\w+\\/(\\w+)\\//)?.[1])
    if (/\\/node_modules\\/pg|\\/src\\/(catalog|guard\\/access|guard\\/privacy)\\/postgres\\//.test(url)) rooms.add('postgres')
    return next(url, context)
  } })
  process.on('exit', () => console.log('rooms', ...rooms))
`)}`

test('an import into a folder loads no code that answers calls, makes samples or uses a database', () => {
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, ['--import', HOOK, main, 'import', '--help'], { encoding: 'utf8' })
  const rooms = stdout.match(/^rooms (.*)$/m)?.[1]?.split(' ') ?? []
  assert.ok(rooms.includes('ingest'), stdout)
  for (const room of [
    'http',
    'operations',
    'openapi',
    'sample',
    'sync',
    'access',
    'exporting',
    'valuation',
    'postgres',
  ])
    assert.ok(!rooms.includes(room), room)
})
