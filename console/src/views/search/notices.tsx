import type { Page } from './search-page.ts'

interface NoticesProps {
  readonly page: Page
  readonly place: string
  readonly onPlace: (place: string) => void
}

/** Shows alternative meanings of a place, unknown places, and warnings of the service. */
export function Notices({ page: { locations = [], warnings = [] }, place, onPlace }: NoticesProps) {
  return (
    <>
      {locations
        .filter(({ found }) => !found)
        .map(({ query, why }) => (
          <p key={query} class="notice" role="status">
            {why ?? `No place named “${query}” was found.`}
          </p>
        ))}
      {locations
        .filter(({ alternatives }) => alternatives.length > 0)
        .map(({ query, name, alternatives }) => (
          <div key={query} class="notice">
            {name === null ? (
              <span>Did you mean:</span>
            ) : (
              <span>
                “{query}” was read as <strong>{name}</strong>. It can also mean:
              </span>
            )}
            {alternatives.map((other) => (
              <button
                key={other}
                type="button"
                class="chip plain"
                onClick={() => onPlace(swapped(place, query, other))}
              >
                {other}
              </button>
            ))}
          </div>
        ))}
      {warnings.map(({ parameter = '', detail = '' }) => (
        <p key={parameter + detail} class="notice" role="status">
          {detail}
        </p>
      ))}
    </>
  )
}

/** Replaces one place in a list separated by semicolons. */
function swapped(place: string, query: string, other: string): string {
  return place
    .split(';')
    .map((each) => (each.trim() === query ? other : each.trim()))
    .join('; ')
}
