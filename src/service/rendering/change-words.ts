import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Records } from '../../catalog/ports/nouns.ts'
import { grouped, squareFeetText } from '../../kit/base/figures.ts'
import { clip } from '../../kit/base/sentence.ts'
import { currentPrice } from '../../model/market-state.ts'
import { shownPrice } from '../../model/offer-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { SearchChange } from '../changes/search-changes.ts'
import type { FieldChange } from './change-events.ts'
import { addressLine } from './shown-address.ts'

/** `Price cut to $412,000 (was $430,000): 5 Oak St, Austin, TX 78703` */
export function changeTitle(searchChange: SearchChange<SearchedNoun>): string {
  const { noun, before, after } = searchChange.change
  const words = WORDS[noun] as NounWords<SearchedNoun> // the words for this record type
  const record = after ?? before
  if (record === undefined) throw new Error(`the change of ${searchChange.change.id} has no state`)
  const [was, is] = [before && words.price(before), after && words.price(after)]
  return `${eventOf(searchChange, words, was, is)}: ${words.name(record)}`
}

/** Describes the record and lists the keys that changed: `3 bd · 2 ba. bedrooms: 2 → 3` */
export function changeDetail({ noun, before, after }: LoggedChange<SearchedNoun>, fields: readonly FieldChange[]) {
  const record = after ?? before
  const { facts } = WORDS[noun] as NounWords<SearchedNoun> // the words for this record type
  const changed = fields.slice(0, FIELDS_SHOWN).map((each) => {
    return `${each.field}: ${valueText(each.before)} → ${valueText(each.after)}`
  })
  const rest = fields.length > FIELDS_SHOWN ? [`and ${fields.length - FIELDS_SHOWN} more`] : []
  return [record && facts(record), ...changed, ...rest].filter(Boolean).join('. ')
}

const FIELDS_SHOWN = 10

function eventOf(
  { step, change }: SearchChange<SearchedNoun>,
  { money, status }: NounWords<SearchedNoun>,
  was: number | undefined,
  is: number | undefined,
): string {
  const { before, after, kinds } = change
  const at = after === undefined || is === undefined ? '' : ` at ${money(is, after)}`
  const from = was === undefined || was === is || before === undefined ? '' : ` (was ${money(was, before)})`
  switch (step) {
    case 'entered':
      if (kinds.includes('new')) return `New${at}`
      return kinds.includes('back') ? `Back${at}${from}` : `Now among the results${at}${from}`
    case 'left':
      if (after === undefined || kinds.includes('gone')) return `Gone${from}`
      return kinds.includes('status') ? `Now ${status(after)}${at}${from}` : `No longer among the results${at}${from}`
    case 'priceDown':
      return `Price cut${at.replace(' at', ' to')}${from}`
    case 'priceUp':
      return `Price raised${at.replace(' at', ' to')}${from}`
    case 'status':
      return after === undefined ? 'Changed' : `Now ${status(after)}${at}`
    case 'other':
      return 'Changed'
  }
}

interface NounWords<N extends SearchedNoun> {
  name(record: Records[N]): string
  /** Size and age; empty if both are unknown. */
  facts(record: Records[N]): string
  price(record: Records[N]): number | undefined
  money(amount: number, record: Records[N]): string
  status(record: Records[N]): string
}

/** The words that are the same for offers and experiences. */
const TITLED: Pick<NounWords<'offer' | 'experience'>, 'name' | 'facts' | 'status'> = {
  name: ({ title, city }) => `${title}, ${city}`,
  facts: () => '',
  status: () => 'of another status',
}

const WORDS: { readonly [N in SearchedNoun]: NounWords<N> } = {
  home: {
    name: addressLine,
    facts: ({ facts }) =>
      [
        facts.bedroomsTotal === undefined ? '' : `${facts.bedroomsTotal} bd`,
        facts.bathrooms === undefined ? '' : `${facts.bathrooms} ba`,
        squareFeetText(facts.livingArea),
        facts.yearBuilt === undefined ? '' : `built in ${facts.yearBuilt}`,
      ]
        .filter(Boolean)
        .join(' · '),
    price: (home) => currentPrice(home) ?? undefined,
    money: (amount, { listing }) => `$${grouped(amount)}${listing?.kind === 'lease' ? ' a month' : ''}`,
    status: ({ listing }) => {
      if (listing?.status === 'Closed') return listing.kind === 'sale' ? 'sold' : 'rented'
      return (listing?.status ?? 'off the market').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
    },
  },
  offer: { ...TITLED, price: shownPrice, money: (amount) => `PLN ${grouped(amount)}` },
  experience: {
    ...TITLED,
    price: ({ pricePerGuest }) => pricePerGuest,
    money: (amount, { currency }) => `${currency} ${grouped(amount)} a guest`,
  },
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  return clip(typeof value === 'string' ? value : JSON.stringify(value))
}
