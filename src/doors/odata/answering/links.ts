import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { ODataCall } from '../door.ts'
import { QueryError } from '../language/query-error.ts'
import { type Position, positionIn, positionText } from '../reading/position.ts'

/** The links from page to page of one question. */
export interface Links {
  to(position: Position): string
  /** Throws a Fault of status 410 for a link of another key, another question or another catalogue. */
  positionIn(skiptoken: string): Position
}

const TOKEN_OPTION = /^\$?skiptoken$/i

/** Enough that nobody guesses it. */
const SEAL_CHARACTERS = 12

/**
 * A link tells behind which row its page begins, sealed together with the question and the caller: it lasts as long as
 * the catalogue, over imports and restarts, and nobody can make one.
 */
export function linksOf({ path, options, root, keyOption, keyId }: ODataCall, catalog: Pick<Catalog, 'seal'>): Links {
  const others = options.filter(([name]) => !TOKEN_OPTION.test(name))
  const query = others.map(
    ([name, value]) => `${encodeURIComponent(name).replace('%24', '$')}=${encodeURIComponent(value)}`,
  )
  const sealOf = (text: string) =>
    catalog.seal(`odata ${keyId} ${path}?${query.join('&')} ${text}`).slice(0, SEAL_CHARACTERS)
  return {
    to(position) {
      const text = positionText(position)
      const own = keyOption === undefined ? [] : [keyOption]
      return `${root}${path}?${[...query, `$skiptoken=${sealOf(text)}${text}`, ...own].join('&')}`
    },
    positionIn(skiptoken) {
      const [seal, text] = [skiptoken.slice(0, SEAL_CHARACTERS), skiptoken.slice(SEAL_CHARACTERS)]
      const position = positionIn(text)
      if (position === undefined)
        throw new QueryError('$skiptoken', 0, '$skiptoken must be unchanged from an @odata.nextLink.')
      if (seal === sealOf(text)) return position
      throw new Fault(
        'odata.link_expired',
        'The link belongs to another key, another question or a catalogue that was replaced: begin again with the first page.',
      )
    },
  }
}
