import { Fault } from '../../../kit/base/failure.ts'
import { didYouMean, quote } from '../../../kit/base/sentence.ts'
import {
  CONSOLE_LINK,
  type Described,
  type Listed,
  llmsText,
  type ReferenceText,
  referenceTexts,
} from '../../openapi/index.ts'
import { Content } from '../content/content.ts'
import { ORIGIN_HELD_OPEN, OriginContent } from '../content/origin-content.ts'
import type { Call } from '../request/call.ts'
import { demoKeyFor } from './demo-key.ts'
import type { RoutesService } from './route.ts'

/** Lets crawlers read only the API reference. */
const ROBOTS = 'User-agent: *\nAllow: /docs\nAllow: /llms.txt\nDisallow: /\n'
const PLAIN = 'text/plain; charset=utf-8'

/** The paths of the API reference in metrics. Pages without a path of their own count as `/docs/`. */
export const REFERENCE_PATHS = ['/docs', '/docs/problems', '/docs/', '/docs.md'] as const

/** The path from which the page's form for trial calls reads the demo key. */
const KEY_PATH = '/docs/key.json'

function demoKey(key: string | null): Content {
  return new Content('application/json; charset=utf-8', JSON.stringify({ demoKey: key }), 'no-store')
}

/** The API reference. Each page is made at its first request and then cached. */
export class Reference {
  readonly #document: () => Described
  readonly #listed: Listed
  readonly #service: RoutesService
  readonly #kept = new Map<string, OriginContent>()
  readonly #unchanging = new Map<string, Content>()
  readonly #llms: OriginContent
  readonly robots = Content.text(PLAIN, ROBOTS)
  #known: ReadonlyMap<string, ReferenceText> | undefined

  constructor(described: () => object, listed: Listed, service: RoutesService) {
    this.#document = () => described() as Described // `documentOf` made this document
    this.#listed = listed
    this.#service = service
    this.#llms = new OriginContent((origin) => Content.text(PLAIN, at(origin, llmsText(this.#document(), listed))))
  }

  llms(call: Call): Content {
    return this.#llms.at(this.#service.originOf(call))
  }

  /** Returns the requested page. Throws a Fault `route.unknown` if it does not exist. */
  async contentFor(call: Call): Promise<Content> {
    const { path = '', rawQuery } = call
    if (path === KEY_PATH) return demoKey(await demoKeyFor(call, this.#service.backend.access))
    const text = this.#texts.get(path)
    if (text === undefined) throw unknownPage(path, [...this.#texts.keys()])
    if (text.version !== undefined && text.version === rawQuery)
      return keptIn(this.#unchanging, path, () => Content.unchanging(text.type, text.make()))
    return keptIn(this.#kept, path, () => this.#fitted(text)).at(this.#service.originOf(call))
  }

  get #texts(): ReadonlyMap<string, ReferenceText> {
    this.#known ??= referenceTexts(this.#document, this.#listed)
    return this.#known
  }

  #fitted({ type, make }: ReferenceText): OriginContent {
    const held = this.#service.hasConsole ? make() : make().replace(CONSOLE_LINK, '')
    const isPage = type.startsWith('text/html')
    return new OriginContent((origin) =>
      isPage ? Content.page(at(origin, held)) : Content.text(type, at(origin, held)),
    )
  }
}

function at(origin: string, text: string): string {
  return text.replaceAll(ORIGIN_HELD_OPEN, origin)
}

function keptIn<T>(kept: Map<string, T>, path: string, make: () => T): T {
  const present = kept.get(path)
  if (present !== undefined) return present
  const made = make()
  kept.set(path, made)
  return made
}

function unknownPage(path: string, known: readonly string[]): Fault {
  const hint = didYouMean(path, known)
  return new Fault('route.unknown', `There is no page ${quote(path)}. /docs lists all pages.${hint}`)
}
