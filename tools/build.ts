import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { basename, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { build } from 'vite'
import { sourcesFingerprint } from '../src/doors/http/content/program.ts'
import { usualDocuments } from '../src/doors/http/routes/documents.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'

/**
 * `npm run build` makes the console, then `dist/`: the program as a bundle, the files that it reads, and what would
 * take each thread long to make. An interrupted build leaves the previous `dist/` as it was.
 */
const started = new Date()

/** Packages that an operator may install beside the program. */
const LEFT_OUT = ['@duckdb/node-api', 'pg-native']

/**
 * An import of `node:http` reads all that it exports, and so loads Node's client for `fetch`, which takes longer than
 * all else that is loaded. What is exported without a getter needs none of it.
 */
const NODE_HTTP: Plugin = {
  name: 'node-http',
  resolveId: (id) => (id === 'node:http' ? '\0node:http' : null),
  load(id) {
    if (id !== '\0node:http') return null
    const exported = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => get === undefined)
    const names = exported.map(([name]) => name).join(', ')
    return `const http = process.getBuiltinModule('node:http')\nexport const { ${names} } = http\nexport default http`
  },
}

await build({ root: 'console', logLevel: 'warn' })
const folder = mkdtempSync('dist-')
try {
  await bundle(folder)
  const read = ['package.json', 'LICENSE', 'reference/*.txt', 'mappings/*.yaml', 'src/**/*.{sql,ndjson,css,js}']
  for (const path of [...globSync(read), 'console/dist']) cpSync(path, join(folder, path), { recursive: true })
  const made = { ...usualDocuments(OPERATIONS), fingerprint: sourcesFingerprint() }
  mkdirSync(join(folder, 'made'))
  for (const [name, text] of Object.entries(made)) writeFileSync(join(folder, 'made', name), text)
  // The script `plat` compares: a copy that was interrupted has fewer bytes, and a newer source has changed since.
  const bytes = globSync(join(folder, '*.js')).reduce((sum, path) => sum + statSync(path).size, 0)
  writeFileSync(join(folder, 'complete'), `${bytes}\n`)
  utimesSync(join(folder, 'complete'), started, started)
  rmSync('dist', { recursive: true, force: true })
  renameSync(folder, 'dist')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Makes a script of the program, and a script of each module that the program loads by its address. */
async function bundle(to: string): Promise<void> {
  const sources = globSync('src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
  const loaded = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/moduleFile\('([^']+)'\)/g)])
  const modules = ['main', ...loaded.map(([, path = '']) => path)]
  const names = modules.map((path) => basename(path))
  if (new Set(names).size < names.length) throw new Error(`Two modules would be one script: ${modules.join(', ')}`)
  const input = Object.fromEntries(modules.map((path) => [basename(path), `src/${path}.ts`]))
  const bundled = await rolldown({ input, platform: 'node', external: LEFT_OUT, plugins: [NODE_HTTP] })
  await bundled.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await bundled.close()
}
