import { HOME_FLAGS, SALE_STATES } from '../../model/home-columns.ts'
import { COURSE_STATES, NO_BEDROOMS, NO_DAY, type RentFacts, type SaleFacts } from '../../model/market-facts.ts'
import type { DatedRows, RunValues } from '../embedded/dated-rows.ts'
import type { Condition } from '../ports/query.ts'

const COLUMNS = ['price', 'homeType', 'bedrooms', 'listedDay', 'soldDay', 'saleState'] as const
type Column = (typeof COLUMNS)[number] | 'fromDay' | 'untilDay' | 'pendingDay'

/** A run of a home, by number. */
interface Run {
  readonly zpid: number
  readonly number: number
  readonly isSold: boolean
  readonly isRoom: boolean
  readonly of: (column: Column) => number
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

/** The courses of sale of a region's homes as they were known on a day, as `saleCourses` tells them of one home. */
export async function saleFactsOn(day: number, region: string, rows: DatedRows): Promise<SaleFacts> {
  const runs = [...(await runsOf('For_Sale', day, region, rows)), ...(await runsOf('Sold', day, region, rows))]
  const courses: Course[] = []
  for (const run of runs.sort((one, other) => one.number - other.number)) takeSale(courses, run, day)
  const column = (of: (course: Course) => number) => Uint16Array.from(courses, (course) => dayCell(of(course)))
  return {
    rows: courses.length,
    asked: Uint32Array.from(courses, ({ asked }) => asked || 0),
    paid: Uint32Array.from(courses, ({ paid }) => paid || 0),
    listed: column(({ listed }) => listed),
    pending: column(({ pending }) => pending),
    closed: column(({ closed }) => closed),
    homeType: Uint8Array.from(courses, ({ homeType }) => homeType),
    state: Uint8Array.from(courses, ({ state }) => state),
  }
}

/** The offers for rent of a region's homes as they were known on a day, as `rentOffers` tells them of one home. */
export async function rentFactsOn(day: number, region: string, rows: DatedRows): Promise<RentFacts> {
  const offers = new Map<string, Run>()
  const runs = await runsOf('For_Rent', day, region, rows)
  for (const run of runs.sort((one, other) => one.number - other.number)) {
    if (!run.isRoom && run.of('price') > 0) offers.set(`${run.zpid} ${run.of('listedDay')}`, run)
  }
  const last = [...offers.values()]
  const available = (run: Run) => run.of('untilDay') >= day && run.of('saleState') === ACTIVE
  return {
    rows: last.length,
    rent: Uint32Array.from(last, (run) => run.of('price')),
    listed: Uint16Array.from(last, (run) => dayCell(run.of('listedDay'))),
    bedrooms: Uint8Array.from(last, (run) => (run.of('bedrooms') >= 0 ? run.of('bedrooms') : NO_BEDROOMS)),
    homeType: Uint8Array.from(last, (run) => run.of('homeType')),
    available: Uint8Array.from(last, (run) => Number(available(run))),
  }
}

const ACTIVE = SALE_STATES.indexOf('active')
const OVER = COURSE_STATES.indexOf('over')

/** NaN where unknown. */
interface Course {
  readonly zpid: number
  readonly homeType: number
  asked: number
  paid: number
  listed: number
  pending: number
  closed: number
  state: number
  /** The last day of its last run. */
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
): Promise<readonly Run[] & Run[]> {
  const where: Condition[] = [{ parameter: 'region', node: { kind: 'place', regions: [region] } }]
  const { runs, flags, values }: RunValues<Column> = await rows.runsUntil({ listingClass, where }, COLUMNS, day)
  return Array.from(runs, (number, at) => ({
    zpid: rows.zpidOf(number),
    number,
    isSold: listingClass === 'Sold',
    isRoom: ((flags[at] as number) & ROOM_BIT) !== 0,
    of: (column: Column) => values[column][at] as number,
  }))
}

/** Days before 1970 count as unknown. */
function dayCell(day: number): number {
  return day >= 0 && day < NO_DAY ? day : NO_DAY
}
