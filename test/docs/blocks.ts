import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../e2e/program.ts'

/** A code block on a page of the docs. */
export interface Block {
  readonly page: string
  /** The line of the page at which the block begins. */
  readonly line: number
  /** The first word after the code fence. */
  readonly language: string
  /** Why no test runs the block: the text after `not-run:`. */
  readonly notRun: string | undefined
  /** Whether the block's commands must fail: `sh refused`. */
  readonly isRefused: boolean
  readonly text: string
}

/** Returns the pages whose commands are run. */
export function pages(): readonly string[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const beside = ['README.md', 'CONTRIBUTING.md', 'client/README.md', 'mappings/README.md', 'deploy/README.md']
  return [...beside, ...docs.map((name) => `docs/${name}`)].filter((page) => existsSync(join(ROOT, page)))
}

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

export function blocksOf(page: string): readonly Block[] {
  const text = textOf(page)
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: info = '', 3: body = '' }) => {
      const [, language = '', refused, reason] = /^(\S*)( refused)?(?: +not-run: *(.*))?$/.exec(info.trim()) ?? []
      const lines = body.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      const line = text.slice(0, index).split('\n').length + 1
      return { page, line, language, notRun: reason, isRefused: refused !== undefined, text: lines.join('\n') }
    },
  )
}
