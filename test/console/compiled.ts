import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, scratch } from '../e2e/program.ts'

/** Time limit in milliseconds for compiling: ten times as long as a slow machine needs. */
const COMPILING_MS_MAX = 300_000

/** Compiles programs that import the client's sources. Returns the compiler's errors, or an empty text. */
export function complaintsOf(programs: readonly string[]): string {
  const folder = scratch()
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    types: ['node'],
    paths: { 'plat-client': [join(ROOT, 'client/src/index.ts')] },
  }
  try {
    mkdirSync(join(folder.path, 'node_modules'))
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder.path, 'node_modules/@types'))
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    for (const [i, program] of programs.entries()) writeFileSync(join(folder.path, `program-${i}.ts`), program)
    const words = ['-p', folder.path, '--pretty', 'false']
    const { stdout, stderr, error } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), words, {
      encoding: 'utf8',
      timeout: COMPILING_MS_MAX,
    })
    if (error !== undefined) throw error
    return `${stdout}${stderr}`
  } finally {
    folder.remove()
  }
}
