import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { fillSample, ROOT, type Served, scratch, serve } from '../e2e/program.ts'
import { CHROMIUM, needs } from '../needs.ts'

const CONSOLE = join(ROOT, 'console')

/** A page, and what it did that no page of the console may do. */
export interface Opened {
  readonly page: Page
  /** Errors of scripts and of the content policy, and requests to other origins, each as a sentence. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

interface PageOptions extends BrowserContextOptions {
  /** Draws the land under a map with all its counties. Half of the work of a map goes into that, so others have boxes. */
  readonly hasCounties?: boolean
}

/** One service and one browser for all tests of a file. */
export interface ConsoleTrial {
  readonly served: Served
  /** Opens a path, or a whole address; at the width of a desktop unless `options` say otherwise. */
  open(path: string, options?: PageOptions): Promise<Opened>
}

/** Homes of the sample, of which some in every large state are for sale. */
const HOMES = 4000

/** Fills the data folder, where the sample is not what is tried. */
type Prepare = (dataDir: string) => Promise<void>

/** Returns the trial of `browserTrial`, after it has refused a build of the console that is older than its sources. */
export function consoleTrial(
  environment: Readonly<Record<string, string>> = {},
  prepare?: Prepare,
): () => ConsoleTrial {
  if (CHROMIUM !== undefined) requireFreshBuild()
  return browserTrial(environment, prepare ?? ((dataDir) => fillSample(dataDir, HOMES)))
}

/** Starts a service and a browser before the tests of the file, and ends them after. Without Chromium it starts nothing. */
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

/** The options of tests in a browser. */
export const IN_BROWSER = needs('Chromium')

async function open(browser: Browser, served: Served, path: string, options: PageOptions = {}) {
  const { hasCounties = false, ...others } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...others })
  if (!hasCounties) await context.route(OUTLINES, (route) => route.fulfill({ json: BOXES }))
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`a script failed: ${error.message}`))
  page.on('console', (message) => {
    // browsers write a line for every answer that is no success
    const isOfNetwork = message.text().startsWith('Failed to load resource')
    const isOfDriver = message.text().includes('GL Driver Message') // maps are drawn without a graphics card here
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

/** Topologies of one box each: a county that is the whole of its state, and the country abroad. */
const BOXES = topologyOf('counties', 'states', 'countries')

function topologyOf(...objects: readonly string[]) {
  const box = { type: 'Polygon', id: '999', properties: { name: 'Box' }, arcs: [[0]] }
  const corners = [[-125, 24], [-66, 24], [-66, 50], [-125, 50], [-125, 24]] // biome-ignore format: a ring
  const collections = objects.map((name) => [name, { type: 'GeometryCollection', geometries: [box] }])
  return { type: 'Topology', arcs: [corners], objects: Object.fromEntries(collections) }
}

/** Holds the files of the reference that the console is built with, too. */
const REFERENCE = join(ROOT, 'src/doors/openapi/reference/browser')

/** Refuses a build that is older than a source: tests of it would say nothing of what is there now. */
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
