import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** A version number that must increase whenever the output that is stored with it changes. */
export interface GuardedVersion {
  /** Names of the constants for the version and its fingerprint, and the path of the file that declares them. */
  readonly name: string
  readonly fingerprintName: string
  readonly file: string
  readonly version: number
  /** A version and a hash of this version's output, such as `2 mzT6…`. */
  readonly fingerprint: string
}

/**
 * If this environment variable is set, the version and the fingerprint are updated in the file. `tools/versions.ts`
 * sets it.
 */
export const WRITES_VERSIONS = 'PLAT_WRITE_VERSIONS'

/** Fails if `output` has changed since the fingerprint was made. The error says what to write into which file. */
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

/** Hashes each piece with its length, so that the same text has a different hash if it is divided differently. */
function hashOf(output: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const piece of output) hash.update(`${Buffer.byteLength(piece)}\n`).update(piece)
  return hash.digest('base64url').slice(0, 22)
}
