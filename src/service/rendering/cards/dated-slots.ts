import { DAY_MS, dayOf, startOfDay } from '../../../kit/base/clock.ts'
import type { Experience, ExperienceSlot } from '../../../model/experience.ts'

const BLANK = 0x20
const COMMA = 0x2c
const BRACE = 0x7b
const END_BRACE = 0x7d

const NEXT = '{"nextAvailable":'
const NEXT_BYTES = '"YYYY-MM-DD"'.length
const LIST = ',"availability":['
const DATE = '{"date":"'
const DATE_BYTES = 'YYYY-MM-DD'.length
const TIME = /^\d\d:\d\d$/

/**
 * The beginning of an experience's card, which holds everything that depends on today's date: the slots with seats, in
 * order, and the day of the first. `dateSlots` blanks out those that are over.
 */
export function writeSlots({ slots }: Experience): string {
  const shown = slots.filter(isShown).sort((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1))
  return `${NEXT}${'null'.padEnd(NEXT_BYTES)}${LIST}${shown.map(slotText).join(',')}]`
}

/** Sold-out slots are not available; slots without a valid day and time were refused at the import. */
function isShown({ date, startTime, seatsLeft }: ExperienceSlot): boolean {
  return seatsLeft >= 1 && TIME.test(startTime) && date.length === DATE_BYTES && !Number.isNaN(startOfDay(date))
}

function momentOf({ date, startTime }: ExperienceSlot): string {
  return `${date}${startTime}`
}

function slotText({ date, startTime, seatsLeft }: ExperienceSlot): string {
  return `${DATE}${date}","startTime":"${startTime}","seatsLeft":${Math.floor(seatsLeft)}}`
}

let shownDay = Number.NaN
/** `shownDay` in ASCII: most answers of a day need the same one. */
let shownText = new Uint8Array()

function textOf(day: number): Uint8Array {
  if (day !== shownDay) {
    shownDay = day
    shownText = Buffer.from(dayOf(day * DAY_MS))
  }
  return shownText
}

export function dateSlots(answer: Uint8Array, at: number, today: number): void {
  const nextAt = at + NEXT.length
  const firstAt = nextAt + NEXT_BYTES + LIST.length
  const day = textOf(today)
  let slotAt = firstAt
  while (answer[slotAt] === BRACE && isBefore(answer, slotAt + DATE.length, day)) {
    slotAt = answer.indexOf(END_BRACE, slotAt) + 1
    if (answer[slotAt] === COMMA) slotAt++
  }
  answer.fill(BLANK, firstAt, slotAt)
  // With the quotes around it
  if (answer[slotAt] === BRACE)
    answer.copyWithin(nextAt, slotAt + DATE.length - 1, slotAt + DATE.length + DATE_BYTES + 1)
}

function isBefore(answer: Uint8Array, dateAt: number, day: Uint8Array): boolean {
  for (let i = 0; i < DATE_BYTES; i++) {
    const difference = (answer[dateAt + i] as number) - (day[i] as number)
    if (difference !== 0) return difference < 0
  }
  return false
}
