import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { asOpenApi30, documentOf } from '../../src/doors/openapi/index.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { WORDS } from './answers.ts'

/** Programs that process OpenAPI documents. `npm ci --prefix test/generators` installs them. */

const INSTALLED = join(import.meta.dirname, 'node_modules')

/**
 * Makes a folder that can import the packages of the programs, with the documents `plat-3.1.json` and `plat-3.0.json`.
 */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plat-generators-'))
  after(() => rmSync(folder, { recursive: true }))
  symlinkSync(INSTALLED, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const operations = OPERATIONS.map((operation) => worded(operation, WORDS))
  const listed = { keyHeaders: ['x-service-key', 'x-api-key', 'authorization'], words: WORDS }
  const document = documentOf(undefined, operations, listed, 'https://homes.example')
  writeFileSync(join(folder, 'plat-3.1.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'plat-3.0.json'), JSON.stringify(asOpenApi30(document)))
  return folder
}

/** Turns off telemetry and update checks. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', DO_NOT_TRACK: '1' }

/** Runs one of the programs in a folder. Returns its exit status, and the end of its output. */
export function runProgram(name: string, args: readonly string[], cwd: string): { status: number; said: string } {
  return run(process.execPath, [realpathSync(join(INSTALLED, '.bin', name)), ...args], cwd)
}

export function run(command: string, args: readonly string[], cwd: string): { status: number; said: string } {
  const env = { ...process.env, ...QUIET }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return { status: status ?? 1, said: `${stdout}${stderr}`.slice(-3000) }
}
