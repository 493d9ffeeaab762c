import { gzipSync } from 'node:zlib'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import type { EncodedPage, Query } from '../../src/catalog/query.ts'
import { answerQuestions } from '../pinned.ts'
import { benchLog, CARDS } from '../search/setting.ts'
import { median } from '../timing.ts'

/** How the cards of a found page get into an answer. */
export const FORMS = ['plain', 'fast', 'level 1', 'level 6'] as const
export type Form = (typeof FORMS)[number]

/** Of one form: the median over pages of one round, and the mean of their bytes. */
export interface FormReport {
  readonly microseconds: number
  readonly bytes: number
}

export interface AskedGzip {
  open(dataDir: string): void
  /** Takes the pages of these searches, and tells how long the cards of each are. */
  find(queries: readonly Query[]): Promise<number[]>
  round(form: Form): FormReport
  /** Bytes of the pages as JSON, as answers carry them. */
  bodies(): Uint8Array[]
}

const BEFORE = '{"message":"200","searchResults":['
const AFTER = ']}'

let catalog: Catalog | undefined
let pages: EncodedPage[] = []

/** Gives the memory back, as the server does once an answer is sent. */
function bytesOf(page: EncodedPage, form: Form): number {
  const lent = form === 'fast' ? page.gzip?.(BEFORE, AFTER) : page.json(BEFORE, AFTER)
  if (lent === undefined) throw new Error('the cards do not stand ready for gzip')
  const level = form === 'level 1' ? 1 : form === 'level 6' ? 6 : undefined
  const bytes = level === undefined ? lent.bytes.length : gzipSync(lent.bytes, { level }).length
  lent.release()
  return bytes
}

const questions: AskedGzip = {
  open(dataDir) {
    catalog = openCatalog(dataDir, benchLog, CARDS)
  },
  async find(queries) {
    if (catalog === undefined) throw new Error('asked before it was opened')
    pages = []
    for (const query of queries) pages.push(await catalog.search('home').cards(query))
    return pages.map(({ cardBytes }) => cardBytes)
  },
  round(form) {
    let bytes = 0
    const times = pages.map((page) => {
      const start = performance.now()
      bytes += bytesOf(page, form)
      return performance.now() - start
    })
    return { microseconds: median(times) * 1000, bytes: bytes / pages.length }
  },
  bodies: () => pages.map((page) => Buffer.from(page.json(BEFORE, AFTER).bytes)),
}
answerQuestions({ ...questions }, () => catalog?.close())
