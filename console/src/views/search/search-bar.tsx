import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { valueLabel } from '../../parts/filters/labels.ts'
import type { OperationField } from '../../service/operation-fields.ts'
import { PlaceInput } from './place-input.tsx'
import type { Where } from './where.ts'

export const STATUSES: Readonly<Record<string, string>> = { For_Sale: 'For sale', For_Rent: 'For rent', Sold: 'Sold' }

interface SearchBarProps {
  readonly where: Where | undefined
  readonly status: string
  readonly order: OperationField | undefined
  readonly ordered: string
  /** Called with a place, or a sentence that names one. */
  readonly onSearch: (text: string) => void
  readonly onChange: (change: Readonly<Record<string, string>>) => void
  /** The button that opens the filters. */
  readonly children: ComponentChildren
}

export function SearchBar(props: SearchBarProps) {
  const { where, status, order, ordered, onSearch, onChange, children } = props
  const place = where?.kind === 'place' ? where.text : ''
  const [text, setText] = useState(place)
  useLayoutEffect(() => setText(place), [place, where?.kind])
  const search = (event: Event) => {
    event.preventDefault()
    if (text.trim() !== '') onSearch(text.trim())
  }
  return (
    <form class="search-bar" onSubmit={search}>
      <Field label="Place">
        {(id) => (
          <PlaceInput
            id={id}
            text={text}
            placeholder={PLACEHOLDERS[where?.kind ?? 'place']}
            onType={setText}
            onTake={(taken) => {
              setText(taken)
              onSearch(taken)
            }}
          />
        )}
      </Field>
      <Choice
        label="Status"
        chosen={status}
        choices={STATUSES}
        onChoose={(listingStatus) => onChange({ listingStatus })}
      />
      {order?.entry.kind === 'one' && (
        <Choice
          label="Order"
          chosen={ordered}
          choices={{
            '': 'Best first',
            ...Object.fromEntries(order.entry.values.map((value) => [value, valueLabel(value)])),
          }}
          onChoose={(sortOrder) => onChange({ sortOrder })}
        />
      )}
      {children}
      <Button kind="main" type="submit">
        Search
      </Button>
    </form>
  )
}

const PLACEHOLDERS = {
  place: 'City, ZIP code, address, or “3 beds under 600k in Austin”',
  bounds: 'Map area',
  shape: 'Drawn area',
} as const
