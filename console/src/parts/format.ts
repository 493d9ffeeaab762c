const LOCALE = 'en-US'
const UNKNOWN = '–'

type Known = number | null | undefined

const formats = new Map<string, Intl.NumberFormat>()

function format(value: Known, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN
  const name = JSON.stringify(options)
  const made = formats.get(name) ?? new Intl.NumberFormat(LOCALE, options)
  formats.set(name, made)
  return made.format(value)
}

export function count(value: Known): string {
  return format(value, { maximumFractionDigits: 0 })
}

/** Formats a number with its noun: `1 home`, `1,200 homes`, `1.5 rooms`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${decimal(value)} ${value === 1 ? one : many}`
}

/** Formats a number of bedrooms: `3 bd`, or `Studio` for 0; empty if unknown. */
export function bedsText(bedrooms: Known): string {
  if (bedrooms === 0) return 'Studio'
  return bedrooms ? `${decimal(bedrooms)} bd` : ''
}

export function decimal(value: Known, digits = 1): string {
  return format(value, { maximumFractionDigits: digits })
}

/** Formats an amount in whole units of a currency: `$268,900`. */
export function money(value: Known, currency = 'USD'): string {
  return format(value, { style: 'currency', currency: currency.toUpperCase(), maximumFractionDigits: 0 })
}

/** Formats a bill to the cent: `$385` or `$50.40`. */
export function bill(value: Known): string {
  return format(value, { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })
}

/** Formats an amount for pins and axes: `$269K`. */
export function shortMoney(value: Known, currency = 'USD'): string {
  const options = { style: 'currency', currency: currency.toUpperCase(), notation: 'compact' } as const
  return format(value, { ...options, maximumSignificantDigits: 3 })
}

/** Formats a share: 0.05 becomes `5%`. */
export function percent(share: Known, digits = 1): string {
  return format(share, { style: 'percent', maximumFractionDigits: digits })
}

export function area(squareFeet: Known): string {
  return squareFeet === null || squareFeet === undefined ? UNKNOWN : `${decimal(squareFeet, 2)} sq ft`
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a day in UTC, like all days of the service. Takes `2026-11-22`, a time, or milliseconds. */
export function day(given: string | number | null | undefined): string {
  if (given === null || given === undefined || given === '') return UNKNOWN
  const date = new Date(given)
  return Number.isNaN(date.getTime()) ? UNKNOWN : DAY.format(date)
}

const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time in the time zone of the browser. */
export function moment(given: string | null | undefined): string {
  const date = new Date(given ?? '')
  return Number.isNaN(date.getTime()) ? UNKNOWN : MOMENT.format(date)
}

const MINUTE_S = 60

export function duration(seconds: number): string {
  const tenths = Math.round(seconds * 10) / 10
  if (tenths < MINUTE_S) return `${decimal(tenths)} s`
  const whole = Math.round(seconds)
  return `${count(Math.floor(whole / MINUTE_S))} min ${whole % MINUTE_S} s`
}

const SIZES = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a number of bytes in decimal units, such as `1.5 MB`. */
export function size(bytes: Known): string {
  if (bytes === null || bytes === undefined) return UNKNOWN
  const step = bytes < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${decimal(bytes / 1000 ** step)} ${SIZES[step]}`
}

/** Returns words for a market status: `For sale`, `Off market`. */
export function statusText(homeStatus: string | null | undefined): string {
  return homeStatus === 'OTHER' ? 'Off market' : words(homeStatus)
}

/** Splits names such as `forSale` and `SINGLE_FAMILY` into words. */
export function words(name: string | null | undefined): string {
  if (!name) return UNKNOWN
  const apart = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}
