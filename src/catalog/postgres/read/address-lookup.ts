import { gathering } from '../../../kit/algorithms/gathering.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { AddressEntry } from '../../../model/address-entry.ts'
import type { Person } from '../../../model/person.ts'
import { slipsOfBeginning, slipsOfText } from '../../../places/completion/one-slip.ts'
import { ENTRY_COLUMNS, entryOf } from '../../facts/entries.ts'
import type { AddressLookup } from '../../ports/address-lookup.ts'
import { shows, type Withheld } from '../../ports/withheld.ts'
import { LINES_AHEAD, LinesAhead } from './lines-ahead.ts'

const COLUMNS = ENTRY_COLUMNS.join(', ')

/** Maximum number of addresses that a lookup by house number and street returns. */
const MAX_AT_ONE_PLACE = 1000
/** Maximum number of addresses that a lookup of several house numbers on a street returns. */
const MAX_ON_STREET = 100

/** @param dataVersion Returns the version of the newest commit that this service knows. */
export function addressLookup(database: Database, withheld: Withheld, dataVersion: () => string): AddressLookup {
  const ahead = new LinesAhead(dataVersion)
  const rows = (name: string, text: string, values: readonly unknown[]) =>
    database.query<Record<string, unknown>>({ name, text, values })
  const entriesAt = gathering((requests: readonly string[]) => entriesOf(database, 'addresses-at', AT, requests))
  const entriesBeginning = gathering((requests: readonly string[]) =>
    entriesOf(database, 'addresses-beginning', BEGINNING, requests, ahead),
  )
  const streetsOf = gathering((requests: readonly string[]) => streetsOfEach(database, requests))
  const linesFrom = gathering((requests: readonly string[]) => linesFromEach(database, requests, ahead))
  /**
   * For each position in a typed word, returns the letters at this position of the stored words that start with the
   * same prefix.
   */
  const lettersIn = async (typed: string) => {
    const heads = Array.from({ length: typed.length + 1 }, (_, at) => typed.slice(0, at))
    const statement = { name: 'word-letters', text: LETTERS, values: [heads] }
    const letterRows = await database.query<{ letters: string | null }>(statement)
    const letters = letterRows.map((row) => Array.from(row.letters ?? '', (letter) => ({ letter })))
    return (at: number) => letters[at] ?? []
  }
  return {
    async addressesAt(houseNumber, street, unit) {
      return (await entriesAt(JSON.stringify([houseNumber, street, unit ?? null]))) ?? []
    },
    async addressesOn(street, houseNumbers, cities, zipcodes) {
      return (await rows('addresses-on', ON, [street, houseNumbers, cities, zipcodes])).map(entryOf)
    },
    async streetsBeginning(houseNumber, beginning, limit) {
      return (await streetsOf(JSON.stringify([houseNumber, beginning, limit]))) ?? []
    },
    async addressesBeginning(line, limit) {
      return (await entriesBeginning(JSON.stringify([line, limit]))) ?? []
    },
    async addressLineFrom(text) {
      const cachedLine = ahead.from(text)
      return cachedLine === undefined ? linesFrom(text) : (cachedLine ?? undefined)
    },
    async wordsOneSlipAway(word) {
      const meant = new Set(slipsOfText(word, await lettersIn(word)))
      meant.delete(word)
      return textsOf(await rows('words-there', WORDS, [[...meant]]))
    },
    async beginningsOneSlipAway(beginning) {
      const meant = new Set(
        Array.from(slipsOfBeginning(beginning, await lettersIn(beginning)), (slip) => slip.intended),
      )
      meant.delete(beginning)
      meant.delete('')
      const existing = new Set(textsOf(await rows('beginnings-there', BEGINNINGS, [[...meant]])))
      return [...meant].filter((text) => existing.has(text))
    },
    async homesUnder(places, limit) {
      return (await rows('homes-under', UNDER, [places, limit])).map(({ home }) => Number(home))
    },
    async peopleAt(houseNumber, street) {
      const people = await rows('people-at', PEOPLE, [houseNumber, street])
      const shown = people.filter(({ record }) => shows('person', JSON.parse(String(record)) as Person, withheld))
      return shown.map(entryOf)
    },
  }
}

/**
 * Returns the addresses for each request: a JSON list of parameters for the statement `text`. All requests in the same
 * turn of the event loop share a statement, since completion looks up all spellings of a street at the same time.
 */
async function entriesOf(
  database: Database,
  name: string,
  text: string,
  requests: readonly string[],
  ahead?: LinesAhead,
): Promise<ReadonlyMap<string, readonly AddressEntry[]>> {
  const lists = requests.map((values): readonly unknown[] => JSON.parse(values))
  const version = ahead?.begin() ?? ''
  const rows = await database.query<Record<string, unknown>>({ name, text, values: columnsOf(lists) })
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place) - 1)
  for (const { place, lines } of rows)
    if (typeof lines === 'string') ahead?.hold(version, String(lists[Number(place) - 1]?.[0]), lines.split('\n'))
  return new Map(requests.map((values, i) => [values, (byPlace.get(i) ?? []).map(entryOf)]))
}

async function streetsOfEach(
  database: Database,
  requests: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const values = columnsOf(requests.map((each) => JSON.parse(each)))
  const rows = await database.query<{ place: number; streets: readonly string[] }>({
    name: 'streets',
    text: STREETS,
    values,
  })
  return new Map(rows.map(({ place, streets }) => [requests[place - 1] ?? '', streets]))
}

/** Turns rows of values into columns, which `unnest` requires. */
function columnsOf(lists: readonly (readonly unknown[])[]): unknown[][] {
  return (lists[0] ?? []).map((_, column) => lists.map((values) => values[column]))
}

/**
 * For each requested string, returns the first completion line that equals it or sorts after it. Caches the lines that
 * follow, since completion reads lines in order.
 */
async function linesFromEach(
  database: Database,
  requests: readonly string[],
  ahead: LinesAhead,
): Promise<ReadonlyMap<string, string>> {
  const version = ahead.begin()
  const statement = { name: 'address-lines', text: LINES, values: [requests] }
  const rows = await database.query<{ place: number; lines: string | null }>(statement)
  const blocks = rows.map(({ place, lines }) => [requests[place - 1] ?? '', lines?.split('\n') ?? []] as const)
  for (const [from, lines] of blocks) ahead.hold(version, from, lines)
  return new Map(blocks.flatMap(([from, [line]]) => (line === undefined ? [] : [[from, line] as const])))
}

function textsOf(words: readonly Record<string, unknown>[]): readonly string[] {
  return words.map(({ word }) => String(word))
}

const UNDER = 'SELECT DISTINCT home FROM catalog.home_key WHERE place = ANY ($1::int8[]) AND unit = 0 LIMIT $2'

/** By address, then homes before buildings, then by id. Ids of homes sort as numbers, ids of buildings as strings. */
const IN_ORDER = `display, kind DESC, CASE kind WHEN 'home' THEN id::int8 END, id`

const AT = `SELECT place, found.* FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS requests (asked_number, asked_street, asked_unit, place) CROSS JOIN LATERAL (
    SELECT ${COLUMNS}, row_number() OVER (ORDER BY ${IN_ORDER}) AS nth FROM catalog.address_book
    WHERE house_number = asked_number AND street = asked_street
      AND (asked_unit IS NULL OR unit = asked_unit OR right(unit, length(asked_unit) + 1) = ' ' || asked_unit)
    ORDER BY nth LIMIT ${MAX_AT_ONE_PLACE}
  ) found ORDER BY place, nth`

const ON = `SELECT ${COLUMNS} FROM catalog.address_book
  WHERE street = $1 AND house_number = ANY($2) AND (city = ANY($3) OR zipcode = ANY($4))
  ORDER BY house_number, ${IN_ORDER} LIMIT ${MAX_ON_STREET}`

const STREETS = `SELECT place, ARRAY(SELECT DISTINCT street FROM catalog.address_book
      WHERE house_number = asked_number AND street >= beginning AND street < beginning || U&'\\FFFF'
      ORDER BY street LIMIT wanted) AS streets
    FROM unnest($1::text[], $2::text[], $3::int4[]) WITH ORDINALITY AS requests (asked_number, beginning, wanted, place)`

/** SQL for the completion lines that equal a string or sort after it, joined by line feeds. */
function linesAfter(text: string): string {
  return `(SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
    SELECT line FROM catalog.address_line WHERE line >= ${text} ORDER BY line LIMIT ${LINES_AHEAD}) ahead)`
}

/**
 * Finds the completion lines in the index before it reads addresses. If there may be more addresses, also returns the
 * lines from which the next read can continue.
 */
const BEGINNING = `SELECT place, found.*, CASE WHEN nth = wanted AND nth > 1 THEN ${linesAfter('beginning')} END AS lines FROM unnest($1::text[], $2::int4[]) WITH ORDINALITY
    AS requests (beginning, wanted, place) CROSS JOIN LATERAL (
    SELECT ${COLUMNS}, row_number() OVER (ORDER BY line, kind DESC, id) AS nth FROM (
      SELECT line, kind, id, state FROM catalog.address_line WHERE line >= beginning AND line < beginning || U&'\\FFFF'
      ORDER BY line, kind DESC, id LIMIT wanted
    ) lines JOIN catalog.address_book USING (id, kind, state)
  ) found ORDER BY place, nth`

const LINES = `SELECT place, ${linesAfter('text')} AS lines FROM unnest($1::text[]) WITH ORDINALITY AS requests (text, place)`

/**
 * Follows a typed word letter by letter through the stored words. Each possible next letter takes one index lookup,
 * however many words there are.
 */
const LETTERS = `WITH RECURSIVE following AS (
    SELECT head, place, ${nextLetter('head')} AS letter FROM unnest($1::text[]) WITH ORDINALITY AS typed (head, place)
    UNION ALL
    SELECT head, place, ${nextLetter("head || letter || U&'\\+10FFFF'")} FROM following WHERE letter IS NOT NULL
  )
  SELECT string_agg(letter, '' ORDER BY letter COLLATE "C") AS letters FROM following GROUP BY place ORDER BY place`

/** SQL for the letter after `head` in the first word that sorts after a string. */
function nextLetter(after: string): string {
  return `(SELECT substr(word, length(head) + 1, 1) FROM catalog.address_word
    WHERE word > ${after} AND word < head || U&'\\+10FFFF' ORDER BY word LIMIT 1)`
}

const WORDS = 'SELECT word FROM catalog.address_word WHERE word = ANY($1) ORDER BY uses DESC, word'

const BEGINNINGS = `SELECT meant AS word FROM unnest($1::text[]) AS meant CROSS JOIN LATERAL (
    SELECT FROM catalog.address_word WHERE word >= meant AND word < meant || U&'\\+10FFFF' ORDER BY word LIMIT 1) AS known`

/** Includes people who are hidden at their request; the caller removes them. */
export const PEOPLE = `SELECT ${ENTRY_COLUMNS.map((column) => `address.${column}`).join(', ')}, record
  FROM catalog.person_address address JOIN catalog.person person ON person.id = address.id
  WHERE house_number = $1 AND street = $2 ORDER BY address.id LIMIT ${MAX_AT_ONE_PLACE}`
