import { quote } from '../../kit/base/sentence.ts'
import type { Point } from '../../model/home.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { TERRITORIES } from '../../places/regions/states.ts'
import { dataFault } from './file-fault.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'
import { written } from './point-check.ts'

const COUNTRY = 'country.other'
const POINT = 'point.abroad'

/** Names of the United States, reduced to letters. RESO and ISO 3166 list the territories as separate countries. */
const NAMES: ReadonlySet<string> = new Set([
  ...'us usa unitedstates unitedstatesofamerica um unitedstatesminoroutlyingislands'.split(' '),
  ...'usminoroutlyingislands virginislandsus virginislands'.split(' '),
  ...TERRITORIES.flatMap(({ code, name }) => [lettersOf(code), lettersOf(name)]),
])

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

/** Returns a rejection if the country is not the United States, or the currency is not the US dollar. */
export function foreign({ Country, Currency }: HomeRecord): Rejection | undefined {
  if (Country !== undefined && !NAMES.has(lettersOf(Country)))
    return new Rejection(COUNTRY, 'The home is not in the United States.', `country ${quote(Country)}`)
  if (Currency !== undefined && !/^(usd|us\$|\$)$/i.test(Currency.trim()))
    return new Rejection('currency.other', 'The prices are not in US dollars.', `currency ${quote(Currency)}`)
  return undefined
}

/** Returns a rejection for a home abroad, instead of `why`, if the coordinates are outside the United States. */
export function orAbroad(why: Rejection, point: Point | undefined, gazetteer: ImportGazetteer): Rejection {
  if (point === undefined || gazetteer.around(point) !== undefined) return why
  return new Rejection(
    POINT,
    'The coordinates are outside the United States, and nothing else in the row says where the home is.',
    written(point),
  )
}

/** Rejects coordinates far from the ZIP and from every county: a four-digit postcode abroad may look like a ZIP. */
export function pointAbroad(point: Point, gazetteer: ImportGazetteer): Finding | undefined {
  if (gazetteer.around(point) !== undefined) return undefined
  return {
    rule: POINT,
    sentence: 'The coordinates are outside the United States; they are not kept.',
    detail: written(point),
  }
}

/** The file is judged after this number of rows, so that a wrong file is refused early. */
const JUDGED_ROWS = 1000

/** Smaller files are not judged: a few foreign rows in them may be typing errors. */
const ROWS_MIN = 20

const SHARE_MIN = 0.9

/** Ends the import of a file whose homes are in another country: their prices and sizes would be taken for American. */
export class Abroad {
  readonly #file: string
  #rows = 0
  #abroad = 0
  #example = ''

  constructor(file: string) {
    this.#file = file
  }

  /**
   * Counts a row, and whether its findings place the home abroad. Throws a CommandFault like `judge` after
   * `JUDGED_ROWS` rows.
   */
  add(findings: readonly Finding[]): void {
    this.#rows++
    const finding = findings.find(({ rule }) => rule === COUNTRY || rule === POINT)
    if (finding !== undefined) {
      this.#abroad++
      this.#example ||= finding.detail
    }
    if (this.#rows === JUDGED_ROWS) this.judge()
  }

  /** Throws a CommandFault if most homes are abroad. Must be called after the last row. */
  judge(): void {
    if (this.#rows < ROWS_MIN || this.#abroad < this.#rows * SHARE_MIN) return
    const [rows, abroad] = [this.#rows, this.#abroad].map((count) => count.toLocaleString('en-US'))
    throw dataFault(
      `The homes in "${this.#file}" are in another country: ${abroad} of the first ${rows} rows are (${this.#example}). Area A accepts only homes in the United States, in US dollars and square feet; nothing was imported.`,
    )
  }
}
