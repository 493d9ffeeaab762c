import type { ComponentChildren } from 'preact'
import { bill, count, day, money, percent } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import type { PropertyDetails, ValueSource } from '../../service/answers.ts'

/** Shows the value and costs of a home, and who estimated them. */
export function HomeValue({ home }: { home: PropertyDetails }) {
  const { zestimate, rentZestimate, valueSource, rentValueSource, currency, homeStatus } = home
  const monthly = homeStatus === 'FOR_RENT' ? undefined : home.affordabilityEstimate?.totalMonthlyCost
  return (
    <section class="panel sheet">
      <h2>Value</h2>
      {zestimate === null ? (
        <p class="quiet">This home has no estimate. The comparables below may give a value.</p>
      ) : (
        <>
          <strong class="price">{money(zestimate, currency)}</strong>
          <Range value={zestimate} ends={endsOf(home, zestimate)} />
          <ValueBasis source={valueSource} zip={home.address.zipcode} />
        </>
      )}
      <dl class="pairs">
        <Pair name="Rent" value={rentZestimate && rentWords(rentZestimate, rentValueSource, currency)} />
        <Pair name="Cost of owning" value={monthly && `${money(monthly, currency)} a month`} />
        <Pair name="Last sold for" value={home.lastSoldPrice && money(home.lastSoldPrice, currency)} />
        <Pair name="Listed" value={home.datePostedString && day(home.datePostedString)} />
        <Pair name="Assessed" value={home.taxAssessedValue && money(home.taxAssessedValue, currency)} />
        <Pair name="Tax rate" value={home.propertyTaxRate && percent(home.propertyTaxRate / 100, 2)} />
        <Pair
          name="Insurance"
          value={home.annualHomeownersInsurance && `${money(home.annualHomeownersInsurance)} a year`}
        />
        <Pair name="Fees" value={home.monthlyHoaFee && `${bill(home.monthlyHoaFee)} a month`} />
      </dl>
    </section>
  )
}

function rentWords(rent: number, said: ValueSource | null, currency: string): string {
  return `${money(rent, currency)} a month${said?.kind === 'estimated' ? ', estimated by Plat' : ''}`
}

/** The source of the value. For an estimate by Plat, also the data behind it and its largest influences. */
function ValueBasis({ source, zip }: { source: ValueSource | null; zip: string }) {
  if (source === null) return null
  if (source.estimate === null) return <p class="quiet">Published by {source.source}.</p>
  const { asOf, sales, reasons } = source.estimate
  return (
    <>
      <p class="quiet">
        Estimated by Plat as of {day(asOf)}, from {count(sales)} sales. Four of five homes sell within this range.{' '}
        {zip && <Link to={`/markets?search_query=${zip}&show=estimates`}>Accuracy of estimates here</Link>}
      </p>
      {reasons.length > 0 && <p>Largest influences on the estimate:</p>}
      <dl class="pairs">
        {reasons.map(({ input, effect }) => (
          <Pair key={input} name={nameOf(input)} value={percentMore(effect)} />
        ))}
      </dl>
    </>
  )
}

/** Converts `livingArea` to `Living area`. */
function nameOf(input: string): string {
  const words = input.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats a factor of 1.07 as `+7%`. */
function percentMore(effect: number): string {
  const more = percent(Math.abs(effect - 1))
  return effect < 1 ? `−${more}` : `+${more}`
}

/** Returns the ends of a value's range. Undefined if a percentage is unknown, which is an empty text in answers. */
function endsOf(
  { valueSource, zestimateLowPercent: low, zestimateHighPercent: high }: PropertyDetails,
  value: number,
): readonly [number, number] | undefined {
  const own = valueSource?.estimate
  if (own) return [own.low80, own.high80]
  return low && high ? [value * (1 - Number(low) / 100), value * (1 + Number(high) / 100)] : undefined
}

function Range({ value, ends }: { value: number; ends: readonly [number, number] | undefined }) {
  if (ends === undefined) return null
  const [least, most] = ends
  return (
    <div class="range">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" y1="4" x2="100" y2="4" />
        <line class="at" x1={percentAt(value, least, most)} y1="0" x2={percentAt(value, least, most)} y2="8" />
      </svg>
      <span>{money(least)}</span>
      <span>{money(most)}</span>
    </div>
  )
}

function percentAt(value: number, least: number, most: number): number {
  return most > least ? ((value - least) / (most - least)) * 100 : 50
}

export function Pair({ name, value }: { name: string; value: ComponentChildren }) {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
