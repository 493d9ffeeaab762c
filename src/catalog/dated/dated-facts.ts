import { each, inSlices, type SlicedWork, sorted } from '../../kit/threads/slices.ts'
import { HOME_FLAGS, SALE_STATES } from '../../model/home-columns.ts'
import { COURSE_STATES, NO_BEDROOMS, NO_DAY, type RentFacts, type SaleFacts } from '../../model/market-facts.ts'
import type { Condition } from '../ports/query.ts'
import type { DatedRows, RunValues } from './dated-rows.ts'

const COLUMNS = ['price', 'homeType', 'bedrooms', 'listedDay', 'soldDay', 'saleState'] as const
type Column = (typeof COLUMNS)[number] | 'fromDay' | 'untilDay' | 'pendingDay'

interface Run {
  readonly zpid: number
  readonly number: number
  readonly isSold: boolean
  readonly isRoom: boolean
  readonly of: (column: Column) => number
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

/** Returns the sales of a region's homes as they were known on a day: what `saleCourses` returns for these homes. */
export async function saleFactsOn(day: number, region: string, rows: DatedRows): Promise<SaleFacts> {
  const [open, sold] = [await runsOf('For_Sale', day, region, rows), await runsOf('Sold', day, region, rows)]
  return inSlices(saleFacts([...open, ...sold], day))
}

function* saleFacts(runs: readonly Run[], day: number): SlicedWork<SaleFacts> {
  const courses: Course[] = []
  yield* each(yield* sorted(runs, byNumber), (run) => takeSale(courses, run, day))
  const { length } = courses
  const [asked, paid] = [new Uint32Array(length), new Uint32Array(length)]
  const [listed, pending, closed] = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)]
  const [homeType, state] = [new Uint8Array(length), new Uint8Array(length)]
  yield* each(courses, (course, at) => {
    asked[at] = course.asked || 0
    paid[at] = course.paid || 0
    listed[at] = dayCell(course.listed)
    pending[at] = dayCell(course.pending)
    closed[at] = dayCell(course.closed)
    homeType[at] = course.homeType
    state[at] = course.state
  })
  return { rows: length, asked, paid, listed, pending, closed, homeType, state }
}

/**
 * Returns the rental offers of a region's homes as they were known on a day: what `rentOffers` returns for these homes.
 */
export async function rentFactsOn(day: number, region: string, rows: DatedRows): Promise<RentFacts> {
  return inSlices(rentFacts(await runsOf('For_Rent', day, region, rows), day))
}

function* rentFacts(runs: readonly Run[], day: number): SlicedWork<RentFacts> {
  const offers = new Map<string, Run>()
  yield* each(yield* sorted(runs, byNumber), (run) => {
    if (!run.isRoom && run.of('price') > 0) offers.set(`${run.zpid} ${run.of('listedDay')}`, run)
  })
  const { size } = offers
  const [rent, listed] = [new Uint32Array(size), new Uint16Array(size)]
  const [bedrooms, homeType, available] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)]
  yield* each(offers.values(), (run, at) => {
    rent[at] = run.of('price')
    listed[at] = dayCell(run.of('listedDay'))
    bedrooms[at] = run.of('bedrooms') >= 0 ? run.of('bedrooms') : NO_BEDROOMS
    homeType[at] = run.of('homeType')
    available[at] = Number(run.of('untilDay') >= day && run.of('saleState') === ACTIVE)
  })
  return { rows: size, rent, listed, bedrooms, homeType, available }
}

function byNumber(one: Run, other: Run): number {
  return one.number - other.number
}

const ACTIVE = SALE_STATES.indexOf('active')
const OVER = COURSE_STATES.indexOf('over')

/** A sale from listing to closing. Unknown values are NaN. */
interface Course {
  readonly zpid: number
  readonly homeType: number
  asked: number
  paid: number
  listed: number
  pending: number
  closed: number
  state: number
  /** The last day of the newest row that belongs to this sale. */
  untilDay: number
}

function takeSale(courses: Course[], run: Run, day: number): void {
  const last = courses.at(-1)
  const before = last?.zpid === run.zpid && last.untilDay + 1 === run.of('fromDay') ? last : undefined
  const untilDay = run.of('untilDay')
  if (run.isSold) {
    const sold = before ?? added(courses, run)
    sold.paid = run.of('price')
    sold.closed = run.of('soldDay')
    sold.state = OVER
    sold.untilDay = untilDay
    return
  }
  const isSame = before !== undefined && Number.isNaN(before.closed) && Object.is(before.listed, run.of('listedDay'))
  const open = isSame ? before : added(courses, run)
  open.asked = run.of('price')
  open.pending = run.of('pendingDay')
  open.untilDay = untilDay
  const stage = SALE_STATES[run.of('saleState')]
  open.state = untilDay >= day && stage !== undefined ? COURSE_STATES.indexOf(stage) : OVER
}

function added(courses: Course[], run: Run): Course {
  const unknown = { asked: Number.NaN, paid: Number.NaN, pending: Number.NaN, closed: Number.NaN }
  const { zpid } = run
  const course: Course = {
    ...unknown,
    zpid,
    homeType: run.of('homeType'),
    listed: run.of('listedDay'),
    state: OVER,
    untilDay: 0,
  }
  courses.push(course)
  return course
}

async function runsOf(
  listingClass: 'For_Sale' | 'Sold' | 'For_Rent',
  day: number,
  region: string,
  rows: DatedRows,
): Promise<readonly Run[]> {
  const where: Condition[] = [{ parameter: 'region', node: { kind: 'place', regions: [region] } }]
  const { runs, flags, values }: RunValues<Column> = await rows.runsUntil({ listingClass, where }, COLUMNS, day)
  const made: Run[] = []
  const take = (number: number, at: number) => {
    const isRoom = ((flags[at] as number) & ROOM_BIT) !== 0
    const of = (column: Column) => values[column][at] as number
    made.push({ zpid: rows.zpidOf(number), number, isSold: listingClass === 'Sold', isRoom, of })
  }
  await inSlices(each(runs, take))
  return made
}

/** Returns the stored number for a day. Days before 1970 count as unknown. */
function dayCell(day: number): number {
  return day >= 0 && day < NO_DAY ? day : NO_DAY
}
