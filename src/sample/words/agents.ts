export const OFFICE_NAMES: readonly string[] = [
  'Acorn Sample Realty',
  'Bluebird Sample Brokers',
  'Compass Rose Sample Homes',
  'Doorstep Sample Realty',
  'Evergreen Sample Properties',
  'Front Porch Sample Realty',
  'Lantern Sample Homes',
  'Open Gate Sample Brokers',
  'Picket Fence Sample Realty',
  'Red Brick Sample Properties',
]

/** Invented, and they say so. */
export const REVIEW_COMMENTS = {
  pleased: [
    'Answered every question and kept every appointment. (Invented review.)',
    'Knew each street and never pushed. We would call again. (Invented review.)',
    'Sold our home in two weeks and explained every paper. (Invented review.)',
  ],
  content: [
    'Friendly and prepared; the paperwork took a little long. (Invented review.)',
    'Good advice on the price, fewer showings than we hoped. (Invented review.)',
  ],
  critical: [
    'Slow to call back, though the sale went through. (Invented review.)',
    'The photographs came late. (Invented review.)',
  ],
} as const

export const REVIEW_WORKS = [
  'Bought a single family home',
  'Sold a single family home',
  'Bought a condo',
  'Sold a townhouse',
  'Rented an apartment',
] as const
