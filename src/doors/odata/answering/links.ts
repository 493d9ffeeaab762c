import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { ODataCall } from '../door.ts'
import { QueryError } from '../language/query-error.ts'
import { type Position, positionIn, positionText } from '../reading/position.ts'

/** Makes and reads the links between the pages of one request. */
export interface Links {
  to(position: Position): string
  /** Throws a Fault with status 410 if the link was made for another key, request or catalog. */
  positionIn(skiptoken: string): Position
}

const TOKEN_OPTION = /^\$?skiptoken$/i

/** The length of the signature in a link. A signature of this length cannot be guessed. */
const SIGNATURE_CHARACTERS = 12

/**
 * Makes and reads the links to next pages. A link contains the last row of the previous page. It is signed for this
 * request and key, so clients cannot forge it. It stays valid over imports and restarts, until the catalog is replaced.
 */
export function linksOf({ path, options, root, keyOption, keyId }: ODataCall, catalog: Pick<Catalog, 'seal'>): Links {
  const others = options.filter(([name]) => !TOKEN_OPTION.test(name))
  const query = others.map(
    ([name, value]) => `${encodeURIComponent(name).replace('%24', '$')}=${encodeURIComponent(value)}`,
  )
  const signatureOf = (text: string) =>
    catalog.seal(`odata ${keyId} ${path}?${query.join('&')} ${text}`).slice(0, SIGNATURE_CHARACTERS)
  return {
    to(position) {
      const text = positionText(position)
      const own = keyOption === undefined ? [] : [keyOption]
      return `${root}${path}?${[...query, `$skiptoken=${signatureOf(text)}${text}`, ...own].join('&')}`
    },
    positionIn(skiptoken) {
      const signature = skiptoken.slice(0, SIGNATURE_CHARACTERS)
      const text = skiptoken.slice(SIGNATURE_CHARACTERS)
      const position = positionIn(text)
      if (position === undefined)
        throw new QueryError('$skiptoken', 0, '$skiptoken must be unchanged from an @odata.nextLink.')
      if (signature === signatureOf(text)) return position
      throw new Fault(
        'odata.link_expired',
        'The link belongs to another key, another request or a replaced catalog: begin again with the first page.',
      )
    },
  }
}
