import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { fillSample, ROOT, type Served, scratch, serve } from '../e2e/program.ts'
import { CHROMIUM, needs } from '../needs.ts'

const CONSOLE = join(ROOT, 'console')

/** A page and its faults. */
export interface Opened {
  readonly page: Page
  /** Descriptions of script errors, violations of the content security policy, and requests to other origins. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether the map draws all counties. In most tests a box replaces them, because drawing them takes half of a map's
   * time.
   */
  readonly hasCounties?: boolean
}

/** The service and the browser for all tests of a file. */
export interface ConsoleTrial {
  readonly served: Served
  /** Opens a path or a URL, in a window as wide as a desktop's by default. */
  open(path: string, options?: PageOptions): Promise<Opened>
}

export const PHONE = { viewport: { width: 390, height: 844 } }

/** A key in the right form that the service does not know. */
export const WRONG_KEY = `plat_${'1'.repeat(49)}`

/** How far the page extends beyond the right edge of the window. */
export async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

/** Runs a curl command that a page shows, and returns its output. */
export async function runCurl(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --max-time 20`])
  return stdout
}

/** The number of homes in the sample. Every large state has some for sale. */
const HOMES = 5000

/** Fills the data folder, for tests that need other data than the sample. */
type Prepare = (dataDir: string) => Promise<void>

/** Like `browserTrial`, but fails if a source of the console is newer than its build. */
export function consoleTrial(
  environment: Readonly<Record<string, string>> = {},
  prepare?: Prepare,
): () => ConsoleTrial {
  if (CHROMIUM !== undefined) requireFreshBuild()
  return browserTrial(environment, prepare ?? ((dataDir) => fillSample(dataDir, HOMES)))
}

/**
 * Starts a service and a browser before the tests of a file, and stops them afterwards. Does nothing if the machine has
 * no Chromium.
 */
export function browserTrial(
  environment: Readonly<Record<string, string>> = {},
  prepare?: Prepare,
): () => ConsoleTrial {
  const folder = scratch()
  let browser: Browser | undefined
  let served: Served | undefined
  before(async () => {
    if (CHROMIUM === undefined) return
    await prepare?.(folder.path)
    served = await serve(folder.path, { PLAT_WORKERS: '1', ...environment })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  })
  after(async () => {
    await browser?.close()
    await served?.stop()
    folder.remove()
  })
  return () => {
    assert(served !== undefined && browser !== undefined, 'the trial has begun')
    const [service, chrome] = [served, browser]
    return { served, open: (path, options) => open(chrome, service, path, options) }
  }
}

/** Options for tests in a browser. */
export const IN_BROWSER = needs('Chromium')

async function open(browser: Browser, served: Served, path: string, options: PageOptions = {}) {
  const { hasCounties = false, ...others } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...others })
  if (!hasCounties) await context.route(OUTLINES, (route) => route.fulfill({ json: BOXES }))
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`a script failed: ${error.message}`))
  page.on('console', (message) => {
    // browsers log a line for every unsuccessful response
    const isOfNetwork = message.text().startsWith('Failed to load resource')
    const isOfDriver = message.text().includes('GL Driver Message') // maps are drawn without a graphics card in tests
    if (!isOfNetwork && !isOfDriver && ['error', 'warning'].includes(message.type()))
      faults.push(`the page says: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== served.a) faults.push(`${url.href} is asked for`)
  })
  await page.goto(new URL(path, served.a).href)
  return { page, faults, close: () => context.close() }
}

const OUTLINES = /\/assets\/(counties|countries)-\w+-[^/]*\.json$/

/** Map data with boxes: a county that fills its state, and a foreign country. */
const BOXES = topologyOf('counties', 'states', 'countries')

function topologyOf(...objects: readonly string[]) {
  const box = { type: 'Polygon', id: '999', properties: { name: 'Box' }, arcs: [[0]] }
  const corners = [[-125, 24], [-66, 24], [-66, 50], [-125, 50], [-125, 24]] // biome-ignore format: a ring
  const collections = objects.map((name) => [name, { type: 'GeometryCollection', geometries: [box] }])
  return { type: 'Topology', arcs: [corners], objects: Object.fromEntries(collections) }
}

/** The files of the API reference that are part of the console's build. */
const REFERENCE = join(ROOT, 'src/doors/openapi/reference/browser')

/** Fails if a source is newer than the build: tests would check outdated code. */
function requireFreshBuild(): void {
  const built = join(CONSOLE, 'dist', 'index.html')
  assert(existsSync(built), 'The console has not been built: run npm run build.')
  const builtMs = statSync(built).mtimeMs
  const sources = [join(CONSOLE, 'src'), REFERENCE].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const newer = sources.filter((path) => statSync(path).isFile() && statSync(path).mtimeMs > builtMs)
  assert.deepEqual(newer, [], 'The console was changed after it was built: run npm run build.')
}
