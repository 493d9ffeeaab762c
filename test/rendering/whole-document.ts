import type { Context } from '../../src/catalog/ports/context.ts'
import type { AnswerOf } from '../../src/kit/answers/index.ts'
import type { Home } from '../../src/model/home.ts'
import { type FULL_DOCUMENT, fullDocument } from '../../src/service/rendering/documents/full-document.ts'

/** Returns the full document of a home as clients read it. */
export async function wholeDocument(home: Home, context: Context): Promise<AnswerOf<typeof FULL_DOCUMENT>> {
  return JSON.parse(JSON.stringify(await fullDocument(home, context)))
}
