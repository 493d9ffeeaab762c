/** What every area answers beside its operations: free of charge, some without a key. */
export interface Endpoint {
  readonly path: string
  readonly summary: string
  readonly keyed: boolean
  /** Media type of a 200. */
  readonly type: 'application/json' | 'text/html'
  /** It answers 503 while the catalogue is not open. */
  readonly waits?: true
}

export const ENDPOINT_GROUP = 'The service itself'

export const ENDPOINTS: readonly Endpoint[] = [
  { path: '/', summary: 'Says that the service runs and the key works.', keyed: true, type: 'application/json' },
  {
    path: '/usage',
    summary: 'The plan of the key, its credits, and its calls of the period by day and operation.',
    keyed: true,
    type: 'application/json',
  },
  { path: '/openapi.json', summary: 'This document.', keyed: false, type: 'application/json' },
  { path: '/docs', summary: 'The operations of this area, to read.', keyed: false, type: 'text/html' },
  { path: '/docs/problems', summary: 'Every failure by its code, to read.', keyed: false, type: 'text/html' },
  { path: '/health/live', summary: 'The process runs.', keyed: false, type: 'application/json' },
  {
    path: '/health/ready',
    summary:
      'The catalogue is open and calls are answered; 503 before that, while the server closes, and once the catalogue is damaged.',
    keyed: false,
    type: 'application/json',
    waits: true,
  },
]
