import { DAY_MS, dayNumber } from '../../../kit/base/clock.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Home, OpenHouse } from '../../../model/home.ts'
import { isOnMarket } from '../listing-flags.ts'
import { portalKeys } from '../portal-keys.ts'

/** Digits reserved for a number of days, padded with blanks on the left, which JSON allows. */
const DAY_DIGITS = 6
/** Digits of a moment between 2001 and 2286. */
const TIME_DIGITS = 13
/** The day of a listing is clamped to these, so that its sign and digits fit. */
const EARLIEST_DAY = -99_999
const LATEST_DAY = 999_999

/** Open houses that a card has room for: the last ones announced. */
const MAX_OPEN_HOUSES = 8

const PROPERTY = '{"property":{'
const LISTING = '"listing":{'
const OPEN_HOUSES = '"openHouseShowingList":['
const START = '{"startTime":'
const END = ',"endTime":'
const OPEN_HOUSE_BYTES = START.length + TIME_DIGITS + END.length + TIME_DIGITS + '}'.length
const SUB_TYPE = '"listingSubType":{'
const IS_OPEN_HOUSE = '"isOpenHouse":true'

const [BLANK, MINUS, ZERO, COMMA] = [' ', '-', '0', ','].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]
/** Keys are recognised by their first letters. */
const DAYS_LETTER = 'd'.charCodeAt(0)
const OPEN_HOUSES_LETTER = 'o'.charCodeAt(0)

/**
 * The beginning of a home's card, which holds everything that depends on today's date: days since the listing, twice,
 * and open houses; its order is that of `HOME_CARD`. It is stored with the day of the listing instead of the number of
 * days, and with every open house; `date` converts the one into the other and blanks out open houses that are over.
 */
export class DatedHead {
  readonly #daysKey: string

  constructor(words: Words) {
    this.#daysKey = `${JSON.stringify(portalKeys(words).daysOn)}:`
  }

  date(answer: Uint8Array, at: number, today: number): void {
    let place = at + PROPERTY.length
    const daysAt = answer[place + 1] === DAYS_LETTER ? place + this.#daysKey.length : -1
    if (daysAt >= 0) {
      writeDays(answer, daysAt, Math.max(0, today - readNumber(answer, daysAt, DAY_DIGITS)))
      place = daysAt + DAY_DIGITS + 1
    }
    const hasOpenHouses = answer[place + 1] === OPEN_HOUSES_LETTER
    const listingAt = hasOpenHouses ? endOfOpenHouses(answer, place) : place
    let subTypeAt = listingAt + LISTING.length
    if (daysAt >= 0) {
      const again = subTypeAt + this.#daysKey.length
      answer.copyWithin(again, daysAt, daysAt + DAY_DIGITS)
      subTypeAt = again + DAY_DIGITS + 1
    }
    if (hasOpenHouses) dateOpenHouses(answer, place, listingAt, subTypeAt + SUB_TYPE.length, today)
  }
}

/** Index just after the list and its comma. */
function endOfOpenHouses(answer: Uint8Array, at: number): number {
  let end = at + OPEN_HOUSES.length + OPEN_HOUSE_BYTES
  while (answer[end] === COMMA) end += 1 + OPEN_HOUSE_BYTES
  return end + '],'.length
}

/** Open houses are sorted by their ends, so those that are over come first. When all are, the list and its flag go. */
function dateOpenHouses(answer: Uint8Array, listAt: number, listEnd: number, flagAt: number, today: number): void {
  const firstAt = listAt + OPEN_HOUSES.length
  const lastEnd = listEnd - '],'.length
  let kept = firstAt
  while (kept < lastEnd && endTime(answer, kept) < today * DAY_MS) kept += OPEN_HOUSE_BYTES + 1
  if (kept < lastEnd) {
    answer.fill(BLANK, firstAt, kept)
    return
  }
  answer.fill(BLANK, listAt, listEnd)
  const flagEnd = flagAt + IS_OPEN_HOUSE.length
  answer.fill(BLANK, flagAt, answer[flagEnd] === COMMA ? flagEnd + 1 : flagEnd)
}

function endTime(answer: Uint8Array, openHouseAt: number): number {
  return readNumber(answer, openHouseAt + START.length + TIME_DIGITS + END.length, TIME_DIGITS)
}

function readNumber(answer: Uint8Array, at: number, digits: number): number {
  let value = 0
  let sign = 1
  for (let i = at; i < at + digits; i++) {
    const byte = answer[i] as number
    if (byte >= ZERO) value = value * 10 + byte - ZERO
    else if (byte === MINUS) sign = -1
  }
  return sign * value
}

function writeDays(answer: Uint8Array, at: number, days: number): void {
  let left = days
  for (let i = at + DAY_DIGITS - 1; i >= at; i--) {
    const rest = (left / 10) | 0
    answer[i] = left === 0 && i < at + DAY_DIGITS - 1 ? BLANK : ZERO + left - rest * 10
    left = rest
  }
}

/** The day of a listing, in the place of the number of days since. */
export function dayText(onMarketMs: number): string {
  const day = Math.min(LATEST_DAY, Math.max(EARLIEST_DAY, dayNumber(onMarketMs)))
  return String(day).padStart(DAY_DIGITS)
}

/** Those of a home on the market, sorted by their ends: without times that have no room, since nobody views a home then. */
export function openHousesOf({ listing }: Home): readonly OpenHouse[] {
  const announced = isOnMarket(listing) ? (listing?.openHouses ?? []) : []
  if (announced.length === 0) return announced
  return announced
    .filter(({ startMs, endMs }) => [startMs, endMs].every(hasRoom))
    .toSorted((one, other) => one.endMs - other.endMs || one.startMs - other.startMs)
    .slice(-MAX_OPEN_HOUSES)
}

function hasRoom(timeMs: number): boolean {
  return Number.isInteger(timeMs) && String(timeMs).length === TIME_DIGITS && timeMs > 0
}

/** All of them, to be blanked out when they are over. */
export function openHousesText(openHouses: readonly OpenHouse[]): string {
  return `[${openHouses.map(({ startMs, endMs }) => `${START}${startMs}${END}${endMs}}`).join(',')}]`
}
