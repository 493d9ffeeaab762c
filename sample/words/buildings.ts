import { entries } from './table.ts'

/** Possible office hours of a rental building. */
export const OFFICE_HOURS: readonly (readonly string[])[] = [
  ['Mon - Fri: 9 AM - 6 PM', 'Sat: 10 AM - 5 PM', 'Sun: Closed'],
  ['Mon - Fri: 10 AM - 6 PM', 'Sat - Sun: Closed'],
  ['Mon - Sat: 9 AM - 5 PM', 'Sun: Noon - 4 PM'],
]

export const SPECIAL_OFFERS: readonly string[] = entries(`
  Half a month free on a lease of a year. | No application fee this month. | Half the usual deposit for tenants with
  references.`)
