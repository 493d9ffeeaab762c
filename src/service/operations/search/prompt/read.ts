import type { Condition } from '../../../../catalog/ports/query.ts'
import { nextSlot } from '../../../../kit/base/slots.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import type { LocationSource } from '../../../../places/locate/locate.ts'
import { addressFilters, type OrderName } from '../filters/index.ts'
import { FilterArgs } from '../url/filter-args.ts'
import { days } from './days.ts'
import { dues } from './dues.ts'
import { features } from './features.ts'
import type { Day, Finding, Rule, Wish } from './finding.ts'
import { homeTypes, wider } from './home-types.ts'
import { saidOrders, saidPage } from './order.ts'
import { PlaceReader } from './places.ts'
import { price } from './price.ts'
import { rooms } from './rooms.ts'
import { phrase, Sentence } from './sentence.ts'
import { sizes } from './sizes.ts'
import { type StatusMatch, statusMatches } from './status.ts'
import { isStopWord } from './stop-words.ts'
import { years } from './years.ts'

/** Words that had an effect: the parameter of `/search/byaddress` and the value that they set. */
export interface Applied {
  readonly words: string
  readonly parameter: string
  readonly value: string
}

/** Words that had no effect or may mean something else, with the reason. */
export interface WordNote {
  readonly words: string
  readonly why: string
}

/** A parsed sentence: its places, its filters, and what happened to its words. */
export interface Prompt {
  readonly places: readonly string[]
  readonly listingClass: ListingClass
  readonly order: OrderName | undefined
  readonly page: number | undefined
  readonly args: FilterArgs
  /** Conditions that no value of a parameter can express. */
  readonly beyond: readonly Condition[]
  readonly applied: readonly Applied[]
  readonly dropped: readonly WordNote[]
  readonly ambiguous: readonly WordNote[]
}

/**
 * The result for a sentence that names two classes of listings, such as rentals and sold homes, with the words for
 * each.
 */
export class Mixed {
  readonly words: readonly string[]

  constructor(words: readonly string[]) {
    this.words = words
  }
}

/** The rules, in the order in which they are applied. No rule uses words that an earlier rule has used. */
const RULES: readonly Rule[] = [dues, days, years, rooms, sizes, features, price, homeTypes]

const QUOTED = /"(?<text>[^"\0]+)"/
const UNREAD = phrase(
  'rent[- ]to[- ]own|price (?:drops?|cuts?|reductions?|reduced)|(?:price )?reduced|(?:\\d{1,3} ?(?:miles?|mi|km|minutes?|mins?|min)(?: (?:radius|drive|walk))?)',
)

/**
 * Parses a sentence by rules. Each word is used by a rule, is a stop word, or is reported to have no effect. Other
 * calls can run between two rules, because V8 takes some milliseconds to compile the patterns of a rule.
 */
export async function readPrompt(text: string, source: LocationSource, day: Day): Promise<Prompt | Mixed> {
  const sentence = new Sentence(text.replace(/^\s*"([^"]*)"\s*$/, '$1')) // some programs quote the whole sentence
  const quoted = sentence.takeAll(QUOTED).map(({ words }) => keywordOf(words))
  const places = new PlaceReader(sentence, source)
  places.takeNamed()
  if (places.places.length === 0) places.takeReal()
  const unread = sentence.takeAll(UNREAD).map(({ words }) => ({ words, why: 'no filter uses it.' }))
  const page = saidPage(sentence)
  const orders = saidOrders(sentence)
  const findings = [...quoted]
  for (const rule of RULES) {
    await nextSlot()
    findings.push(...rule(sentence, day))
  }
  await nextSlot()
  const said = statusMatches(sentence)
  const classes = new Set(said.map(({ listingClass }) => listingClass))
  if (classes.size > 1) return new Mixed(said.map(({ words }) => words))
  if (places.places.length === 0) places.takeBare()
  if (places.places.length === 0) places.takeUnknown()
  const reading = new Reading(said, findings)
  reading.dropped.push(...unread)
  for (const finding of findings) reading.read(finding)
  reading.askKeywords()
  const [first] = orders
  for (const { words, order } of orders) {
    if (order === first?.order) reading.apply(words, 'sortOrder', order)
    else reading.drop(words, SAID)
  }
  if (page) reading.apply(page.words, 'page', String(page.page))
  for (const words of sentence.leftOver(isStopWord)) reading.drop(words, NO_FILTER)
  for (const place of places.places) reading.apply(place, 'location', place)
  const { listingClass, args, beyond, applied, dropped, ambiguous } = reading
  return {
    places: places.places,
    listingClass,
    order: first?.order,
    page: page?.page,
    args,
    beyond,
    applied,
    dropped,
    ambiguous,
  }
}

const NO_FILTER = 'these words are neither a filter nor the name of a place in this catalog.'
const SAID = 'other words already say it.'

function keywordOf(words: string): Finding {
  return { words, asks: () => ({ parameter: 'keywords', text: words }) }
}

/**
 * Whether several phrases of a sentence may each add a value to a parameter. Only one kind of space can be requested.
 */
function isList(parameter: string): boolean {
  if (parameter === 'space') return false
  return parameter === 'keywords' || addressFilters.parameters[parameter]?.shape.several !== undefined
}

/** Converts the findings of a sentence to filters, once it is known whether homes are for sale, for rent or sold. */
class Reading {
  readonly listingClass: ListingClass
  readonly args: FilterArgs
  readonly beyond: Condition[] = []
  readonly applied: Applied[] = []
  readonly dropped: WordNote[] = []
  readonly ambiguous: WordNote[] = []
  readonly #keywords: string[] = []

  constructor(said: readonly StatusMatch[], findings: readonly Finding[]) {
    const [word] = said
    const implying = findings.find(({ implies }) => implies === 'For_Rent') ?? findings.find(({ implies }) => implies)
    this.listingClass = word?.listingClass ?? implying?.implies ?? 'For_Sale'
    this.args = new FilterArgs(this.listingClass)
    const words = word?.words ?? implying?.words ?? ''
    this.apply(words, 'listingStatus', this.listingClass)
    for (const again of said) this.apply(again.words, 'listingStatus', this.listingClass)
    if (!word && implying?.implies !== 'For_Sale' && !implying?.isPlain) {
      const why = `no word says buy, rent or sold: read as ${this.listingClass}.`
      this.ambiguous.push({ words, why })
    }
  }

  read({ words, asks, doubt }: Finding): void {
    const wish = asks(this.listingClass)
    if ('why' in wish) {
      this.drop(words, wish.why)
      return
    }
    const { parameter, text } = wish
    if (this.applied.some((one) => one.parameter === parameter && one.value === text)) {
      this.apply(words, parameter, text)
      return
    }
    if (!isList(parameter) && this.applied.some((one) => one.parameter === parameter)) {
      this.drop(words, SAID)
      return
    }
    const why = this.#ask(wish)
    if (why !== undefined) {
      this.drop(words, why)
      return
    }
    this.apply(words, parameter, text)
    const doubts = [
      doubt,
      this.listingClass === 'For_Rent' && parameter === 'homeType' ? wider(text, words) : undefined,
    ]
    for (const each of doubts) if (each !== undefined) this.#doubt(words, each)
  }

  #doubt(words: string, why: string): void {
    if (!this.ambiguous.some((note) => note.words === words && note.why === why)) this.ambiguous.push({ words, why })
  }

  /** Records words that had an effect. Does not record the same words for the same value twice. */
  apply(words: string, parameter: string, value: string): void {
    const isListed = this.applied.some(
      (one) => one.parameter === parameter && one.value === value && one.words === words,
    )
    if (!isListed) this.applied.push({ words, parameter, value })
  }

  drop(words: string, why: string): void {
    this.dropped.push({ words, why })
  }

  /** Sets all keywords of the sentence as one parameter. */
  askKeywords(): void {
    if (this.#keywords.length > 0) this.args.add('keywords', this.#keywords.join(' '))
  }

  /** Sets a filter. Returns the reason if the filter does not take the value. */
  #ask(wish: Wish): string | undefined {
    const { parameter, text } = wish
    if ('conditions' in wish) {
      const why = this.args.inapplicable(parameter)
      if (why === undefined) this.beyond.push(...wish.conditions)
      return why
    }
    if (wish.value !== undefined) return this.args.addValue(parameter, wish.value)
    if (parameter !== 'keywords') return this.args.add(parameter, text)
    this.#keywords.push(text)
    return undefined
  }
}
