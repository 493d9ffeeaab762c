import { keyHeadersOf } from '../../../kit/base/key-headers.ts'
import { builtText, IS_BUNDLE } from '../../../kit/base/program.ts'
import { SETTINGS } from '../../../kit/base/settings.ts'
import { worded } from '../../../service/operations/index.ts'
import { AREAS, type Area, type Operation } from '../../../service/operations/operation.ts'
import { asOpenApi30, documentOf, type Listed } from '../../openapi/index.ts'
import { ORIGIN_HELD_OPEN } from '../content/origin-content.ts'

/** The OpenAPI documents of an area, for readers at `ORIGIN_HELD_OPEN`. Each is made when it is first used, and kept. */
export interface Documents {
  /** Whether the build has made them, so that the first use takes no longer than others. */
  readonly areBuilt: boolean
  /** OpenAPI 3.1. */
  readonly described: () => object
  readonly json31: () => string
  readonly json30: () => string
}

export function documentsOf(area: Area, operations: readonly Operation[], listed: Listed): Documents {
  const isUsual = JSON.stringify(listed) === JSON.stringify(USUAL)
  const made = (format: string, make: () => object) => {
    const json = () => JSON.stringify(make())
    return once(() => (isUsual ? builtText(fileOf(format, area), json) : json()))
  }
  const json31 = made('3.1', () => documentOf(area, operations, listed, ORIGIN_HELD_OPEN))
  const described = once(() => JSON.parse(json31()) as object) // the document of the line above
  return { areBuilt: isUsual && IS_BUNDLE, described, json31, json30: made('3.0', () => asOpenApi30(described())) }
}

/** The facts in the documents of a server without settings of its own. The build makes these documents. */
const USUAL: Listed = {
  keyHeaders: keyHeadersOf({ serviceWord: SETTINGS.serviceWord.fallback }),
  words: { Portal: SETTINGS.portalWord.fallback, portal: SETTINGS.portalWord.fallback.toLowerCase() },
}

function fileOf(format: string, area: Area): string {
  return `openapi-${format}-${area}.json`
}

/** Returns the documents of a server without settings of its own, by the name of their file. */
export function usualDocuments(operations: readonly Operation[]): Readonly<Record<string, string>> {
  const own = operations.map((operation) => worded(operation, USUAL.words))
  const files = AREAS.flatMap((area) => {
    const { json31, json30 } = documentsOf(area, own, USUAL)
    return [['3.1', json31()] as const, ['3.0', json30()] as const].map(([format, text]) => [
      fileOf(format, area),
      text,
    ])
  })
  return Object.fromEntries(files)
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
