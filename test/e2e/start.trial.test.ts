import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_KEY } from '../../src/guard/access/index.ts'
import { freePort } from '../free-port.ts'
import { needs } from '../needs.ts'
import { PLAT, Program, plat, ROOT, scratch, serve } from './program.ts'

let folder = scratch()

beforeEach(() => {
  folder = scratch()
})

afterEach(() => folder.remove())

/** The user id of nobody. */
const NOBODY = 65_534

/** Bytes of the file's first page, which contains the names of the tables. */
const PAGE_BYTES = 16_384

const FREE_PORT = ['--port', '0']

/** One worker, for tests that need only one. Each further worker takes as long to start as everything else. */
const ONE_THREAD = { PLAT_WORKERS: '1' } as const

/** Returns the catalog files of a data folder, complete or not. */
function catalogFiles(path: string): string[] {
  return readdirSync(path).filter((name) => name.endsWith('.sqlite') && name.startsWith('catalogue'))
}

/** Resolves when the program has begun to make the sample. */
async function makingHasBegun(path: string): Promise<void> {
  while (catalogFiles(path).length === 0) await pause(5)
}

/** Matches log lines that announce a step of the start. */
const BEGINNING = /"msg":"Starting: |^Making a sample of /

/** Checks that a command fails with a single sentence. Lines that announce steps may come before it. */
async function assertRefused(words: readonly string[], code: number, sentence: RegExp) {
  const { code: given, stdout, stderr } = await plat(words)
  assert.equal(given, code, stderr)
  assert.equal(stdout, '')
  const lines = stderr.trim().split('\n')
  assert.match(lines.pop() ?? '', sentence)
  assert.ok(
    lines.every((line) => BEGINNING.test(line)),
    stderr,
  )
}

test('a port in use is reported at once, before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1').unref()
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const words = ['serve', '--data', folder.path, '--port', '0', '--port', String(port)]
  await assertRefused(words, 75, new RegExp(`^Cannot listen on port ${port} of 127.0.0.1: .*--port or PLAT_PORT\\.`))
  assert.deepEqual(catalogFiles(folder.path), [])
  other.close()
})

test('a service with a public name has no demo key, even for a proxy that hides itself and the Host', async () => {
  const program = new Program(PLAT, ['serve', '--data', folder.path, ...FREE_PORT], {
    ...ONE_THREAD,
    PLAT_HOMES: '50',
    PLAT_PUBLIC_NAME: 'api.homes.example',
  })
  const [, local] = await program.shows(/All operations: (\S+)\/docs/)
  assert.doesNotMatch(program.stdout, /plat_/)
  assert.match(program.stdout, /Create a key: /)
  const answer = await fetch(`${local}/`, { headers: { 'x-service-key': DEMO_KEY } })
  const { code, detail } = (await answer.json()) as { code: string; detail: string }
  assert.deepEqual([answer.status, code], [401, 'key.unknown'])
  assert.match(detail, /the server has a public name: ask the operator for a key/)
  program.child.kill('SIGTERM')
  assert.equal(await program.ended(), 0)
  program.assertCleanLog()
})

test('compiled code is stored in a folder of the user, and not at all if that folder is read-only', async () => {
  const cache = join(folder.path, 'cache')
  const words = ['check', '--data', folder.path]
  const kept = await plat(words, { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: cache })
  assert.equal(readdirSync(join(cache, 'plat')).length, 1)
  const without = await plat(words, { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: '/proc/none' })
  assert.deepEqual(without, kept)
})

test('no thread loads compiled code from the folder for temporary files', async () => {
  const [data, temporary] = [join(folder.path, 'data'), join(folder.path, 'temporary')]
  for (const path of [data, temporary]) mkdirSync(path)
  const served = await serve(data, {
    NODE_COMPILE_CACHE: '',
    XDG_CACHE_HOME: '/proc/none',
    TMPDIR: temporary,
    PLAT_WORKERS: '2',
  })
  await served.stop()
  assert.deepEqual(readdirSync(temporary), [])
})

test('no compiled code is loaded from a folder of another user', needs('root'), async () => {
  const cache = join(folder.path, 'cache', 'plat')
  mkdirSync(cache, { recursive: true })
  chownSync(cache, NOBODY, NOBODY)
  await plat(['check', '--data', folder.path], { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(folder.path, 'cache') })
  assert.deepEqual(readdirSync(cache), [])
})

test('without a home folder, no folder for compiled code is made', async () => {
  const programs = join(folder.path, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'mkdir'), '#!/bin/sh\ntouch "$(dirname "$0")/asked"\nexit 1\n', { mode: 0o755 })
  const words = ['check', '--data', folder.path]
  const environment = { NODE_COMPILE_CACHE: '', HOME: '', PATH: `${programs}:${process.env.PATH}` }
  await plat(words, { ...environment, XDG_CACHE_HOME: '' })
  assert.deepEqual(readdirSync(programs), ['mkdir'])
  await plat(words, { ...environment, XDG_CACHE_HOME: folder.path })
  assert.deepEqual(readdirSync(programs), ['asked', 'mkdir'])
})

test('a damaged catalog is refused with one line that names a solution', async () => {
  const pointer = join(folder.path, 'catalogue')
  const words = ['serve', '--data', folder.path, ...FREE_PORT]
  writeFileSync(pointer, 'nonsense')
  await assertRefused(
    words,
    65,
    /catalogue is damaged: .* make a catalog again with .\/plat sample or .\/plat import\.$/m,
  )
  const [missing, other] = ['catalogue-0123456789abcdef.sqlite', 'catalogue-fedcba9876543210.sqlite']
  writeFileSync(pointer, missing)
  await assertRefused(words, 66, new RegExp(`names ${missing}, which does not exist: restore that file from a copy`))
  writeFileSync(join(folder.path, other), '')
  await assertRefused(words, 66, new RegExp(`write the name of an existing file into it: ${other}\\.$`, 'm'))
  await assertRefused(['sample', '--data', folder.path], 66, /which does not exist/)
  assert.deepEqual(catalogFiles(folder.path), [other], 'what may be the only copy is left alone')
})

test('damage inside a catalog in use is one log line, a 503 for affected calls, and makes the service not ready', async () => {
  const served = await serve(folder.path)
  const search = await served.get('/search/byaddress?location=United+States&listingStatus=Sold')
  const { searchResults } = (await search.json()) as { searchResults: { property: { zpid: number } }[] }
  assert.ok(searchResults.length > 20)
  const [name = ''] = catalogFiles(folder.path)
  const path = join(folder.path, name)
  const file = openSync(path, 'r+')
  const garbage = Buffer.alloc(statSync(path).size - PAGE_BYTES, 0xa5)
  writeSync(file, garbage, 0, garbage.length, PAGE_BYTES)
  closeSync(file)
  // many homes, since some pages of the file may be in the cache; address completion would read no page
  const asked = await Promise.all(searchResults.map(({ property }) => served.get(`/pro/byzpid?zpid=${property.zpid}`)))
  const refused = asked.find(({ status }) => status === 503)
  assert.ok(refused !== undefined)
  const { code } = (await refused.json()) as { code: string }
  assert.equal(code, 'catalogue.damaged')
  assert.equal((await served.get('/health/ready')).status, 503)
  assert.equal((await served.get('/health/live')).status, 200)
  served.program.child.kill('SIGTERM')
  assert.equal(await served.program.ended(), 0)
  assert.equal(served.program.stderr.match(/cannot be read \(.*\): run \.\/plat check/g)?.length, 1)
})

test('invalid settings and misspelled words are reported with the allowed values', async () => {
  await assertRefused(['serve', '--port', 'eighty'], 64, /--port must be a port .*; you gave "eighty"/)
  await assertRefused(['serve', '--prot', '1'], 64, /"--prot": did you mean --port\?/)
  await assertRefused(['srve'], 64, /"srve": did you mean serve\?/)
  const { code, stderr } = await plat(['serve'], { PLAT_PROT: '1' })
  assert.equal(code, 64)
  assert.match(stderr, /PLAT_PROT: did you mean PLAT_PORT\?/)
  for (const words of [['--port-b', '8081'], ['--host-a=a.example']])
    await assertRefused(['serve', ...words], 64, /^--(port-b|host-a) has been replaced\. .* (--port,|--public-name) /)
  await assertRefused(
    ['serve', 'extra'],
    64,
    /^Cannot use "extra"\. Here you can use nothing but options\. \S+ serve --help/,
  )
})

test('a named folder that does not exist is made, and the log says so before a sample is made', async () => {
  const path = join(folder.path, 'some where')
  const program = new Program(join(ROOT, 'plat'), ['serve', '--data', path, ...FREE_PORT], {
    ...ONE_THREAD,
    PLAT_HOMES: '300',
  })
  await program.shows(/All operations/)
  assert.equal(catalogFiles(path).length, 1)
  assert.match(
    program.stderr,
    /"data":".*some where","msg":"There is no catalog yet\. Making a sample of invented homes/,
  )
  program.child.kill('SIGTERM')
  assert.equal(await program.ended(), 0)
  program.assertCleanLog()
})

test('keys create names the header of the service on the folder', async () => {
  const served = await serve(folder.path, { ...ONE_THREAD, PLAT_SERVICE_WORD: 'acme' })
  const { stderr } = await plat(['keys', 'create', '--plan', 'basic', '--data', folder.path])
  assert.match(stderr, /Send it in the header x-acme-key\.$/m)
  await served.stop()
})

test('the default folder is created, and an empty variable counts as not set', async () => {
  const command = `cd '${folder.path}' && exec '${join(ROOT, 'plat')}' serve ${FREE_PORT.join(' ')}`
  const program = new Program('sh', ['-c', command], { ...ONE_THREAD, PLAT_HOMES: '300', PLAT_DATA: '' })
  await program.shows(/All operations/)
  assert.equal(catalogFiles(join(folder.path, 'data')).length, 1)
  program.child.kill('SIGTERM')
  assert.equal(await program.ended(), 0)
  program.assertCleanLog()
})

test('after kill -9 the service starts again over the same data', async () => {
  const first = await serve(folder.path, ONE_THREAD)
  assert.equal((await first.get(first.homePath)).status, 200)
  first.program.child.kill('SIGKILL')
  assert.equal(await first.program.ended(), 'SIGKILL')
  const second = await serve(folder.path, ONE_THREAD)
  assert.equal(second.homePath, first.homePath)
  assert.equal((await second.get(second.homePath)).status, 200)
  await second.stop()
})

test('kill -9 while the sample is made leaves nothing that disturbs the next start', async () => {
  const words = ['serve', '--data', folder.path, ...FREE_PORT]
  const first = new Program(join(ROOT, 'plat'), words, { PLAT_HOMES: '200000' })
  await makingHasBegun(folder.path)
  first.child.kill('SIGKILL')
  await first.ended()
  const second = await serve(folder.path, ONE_THREAD)
  assert.equal((await second.get(second.homePath)).status, 200)
  await second.stop()
  assert.equal(catalogFiles(folder.path).length, 1)
})

test('the service does not listen before it can answer, and then answers at once', async () => {
  const port = await freePort()
  const words = ['serve', '--data', folder.path, '--port', String(port)]
  const program = new Program(join(ROOT, 'plat'), words, { PLAT_HOMES: '3000' })
  await makingHasBegun(folder.path)
  const origin = `http://127.0.0.1:${port}`
  assert.equal(await accepts(origin), false)
  while (!(await accepts(origin))) await pause(5)
  assert.equal((await fetch(`${origin}/health/ready`)).status, 200)
  program.child.kill('SIGTERM')
  assert.equal(await program.ended(), 0)
  program.assertCleanLog()
})

test('operators see the progress of a start within a second, while the only worker makes a sample', async () => {
  const port = await freePort()
  const words = ['serve', '--data', folder.path, ...FREE_PORT, '--operator-port', String(port)]
  const program = new Program(PLAT, words, { ...ONE_THREAD, PLAT_HOMES: '5000' })
  await makingHasBegun(folder.path)
  const details = new Set<string>()
  let slowestMs = 0
  const status = async (page: string) => {
    const askedMs = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/health/${page}`)
    slowestMs = Math.max(slowestMs, performance.now() - askedMs)
    const { detail } = (await answer.json()) as { detail?: string }
    if (detail !== undefined) details.add(detail)
    return answer.status
  }
  while ((await status('ready')) !== 200) {
    assert.equal(await status('live'), 200)
    await pause(20)
  }
  assert.ok(slowestMs < 1000, `the slowest answer took ${slowestMs} ms`)
  const progress = [...details].filter((detail) => /: \d+% done\.$/.test(detail))
  assert.ok(progress.length > 0, [...details].join('\n'))
  program.child.kill('SIGTERM')
  assert.equal(await program.ended(), 0)
  program.assertCleanLog()
})

test('Ctrl-C while the sample is made exits with 130 and leaves no catalog', async () => {
  const words = ['serve', '--data', folder.path, ...FREE_PORT]
  const program = new Program(join(ROOT, 'plat'), words, { PLAT_HOMES: '500000' })
  await makingHasBegun(folder.path)
  program.child.kill('SIGINT')
  assert.equal(await program.ended(), 130)
  assert.match(
    program.stderr,
    /^\{.*"msg":"Starting: .*\}\n\{.*Making a sample of invented homes.*\}\n(\{.*(Making the sample|Stopping: the start is undone)"\}\n)+Interrupted\. Unfinished work was undone\.\n$/,
  )
  assert.deepEqual(catalogFiles(folder.path), [])
})

test('Ctrl-C while workers start ends the service without waiting for them', async () => {
  const program = new Program(PLAT, ['serve', '--data', folder.path, ...FREE_PORT], { PLAT_HOMES: '50' })
  while (!program.stderr.includes('"Starting ')) await pause(5)
  program.child.kill('SIGINT')
  assert.match(String(await program.ended()), /^(0|130)$/) // 0 if it became ready just before
  assert.match(program.stderr, /Stopping/)
})

test('a call that is running at SIGTERM is still answered', async () => {
  const served = await serve(folder.path)
  const socket = connect(Number(new URL(served.a).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(`GET ${served.homePath} HTTP/1.1\r\nHost: localhost\r\n`)
  await served.get('/') // by now, the first half has been read
  served.program.child.kill('SIGTERM')
  while (await accepts(served.a)) await pause(10)
  socket.write(`x-service-key: ${served.key}\r\n\r\n`)
  await once(socket, 'close')
  assert.match(answer, /^HTTP\/1\.1 200 OK/)
  assert.match(answer, /connection: close/)
  assert.equal(await served.program.ended(), 0)
  served.program.assertCleanLog()
})

async function accepts(origin: string): Promise<boolean> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const accepted = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return accepted
}

test('npm start takes the options of serve, and Ctrl-C ends it', async () => {
  const program = new Program('npm', ['start', '--', '--data', folder.path, ...FREE_PORT], { PLAT_HOMES: '300' })
  const [, origin] = await program.shows(/For calls +(http:\S+)/)
  await program.shows(/All operations/)
  assert.equal((await fetch(`${origin}/health/ready`)).status, 200)
  program.child.kill('SIGINT')
  assert.equal(await program.ended(), 0)
})

test('plat works through a symbolic link, from any folder', async () => {
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  symlinkSync(join(ROOT, 'plat'), join(bin, 'first'))
  symlinkSync('first', join(bin, 'second'))
  const program = new Program('sh', ['-c', `cd '${bin}' && ./second --version`])
  assert.equal(await program.ended(), 0)
  assert.match(program.stdout, /^\d+\.\d+\.\d+\n$/)
})

test('help goes to standard output, and missing arguments are a usage error', async () => {
  const asked = [['--help'], ['serve', '--help'], ['keys', 'create', '--help']]
  const inWords = [['help'], ['help', 'serve'], ['keys', 'help'], ['help', 'keys', 'create']]
  for (const words of [...asked, ...inWords]) {
    const { code, stdout, stderr } = await plat(words)
    assert.equal(code, 0)
    assert.match(stdout, /^Usage: /)
    assert.equal(stderr, '')
  }
  assert.equal((await plat([])).code, 64)
  await assertRefused(['help', 'srve'], 64, /"srve": did you mean serve\?/)
})

test('with --json, every failure of a command is one JSON line on standard error', async () => {
  const cases = [
    [['keys', 'list', '--json', '--data', join(folder.path, 'none')], 66, {}],
    [['import', 'x.csv', '--json', '--maping', 'x'], 64, {}],
    [['people', 'audit', '--since', 'soon', '--data', folder.path], 64, { PLAT_JSON: '1' }],
  ] as const
  for (const [words, exitCode, environment] of cases) {
    const { code, stdout, stderr } = await plat(words, environment)
    assert.deepEqual([code, stdout], [exitCode, ''])
    const { error } = JSON.parse(stderr) as { error: { message: string; exitCode: number } }
    assert.equal(error.exitCode, exitCode)
    assert.match(error.message, /^(?:[A-Z]|--[a-z]).*\.$/)
  }
  const spoken = await plat(['keys', 'list', '--data', join(folder.path, 'none')], { PLAT_JSON: '0' })
  assert.match(spoken.stderr, /^There is no data folder/)
})

test('a service that cannot store its last data says so, and still ends', async () => {
  const served = await serve(folder.path, ONE_THREAD)
  assert.equal((await served.get(served.homePath)).status, 200)
  const holder = new DatabaseSync(join(folder.path, 'access.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  const waiting = served.get(served.homePath).catch(() => {})
  await pause(100)
  served.program.child.kill('SIGTERM')
  assert.equal(await served.program.ended(), 75)
  await waiting
  assert.match(served.program.stderr, /access\.sqlite is being changed by another process: try again once it is done\./)
  holder.close()
})
