import { keyHeadersOf } from '../../../kit/base/key-headers.ts'
import { builtText, IS_BUNDLE } from '../../../kit/base/program.ts'
import { SETTINGS } from '../../../kit/base/settings.ts'
import { worded } from '../../../service/operations/index.ts'
import { AREAS, type Area, type Operation } from '../../../service/operations/operation.ts'
import { asOpenApi30, documentOf, type Listed } from '../../openapi/index.ts'
import { ORIGIN_HELD_OPEN } from '../content/origin-content.ts'

const FORMATS = ['3.1', '3.0'] as const
export type DocumentFormat = (typeof FORMATS)[number]

/**
 * The OpenAPI documents. They contain the placeholder `ORIGIN_HELD_OPEN`. Each is made at its first use and then
 * cached.
 */
export interface Documents {
  /** Whether the documents were made by the build, so that even their first use is fast. */
  readonly areBuilt: boolean
  /** Returns the complete document as OpenAPI 3.1. */
  readonly described: () => object
  /** Returns the document of one area, or of all operations. */
  readonly json: (format: DocumentFormat, area?: Area) => string
}

export function documentsOf(operations: readonly Operation[], listed: Listed): Documents {
  const isUsual = JSON.stringify(listed) === JSON.stringify(USUAL)
  const kept = new Map<string, string>()
  const json: Documents['json'] = (format, area) => {
    const file = fileOf(format, area)
    const make = () =>
      JSON.stringify(
        format === '3.1'
          ? documentOf(area, operations, listed, ORIGIN_HELD_OPEN)
          : asOpenApi30(JSON.parse(json('3.1', area)) as object), // OpenAPI 3.1, made by the line above
      )
    const text = kept.get(file) ?? (isUsual ? builtText(file, make) : make())
    kept.set(file, text)
    return text
  }
  const described = once(() => JSON.parse(json('3.1')) as object) // OpenAPI 3.1, made by `documentOf`
  return { areBuilt: isUsual && IS_BUNDLE, described, json }
}

/** The default settings that documents mention. The build makes the documents for these settings. */
const USUAL: Listed = {
  keyHeaders: keyHeadersOf({ serviceWord: SETTINGS.serviceWord.fallback }),
  words: { Portal: SETTINGS.portalWord.fallback, portal: SETTINGS.portalWord.fallback.toLowerCase() },
}

function fileOf(format: DocumentFormat, area: Area | undefined): string {
  return area === undefined ? `openapi-${format}.json` : `openapi-${format}-${area}.json`
}

/** Returns the documents for default settings, by file name. */
export function usualDocuments(operations: readonly Operation[]): Readonly<Record<string, string>> {
  const own = operations.map((operation) => worded(operation, USUAL.words))
  const { json } = documentsOf(own, USUAL)
  const areas = [undefined, ...AREAS]
  const files = areas.flatMap((area) => FORMATS.map((format) => [fileOf(format, area), json(format, area)] as const))
  return Object.fromEntries(files)
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
