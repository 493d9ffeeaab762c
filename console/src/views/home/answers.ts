/** The keys of /pro/byzpid, /comparable_homes, /graph_charts and /climate that this view reads. */

export interface HomeAnswer {
  readonly source: string
  readonly propertyDetails: HomeDetails
}

export interface Address {
  readonly streetAddress: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
}

export interface HomeDetails {
  readonly zpid: number
  readonly address: Address & { readonly neighborhood?: string | null }
  readonly county: string | null
  readonly latitude: number
  readonly longitude: number
  readonly hasBadGeocode: boolean
  readonly price: number | null
  readonly currency: string
  readonly zestimate: number | null
  readonly zestimateLowPercent: string | null
  readonly zestimateHighPercent: string | null
  readonly rentZestimate?: number
  readonly valueSource: ValueSource | null
  readonly rentValueSource: ValueSource | null
  readonly lastSoldPrice?: number | null
  readonly datePostedString?: string | null
  readonly taxAssessedValue?: number | null
  readonly propertyTaxRate?: number | null
  readonly annualHomeownersInsurance?: number | null
  readonly monthlyHoaFee?: number | null
  readonly affordabilityEstimate?: { readonly totalMonthlyCost?: number | null } | null
  readonly bedrooms: number | null
  readonly bathrooms: number | null
  readonly livingArea: number | null
  readonly lotSize: number | null
  readonly yearBuilt: number | null
  readonly homeType: string | null
  readonly homeStatus: string | null
  readonly description: string | null
  readonly responsivePhotos: readonly Photo[]
  readonly attributionInfo: Attribution | null
  readonly schools: readonly School[]
  /** Absent if the home is in no layer. */
  readonly layers?: readonly HomeLayer[]
  readonly priceHistory: readonly PriceEvent[]
  readonly taxHistory: readonly TaxYear[]
  readonly openHouseSchedule: readonly { readonly startTime: string }[]
  readonly resoFacts: { readonly atAGlanceFacts?: readonly Fact[] | null } & Readonly<Record<string, unknown>>
}

/** An area in one of the operator's layers of polygons. */
export interface HomeLayer {
  readonly layer: string
  readonly label: string
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly date: string | null
}

/** Who published the value, and the details of Plat's own estimate. */
export interface ValueSource {
  readonly kind: 'published' | 'estimated'
  readonly source: string
  readonly estimate: {
    readonly low80: number
    readonly high80: number
    readonly asOf: string
    readonly sales: number
    readonly reasons: readonly { readonly input: string; readonly effect: number }[]
  } | null
}

export interface Photo {
  readonly caption: string | null
  readonly mixedSources: { readonly jpeg: readonly { readonly url: string; readonly width: number | null }[] }
}

interface Attribution {
  readonly agentName: string | null
  readonly brokerName: string | null
  readonly mlsName: string | null
  readonly mlsDisclaimer: string | null
  readonly lastUpdated: string | null
}

export interface Fact {
  readonly factLabel: string
  readonly factValue: string | null
}

export interface School {
  readonly name: string
  readonly rating: number | null
  readonly level: string | null
  readonly grades: string | null
  readonly distance: number | null
  readonly isAssigned: boolean | null
}

export interface PriceEvent {
  readonly date: string
  readonly price: number | null
  readonly pricePerSquareFoot: number | null
  readonly priceChangeRate: number | null
  readonly event: string
  readonly source: string | null
  readonly postingIsRental: boolean
}

export interface TaxYear {
  readonly time: number
  readonly taxPaid: number | null
  readonly value: number | null
  readonly taxIncreaseRate: number | null
  readonly valueIncreaseRate: number | null
}

export interface ComparablesAnswer {
  readonly comparable_homes: readonly Comparable[]
  readonly valuation: { readonly asOf: string; readonly value: number | null } | null
}

export interface Comparable {
  readonly property: {
    readonly zpid: number
    readonly price: number | null
    readonly address: Address
    readonly latitude: number
    readonly longitude: number
    readonly bedrooms: number | null
    readonly bathrooms: number | null
    readonly livingArea: number | null
  }
  readonly comparison: {
    readonly distanceMiles: number | null
    readonly soldDate: string | null
    readonly differences: Readonly<Record<string, number | null>>
    readonly adjustedPrice: number | null
    readonly weight: number | null
  }
}

const LEAST_WEIGHT = 0.01

/** Separates sales with almost no weight from the others. If no sale has weight, all are shown together. */
export function byWeight(comparables: readonly Comparable[]) {
  const weighty = comparables.filter(({ comparison: { weight } }) => (weight ?? 0) >= LEAST_WEIGHT)
  if (weighty.length === 0) return { weighty: comparables, others: [] }
  return { weighty, others: comparables.filter((one) => !weighty.includes(one)) }
}

export interface ChartAnswer {
  readonly DataPoints: { readonly homeValueChartData?: readonly ChartSeries[] | null }
}

export interface ChartSeries {
  readonly name: string
  readonly source?: string | null
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Risk scores of one peril, by model. */
export type PerilSources = Readonly<Record<string, ClimateScore>>

export interface ClimateScore {
  readonly score: number | null
  readonly scale: { readonly min: number; readonly max: number } | null
  readonly rating: string | null
  readonly vintage: string | null
  readonly resolution: string | null
}

export type ClimateAnswer = Readonly<
  Record<'floodSources' | 'fireSources' | 'heatSources' | 'windSources' | 'airSources' | 'overallSources', PerilSources>
>
