import type { Dating } from '../ports/cards.ts'
import type { EncodedPage } from '../ports/query.ts'
import type { CardWords } from './card-words.ts'

/** A card as a catalogue keeps it. */
export interface StoredCard {
  /** JSON; of a building only the part that is the same in every answer. */
  readonly body: string
  /** The rest of a building's card, which needs no date. */
  readonly units?: string
}

/** The cards of a page, dated. */
export function cardPage(
  cards: readonly StoredCard[],
  dating: Pick<Dating, 'date'>,
  today: number,
  words: CardWords,
): Pick<EncodedPage, 'cardBytes' | 'json'> {
  const dated = cards.map(({ body, units }, place) => {
    const comma = place === 0 ? '' : ','
    const bytes = Buffer.from(`${comma}${words.put(body)}${units ?? ''}`)
    if (units === undefined) dating.date(bytes, comma.length, today)
    return bytes
  })
  return {
    cardBytes: dated.reduce((sum, { length }) => sum + length, 0),
    json: (before, after) => ({
      bytes: Buffer.concat([Buffer.from(before), ...dated, Buffer.from(after)]),
      release() {},
    }),
  }
}
