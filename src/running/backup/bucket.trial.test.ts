import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fillSample } from '../../../test/e2e/program.ts'
import { S3Store } from '../../../test/s3-store.ts'
import { refused, runHere, trialTerminal } from '../../../test/terminal.ts'
import { CATALOG_FORMAT, catalogPath } from '../../catalog/opening/whole-file.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { Bucket } from './bucket.ts'
import { MANIFEST } from './manifest.ts'

suite('backups in an S3-compatible store', () => {
  const root = mkdtempSync(join(tmpdir(), 'plat-bucket-'))
  const data = join(root, 'data')
  let store: S3Store
  let nowMs = Date.parse('2026-11-20T03:10:00Z')

  before(async () => {
    store = await S3Store.start()
    await fillSample(data, 500)
  })
  after(() => {
    store.close()
    rmSync(root, { recursive: true })
  })

  /** Runs a command one day after the previous command. */
  const plat = (words: readonly string[], environment: Record<string, string> = store.environment) => {
    nowMs += 24 * 3600_000
    return runHere(words, trialTerminal({ environment, clock: fixedClock(nowMs) }))
  }
  const backUp = (...more: readonly string[]) => plat(['backup', 's3://backups/kc', '--data', data, ...more])
  const names = () => [...new Set([...store.objects.keys()].map((key) => key.split('/')[1] ?? ''))].sort()

  test('a backup is restored from the newest that is complete, or from the one that is named', async () => {
    mkdirSync(join(data, 'upload-999999999')) // of a backup that was killed
    const { printed } = await backUp()
    assert.match(printed.at(-1) ?? '', /Backed up to s3:\/\/backups\/kc as 2026-11-21T031000Z: [\d.]+ MB/)
    await backUp()
    store.objects.delete(`kc/2026-11-22T031000Z/${MANIFEST}`)
    for (const [address, to] of [
      ['s3://backups/kc', 'newest'],
      ['s3://backups/kc/2026-11-21T031000Z/', 'named'],
    ] as const) {
      const { noted } = await plat(['restore', address, '--data', join(root, to)])
      assert.equal(noted[0], `Downloaded 2026-11-21T031000Z from ${address}.`)
      const [from, copy] = [data, join(root, to)].map((folder) => catalogPath(folder) ?? '')
      assert.ok(existsSync(copy ?? ''), CATALOG_FORMAT.noun)
      assert.equal(readFileSync(copy ?? '').length, readFileSync(from ?? '').length)
    }
    assert.deepEqual(readdirSync(root).sort(), ['data', 'named', 'newest'])
    assert.ok(!readdirSync(data).some((name) => name.startsWith('upload-')))
  })

  test('keeps as many backups as asked for, and removes an incomplete one that is older', async () => {
    assert.deepEqual(names(), ['2026-11-21T031000Z', '2026-11-22T031000Z'])
    store.objects.set('kc/notes/mine.txt', Buffer.from('stays'))
    await backUp()
    const { printed } = await backUp('--keep', '2')
    assert.equal(printed.at(-1), 'Removed from the store: 2026-11-21T031000Z, 2026-11-22T031000Z.')
    assert.deepEqual(names(), ['2026-11-25T031000Z', '2026-11-26T031000Z', 'notes'])
  })

  test('a file that is larger than one request may be arrives as it was', async () => {
    const [from, to] = [mkdtempSync(join(root, 'large-')), join(root, 'fetched')]
    const bytes = randomBytes(20 * 2 ** 20)
    writeFileSync(join(from, 'access.sqlite'), bytes)
    writeFileSync(join(from, MANIFEST), '{}')
    const bucket = await Bucket.open('s3://backups/large', store.environment, new AbortController().signal)
    await bucket.put(from, '2026-11-20T03:10:00.000Z')
    await bucket.get(to)
    assert.ok(readFileSync(join(to, 'access.sqlite')).equals(bytes))
  })

  test('a store that fails is reported, and nothing is left behind', async () => {
    store.fails = true
    await refused(backUp(), EXIT.io, /^Cannot write "s3:\/\/backups\/kc": .*500/)
    store.fails = false
    assert.ok(!readdirSync(data).some((name) => name.startsWith('upload-')))
    await refused(
      plat(['restore', 's3://backups/none', '--data', join(root, 'x')]),
      EXIT.noInput,
      /has no complete backup\.$/,
    )
    await refused(
      plat(['restore', 's3://other/kc', '--data', join(root, 'x')]),
      EXIT.noInput,
      /^The store has no bucket/,
    )
    await refused(plat(['backup', 's3://backups/kc', '--data', data], {}), EXIT.usage, /set AWS_ACCESS_KEY_ID/)
    await refused(backUp('--keep', '0'), EXIT.usage, /^--keep must be a whole number above 0/)
    await refused(plat(['backup', join(root, 'b'), '--data', data, '--keep', '2']), EXIT.usage, /need a store/)
  })
})
