import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Program, ROOT } from '../e2e/program.ts'

/** Runs the steps of the image's Dockerfile in a folder, without a container engine. */

const DOCKERFILE = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
const USER = process.getuid?.() === 0 ? Number(/^USER (\d+)/m.exec(DOCKERFILE)?.[1]) : undefined

suite('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-image-'))
  const [context, app, data] = ['context', 'app', 'data'].map((name) => join(folder, name)) as [string, string, string]
  let service: Program | undefined

  before(() => {
    spawnSync('chmod', ['755', folder])
    for (const line of readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')) {
      if (!line.startsWith('!')) continue
      const isLeftOut = (path: string) => /\/(node_modules|console\/dist)$|\.partial$/.test(path)
      const path = line.slice(1)
      cpSync(join(ROOT, path), join(context, path), { recursive: true, filter: (from) => !isLeftOut(from) })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(context, 'node_modules'))
    const [, steps = ''] = /^RUN (npm run package .*)$/m.exec(DOCKERFILE) ?? []
    const made = spawnSync('sh', ['-ec', steps.replace('/app', app)], { cwd: context, encoding: 'utf8' })
    assert.equal(made.status, 0, made.stderr)
    mkdirSync(data)
    if (USER !== undefined) chownSync(data, USER, USER)
  })
  after(() => {
    service?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  test('starts as a user who can write only to the data folder, with code that Node has compiled', async () => {
    const environment = [...DOCKERFILE.matchAll(/^(?:ENV)? +([A-Z_]+)=(\S+)/gm)].map(
      ([, name, value]) => `${name}=${value}`,
    )
    const settings = environment.map((one) => one.replace('/app', app).replace('/data', data))
    const ports = ['PLAT_PORT=0', 'PLAT_OPERATOR_PORT=0', 'PLAT_HOMES=50', 'PLAT_HOST=127.0.0.1']
    const rights = USER === undefined ? [] : ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups']
    service = new Program('env', [
      '-i',
      `PATH=${process.env.PATH}`,
      ...settings,
      ...ports,
      ...rights,
      join(app, 'plat'),
      'serve',
    ])
    const [, operators = ''] = await service.shows(/(http:\S+)\/health\/ready/)
    assert.ok(environment.length > 3)
    assert.ok(statSync(join(app, 'compiled')).isDirectory())

    const [, list = '[]'] = /HEALTHCHECK .*\n\s+CMD (\[.*\])$/m.exec(DOCKERFILE) ?? []
    const [node = '', ...words] = JSON.parse(list) as readonly string[]
    for (const [port, status] of [
      [new URL(operators).port, 0],
      ['1', 1],
    ] as const) {
      const checked = spawnSync(node.replace('/app', app), words, { env: { PLAT_OPERATOR_PORT: port } })
      assert.equal(checked.status, status, port)
    }
  })

  test('is at most 120 MB with the base image, compressed', () => {
    const { stdout } = spawnSync('sh', ['-c', `tar -cf - -C ${app} . | gzip -1 | wc -c`], { encoding: 'utf8' })
    const base = 29_000_000 // debian:bookworm-slim for amd64
    assert.ok(Number(stdout) + base < 120e6, stdout)
  })
})
