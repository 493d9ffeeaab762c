import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { programFile } from '../../../kit/base/program.ts'

/** A file that pages load. Its URL contains its version, so browsers can cache it forever. */
export interface Asset {
  readonly path: string
  /** The query of the file's URL. */
  readonly version: string
  readonly type: string
  readonly text: string
}

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** Reads a file. Adds versions to the URLs of its imports. */
function assetOf(name: string, kind: keyof typeof TYPES, imported: readonly Asset[] = []): Asset {
  const written = readFileSync(programFile(`src/doors/openapi/reference/browser/${name}.${kind}`), 'utf8')
  const text = imported.reduce(
    (put, asset) => put.replace(`'.${asset.path.slice('/docs'.length)}'`, `'${addressOf(asset)}'`),
    written,
  )
  const version = `v=${hash('sha256', text, 'base64url').slice(0, 12)}`
  return { path: `/docs/${name}.${kind}`, version, type: TYPES[kind], text }
}

const dom = assetOf('dom', 'js')
const snippets = assetOf('snippets', 'js')

export const ASSETS = {
  /** Colors, sizes and styles that the console uses too. */
  look: assetOf('look', 'css'),
  style: assetOf('reference', 'css'),
  /** Sets the color theme before the browser draws anything. */
  theme: assetOf('theme', 'js'),
  dom,
  snippets,
  script: assetOf('reference', 'js', [dom]),
  search: assetOf('search', 'js', [dom]),
  trial: assetOf('trial', 'js', [dom, snippets]),
} as const satisfies Readonly<Record<string, Asset>>

export function addressOf({ path, version }: Asset): string {
  return `${path}?${version}`
}
