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
import { basename, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { build } from 'vite'
import { sourcesFingerprint } from '../src/doors/http/content/program.ts'
import { usualDocuments } from '../src/doors/http/routes/documents.ts'
import { COUNTY_MAP, countyMap } from '../src/places/regions/reference/county-map.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'

/**
 * `npm run build` makes the console, then `dist/`: the program as a bundle, the files that it reads, and what would
 * take each thread long to make. An interrupted build leaves the previous `dist/` as it was.
 */
/** Packages that an operator may install beside the program. */
const LEFT_OUT = ['@duckdb/node-api', 'pg-native']

/**
 * An import of these modules reads all their exports, some of which load much more: the client for `fetch`, and Web
 * Crypto. In the bundle only exports without getters are read.
 */
const EAGER = ['node:http', 'node:crypto']

const NODE_MODULES: Plugin = {
  name: 'node-modules',
  resolveId: (id) => (EAGER.includes(id) ? `\0${id}` : null),
  load(id) {
    const name = EAGER.find((one) => `\0${one}` === id)
    if (name === undefined) return null
    const module = `process.getBuiltinModule('${name}')`
    const exported = Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) as object) // it is a module
    const names = Object.keys(exported).filter((key) => exported[key]?.get === undefined)
    return `export const { ${names.join(', ')} } = ${module}\nexport default ${module}`
  },
}

const folder = newFolder()
const started = statSync(folder).mtime
try {
  await build({ root: 'console', logLevel: 'warn' })
  await bundle(folder)
  const read = ['package.json', 'LICENSE', 'reference/*.txt', 'mappings/*.yaml', 'src/**/*.{sql,ndjson,css,js}']
  for (const path of [...globSync(read), 'console/dist']) cpSync(path, join(folder, path), { recursive: true })
  const made = { ...usualDocuments(OPERATIONS), [COUNTY_MAP]: countyMap(), fingerprint: sourcesFingerprint() }
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
  const bundled = await rolldown({ input, platform: 'node', external: LEFT_OUT, plugins: [NODE_MODULES] })
  await bundled.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
  })
  await bundled.close()
  for (const script of globSync(join(to, '*.js'))) writeFileSync(script, inLatin1(readFileSync(script, 'utf8')))
}

/** Escapes the characters for which V8 would keep a script, as long as it runs, with two bytes a character. */
function inLatin1(script: string): string {
  return script.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function newFolder(): string {
  try {
    return mkdtempSync('dist-')
  } catch (error) {
    process.stderr.write(`Cannot write dist/: ${String(error)}. ./plat runs from src/ without it.\n`)
    process.exit(1)
  }
}
