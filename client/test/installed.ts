import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { programVersion } from '../../src/kit/base/program.ts'

const CLIENT = join(import.meta.dirname, '..')
/** The name of the packed client. */
export const PACKED = `plat-client-${programVersion()}.tgz`
const COMPILER = join(CLIENT, '..', 'node_modules', '.bin')

/** Packs the client as `npm pack` does, and installs it for programs in a folder. */
export function install(folder: string): void {
  const copy = join(folder, 'client')
  cpSync(CLIENT, copy, { recursive: true, filter: (path) => !/\/(dist|test)$/.test(path) })
  cpSync(join(CLIENT, '..', 'LICENSE'), join(folder, 'LICENSE'))
  run('npm', ['pack', '--pack-destination', folder], copy)
  rmSync(copy, { recursive: true })
  const home = join(folder, 'node_modules', 'plat-client')
  mkdirSync(home, { recursive: true })
  run('tar', ['-xzf', PACKED, '-C', home, '--strip-components=1'], folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

/** Compiles files for a program that uses the package, in browsers or Node. Returns the compiler's output. */
export function compiled(folder: string, files: readonly (readonly [name: string, text: string])[]): string {
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  const options = [
    '--noEmit',
    '--strict',
    '--skipDefaultLibCheck',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ]
  const names = files.map(([name]) => name)
  return spawn('tsc', [...options, '--lib', 'es2022,dom', '--types', '', '--pretty', 'false', ...names], folder).said
}

/** Returns the TypeScript blocks of a Markdown page. */
export function examplesOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
}

export function run(command: string, words: readonly string[], cwd: string): string {
  const { status, said, stdout } = spawn(command, words, cwd)
  assert.equal(status, 0, `${command} ${words.join(' ')}: ${said}`)
  return stdout
}

function spawn(command: string, words: readonly string[], cwd: string) {
  const env = { ...process.env, PATH: `${COMPILER}${delimiter}${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return { status, stdout, said: `${stdout}${stderr}` }
}
