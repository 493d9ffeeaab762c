import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** A number that must be bumped whenever what is made under it comes out otherwise. */
export interface GuardedVersion {
  /** How code names the number and the fingerprint beside it, and in which file. */
  readonly name: string
  readonly fingerprintName: string
  readonly file: string
  readonly version: number
  /** `2 mzT6…`: the version under which it was written, and a hash of what is made under it. */
  readonly fingerprint: string
}

/** With this variable the number and the fingerprint are written where they stand, as `tools/versions.ts` wants it. */
export const WRITES_VERSIONS = 'PLAT_WRITE_VERSIONS'

/**
 * Fails when `output`, in its order, is not what was made when the fingerprint was written; says what to write where.
 */
export function checkVersion(guarded: GuardedVersion, output: Iterable<string | Uint8Array>): void {
  const { name, fingerprintName, file, version, fingerprint } = guarded
  const hash = hashOf(output)
  if (fingerprint === `${version} ${hash}`) return
  if (!fingerprint.startsWith(`${version} `))
    assert.fail(`${name} is ${version} by now: write ${fingerprintName} = '${version} ${hash}' in ${file}.`)
  const bumped = version + 1
  if (process.env[WRITES_VERSIONS] !== undefined) {
    write(guarded, `${bumped} ${hash}`, bumped)
    return
  }
  assert.fail(
    `What is made under ${name} ${version} comes out otherwise than before, so that what is stored or cached under it ` +
      `is stale: run node tools/versions.ts, which bumps ${name} to ${bumped} and writes ${fingerprintName} = '${bumped} ${hash}' in ${file}.`,
  )
}

function write({ name, fingerprintName, file, fingerprint }: GuardedVersion, made: string, bumped: number): void {
  const text = readFileSync(file, 'utf8')
  const number = new RegExp(`\\b(${name} = )\\d+`)
  const written = text
    .replace(number, `$1${bumped}`)
    .replace(`${fingerprintName} = '${fingerprint}'`, `${fingerprintName} = '${made}'`)
  writeFileSync(file, written)
}

/** Each piece is hashed with its length, so that none runs over into the next. */
function hashOf(output: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const piece of output) hash.update(`${Buffer.byteLength(piece)}\n`).update(piece)
  return hash.digest('base64url').slice(0, 22)
}
