import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { Program, ROOT } from '../e2e/program.ts'
import { needs } from '../needs.ts'

/** Installs the package in an empty folder, and does with it what a new user does. */

const SALES = `address,city,state,zip,beds,sale_price,sale_date
12 Elm St,Austin,TX,78701,3,450000,2024-03-05
9 Oak Ave,Austin,TX,78702,2,310000,2024-04-11
`

suite('the package', needs('Python'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-installed-'))
  const home = join(folder, 'home')
  const installed = join(folder, 'lib/node_modules/plat-server')
  const plat = join(folder, 'bin/plat')
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, HOME: home }
  let service: Program
  let address = ''

  /** Runs a command in the home folder of the new user, and returns what it printed. */
  const run = async (command: string, ...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)(command, words, { cwd: home, env: { ...process.env, ...env } })
    return stdout
  }

  before(async () => {
    mkdirSync(home)
    const release = join(folder, 'release')
    const made = spawnSync(process.execPath, ['tools/package.ts', release], { cwd: ROOT, encoding: 'utf8' })
    assert.equal(made.status, 0, made.stderr)
    const [file = ''] = readdirSync(release).filter((name) => /^plat-server-[\d.]+\.tgz$/.test(name))
    await run('npm', 'install', '--offline', '--global', '--prefix', folder, join(release, file))
  })
  after(() => {
    service?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  test('contains all that it needs in 40 MB, with the notices of the packages in it, and no checkout', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    assert.ok(bytes < 40e6, `${bytes} bytes`)
    assert.ok(existsSync(join(installed, 'NOTICES')))
    for (const name of ['src', 'node_modules']) assert.ok(!existsSync(join(installed, name)), name)
  })

  test('imports a CSV file by its draft, and answers from it', async () => {
    writeFileSync(join(home, 'sales.csv'), SALES)
    const seen = await run(plat, 'inspect', 'sales.csv', '--draft', 'mine.yaml')
    assert.match(seen, /(?<!\.\/)plat import sales\.csv --mapping mine\.yaml/)
    await run(plat, 'import', 'sales.csv', '--mapping', 'mine.yaml')
    const [key = ''] = /plat_\w{20,}/.exec(await run(plat, 'keys', 'create', '--plan', 'basic')) ?? []
    const ports = ['--port', '0', '--operator-port', '0']
    service = new Program('sh', ['-c', `cd "$HOME" && exec ${plat} serve ${ports.join(' ')}`], env)
    ;[, address = ''] = await service.shows(/For calls +(http:\S+)[\s\S]*All operations:/)
    const query = 'propertyaddress=12+Elm+St,+Austin,+TX+78701'
    const answer = await fetch(`${address}/byaddress?${query}`, { headers: { 'x-api-key': key } })
    assert.equal(answer.status, 200, await answer.clone().text())
    const { Bedrooms } = (await answer.json()) as { Bedrooms: number }
    assert.equal(Bedrooms, 3)
    const { version } = (await (await fetch(`${address}/health/live`)).json()) as { version: string }
    assert.equal(await run(plat, '--version'), `${version}\n`)
  })

  test('serves its clients, which npm and pip install from its address', async () => {
    const page = await (await fetch(`${address}/clients/`)).text()
    const [, npm = ''] = /npm install (\S+\.tgz)/.exec(page) ?? []
    const [, pip = ''] = /pip install (\S+\.whl)/.exec(page) ?? []
    await run('npm', 'install', '--prefix', home, npm)
    const ask = `new Plat({ url: '${address}', key: 'plat_no' }).usage().catch((error) => console.log(error.code))`
    writeFileSync(join(home, 'one.mjs'), `import { Plat } from 'plat-client'\n${ask}`)
    writeFileSync(join(home, 'one.cjs'), `const { Plat } = require('plat-client')\n${ask}`)
    for (const name of ['one.mjs', 'one.cjs']) assert.equal(await run(process.execPath, name), 'key.malformed\n')
    const wheel = join(home, pip.slice(pip.lastIndexOf('/') + 1))
    writeFileSync(wheel, Buffer.from(await (await fetch(pip)).arrayBuffer()))
    const python = `import sys; sys.path.insert(0, '${wheel}'); import plat_client; print(plat_client.__version__)`
    assert.equal(await run('python3', '-c', python), await run(plat, '--version'))
    const missing = await fetch(`${address}/clients/plat-client-9.tgz`)
    assert.equal(missing.status, 404)
    assert.match(await missing.text(), /no client package \\"plat-client-9\.tgz\\"\. \/clients lists all packages/)
  })

  test('says which Node it needs if the one on the PATH is older', () => {
    const old = join(folder, 'old')
    mkdirSync(old)
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v20.19.0\n')
    chmodSync(join(old, 'node'), 0o755)
    const { status, stderr } = spawnSync(plat, ['--version'], {
      env: { PATH: `${old}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr], [69, `Plat needs Node 24, and ${old}/node is older: install Node 24.\n`])
  })
})
