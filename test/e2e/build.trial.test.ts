import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sourcesFingerprint } from '../../src/doors/http/content/program.ts'
import { programVersion } from '../../src/kit/base/program.ts'
import { PLAT, ROOT, scratch } from './program.ts'

const folder = scratch()
after(() => folder.remove())
let made = 0

/** Makes a folder like an installed package: the script, `dist/`, and a `node_modules` with this Node. */
function packageFolder(): string {
  made += 1
  const at = join(folder.path, `package-${made}`)
  mkdirSync(join(at, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, join(at, 'node_modules', '.bin', 'node'))
  for (const name of ['plat', 'package.json', 'dist'])
    cpSync(join(ROOT, name), join(at, name), { recursive: true, preserveTimestamps: true })
  return at
}

/**
 * Makes a folder like a checkout: a package's folder, plus the sources, and with the packages that are installed here.
 */
function checkoutFolder(): string {
  const at = packageFolder()
  for (const name of ['src', 'sample', 'reference', 'mappings', 'package-lock.json'])
    cpSync(join(ROOT, name), join(at, name), { recursive: true, preserveTimestamps: true })
  rmSync(join(at, 'node_modules'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(at, 'node_modules'))
  return at
}

function version(at: string, environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(join(at, 'plat'), ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  return { status, stdout, stderr }
}

const WELL = { status: 0, stdout: `${programVersion()}\n`, stderr: '' }
const fromSources = (why: string) => ({
  ...WELL,
  stderr: `Plat runs from src/, which starts more slowly, because ${why}: run "npm run build".\n`,
})

test('a package runs with only dist/ and Node, and makes a sample', () => {
  const at = packageFolder()
  assert.deepEqual(version(at), WELL)
  const sample = ['sample', '--homes', '20', '--data', join(at, 'data')]
  const { status, stdout } = spawnSync(join(at, 'plat'), sample, { encoding: 'utf8' })
  assert.equal(status, 0)
  assert.match(stdout, /^Made a sample catalog in .*: 20 homes /)
})

test('a package with an incomplete dist/ says that it is incomplete and must be installed again', () => {
  const at = packageFolder()
  truncateSync(join(at, 'dist', 'main.js'), 100)
  const refused = (why: string) => ({
    status: 69,
    stdout: '',
    stderr: `Plat cannot start: ${why}. Install the package again.\n`,
  })
  assert.deepEqual(version(at), refused('the build in dist/ is incomplete'))
  rmSync(join(at, 'dist', 'complete'))
  assert.deepEqual(version(at), refused('there is no build'))
})

test('a checkout runs src/ if dist/ is missing, incomplete or older than a source, and says why', () => {
  const at = checkoutFolder()
  assert.deepEqual(version(at), WELL)
  const later = new Date('2100-01-01')
  utimesSync(join(at, 'src', 'kit', 'base', 'clock.test.ts'), later, later)
  assert.deepEqual(version(at), WELL, 'no test is in the build')
  for (const source of [join(at, 'src', 'main.ts'), join(at, 'sample', 'sample.ts')]) {
    const { atime, mtime } = statSync(source)
    utimesSync(source, later, later)
    assert.deepEqual(version(at), fromSources('the sources have changed since the build'))
    utimesSync(source, atime, mtime)
  }
  truncateSync(join(at, 'dist', 'main.js'), 100)
  assert.deepEqual(version(at), fromSources('the build in dist/ is incomplete'))
  rmSync(join(at, 'dist'), { recursive: true })
  assert.deepEqual(version(at), fromSources('there is no build'))
})

test('a read-only checkout runs', () => {
  const at = checkoutFolder()
  spawnSync('chmod', ['-R', 'a-w', at])
  assert.deepEqual(version(at), WELL)
  spawnSync('chmod', ['-R', 'u+w', at])
})

test('without Node 24, or without packages, the script says what to do', () => {
  const at = checkoutFolder()
  rmSync(join(at, 'node_modules'))
  rmSync(join(at, 'dist'), { recursive: true })
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 })
  const path = `${bin}:/usr/bin:/bin`
  const old = `Plat needs Node 24, and ${bin}/node is older: run "npm ci" in ${at}, or install Node 24.\n`
  assert.deepEqual(version(at, { PATH: path }), { status: 69, stdout: '', stderr: old })
  rmSync(join(bin, 'node'))
  symlinkSync(process.execPath, join(bin, 'node'))
  const missing = `Plat is not installed yet: run "npm ci" in ${at}.\n`
  assert.deepEqual(version(at, { PATH: path }), { status: 69, stdout: '', stderr: missing })
})

test('the bundle has the fingerprint of its sources, so all nodes of a version give the same ETags', () => {
  assert.equal(readFileSync(join(ROOT, 'dist', 'made', 'fingerprint'), 'utf8'), sourcesFingerprint())
})

test('an error in the bundle names the lines of src/', () => {
  const fault = "process.stdout.write = () => { throw new Error('no more') }; process.argv[2] = '--version'"
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, join(ROOT, 'dist', 'main.js')],
    {
      encoding: 'utf8',
    },
  )
  assert.match(stderr, /no more\n/)
  assert.match(stderr, /\/src\/running\/terminal\/process-terminal\.ts:\d+:\d+\)/, stderr)
  assert.doesNotMatch(stderr, /dist\/[\w-]+\.js:\d+:\d+\)/)
})

test('the script of this checkout runs the bundle', () => {
  const { stderr } = spawnSync(PLAT, ['--version'], { encoding: 'utf8' })
  assert.equal(stderr, '')
})
