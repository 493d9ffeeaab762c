import { dayNumber } from '../kit/base/clock.ts'
import type { HistoryEvent, Home, Listing } from './home.ts'
import { dayNumberOf, listingClassOf, saleState } from './home-columns.ts'
import type { CourseState } from './market-facts.ts'

/** One attempt to sell a home, from listing to sale or withdrawal. Days are day numbers. */
export interface SaleCourse {
  readonly state: CourseState
  readonly listed?: number | undefined
  readonly pending?: number | undefined
  readonly closed?: number | undefined
  /** Last asking price, in dollars. */
  readonly asked?: number | undefined
  /** Price paid, in dollars. */
  readonly paid?: number | undefined
}

type Draft = { -readonly [K in keyof SaleCourse]: SaleCourse[K] }

/** Counties record sales some days later than the MLS. Sales this many days apart count as one. */
const SAME_SALE_DAYS = 31

/** Returns all attempts to sell a home, oldest first. For the last attempt, the listing overrides the history. */
export function saleCourses(home: Home): readonly SaleCourse[] {
  const course = new Courses()
  for (const event of home.history) if (event.rental !== true) course.take(event)
  if (home.listing?.kind === 'sale') course.takeListing(home, home.listing)
  return course.all()
}

/** Builds a home's attempts to sell from its events. At most one is open at a time. */
class Courses {
  readonly #over: Draft[] = []
  #open: Draft | undefined

  take({ event, date, price }: HistoryEvent): void {
    switch (event) {
      case 'Listed for sale':
        this.#end()
        this.#open = { state: 'over', listed: dayNumberOf(date), asked: price }
        break
      case 'Price change':
        this.#open ??= { state: 'over' }
        this.#open.asked = price ?? this.#open.asked
        break
      case 'Pending sale':
        this.#open ??= { state: 'over' }
        this.#open.pending = dayNumberOf(date)
        this.#open.asked = price ?? this.#open.asked
        break
      case 'Sold':
        this.#sell(dayNumberOf(date), price)
        break
      case 'Listing removed':
        this.#end()
        break
      case 'Listed for rent':
        break
    }
  }

  takeListing(home: Home, listing: Listing): void {
    const listed = listing.onMarketMs === undefined ? undefined : dayNumber(listing.onMarketMs)
    const asked = listing.listPrice
    const pending = dayNumberOf(listing.pendingDate)
    if (listing.status === 'Closed') {
      const closed = dayNumberOf(listing.closeDate)
      if (closed === undefined) return
      const sold = this.#soldAbout(closed) ?? this.#sell(closed, undefined)
      fill(sold, listed, pending, asked)
      sold.closed = closed
      sold.paid = listing.closePrice ?? sold.paid
    } else if (listingClassOf(home) === 'For_Sale') {
      this.#open ??= { state: 'over' }
      this.#open.state = saleState(listing)
      if (listing.status === 'Active') this.#open.pending = undefined // the buyer withdrew from the contract
      fill(this.#open, listed, pending, asked)
    }
  }

  all(): readonly SaleCourse[] {
    this.#end()
    return this.#over
  }

  #sell(closed: number | undefined, paid: number | undefined): Draft {
    const same = this.#open === undefined && closed !== undefined ? this.#soldAbout(closed) : undefined
    if (same) {
      same.paid ??= paid
      return same
    }
    const sold = this.#open ?? { state: 'over' }
    sold.closed = closed ?? sold.closed
    sold.paid = paid ?? sold.paid
    this.#open = sold
    this.#end()
    return sold
  }

  #soldAbout(closed: number): Draft | undefined {
    return this.#over.findLast(
      (course) => course.closed !== undefined && Math.abs(course.closed - closed) <= SAME_SALE_DAYS,
    )
  }

  #end(): void {
    if (this.#open) this.#over.push(this.#open)
    this.#open = undefined
  }
}

function fill(course: Draft, listed: number | undefined, pending: number | undefined, asked: number | undefined): void {
  course.listed = listed ?? course.listed
  course.pending = pending ?? course.pending
  course.asked = asked ?? course.asked
}
