/** Specialties, as `/agent/search` names them. */
export const AGENT_SPECIALTIES = [
  'first-time-home-buyers',
  'foreclosure',
  'investment-properties',
  'lot-or-land',
  'luxury-homes',
  'military-or-veterans',
  'new-construction',
  'property-management',
  'relocation',
  'rentals',
  'senior-communities',
  'vacation-short-term-rentals',
] as const

/** Languages that `/agent/search` can filter by. The filter's default is English. */
export const AGENT_LANGUAGES = [
  'english',
  'arabic',
  'bengali',
  'cantonese',
  'farsi',
  'filipino',
  'french',
  'german',
  'greek',
  'hebrew',
  'hindi',
  'hungarian',
  'italian',
  'japanese',
  'korean',
  'mandarin',
  'polish',
  'portuguese',
  'russian',
  'spanish',
  'thai',
  'turkish',
  'vietnamese',
] as const

/** A real-estate agent. Figures such as last year's sales are counted from the catalog, not stored here. */
export interface Agent {
  /** `encodedZuid` in answers: opaque, and stable across imports. */
  readonly agentId: string
  /** Absent in records of older versions. */
  readonly source?: string
  readonly username: string
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly licenseNumber?: string
  readonly memberMlsId?: string
  readonly officeId?: string
  readonly city?: string
  readonly state?: string
  readonly isTopAgent?: true
  readonly inBusinessSince?: number
  readonly description?: string
  readonly specialties?: readonly string[]
  /** English names in lower case. */
  readonly languages?: readonly string[]
  readonly photoUrl?: string
  readonly drawnPhoto?: true
  readonly reviews?: readonly AgentReview[]
}

export interface AgentReview {
  readonly reviewId: string
  /** 1 to 5. */
  readonly rating: number
  readonly comment: string
  readonly date: string
  readonly workDescription?: string
}

export interface Office {
  readonly officeId: string
  /** Absent in records of older versions. */
  readonly source?: string
  readonly name: string
  readonly phone?: string
  readonly city?: string
  readonly state?: string
}
