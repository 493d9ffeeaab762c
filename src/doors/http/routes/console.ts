import { type StartPlace, startPlacesIn } from '../../../catalog/ports/start-places.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import type { View } from '../../mcp/index.ts'
import { html, page } from '../../openapi/html.ts'
import { Content, ContentHead, ContentRange, REVALIDATED } from '../content/content.ts'
import type { TileFile, TileHeader } from '../content/tile-file.ts'
import type { Call } from '../request/call.ts'
import { demoKeyFor } from './demo-key.ts'
import { isAskedFromHere } from './operator-gate.ts'
import type { OpenRoute, RoutesService } from './route.ts'

/** The files and addresses that the console is served from. */
export interface ConsoleParts {
  /** Its built files by their path below the folder; empty where it has not been built. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Origin of the pictures in answers; empty for that of the page. */
  readonly mediaOrigin: string
  /** Other origins whose pictures may be loaded. */
  readonly pictureOrigins?: readonly string[]
  /** The ground that maps show, where the operator names one: at a server of the operator's choice, or a file here. */
  readonly tiles?: { readonly url: string; readonly attribution: string } | TileParts
}

interface TileParts {
  readonly file: TileFile
  readonly attribution: string
}

/** Tiles of the ground under the maps. */
export interface MapTiles {
  readonly kind: 'raster' | 'vector'
  /** With {z}, {x} and {y} where the number of a tile goes; of a PMTiles file its path on this server. */
  readonly url: string
  readonly attribution: string
  /** The zooms that a PMTiles file has tiles for. */
  readonly zooms: TileHeader['zooms'] | null
  /** The box that the tiles of a PMTiles file show, in degrees; null where it does not tell. */
  readonly bounds: TileHeader['bounds']
}

/** Facts for the console about the service that it is a page of. */
export interface ConsoleFacts {
  /** The header that a key goes into. */
  readonly keyHeader: string
  /** A key that is good for this caller without having been asked for. */
  readonly demoKey: string | null
  /** The catalogue holds invented homes. */
  readonly sample: boolean
  /** This caller may see the pages for operators without a key. */
  readonly operator: boolean
  /** The invented homes; null where they are not invented: how many there are is nobody's business without a key. */
  readonly homes: number | null
  /** Where most homes are on the market; none where that is nobody's business without a key. */
  readonly starts: readonly StartPlace[]
  /** Origins that the page may load pictures from, beside its own. */
  readonly pictureOrigins: readonly string[]
  /** The ground of maps; null for the outlines among the console's own files. */
  readonly tiles: MapTiles | null
}

/** Everything of the console lies under it. */
export const CONSOLE_PATH = '/console'

/** Files whose names change with their content: the bundler names them so. */
const ASSETS = 'assets/'
const FACTS = 'facts.json'
const TILES = 'tiles.pmtiles'
const PAGE = 'index.html'
const AGENT_VIEW = 'agent-view.html'

const IMMUTABLE = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/**
 * The console: pages that call the service from a browser. It is open to everybody and costs nothing, as the reference
 * is: whatever it shows, it asks for with a key.
 */
export class Console {
  readonly #files: ReadonlyMap<string, Content>
  readonly #page: Content
  readonly #parts: ConsoleParts
  readonly #service: RoutesService
  readonly #pictureOrigins: readonly string[]
  readonly #route: OpenRoute
  /** A page that shows answers in hosts of agents: no page of the console. */
  readonly agentView: View | undefined

  constructor(parts: ConsoleParts, service: RoutesService) {
    this.#parts = parts
    this.#service = service
    this.#pictureOrigins = [parts.mediaOrigin, ...(parts.pictureOrigins ?? [])].filter((origin) => origin !== '')
    const index = parts.files.get(PAGE)
    this.#page = index === undefined ? NOT_BUILT : this.#pageOf(index)
    const view = parts.files.get(AGENT_VIEW)
    this.agentView = view && { html: Buffer.from(view).toString(), pictureOrigins: this.#pictureOrigins }
    const others = [...parts.files].filter(([name]) => name !== PAGE && name !== AGENT_VIEW)
    this.#files = new Map(others.map(([name, body]) => [name, fileContent(name, body)]))
    this.#route = { kind: 'open', path: CONSOLE_PATH, content: (call) => this.#contentFor(call) }
  }

  /** Whether it answers a call: at `/` only browsers without a key, so that programs go on hearing that it works. */
  routeOf(call: Call): OpenRoute | undefined {
    const { path } = call
    if (path === '/')
      return accepts(call, 'text/html') && this.#service.keysOf(call).length === 0 ? this.#route : undefined
    return path === CONSOLE_PATH || path?.startsWith(`${CONSOLE_PATH}/`) ? this.#route : undefined
  }

  async #contentFor(call: Call): Promise<Content> {
    const name = call.path === '/' ? '' : call.rawPath.slice(CONSOLE_PATH.length + 1)
    if (name === FACTS) {
      return new Content(TYPES.json ?? '', JSON.stringify(await this.#factsFor(call)), 'no-store')
    }
    const { tiles } = this.#parts
    if (name === TILES && tiles !== undefined && 'file' in tiles) return this.#tilesFor(call, tiles.file)
    const file = this.#files.get(name)
    if (file !== undefined) return file
    if (name.startsWith(ASSETS)) throw new Fault('route.unknown', `The console has no file ${quote(name)}: reload it.`)
    return this.#page
  }

  /** They count as calls without a key, as pictures do. Only GET has ranges. */
  async #tilesFor(call: Call, file: TileFile): Promise<Content> {
    const refusal = this.#service.refuseStranger(call)
    if (refusal !== undefined) throw refusal
    if (call.method === 'HEAD') return new ContentHead(await file.state())
    const { range, 'if-range': ifRange } = call.headers
    return new ContentRange(await file.part({ range, ifRange: ifRange?.toString() }))
  }

  #pageOf(text: Uint8Array): Content {
    const { tiles } = this.#parts
    const elsewhere = tiles && 'url' in tiles ? new URL(tiles.url).origin : undefined
    const pictures = tiles && 'url' in tiles && kindOf(tiles.url) === 'raster' ? elsewhere : undefined
    const policy = policyOf([elsewhere].filter(isNamed), [...this.#pictureOrigins, pictures].filter(isNamed))
    return new Content(TYPES.html ?? '', text, REVALIDATED, guarded(policy))
  }

  async #factsFor(call: Call): Promise<ConsoleFacts> {
    const { access, context, operators } = this.#service.backend
    const { sample, counts } = context.catalog.about()
    const operator = operators?.openHere === true && isAskedFromHere(call)
    return {
      keyHeader: this.#service.keyHeaders[0] ?? 'x-api-key',
      demoKey: await demoKeyFor(call, access),
      sample,
      operator,
      homes: sample ? counts.home : null,
      starts: sample || operator ? startPlacesIn(context.catalog.regions()) : [],
      pictureOrigins: this.#pictureOrigins,
      tiles: tilesOf(this.#parts) ?? null,
    }
  }
}

/** Servers name vector tiles by how their addresses end. */
const VECTOR = /\.(mvt|pbf)(\?|$)/

function kindOf(url: string): MapTiles['kind'] {
  return VECTOR.test(url) ? 'vector' : 'raster'
}

function tilesOf({ tiles }: ConsoleParts): MapTiles | undefined {
  if (tiles === undefined) return undefined
  const { attribution } = tiles
  if ('file' in tiles) return { ...tiles.file.header, url: `${CONSOLE_PATH}/${TILES}`, attribution }
  return { kind: kindOf(tiles.url), url: tiles.url, attribution, zooms: null, bounds: null }
}

function isNamed(origin: string | undefined): origin is string {
  return typeof origin === 'string'
}

function fileContent(name: string, body: Uint8Array): Content {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return new Content(type, body, name.startsWith(ASSETS) ? IMMUTABLE : REVALIDATED, guarded(policyOf([], [])))
}

/**
 * Nothing but what this server answers, and pictures of origins that the operator names: no script or style in the
 * page, none from elsewhere, and in nobody's frame. Pictures of the ground are fetched as calls are.
 */
function policyOf(others: readonly string[], pictureOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...others].join(' '),
    ["img-src 'self' data: blob:", ...pictureOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function guarded(policy: string): Readonly<Record<string, string>> {
  return { 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' }
}

function accepts({ headers }: Call, type: string): boolean {
  return headers.accept?.toLowerCase().includes(type) ?? false
}

const NOT_BUILT = Content.html(
  page(
    'Plat is running',
    html`<p>Its console has not been built yet: run <code>npm run build</code> in the folder of Plat, then start it again.</p>
<p><a href="/docs">All operations of this service</a></p>`,
  ),
)
