import {
  chmodSync,
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
import { build, type Rolldown } from 'vite'
import { sourcesFingerprint } from '../src/doors/http/content/program.ts'
import { usualDocuments } from '../src/doors/http/routes/documents.ts'
import { COUNTY_MAP, countyMap } from '../src/places/regions/reference/county-map.ts'
import { OPENID_PACKAGES } from '../src/running/serving/openid.ts'
import { SDK_PACKAGES } from '../src/running/serving/telemetry.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { packClients } from './client-packages.ts'
import { noticesOf, packagesOf } from './notices.ts'
import './client.ts' // generates parts of the clients and the console

/**
 * `npm run build` makes the generated parts of the clients, the console and `dist/`. `dist/` contains the bundled
 * program, the files that it reads, and data that takes long to compute. An interrupted build leaves the previous
 * `dist/` unchanged.
 */

/** Optional packages, which operators install themselves. */
const LEFT_OUT = ['@duckdb/node-api', ...Object.keys({ ...SDK_PACKAGES, ...OPENID_PACKAGES }), 'pg-native']

/** Packages whose data the build reads. */
const DATA = ['us-atlas', 'world-atlas', 'mapeo-offline-map', 'zipcodes'].map((name) => `/node_modules/${name}/`)

/**
 * Reading all exports of `node:http` would also load the HTTP client behind `fetch`. So the bundle imports only the
 * exports that are not getters.
 */
const NODE_HTTP: Plugin = {
  name: 'node-http',
  resolveId: (id) => (id === 'node:http' ? '\0node:http' : null),
  load(id) {
    if (id !== '\0node:http') return null
    const module = "process.getBuiltinModule('node:http')"
    const exported = Object.getOwnPropertyDescriptors(http)
    const names = Object.keys(http).filter((name) => Object.hasOwn(exported[name] ?? {}, 'value'))
    return `export const { ${names.join(', ')} } = ${module}\nexport default ${module}`
  },
}

const folder = newFolder()
const started = statSync(folder).mtime
try {
  const modules = [...(await buildConsole()), ...(await bundle(folder))]
  packClients(join(folder, 'clients'))
  const read = ['package.json', 'LICENSE', 'reference/*.txt', 'mappings/*.yaml', 'src/**/*.{sql,ndjson,css,js}']
  for (const path of [...globSync(read), 'console/dist']) cpSync(path, join(folder, path), { recursive: true })
  const made = { ...usualDocuments(OPERATIONS), [COUNTY_MAP]: countyMap(), fingerprint: sourcesFingerprint() }
  mkdirSync(join(folder, 'made'))
  for (const [name, text] of Object.entries(made)) writeFileSync(join(folder, 'made', name), text)
  writeFileSync(join(folder, 'NOTICES'), noticesOf(packagesOf([...modules, ...DATA])))
  // The script `plat` compares the size and time in this file: an interrupted copy is smaller, and a changed source is
  // newer.
  const bytes = globSync(join(folder, '*.js')).reduce((sum, path) => sum + statSync(path).size, 0)
  writeFileSync(join(folder, 'complete'), `${bytes}\n`)
  utimesSync(join(folder, 'complete'), started, started)
  chmodSync(folder, 0o755) // a service may run as another user
  rmSync('dist', { recursive: true, force: true })
  renameSync(folder, 'dist')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Builds the console, and returns the paths of the modules in it. */
async function buildConsole(): Promise<readonly string[]> {
  const built = (await build({ root: 'console', logLevel: 'warn' })) as Rolldown.RolldownOutput // without watching
  return modulesIn(built.output)
}

function modulesIn(output: Rolldown.RolldownOutput['output']): readonly string[] {
  return output.flatMap((file) => ('moduleIds' in file ? file.moduleIds : []))
}

/**
 * Bundles the program into one script. Each module that the program loads by URL becomes another script. Returns the
 * paths of the modules.
 */
async function bundle(to: string): Promise<readonly string[]> {
  const sources = globSync('src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
  const loaded = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/moduleFile\('([^']+)'\)/g)])
  const modules = ['main', ...loaded.map(([, path = '']) => path)]
  const names = modules.map((path) => basename(path))
  if (new Set(names).size < names.length)
    throw new Error(`Two modules would have the same script name: ${modules.join(', ')}`)
  const input = Object.fromEntries(modules.map((path) => [basename(path), `src/${path}.ts`]))
  const bundled = await rolldown({ input, platform: 'node', external: LEFT_OUT, plugins: [NODE_HTTP] })
  const { output } = await bundled.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
  })
  await bundled.close()
  const threads = new Set(modules.filter((path) => path.endsWith('-thread')).map((path) => `${basename(path)}.js`))
  for (const script of output) {
    const wrong = 'imports' in script ? script.imports.find((name) => threads.has(name)) : undefined
    if (wrong !== undefined)
      throw new Error(`${script.fileName} imports ${wrong}, which would start the work of its thread`)
  }
  for (const script of globSync(join(to, '*.js'))) writeFileSync(script, inLatin1(readFileSync(script, 'utf8')))
  return modulesIn(output)
}

/** Escapes characters outside Latin-1. With them, V8 would store the script with two bytes per character. */
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
