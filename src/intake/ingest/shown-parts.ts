/** What a source says about the visibility of a picture. */
export interface PictureStatements {
  readonly category: string
  readonly status: string
  readonly permissions: readonly string[]
  readonly canView: boolean | undefined
  readonly url: string
}

/** What a source says about the visibility of an open house. */
export interface OpenHouseStatements {
  readonly status: string
  readonly type: string
  readonly canView: boolean | undefined
}

/** Categories that mean "picture", by type of record. A record without a category is a picture. */
const PICTURES = {
  home: new Set(['', 'photo', 'propertyphoto', 'image']),
  agent: new Set(['', 'photo', 'agentphoto', 'image']),
  office: new Set(['', 'photo', 'officephoto', 'officelogo', 'image']),
} as const satisfies Record<string, ReadonlySet<string>>

const OVER: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'ended', 'deleted', 'inactive'])
const FOR_ALL: ReadonlySet<string> = new Set(['public', 'idx'])
/** Types of open houses for the public. Tours for brokers and offices are not shown. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(['', 'public', 'livestreampublic'])

/** Whether the picture is public. */
export function isShownPicture(statements: PictureStatements, of: keyof typeof PICTURES): boolean {
  const permissions = statements.permissions.map(simple)
  const isPublic = permissions.every((word) => word === '') || permissions.some((word) => FOR_ALL.has(word))
  // the sets contain texts
  const isPicture: boolean = (PICTURES[of] as ReadonlySet<string>).has(simple(statements.category))
  return (
    isPicture &&
    isPublic &&
    statements.canView !== false &&
    !OVER.has(simple(statements.status)) &&
    statements.url !== ''
  )
}

/** Whether the open house takes place and is public. */
export function isShownOpenHouse({ status, type, canView }: OpenHouseStatements): boolean {
  return !OVER.has(simple(status)) && OPEN_TO_ALL.has(simple(type)) && canView !== false
}

/** Returns a sort number: the preferred picture first. Undefined: last. */
export function pictureOrder(isPreferred: boolean, order: number | undefined): number | undefined {
  if (isPreferred) return -1
  return order === undefined || Number.isNaN(order) ? undefined : Math.max(0, order)
}

export function comparePictures(one: { readonly order?: number }, other: { readonly order?: number }): number {
  return (one.order ?? Number.MAX_SAFE_INTEGER) - (other.order ?? Number.MAX_SAFE_INTEGER)
}

export function compareKeys(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Normalizes the spelling, so that `Office Photo` equals `OfficePhoto`. */
function simple(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
