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
import { personIn } from './operator-session.ts'
import type { OpenRoute, RoutesService } from './route.ts'

/** The built files of the console and its settings. */
export interface ConsoleParts {
  /** The built files by path; empty if the console was not built. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The origin of the pictures in answers; empty if pictures come from this server. */
  readonly mediaOrigin: string
  /** Other origins from which the console may load pictures. */
  readonly pictureOrigins?: readonly string[]
  /** The background map: a tile server or a local file. If absent, the console shows outlines. */
  readonly tiles?: { readonly url: string; readonly attribution: string } | TileParts
}

interface TileParts {
  readonly file: TileFile
  readonly attribution: string
}

export interface MapTiles {
  readonly kind: 'raster' | 'vector'
  /** A URL template with {z}, {x} and {y}, or the path of a PMTiles file on this server. */
  readonly url: string
  readonly attribution: string
  /** The zoom levels of a PMTiles file; null for a tile server. */
  readonly zooms: TileHeader['zooms'] | null
  /** The bounding box of a PMTiles file in degrees; null if unknown. */
  readonly bounds: TileHeader['bounds']
}

/** Facts about the service that the console needs at its start. */
export interface ConsoleFacts {
  /** The name of the HTTP header for the key. */
  readonly keyHeader: string
  /** The demo key if it works for this client; otherwise null. */
  readonly demoKey: string | null
  /** Whether the catalog is a sample with invented homes. */
  readonly sample: boolean
  /** Whether this client may see the operators' pages without a key. */
  readonly operator: boolean
  /** Whether operators can sign in. */
  readonly signIn: boolean
  /** The operator who has signed in; null if nobody has. */
  readonly person: string | null
  /** The number of homes in a sample. Null for imported data: clients without a key learn nothing about it. */
  readonly homes: number | null
  /** The places with the most listed homes. Empty for imported data, unless the client may see the operators' pages. */
  readonly starts: readonly StartPlace[]
  /** Other origins from which the page may load pictures. */
  readonly pictureOrigins: readonly string[]
  /** The background map; null for the console's built-in outlines. */
  readonly tiles: MapTiles | null
}

export const CONSOLE_PATH = '/console'

/** The folder of files whose names contain a hash of their content. */
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

/** The console: web pages that call the service from a browser. Its files need no key, but the data does. */
export class Console {
  readonly #files: ReadonlyMap<string, Content>
  readonly #page: Content
  readonly #parts: ConsoleParts
  readonly #service: RoutesService
  readonly #pictureOrigins: readonly string[]
  readonly #route: OpenRoute
  /** The HTML view in which an agent's host shows results. It is not a page of the console. */
  readonly agentView: View | undefined

  constructor(parts: ConsoleParts, service: RoutesService) {
    this.#parts = parts
    this.#service = service
    this.#pictureOrigins = [parts.mediaOrigin, ...(parts.pictureOrigins ?? [])].filter((origin) => origin !== '')
    const index = parts.files.get(PAGE)
    this.#page = index === undefined ? NOT_BUILT : this.#pageOf(index)
    const view = parts.files.get(AGENT_VIEW)
    this.agentView = view && { html: Buffer.from(view).toString(), pictureOrigins: this.#pictureOrigins }
    const assets = [...parts.files].filter(([name]) => name !== PAGE && name !== AGENT_VIEW)
    this.#files = new Map(assets.map(([name, body]) => [name, fileContent(name, body)]))
    this.#route = { kind: 'open', path: CONSOLE_PATH, content: (call) => this.#contentFor(call) }
  }

  /**
   * Returns the route of a console page. `/` is the console only for browsers that send no key; other clients get a
   * status.
   */
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
    if (name.startsWith(ASSETS))
      throw new Fault('route.unknown', `The console has no file ${quote(name)}. Reload the page.`)
    return this.#page
  }

  /** Returns a byte range of the tile file. The request counts as a call without a key. Only GET supports ranges. */
  async #tilesFor(call: Call, file: TileFile): Promise<Content> {
    const refusal = this.#service.refuseAnonymous(call)
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
    const { access, context, operators, identity } = this.#service.backend
    const { sample, counts } = context.catalog.about()
    const person = personIn(call, this.#service)
    const operator = person !== undefined || (operators?.openHere === true && isAskedFromHere(call))
    return {
      keyHeader: this.#service.keyHeaders[0] ?? 'x-api-key',
      demoKey: await demoKeyFor(call, access),
      sample,
      operator,
      signIn: identity !== undefined,
      person: person ?? null,
      homes: sample ? counts.home : null,
      starts: sample || operator ? startPlacesIn(context.catalog.regions()) : [],
      pictureOrigins: this.#pictureOrigins,
      tiles: tilesOf(this.#parts) ?? null,
    }
  }
}

/** Matches the URL of a vector tile. */
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
 * Returns the content security policy: content from this server, and pictures and tiles from configured origins. It
 * forbids inline scripts, inline styles and framing. The console fetches tiles, so their server is in `connect-src`.
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
    html`<p>The console is not built yet. Run <code>npm run build</code> in the folder of Plat, then start Plat again.</p>
<p><a href="/docs">All operations of this service</a></p>`,
  ),
)
